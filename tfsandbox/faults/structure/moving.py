"""The moving links map -> odom -> base published with the wrong frames in them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.bringup import NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import static_publisher_of, with_parameters
from tfsandbox.faults.effects import dies, odometry_topic
from tfsandbox.faults.owners import full_name, localizer_link, renamed, robot_of
from tfsandbox.faults.structure.missing import switched_off
from tfsandbox.faults.structure.one_node import OfOneNode, in_place_of
from tfsandbox.geometry import Transform
from tfsandbox.nodes import Link
from tfsandbox.observations import Observation
from tfsandbox.observations.log import Says
from tfsandbox.observations.tree import HangsUnder
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class _Misnamed(OfOneNode):
    """Faults in which that node publishes its link under other names."""

    def changed(self, node: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return what starts in the node's place."""
        raise NotImplementedError

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return why it cannot happen to the node that publishes the link, or None."""
        changed = self.changed(owner, link)
        if changed[0].links == owner.links:
            return f"{full_name(owner)} does so already"
        if dies(changed[0]) or sum(len(node.links) for node in changed) < len(owner.links):
            return f"{full_name(owner)} checks its frames and publishes nothing instead"
        return None

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the nodes with that one changed."""
        return in_place_of(owner, nodes, started=self.changed(owner, link))


def _exchanged(node: NodeSpec, link: Link) -> NodeSpec:
    other = {link.parent: link.child, link.child: link.parent}
    return renamed(node, lambda frame: other.get(frame, frame))


