"""Prefixes for several robots, applied to one half of the nodes, twice, without a slash, or not at all."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import localizer_link, renamed
from tfsandbox.observations.tree import Exists
from tfsandbox.robots import Design

_MOUNTS = ("static_transform_publisher", "robot_state_publisher")


@dataclass(frozen=True, slots=True)
class _Prefixed(ChangesBringup):
    """Faults of the prefix of one robot's frames.

    Attributes:
        prefix: the prefix, with its slash.
    """

    prefix: str = "robot1/"

    def __post_init__(self) -> None:
        if not isinstance(self.prefix, str) or not self.prefix.strip("/") or not self.prefix.endswith("/"):
            raise InputError("prefix", self.prefix, 'give a prefix with a slash at its end, e.g. "robot1/"')

    def of_mounts(self, prefixed: bool) -> str:
        """Return the prefix that the publishers of mounts end up with."""
        raise NotImplementedError

    def of_others(self, prefixed: bool) -> str:
        """Return the prefix that all other nodes end up with."""
        return self.prefix

    def _prefixed(self, nodes: tuple[NodeSpec, ...]) -> set[bool]:
        """Return whether the robot's frames have the prefix now; both answers if only some do."""
        return {link.child.startswith(self.prefix) for node in self._own(nodes) for link in node.links}

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> _Prefixed:
        """Return one with the prefix of one of the robots, or a new one for a robot without."""
        return cls(rng.choice(design.robots).prefix or "robot1/")

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        if not any(node.executable in _MOUNTS and node.links for node in self._own(nodes)):
            return f"nothing publishes mounts for the robot of {self.prefix}"
        if len(self._prefixed(nodes)) > 1:
            return f"some of its frames begin with {self.prefix} and some do not already"
        return None if self._changed(nodes) != nodes else "its names are like that already"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the names of that robot's frames changed."""
        return bringups.plain(self._changed(bringups.parse(bringup)))

    def _own(self, nodes: tuple[NodeSpec, ...]) -> list[NodeSpec]:
        """Return the robot's nodes: those in its namespace, or all if none are."""
        own = [node for node in nodes if node.namespace.strip("/").split("/")[0] == self.prefix.strip("/")]
        return own or list(nodes)

    def _changed(self, nodes: tuple[NodeSpec, ...]) -> tuple[NodeSpec, ...]:
        own = self._own(nodes)
        prefixed = True in self._prefixed(nodes)
        shared = {link.parent for node in nodes if (link := localizer_link(node))}
        before = self.prefix if prefixed else ""
        mounts, others = self.of_mounts(prefixed), self.of_others(prefixed)
        return tuple(
            node
            if node not in own
            else with_prefix(node, before, mounts if node.executable in _MOUNTS else others, shared)
            for node in nodes
        )

    def confirm(self, design: Design) -> Exists:
        """Return whether a mount has that name."""
        robot = next((r for r in design.robots if r.prefix == self.prefix), design.robots[0])
        mount = next((m for m in robot.mounts if not m.driver and not m.moves), robot.mounts[0])
        return Exists(self.of_mounts(bool(robot.prefix)) + mount.child.removeprefix(robot.prefix))


def with_prefix(node: NodeSpec, before: str, after: str, shared: set[str]) -> NodeSpec:
    """Return the node with another prefix before its frames' names; those of shared frames stay.

    Args:
        node: any node.
        before: the prefix they have.
        after: the prefix they get.
        shared: frames that belong to no robot, such as map.
    """
    declared = {parameter.name for parameter in node.type.parameters}
    for own in {"frame_prefix", "tf_prefix"} & declared:
        # These nodes put the prefix before every name by themselves.
        changed = after + node.settings.text(own).removeprefix(before)
        return with_parameters(node, **{own: changed}) if changed != node.settings.text(own) else node
    return renamed(node, lambda frame: frame if frame in shared else after + frame.removeprefix(before))


@dataclass(frozen=True, slots=True)
class HalfPrefix(_Prefixed):
    """robot_state_publisher gets a frame_prefix and odometry does not (or the other way round)."""

    name: ClassVar[str] = "half-prefix"
    kind: ClassVar[str] = "prefix"
    rule: ClassVar[str] = "A prefix goes before every frame of a robot, in every node, or before none."
    symptom: ClassVar[str] = (
        "Two trees, one with the prefix: \"Could not find a connection between 'odom' and 'robot1/base_link' because "
        'they are not part of the same tree.Tf has two or more unconnected trees."; for the names without it "frame '
        'does not exist". SLAM drops its scans.'
    )
    cure: ClassVar[str] = (
        "Set the prefix in every node from one launch argument: drivers, odometry, localizer, description."
    )

    def of_mounts(self, prefixed: bool) -> str:
        """Return the prefix that the publishers of mounts end up with."""
        return "" if prefixed else self.prefix

    def of_others(self, prefixed: bool) -> str:
        """Return the prefix that all other nodes end up with: none changes."""
        return self.prefix if prefixed else ""


@dataclass(frozen=True, slots=True)
class DoubledPrefix(_Prefixed):
    """The names in the description hold the prefix already, and frame_prefix adds it once more."""

    name: ClassVar[str] = "doubled-prefix"
    kind: ClassVar[str] = "prefix"
    rule: ClassVar[str] = "A prefix is added in one place: in the names, or by frame_prefix (tf_prefix)."
    symptom: ClassVar[str] = (
        'Whoever asks for robot1/base_link hears "frame does not exist", or "Tf has two or more unconnected trees."; '
        "the mounts are a tree of their own, with frames like robot1/robot1/base_link."
    )
    cure: ClassVar[str] = "Take the prefix out of the names, or out of the parameter."

    def of_mounts(self, prefixed: bool) -> str:
        """Return the prefix that the publishers of mounts end up with."""
        return self.prefix * 2


@dataclass(frozen=True, slots=True)
class GluedPrefix(_Prefixed):
    """frame_prefix is set to robot1, without the slash that nobody adds for you."""

    name: ClassVar[str] = "glued-prefix"
    kind: ClassVar[str] = "prefix"
    rule: ClassVar[str] = "robot_state_publisher puts frame_prefix before each name as it is: the slash belongs to it."
    symptom: ClassVar[str] = (
        'Whoever asks for robot1/base_link hears "frame does not exist", or "Tf has two or more unconnected trees."; '
        "the mounts are a tree of their own, with frames like robot1base_link."
    )
    cure: ClassVar[str] = "Set frame_prefix: robot1/ with the slash at its end."

    def of_mounts(self, prefixed: bool) -> str:
        """Return the prefix that the publishers of mounts end up with."""
        return self.prefix.strip("/")
