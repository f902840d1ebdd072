"""Faults of clocks: a machine's clock is wrong, or two kinds of time are mixed."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import effects, owners
from tfsandbox.faults.deliveries import (
    OfNode,
    all_topics,
    check_severity,
    follows_clock,
    odometry,
    of_the_same_nodes,
    shifted,
)
from tfsandbox.faults.edit import names
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.monitor import LinkArrives, TopicArrives
from tfsandbox.recording import Kind, Recording
from tfsandbox.robots import Design
from tfsandbox.stamps import seconds_to_ns

A_DATE_S = 1_700_000_000
_ONE_CLOCK = "this is a simulation: its nodes take the time from /clock, whatever their machines' clocks say"
YEARS = 1e9  # seconds; more than any clock is wrong by accident


@dataclass(frozen=True, slots=True)
class ClockOffset(OfNode):
    """The odometry's computer has never heard of a time server, so its clock and the laptop's differ.

    Attributes:
        parent: parent of a moving link that the machine with the wrong clock publishes.
        child: its child.
        seconds: how far that clock is ahead; negative for behind.
        severity: from 0 to 1, scales ``seconds``.
    """

    name: ClassVar[str] = "clock-offset"
    kind: ClassVar[str] = "clock-domain"
    rule: ClassVar[str] = "All machines of a robot show the same time, to a few milliseconds."
    symptom: ClassVar[str] = (
        "Lookups miss by the same gap each time. Clock behind: Lookup would require extrapolation into the future.  "
        "Requested time 7.900000 but the latest data is at time 7.266667, when looking up transform from frame "
        "[base_link] to frame [odom]. Clock ahead: lookups at sensor stamps work, with where the robot was a moment "
        "before. A tolerance hides small gaps only."
    )
    cure: ClassVar[str] = "Keep the machines' clocks together with chrony (check: chronyc tracking), then restart."

    seconds: float = -0.7
    severity: float = 1.0

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        _check_offset(self.seconds)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for a robot's odometry, its clock ahead or behind.

        Raises:
            InputError: nothing publishes odometry.
        """
        link = odometry(design, rng)
        return cls(link.parent, link.child, rng.choice((-0.9, -0.7, -0.5, 0.5, 0.7, 0.9)))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        return _ONE_CLOCK if follows_clock(bringup) else OfNode.applies_to(self, bringup)

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with all stamps of that node moved by the offset."""
        return shifted(recording, self.ids(recording), seconds_to_ns(self.seconds * self.severity))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's delay is that of a wrong clock."""
        delay = -self.seconds * (self.severity or 1.0)
        bounds = Bounds(least=delay / 2) if delay > 0 else Bounds(most=delay / 2)
        return LinkArrives(self.parent, self.child, "delay", bounds)


@dataclass(frozen=True, slots=True)
class StampsAhead:
    """A sensor has a clock of its own that runs ahead, and its driver passes the sensor's time on as the stamp.

    Attributes:
        topic: one of the topics the driver publishes on.
        seconds: how far its stamps lie in the future.
        severity: from 0 to 1, scales ``seconds``.
    """

    name: ClassVar[str] = "stamps-ahead"
    kind: ClassVar[str] = "extrapolation-future"
    rule: ClassVar[str] = "A stamp says when the data were measured, so it lies in the past when they arrive."
    symptom: ClassVar[str] = (
        "Whoever looks transforms up at the data's stamp has to wait, or reads: Lookup would require extrapolation "
        "into the future.  Requested time 8.433000 but the latest data is at time 7.966667. Message filters drop data "
        "although all frames are there; ros2 topic delay shows a negative number."
    )
    cure: ClassVar[str] = (
        "Set the sensor's clock (PTP, or the driver's host-time option), or let the driver stamp on arrival."
    )

    topic: str = "/scan"
    seconds: float = 0.5
    severity: float = 1.0

    def __post_init__(self) -> None:
        names(self)
        check_severity(self.severity)
        if _check_offset(self.seconds) < 0:
            raise InputError("seconds", self.seconds, "give how far stamps lie in the future, above zero")

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for one of the design's sensors.

        Raises:
            InputError: it has no sensors.
        """
        found = {topic for node in _sensors(design.bringup()) for topic in effects.announced(node)}
        topic = owners.pick(sorted(found), "no sensor on it publishes data", rng.choice)
        return cls(topic, rng.choice((0.4, 0.5, 0.8)))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = [node for node in _sensors(bringup) if self.topic in effects.announced(node)]
        return None if found else f"no sensor's driver publishes on {self.topic}"

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the driver's topics."""
        found = (effects.announced(node) for node in _sensors(bringup))
        return frozenset().union(*(topics for topics in found if self.topic in topics))

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the stamps of the driver's data moved into the future."""
        ids = of_the_same_nodes(recording, {e.id for e in recording.endpoints if e.topic == self.topic})
        data = {d.endpoint for d in recording.deliveries if d.endpoint in ids and d.kind is Kind.HEADER}
        return shifted(recording, frozenset(data), seconds_to_ns(self.seconds * self.severity))

    def confirm(self, design: Design) -> Observation:
        """Return whether data arrive before they were measured."""
        return TopicArrives(self.topic, "delay", Bounds(most=-self.seconds * (self.severity or 1.0) / 2))


