"""Faults in the three numbers of an offset: their unit, their order, their side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.faults.edit import Typed
from tfsandbox.faults.values.base import Between, LinkValue
from tfsandbox.geometry import Transform

_ORDERS = ("xyz", "xzy", "yxz", "yzx", "zxy", "zyx")


@dataclass(frozen=True, slots=True)
class _Unit(LinkValue):
    """Lengths typed in another unit than metres."""

    factor: ClassVar[float] = 1.0
    kind: ClassVar[str] = "units"
    rule: ClassVar[str] = "Lengths in ROS are metres (REP 103)."
    nowhere: ClassVar[str] = "none of its fixed mounts has an offset"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with its offset in the other unit."""
        x, y, z = (self.factor * n for n in right.translation)
        return Typed(Transform((x, y, z), right.rotation))


@dataclass(frozen=True, slots=True)
class Millimetres(_Unit):
    """A CAD drawing says 172 (millimetres), and 172 is typed as the height of the lidar.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "millimetres"
    factor: ClassVar[float] = 1000.0
    symptom: ClassVar[str] = "No message. The sensor hovers a hundred metres away; its data are far outside the map."
    cure: ClassVar[str] = "Divide the three numbers by 1000."


@dataclass(frozen=True, slots=True)
class Centimetres(_Unit):
    """Somebody measures with a tape that counts centimetres and types what it says.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "centimetres"
    factor: ClassVar[float] = 100.0
    symptom: ClassVar[str] = "No message. The sensor hovers several metres away, farther than the robot is long."
    cure: ClassVar[str] = "Divide the three numbers by 100."


@dataclass(frozen=True, slots=True)
class AxesSwapped(LinkValue):
    """The drawing has y pointing forward, and its numbers are typed in the order in which they stand there.

    Attributes:
        parent: the link's parent.
        child: its child.
        order: which of the parent's axes the three typed numbers belong to, e.g. "yxz".
    """

    name: ClassVar[str] = "axes-swapped"
    kind: ClassVar[str] = "axes-swapped"
    rule: ClassVar[str] = "x points forward, y left, z up (REP 103), whatever the drawing's axes are called."
    symptom: ClassVar[str] = "No message. The sensor sits at the side instead of in front, or lies instead of standing."
    cure: ClassVar[str] = "Measure along the robot's forward, left and up, and type the numbers in this order."
    nowhere: ClassVar[str] = "none of its fixed mounts has an offset that differs between the axes"

    order: str = "yxz"

    def __post_init__(self) -> None:
        LinkValue.__post_init__(self)
        if self.order not in _ORDERS:
            raise InputError("order", self.order, 'give the letters x, y and z in some order, e.g. "yxz"')

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with its three numbers in the other order."""
        along = dict(zip("xyz", right.translation, strict=True))
        x, y, z = (along[axis] for axis in self.order)
        return Typed(Transform((x, y, z), right.rotation))


@dataclass(frozen=True, slots=True)
class Mirrored(LinkValue):
    """Poses are exported from a game engine whose y points to the right, and nobody turns them into ROS's.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "mirrored"
    kind: ClassVar[str] = "handedness"
    rule: ClassVar[str] = "ROS's frames are right-handed; no transform turns left-handed data into right-handed ones."
    symptom: ClassVar[str] = (
        "No message. What is mounted on the left is shown on the right, and turns go the other way."
    )
    cure: ClassVar[str] = "Mirror where the numbers are exported: y, roll and yaw change their sign, the rest stays."
    nowhere: ClassVar[str] = "all its fixed mounts are in the middle of the robot and look the same in a mirror"

    child: str = "camera_link"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount as a mirror shows it, left and right exchanged."""
        x, y, z = right.translation
        qx, qy, qz, qw = right.rotation
        return Typed(Transform((x, -y, z), (-qx, qy, -qz, qw)))
