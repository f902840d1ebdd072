"""A localizer or odometry node that asks for a base frame of another name."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults.edit import names, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import frame_parameters, full_name, is_called, localizer_link, pick, robot_of
from tfsandbox.observations import Observation
from tfsandbox.observations.log import CannotLocalize, Says
from tfsandbox.observations.tree import HangsUnder
from tfsandbox.robots import Design

_LOCALIZERS = ("slam_toolbox", "amcl")


@dataclass(frozen=True, slots=True)
class WrongBaseFrame(ChangesBringup):
    """One package's default says base_link, another's base_footprint, and one of them is left as it came.

    Attributes:
        node: name of the node whose base frame parameter is wrong.
        frame: what it says instead, e.g. the other base frame or a misspelling.
    """

    name: ClassVar[str] = "wrong-base-frame"
    kind: ClassVar[str] = "disconnected"
    rule: ClassVar[str] = "Odometry, EKF and localizer name the same base frame, one that is in the tree."
    symptom: ClassVar[str] = (
        'slam_toolbox says "Failed to compute odom pose"; AMCL says "Couldn\'t transform from base_scan to base, even '
        'though the message notifier is in use: ("base" passed to lookupTransform argument target_frame does not '
        'exist. )". map -> odom stays where it was or never comes.'
    )
    cure: ClassVar[str] = "Set base_frame (base_frame_id, base_link_frame) to the frame that odometry moves."

    node: str = "slam_toolbox"
    frame: str = "base"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> WrongBaseFrame:
        """Return one for a localizer; the wrong frame is in nobody's tree.

        Raises:
            InputError: nothing localizes the robot.
        """
        found = (full_name(node) for node in bringups.parse(design.bringup()) if localizer_link(node))
        node = pick(found, "nothing on it publishes map -> odom", rng.choice)
        free = {"base", "base_frame", "chassis_link"} - set(design.frames)
        return cls(node, rng.choice(sorted(free)))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = [node for node in bringups.parse(bringup) if is_called(node, self.node)]
        having = [node for node in nodes if node.type.base_frame]
        if not nodes:
            return f"no node is called {self.node}"
        if not having:
            return f"{self.node} has no parameter for the base frame"
        if all(node.settings.text(node.type.base_frame) == self.frame for node in having):
            return f"the base frame of {self.node} is {self.frame} already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that parameter changed."""
        return bringups.plain(
            with_parameters(node, **{node.type.base_frame: self.frame})
            if is_called(node, self.node) and node.type.base_frame
            else node
            for node in bringups.parse(bringup)
        )

    def confirm(self, design: Design) -> Observation:
        """Return whether a localizer complains about the robot's pose, or odometry moves the other frame."""
        if self.node.rsplit("/", 1)[-1] in _LOCALIZERS:
            return CannotLocalize(self.node)
        return HangsUnder(self.frame, robot_of(design, self.node).odom)


@dataclass(frozen=True, slots=True)
class SlashInParameter(ChangesBringup):
    """A parameter file from ROS 1 says odom_frame: /odom, which used to work.

    What the node publishes loses the slash and connects; what it looks up does not.

    Attributes:
        node: name of the node.
        parameter: name of the parameter.
    """

    name: ClassVar[str] = "slash-in-parameter"
    kind: ClassVar[str] = "leading-slash"
    rule: ClassVar[str] = "Frame names in ROS 2 have no leading slash."
    symptom: ClassVar[str] = (
        "The localizer's filter drops every scan: \"Message Filter dropping message: frame 'base_scan' at time ... "
        "for reason 'discarding message because the queue is full'\"; slam_toolbox adds \"Failed to compute odom "
        'pose". A lookup says "Invalid argument "/odom" passed to lookupTransform argument target_frame - in tf2 '
        "frame_ids cannot start with a '/'\". On /tf the slash does no harm: publishing strips it."
    )
    cure: ClassVar[str] = "Remove the slash; where a prefix may be empty, join it with / only if it is not."

    node: str = "slam_toolbox"
    parameter: str = "odom_frame"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> SlashInParameter:
        """Return one for a localizer's odometry frame.

        Raises:
            InputError: nothing localizes the robot.
        """
        nodes = {full_name(node): node for node in bringups.parse(design.bringup()) if localizer_link(node)}
        name = pick(nodes, "nothing on it publishes map -> odom", rng.choice)
        return cls(name, next(p for p in frame_parameters(nodes[name]) if "odom" in p))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = [node for node in bringups.parse(bringup) if is_called(node, self.node)]
        if not nodes:
            return f"no node is called {self.node}"
        if not any(self._is_meant(node) for node in nodes):
            return f"{self.node} looks up no frame that its parameter {self.parameter} names without a slash"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with a slash before that frame's name."""
        return bringups.plain(
            with_parameters(node, **{self.parameter: f"/{node.settings.text(self.parameter)}"})
            if self._is_meant(node)
            else node
            for node in bringups.parse(bringup)
        )

    def _is_meant(self, node: NodeSpec) -> bool:
        """Return whether this is the node, and it does more with that frame than publish it."""
        value = frame_parameters(node).get(self.parameter, "")
        looked_up = "scan_topic" in node.settings.parameters and localizer_link(node) is not None
        shared = self.parameter == node.type.base_frame or "odom" in self.parameter
        return is_called(node, self.node) and looked_up and shared and bool(value) and not value.startswith("/")

    def confirm(self, design: Design) -> Observation:
        """Return whether that node complains."""
        if "odom" in self.parameter:
            scan = robot_of(design, self.node).scan_frame
            return Says("Message Filter dropping message", self.node, f"frame '{scan}'", times=5)
        return CannotLocalize(self.node)
