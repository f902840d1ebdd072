"""The ratio gap / offset over the yaw of a mount, for the ways of publishing that depend on it."""

from __future__ import annotations

import math
from collections.abc import Callable

from tfsandbox.views import svg
from tfsandbox.views.svg import Drawing, Pixel

_LEFT, _TOP = 34, 24


def ratio_curves(point: tuple[float, float] | None = None, *, width: int = 310, height: int = 200) -> Drawing:
    """Return 2|cos(yaw/2)| and 2|sin(yaw/2)| with the levels 2 and 1, and a point on top.

    Args:
        point: (yaw in degrees, ratio) to mark; None for the bare curves.
        width: pixels.
        height: pixels.
    """
    wide, high = width - _LEFT - 18, height - _TOP - 34

    def pixel(yaw_deg: float, ratio: float) -> Pixel:
        return (_LEFT + (yaw_deg + 180) / 360 * wide, _TOP + (1 - ratio / 2.2) * high)

    body = [svg.label((4, 13), "ratio = gap / offset", size=12), *_axes(pixel)]
    angles = range(-180, 181, 5)
    cosine = [pixel(a, 2 * abs(math.cos(math.radians(a) / 2))) for a in angles]
    sine = [pixel(a, 2 * abs(math.sin(math.radians(a) / 2))) for a in angles]
    body.append(svg.curve(cosine, colour=svg.SKY))
    body.append(svg.curve(sine, colour=svg.VERMILLION, dash="7 4"))
    body.append(svg.label(pixel(0, 1.5), "2|cos(yaw/2)|", size=12, anchor="middle"))
    body.append(svg.label(pixel(90, 0.25), "2|sin(yaw/2)|", size=12, anchor="middle"))
    body.append(svg.label((_LEFT + wide / 2, height - 4), "yaw in degrees", anchor="middle", size=12))
    text = "Curves of the ratio over yaw: 2|cos(yaw/2)| falls from 2 at 0 to 0 at 180 degrees, 2|sin(yaw/2)| rises."
    if point is not None and math.isfinite(point[1]):
        body.append(svg.dot(pixel(*point), 6, hollow=True) + svg.dot(pixel(*point), 2.5))
        text += f" Now: ratio {point[1]:.3f} at {point[0]:g} degrees."
    return Drawing("".join(body), width, height, text)


def _axes(pixel: Callable[[float, float], Pixel]) -> list[str]:
    shapes = []
    for ratio in (0, 1, 2):
        x, y = pixel(-180, ratio)
        shapes.append(svg.line((x, y), pixel(180, ratio), opacity=0.25))
        shapes.append(svg.label((x - 8, y + 4), str(ratio), anchor="end", size=12))
    for yaw in (-180, -90, 0, 90, 180):
        x, y = pixel(yaw, 0)
        shapes.append(svg.line((x, y), (x, y + 4)))
        shapes.append(svg.label((x, y + 17), f"{yaw}", anchor="middle", size=12))
    return shapes
