"""Faults of the network: messages get lost, overtake each other, or take their time."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.faults.deliveries import OfNode, arrived, drawn, is_static, later
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import Stamps, StepsBack
from tfsandbox.observations.monitor import LinkArrives
from tfsandbox.recording import Recording
from tfsandbox.robots import Design
from tfsandbox.stamps import seconds_to_ns

_CACHE_S = 10.0


@dataclass(frozen=True, slots=True)
class Loss(OfNode):
    """The robot drives behind a wall and its wireless link drops most packets before the laptop sees them.

    Attributes:
        parent: parent of a moving link that the node at the other end publishes.
        child: its child.
        share: how many of the node's messages get lost, from 0 to 0.9.
        severity: from 0 to 1, scales ``share``.
    """

    name: ClassVar[str] = "loss"
    kind: ClassVar[str] = "low-rate"
    rule: ClassVar[str] = "What is looked up often should not have to cross a bad network."
    symptom: ClassVar[str] = (
        "The rate goes up and down, and gaps between stamps are whole numbers of periods. Lookups fail now and then: "
        "Lookup would require extrapolation into the future.  Requested time 7.900000 but the latest data is at time "
        "7.733333; a moment later they work."
    )
    cure: ClassVar[str] = "Run what needs tf on the robot itself; give lookups a timeout; send less over the air."

    share: float = 0.6
    severity: float = 1.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        if not 0.1 <= finite(self.share, "share") <= 0.9:
            raise InputError("share", self.share, "give a share from 0.1 to 0.9")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording without the lost messages; the numbers of the others show the gaps."""
        ids, lost = self.ids(recording), self.share * self.severity
        kept = (d for d in recording.deliveries if d.endpoint not in ids or is_static(d) or drawn(d, seed) >= lost)
        return dataclasses.replace(recording, deliveries=tuple(kept))

    def confirm(self, design: Design) -> Observation:
        """Return whether stamps have gaps."""
        return Stamps(self.parent, self.child, "gaps", Bounds(least=self.share * self.severity / 3))


@dataclass(frozen=True, slots=True)
class OutOfOrder(OfNode):
    """Messages reach the laptop through a relay on two radio links; those of the faster one overtake the others.

    Attributes:
        parent: parent of a moving link that the node at the other end publishes.
        child: its child.
        spread: the longest way takes this much longer than the shortest, seconds.
        severity: from 0 to 1, scales ``spread``.
    """

    name: ClassVar[str] = "out-of-order"
    kind: ClassVar[str] = "out-of-order"
    rule: ClassVar[str] = "tf2 sorts by stamp: late messages are welcome within its 10 s, but they are late."
    symptom: ClassVar[str] = (
        "Stamps in ros2 topic echo /tf go back and forth. tf2 says nothing and sorts them in; only what is older than "
        "its 10 s is refused (TF_OLD_DATA). Lookups at fresh stamps have to wait."
    )
    cure: ClassVar[str] = "None for tf2 itself; use one way, or give lookups a timeout longer than the spread."

    spread: float = 0.3
    severity: float = 1.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        if not 0.05 <= finite(self.spread, "spread") < _CACHE_S:
            raise InputError("spread", self.spread, "give from 0.05 to 10 seconds")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the node's messages on ways of different length."""
        spread_ns = seconds_to_ns(self.spread * self.severity)
        ids = self.ids(recording)
        return arrived(
            recording, (later(d, ids, by_ns=round(drawn(d, seed) * spread_ns)) for d in recording.deliveries)
        )

    def confirm(self, design: Design) -> Observation:
        """Return whether stamps step back again and again, by less than tf2 keeps."""
        return StepsBack(self.parent, self.child, Bounds(0.002, _CACHE_S), Bounds(least=5))


@dataclass(frozen=True, slots=True)
class Latency(OfNode):
    """The operator sits in another town: every message takes its time through the tunnel.

    Attributes:
        parent: parent of a moving link that the node at the other end publishes.
        child: its child.
        seconds: how long each of the node's messages takes.
        severity: from 0 to 1, scales ``seconds``.
    """

    name: ClassVar[str] = "latency"
    kind: ClassVar[str] = "extrapolation-future"
    rule: ClassVar[str] = "Nobody has heard yet where the robot is now: ask for a time that has arrived, or wait."
    symptom: ClassVar[str] = (
        "A lookup at the present time fails by the same gap each time: Lookup would require extrapolation into the "
        "future.  Requested time 7.900000 but the latest data is at time 7.466667. With a timeout above the gap it "
        "works. One message cannot tell it from a clock that is behind."
    )
    cure: ClassVar[str] = "Look up at the data's own stamp with a timeout longer than the gap, or near the robot."

    seconds: float = 0.4
    severity: float = 1.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        if not 0.01 <= finite(self.seconds, "seconds") <= 60.0:
            raise InputError("seconds", self.seconds, "give from 0.01 to 60 seconds")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the node's messages later; what would come after its end is not in it."""
        ids, late_ns = self.ids(recording), seconds_to_ns(self.seconds * self.severity)
        return arrived(recording, (later(d, ids, by_ns=late_ns) for d in recording.deliveries))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's messages are that old when they arrive."""
        late = self.seconds * (self.severity or 1.0)
        return LinkArrives(self.parent, self.child, "delay", Bounds(0.95 * late, 1.05 * late))
