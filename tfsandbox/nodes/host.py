"""What a running node stands on: the event queue, and its name, topics, timers and log."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tfsandbox.bus import Bus, Hear, Publisher
from tfsandbox.clock import Clock
from tfsandbox.geometry import Transform
from tfsandbox.recording import TF_QOS, TF_STATIC_LISTENER_QOS, Delivery, LogLine, QoS, StampedTransform
from tfsandbox.stamps import NANOSECONDS

if TYPE_CHECKING:
    from tfsandbox.buffer import Buffer
    from tfsandbox.nodes.node import NodeType, Settings

_TWICE = (
    "Publisher already registered for node name: '{}'. If this is due to multiple nodes with the same name then all "
    "logs for the logger named '{}' will go out over the existing publisher. As soon as any node with that name is "
    "destructed it will unregister the publisher, preventing any further logs for that name from being published on "
    "the rosout topic."
)


class Agenda:
    """Things to do at simulated times, in order of time, then of asking."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._asked = 0

    def at(self, time_ns: int, do: Callable[[], None]) -> None:
        """Do something at a time in nanoseconds, or as soon as possible if that is past."""
        self._asked += 1
        heapq.heappush(self._heap, (max(time_ns, self.clock.now_ns), self._asked, do))

    def run_until(self, end_ns: int) -> None:
        """Do everything due up to and including ``end_ns``, moving the clock along."""
        while self._heap and self._heap[0][0] <= end_ns:
            time_ns, _, do = heapq.heappop(self._heap)
            self.clock.step(time_ns - self.clock.now_ns)
            do()
        self.clock.step(end_ns - self.clock.now_ns)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The world outside the software, as sensors feel it; times in seconds.

    Attributes:
        truth: T_map_base at a time.
        odometry: T_odom_base as wheels count it.
        filtered: T_odom_base as a filter estimates it.
        slam_error: the error in a SLAM estimate at a time: T_map_estimated = slam_error(t) @ truth(t).
        mounts: where the robot's frames really are, T_base_frame.
    """

    truth: Callable[[float], Transform]
    odometry: Callable[[float], Transform]
    filtered: Callable[[float], Transform]
    slam_error: Callable[[float], Transform]
    mounts: dict[str, Transform]


def resolve(topic: str, node: str) -> str:
    """Return a topic's full name as the node with this full name means it (relative, absolute or private)."""
    if topic.startswith("/"):
        return topic
    if topic.startswith("~"):
        return f"{node}/{topic[1:].lstrip('/')}"
    return f"{node.rsplit('/', 1)[0]}/{topic}"


@dataclass(slots=True)
class Host:
    """One node's process.

    Attributes:
        node: full node name.
        settings: parameters and arguments.
        remappings: pairs of topic names, from and to.
        process: what launch calls it, e.g. ``ekf_node-2``.
        bus: all topics.
        agenda: what happens when.
        surroundings: what sensors feel.
        rng: the node's own source of randomness.
        write: takes log lines.
    """

    node: str
    settings: Settings
    remappings: tuple[tuple[str, str], ...]
    process: str
    bus: Bus
    agenda: Agenda
    surroundings: Surroundings
    rng: random.Random
    write: Callable[[LogLine], None]
    alive: bool = field(default=True, init=False)

    @property
    def now_ns(self) -> int:
        """Simulation time in nanoseconds."""
        return self.agenda.clock.now_ns

    def start(self, kind: NodeType, *, again: bool) -> None:
        """Bring the node to life; ``again`` if another of this name runs already, which ROS warns about."""
        if again:
            name = self.node.rsplit("/", 1)[1]
            self.write(LogLine(self.now_ns, "rcl.logging_rosout", "WARN", _TWICE.format(name, name)))
        kind.start(self)

    def topic(self, name: str) -> str:
        """Return a topic's full name after namespace and remappings."""
        full = resolve(name, self.node)
        for given, wanted in self.remappings:
            if resolve(given, self.node) == full:
                return resolve(wanted, self.node)
        return full

    def publisher(self, topic: str, type_: str, qos: QoS) -> Publisher:
        """Return a publisher of this node."""
        return self.bus.publisher(self.node, self.topic(topic), type_, qos)

    def subscribe(self, topic: str, qos: QoS, hear: Hear) -> None:
        """Call ``hear`` with each message on a topic."""
        self.bus.subscribe(self.node, self.topic(topic), qos, hear)

    def every(self, period_s: float, do: Callable[[], None]) -> None:
        """Do something every ``period_s`` seconds, from a moment within the first period that the seed decides."""
        period_ns = max(1, round(period_s * NANOSECONDS))

        def fire() -> None:
            if self.alive:
                self.agenda.at(self.now_ns + period_ns, fire)
                do()

        self.agenda.at(self.now_ns + 1 + self.rng.randrange(period_ns), fire)

    def log(self, severity: str, text: str) -> None:
        """Write a log line in this node's name."""
        self.write(LogLine(self.now_ns, self.node, severity, text))

    def listen(self, buffer: Buffer, heard: Callable[[], None] | None = None) -> None:
        """Feed a buffer from /tf and /tf_static as tf2's listener does, calling ``heard`` after each message."""

        def hear(take: Callable[[StampedTransform], object]) -> Hear:
            def take_all(delivery: Delivery) -> None:
                for transform in delivery.transforms:
                    take(transform)
                if heard is not None:
                    heard()

            return take_all

        self.subscribe("/tf_static", TF_STATIC_LISTENER_QOS, hear(buffer.set_transform_static))
        self.subscribe("/tf", TF_QOS, hear(buffer.set_transform))

    def die(self, exit_code: int) -> None:
        """End the process; launch reports it."""
        self.alive = False
        text = f"[{self.process}]: process has died [exit code {exit_code}]"
        self.write(LogLine(self.now_ns, "launch", "ERROR", text))
