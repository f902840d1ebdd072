"""Faults of time that jumps or runs twice: a restarted simulation, a hiccup of its clock, a bag beside live data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.deliveries import (
    OfLink,
    all_topics,
    arrived,
    carries,
    drawn,
    is_static,
    moving_children,
    restamped,
)
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import StepsBack
from tfsandbox.recording import TF_QOS, TF_TYPE, Delivery, Endpoint, Kind, Recording
from tfsandbox.robots import Design
from tfsandbox.stamps import seconds_to_ns

_LONG = 10.0  # seconds that tf2 keeps; older data are refused
_MICROSECOND = 1e-6
_PLAYED_AHEAD_S = 3.0


@dataclass(frozen=True, slots=True)
class ClockReset(OfLink):
    """Somebody presses "reset world" in the simulator, or a bag starts its second lap, while the nodes keep running.

    Attributes:
        parent: parent of a moving link to watch.
        child: its child.
        at: when it happens, seconds on the listener's clock.
        ran: how long the simulation had run more than the listener's clock shows.
    """

    name: ClassVar[str] = "clock-reset"
    kind: ClassVar[str] = "clock-reset"
    rule: ClassVar[str] = "Time runs forwards; who turns it back has to clear all buffers."
    symptom: ClassVar[str] = (
        "A listener without /clock keeps the old data and refuses all new: TF_OLD_DATA ignoring data from the past for "
        "frame base_footprint at time 5.033333. With use_sim_time, in C++: Detected jump back in time. Clearing TF "
        "buffer. In Python: Detected jump back in time. Clearing tf buffer. Humble's Python keeps all, silently."
    )
    cure: ClassVar[str] = "Restart the nodes (in RViz: Reset), or use --clock and use_sim_time so that buffers clear."

    at: float = 5.0
    ran: float = 100.0

    def __post_init__(self) -> None:
        OfLink.__post_init__(self)
        for name, least in (("at", 0.0), ("ran", _LONG)):
            if not least <= finite(getattr(self, name), name) <= 1e6:
                raise InputError(name, getattr(self, name), f"give seconds, at least {least:g}")

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return all that carries time."""
        return moving_children(bringup) | all_topics(bringup)

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with later stamps before the reset."""
        at_ns, ran_ns = seconds_to_ns(self.at), seconds_to_ns(self.ran)

        def before(delivery: Delivery) -> Delivery:
            if is_static(delivery) or delivery.receive_ns >= at_ns:
                return delivery
            return restamped(delivery, lambda ns: ns + ran_ns if ns else 0)

        return dataclasses.replace(recording, deliveries=tuple(before(d) for d in recording.deliveries))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's stamp jumps back for good."""
        return StepsBack(self.parent, self.child, Bounds(least=_LONG), Bounds(1, 1))


@dataclass(frozen=True, slots=True)
class ClockJitter(OfLink):
    """A simulator under load repeats a step now and then, its clock some microseconds earlier: looks odd, is harmless.

    Attributes:
        parent: parent of the moving link whose stamps show it.
        child: its child.
        seconds: how far the stamp steps back.
    """

    name: ClassVar[str] = "clock-jitter"
    kind: ClassVar[str] = "clock-reset"
    rule: ClassVar[str] = "Not every step back of a stamp is a reset: tf2 sorts in what is younger than its 10 s."
    symptom: ClassVar[str] = (
        "Stamps step back by some 85 us in ros2 topic echo /tf. No warning, and lookups are right. Should /clock "
        "itself step back, listeners in C++ clear their buffers at once, with Detected jump back in time. Clearing TF "
        "buffer. Those in Python do so from a second on."
    )
    cure: ClassVar[str] = "None needed: leave it alone, and do not clear buffers for it."

    seconds: float = 0.000085

    def __post_init__(self) -> None:
        OfLink.__post_init__(self)
        if not _MICROSECOND <= finite(self.seconds, "seconds") <= 0.001:
            raise InputError("seconds", self.seconds, "give a microsecond to a millisecond, in seconds")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording in which one message in ten repeats the one before, stamped a little earlier."""
        back_ns = seconds_to_ns(self.seconds)
        changed, last = [], None
        for delivery in recording.deliveries:
            mine = next((t for t in delivery.transforms if carries(t, self.parent, self.child)), None)
            if mine is None or is_static(delivery):
                changed.append(delivery)
                continue
            if last is not None and drawn(delivery, seed) < 0.1:
                again = dataclasses.replace(last, stamp_ns=max(0, last.stamp_ns - back_ns))
                payload = tuple(again if t is mine else t for t in delivery.transforms)
                delivery, mine = dataclasses.replace(delivery, payload=payload), None
            changed.append(delivery)
            last = mine
        return dataclasses.replace(recording, deliveries=tuple(changed))

    def confirm(self, design: Design) -> Observation:
        """Return whether stamps step back, but by next to nothing."""
        return StepsBack(self.parent, self.child, Bounds(most=0.001))


@dataclass(frozen=True, slots=True)
class BagVsLive(OfLink):
    """A bag of an earlier, longer run is played in another terminal "to look at something" while the robot runs.

    Attributes:
        parent: parent of a moving link to watch.
        child: its child.
        apart: how much later the bag's stamps are than the live ones, seconds.
    """

    name: ClassVar[str] = "bag-vs-live"
    kind: ClassVar[str] = "bag-vs-live"
    rule: ClassVar[str] = "Live data and a played bag do not share a domain: each link has one time line."
    symptom: ClassVar[str] = (
        "Whichever is older is refused: TF_OLD_DATA ignoring data from the past for frame base_footprint at time "
        "5.033333, as far behind as the bag is apart. The stamps on the link jump to and fro."
    )
    cure: ClassVar[str] = "Stop the player (ros2 topic info -v /tf shows it), or play in another ROS_DOMAIN_ID."

    apart: float = 100.0

    def __post_init__(self) -> None:
        OfLink.__post_init__(self)
        if not _LONG <= finite(self.apart, "apart") <= 1e6:
            raise InputError("apart", self.apart, f"give seconds, at least {_LONG:g}")

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return all moving links: the bag brings every one of them."""
        return moving_children(bringup)

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with another publisher that plays the same links, with other poses and stamps."""
        live = [d for d in recording.deliveries if d.kind is Kind.TF and not is_static(d)]
        free = max((e.id for e in recording.endpoints), default=0) + 1
        topics = sorted({d.topic for d in live})
        players = [Endpoint(free + i, "/rosbag2_player", topic, TF_TYPE, TF_QOS) for i, topic in enumerate(topics)]
        played = [d for player in players for d in self._played([d for d in live if d.topic == player.topic], player)]
        mixed = arrived(recording, (*recording.deliveries, *played))
        return dataclasses.replace(mixed, endpoints=(*recording.endpoints, *players))

    def _played(self, live: list[Delivery], player: Endpoint) -> Iterator[Delivery]:
        """Yield the bag's messages: the earlier run was elsewhere, so what comes some seconds later here is first."""
        apart_ns, ahead_ns = seconds_to_ns(self.apart), seconds_to_ns(_PLAYED_AHEAD_S)
        later = [d for d in live if d.receive_ns - ahead_ns >= live[0].receive_ns]
        for number, delivery in enumerate(later, 1):
            bag = restamped(delivery, lambda ns: ns + apart_ns)
            at_ns = delivery.receive_ns - ahead_ns
            yield dataclasses.replace(bag, receive_ns=at_ns, endpoint=player.id, sequence=number)

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's stamps jump back again and again."""
        return StepsBack(self.parent, self.child, Bounds(least=_LONG), Bounds(least=5))
