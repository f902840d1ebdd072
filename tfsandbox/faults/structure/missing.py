"""Links that nobody publishes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox import static_args
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults import descriptions
from tfsandbox.faults.edit import names, replaced, static_publisher, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_possible, full_name, is_called, pick, robot_of
from tfsandbox.faults.structure.one_node import OfOneNode, in_place_of
from tfsandbox.nodes import Link
from tfsandbox.observations.log import Says
from tfsandbox.observations.tree import Lacks
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class _OfMount(ChangesBringup):
    """Faults of whoever publishes one mount."""

    nowhere: ClassVar[str] = "no fixed mount of its own can be left out"
    """Why a design has no mount for it."""

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return one for a mount to which it can happen.

        Raises:
            InputError: there is none.
        """
        every = (cls(mount.parent, mount.child) for mount in design.mounts)
        return first_possible(every, design.bringup(), cls.nowhere, rng)


@dataclass(frozen=True, slots=True)
class MissingStatic(_OfMount):
    """A sensor is bolted on and its driver started, but nobody writes down where it sits.

    Attributes:
        parent: parent of the link that is left out.
        child: its child.
    """

    name: ClassVar[str] = "missing-static"
    kind: ClassVar[str] = "missing-static"
    rule: ClassVar[str] = "Every frame that a message names hangs on the robot by a published link."
    symptom: ClassVar[str] = (
        "\"Could not find a connection between 'odom' and 'base_scan' because they are not part of the same tree.Tf "
        'has two or more unconnected trees." where something hangs below the frame; \'"base_scan" passed to '
        "lookupTransform argument source_frame does not exist. ' where nothing does."
    )
    cure: ClassVar[str] = (
        "Measure where the sensor sits and publish it, in the URDF or with a static_transform_publisher."
    )

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = static_publisher(bringup, self.parent, self.child)
        if isinstance(found, int):
            return None
        nodes = bringups.parse(bringup)
        places = bringups.publishers(bringup, self.parent, self.child)
        if not places or nodes[places[0]].executable != "robot_state_publisher":
            return found
        model = descriptions.of(nodes[places[0]])
        link = descriptions.link_name(nodes[places[0]], self.child)
        if model is None or not any(joint.child == link and not joint.moves for joint in model.joints):
            return f"{self.parent} -> {self.child} is no fixed joint of the URDF"
        if any(joint.parent == link for joint in model.joints):
            return f"{self.child} carries other links of the URDF: leaving it out makes two roots"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup without that static publisher, or with a URDF that lacks the joint and its link."""
        places = bringups.publishers(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        gone = {i for i in places if nodes[i].executable == "static_transform_publisher"}
        if gone or self.applies_to(bringup) is not None:
            return bringups.plain(node for i, node in enumerate(nodes) if i not in gone)
        node = nodes[places[0]]
        link = descriptions.link_name(node, self.child)
        text = descriptions.without_joint(node.settings.text("robot_description"), link, link=True)
        return replaced(nodes, places[0], parameters=with_parameters(node, robot_description=text).parameters)

    def confirm(self, design: Design) -> Lacks:
        """Return whether nobody says where the frame is mounted."""
        return Lacks(self.child)


@dataclass(frozen=True, slots=True)
class MissingOdometryLink(OfOneNode):
    """The wheel driver's tf is switched off to make room for an EKF that is then never started."""

    name: ClassVar[str] = "missing-odometry-link"
    kind: ClassVar[str] = "missing-odom-edge"
    rule: ClassVar[str] = "Exactly one node publishes odom -> base, all the time."
    symptom: ClassVar[str] = (
        'slam_toolbox says "Failed to compute odom pose" and, as AMCL does, "Message Filter dropping message: frame '
        "'base_scan' at time ... for reason 'discarding message because the queue is full'\", although /odom is "
        "there; odom and the robot are two trees."
    )
    cure: ClassVar[str] = (
        "Start the EKF, or switch the driver's tf on again (publish_tf, publish_odom_tf, enable_odom_tf)."
    )

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the nodes with that one's tf off; without it if it has no switch."""
        return in_place_of(owner, nodes, started=switched_off(owner))

    def confirm(self, design: Design) -> Lacks:
        """Return whether the base hangs under nothing."""
        return Lacks(robot_of(design, self.node).base)


