"""Sensor drivers whose messages name a frame that the tree does not have."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults.edit import names, with_parameters
from tfsandbox.faults.effects import ChangesBringup, announced
from tfsandbox.faults.owners import first_possible, frame_parameters, full_name, is_called, robot_of
from tfsandbox.observations.tree import Named
from tfsandbox.robots import Design, Robot


@dataclass(frozen=True, slots=True)
class _WrongHeader(ChangesBringup):
    """Faults of a driver that says where its data were taken.

    Attributes:
        node: the driver's name.
        frame: the frame as the robot has it.
        topic: full name of a topic on which the driver publishes.
    """

    node: str = "rplidar_node"
    frame: str = "base_scan"
    topic: str = "/scan"

    def __post_init__(self) -> None:
        names(self)

    @property
    def wrong(self) -> str:
        """The frame that the messages name instead."""
        raise NotImplementedError

    @classmethod
    def of(cls, node: NodeSpec, frame: str, *, topic: str, robot: Robot) -> _WrongHeader:
        """Return one for this driver."""
        return cls(full_name(node), frame, topic)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> _WrongHeader:
        """Return one for a driver that has a parameter for its frame.

        Raises:
            InputError: there is none.
        """
        found: list[_WrongHeader] = []
        for node in bringups.parse(design.bringup()):
            robot = robot_of(design, full_name(node))
            for topic, frames in announced(node).items():
                known = sorted(frames & set(robot.frames[2:]))
                found += [cls.of(node, frame, topic=topic, robot=robot) for frame in known]
        return first_possible(found, design.bringup(), "no driver on it has a parameter for its data's frame", rng)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        if not any(is_called(node, self.node) for node in nodes):
            return f"no node is called {self.node}"
        driver = next((node for node in nodes if self._parameter(node)), None)
        if driver is None:
            return f"{self.node} has no parameter for a frame that says {self.frame}"
        if self.topic not in announced(driver):
            return f"{self.node} does not publish on {self.topic}"
        known = {name for _, link in bringups.links(bringup) for name in (link.parent, link.child)}
        if self.wrong in known | {self.frame}:
            return f"{self.wrong} is a frame of this robot"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the driver's frame changed."""
        return bringups.plain(
            with_parameters(node, **{self._parameter(node): self.wrong}) if self._parameter(node) else node
            for node in bringups.parse(bringup)
        )

    def _parameter(self, node: NodeSpec) -> str:
        """Return the parameter that holds the frame, "" for other nodes and for a driver that has links of it."""
        if not is_called(node, self.node) or any(self.frame in (k.parent, k.child) for k in node.links):
            return ""
        return next((name for name, value in frame_parameters(node).items() if value == self.frame), "")

    def confirm(self, design: Design) -> Named:
        """Return whether messages name that frame, which is not in the tree."""
        return Named(self.topic, self.wrong)


@dataclass(frozen=True, slots=True)
class LeadingSlash(_WrongHeader):
    """A driver's launch file joins an empty prefix and the frame with a slash, so that headers say /base_scan."""

    name: ClassVar[str] = "leading-slash"
    kind: ClassVar[str] = "leading-slash"
    rule: ClassVar[str] = "Frame names in ROS 2 have no leading slash; only publishing a transform strips one."
    symptom: ClassVar[str] = (
        'Lookups with the header\'s frame fail: "Invalid argument "/base_scan" passed to lookupTransform argument '
        'source_frame - in tf2 frame_ids cannot start with a \'/\'" (from canTransform: "Invalid frame ID ..."). A '
        "slash in a published transform's own names is stripped and does no harm."
    )
    cure: ClassVar[str] = "Set frame_id without the slash; join a prefix only if it is not empty."

    @property
    def wrong(self) -> str:
        """The frame that the messages name instead."""
        return f"/{self.frame}"


@dataclass(frozen=True, slots=True)
class HardCodedFrame(_WrongHeader):
    """A driver is started without its frame_id, so that its messages name the frame that its author had in mind.

    Attributes:
        node: the driver's name.
        frame: the frame as the robot has it.
        topic: full name of a topic on which the driver publishes.
        default: the name built into the driver.
    """

    name: ClassVar[str] = "hard-coded-frame"
    kind: ClassVar[str] = "hard-coded-frame"
    rule: ClassVar[str] = "The frame in a message's header is the one where the tree has the sensor."
    symptom: ClassVar[str] = (
        '"Invalid frame ID "laser_frame" passed to canTransform argument source_frame - frame does not exist"; SLAM '
        "drops every scan. Worse, and silent: a frame of that name exists elsewhere on the robot."
    )
    cure: ClassVar[str] = (
        "Set the driver's frame_id to the frame of the mount, or mount a frame of the driver's name there."
    )

    default: str = "laser_frame"

    @classmethod
    def of(cls, node: NodeSpec, frame: str, *, topic: str, robot: Robot) -> HardCodedFrame:
        """Return one with the name that this driver comes with."""
        held = [name for name, value in frame_parameters(node).items() if value == frame]
        defaults = [str(p.default) for p in node.type.parameters if p.name in held and p.default]
        return cls(full_name(node), frame, topic, defaults[0] if defaults else frame)

    @property
    def wrong(self) -> str:
        """The frame that the messages name instead."""
        return self.default


@dataclass(frozen=True, slots=True)
class ScopedName(_WrongHeader):
    """A simulator names the data's frame after model, link and sensor, since nobody told it the frame.

    Attributes:
        node: the driver's name.
        frame: the frame as the robot has it.
        topic: full name of a topic on which the driver publishes.
        model: the model's name in the simulator.
    """

    name: ClassVar[str] = "scoped-name"
    kind: ClassVar[str] = "scoped-sim-frame"
    rule: ClassVar[str] = "The frame in a message's header is the one where the tree has the sensor."
    symptom: ClassVar[str] = (
        'Headers say "diff_drive/base_scan/sensor": "frame does not exist" for whoever looks it up, although the part '
        "in the middle is in the tree."
    )
    cure: ClassVar[str] = (
        "Set <gz_frame_id> in the sensor to the link's name, or publish an identity link to the scoped name."
    )

    model: str = "diff_drive"

    @classmethod
    def of(cls, node: NodeSpec, frame: str, *, topic: str, robot: Robot) -> ScopedName:
        """Return one with the robot's name for the model's."""
        return cls(full_name(node), frame, topic, robot.name)

    @property
    def wrong(self) -> str:
        """The frame that the messages name instead."""
        return f"{self.model}/{self.frame.rsplit('/', 1)[-1]}/sensor"
