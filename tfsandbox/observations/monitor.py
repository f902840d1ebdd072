"""Observations made by watching messages arrive: how often, how late, from whom."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.evidence import Evidence, Header, Sample
from tfsandbox.stamps import NANOSECONDS

_AT_ONCE_NS = 1_000_000

Messages = Sequence[Sample | Header]
Figure = Callable[[Messages, int], float | None]


def _delay(messages: Messages, _: int) -> float | None:
    late = [m.receive_ns - m.stamp_ns for m in messages]
    return statistics.fmean(late) / NANOSECONDS if late else None


def _rate(messages: Messages, _: int) -> float | None:
    span_ns = messages[-1].receive_ns - messages[0].receive_ns if messages else 0
    return (len(messages) - 1) * NANOSECONDS / span_ns if span_ns else None


def _silence(messages: Messages, end_ns: int) -> float | None:
    return (end_ns - messages[-1].receive_ns) / NANOSECONDS if messages else None


def _bunched(messages: Messages, _: int) -> float | None:
    steps = [b.receive_ns - a.receive_ns for a, b in pairwise(messages)]
    return sum(step < _AT_ONCE_NS for step in steps) / len(steps) if steps else None


# Each figure with how a question names it and its unit.
_FIGURES: dict[str, tuple[Figure, str, str]] = {
    "delay": (_delay, "the average delay (arrival minus stamp) of {}", "s"),
    "rate": (_rate, "the rate of {}", "Hz"),
    "silence": (_silence, "the time since the last message of {}", "s"),
    "bunched": (_bunched, "the share of messages of {} that arrive within 1 ms of the one before", ""),
    "messages": (lambda messages, _: float(len(messages)), "the number of messages on {}", ""),
}


def _check(figure: object) -> None:
    if figure not in _FIGURES:
        raise InputError("figure", figure, f"give one of {', '.join(_FIGURES)}")


def _holds(figure: str, messages: Messages, evidence: Evidence, bounds: Bounds) -> bool:
    deliveries = evidence.recording.deliveries
    return bounds.hold(_FIGURES[figure][0](messages, deliveries[-1].receive_ns if deliveries else 0))


def _question(figure: str, what: str, bounds: Bounds) -> str:
    _, words, unit = _FIGURES[figure]
    return f"Is {words.format(what)} {bounds.words(unit)}?"


@dataclass(frozen=True, slots=True)
class LinkArrives:
    """How a link's messages arrive.

    Attributes:
        parent: the link's parent.
        child: its child.
        figure: "delay" (average, seconds), "rate" (hertz), "silence" (seconds since the last), "bunched" (share that
            arrive at once with the one before) or "messages" (how many).
        bounds: what the figure is compared with.

    Raises:
        InputError: no such figure.
    """

    instrument: ClassVar[str] = "monitor"

    parent: str
    child: str
    figure: str
    bounds: Bounds

    def __post_init__(self) -> None:
        _check(self.figure)

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 run tf2_ros tf2_monitor {self.parent} {self.child}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return _question(self.figure, f"{self.parent} -> {self.child}", self.bounds)

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer; no to all but the number of messages where the link was not heard."""
        return _holds(self.figure, evidence.of_link(self.parent, self.child), evidence, self.bounds)


@dataclass(frozen=True, slots=True)
class TopicArrives:
    """How a topic's messages arrive.

    Attributes:
        topic: full name.
        figure: as for LinkArrives.
        bounds: what the figure is compared with.

    Raises:
        InputError: no such figure.
    """

    instrument: ClassVar[str] = "monitor"

    topic: str
    figure: str
    bounds: Bounds

    def __post_init__(self) -> None:
        _check(self.figure)

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic {'delay' if self.figure == 'delay' else 'hz'} {self.topic}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return _question(self.figure, self.topic, self.bounds)

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        messages: Messages = evidence.headers.get(self.topic, ())
        messages = messages or [s for s in evidence.samples if s.topic == self.topic]
        return _holds(self.figure, messages, evidence, self.bounds)


@dataclass(frozen=True, slots=True)
class Offered:
    """Whether somebody publishes on a topic, and how.

    Attributes:
        topic: full name.
        type: message type, "" for any.
        durability: "volatile" or "transient_local", "" for any.
        heard: whether anything came from that publisher; None for either.
        node: whose publisher, with or without namespace; "" for anybody's.
    """

    instrument: ClassVar[str] = "monitor"

    topic: str
    type: str = ""
    durability: str = ""
    heard: bool | None = None
    node: str = ""

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic info -v {self.topic}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        who = f"Does {self.node} have a publisher" if self.node else "Is there a publisher"
        kind = f" of type {self.type}" if self.type else ""
        durability = f" with durability {self.durability}" if self.durability else ""
        heard = {None: "", True: " that is heard", False: " from which nothing is heard"}[self.heard]
        return f"{who}{kind} on {self.topic}{durability}{heard}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        spoke = {d.endpoint for d in evidence.recording.deliveries}
        return any(
            e.topic == self.topic
            and self.type in ("", e.type)
            and self.durability in ("", e.qos.durability.value)
            and self.heard in (None, e.id in spoke)
            and (not self.node or e.node.endswith(f"/{self.node.removeprefix('/')}"))
            for e in evidence.recording.endpoints
        )
