"""What a running node stands on: its name, topics, clock, timers and log."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tfsandbox.bus import Bus, Hear, Publisher
from tfsandbox.geometry import Transform
from tfsandbox.nodes.agenda import Agenda
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_LISTENER_QOS,
    TF_TYPE,
    ClockReading,
    Delivery,
    Durability,
    LogLine,
    QoS,
    Reliability,
    StampedTransform,
)
from tfsandbox.stamps import NANOSECONDS

if TYPE_CHECKING:
    from tfsandbox.buffer import Buffer
    from tfsandbox.nodes.node import NodeType, Settings

CLOCK_QOS = QoS(1, Reliability.BEST_EFFORT, Durability.VOLATILE)

_TWICE = (
    "Publisher already registered for node name: '{}'. If this is due to multiple nodes with the same name then all "
    "logs for the logger named '{}' will go out over the existing publisher. As soon as any node with that name is "
    "destructed it will unregister the publisher, preventing any further logs for that name from being published on "
    "the rosout topic."
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The world outside the software, as sensors feel it; times in seconds.

    Attributes:
        truth: T_map_base at a time.
        odometry: T_odom_base as wheels count it.
        filtered: T_odom_base as a filter estimates it.
        slam_error: the error in a SLAM estimate at a time: T_map_estimated = slam_error(t) @ truth(t).
        mounts: where the robot's frames really are (joints at zero), T_base_frame.
        joints: positions of its movable joints at a time, radians or metres by name.
    """

    truth: Callable[[float], Transform]
    odometry: Callable[[float], Transform]
    filtered: Callable[[float], Transform]
    slam_error: Callable[[float], Transform]
    mounts: dict[str, Transform]
    joints: Callable[[float], dict[str, float]] = lambda _: {}


def resolve(topic: str, node: str) -> str:
    """Return a topic's full name as the node with this full name means it (relative, absolute or private)."""
    if topic.startswith("/"):
        return topic
    if topic.startswith("~"):
        return f"{node}/{topic[1:].lstrip('/')}"
    return f"{node.rsplit('/', 1)[0]}/{topic}"


def taking(take: Callable[[StampedTransform], object], then: Callable[[], None] | None = None) -> Hear:
    """Return a listener that hands over each transform of a message, and calls ``then`` after each message."""

    def hear(delivery: Delivery) -> None:
        for transform in delivery.transforms:
            take(transform)
        if then is not None:
            then()

    return hear


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
        wall_ns: the machine's clock when outside time was zero, nanoseconds.
        machine: name of its machine.
        distro: whose rules the node's libraries follow.
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
    wall_ns: int = 0
    machine: str = ""
    distro: str = "jazzy"
    alive: bool = field(default=True, init=False)
    _simulated: bool = field(default=False, init=False)
    _follows: bool = field(default=False, init=False)
    _heard_ns: int = field(default=0, init=False)
    _events: dict[str, Callable[[Any], None]] = field(default_factory=dict, init=False)
    _jumped_back: list[Callable[[], None]] = field(default_factory=list, init=False)

    @property
    def now_ns(self) -> int:
        """What the node's clock says, nanoseconds: simulation time as last heard on /clock, or its machine's time."""
        return self._heard_ns if self._follows else self.wall_ns + self.agenda.outside_ns

    @property
    def simulation_ns(self) -> int:
        """Simulation time in nanoseconds, for nodes that live inside the simulator."""
        return self.agenda.clock.now_ns

    @property
    def seconds(self) -> float:
        """The moment as the robot's body and surroundings have it, in seconds of simulation time."""
        return self.agenda.clock.now_ns / NANOSECONDS

    def start(self, kind: NodeType, *, again: bool) -> None:
        """Bring the node to life; ``again`` if another of this name runs already, which ROS warns about."""
        if again:
            name = self.node.rsplit("/", 1)[1]
            self.write(LogLine(self.agenda.outside_ns, "rcl.logging_rosout", "WARN", _TWICE.format(name, name)))
        self._follows = self.settings.flag("use_sim_time")
        self._simulated = kind.inside_simulator or self._follows
        if self._follows:
            self.subscribe("/clock", CLOCK_QOS, self._hear_clock)
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
        return self.bus.publisher(self.node, self.topic(topic), type_, qos, machine=self.machine)

    def subscribe(self, topic: str, qos: QoS, hear: Hear, *, type_: str = "") -> None:
        """Call ``hear`` with each message on a topic, of one type if that is given."""
        self.bus.subscribe(self.node, self.topic(topic), qos, hear, machine=self.machine, type_=type_)

    def every(self, period_s: float, do: Callable[[], None]) -> None:
        """Do something every ``period_s`` seconds, from a moment within the first period that the seed decides.

        Seconds of simulation time in the simulator and with ``use_sim_time``, else of outside time.
        """
        period_ns = max(1, round(period_s * NANOSECONDS))
        agenda, simulated = self.agenda, self._simulated
        at = agenda.at_simulated if simulated else agenda.at

        def now() -> int:
            return agenda.clock.now_ns if simulated else agenda.outside_ns

        def fire() -> None:
            if self.alive:
                at(now() + period_ns, fire)
                do()

        at(now() + 1 + self.rng.randrange(period_ns), fire)

    def on(self, event: str, do: Callable[[Any], None]) -> None:
        """Call ``do`` with the value of each event of this name that happens in the world."""
        self._events[event] = do

    def happen(self, event: str, value: Any) -> None:
        """Let an event of the world reach the node."""
        if self.alive and event in self._events:
            self._events[event](value)

    def _hear_clock(self, delivery: Delivery) -> None:
        if isinstance(delivery.payload, ClockReading):
            back = delivery.payload.clock_ns < self._heard_ns
            self._heard_ns = delivery.payload.clock_ns
            for react in self._jumped_back if back else ():
                react()

    def log(self, severity: str, text: str) -> None:
        """Write a log line in this node's name."""
        self.write(LogLine(self.agenda.outside_ns, self.node, severity, text))

    def listen(self, buffer: Buffer, heard: Callable[[], None] | None = None) -> None:
        """Feed a buffer from /tf and /tf_static as tf2's listener does, calling ``heard`` after each message.

        What the buffer complains of goes to the node's log. When the node's clock jumps back, the buffer is cleared,
        with the words of tf2's C++ buffer.
        """

        def clear() -> None:
            self.log("WARN", "Detected jump back in time. Clearing TF buffer.")
            buffer.clear()

        buffer.complain = self.log  # type: ignore[method-assign]
        self._jumped_back.append(clear)
        self.subscribe("/tf_static", TF_STATIC_LISTENER_QOS, taking(buffer.set_transform_static, heard), type_=TF_TYPE)
        self.subscribe("/tf", TF_QOS, taking(buffer.set_transform, heard), type_=TF_TYPE)

    def die(self, exit_code: int) -> None:
        """End the process; launch reports it."""
        self.alive = False
        text = f"[{self.process}]: process has died [exit code {exit_code}]"
        self.write(LogLine(self.agenda.outside_ns, "launch", "ERROR", text))
