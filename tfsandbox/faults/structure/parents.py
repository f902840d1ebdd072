"""A frame with too many parents, a link with too many publishers, two links that make a circle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import names, static_publisher_of, with_parameters
from tfsandbox.faults.effects import ChangesBringup, all_above, odometry_topic
from tfsandbox.faults.owners import odometry_link, pick, robot_of
from tfsandbox.faults.structure.one_node import OfOneNode
from tfsandbox.geometry import Transform
from tfsandbox.nodes import Link
from tfsandbox.observations.tree import Circle, HangsUnder, SeveralPublishers
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class TwoParents(ChangesBringup):
    """A driver's launch file brings its own static publisher for a frame that the robot already mounts elsewhere.

    For static links the last arrival wins, so ``order`` decides which parent the frame ends up under; a moving frame
    goes back to its old parent with the next sample.

    Attributes:
        child: the frame that gets a second parent.
        parent: the second parent.
        order: "last" or "first": when the second publisher starts.
        transform: T_parent_child as published; by default the numbers of the existing static link, copied.
    """

    name: ClassVar[str] = "two-parents"
    kind: ClassVar[str] = "two-parents"
    rule: ClassVar[str] = "Every frame has exactly one parent, and one node that says so."
    symptom: ClassVar[str] = (
        "No message at all: tf2 moves the frame under whoever spoke last, and view_frames shows that parent only. Of "
        "two static links the last arrival stays, with its numbers; a moving frame flickers between its parents, and "
        "its history is lost each time that static and moving take turns."
    )
    cure: ClassVar[str] = (
        "Collect every parent the frame was ever given, find the publishers with ros2 topic info -v /tf_static, and "
        "switch one of them off."
    )

    child: str = "base_scan"
    parent: str = "base_footprint"
    order: str = "last"
    transform: Transform | None = None

    def __post_init__(self) -> None:
        names(self)
        if self.order not in ("first", "last"):
            raise InputError("order", self.order, 'give "first" or "last"')
        if self.child == self.parent:
            raise InputError("parent", self.parent, "give another frame than the child")
        if not isinstance(self.transform, (Transform, type(None))):
            raise InputError("transform", self.transform, "give a Transform or None")

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> TwoParents:
        """Return one for a mount or for the base frame, whose second parent is not below it.

        Raises:
            InputError: every frame of the robot hangs under the only one that could be its second parent.
        """
        robot = rng.choice(design.robots)
        above: dict[str, set[str]] = {}
        for _, link in bringups.links(robot.bringup()):
            above.setdefault(link.child, set()).add(link.parent)
        choices = [
            (child, parent)
            for child in (robot.base, *(mount.child for mount in robot.mounts if not mount.moves))
            for parent in (robot.map, robot.base, *(mount.child for mount in robot.mounts))
            if child not in all_above(parent, above) and parent not in above[child]
        ]
        if not choices:
            raise InputError("design", design.name, "none of its frames could get a second parent")
        child, parent = rng.choice(choices)
        return cls(child, parent, rng.choice(("first", "last")))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        parents = bringups.parents(bringup, self.child)
        if not parents:
            return f"nothing publishes {self.child} yet, so one more publisher gives it its first parent"
        if self.parent in parents:
            return f"{self.child} already hangs under {self.parent}"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with one more static publisher, at its beginning or end."""
        nodes = bringups.parse(bringup)
        second = static_publisher_of(self.parent, self.child, self.transform or self._copied(bringup))
        return bringups.plain((*nodes, second) if self.order == "last" else (second, *nodes))

    def _copied(self, bringup: Bringup) -> Transform:
        links = (link for link in bringups.static_links(bringup) if link.child == self.child)
        return next((link.transform for link in links if link.transform), Transform())

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether the second parent was ever given."""
        return HangsUnder(self.child, self.parent)


@dataclass(frozen=True, slots=True)
class TwoPublishers(OfOneNode):
    """An EKF is added to a robot whose wheel odometry keeps publishing odom -> base as well."""

    name: ClassVar[str] = "two-publishers"
    kind: ClassVar[str] = "two-publishers-same-edge"
    rule: ClassVar[str] = "One node publishes a link; all others have their tf switched off."
    symptom: ClassVar[str] = (
        "ROS 2 says nothing. The robot jitters between two tracks on one link, whose rate is the sum of both (ROS 1 "
        "said TF_REPEATED_DATA where stamps were equal)."
    )
    cure: ClassVar[str] = (
        "Switch tf off in the wheel driver (publish_tf, publish_odom_tf, enable_odom_tf: false); let the EKF publish."
    )

    def lacking(self) -> str:
        """Return the reason for which it cannot happen where no node publishes the link."""
        return f"{OfOneNode.lacking(self)}, so there is no link to publish twice"

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return that the link has two publishers already, if it has."""
        several = sum(odometry_link(node) == link for node in nodes) > 1
        return "odom -> base already has two publishers" if several else None

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> tuple[NodeSpec, ...]:
        """Return the nodes with the other odometry node's switch on, or with an EKF added."""
        for i, node in enumerate(nodes):
            silent = node.type.switch and node.type.base_frame and not node.links
            if silent and node.namespace == owner.namespace and odometry_link(_switched_on(node, link)) == link:
                return *nodes[:i], _switched_on(node, link), *nodes[i + 1 :]
        frames = {"odom_frame": link.parent, "base_link_frame": link.child, "odom0": odometry_topic(owner)}
        ekf = NodeSpec("robot_localization", "ekf_node", "ekf_filter_node", owner.namespace)
        return *nodes, with_parameters(ekf, **frames)

    def confirm(self, design: Design) -> SeveralPublishers:
        """Return whether two publishers send odom -> base."""
        robot = robot_of(design, self.node)
        return SeveralPublishers(robot.base, robot.odom)


