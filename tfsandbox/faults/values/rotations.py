"""Faults in how a mount is turned: built in otherwise than typed, or left out."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox.errors import InputError
from tfsandbox.faults.edit import Typed, Written
from tfsandbox.faults.values.base import SEEN, Between, LinkValue, number
from tfsandbox.geometry import IDENTITY_ROTATION, Quaternion, Transform, angle_between, multiply
from tfsandbox.robots import OPTICAL, Design, Mount

_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_NEARLY = math.radians(3.0)  # calibrated cameras are a degree or two off the ideal
_ENU_NED: Quaternion = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)


def turn(degrees: float, axis: str) -> Quaternion:
    """Return the rotation by so many degrees about an axis, "x", "y" or "z"."""
    half = math.radians(degrees) / 2.0
    x, y, z = (math.sin(half) * part for part in _AXES[axis])
    return (x, y, z, math.cos(half))


def turned(right: Transform, rotation: Quaternion) -> Transform:
    """Return the mount with the child turned where it sits."""
    return Transform(right.translation, multiply(right.rotation, rotation))


def is_optical(mount: Transform) -> bool:
    """Return whether a mount is turned from the body's axes to a camera's (x right, y down, z forward)."""
    return angle_between(mount.rotation, OPTICAL.rotation) < _NEARLY


@dataclass(frozen=True, slots=True)
class MountRotated(LinkValue):
    """A lidar is screwed on with its cable to the other side, and the file still has the old rotation.

    Attributes:
        parent: the link's parent.
        child: its child.
        degrees: how far the published mount is turned away from the real one.
        axis: about which of the child's axes: "x", "y" or "z".
    """

    name: ClassVar[str] = "mount-rotated"
    kind: ClassVar[str] = "mount-rotation"
    rule: ClassVar[str] = "A mount says how the sensor's axes are turned against its parent's, not only where it is."
    symptom: ClassVar[str] = (
        "No message from tf2. An obstacle ahead is shown behind or beside the robot, and the map tears when it turns; "
        'a tilted lidar makes gmapping say "Laser has to be mounted planar!".'
    )
    cure: ClassVar[str] = "Hold something before the sensor, see on which side tf puts it, and correct that one angle."

    degrees: float = 180.0
    axis: str = "z"

    def __post_init__(self) -> None:
        LinkValue.__post_init__(self)
        number(self, "degrees", "an angle in degrees, e.g. 90 or 180")
        if self.axis not in _AXES:
            raise InputError("axis", self.axis, 'give "x", "y" or "z"')

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the turned mount."""
        return Typed(turned(right, turn(self.degrees, self.axis)))

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return a quarter or half turn about some axis."""
        return cls(mount.parent, mount.child, rng.choice((90.0, -90.0, 180.0)), rng.choice("xyz"))


@dataclass(frozen=True, slots=True)
class RotationLeftOut(LinkValue):
    """Somebody measures where the sensor is with a ruler, types x, y and z, and forgets that it is built in turned.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "rotation-left-out"
    kind: ClassVar[str] = "mount-rotation"
    rule: ClassVar[str] = "A mount says how the sensor's axes are turned against its parent's, not only where it is."
    symptom: ClassVar[str] = "No message from tf2. Distances are right, directions are turned by the angle left out."
    cure: ClassVar[str] = "Type the rotation of the mount as well."
    nowhere: ClassVar[str] = "all its fixed mounts are parallel to their parents, or are cameras' optical frames"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with its place alone."""
        return Typed(Transform(right.translation))

    def refusal(self, where: Written) -> str | None:
        """Return why it would be another fault."""
        if is_optical(where.right):
            return f"{self.child} is an optical frame; leaving that rotation out is the fault optical-missing"
        return None


@dataclass(frozen=True, slots=True)
class OpticalMissing(LinkValue):
    """A camera's optical frame is published with no rotation, as if it looked along x like the camera's body.

    Attributes:
        parent: the camera's body.
        child: its optical frame.
    """

    name: ClassVar[str] = "optical-missing"
    kind: ClassVar[str] = "optical-frame"
    rule: ClassVar[str] = (
        "Optical frames have z forward, x right, y down (REP 103): rpy -90, 0, -90 degrees from the body."
    )
    symptom: ClassVar[str] = (
        "No message. The camera's point cloud stands upright: what is ahead appears above the robot."
    )
    cure: ClassVar[str] = "Give the link camera body -> optical frame the rotation (-0.5, 0.5, -0.5, 0.5)."
    nowhere: ClassVar[str] = "it has no optical frame whose mount somebody typed"

    parent: str = "camera_link"
    child: str = "camera_optical_frame"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with its place alone."""
        return Typed(Transform(right.translation))

    def refusal(self, where: Written) -> str | None:
        """Return that this is no optical frame, if it is none."""
        return (
            None if is_optical(where.right) else f"{self.parent} -> {self.child} is not the mount of an optical frame"
        )


@dataclass(frozen=True, slots=True)
class OpticalTwice(OpticalMissing):
    """The driver's frame is optical already, and somebody who knows REP 103 adds the optical rotation once more.

    Attributes:
        parent: the camera's body.
        child: its optical frame.
    """

    name: ClassVar[str] = "optical-twice"
    kind: ClassVar[str] = "optical-frame"
    rule: ClassVar[str] = "The rotation from body axes to optical axes belongs into exactly one link of the chain."
    symptom: ClassVar[str] = "No message. The camera seems to look to its side: what is ahead appears to the right."
    cure: ClassVar[str] = "Keep the optical rotation in one place: body -> optical frame."

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with the optical rotation twice."""
        return Typed(turned(right, OPTICAL.rotation))


@dataclass(frozen=True, slots=True)
class EnuNed(LinkValue):
    """An IMU from aviation reports north, east, down, and its mount is turned as if that were ROS's convention.

    Attributes:
        parent: the link's parent.
        child: the IMU's frame.
    """

    name: ClassVar[str] = "enu-ned"
    kind: ClassVar[str] = "imu-convention"
    rule: ClassVar[str] = "ROS counts east, north, up and x forward, y left, z up (REP 103); turn data, not mounts."
    symptom: ClassVar[str] = (
        "No message. The mount has the quaternion (0.707, 0.707, 0, 0) on top: headings come out mirrored, and gravity "
        "is 2 g where it should be taken away."
    )
    cure: ClassVar[str] = "Let the driver report in ENU and FLU, and type the mount as it is screwed on."
    nowhere: ClassVar[str] = "it has no IMU whose mount somebody typed"

    child: str = "imu_link"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with the turn from ENU to NED."""
        return Typed(turned(right, _ENU_NED))

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return the fault for an IMU."""
        return cls(mount.parent, mount.child) if "imu" in mount.child.lower() else None


def is_turned(mount: Transform) -> bool:
    """Return whether a mount has a rotation that can be seen."""
    return angle_between(mount.rotation, IDENTITY_ROTATION) > SEEN
