"""A robot's drawing: every mount with its value, from the side and from above, as SVG and as text."""

from __future__ import annotations

import math
from html import escape

from tfsandbox.geometry import Transform, Vector
from tfsandbox.robots import Robot
from tfsandbox.views.text import pose

AXES = (("x", "#c0001a", (1.0, 0.0, 0.0)), ("y", "#007a33", (0.0, 1.0, 0.0)), ("z", "#0040c0", (0.0, 0.0, 1.0)))
VIEWS = (("from the side: x forward, z up", 0, 2), ("from above: x forward, y left", 0, 1))
SIZE, MARGIN, ARROW, ROW, NEAR = 330, 46, 34, 20, 18
LOWER = {"x": 10, "y": 4, "z": -2}  # letters of axes that lie on each other stay readable

Spot = tuple[int, int]


def mounts_text(robot: Robot) -> str:
    """Return the drawing in words: one line a mount, T_parent_child in metres and degrees."""
    return "\n".join(f"{m.parent} -> {m.child}: {pose(m.transform)}" for m in robot.mounts)


def poses(robot: Robot) -> dict[str, Transform]:
    """Return T_base_frame for every frame of the robot's body, the base included; parents come before children."""
    return {frame: robot.transform(robot.base, frame) for frame in (robot.base, *(m.child for m in robot.mounts))}


def drawing(robot: Robot) -> str:
    """Return the robot's drawing as SVG: two views with numbered frames, and the mounts in words below them."""
    placed = poses(robot)
    numbers = {frame: i + 1 for i, frame in enumerate(placed)}
    views = "".join(_view(robot, placed, numbers, i) for i in range(len(VIEWS)))
    rows = [f"{numbers[robot.base]}  {robot.base}: on the floor, between the wheels"]
    rows += [f"{numbers[m.child]}  {m.child} in {m.parent}: {pose(m.transform)}" for m in robot.mounts]
    lines = "".join(f'<text x="16" y="{SIZE + ROW * (i + 1)}">{escape(row)}</text>' for i, row in enumerate(rows))
    width, height = SIZE * len(VIEWS), SIZE + ROW * (len(rows) + 1)
    words = escape(f"Drawing of {robot.name}. {mounts_text(robot)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{words}" font-family="sans-serif" font-size="13">'
        f'<rect width="{width}" height="{height}" fill="white"/>{views}{lines}</svg>'
    )


def _view(robot: Robot, placed: dict[str, Transform], numbers: dict[str, int], index: int) -> str:
    spots = _spots(placed, index)
    title, across, up = VIEWS[index]
    parts = [f'<text x="{index * SIZE + 16}" y="22" font-weight="bold">{title}</text>']
    if up == 2:
        y = spots[robot.base][1]
        parts.append(f'<line x1="16" y1="{y}" x2="{SIZE - 16}" y2="{y}" stroke="#777"/>')
        parts.append(f'<text x="{SIZE - 46}" y="{y + 16}" fill="#555">floor</text>')
    for mount in robot.mounts:
        (x1, y1), (x2, y2) = spots[mount.parent], spots[mount.child]
        parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#777" stroke-dasharray="4 3"/>')
    for frame, there in placed.items():
        parts += [_arrow(spots[frame], there.rotate(axis), (across, up), name, ink) for name, ink, axis in AXES]
    parts += [_dot(spot, "+".join(str(numbers[f]) for f in frames)) for spot, frames in _together(spots)]
    return "".join(parts)


def _spots(placed: dict[str, Transform], index: int) -> dict[str, Spot]:
    """Return where each frame's origin lies in a view, in pixels."""
    _, across, up = VIEWS[index]
    a = [t.translation[across] for t in placed.values()]
    b = [t.translation[up] for t in placed.values()]
    scale = (SIZE - 3 * MARGIN) / max(max(a) - min(a), max(b) - min(b), 1e-3)
    x0, y0 = index * SIZE + SIZE / 2 - scale * (max(a) + min(a)) / 2, SIZE / 2 + 8 + scale * (max(b) + min(b)) / 2
    return {f: (round(x0 + scale * x), round(y0 - scale * y)) for f, x, y in zip(placed, a, b, strict=True)}


def _together(spots: dict[str, Spot]) -> list[tuple[Spot, list[str]]]:
    """Return spots with the frames that lie on them or too near for a number of their own."""
    groups: list[tuple[Spot, list[str]]] = []
    for frame, spot in spots.items():
        near = next((names for other, names in groups if math.dist(spot, other) < NEAR), None)
        if near is None:
            groups.append((spot, [frame]))
        else:
            near.append(frame)
    return groups


def _arrow(spot: Spot, direction: Vector, view: tuple[int, int], name: str, ink: str) -> str:
    dx, dy = direction[view[0]] * ARROW, -direction[view[1]] * ARROW
    if math.hypot(dx, dy) < 5:  # points at the reader or away
        return ""
    x, y = spot
    return (
        f'<line x1="{x}" y1="{y}" x2="{x + dx:.1f}" y2="{y + dy:.1f}" stroke="{ink}" stroke-width="2.5"/>'
        f'<text x="{x + dx * 1.25 - 4:.1f}" y="{y + dy * 1.25 + LOWER[name]}" fill="{ink}" font-size="12">{name}</text>'
    )


def _dot(spot: Spot, label: str) -> str:
    x, y = spot
    return (
        f'<circle cx="{x}" cy="{y}" r="3.5" fill="black"/>'
        f'<text x="{x - 8}" y="{y + 16}" text-anchor="end" font-weight="bold">{label}</text>'
    )
