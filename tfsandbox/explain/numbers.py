"""What the numbers in a refused quaternion or a crooked laser give away."""

from __future__ import annotations

import math

from tfsandbox.explain.explanation import Cause


def floats(text: str) -> list[float]:
    """Return the numbers in a list printed by C++; nothing if one of them is none."""
    try:
        return [float(word) for word in text.replace(",", " ").split()[:16]]
    except ValueError:
        return []


def quaternion_cause(rotation: list[float]) -> tuple[Cause, str]:
    """Return why four numbers are no unit quaternion, and the kind of trouble."""
    size = sum(n * n for n in rotation)
    if any(math.isnan(n) for n in rotation):
        return Cause(
            "A calculation upstream gave nan, or the rotation was all zeros.", "nan stands among the numbers"
        ), "nan"
    if size == 0:
        return Cause(
            "The message was never filled in: rotation is still all zeros.", "zero has no direction at all"
        ), "quaternion-zero"
    if not math.isfinite(size):
        return Cause("A calculation overflowed.", "a number is infinite or enormous"), "quaternion-denormalised"
    if abs(size - 1) < 0.01:
        return Cause(
            "An old tf2 with a limit of 0.00001: numerically the value is fine.", f"the squared length is {size:.6f}"
        ), "quaternion-denormalised"
    if any(abs(n) > 1.0 for n in rotation):
        return Cause(
            "Angles were put where a quaternion belongs.",
            f"no part of a unit quaternion is larger than 1, here {max(rotation, key=abs):g}",
        ), "quaternion-denormalised"
    return Cause(
        "Rounded, averaged or interpolated numbers were not normalised.",
        f"the squared length is {size:.6g} instead of 1",
    ), "quaternion-denormalised"
