"""A robot's drawing: every mount with its value, from the side and from above, as SVG and as text."""

from __future__ import annotations

from html import escape

from tfsandbox.geometry import Transform, Vector
from tfsandbox.robots import Robot
from tfsandbox.views.text import pose

AXES = (("x", "#c0001a", (1.0, 0.0, 0.0)), ("y", "#007a33", (0.0, 1.0, 0.0)), ("z", "#0040c0", (0.0, 0.0, 1.0)))
VIEWS = (("from the side: x forward, z up", 0, 2), ("from above: x forward, y left", 0, 1))
SIZE, MARGIN, ARROW, ROW = 300, 50, 34, 20


def mounts_text(robot: Robot) -> str:
    """Return the drawing in words: one line a mount, T_parent_child in metres and degrees."""
    return "\n".join(f"{m.parent} -> {m.child}: {pose(m.transform)}" for m in robot.mounts)


def poses(robot: Robot) -> dict[str, Transform]:
    """Return T_base_frame for every frame of the robot's body, the base included; parents come before children."""
    placed: dict[str, Transform] = {robot.base: Transform()}
    waiting = list(robot.mounts)
    while waiting:
        ready = [m for m in waiting if m.parent in placed]
        if not ready:
            break
        for mount in ready:
            placed[mount.child] = placed[mount.parent] @ mount.transform
            waiting.remove(mount)
    return placed


def drawing(robot: Robot) -> str:
    """Return the robot's drawing as SVG: two views with numbered frames, and the mounts in words below them."""
    placed = poses(robot)
    numbers = {frame: i + 1 for i, frame in enumerate(placed)}
    views = "".join(_view(placed, numbers, i) for i in range(len(VIEWS)))
    rows = [f"{numbers[robot.base]}  {robot.base} (on the floor, between the wheels)"]
    rows += [f"{numbers[m.child]}  {m.child}, in {m.parent}: {pose(m.transform)}" for m in robot.mounts]
    top = SIZE + 24
    lines = "".join(
        f'<text x="16" y="{top + ROW * (i + 1)}" xml:space="preserve">{escape(row)}</text>' for i, row in enumerate(rows)
    )
    width, height = SIZE * len(VIEWS), top + ROW * (len(rows) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{escape(f"Drawing of {robot.name}. {mounts_text(robot)}")}" '
        f'font-family="sans-serif" font-size="13"><rect width="{width}" height="{height}" fill="white"/>'
        f"{views}{lines}</svg>"
    )


def _view(placed: dict[str, Transform], numbers: dict[str, int], index: int) -> str:
    title, across, up = VIEWS[index]
    scale, middle = _fit(placed, across, up)
    spots: dict[tuple[int, int], list[str]] = {}
    arrows = ""
    for frame, pose_ in placed.items():
        spot = _spot(pose_.translation, index, scale, middle)
        spots.setdefault(spot, []).append(frame)
        arrows += "".join(_arrow(spot, pose_.rotate(axis), (across, up), name, ink) for name, ink, axis in AXES)
    dots = "".join(_dot(spot, "+".join(str(numbers[f]) for f in frames)) for spot, frames in spots.items())
    return f'<text x="{index * SIZE + 16}" y="22" font-weight="bold">{title}</text>{arrows}{dots}'


def _fit(placed: dict[str, Transform], across: int, up: int) -> tuple[float, tuple[float, float]]:
    """Return pixels per metre and the middle (metres) that bring every frame into a view."""
    a = [t.translation[across] for t in placed.values()]
    b = [t.translation[up] for t in placed.values()]
    span = max(max(a) - min(a), max(b) - min(b), 1e-3)
    return (SIZE - 2.8 * MARGIN) / span, ((max(a) + min(a)) / 2, (max(b) + min(b)) / 2)


def _spot(point: Vector, index: int, scale: float, middle: tuple[float, float]) -> tuple[int, int]:
    _, across, up = VIEWS[index]
    x = index * SIZE + SIZE / 2 + (point[across] - middle[0]) * scale
    return round(x), round(SIZE / 2 + 16 - (point[up] - middle[1]) * scale)


def _arrow(spot: tuple[int, int], direction: Vector, view: tuple[int, int], name: str, ink: str) -> str:
    dx, dy = direction[view[0]] * ARROW, -direction[view[1]] * ARROW
    if dx * dx + dy * dy < 25:  # points at the reader or away
        return ""
    x, y = spot
    return (
        f'<line x1="{x}" y1="{y}" x2="{x + dx:.1f}" y2="{y + dy:.1f}" stroke="{ink}" stroke-width="2.5"/>'
        f'<text x="{x + dx * 1.25 - 4:.1f}" y="{y + dy * 1.25 + 4:.1f}" fill="{ink}" font-size="12">{name}</text>'
    )


def _dot(spot: tuple[int, int], label: str) -> str:
    x, y = spot
    return (
        f'<circle cx="{x}" cy="{y}" r="3.5" fill="black"/>'
        f'<text x="{x - 9}" y="{y + 16}" text-anchor="middle" font-weight="bold">{label}</text>'
    )
