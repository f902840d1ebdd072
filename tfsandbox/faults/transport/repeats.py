"""Faults of mounts that are sent again and again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.transport.broadcasters import OwnBroadcaster, mounts, own_node
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import Heard
from tfsandbox.observations.monitor import LinkArrives
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class StaticFlood(OwnBroadcaster):
    """Somebody puts the static broadcaster's call into the main loop, "to be on the safe side".

    Attributes:
        parent: the mount's parent.
        child: its child.
        hz: how often it is sent.
        severity: from 0 (not changed) to 1, scales ``hz``.
    """

    name: ClassVar[str] = "static-flood"
    kind: ClassVar[str] = "static-flood"
    rule: ClassVar[str] = "A static transform is sent once; late joiners get it by latching."
    symptom: ClassVar[str] = (
        "ros2 topic hz /tf_static shows hundreds of hertz, processors get warm, queues overflow. Lookups are right."
    )
    cure: ClassVar[str] = "Send it once after start-up, outside the loop."

    hz: float = 250.0
    severity: float = 1.0

    def __post_init__(self) -> None:
        OwnBroadcaster.__post_init__(self)
        if not 10.0 <= finite(self.hz, "hz") <= 1000.0:
            raise InputError("hz", self.hz, "give from 10 to 1000 Hz")

    def parameters(self) -> dict[str, Any]:
        """Return a static broadcaster's that sends in a loop."""
        hz = self.hz * self.severity
        return {"resend_period": min(3600.0, 1.0 / hz)} if hz else {}

    def confirm(self, design: Design) -> Observation:
        """Return whether the link comes all the time."""
        return LinkArrives(self.parent, self.child, "rate", Bounds(least=self.hz * (self.severity or 1.0) / 2))


@dataclass(frozen=True, slots=True)
class StaticVsDynamic(OwnBroadcaster):
    """A driver sends a mount ten times a second on /tf, while the robot's description has it on /tf_static.

    Attributes:
        parent: the mount's parent.
        child: its child.
    """

    name: ClassVar[str] = "static-vs-dynamic"
    kind: ClassVar[str] = "static-vs-dynamic"
    rule: ClassVar[str] = "A frame is static or moving, never both: one child, one topic."
    symptom: ClassVar[str] = (
        "Silent. Each time the topic changes the frame's history is thrown away, so lookups into the past fail: Lookup "
        "would require extrapolation into the past.  Requested time 1.500000 but the earliest data is at time 2.020000."
    )
    cure: ClassVar[str] = "Take the frame out of one of the two; a mount belongs on /tf_static."

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with one more publisher of the mount, on /tf."""
        found, nodes = mounts(bringup).get(self.child), bringups.parse(bringup)
        if found is None:
            return bringups.plain(nodes)
        return bringups.plain((*nodes, own_node((found.link,), found.node.namespace, **self.parameters())))

    def parameters(self) -> dict[str, Any]:
        """Return a plain publisher's on /tf that sends ten times a second."""
        return {"broadcaster": "plain", "durability": "volatile", "topic": "/tf", "resend_period": 0.1}

    def confirm(self, design: Design) -> Observation:
        """Return whether the mount comes on /tf."""
        return Heard("/tf", (self.child,))
