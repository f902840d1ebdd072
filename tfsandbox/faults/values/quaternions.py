"""Faults in the four numbers of a quaternion."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox.errors import InputError
from tfsandbox.faults.edit import Typed, Written
from tfsandbox.faults.values.base import Between, CuttingLinkValue, LinkValue, number, severity
from tfsandbox.geometry import Transform, canonical
from tfsandbox.observations import Observation
from tfsandbox.observations.log import Says
from tfsandbox.observations.published import Published
from tfsandbox.robots import Design, Mount

_ANGLES = "a URDF holds three angles, and robot_state_publisher makes a sound quaternion of them"


@dataclass(frozen=True, slots=True)
class QuaternionOrder(LinkValue):
    """A library counts quaternions w, x, y, z, and the four numbers are typed in this order.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "quaternion-order"
    kind: ClassVar[str] = "quaternion-order"
    rule: ClassVar[str] = "ROS writes quaternions x, y, z, w: no rotation is (0, 0, 0, 1)."
    symptom: ClassVar[str] = (
        "No message. What is not turned at all comes out upside down, turned by 180 degrees about x."
    )
    cure: ClassVar[str] = "Move the first number to the end; test with a yaw of 90 degrees, never with no rotation."
    nowhere: ClassVar[str] = "none of its fixed mounts would change by this"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with w, x, y, z taken as x, y, z, w."""
        x, y, z, w = canonical(right.rotation)
        return Typed(Transform(right.translation, (w, x, y, z)))


@dataclass(frozen=True, slots=True)
class _NoRotation(CuttingLinkValue):
    """Numbers that tf2 does not take for a rotation, or not everywhere."""

    nowhere: ClassVar[str] = f"no mount has a publisher that takes a quaternion; {_ANGLES}"

    def refusal(self, where: Written) -> str | None:
        """Return that a URDF cannot hold this, if the link comes from one."""
        return _ANGLES if where.node.executable == "robot_state_publisher" else None


@dataclass(frozen=True, slots=True)
class DenormalisedQuaternion(_NoRotation):
    """The quaternion of a 90 degree turn is typed as 0.7 and 0.7, or a rotation matrix is rounded on the way.

    Attributes:
        parent: the link's parent.
        child: its child.
        length: the quaternion's length as typed.
        severity: how much of the difference from 1 is there.
    """

    name: ClassVar[str] = "denormalised-quaternion"
    kind: ClassVar[str] = "quaternion-denormalised"
    rule: ClassVar[str] = "A rotation is a quaternion of length 1: x*x + y*y + z*z + w*w = 1, to within 0.01 for tf2."
    symptom: ClassVar[str] = (
        "Humble and Jazzy: no message, tf2 brings it to length 1. Kilted and later: "
        '"TF_DENORMALIZED_QUATERNION: Ignoring transform for child_frame_id ... because of an invalid quaternion in '
        'the transform", and the frame is not in the tree.'
    )
    cure: ClassVar[str] = "Type all digits (0.70710678), or give --roll, --pitch and --yaw instead."

    length: float = 0.9
    severity: float = 1.0

    def __post_init__(self) -> None:
        LinkValue.__post_init__(self)
        number(self, "length", "the quaternion's length, e.g. 0.9")
        severity(self)
        if self.length <= 0 or self.length == 1:
            raise InputError("length", self.length, "give a number above 0, other than 1")

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with a quaternion of another length."""
        scale = 1.0 + (self.length - 1.0) * self.severity
        x, y, z, w = (scale * n for n in right.rotation)
        return Typed(Transform(right.translation, (x, y, z, w)))

    def refusal(self, where: Written) -> str | None:
        """Return why the length could not be told from 1, or not be typed."""
        scale = 1.0 + (self.length - 1.0) * self.severity
        if self.severity and (abs(scale * scale - 1.0) < 0.01 or scale <= 0):
            return f"a length of {scale:g} is as good as 1, or none at all"
        return _NoRotation.refusal(self, where)

    def confirm(self, design: Design) -> Observation:
        """Return the look at the published numbers, since tf2 hides them."""
        wrong = self.typed(design.transform(self.parent, self.child), design.transform).transform
        return Published(self.parent, self.child, wrong)

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return a length that every newer tf2 refuses."""
        return cls(mount.parent, mount.child, rng.choice((0.7, 0.9, 0.99, 1.4, 2.0)))


@dataclass(frozen=True, slots=True)
class ZeroQuaternion(_NoRotation):
    """A message is filled in by hand, translation only, and nobody touches the rotation with its four zeros.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "zero-quaternion"
    kind: ClassVar[str] = "quaternion-zero"
    rule: ClassVar[str] = "No rotation is (0, 0, 0, 1); four zeros are no rotation at all."
    symptom: ClassVar[str] = (
        'Humble and Jazzy: "TF_NAN_INPUT: Ignoring transform ..." and "TF_DENORMALIZED_QUATERNION: Ignoring transform '
        'for child_frame_id ... because of an invalid quaternion in the transform (nan nan nan nan)"; Kilted and '
        "later: only the second, with (0.000000 0.000000 0.000000 0.000000). The frame is not in the tree."
    )
    cure: ClassVar[str] = "Set w to 1, or leave the rotation flags out."

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with four zeros."""
        return Typed(Transform(right.translation, (0.0, 0.0, 0.0, 0.0)))

    def confirm(self, design: Design) -> Observation:
        """Return the look into the listener's log."""
        return Says("TF_DENORMALIZED_QUATERNION", also=f'"{self.child}"')


@dataclass(frozen=True, slots=True)
class NotANumber(_NoRotation):
    """A calibration divides by zero, the result is nan, and it is published all the same.

    Attributes:
        parent: the link's parent.
        child: its child.
        axis: which of the three numbers of the offset is nan.
    """

    name: ClassVar[str] = "not-a-number"
    kind: ClassVar[str] = "nan"
    rule: ClassVar[str] = "A transform with nan in it says nothing, and tf2 takes none of it."
    symptom: ClassVar[str] = (
        '"TF_NAN_INPUT: Ignoring transform for child_frame_id ... from authority "..." because of a nan value in the '
        'transform (nan ...)". The frame and all below it are not in the tree.'
    )
    cure: ClassVar[str] = "Look for the first link from the root that is nan, and mend what computes it."

    axis: str = "z"

    def __post_init__(self) -> None:
        LinkValue.__post_init__(self)
        if self.axis not in ("x", "y", "z"):
            raise InputError("axis", self.axis, 'give "x", "y" or "z"')

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with nan in it."""
        x, y, z = (math.nan if axis == self.axis else n for axis, n in zip("xyz", right.translation, strict=True))
        return Typed(Transform((x, y, z), right.rotation))

    def confirm(self, design: Design) -> Observation:
        """Return the look into the listener's log."""
        return Says("TF_NAN_INPUT", also=f'"{self.child}"')
