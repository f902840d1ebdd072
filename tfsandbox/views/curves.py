"""The ratio gap / offset over the yaw of a mount, for the ways of publishing that depend on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.views import svg
from tfsandbox.views.svg import Drawing, Pixel

_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 18, 24, 34
_TEXT = (
    "Curves of the ratio over yaw: 2|cos(yaw/2)| falls from 2 at 0 to 0 at 180 degrees, "
    "2|sin(yaw/2)| rises from 0 to 2."
)


@dataclass(frozen=True, slots=True)
class RatioCurves:
    """2|cos(yaw/2)| and 2|sin(yaw/2)| from -180 to 180 degrees.

    Attributes:
        width: pixels.
        height: pixels.
    """

    width: int = 310
    height: int = 200

    def pixel(self, yaw_deg: float, ratio: float) -> Pixel:
        """Return where a yaw (degrees) and a ratio are in the drawing."""
        wide, high = self.width - _LEFT - _RIGHT, self.height - _TOP - _BOTTOM
        return (_LEFT + (yaw_deg + 180) / 360 * wide, _TOP + (1 - ratio / 2.2) * high)

    def drawing(self) -> Drawing:
        """Return the curves with their axes."""
        angles = range(-180, 181, 5)
        cosine = [self.pixel(a, 2 * abs(math.cos(math.radians(a) / 2))) for a in angles]
        sine = [self.pixel(a, 2 * abs(math.sin(math.radians(a) / 2))) for a in angles]
        body = [
            svg.label((4, 13), "ratio = gap / offset", size=12),
            *self._axes(),
            svg.curve(cosine, colour=svg.SKY),
            svg.curve(sine, colour=svg.VERMILLION, dash="7 4"),
            svg.label(self.pixel(0, 1.5), "2|cos(yaw/2)|", size=12, anchor="middle"),
            svg.label(self.pixel(90, 0.25), "2|sin(yaw/2)|", size=12, anchor="middle"),
        ]
        return Drawing("".join(body), self.width, self.height, _TEXT)

    def mark(self, yaw_deg: float, ratio: float) -> str:
        """Return a ring at this yaw (degrees) and ratio, to be put on top; nothing for a ratio that is not a number."""
        if not math.isfinite(ratio):
            return ""
        at = self.pixel(yaw_deg, ratio)
        return svg.dot(at, 6, hollow=True) + svg.dot(at, 2.5)

    def text(self, yaw_deg: float, ratio: float) -> str:
        """Return the text equivalent of the curves with that ring."""
        return f"{_TEXT} Now: ratio {ratio:.3f} at {yaw_deg:g} degrees." if math.isfinite(ratio) else _TEXT

    def _axes(self) -> list[str]:
        shapes = []
        for ratio in (0, 1, 2):
            x, y = self.pixel(-180, ratio)
            shapes.append(svg.line((x, y), self.pixel(180, ratio), opacity=0.25))
            shapes.append(svg.label((x - 8, y + 4), str(ratio), anchor="end", size=12))
        for yaw in (-180, -90, 0, 90, 180):
            x, y = self.pixel(yaw, 0)
            shapes.append(svg.line((x, y), (x, y + 4)))
            shapes.append(svg.label((x, y + 17), f"{yaw}", anchor="middle", size=12))
        middle = (self.pixel(0, 0)[0], self.height - 4.0)
        return [*shapes, svg.label(middle, "yaw in degrees", anchor="middle", size=12)]
