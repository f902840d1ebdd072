"""Links published only to make an error go away."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import names, static_publisher_of
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_possible, full_name, odometry_link, pick, renamed, robot_of
from tfsandbox.faults.structure.missing import MissingStatic, switched_off
from tfsandbox.faults.structure.one_node import OfOneNode, in_place_of
from tfsandbox.geometry import Transform
from tfsandbox.nodes import Link
from tfsandbox.observations.tree import HangsUnder, NowStatic
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class FakeOdometry(OfOneNode):
    """Odometry does not work yet, so somebody publishes odom -> base as a static link of zeros, and it stays."""

    name: ClassVar[str] = "fake-odometry"
    kind: ClassVar[str] = "fake-odometry"
    rule: ClassVar[str] = "odom -> base is measured motion; a static link says that the robot never moves."
    symptom: ClassVar[str] = (
        'No error at all. view_frames shows odom -> base with "Average rate: 10000.0" and "Buffer length: 0.0"; the '
        "robot stands still in odom while it drives, and SLAM's map -> odom has to jump after it."
    )
    cure: ClassVar[str] = "Remove the static publisher and switch the odometry's tf on."

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return that the node's tf has no switch, if it has none."""
        return None if owner.type.switch else f"{full_name(owner)} has no switch for its tf"

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the nodes with odometry's tf off and a static link in its place."""
        quiet = in_place_of(owner, nodes, started=switched_off(owner))
        return [*quiet, static_publisher_of(link.parent, link.child, Transform())]

    def confirm(self, design: Design) -> NowStatic:
        """Return whether odom -> base is static."""
        robot = robot_of(design, self.node)
        return NowStatic(robot.base, robot.odom)


@dataclass(frozen=True, slots=True)
class StaticBridge(ChangesBringup):
    """A sensor's link is missing; to silence "two or more unconnected trees", somebody ties the sensor to the map.

    Attributes:
        parent: the frame that the sensor is mounted on.
        child: the sensor's frame.
        top: the frame at the top of the other tree, that it is tied to instead.
    """

    name: ClassVar[str] = "static-bridge"
    kind: ClassVar[str] = "disconnected"
    rule: ClassVar[str] = "A static link says that two things are screwed together."
    symptom: ClassVar[str] = (
        "The error is gone and every lookup answers, wrongly: the sensor stands still in the map while the robot "
        "drives off. Its own link, once somebody adds it, makes two parents."
    )
    cure: ClassVar[str] = "Remove the static link to the map and publish the one that was missing, base -> sensor."

    parent: str = "base_link"
    child: str = "base_scan"
    top: str = "map"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> StaticBridge:
        """Return one for a mount that can be left out.

        Raises:
            InputError: there is none.
        """
        every = (cls(mount.parent, mount.child, robot.map) for robot in design.robots for mount in robot.mounts)
        return first_possible(every, design.bringup(), "no fixed mount of its own can be left out", rng)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        if self.top in (self.parent, self.child):
            return f"{self.top} is one of the link's own frames"
        return MissingStatic(self.parent, self.child).applies_to(bringup)

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup without that link, and with a static link of zeros to the other tree's top."""
        if self.applies_to(bringup) is not None:
            return bringups.plain(bringups.parse(bringup))
        without = MissingStatic(self.parent, self.child).change_bringup(bringup)
        return [*without, *bringups.plain([static_publisher_of(self.top, self.child, Transform())])]

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether the sensor hangs under the map by a static link, and under nothing else."""
        return HangsUnder(self.child, self.top, "/tf_static", only=True)


@dataclass(frozen=True, slots=True)
class BaseMismatch(OfOneNode):
    """The odometry driver moves base_link, while the robot's description begins at base_footprint, or the other way.

    Attributes:
        node: name of the node that publishes odom -> base, "" for the first.
        frame: the frame that odometry moves instead of the description's first one.
    """

    name: ClassVar[str] = "base-mismatch"
    kind: ClassVar[str] = "disconnected"
    rule: ClassVar[str] = "Odometry moves the frame at the top of the robot's own description."
    symptom: ClassVar[str] = (
        "base_footprint is cut off: \"Could not find a connection between 'odom' and 'base_footprint' because they "
        'are not part of the same tree.Tf has two or more unconnected trees."; base_link has two parents. SLAM, which '
        'asks for the other one, says "Failed to compute odom pose". On a robot without base_footprint all of it is '
        "cut off."
    )
    cure: ClassVar[str] = "Give odometry, EKF and localizer one and the same base frame: the top of the description."

    frame: str = "base_link"

    def __post_init__(self) -> None:
        OfOneNode.__post_init__(self)
        if not isinstance(self.frame, str) or not self.frame:
            raise InputError("frame", self.frame, 'give a name, e.g. "base_link"')

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> BaseMismatch:
        """Return one for a robot with odometry.

        Raises:
            InputError: it has none.
        """
        nodes = bringups.parse(design.bringup())
        node = pick((full_name(n) for n in nodes if odometry_link(n)), "nothing publishes odom -> base", rng.choice)
        robot = robot_of(design, node)
        above = [mount.child for mount in robot.mounts if mount.parent == robot.base and "base" in mount.child]
        plain = f"{robot.prefix}base_footprint"
        return cls(node, plain if robot.base != plain else (above or [f"{robot.prefix}base"])[0])

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return why it cannot happen to the node that publishes the link, or None."""
        if self.frame in (link.child, link.parent):
            return f"odometry's link {link.parent} -> {link.child} has {self.frame} in it already"
        if len(self._mistaken(owner, link).links) < len(owner.links):
            return f"{full_name(owner)} checks its frames and publishes nothing instead"
        return None

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the nodes with odometry's base frame changed."""
        return in_place_of(owner, nodes, started=(self._mistaken(owner, link),))

    def _mistaken(self, node: NodeSpec, link: Link) -> NodeSpec:
        return renamed(node, lambda frame: self.frame if frame == link.child else frame)

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether the other frame hangs under odom."""
        return HangsUnder(self.frame, robot_of(design, self.node).odom, "/tf")
