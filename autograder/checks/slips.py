"""Which slip makes a transform come out as it does: named before any number is."""

from __future__ import annotations

import math

from tfsandbox import slips
from tfsandbox.geometry import Transform
from tfsandbox.robots import Mount
from tfsandbox.views.text import pose

TOLERANCE = 0.002


def mount_slip(mount: Mount, seen: Transform) -> str:
    """Return a sentence about a mount that is not as drawn: the likely slip, then both values.

    Args:
        mount: as drawn.
        seen: T_parent_child as looked up.
    """
    numbers = f"drawn {pose(mount.transform)}; seen {pose(seen)}"
    return f"{mount.parent} -> {mount.child} {slip(mount.transform, seen)} ({numbers})"


def slip(wanted: Transform, seen: Transform) -> str:
    """Return the likely slip that turned a wanted transform into the one seen."""
    if not all(map(math.isfinite, (*seen.translation, *seen.rotation))):
        return "holds a number that is none (nan or inf)"
    name = slips.likely(wanted, seen, tolerance=TOLERANCE)
    if name == "sign" and wanted.inverse().is_close(seen, tolerance=TOLERANCE):
        name = "inverse_value"  # without a rotation they are the same, and swapped names are what people do
    return _WORDS[name]


_WORDS = {
    "": "is as drawn",
    "sign": "has the sign of its offset turned",
    "inverse_value": "is the inverse: parent and child are swapped",
    "omit": "is missing its offset: all zeros",
    "half_inverse": "has its rotation turned back, as in the inverse, but not its offset",
    "subtracted": "has the offset of the inverse with its sign turned",
    "yaw_first": "has its angles as yaw, pitch, roll",
    "degrees": "has degrees where radians belong",
    "wxyz": "has its quaternion in the order w, x, y, z",
    "millimetres": "is in millimetres: metres belong here",
    "no_rotation": "sits where it is drawn, but its rotation is left out",
    "nothing": "is missing its mount: all zeros",
    "offset": "is turned as drawn, but sits elsewhere",
    "rotation": "sits where it is drawn, but is turned",
    "both": "is another mount than the drawn one",
}
