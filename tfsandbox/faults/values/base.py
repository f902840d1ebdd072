"""What all faults in the numbers of one fixed link have in common."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults import effects
from tfsandbox.faults.edit import Typed, Written, measured, names, rewritten, written
from tfsandbox.faults.owners import first_fitting, localizer_link
from tfsandbox.geometry import Transform
from tfsandbox.observations import Observation
from tfsandbox.observations.lookup import Shows
from tfsandbox.robots import Design, Mount

Between = Callable[[str, str], Transform]
"""Gives T_a_b between two frames on the robot; raises InputError where it cannot."""

SEEN = 0.001  # metres and radians: what tf2_echo shows
_SOUND = 0.01  # how far a quaternion's squared length may be from 1 for tf2


@dataclass(frozen=True, slots=True)
class LinkValue:
    """A slip in the numbers of one fixed link, whoever publishes it.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    nowhere: ClassVar[str] = "none of its fixed links would change by this"
    """Why a design has no link for it."""

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    def typed(self, right: Transform, between: Between) -> Typed:
        """Return what is typed by somebody who means T_parent_child to be ``right``."""
        raise NotImplementedError

    def refusal(self, where: Written) -> str | None:
        """Return why the slip cannot happen to this link, beyond what holds for all faults, or None."""
        return None

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        where = written(bringup, self.parent, self.child)
        if isinstance(where, str):
            return where
        if not is_sound(where.right):
            return f"the numbers of {self.parent} -> {self.child} are no pose any more"
        try:
            wrong = self.typed(where.right, measured(bringup)).transform
        except InputError as error:
            return error.cure
        return self.refusal(where) or self._unseen(where.right, wrong)

    def _unseen(self, right: Transform, wrong: Transform) -> str | None:
        asked_for = getattr(self, "severity", 1.0) == 0.0
        if is_sound(wrong) and right.is_close(wrong, tolerance=SEEN) and not asked_for:
            return f"{self.parent} -> {self.child} would stay as it is"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with other numbers for that link."""
        where = written(bringup, self.parent, self.child)
        if isinstance(where, str) or self.applies_to(bringup) or getattr(self, "severity", 1.0) == 0.0:
            return bringups.plain(bringups.parse(bringup))
        return rewritten(bringup, where, self.typed(where.right, measured(bringup)))

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the link's child, and odom if a localizer looks through the link for its base frame."""
        return frozenset({self.child}) | led_astray(bringup, self.child)

    def confirm(self, design: Design) -> Observation:
        """Return the lookup that shows what this slip makes of the link."""
        wrong = self.typed(design.transform(self.parent, self.child), design.transform).transform
        return Shows(self.parent, self.child, wrong)

    @classmethod
    def drawn(cls, mount: Mount, design: Design, rng: random.Random) -> Self | None:
        """Return the fault for a mount, None if it does not suit."""
        return cls(mount.parent, mount.child)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's mounts.

        Raises:
            InputError: none of them suits.
        """
        drawn = (cls.drawn(mount, design, rng) for mount in shuffled(design, rng))
        return first_fitting(
            (fault for fault in drawn if fault is not None), design.bringup(), cls.nowhere, robot=design.name
        )


@dataclass(frozen=True, slots=True)
class CuttingLinkValue(LinkValue):
    """A slip in one fixed link that can take all below it out of the tree."""

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the child frames and topics that may differ, what follows from a lost link included."""
        if self.applies_to(bringup) is not None:
            return frozenset()
        return effects.touched(bringup, self.change_bringup(bringup)) | {self.child}


def is_sound(transform: Transform) -> bool:
    """Return whether a transform is a pose: finite numbers, and a quaternion of length one as far as tf2 cares."""
    finite = all(map(math.isfinite, (*transform.translation, *transform.rotation)))
    return finite and abs(sum(n * n for n in transform.rotation) - 1.0) < _SOUND


def shuffled(design: Design, rng: random.Random) -> list[Mount]:
    """Return the fixed mounts that somebody typed, in an order that the rng decides."""
    mounts = [mount for mount in design.mounts if not mount.moves and not mount.driver]
    rng.shuffle(mounts)
    return mounts


def led_astray(bringup: Bringup, child: str) -> frozenset[str]:
    """Return the odom frames of localizers for which ``child`` lies between odom and their base frame."""
    nodes = bringups.parse(bringup)
    above = {link.child: link.parent for node in nodes for link in node.links}
    found = set()
    for node in nodes:
        link = localizer_link(node)
        if link is None:
            continue
        frame, passed = node.settings.text(node.type.base_frame), {link.child}
        while frame not in passed:
            if frame == child:
                found.add(link.child)
            passed.add(frame)
            frame = above.get(frame, frame)
    return frozenset(found)


def number(fault: Any, field: str, wanted: str) -> None:
    """Check that a field of a fault is a finite number.

    Raises:
        InputError: it is not; says what is wanted.
    """
    value = getattr(fault, field)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(field, value, f"give {wanted}")


def severity(fault: Any) -> None:
    """Check a fault's severity.

    Raises:
        InputError: not a number of at least 0.
    """
    number(fault, "severity", "a number, 0 for the clean robot, 1 for the usual size")
    if fault.severity < 0:
        raise InputError("severity", fault.severity, "give 0 or more")


def vector(fault: Any, field: str) -> None:
    """Make a field of a fault three finite numbers.

    Raises:
        InputError: it is not.
    """
    given = getattr(fault, field)
    try:
        values = Transform(given).translation
    except InputError:
        values = (math.nan,) * 3
    if not all(map(math.isfinite, values)):
        raise InputError(field, given, "give three numbers, metres")
    object.__setattr__(fault, field, values)
