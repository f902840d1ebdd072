"""Faults in which way a link is published: names exchanged, a sign, an offset left out, the value inverted."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox import direction, static_args
from tfsandbox.bringup import Bringup
from tfsandbox.faults.edit import Typed, names, replaced, static_publisher, written
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_fitting
from tfsandbox.faults.values.base import Between, LinkValue, is_sound, shuffled
from tfsandbox.geometry import Transform
from tfsandbox.observations import Observation
from tfsandbox.observations.published import Published
from tfsandbox.robots import Design

_TWO_ROOTS = "a URDF with these two exchanged has two roots, and its publisher exits: that is another fault"


@dataclass(frozen=True, slots=True)
class Swap(ChangesBringup):
    """Somebody reads "transform from laser to base" in a manual and types parent and child the wrong way round.

    Attributes:
        parent: the intended parent.
        child: the intended child.
    """

    name: ClassVar[str] = "swap"
    kind: ClassVar[str] = "swapped-parent-child"
    rule: ClassVar[str] = "frame_id is the parent, the frame nearer to the robot's base; child_frame_id is the sensor."
    symptom: ClassVar[str] = (
        "No message. The sensor is at the top of a tree and the base hangs under it; from odom there is "
        '"Could not find a connection between ... because they are not part of the same tree".'
    )
    cure: ClassVar[str] = "Exchange the two names; leave the numbers alone."
    way: ClassVar[str] = "swap"

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = static_publisher(bringup, self.parent, self.child)
        if not isinstance(found, str):
            return None
        where = written(bringup, self.parent, self.child)
        in_urdf = not isinstance(where, str) and where.node.executable == "robot_state_publisher"
        return f"{found}; {_TWO_ROOTS}" if in_urdf else found

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the two frame names of that static publisher exchanged, the numbers as they were."""
        place = static_publisher(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        if isinstance(place, str):
            return bringups.plain(nodes)
        return replaced(nodes, place, arguments=_exchanged(static_args.without_ros_arguments(nodes[place].arguments)))

    def confirm(self, design: Design) -> Observation:
        """Return the look at the published link, names and numbers."""
        right = design.transform(self.parent, self.child)
        return Published(self.child, self.parent, direction.way(self.way).value(right))

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's mounts.

        Raises:
            InputError: none of them has a static publisher.
        """
        every = (cls(mount.parent, mount.child) for mount in shuffled(design, rng))
        return first_fitting(
            every, design.bringup(), f"no mount has a static publisher of its own; {_TWO_ROOTS}", robot=design.name
        )


def _exchanged(arguments: tuple[str, ...]) -> tuple[str, ...]:
    words = list(arguments)
    if "--frame-id" in words:
        i, j = (len(words) - words[::-1].index(flag) for flag in ("--frame-id", "--child-frame-id"))
    else:
        i, j = -1, -2
    words[i], words[j] = words[j], words[i]
    return tuple(words)


@dataclass(frozen=True, slots=True)
class _SwapWithValue(Swap):
    """Names exchanged, and the numbers changed with them."""

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        reason = Swap.applies_to(self, bringup)
        where = written(bringup, self.parent, self.child)
        if reason is None and not isinstance(where, str) and not is_sound(where.right):
            return f"the numbers of {self.parent} -> {self.child} are no pose any more"
        return reason

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with names and numbers of that static publisher changed."""
        place = static_publisher(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        if isinstance(place, str):
            return bringups.plain(nodes)
        (link,) = nodes[place].links
        value = direction.way(self.way).value(link.transform or Transform())
        return replaced(nodes, place, arguments=static_args.arguments(self.child, self.parent, value))


@dataclass(frozen=True, slots=True)
class SwapTrueInverse(_SwapWithValue):
    """Somebody who knows the mathematics publishes the true inverse, sensor to base, because a library wants it so.

    Attributes:
        parent: the intended parent.
        child: the intended child.
    """

    name: ClassVar[str] = "swap-true-inverse"
    rule: ClassVar[str] = (
        "A frame has one parent: publishing base -> sensor as sensor -> base takes the base's place away."
    )
    symptom: ClassVar[str] = (
        "No message. Between the two frames every number is right, and yet the base has lost its parent: "
        '"Could not find a connection between ... because they are not part of the same tree".'
    )
    cure: ClassVar[str] = "Publish base -> sensor; whoever needs the other direction asks tf for it."
    way: ClassVar[str] = "swap_true_inverse"


@dataclass(frozen=True, slots=True)
class SwapNegT(_SwapWithValue):
    """Somebody has the names exchanged, sees the sensor on the wrong side, and puts minus signs before all numbers.

    Attributes:
        parent: the intended parent.
        child: the intended child.
    """

    name: ClassVar[str] = "swap-neg-t"
    rule: ClassVar[str] = (
        "The inverse of a pose is R^T and -R^T t, not R^T and -t: signs alone do only without a rotation."
    )
    symptom: ClassVar[str] = (
        "No message. The base hangs under the sensor, and with a turned sensor the numbers are wrong, too; from odom "
        '"Could not find a connection between ... because they are not part of the same tree".'
    )
    cure: ClassVar[str] = "Exchange the names back and take all the minus signs away."
    way: ClassVar[str] = "swap_neg_t"


@dataclass(frozen=True, slots=True)
class _Way(LinkValue):
    """A way of getting the value wrong that the direction experiment knows, too."""

    way: ClassVar[str] = ""

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return what is typed."""
        return Typed(direction.way(self.way).value(right))


@dataclass(frozen=True, slots=True)
class InverseValue(_Way):
    """A calibration file holds the matrix that turns base points into sensor points, and it is published as it is.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "inverse-value"
    kind: ClassVar[str] = "inverse-extrinsics"
    rule: ClassVar[str] = (
        "The numbers of parent -> child are the pose of the child in the parent: p_parent = T p_child."
    )
    symptom: ClassVar[str] = "No message. The sensor sits on the opposite side of its parent, turned the other way."
    cure: ClassVar[str] = "Invert the matrix once, or look it up the other way; then measure one distance with a ruler."
    way: ClassVar[str] = "inverse_value"


@dataclass(frozen=True, slots=True)
class Sign(_Way):
    """The scan looks shifted, somebody adds a minus sign to try, and it stays.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "sign"
    kind: ClassVar[str] = "sign"
    rule: ClassVar[str] = "x points forward, y left, z up (REP 103): a sensor in front of its parent has a positive x."
    symptom: ClassVar[str] = (
        "No message. The sensor is seen as far behind or below its parent as it is in front or above."
    )
    cure: ClassVar[str] = "Measure where the sensor is along x, y and z of the parent, and type these signs."
    way: ClassVar[str] = "sign"


@dataclass(frozen=True, slots=True)
class Omit(_Way):
    """Somebody wants the tree connected first and leaves the offset at zero, to be measured later.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    name: ClassVar[str] = "omit"
    kind: ClassVar[str] = "reference-frame"
    rule: ClassVar[str] = "A link says where the child is; zeros say that it is exactly at its parent."
    symptom: ClassVar[str] = "No message. Everything connects, and all data are off by the distance that was left out."
    cure: ClassVar[str] = "Measure the offset and type it."
    way: ClassVar[str] = "omit"
