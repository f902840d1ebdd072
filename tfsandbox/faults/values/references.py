"""Faults in what a pose is relative to."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import Typed, names, rewritten, written
from tfsandbox.faults.owners import first_fitting
from tfsandbox.faults.values.base import Between, LinkValue, is_sound, led_astray, shuffled
from tfsandbox.geometry import Transform
from tfsandbox.observations import Observation
from tfsandbox.observations.lookup import Shows
from tfsandbox.robots import Design, Mount


@dataclass(frozen=True, slots=True)
class ReferenceFrame(LinkValue):
    """A height is measured from the floor (base_footprint), and typed in a link that starts at base_link.

    Attributes:
        parent: the link's parent.
        child: its child.
        other: the frame from which the numbers were really measured.
    """

    name: ClassVar[str] = "reference-frame"
    kind: ClassVar[str] = "reference-frame"
    rule: ClassVar[str] = "The numbers of a link are measured from its parent: its origin, along its axes."
    symptom: ClassVar[str] = (
        "No message. The pose is off by exactly one other link: base_footprint to base_link, say, or flange to tool0."
    )
    cure: ClassVar[str] = (
        "Ask for the child in each nearby frame; where the drawing's numbers appear, that is the parent."
    )
    nowhere: ClassVar[str] = "no fixed mount has another fixed frame nearby that it could be measured from"

    other: str = "base_footprint"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return T_other_child."""
        return Typed(between(self.other, self.parent) @ right)

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return the fault with the parent's own parent, or a neighbour, for the other frame."""
        above = [m.parent for m in design.mounts if m.child == mount.parent and not m.moves]
        beside = [m.child for m in _siblings(design, mount)]
        others = above or beside
        return cls(mount.parent, mount.child, rng.choice(others)) if others else None


@dataclass(frozen=True, slots=True)
class CalibrationInverted(LinkValue):
    """A camera-to-lidar calibration is chained into the camera's mount although it maps points the other way.

    Attributes:
        parent: parent of both sensors.
        child: the sensor that was calibrated.
        other: the sensor against which it was calibrated.
    """

    name: ClassVar[str] = "calibration-inverted"
    kind: ClassVar[str] = "inverse-extrinsics"
    rule: ClassVar[str] = (
        "A calibration T_cam_lidar with p_cam = T p_lidar is the pose of the lidar in the camera; as a link its parent "
        "is the camera."
    )
    symptom: ClassVar[str] = (
        "No message. The camera sits on the other side of the lidar, and points of the two do not meet."
    )
    cure: ClassVar[str] = "Invert it before chaining: T_base_cam = T_base_lidar (T_cam_lidar)^-1. Check: left or right?"
    nowhere: ClassVar[str] = "no two sensors with typed mounts have the same parent"

    child: str = "camera_link"
    other: str = "base_scan"

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount with T_other_child inverted."""
        parent_other = between(self.parent, self.other)
        other_child = parent_other.inverse() @ right
        return Typed(parent_other @ other_child.inverse())

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return the fault with a neighbour for the other sensor."""
        beside = [m.child for m in _siblings(design, mount)]
        return cls(mount.parent, mount.child, rng.choice(beside)) if beside else None


def _siblings(design: Design, mount: Mount) -> list[Mount]:
    return [m for m in design.mounts if m.parent == mount.parent and m.child != mount.child and not m.moves]


@dataclass(frozen=True, slots=True)
class PlaceholderIdentity:
    """A launch file from the vendor brings zeros for two sensors, the tree connects, and nobody fills them in.

    Attributes:
        parent: parent of both sensors.
        first: one sensor.
        second: the other one.
    """

    name: ClassVar[str] = "placeholder-identity"
    kind: ClassVar[str] = "reference-frame"
    rule: ClassVar[str] = "Two sensors cannot be in one place: zeros in two mounts are placeholders, not measurements."
    symptom: ClassVar[str] = "No message. Everything connects, and the two sensors are in one point."
    cure: ClassVar[str] = "Measure both mounts and type them."

    parent: str = "base_link"
    first: str = "base_scan"
    second: str = "imu_link"

    def __post_init__(self) -> None:
        names(self)
        if self.first == self.second:
            raise InputError("second", self.second, "give another sensor than the first")

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        mounts = []
        for child in (self.first, self.second):
            where = written(bringup, self.parent, child)
            if isinstance(where, str):
                return where
            if not is_sound(where.right):
                return f"the numbers of {self.parent} -> {child} are no pose any more"
            mounts.append(where.right)
        if mounts[0].is_close(mounts[1], tolerance=0.001):
            return f"{self.first} and {self.second} are in one place already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with zeros for both mounts."""
        changed = bringups.plain(bringups.parse(bringup))
        for child in (self.first, self.second):
            where = written(changed, self.parent, child)
            if not isinstance(where, str):
                changed = rewritten(changed, where, Typed(Transform()))
        return changed

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return both sensors, and odom if a localizer looks through their links."""
        pair = frozenset({self.first, self.second})
        return pair | led_astray(bringup, self.first) | led_astray(bringup, self.second)

    def confirm(self, design: Design) -> Observation:
        """Return the lookup of one sensor in the other."""
        return Shows(self.first, self.second, Transform())

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for two of the design's sensors.

        Raises:
            InputError: no two typed mounts have the same parent.
        """
        mounts = shuffled(design, rng)
        pairs = [(a, b) for i, a in enumerate(mounts) for b in mounts[:i] if a.parent == b.parent]
        every = (cls(one.parent, one.child, other.child) for one, other in pairs)
        return first_fitting(
            every, design.bringup(), "no two sensors with typed mounts have the same parent", robot=design.name
        )
