"""Faults of rhythm: messages come too seldom, in bursts, or not any more."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import owners
from tfsandbox.faults.deliveries import OfNode, arrived, check_severity, is_static, later
from tfsandbox.faults.edit import names, replaced, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.monitor import LinkArrives
from tfsandbox.recording import Recording
from tfsandbox.robots import Design
from tfsandbox.stamps import seconds_to_ns

_RATES = ("publish_rate", "update_rate", "frequency", "publish_frequency")
_SECONDS_SEEN = 2.0


@dataclass(frozen=True, slots=True)
class LowRate(ChangesBringup):
    """Somebody turns a publisher down to save processor time, or takes "period" for "rate".

    Attributes:
        parent: parent of a moving link that the node publishes.
        child: its child.
        hz: the new rate in hertz.
        severity: from 0 (the old rate) to 1 (``hz``); rates between are spaced evenly by ratio.
    """

    name: ClassVar[str] = "low-rate"
    kind: ClassVar[str] = "low-rate"
    rule: ClassVar[str] = "A moving link is published more often than anybody needs it."
    symptom: ClassVar[str] = (
        "Lookups at sensor stamps fail by less than one period: Lookup would require extrapolation into the future.  "
        "Requested time 7.900000 but the latest data is at time 7.512345. RViz stutters; message filters drop: "
        "discarding message because the queue is full."
    )
    cure: ClassVar[str] = "Raise the rate above that of the fastest sensor; what never moves belongs on /tf_static."

    parent: str = "odom"
    child: str = "base_footprint"
    hz: float = 2.0
    severity: float = 1.0

    def __post_init__(self) -> None:
        names(self)
        check_severity(self.severity)
        if not 0.1 <= finite(self.hz, "hz") <= 5.0:
            raise InputError("hz", self.hz, "give a low rate, from 0.1 to 5 Hz")

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for a node of the design whose rate can be set.

        Raises:
            InputError: there is none.
        """
        links = {
            link.child: link.parent
            for node in bringups.parse(design.bringup())
            for link in node.links
            if not link.static and _rate_of(node)
        }
        child = owners.pick(links, "no publisher of a moving link has a rate that can be set", rng.choice)
        return cls(links[child], child, rng.choice((1.0, 2.0, 3.0)))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        place = self._place(bringup)
        if place is None:
            return f"no publisher of {self.parent} -> {self.child} has a rate that can be set"
        node = bringups.parse(bringup)[place]
        if node.settings.number(_rate_of(node)) <= self.hz:
            return f"{self.parent} -> {self.child} is that slow already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the node's rate turned down."""
        nodes, place = bringups.parse(bringup), self._place(bringup)
        if place is None or not self.severity:
            return bringups.plain(nodes)
        name = _rate_of(nodes[place])
        old = nodes[place].settings.number(name)
        new = old * (self.hz / old) ** self.severity
        return replaced(nodes, place, parameters=with_parameters(nodes[place], **{name: new}).parameters)

    def confirm(self, design: Design) -> Observation:
        """Return whether few messages come."""
        return LinkArrives(self.parent, self.child, "rate", Bounds(most=self.hz + 2.0))

    def _place(self, bringup: Bringup) -> int | None:
        for place, node in enumerate(bringups.parse(bringup)):
            moving = [(link.parent, link.child) for link in node.links if not link.static]
            if (self.parent, self.child) in moving and _rate_of(node):
                return place
        return None


def _rate_of(node: NodeSpec) -> str:
    """Return the name of the parameter with the rate of a node's moving links, "" if it has none."""
    known = {parameter.name for parameter in node.type.parameters}
    return next((name for name in _RATES if name in known and node.links), "")


@dataclass(frozen=True, slots=True)
class PublisherDies(OfNode):
    """The USB cable of the motor board shakes loose: its driver hangs, and nobody looks at its log.

    Attributes:
        parent: parent of a moving link that the node publishes.
        child: its child.
        at: when it falls silent, seconds on the listener's clock.
    """

    name: ClassVar[str] = "publisher-dies"
    kind: ClassVar[str] = "stale-frame"
    rule: ClassVar[str] = "A moving link is alive only as long as its publisher is: look at its age."
    symptom: ClassVar[str] = (
        "Lookups at the latest time go on answering with the old pose. At sensor stamps: Lookup would require "
        "extrapolation into the future.  Requested time 7.900000 but the latest data is at time 4.966667, a gap that "
        "grows each second."
    )
    cure: ClassVar[str] = "Restart the publisher, let launch respawn it, and watch the link's age (tf2_monitor)."

    at: float = 5.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        if finite(self.at, "at") < 0:
            raise InputError("at", self.at, "give seconds on the listener's clock, zero or more")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording without what the node would have sent later."""
        ids, at_ns = self.ids(recording), seconds_to_ns(self.at)
        kept = (d for d in recording.deliveries if d.endpoint not in ids or d.receive_ns < at_ns or is_static(d))
        return dataclasses.replace(recording, deliveries=tuple(kept))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link has been silent for a while."""
        return LinkArrives(self.parent, self.child, "silence", Bounds(least=_SECONDS_SEEN))


@dataclass(frozen=True, slots=True)
class StarvationBursts(OfNode):
    """Mapping takes all of the processor, so the odometry's process gets its turn once a second and sends all at once.

    Attributes:
        parent: parent of a moving link that the node publishes.
        child: its child.
        period: seconds between two turns.
        severity: from 0 to 1, how much of the wait until its turn each message has.
    """

    name: ClassVar[str] = "starvation-bursts"
    kind: ClassVar[str] = "extrapolation-future"
    rule: ClassVar[str] = "A transform is of use only when it arrives soon after its stamp."
    symptom: ClassVar[str] = (
        "Stamps are evenly spaced, arrivals are not: silence, then a burst. Between bursts: Lookup would require "
        "extrapolation into the future.  Requested time 7.900000 but the latest data is at time 6.966667; after a "
        "burst the same lookup works."
    )
    cure: ClassVar[str] = "Lower the load (see top) or give the driver priority; a bigger buffer does not help."

    period: float = 1.0
    severity: float = 1.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        if not 0.2 <= finite(self.period, "period") <= 60.0:
            raise InputError("period", self.period, "give from 0.2 to 60 seconds")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording in which the node's messages wait for its next turn."""
        ids, period_ns = self.ids(recording), seconds_to_ns(self.period)
        waiting = (
            later(d, ids, by_ns=round(self.severity * (-d.receive_ns % period_ns))) for d in recording.deliveries
        )
        return arrived(recording, waiting)

    def confirm(self, design: Design) -> Observation:
        """Return whether most messages come in a bunch."""
        return LinkArrives(self.parent, self.child, "bunched", Bounds(least=0.5))