def _sensors(bringup: Bringup) -> list[NodeSpec]:
    """Return the drivers of sensors: nodes that publish data but no moving link, and listen to nobody."""
    found = []
    for node in bringups.parse(bringup):
        moves = any(not link.static for link in node.links) or node.type.base_frame
        said = effects.announced(node)
        if said and not moves and node.executable != "joint_state_publisher":
            found.append(node)
    return found


@dataclass(frozen=True, slots=True)
class UptimeClock(OfNode):
    """The motor board has no battery for its clock: it wakes up in 1970 and stamps with the time since power-on.

    Everything else carries today's date, and so does the listener's clock.

    Attributes:
        parent: parent of a moving link that the board publishes.
        child: its child.
        date: what the right clocks showed at power-on, seconds since 1970.
    """

    name: ClassVar[str] = "uptime-clock"
    kind: ClassVar[str] = "clock-domain"
    rule: ClassVar[str] = "Every publisher stamps with the same clock, whose zero is the same for all."
    symptom: ClassVar[str] = (
        "The two times in the message are 54 years apart: Lookup would require extrapolation into the future.  "
        "Requested time 1700000007.900000 but the latest data is at time 7.933333, when looking up transform from "
        "frame [base_link] to frame [odom]."
    )
    cure: ClassVar[str] = "Set the board's clock from the robot's computer before it publishes, or stamp on arrival."

    date: float = float(A_DATE_S)

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        check_date(self.date)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        return _ONE_CLOCK if follows_clock(bringup) else OfNode.applies_to(self, bringup)

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return everything: the date is another one for all but this node, whose messages arrive on that date."""
        return frozenset(link.child for _, link in bringups.links(bringup)) | all_topics(bringup)

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording as on that date, except for the stamps of this node."""
        ids, date_ns = self.ids(recording), seconds_to_ns(self.date)
        others = frozenset(d.endpoint for d in recording.deliveries) - ids if ids else frozenset()
        moved = shifted(recording, others, date_ns)
        arrivals = (dataclasses.replace(d, receive_ns=d.receive_ns + date_ns) for d in moved.deliveries)
        log = (dataclasses.replace(line, time_ns=line.time_ns + date_ns) for line in recording.log)
        return dataclasses.replace(moved, deliveries=tuple(arrivals), log=tuple(log)) if ids else recording

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's messages look decades old."""
        return LinkArrives(self.parent, self.child, "delay", Bounds(least=YEARS))


def check_date(seconds: float) -> None:
    """Check that seconds since 1970 are a date of our days, as a message can hold it.

    Raises:
        InputError: they are not.
    """
    if not YEARS < finite(seconds, "date") < 2**32:
        raise InputError("date", seconds, "give a date in seconds since 1970, e.g. 1700000000")


def _check_offset(seconds: float) -> float:
    value = finite(seconds, "seconds")
    if not 0.001 <= abs(value) <= 1e6:
        raise InputError("seconds", seconds, "give from a millisecond to a million seconds, ahead or (negative) behind")
    return value
