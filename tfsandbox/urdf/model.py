"""A robot description as values: links, joints, and how joints move."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, Vector

JOINT_TYPES = ("fixed", "revolute", "continuous", "prismatic", "planar", "floating")
TURNING, SLIDING = ("revolute", "continuous"), ("prismatic",)


@dataclass(frozen=True, slots=True)
class Mimic:
    """A joint that follows another one: position = multiplier * position of the other + offset."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a joint goes, radians or metres."""

    lower: float = 0.0
    upper: float = 0.0


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint; a fixed one is a static link of the tf tree.

    Attributes:
        name: the joint's name.
        type: fixed, revolute, continuous, prismatic, planar or floating.
        parent: parent link.
        child: child link.
        origin: T_parent_child (at joint position zero).
        axis: what it turns about or slides along, in the joint's own frame; of length one.
        limits: how far it goes, None where nothing is said.
        mimic: the joint it follows, if any.
    """

    name: str
    type: str
    parent: str
    child: str
    origin: Transform = Transform()
    axis: Vector = (1.0, 0.0, 0.0)
    limits: Limits | None = None
    mimic: Mimic | None = None

    @property
    def moves(self) -> bool:
        """Whether /joint_states moves it: it turns or slides."""
        return self.type in TURNING + SLIDING

    def at(self, position: float) -> Transform:
        """Return T_parent_child at a joint position in radians or metres (the origin for a joint that is fixed)."""
        return self.origin @ moved(self.type, self.axis, position) if self.moves else self.origin


@dataclass(frozen=True, slots=True)
class Model:
    """A robot description.

    Attributes:
        name: the robot's name.
        links: link names in order.
        joints: joints in order.
    """

    name: str
    links: tuple[str, ...]
    joints: tuple[Joint, ...] = field(default=())

    @property
    def roots(self) -> tuple[str, ...]:
        """Links that are nobody's child; a tree has exactly one."""
        children = {joint.child for joint in self.joints}
        return tuple(link for link in self.links if link not in children)

    def in_order(self) -> tuple[Joint, ...]:
        """Return the joints of the one tree this is, parents before children.

        Raises:
            InputError: not a tree; names what is in the way (two roots, a second parent, a loop).
        """
        self._check_roots()
        below: dict[str, list[Joint]] = {}
        for joint in self.joints:
            below.setdefault(joint.parent, []).append(joint)
        ordered: list[Joint] = []
        wave = list(self.roots)
        while wave:
            found = [joint for link in wave for joint in below.get(link, ())]
            ordered += found
            wave = [joint.child for joint in found]
        if len(ordered) < len(self.joints):
            lost = sorted({joint.child for joint in self.joints} - {joint.child for joint in ordered})
            raise InputError("urdf", lost, "these links go round in a circle; hang the first under the robot's body")
        return tuple(ordered)

    def _check_roots(self) -> None:
        counts = Counter(joint.child for joint in self.joints)
        twice = next((link for link, count in counts.items() if count > 1), None)
        if twice:
            names = [joint.name for joint in self.joints if joint.child == twice]
            raise InputError("urdf", twice, f"the joints {names} all have this link as child; keep one of them")
        roots = self.roots
        if not roots:
            raise InputError("urdf", list(self.links)[:5], "no root link: every link is some joint's child")
        if len(roots) > 1:
            cure = f"two root links: [{roots[0]}] and [{roots[1]}]; {self._missing(roots)}"
            raise InputError("urdf", list(roots), cure)

    def _missing(self, roots: tuple[str, ...]) -> str:
        """Say which joint would join a second root to the rest: the smaller tree hangs under the bigger one."""
        parents = [joint.parent for joint in self.joints]
        main = max(roots[:50], key=parents.count)
        stray = next(root for root in roots if root != main)
        return f'add the missing joint with <child link="{stray}"/> and, for instance, <parent link="{main}"/>'


def moved(kind: str, axis: Vector, position: float) -> Transform:
    """Return what a joint of this type adds at a position: a turn about its axis or a slide along it."""
    if kind in SLIDING:
        x, y, z = (position * part for part in axis)
        return Transform((x, y, z))
    half = position / 2.0
    x, y, z = (math.sin(half) * part for part in axis)
    return Transform(rotation=(x, y, z, math.cos(half)))
