"""Faults in what drivers are told about their hardware: which wheel is which, which axes the images have."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import names, with_parameters
from tfsandbox.faults.effects import ChangesBringup, announced
from tfsandbox.faults.owners import frame_parameters, full_name, is_called, localizer_link, odometry_link, robot_of
from tfsandbox.faults.values.rotations import is_optical
from tfsandbox.observations import Observation
from tfsandbox.observations.lookup import TurnsAgainst
from tfsandbox.observations.published import SaysFrame
from tfsandbox.robots import Design

_SIDES = (("left_joint", "right_joint"), ("left_wheel_names", "right_wheel_names"))


@dataclass(frozen=True, slots=True)
class WheelsCrossed(ChangesBringup):
    """The plugs of the two wheel encoders are exchanged, or their joints' names are in the driver's parameters.

    Attributes:
        node: name of the base driver.
    """

    name: ClassVar[str] = "wheels-crossed"
    kind: ClassVar[str] = "sign"
    rule: ClassVar[str] = "A turn to the left has a positive sign, in odometry and in tf (REP 103)."
    symptom: ClassVar[str] = (
        "No message. The robot turns left and odom -> base turns right; SLAM has to turn map -> odom twice as far to "
        "make up for it. In odom the drawing of the scans smears as soon as the robot turns."
    )
    cure: ClassVar[str] = (
        "Exchange the two wheels where they are mixed up. A minus sign at one later place makes tf and the odometry "
        "message contradict each other."
    )

    node: str = "diff_drive"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = [node for node in bringups.parse(bringup) if is_called(node, self.node)]
        if not found:
            return f"no node is called {self.node}"
        if not any(odometry_link(node) for node in found):
            return f"{self.node} does not publish odom -> base"
        if not any(_wheels(node) for node in found):
            return f"{self.node} has no parameters that say which wheel is which, or they are exchanged already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the driver's two wheels exchanged."""
        return bringups.plain(
            with_parameters(node, **_wheels(node)) if is_called(node, self.node) and odometry_link(node) else node
            for node in bringups.parse(bringup)
        )

    def confirm(self, design: Design) -> Observation:
        """Return the look at how map -> odom has to take back what odom -> base turns."""
        robot = robot_of(design, self.node)
        return TurnsAgainst(robot.map, robot.odom, robot.base)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's base drivers.

        Raises:
            InputError: none of them can be told which wheel is which.
        """
        bringup = design.bringup()
        nodes = [node for node in bringups.parse(bringup) if odometry_link(node)]
        if not any(localizer_link(node) for node in bringups.parse(bringup)):
            raise InputError("design", design.name, "nothing on it knows where the map is, to compare odometry with")
        found = [cls(full_name(node)) for node in nodes if cls(full_name(node)).applies_to(bringup) is None]
        if not found:
            raise InputError("design", design.name, "its base driver has no parameters that say which wheel is which")
        return rng.choice(found)


def _wheels(node: NodeSpec) -> dict[str, Any]:
    """Return the parameters with left and right exchanged; none if the driver has none, or they are so already."""
    known = node.settings.parameters
    for left, right in _SIDES:
        if left in known and right in known and "left" in str(known[left]) and "right" in str(known[right]):
            return {left: known[right], right: known[left]}
    return {}


@dataclass(frozen=True, slots=True)
class BodyForOptical(ChangesBringup):
    """A camera driver gets the name of the camera's body as its frame, since that is the frame in the drawing.

    Attributes:
        node: name of the camera's driver.
        topic: a topic on which it publishes.
        body: the body's frame.
    """

    name: ClassVar[str] = "body-for-optical"
    kind: ClassVar[str] = "optical-frame"
    rule: ClassVar[str] = "Images and point clouds of a camera are in its optical frame: z forward, x right, y down."
    symptom: ClassVar[str] = (
        "No message, and tf is right. The cloud stands upright: what is ahead of the camera appears above it."
    )
    cure: ClassVar[str] = "Set the driver's frame_id to the optical frame; do not turn the mount to make up for it."

    node: str = "camera"
    topic: str = "/image_raw"
    body: str = "camera_link"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = [node for node in bringups.parse(bringup) if is_called(node, self.node)]
        if not found:
            return f"no node is called {self.node}"
        bodies = _bodies(bringup)
        changed = [node for node in found if self._told(node, bodies)]
        if not changed:
            return f"{self.node} has no parameter that holds an optical frame of {self.body}"
        if not any(self.topic in announced(node) for node in changed):
            return f"{self.node} does not publish on {self.topic}"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the driver's frame changed."""
        bodies = _bodies(bringup)
        return bringups.plain(
            with_parameters(node, **self._told(node, bodies)) if is_called(node, self.node) else node
            for node in bringups.parse(bringup)
        )

    def _told(self, node: NodeSpec, bodies: dict[str, str]) -> dict[str, Any]:
        if node.links:
            return {}
        return {name: self.body for name, frame in frame_parameters(node).items() if bodies.get(frame) == self.body}

    def confirm(self, design: Design) -> Observation:
        """Return the look at the frame in the messages' headers."""
        return SaysFrame(self.topic, self.body)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's cameras.

        Raises:
            InputError: no driver is told an optical frame.
        """
        bringup = design.bringup()
        bodies = _bodies(bringup)
        found = [
            cls(full_name(node), topic, bodies[frame])
            for node in bringups.parse(bringup)
            for topic, frames in announced(node).items()
            for frame in sorted(frames & bodies.keys())
        ]
        fitting = [fault for fault in found if fault.applies_to(bringup) is None]
        if not fitting:
            raise InputError("design", design.name, "no driver on it has a parameter that holds an optical frame")
        return rng.choice(fitting)


def _bodies(bringup: Bringup) -> dict[str, str]:
    """Return the body of every optical frame."""
    links = bringups.static_links(bringup)
    return {link.child: link.parent for link in links if link.transform and is_optical(link.transform)}
