"""How questions write places and draw them: triples of numbers, commands, the floor seen from above."""

from __future__ import annotations

from collections.abc import Iterable

from tfsandbox.geometry import Transform
from tfsandbox.views.frames import Placed, Scene, frames
from tfsandbox.views.svg import Drawing

WINDOW = (-2.5, 2.5, -2.0, 2.0)
NEAR = 0.12
_SCENE = Scene(0, 1, (-2.5, -2.0), (2.5, 2.0), 450, "seen from above, a line every 0.5 m", 0.5, 0.3)


def number(value: float) -> str:
    """Return a number with at most three decimals and no minus in front of a zero."""
    return f"{round(value, 3) + 0.0:g}"


def triple(values: Iterable[float]) -> str:
    """Return numbers in brackets: ``(0.1, 0, -2)``."""
    return f"({', '.join(map(number, values))})"


def flat(values: Iterable[float]) -> tuple[float, float]:
    """Return x and y, free of rounding errors."""
    x, y, *_ = values
    return (round(x, 6) + 0.0, round(y, 6) + 0.0)


def floor(**placed: Transform) -> Drawing:
    """Return the named frames on the floor, seen from above, in WINDOW."""
    return frames(tuple(Placed(name, pose) for name, pose in placed.items()), _SCENE)
