"""Faults of a few millimetres or degrees."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import Typed, names, node_name, static_publisher_of
from tfsandbox.faults.owners import first_fitting
from tfsandbox.faults.values.base import Between, LinkValue, is_sound, led_astray, number, severity, vector
from tfsandbox.faults.values.rotations import turn
from tfsandbox.geometry import Transform, Vector, multiply
from tfsandbox.nodes import Link
from tfsandbox.observations import Observation
from tfsandbox.observations.published import TwoValues
from tfsandbox.robots import Design, Mount


def moved_a_bit(right: Transform, metres: Vector, degrees: float) -> Transform:
    """Return a mount moved along the parent's axes and turned about the parent's z."""
    x, y, z = (a + b for a, b in zip(right.translation, metres, strict=True))
    return Transform((x, y, z), multiply(turn(degrees, "z"), right.rotation))


@dataclass(frozen=True, slots=True)
class MountOff(LinkValue):
    """The bracket was bent when the robot hit a door frame, or the ruler was held a little askew.

    Attributes:
        parent: the link's parent.
        child: its child.
        metres: how far the published mount is off along the parent's axes.
        degrees: how far it is turned about the parent's z.
        severity: how much of both.
    """

    name: ClassVar[str] = "mount-off"
    kind: ClassVar[str] = "mount-rotation"
    rule: ClassVar[str] = "A mount is as good as its measurement: one degree is 17 cm at ten metres."
    symptom: ClassVar[str] = "No message. Walls are doubled when the robot turns; two sensors disagree by a little."
    cure: ClassVar[str] = "Calibrate the mount, or measure it again."

    metres: Vector = (0.02, -0.015, 0.01)
    degrees: float = 2.0
    severity: float = 1.0

    def __post_init__(self) -> None:
        LinkValue.__post_init__(self)
        _check_size(self)

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return the mount as it is published."""
        return Typed(moved_a_bit(right, *_size(self)))

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return a mount off by one to four centimetres and one to four degrees."""
        return cls(mount.parent, mount.child, *_any_size(rng, 0.01, 1.0))


@dataclass(frozen=True, slots=True)
class DoubleDefinition:
    """The driver's own launch file publishes its sensor's mount as well, with numbers of an older drawing.

    Attributes:
        parent: the link's parent.
        child: its child.
        metres: how far the second value is off along the parent's axes.
        degrees: how far it is turned about the parent's z.
        severity: how much of both.
    """

    name: ClassVar[str] = "double-definition"
    kind: ClassVar[str] = "double-definition"
    rule: ClassVar[str] = "A fixed link is written down in one place: the URDF, or the driver, or a launch file."
    symptom: ClassVar[str] = (
        "No message. Depending on which program starts last, the sensor is a few millimetres or degrees elsewhere."
    )
    cure: ClassVar[str] = "Decide which of the two is right and switch the other one off (publish_tf: false)."

    parent: str = "base_link"
    child: str = "base_scan"
    metres: Vector = (0.004, -0.003, 0.006)
    degrees: float = 0.8
    severity: float = 1.0

    def __post_init__(self) -> None:
        names(self)
        _check_size(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = self._defined(bringup)
        name = f"{self.parent} -> {self.child}"
        if not found:
            published = bringups.publishers(bringup, self.parent, self.child)
            return f"{name} moves, and is not defined but measured" if published else f"nothing publishes {name}"
        if len(found) > 1:
            return f"{name} is defined twice already"
        if not is_sound(found[0].transform or Transform()):
            return f"the numbers of {name} are no pose any more"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with a second static publisher of the link, started last."""
        nodes = bringups.parse(bringup)
        found = self._defined(bringup)
        if not found or self.severity == 0.0:
            return bringups.plain(nodes)
        value = moved_a_bit(found[-1].transform or Transform(), *_size(self))
        name = node_name(f"{self.child}_driver")
        return bringups.plain((*nodes, static_publisher_of(self.parent, self.child, value, name=name)))

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the link's child, and odom if a localizer looks through the link for its base frame."""
        return frozenset({self.child}) | led_astray(bringup, self.child)

    def confirm(self, design: Design) -> Observation:
        """Return the look at what is published for the link."""
        return TwoValues(self.parent, self.child)

    def _defined(self, bringup: Bringup) -> list[Link]:
        links = bringups.static_links(bringup)
        return [link for link in links if (link.parent, link.child) == (self.parent, self.child)]

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's fixed mounts, those that a driver publishes included.

        Raises:
            InputError: it has no fixed mounts.
        """
        mounts = [mount for mount in design.mounts if not mount.moves]
        rng.shuffle(mounts)
        every = (cls(mount.parent, mount.child, *_any_size(rng, 0.003, 0.5)) for mount in mounts)
        return first_fitting(every, design.bringup(), "it has no fixed mounts", robot=design.name)


def _check_size(fault: MountOff | DoubleDefinition) -> None:
    vector(fault, "metres")
    number(fault, "degrees", "an angle in degrees, e.g. 2")
    severity(fault)
    if fault.degrees == 0 and not any(fault.metres):
        raise InputError("metres", fault.metres, "give a distance or an angle other than zero")


def _size(fault: MountOff | DoubleDefinition) -> tuple[Vector, float]:
    x, y, z = (fault.severity * n for n in fault.metres)
    return (x, y, z), fault.severity * fault.degrees


def _any_size(rng: random.Random, metres: float, degrees: float) -> tuple[Vector, float]:
    """Return one to four times a distance along each axis, and an angle, with any signs."""
    x, y, z, angle = (round(rng.choice((-1, 1)) * rng.uniform(1.0, 4.0), 2) for _ in range(4))
    return (x * metres, y * metres, z * metres), angle * degrees
