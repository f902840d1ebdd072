"""Where to write names so that they cover nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tfsandbox.views import svg
from tfsandbox.views.svg import Pixel

_CHARACTER, _HEIGHT = 6.9, 14.0
# (sideways, down) from the thing named; a label starts at, ends at or is centred on that point
_PLACES = (
    ("middle", 0.0, 18.0),
    ("start", 11.0, 4.0),
    ("middle", 0.0, -9.0),
    ("end", -11.0, 4.0),
    ("start", 9.0, 16.0),
    ("end", -9.0, 16.0),
    ("start", 9.0, -9.0),
    ("end", -9.0, -9.0),
    ("middle", 0.0, 34.0),
    ("middle", 0.0, -44.0),
    ("middle", 0.0, 50.0),
    ("middle", 0.0, -60.0),
)


@dataclass(slots=True)
class Labels:
    """The ink of one drawing, while it is being made.

    Attributes:
        left: left edge of the window, pixels.
        top: upper edge.
        right: right edge.
        bottom: lower edge.
        ink: points that names should not cover.
    """

    left: float
    top: float
    right: float
    bottom: float
    ink: list[Pixel] = field(default_factory=list)

    def draw(self, start: Pixel, end: Pixel, *, steps: int = 6) -> None:
        """Remember a line."""
        (x0, y0), (x1, y1) = start, end
        self.ink += [(x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps) for k in range(steps + 1)]

    def name(self, words: str, at: Pixel) -> str:
        """Return the text beside this point, where it covers the least, and remember it."""
        reach = _CHARACTER * len(words) + 70
        near = [p for p in self.ink if abs(p[0] - at[0]) < reach and abs(p[1] - at[1]) < reach]
        best, chosen = math.inf, (0.0, 0.0, 0.0, 0.0)
        for rank, box in enumerate(self._boxes(words, at)):
            if rank / 2 >= best:  # even uncovered it would be too far away
                break
            cost = _covered(box, near) + rank / 2
            if cost < best:
                best, chosen = cost, box
        left, _, right, bottom = chosen
        self.draw((left, bottom - 4), (right, bottom - 4), steps=max(2, len(words)))
        return svg.label(((left + right) / 2, bottom - 3), words, anchor="middle", size=12)

    def _boxes(self, words: str, at: Pixel) -> Iterator[tuple[float, float, float, float]]:
        width = _CHARACTER * len(words)
        for anchor, dx, dy in _PLACES:
            x = at[0] + dx - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            x = min(max(x, self.left + 3), self.right - width - 3)
            y = min(max(at[1] + dy + 3, self.top + _HEIGHT + 1), self.bottom - 2)
            yield (x, y - _HEIGHT, x + width, y)


def _covered(box: tuple[float, float, float, float], ink: Sequence[Pixel]) -> int:
    x0, y0, x1, y1 = box[0] - 2, box[1] - 1, box[2] + 2, box[3] + 1
    return sum([x0 < x < x1 and y0 < y < y1 for x, y in ink])