@dataclass(frozen=True, slots=True)
class InvertedMapOdom(_Misnamed):
    """Somebody turns map upside down to get one tree: odom -> map is published in place of map -> odom."""

    name: ClassVar[str] = "inverted-map-odom"
    kind: ClassVar[str] = "swapped-parent-child"
    rule: ClassVar[str] = "REP 105's order is map, odom, base, sensors: map hangs under nothing."
    symptom: ClassVar[str] = (
        "Usually no message: the tree is connected, with odom at its top. The map moves when the robot is localized, "
        "and whoever else publishes map -> odom makes a circle with it."
    )
    cure: ClassVar[str] = "Let the localizer publish map -> odom: the map's name in map_frame (global_frame_id)."

    @staticmethod
    def link_of(node: NodeSpec) -> Link | None:
        """Return map -> odom, if the node publishes it."""
        return localizer_link(node)

    def changed(self, node: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the localizer with its two frames exchanged, or silent beside a static link if it can be silenced."""
        if node.type.switch:
            return [*switched_off(node), static_publisher_of(link.child, link.parent, Transform())]
        return [_exchanged(node, link)]

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether map hangs under odom."""
        robot = robot_of(design, self.node)
        return HangsUnder(robot.map, robot.odom)


@dataclass(frozen=True, slots=True)
class InvertedOdometry(_Misnamed):
    """A home-made odometry driver fills in its message the wrong way round and publishes base -> odom."""

    name: ClassVar[str] = "inverted-odometry"
    kind: ClassVar[str] = "swapped-parent-child"
    rule: ClassVar[str] = "header.frame_id is the parent: odometry publishes the base as child of odom."
    symptom: ClassVar[str] = (
        "No message from tf2. Map and robot both claim odom: its parent flickers between them, and the robot's own "
        'frames hang above it. SLAM says "Failed to compute odom pose" now and then, AMCL drops scans.'
    )
    cure: ClassVar[str] = "Exchange the two names: frame_id odom, child_frame_id the base; keep the numbers."

    def changed(self, node: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the driver with its two frames exchanged."""
        return [_exchanged(node, link)]

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether odom hangs under the base."""
        robot = robot_of(design, self.node)
        return HangsUnder(robot.odom, robot.base)


@dataclass(frozen=True, slots=True)
class SelfTransform(_Misnamed):
    """Two parameters of the odometry driver get the same name, so that it publishes a frame as its own child."""

    name: ClassVar[str] = "self-transform"
    kind: ClassVar[str] = "self-transform"
    rule: ClassVar[str] = "frame_id and child_frame_id of a transform are two different frames."
    symptom: ClassVar[str] = (
        'Every listener logs "TF_SELF_TRANSFORM: Ignoring transform from authority "default_authority" with frame_id '
        'and  child_frame_id "odom" because they are the same", and odom -> base is missing; '
        "static_transform_publisher and robot_localization notice by themselves and exit."
    )
    cure: ClassVar[str] = "Look for the two name parameters that are equal and give the child its own frame."

    def changed(self, node: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the driver with its parent as its child, too."""
        return [renamed(node, lambda frame: link.parent if frame == link.child else frame)]

    def confirm(self, design: Design) -> Says:
        """Return whether tf2 refuses it in its own words."""
        odom = robot_of(design, self.node).odom
        return Says("TF_SELF_TRANSFORM: Ignoring transform from authority", also=f'child_frame_id "{odom}"')


@dataclass(frozen=True, slots=True)
class EmptyName(_Misnamed):
    """A parameter for a frame's name is there, but stays empty: a launch argument without a default.

    Attributes:
        node: name of the node that publishes odom -> base, "" for the first.
        end: "child" or "parent": which of the two names is empty.
    """

    name: ClassVar[str] = "empty-name"
    kind: ClassVar[str] = "empty-frame-id"
    rule: ClassVar[str] = "Both names of a transform are filled in before it is sent."
    symptom: ClassVar[str] = (
        'Every listener logs "TF_NO_CHILD_FRAME_ID: Ignoring transform from authority "default_authority" because '
        'child_frame_id not set " (or "TF_NO_FRAME_ID: ..."), and odom -> base is missing.'
    )
    cure: ClassVar[str] = "Give the launch argument a default, and let the node refuse to start without a name."

    end: str = "child"

    def __post_init__(self) -> None:
        OfOneNode.__post_init__(self)
        if self.end not in ("child", "parent"):
            raise InputError("end", self.end, 'give "child" or "parent"')

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> EmptyName:
        """Return one for either end.

        Raises:
            InputError: no node publishes odometry.
        """
        found = super(EmptyName, cls).draw(design, rng)
        return cls(found.node, rng.choice(("child", "parent")))

    def changed(self, node: NodeSpec, link: Link) -> list[NodeSpec]:
        """Return the driver with that name empty."""
        gone = link.child if self.end == "child" else link.parent
        return [renamed(node, lambda frame: "" if frame == gone else frame)]

    def confirm(self, design: Design) -> Observation:
        """Return whether tf2 refuses it in its own words."""
        return Says("TF_NO_CHILD_FRAME_ID" if self.end == "child" else "TF_NO_FRAME_ID")


@dataclass(frozen=True, slots=True)
class MapToBase(OfOneNode):
    """For GPS a second EKF is started with odom_frame: map, so that it publishes map -> base beside odom -> base."""

    name: ClassVar[str] = "map-to-base"
    kind: ClassVar[str] = "wrong-rep105-edge"
    rule: ClassVar[str] = "A localizer publishes map -> odom = T_map_base @ T_base_odom, never map -> base."
    symptom: ClassVar[str] = (
        "No message from tf2: the base has two moving parents, map and odom, and flickers between them; half of the "
        "lookups from odom or from map fail, depending on who spoke last."
    )
    cure: ClassVar[str] = (
        "Set world_frame: map and leave odom_frame: odom: then robot_localization publishes map -> odom. Only one "
        "node may do that."
    )

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return that the base has two parents already, if it has."""
        other = any(known.child == link.child and known != link for node in nodes for known in node.links)
        return f"{link.child} has another parent already" if other else None

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> tuple[NodeSpec, ...]:
        """Return the nodes with one more EKF."""
        ekf = NodeSpec("robot_localization", "ekf_node", "ekf_filter_node_map", owner.namespace)
        top = _map_of(nodes, link.parent)
        frames = {"map_frame": "earth", "odom_frame": top, "world_frame": top, "base_link_frame": link.child}
        return *nodes, with_parameters(ekf, **frames, odom0=odometry_topic(owner))

    def confirm(self, design: Design) -> HangsUnder:
        """Return whether the base was hung under map itself."""
        robot = robot_of(design, self.node)
        return HangsUnder(robot.base, robot.map, "/tf")


def _map_of(nodes: tuple[NodeSpec, ...], odom: str) -> str:
    links = (localizer_link(node) for node in nodes)
    return next((link.parent for link in links if link and link.child == odom), "map")
