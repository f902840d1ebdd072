"""Faults in the shape of the tree: too many parents, too many publishers, a missing link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox import static_args
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import names, static_publisher, with_parameters
from tfsandbox.geometry import Transform


@dataclass(frozen=True, slots=True)
class TwoParents:
    """A driver's launch file brings its own static publisher for a frame that the robot already mounts elsewhere.

    For static links the last arrival wins, so ``order`` decides which parent the frame ends up under.

    Attributes:
        child: the frame that gets a second parent.
        parent: the second parent.
        order: "last" or "first": when the second publisher starts.
        transform: T_parent_child as published; by default the numbers of the existing static link, copied.
    """

    name: ClassVar[str] = "two-parents"
    kind: ClassVar[str] = "two-parents"

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
        arguments = static_args.arguments(self.parent, self.child, self.transform or self._copied(bringup))
        second = NodeSpec(
            "tf2_ros", "static_transform_publisher", f"{_word(self.child)}_publisher", arguments=arguments
        )
        return bringups.plain((*nodes, second) if self.order == "last" else (second, *nodes))

    def _copied(self, bringup: Bringup) -> Transform:
        links = (link for link in bringups.static_links(bringup) if link.child == self.child)
        return next((link.transform for link in links if link.transform), Transform())


def _word(frame: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in f"{'' if frame[:1].isalpha() else '_'}{frame}")


@dataclass(frozen=True, slots=True)
class TwoPublishers:
    """An EKF is added to a robot whose wheel odometry keeps publishing odom -> base as well."""

    name: ClassVar[str] = "two-publishers"
    kind: ClassVar[str] = "two-publishers-same-edge"

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        owners = [node for node in nodes if _owns_odometry(node)]
        if not owners:
            return "nothing publishes odom -> base, so there is no link to publish twice"
        if len({node.links for node in owners}) < len(owners):
            return "odom -> base already has two publishers"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the other odometry node's switch on, or with an EKF added."""
        nodes = bringups.parse(bringup)
        owner = next((node for node in nodes if _owns_odometry(node)), None)
        if owner is None:
            return bringups.plain(nodes)
        link = owner.links[0]
        for i, node in enumerate(nodes):
            if node is not owner and node.type.switch and not node.links:
                frames = {"odom_frame": link.parent, "odometry_frame": link.parent, node.type.base_frame: link.child}
                known = {p.name for p in node.type.parameters}
                wanted = {name: value for name, value in frames.items() if name in known}
                both = with_parameters(node, **wanted, **{node.type.switch: True})
                return bringups.plain((*nodes[:i], both, *nodes[i + 1 :]))
        frames = {"odom_frame": link.parent, "base_link_frame": link.child, "odom0": "/odom"}
        ekf = NodeSpec("robot_localization", "ekf_node", "ekf_filter_node")
        return bringups.plain((*nodes, with_parameters(ekf, **frames)))


def _owns_odometry(node: NodeSpec) -> bool:
    return bool(node.type.switch and node.links)


@dataclass(frozen=True, slots=True)
class MissingStatic:
    """A sensor is bolted on and its driver started, but nobody writes down where it sits.

    Attributes:
        parent: parent of the link that is left out.
        child: its child.
    """

    name: ClassVar[str] = "missing-static"
    kind: ClassVar[str] = "missing-static"

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = static_publisher(bringup, self.parent, self.child)
        return found if isinstance(found, str) else None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup without any static publisher of that link."""
        places = bringups.publishers(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        gone = {i for i in places if nodes[i].executable == "static_transform_publisher"}
        return bringups.plain(node for i, node in enumerate(nodes) if i not in gone)
