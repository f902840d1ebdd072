"""Faults of latching: late joiners of a home-made publisher get nothing, or its last message only."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults import owners
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.transport.broadcasters import OwnBroadcaster, mounts, own_name, own_node, taken_out
from tfsandbox.observations import Observation
from tfsandbox.observations.echo import Heard
from tfsandbox.observations.monitor import Offered
from tfsandbox.recording import TF_TYPE
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class VolatileStatic(OwnBroadcaster):
    """Somebody writes a static broadcaster of their own and creates its publisher with the default QoS.

    Attributes:
        parent: the mount's parent.
        child: its child.
    """

    name: ClassVar[str] = "volatile-static"
    kind: ClassVar[str] = "static-qos"
    rule: ClassVar[str] = "Publishers on /tf_static are transient local; tf2's listeners refuse others."
    symptom: ClassVar[str] = (
        "The frame does not exist, however often it is sent. Logged once on each side: New publisher discovered on "
        "topic '/tf_static', offering incompatible QoS. No messages will be received from it. Last incompatible "
        "policy: DURABILITY (older: DURABILITY_QOS_POLICY)."
    )
    cure: ClassVar[str] = "Use tf2_ros's StaticTransformBroadcaster, or durability TRANSIENT_LOCAL with depth 1."

    def parameters(self) -> dict[str, Any]:
        """Return a plain publisher's, volatile, that sends once a second."""
        return {"broadcaster": "plain", "durability": "volatile", "resend_period": 1.0}

    def confirm(self, design: Design) -> Observation:
        """Return whether somebody on /tf_static is volatile."""
        return Offered("/tf_static", TF_TYPE, "volatile")


@dataclass(frozen=True, slots=True)
class StaticOnlyLast(ChangesBringup):
    """Somebody sends each mount in a message of its own from one publisher that keeps one message for late joiners.

    Attributes:
        children: the frames whose mounts are sent so, in this order; only the last one is kept.
    """

    name: ClassVar[str] = "static-only-last"
    kind: ClassVar[str] = "static-only-last"
    rule: ClassVar[str] = "A static publisher keeps its last message only, so that message has to hold all its links."
    symptom: ClassVar[str] = (
        "Who was there from the start sees all mounts; whoever starts later sees the last one only, and of the others: "
        '"imu_link" passed to lookupTransform argument source_frame does not exist. Starting in another order "cures" '
        "it."
    )
    cure: ClassVar[str] = "Put all transforms into one message, or use StaticTransformBroadcaster, which does."

    children: tuple[str, ...] = ("base_link", "base_scan", "imu_link")

    def __post_init__(self) -> None:
        given = self.children
        if not isinstance(given, (tuple, list)) or not all(isinstance(child, str) and child for child in given):
            raise InputError("children", given, 'give frame names, e.g. ("base_scan", "imu_link")')
        if not 2 <= len(set(given)) == len(given):
            raise InputError("children", given, "give at least two different frames")
        object.__setattr__(self, "children", tuple(given))

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for two or three mounts of one robot, in any order.

        Raises:
            InputError: it has no two such mounts.
        """
        found: dict[str, list[str]] = {}
        for child, mount in mounts(design.bringup()).items():
            found.setdefault(mount.node.namespace, []).append(child)
        enough = {namespace: children for namespace, children in found.items() if len(children) > 1}
        children = enough[owners.pick(enough, "it has no two mounts that somebody could publish otherwise", rng.choice)]
        return cls(tuple(rng.sample(children, min(3, len(children)))))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        missing = [child for child in self.children if child not in mounts(bringup)]
        return f"there is no mount of {', '.join(missing)} that somebody could publish otherwise" if missing else None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with one node for these mounts."""
        found = mounts(bringup)
        if self.applies_to(bringup) is not None:
            return bringups.plain(bringups.parse(bringup))
        chosen = [found[child] for child in self.children]
        links = tuple(mount.link for mount in chosen)
        own = own_node(links, chosen[0].node.namespace, broadcaster="plain", one_message_each=True)
        return bringups.plain((*taken_out(bringup, chosen), own))

    def confirm(self, design: Design) -> Observation:
        """Return whether only the last one is heard."""
        return Heard("/tf_static", self.children[-1:], self.children[:-1])


@dataclass(frozen=True, slots=True)
class StaticSentOnce(OwnBroadcaster):
    """Somebody sends a mount once at start-up on /tf, whose publishers keep nothing for whoever comes later.

    Attributes:
        parent: the mount's parent.
        child: its child.
    """

    name: ClassVar[str] = "static-sent-once"
    kind: ClassVar[str] = "static-qos"
    rule: ClassVar[str] = "What is sent once must be latched: on /tf_static with durability transient local."
    symptom: ClassVar[str] = (
        "Works for who was there first, and only at the latest time: Lookup would require extrapolation at time "
        "7.900000, but only time 0.010000 is in the buffer. For whoever starts later the frame does not exist; no "
        "warning."
    )
    cure: ClassVar[str] = "Publish it with StaticTransformBroadcaster or static_transform_publisher."

    def parameters(self) -> dict[str, Any]:
        """Return a plain publisher's, volatile, on /tf."""
        return {"broadcaster": "plain", "durability": "volatile", "topic": "/tf"}

    def confirm(self, design: Design) -> Observation:
        """Return whether the mount's publisher on /tf is never heard."""
        return Offered("/tf", TF_TYPE, heard=False, node=own_name(self.child))
