"""Coordinate frames seen from above and from the side, to scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.geometry import Transform, Vector
from tfsandbox.views import svg
from tfsandbox.views.labels import Labels
from tfsandbox.views.svg import Drawing, Pixel

HEAD = 20
_SHORT = 6.0  # an axis of fewer pixels points at the reader, or away


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame or a point to draw.

    Attributes:
        name: its label.
        pose: T_scene_frame.
        intended: drawn dashed: where it should be, not where it is.
        is_point: a cross without axes.
    """

    name: str
    pose: Transform
    intended: bool = False
    is_point: bool = False


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
    labels = Labels(0.0, float(HEAD), float(scene.width), float(HEAD + scene.height))
    body = [svg.label((4, 13), scene.caption, size=12), *_grid(scene)]
    body += [_point(one, scene, labels) if one.is_point else _triad(one, scene, labels) for one in placed]
    body += [labels.name(one.name, scene.pixel(one.pose.translation)) for one in placed if one.name]
    return Drawing("".join(body), scene.width, scene.height + HEAD, _text(placed, scene))


def _grid(scene: Scene) -> list[str]:
    """Return the frame of the window and its grid, the lines through zero a little darker: three elements in all."""
    faint: list[str] = []
    through_zero: list[str] = []
    for axis, (low, high) in enumerate(zip(scene.low, scene.high, strict=True)):
        for step in range(math.floor(low / scene.grid) + 1, math.ceil(high / scene.grid)):
            along = (step * scene.grid - low) * scene.scale
            if axis == 0:
                path = f"M{svg.number(along)} {HEAD}v{scene.height}"
            else:
                path = f"M0 {svg.number(HEAD + scene.height - along)}h{scene.width}"
            (faint if step else through_zero).append(path)
    frame = svg.box((0.5, HEAD + 0.5), (scene.width - 1, scene.height - 1), width=0.5)
    return [frame, svg.strokes(faint, opacity=0.14), svg.strokes(through_zero, opacity=0.35)]


def _triad(one: Placed, scene: Scene, labels: Labels) -> str:
    origin = scene.pixel(one.pose.translation)
    shapes = []
    for i in range(3):
        x, y, z = (scene.axis if k == i else 0.0 for k in range(3))
        tip = scene.pixel(one.pose @ (x, y, z))
        if math.dist(tip, origin) >= _SHORT:
            shapes.append(_axis(i, origin, tip, intended=one.intended))
            labels.draw(origin, _beyond(origin, tip))
    labels.draw(origin, origin)
    return "".join(shapes) + svg.dot(origin, 3.5, hollow=one.intended)


def _axis(i: int, origin: Pixel, tip: Pixel, *, intended: bool) -> str:
    letter, colour = svg.AXIS_LETTERS[i], svg.AXIS_COLOURS[i]
    x, y = _beyond(origin, tip)
    shaft = svg.arrow(origin, tip, colour=colour, width=1.5 if intended else 2.5, dash="4 3" if intended else "")
    return shaft + svg.label((x, y + 4), letter, colour=colour, anchor="middle", size=12, bold=not intended)


def _beyond(origin: Pixel, tip: Pixel) -> Pixel:
    """Return the middle of the letter, a little beyond the tip."""
    reach = 1 + 9 / math.dist(tip, origin)
    return (origin[0] + (tip[0] - origin[0]) * reach, origin[1] + (tip[1] - origin[1]) * reach)


def _point(one: Placed, scene: Scene, labels: Labels) -> str:
    x, y = scene.pixel(one.pose.translation)
    dash = "2 2" if one.intended else ""
    ends = (((x - 5, y - 5), (x + 5, y + 5)), ((x - 5, y + 5), (x + 5, y - 5)))
    for start, end in ends:
        labels.draw(start, end)
    return "".join(svg.line(start, end, width=2, dash=dash) for start, end in ends)


def _text(placed: tuple[Placed, ...], scene: Scene) -> str:
    parts = []
    for one in placed:
        x, y, z = (round(v, 3) + 0.0 for v in one.pose.translation)
        turned = "" if one.is_point else f", yaw {math.degrees(one.pose.yaw):.0f} degrees"
        parts.append(f"{one.name or 'a point'}{' (dashed)' if one.intended else ''} at ({x:g}, {y:g}, {z:g}){turned}")
    return f"{scene.caption}: {'; '.join(parts)}."
