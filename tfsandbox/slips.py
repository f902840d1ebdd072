"""The slips people make in the numbers of one transform, most telling first, and which of them fits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from tfsandbox.geometry import Transform


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip.

    Attributes:
        name: short name.
        value: what comes out of it, as a function of the wanted transform.
        turn_only: a slip in the rotation alone, named whatever the offset is.
    """

    name: str
    value: Callable[[Transform], Transform]
    turn_only: bool = False

    def fits(self, wanted: Transform, seen: Transform, *, tolerance: float) -> bool:
        """Return whether the slip made ``seen`` of ``wanted``, within metres and radians."""
        if not self.turn_only:
            return seen.is_close(self.value(wanted), tolerance=tolerance)
        right, turned, found = _turn(wanted), _turn(self.value(wanted)), _turn(seen)
        return found.is_close(turned, tolerance=tolerance) and not found.is_close(right, tolerance=tolerance)


def _turn(transform: Transform) -> Transform:
    return Transform(rotation=transform.rotation)


def _negative(transform: Transform) -> tuple[float, float, float]:
    x, y, z = transform.translation
    return (-x, -y, -z)


def _rpy(roll: float, pitch: float, yaw: float) -> Transform:
    return Transform.from_rpy(roll=roll, pitch=pitch, yaw=yaw)


def _yaw_first(wanted: Transform) -> Transform:
    roll, pitch, yaw = wanted.rpy
    return _rpy(yaw, pitch, roll)


def _degrees(wanted: Transform) -> Transform:
    roll, pitch, yaw = map(math.degrees, wanted.rpy)
    return _rpy(roll, pitch, yaw)


def _scalar_first(wanted: Transform) -> Transform:
    x, y, z, w = wanted.rotation
    return Transform(rotation=(w, x, y, z))


def _millimetres(wanted: Transform) -> Transform:
    x, y, z = wanted.translation
    return Transform((1000.0 * x, 1000.0 * y, 1000.0 * z), wanted.rotation)


SLIPS = (
    Slip("sign", lambda wanted: Transform(_negative(wanted), wanted.rotation)),
    Slip("inverse_value", Transform.inverse),
    Slip("omit", lambda wanted: _turn(wanted)),
    Slip("half_inverse", lambda wanted: Transform(wanted.translation, wanted.inverse().rotation)),
    Slip("subtracted", lambda wanted: Transform(_negative(wanted.inverse()), wanted.rotation)),
    Slip("yaw_first", _yaw_first, turn_only=True),
    Slip("degrees", _degrees, turn_only=True),
    Slip("wxyz", _scalar_first, turn_only=True),
    Slip("millimetres", _millimetres),
    Slip("no_rotation", lambda wanted: Transform(wanted.translation)),
    Slip("nothing", lambda _: Transform()),
)
OTHERS = ("offset", "rotation", "both")
"""What differs where no slip fits."""


def likely(wanted: Transform, seen: Transform, *, tolerance: float = 1e-3, without: tuple[str, ...] = ()) -> str:
    """Return the name of the slip that made ``seen`` of ``wanted``.

    Args:
        wanted: T_parent_child as it should be.
        seen: T_parent_child as it is; finite numbers.
        tolerance: metres and radians.
        without: names of slips that cannot have happened.

    Returns:
        "" if they are the same, a name of SLIPS, or one of OTHERS.
    """
    if seen.is_close(wanted, tolerance=tolerance):
        return ""
    for slip in SLIPS:
        if slip.name not in without and slip.fits(wanted, seen, tolerance=tolerance):
            return slip.name
    if _turn(seen).is_close(_turn(wanted), tolerance=tolerance):
        return "offset"
    return "rotation" if math.dist(seen.translation, wanted.translation) <= tolerance else "both"
