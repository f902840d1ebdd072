"""What all bridges of one simulator share: the connection, one latched message of statics, and /clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tfsandbox.bus import Publisher
from tfsandbox.nodes.host import Host
from tfsandbox.recording import (
    TF_STATIC_PUBLISHER_QOS,
    TF_TYPE,
    ClockReading,
    Kind,
    QoS,
    StampedTransform,
)
from tfsandbox.stamps import NANOSECONDS

CLOCK_TYPE, CLOCK_QOS = "rosgraph_msgs/msg/Clock", QoS(depth=10)
_ABSOLUTE_TOPIC = re.compile(r"(?:/[A-Za-z_][A-Za-z0-9_]*)+", re.ASCII)
_SHARED = "simulator"


@dataclass(frozen=True, slots=True)
class _Wish:
    """Where a bridge wants the clock: its host, the name it was given, and that name if it is valid, else ""."""

    host: Host
    given: str
    topic: str


def _valid(topic: object) -> str:
    return topic if isinstance(topic, str) and _ABSOLUTE_TOPIC.fullmatch(topic) else ""


class Statics:
    """All bridges' static links on one topic, always sent together in one latched message.

    A child registered twice belongs to who registered it last.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._sets: dict[object, tuple[StampedTransform, ...]] = {}
        self._publisher: Publisher | None = None

    def register(self, owner: object, links: tuple[StampedTransform, ...], warn: Callable[[str], None]) -> None:
        """Put a bridge's links in place of its earlier ones and publish all; warn where they replace other content."""
        self._sets.pop(owner, None)
        taken = self._merged()
        for link in links:
            before = taken.get(link.child_frame_id)
            if before is not None and _content(before) != _content(link):
                warn(
                    f'static transform of "{link.child_frame_id}" was registered before with other content '
                    f'(parent "{before.frame_id}"); the later one, under "{link.frame_id}", wins'
                )
            taken[link.child_frame_id] = link
        self._sets[owner] = links
        self.publish()

    def publish(self) -> None:
        """Send all links."""
        links = tuple(self._merged().values())
        if not links and self._publisher is None:
            return
        if self._publisher is None:
            self._publisher = self._host.publisher("/tf_static", TF_TYPE, TF_STATIC_PUBLISHER_QOS)
        self._publisher.publish(Kind.TF, links)

    def close(self) -> None:
        """Take the publisher, and what it keeps for late joiners, out of the graph."""
        if self._publisher is not None:
            self._publisher.close()
            self._publisher = None

    def _merged(self) -> dict[str, StampedTransform]:
        merged: dict[str, StampedTransform] = {}
        for links in self._sets.values():
            for link in links:
                merged.pop(link.child_frame_id, None)
                merged[link.child_frame_id] = link
        return merged


class Simulator:
    """The simulator behind all bridges of a world; get it from ``of``."""

    def __init__(self, host: Host) -> None:
        self._agenda = host.agenda
        self.connected = True
        self._statics: dict[str, Statics] = {}
        self._wishes: dict[object, _Wish] = {}
        self._clocks: dict[str, Publisher] = {}
        self._ticking = False

    @classmethod
    def of(cls, host: Host) -> Simulator:
        """Return the one simulator of a node's world."""
        if _SHARED not in host.bus.shared:
            host.bus.shared[_SHARED] = cls(host)
        simulator: Simulator = host.bus.shared[_SHARED]
        return simulator

    def statics(self, host: Host) -> Statics:
        """Return the static links on the topic that a bridge uses; its publisher is the first bridge's."""
        topic = host.topic("/tf_static")
        if topic not in self._statics:
            self._statics[topic] = Statics(host)
        return self._statics[topic]

    def connect(self) -> None:
        """Come back: clocks go on; every bridge registers its statics again itself."""
        self.connected = True
        self._build_clocks()

    def disconnect(self) -> None:
        """Take every shared publisher out of the graph."""
        self.connected = False
        for clock in self._clocks.values():
            clock.close()
        self._clocks.clear()
        for statics in self._statics.values():
            statics.close()

    def show_clock(self, owner: object, host: Host, topic: object) -> None:
        """Publish the clock on a topic in a bridge's name; with an invalid name there is one warning and no clock."""
        wish = _Wish(host, repr(topic), _valid(topic))
        if not wish.topic and all((other.given, other.topic) != (wish.given, "") for other in self._wishes.values()):
            host.log("WARN", f"{wish.given} is not a valid absolute topic: the clock is not published")
        self._wishes[owner] = wish
        self._build_clocks()

    def start_ticking(self, period_ns: int) -> None:
        """Let the world tick from now on, if it does not yet."""
        if not self._ticking:
            self._ticking = True
            self._tick(period_ns)

    def _build_clocks(self) -> None:
        """Make the publishers fit what the bridges want: one for each topic, whoever asks first."""
        wishes = reversed(self._wishes.values()) if self.connected else ()
        wanted = {wish.topic: wish.host for wish in wishes if wish.topic}
        for topic in [topic for topic in self._clocks if topic not in wanted]:
            self._clocks.pop(topic).close()
        for topic, host in wanted.items():
            if topic not in self._clocks:
                self._clocks[topic] = host.publisher(topic, CLOCK_TYPE, CLOCK_QOS)

    def _tick(self, period_ns: int) -> None:
        """One tick of the world. Ticks go on outside simulation time, so that a paused clock is still told."""
        for clock in self._clocks.values():
            clock.publish(Kind.CLOCK, ClockReading(self._agenda.clock.now_ns))
        self._agenda.at(self._agenda.outside_ns + period_ns, lambda: self._tick(period_ns))


def tick_period_ns(rate: float) -> int:
    """Return the time between two ticks of the world."""
    return max(1, round(NANOSECONDS / rate))


def _content(link: StampedTransform) -> tuple[object, ...]:
    return link.frame_id, link.transform