def switched_off(node: NodeSpec) -> list[NodeSpec]:
    """Return the node with its tf off, as a list; an empty one if it has no switch for that."""
    return [with_parameters(node, **{node.type.switch: False})] if node.type.switch else []


@dataclass(frozen=True, slots=True)
class SilentJoints(ChangesBringup):
    """robot_state_publisher runs, but nothing tells it where the joints are: /joint_states stays silent.

    Attributes:
        node: name of the node that is not started.
    """

    name: ClassVar[str] = "silent-joints"
    kind: ClassVar[str] = "joint-states-missing"
    rule: ClassVar[str] = "Movable links reach tf only when somebody publishes /joint_states."
    symptom: ClassVar[str] = (
        'Movable links only are missing: RViz says "No transform from [wheel_left_link] to [base_link]"; fixed ones '
        "are there. tf2 calls a movable link unknown, or part of another tree where something hangs below it."
    )
    cure: ClassVar[str] = (
        "Start the joints' driver (ros2_control's joint_state_broadcaster) or joint_state_publisher; see that it "
        "publishes on the topic that robot_state_publisher listens to."
    )

    node: str = "joint_state_publisher"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> SilentJoints:
        """Return one for a robot with moving joints.

        Raises:
            InputError: it has none.
        """
        nodes = bringups.parse(design.bringup())
        found = (full_name(node) for node in nodes if node.executable == "joint_state_publisher")
        return cls(pick(found, "nothing on it moves by a joint", rng.choice))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        for node in bringups.parse(bringup):
            if is_called(node, self.node):
                return None if node.executable == "joint_state_publisher" else f"{self.node} publishes no joint states"
        return f"no node is called {self.node}"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup without that node."""
        nodes = bringups.parse(bringup)
        driver = "joint_state_publisher"
        return bringups.plain(n for n in nodes if not (is_called(n, self.node) and n.executable == driver))

    def confirm(self, design: Design) -> Lacks:
        """Return whether a link that moves hangs under nothing."""
        robot = robot_of(design, self.node)
        moving = [mount.child for mount in robot.mounts if mount.moves and not mount.driver]
        return Lacks(moving[0] if moving else robot.base)


@dataclass(frozen=True, slots=True)
class TrailingPeriod(_OfMount):
    """A ROS 1 launch line is copied with the period at its end: x y z yaw pitch roll parent child 100.

    Attributes:
        parent: parent of the link on that line.
        child: its child.
    """

    name: ClassVar[str] = "trailing-period"
    kind: ClassVar[str] = "cli-syntax"
    rule: ClassVar[str] = "ROS 2's static_transform_publisher publishes once and takes no period; it wants named flags."
    symptom: ClassVar[str] = (
        'The program exits with code 1 and its frame is missing. Jazzy takes nine words for a quaternion: "error '
        'parsing command line arguments: Failed to parse qw argument as float"; Kilted and later refuse every '
        'positional form: "error parsing command line arguments: Frame id must not be empty".'
    )
    cure: ClassVar[str] = "Write --x ... --yaw ... --frame-id base_link --child-frame-id base_scan, without a period."
    nowhere: ClassVar[str] = "no mount has a static_transform_publisher of its own"

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        place = static_publisher(bringup, self.parent, self.child)
        if isinstance(place, str):
            return place
        refused = static_args.parse(self._typed(bringups.parse(bringup)[place])).error
        return None if "qw" in refused else f"{self.parent} reads as a number, so another error comes first"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that command line in ROS 1's form."""
        place = static_publisher(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        if isinstance(place, str):
            return bringups.plain(nodes)
        return replaced(nodes, place, arguments=self._typed(nodes[place]))

    def _typed(self, node: NodeSpec) -> tuple[str, ...]:
        link = static_args.parse(static_args.without_ros_arguments(node.arguments))
        roll, pitch, yaw = link.transform.rpy
        numbers = (f"{value + 0.0:.6g}" for value in (*link.transform.translation, yaw, pitch, roll))
        return (*numbers, self.parent, self.child, "100")

    def confirm(self, design: Design) -> Says:
        """Return whether a static_transform_publisher refuses its command line for this."""
        return Says("error parsing command line arguments")
