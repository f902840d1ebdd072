"""Somebody's own node publishes a mount that a static_transform_publisher or robot_state_publisher published before.

The node is ``my_robot_bringup/mounts``, which can be written in all the wrong ways.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults import descriptions, owners
from tfsandbox.faults.deliveries import check_severity
from tfsandbox.faults.edit import names, node_name, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.geometry import Transform
from tfsandbox.nodes import Link
from tfsandbox.nodes.mounts import text_of
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class Mounted:
    """A mount that can be taken out of a bringup.

    Attributes:
        place: of its publisher in the bringup.
        node: that publisher.
        link: the link.
    """

    place: int
    node: NodeSpec
    link: Link


def mounts(bringup: Bringup) -> dict[str, Mounted]:
    """Return by child the mounts that somebody could publish otherwise.

    Those with a static_transform_publisher, and those at the tips of a robot description: taking out others would leave
    it with two roots.
    """
    found = {}
    for place, node in enumerate(bringups.parse(bringup)):
        for link in node.links:
            if node.executable == "static_transform_publisher" or (link.static and _is_tip(node, link.child)):
                found[link.child] = Mounted(place, node, link)
    return found


def _is_tip(node: NodeSpec, child: str) -> bool:
    model = descriptions.of(node)
    if model is None:
        return False
    name = descriptions.link_name(node, child)
    return all(joint.parent != name for joint in model.joints)


def taken_out(bringup: Bringup, gone: Collection[Mounted]) -> list[NodeSpec]:
    """Return the nodes of a bringup without these mounts."""
    kept = []
    for place, node in enumerate(bringups.parse(bringup)):
        mine = [mount for mount in gone if mount.place == place]
        if mine and node.executable == "static_transform_publisher":
            continue
        for mount in mine:
            name = descriptions.link_name(node, mount.link.child)
            text = descriptions.without_joint(node.settings.text("robot_description"), name, link=True)
            node = with_parameters(node, robot_description=text)
        kept.append(node)
    return kept


def own_name(child: str) -> str:
    """Return what somebody's own node for a mount is called."""
    return node_name(f"{child}_broadcaster")


def own_node(links: tuple[Link, ...], namespace: str, **parameters: Any) -> NodeSpec:
    """Return somebody's own node that publishes these links."""
    word = own_name(links[-1].child)
    texts = tuple(text_of(link.parent, link.child, link.transform or Transform()) for link in links)
    return NodeSpec("my_robot_bringup", "mounts", word, namespace, tuple({"mounts": texts, **parameters}.items()))


@dataclass(frozen=True, slots=True)
class OwnBroadcaster(ChangesBringup):
    """Somebody's own node publishes a mount.

    Attributes:
        parent: the mount's parent.
        child: its child.
    """

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)
        if hasattr(self, "severity"):
            check_severity(self.severity)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's mounts.

        Raises:
            InputError: its mounts are all published by drivers, or hold other frames.
        """
        found = mounts(design.bringup())
        child = owners.pick(found, "it has no mount that somebody could publish otherwise", rng.choice)
        return cls(found[child].link.parent, child)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = mounts(bringup).get(self.child)
        if found and found.link.parent == self.parent:
            return None
        return f"no static_transform_publisher has {self.parent} -> {self.child}, and it is not at a description's tip"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that node instead of the mount's publisher."""
        found, parameters = mounts(bringup).get(self.child), self.parameters()
        if found is None or not parameters:
            return bringups.plain(bringups.parse(bringup))
        own = own_node((found.link,), found.node.namespace, **parameters)
        return bringups.plain((*taken_out(bringup, (found,)), own))

    def parameters(self) -> dict[str, Any]:
        """Return the node's parameters; none to leave all as it was."""
        raise NotImplementedError
