"""Which slip makes a transform come out as it does: named before any number is."""

from __future__ import annotations

import math

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
    for name, value in _slips(wanted):
        if seen.is_close(value, tolerance=TOLERANCE):
            return name
    moved = not _same(seen.translation, wanted.translation)
    turned = not seen.is_close(Transform(seen.translation, wanted.rotation), tolerance=TOLERANCE)
    if moved and not turned:
        return "is turned as drawn, but sits elsewhere"
    return "sits where it is drawn, but is turned" if turned and not moved else "is another mount than the drawn one"


def _slips(wanted: Transform) -> list[tuple[str, Transform]]:
    (x, y, z), (roll, pitch, yaw) = wanted.translation, wanted.rpy
    qx, qy, qz, qw = wanted.rotation
    return [
        ("is the inverse: parent and child are swapped", wanted.inverse()),
        ("is missing its mount: all zeros", Transform()),
        (
            "has its angles as yaw, pitch, roll",
            Transform.from_rpy(x, y, z=z, roll=yaw, pitch=pitch, yaw=roll),
        ),
        (
            "has degrees where radians belong",
            Transform.from_rpy(x, y, z=z, roll=_degrees(roll), pitch=_degrees(pitch), yaw=_degrees(yaw)),
        ),
        ("has its quaternion in the order w, x, y, z", Transform((x, y, z), (qw, qx, qy, qz))),
        ("has the sign of its offset turned", Transform((-x, -y, -z), wanted.rotation)),
        ("is in millimetres: metres belong here", Transform((1000 * x, 1000 * y, 1000 * z), wanted.rotation)),
    ]


def _degrees(radians: float) -> float:
    """Return the angle that comes out when this one's degrees are read as radians."""
    return math.degrees(radians)


def _same(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    return all(abs(u - v) <= TOLERANCE for u, v in zip(a, b, strict=True))