def _switched_on(node: NodeSpec, link: Link) -> NodeSpec:
    known = {parameter.name for parameter in node.type.parameters}
    frames = ("odom_frame", "odometry_frame", "odom_frame_id", "odometry.frame_id", "local_position.frame_id")
    wanted = {name: link.parent for name in frames if name in known} | {node.type.base_frame: link.child}
    return with_parameters(node, **wanted, **{node.type.switch: True})


@dataclass(frozen=True, slots=True)
class Cycle(ChangesBringup):
    """A sensor's driver publishes sensor -> base, its numbers inverted, beside the robot's own base -> sensor.

    Attributes:
        parent: the parent as the robot has it.
        child: the child as the robot has it.
    """

    name: ClassVar[str] = "cycle"
    kind: ClassVar[str] = "cycle"
    rule: ClassVar[str] = "A link is published in one direction only; tf2 inverts it for whoever asks the other way."
    symptom: ClassVar[str] = (
        'Setting it says nothing. A lookup that walks into the circle says "The tf tree is invalid because it '
        'contains a loop." and lists "Frame base_link exists with parent base_scan." with its opposite; a static '
        "circle stays, one with a moving link comes and goes."
    )
    cure: ClassVar[str] = "Remove the publisher of sensor -> base: sensors are leaves of the tree."

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Cycle:
        """Return one for a mount that does not move.

        Raises:
            InputError: the robot has no such mount.
        """
        mounts = {mount.child: mount for mount in design.mounts if not mount.moves}
        child = pick(mounts, "nothing is mounted on it", rng.choice)
        return cls(mounts[child].parent, child)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        if self.parent == self.child or not self._links(bringup):
            return f"nothing publishes {self.parent} -> {self.child} as a static link"
        if bringups.publishers(bringup, self.child, self.parent):
            return f"{self.child} -> {self.parent} is published already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the inverted link published as well."""
        nodes = bringups.parse(bringup)
        transform = next(iter(self._links(bringup)), Transform())
        return bringups.plain((*nodes, static_publisher_of(self.child, self.parent, transform.inverse())))

    def _links(self, bringup: Bringup) -> list[Transform]:
        links = bringups.static_links(bringup)
        return [
            link.transform
            for link in links
            if (link.parent, link.child) == (self.parent, self.child) and link.transform
        ]

    def confirm(self, design: Design) -> Circle:
        """Return whether each was hung under the other."""
        return Circle(self.parent, self.child)
