"""Coordinate frames seen from above and from the side, to scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.geometry import Transform, Vector
from tfsandbox.views import svg
from tfsandbox.views.svg import Drawing, Pixel

HEAD = 20


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame or a point to draw.

    Attributes:
        name: its label.
        pose: T_scene_frame.
        intended: drawn dashed: where it should be, not where it is.
        is_point: a cross without axes.
        where: where its name stands: above, below or right; "" for where no axis is drawn.
    """

    name: str
    pose: Transform
    intended: bool = False
    is_point: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """A window on the world, looked at along one axis.

    Attributes:
        across: index of the axis that points right (0 is x, 1 is y).
        up: index of the axis that points up the page.
        low: smallest (across, up) in the window, metres.
        high: largest (across, up) in the window, metres.
        width: pixels.
        caption: where one looks from.
        grid: distance of the grid lines, metres.
        axis: length of the drawn axes, metres.
    """

    across: int
    up: int
    low: tuple[float, float]
    high: tuple[float, float]
    width: int
    caption: str
    grid: float
    axis: float

    @property
    def scale(self) -> float:
        """Pixels in a metre."""
        return self.width / (self.high[0] - self.low[0])

    @property
    def height(self) -> int:
        """Height in pixels, without the caption."""
        return round((self.high[1] - self.low[1]) * self.scale)

    def pixel(self, point: Vector) -> Pixel:
        """Return where a point of the scene is on the page; the caption takes the top HEAD pixels."""
        return (
            (point[self.across] - self.low[0]) * self.scale,
            HEAD + (self.high[1] - point[self.up]) * self.scale,
        )


def frames(placed: tuple[Placed, ...], scene: Scene) -> Drawing:
    """Return the frames in one scene; dashed ones are intended places."""
    body = [svg.label((4, 13), scene.caption, size=12), *_grid(scene)]
    for one in placed:
        draw = _point if one.is_point else _triad
        body.append(draw(one, scene))
    return Drawing("".join(body), scene.width, scene.height + HEAD, _text(placed, scene))


def _grid(scene: Scene) -> list[str]:
    lines = [svg.box((0.5, HEAD + 0.5), (scene.width - 1, scene.height - 1), width=0.5)]
    for axis, (low, high) in enumerate(zip(scene.low, scene.high, strict=True)):
        for step in range(math.floor(low / scene.grid) + 1, math.ceil(high / scene.grid)):
            value = step * scene.grid
            if axis == 0:
                x = (value - low) * scene.scale
                ends = ((x, float(HEAD)), (x, float(HEAD + scene.height)))
            else:
                y = HEAD + (high - value) * scene.scale
                ends = ((0.0, y), (float(scene.width), y))
            lines.append(svg.line(*ends, opacity=0.35 if step == 0 else 0.14))
    return lines


def _triad(one: Placed, scene: Scene) -> str:
    origin = scene.pixel(one.pose.translation)
    dash = "4 3" if one.intended else ""
    shapes = []
    for i, (letter, colour) in enumerate(zip(svg.AXIS_LETTERS, svg.AXIS_COLOURS, strict=True)):
        tip_scene = one.pose @ tuple(scene.axis if k == i else 0.0 for k in range(3))  # type: ignore[operator]
        tip = scene.pixel(tip_scene)
        if math.dist(tip, origin) < 6:
            continue  # points at the reader, or away
        width = 1.5 if one.intended else 2.5
        shapes.append(svg.arrow(origin, tip, colour=colour, width=width, dash=dash))
        reach = 1 + 9 / math.dist(tip, origin)
        at = (origin[0] + (tip[0] - origin[0]) * reach, origin[1] + (tip[1] - origin[1]) * reach + 4)
        shapes.append(svg.label(at, letter, colour=colour, anchor="middle", size=12, bold=not one.intended))
    shapes.append(svg.dot(origin, 3.5, hollow=one.intended))
    shapes.append(_name(one, scene, origin, where=one.where or _free_side(one, scene)))
    return "".join(shapes)


def _point(one: Placed, scene: Scene) -> str:
    x, y = scene.pixel(one.pose.translation)
    dash = "2 2" if one.intended else ""
    cross = svg.line((x - 5, y - 5), (x + 5, y + 5), width=2, dash=dash)
    cross += svg.line((x - 5, y + 5), (x + 5, y - 5), width=2, dash=dash)
    return cross + _name(one, scene, (x, y), where=one.where or "right")


def _free_side(one: Placed, scene: Scene) -> str:
    """Return the side of the origin where the fewest axes run: below, above or right."""
    reach = {"below": 0.0, "above": 0.0, "right": 0.05}
    for i in range(3):
        axis = one.pose.rotate((float(i == 0), float(i == 1), float(i == 2)))
        reach["above"] = max(reach["above"], axis[scene.up])
        reach["below"] = max(reach["below"], -axis[scene.up])
        reach["right"] = max(reach["right"], axis[scene.across])
    return min(reach, key=lambda side: round(reach[side], 2))


def _name(one: Placed, scene: Scene, at: Pixel, *, where: str) -> str:
    """Return the label beside the origin, kept inside the window."""
    if not one.name:
        return ""
    if where == "right":
        return svg.label((at[0] + 11, at[1] + 4), one.name, size=12)
    half = 3.4 * len(one.name)
    x = min(max(at[0], half + 3), scene.width - half - 3)
    y = at[1] + 17 if where == "below" else at[1] - 9
    y = min(max(y, 33.0), scene.height + 14.0)
    return svg.label((x, y), one.name, anchor="middle", size=12)


def _text(placed: tuple[Placed, ...], scene: Scene) -> str:
    parts = []
    for one in placed:
        x, y, z = (round(v, 3) + 0.0 for v in one.pose.translation)
        turned = "" if one.is_point else f", yaw {math.degrees(one.pose.yaw):.0f} degrees"
        parts.append(f"{one.name or 'a point'}{' (dashed)' if one.intended else ''} at ({x:g}, {y:g}, {z:g}){turned}")
    return f"{scene.caption}: {'; '.join(parts)}."
