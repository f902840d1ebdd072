"""Faults in how three angles are typed: their order, their axes, their unit."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.faults.edit import Typed, Written
from tfsandbox.faults.values.base import Between, LinkValue
from tfsandbox.faults.values.rotations import is_turned, turn
from tfsandbox.geometry import Transform, Vector, multiply

_FLAT = 0.001  # cosine of the pitch below which roll and yaw are one turn


@dataclass(frozen=True, slots=True)
class _Angles(LinkValue):
    """A slip in angles; at a pitch of 90 degrees nobody could say which angles were meant."""

    nowhere: ClassVar[str] = "none of its fixed mounts has angles that show it"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with other angles."""
        rpy = self.angles(right.rpy)
        x, y, z = right.translation
        return Typed(Transform.from_rpy(x, y, z=z, roll=rpy[0], pitch=rpy[1], yaw=rpy[2]), rpy)

    def angles(self, rpy: Vector) -> Vector:
        """Return roll, pitch and yaw as typed."""
        raise NotImplementedError

    def refusal(self, where: Written) -> str | None:
        """Return that the mount does not show its angles, if it does not."""
        if not is_turned(where.right):
            return f"{self.parent} -> {self.child} is not turned: its angles are zero"
        if abs(math.cos(where.right.rpy[1])) < _FLAT:
            return f"{self.parent} -> {self.child} has a pitch of 90 degrees, where roll and yaw are one turn"
        return None


@dataclass(frozen=True, slots=True)
class EulerOrder(_Angles):
    """Angles are copied as roll, pitch, yaw from a URDF into the positional form, which wants yaw first.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "euler-order"
    kind: ClassVar[str] = "euler-order"
    rule: ClassVar[str] = (
        "static_transform_publisher x y z YAW PITCH ROLL parent child; a URDF and tf2_echo say roll, pitch, yaw."
    )
    symptom: ClassVar[str] = "No message. The sensor is turned about the wrong axis: roll and yaw have changed places."
    cure: ClassVar[str] = "Use the flags --roll, --pitch and --yaw, which need no order."
    nowhere: ClassVar[str] = "all its fixed mounts have equal roll and yaw, or a pitch of 90 degrees"

    def angles(self, rpy: Vector) -> Vector:
        """Return the angles in the opposite order."""
        return rpy[::-1]


@dataclass(frozen=True, slots=True)
class EulerAxes(_Angles):
    """A script makes a quaternion of roll, pitch and yaw with scipy's "XYZ", capital letters, and publishes that.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "euler-axes"
    kind: ClassVar[str] = "euler-order"
    rule: ClassVar[str] = "roll, pitch, yaw turn about the parent's fixed x, y, z: Rz(yaw) Ry(pitch) Rx(roll)."
    symptom: ClassVar[str] = (
        "No message. With one angle alone all is well; with two or three the sensor is turned oddly."
    )
    cure: ClassVar[str] = 'Use fixed axes: Rotation.from_euler("xyz", ...) in scipy, "sxyz" in transformations.py.'
    nowhere: ClassVar[str] = "none of its fixed mounts has two angles at once"

    parent: str = "camera_link"
    child: str = "camera_optical_frame"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with the same angles about moving axes."""
        x, y, z = (turn(math.degrees(angle), axis) for angle, axis in zip(right.rpy, "xyz", strict=True))
        return Typed(Transform(right.translation, multiply(multiply(x, y), z)))


@dataclass(frozen=True, slots=True)
class DegreesForRadians(_Angles):
    """A drawing says 90 degrees, and 90 is typed where radians are wanted.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "degrees-for-radians"
    kind: ClassVar[str] = "degrees-radians"
    rule: ClassVar[str] = "Angles in ROS are radians: 90 degrees is 1.5708."
    symptom: ClassVar[str] = (
        "No message. The angle looks random: 90 radians wrap round to 116.6 degrees, 180 to -126.8."
    )
    cure: ClassVar[str] = "Divide the angles by 57.2958, or multiply them by pi / 180."

    parent: str = "camera_link"
    child: str = "camera_optical_frame"

    def angles(self, rpy: Vector) -> Vector:
        """Return the numbers of degrees."""
        # A drawing has whole degrees where the radians are rounded.
        roll, pitch, yaw = (round(math.degrees(angle), 6) for angle in rpy)
        return roll, pitch, yaw
