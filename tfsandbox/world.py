"""A world: a robot that drives, the nodes of its bringup, and what a subscriber sees of them."""

from __future__ import annotations

import dataclasses
import random
import string
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from tfsandbox import bringup
from tfsandbox.bringup import NodeSpec
from tfsandbox.bus import Bus, Subscription
from tfsandbox.clock import Clock
from tfsandbox.drift import LoopClosure, filtered, wheels
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Motion, finite, patrol
from tfsandbox.nodes import Agenda, Host, Surroundings
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_LISTENER_QOS,
    TF_TYPE,
    Delivery,
    Durability,
    Endpoint,
    LogLine,
    QoS,
    Recording,
    Reliability,
)
from tfsandbox.robots import Robot
from tfsandbox.stamps import seconds_to_ns

if TYPE_CHECKING:
    from tfsandbox.bringup import Bringup, Fault

LONGEST_RUN_S = 3600.0
_STARTUP_NS = 10_000_000
_SENSOR_QOS = QoS(10, Reliability.BEST_EFFORT, Durability.VOLATILE)


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Who records: one node listening to tf and to the headers of everything else.

    Attributes:
        start: seconds of simulated time at which it starts listening; later than 0 is a late joiner.
        qos: what it requests on /tf.
        static_qos: what it requests on /tf_static.
        clock_offset: seconds its own clock is ahead of simulation time.
        node: its node name.

    Raises:
        InputError: a time that is not a finite number, or a start before zero.
    """

    start: float = 0.0
    qos: QoS = TF_QOS
    static_qos: QoS = TF_STATIC_LISTENER_QOS
    clock_offset: float = 0.0
    node: str = "/listener"

    def __post_init__(self) -> None:
        if finite(self.start, "start") < 0:
            raise InputError("start", self.start, "give seconds of simulated time, zero or more")
        finite(self.clock_offset, "clock_offset")
        for name in ("qos", "static_qos"):
            if not isinstance(getattr(self, name), QoS):
                raise InputError(name, getattr(self, name), "give a QoS")
        if not isinstance(self.node, str):
            raise InputError("node", self.node, "give a node name")


@dataclass(frozen=True, slots=True)
class World:
    """A robot in a room, with its software. Immutable: ``with_bringup`` and ``with_fault`` return new worlds.

    Attributes:
        robot: the design.
        seed: whole number or text that decides drift and the nodes' timing.
        motion: how it drives, in the map.
        loop_closure: when SLAM corrects itself; None for a SLAM that is always right.
        nodes: what starts, by default the robot's own bringup.

    Raises:
        InputError: an argument of the wrong kind.
    """

    robot: Robot
    seed: int | str = 0
    motion: Motion = field(default_factory=patrol, kw_only=True)
    loop_closure: LoopClosure | None = field(default=LoopClosure(), kw_only=True)
    nodes: tuple[NodeSpec, ...] = field(default=cast("tuple[NodeSpec, ...]", None), kw_only=True)

    def __post_init__(self) -> None:
        for name, kind, cure in (
            ("robot", Robot, "give a Robot, e.g. robots.diff_drive()"),
            ("motion", Motion, "give a Motion"),
            ("loop_closure", (LoopClosure, type(None)), "give a LoopClosure or None"),
            ("seed", (int, str), "give a whole number or text"),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, kind):
                raise InputError(name, value, cure)
        nodes = self.robot.bringup() if self.nodes is None else self.nodes
        object.__setattr__(self, "nodes", bringup.parse(nodes))

    @property
    def bringup(self) -> Bringup:
        """The bringup as plain data, a fresh copy each time."""
        return bringup.plain(self.nodes)

    def with_bringup(self, data: object) -> World:
        """Return the same world with another bringup.

        Raises:
            InputError: as ``bringup.parse``.
        """
        return dataclasses.replace(self, nodes=bringup.parse(data))

    def with_fault(self, fault: Fault) -> World:
        """Return the same world after the fault happened to its bringup.

        Raises:
            InputError: not a fault, or one that cannot happen to this bringup; says why.
        """
        if not callable(getattr(fault, "applies_to", None)) or not callable(getattr(fault, "change_bringup", None)):
            raise InputError("fault", fault, "give a fault, e.g. faults.MissingStatic()")
        reason = fault.applies_to(self.bringup)
        if reason:
            raise InputError("fault", fault, reason)
        return self.with_bringup(fault.change_bringup(self.bringup))

    def truth(self, seconds: float) -> Transform:
        """Return T_map_base: where the robot's base frame really is at a simulated time.

        Raises:
            InputError: not a finite number.
        """
        return self.motion.pose(finite(seconds, "seconds"))

    def odometry(self, seconds: float) -> Transform:
        """Return T_odom_base as counted wheel turns have it at a simulated time: smooth, and drifting.

        Raises:
            InputError: not a finite number.
        """
        return wheels(self.seed).felt(self.motion).pose(finite(seconds, "seconds"))

    def run(self, seconds: float = 5.0, subscriber: Subscriber = Subscriber()) -> Recording:
        """Return what a subscriber saw of ``seconds`` of simulated time; the same call gives the same recording.

        Raises:
            InputError: a time that makes no sense, or a subscriber that starts after the end.
        """
        if not 0 < finite(seconds, "seconds") <= LONGEST_RUN_S:
            raise InputError("seconds", seconds, f"give a number above 0 and at most {LONGEST_RUN_S:g}")
        if not isinstance(subscriber, Subscriber):
            raise InputError("subscriber", subscriber, "give a Subscriber, e.g. Subscriber(start=2.0)")
        if subscriber.start > seconds:
            raise InputError("subscriber", subscriber, f"it starts after the run of {seconds:g} s is over")
        return _Run(self, subscriber).record(seconds_to_ns(seconds))


class _Run:
    """One run of a world: its clock, topics, nodes, and the subscriber's notebook."""

    def __init__(self, world: World, subscriber: Subscriber) -> None:
        self._world, self._subscriber = world, subscriber
        self._agenda = Agenda(Clock())
        self._log: list[LogLine] = []
        self._heard: list[Delivery] = []
        self._ears: list[Subscription] = []
        self._offset_ns = seconds_to_ns(subscriber.clock_offset)
        self._bus = Bus(lambda: self._agenda.clock.now_ns, self._log.append)
        self._around = self._surroundings()

    def record(self, end_ns: int) -> Recording:
        self._agenda.at(seconds_to_ns(self._subscriber.start), self._listen)
        names: Counter[str] = Counter()
        for i, spec in enumerate(self._world.nodes):
            host = self._host(i, spec, names)
            # All at one moment, in the order of the list: what one node does never shifts another's timing.
            self._agenda.at(_STARTUP_NS, partial(host.start, spec.type, again=names[host.node] > 1))
        self._agenda.run_until(end_ns)
        return Recording(tuple(self._heard), self._endpoints(), tuple(self._log))

    def _surroundings(self) -> Surroundings:
        world = self._world
        robot, closure = world.robot, world.loop_closure
        odometry = wheels(world.seed).felt(world.motion)
        return Surroundings(
            world.motion.pose,
            odometry.pose,
            filtered(world.seed, world.motion).pose,
            closure.error if closure else lambda _: Transform(),
            {frame: robot.transform(robot.base, frame) for frame in robot.frames[2:]},
        )

    def _host(self, i: int, spec: NodeSpec, names: Counter[str]) -> Host:
        namespace = spec.namespace.strip("/")
        node = f"/{namespace}/{spec.name or spec.type.default_name}".replace("//", "/")
        names[node] += 1
        rng = random.Random(f"{self._world.seed}/{spec.executable}{node}/{names[node]}")
        if node.endswith("/"):
            node += f"{spec.executable}_{''.join(rng.choices(string.ascii_letters + string.digits, k=16))}"
        bus, agenda, around = self._bus, self._agenda, self._around
        process = f"{spec.executable}-{i + 1}"
        return Host(node, spec.settings, spec.remappings, process, bus, agenda, around, rng, self._log.append)

    def _listen(self) -> None:
        me = self._subscriber
        self._hear_topic("/tf_static", me.static_qos)
        self._hear_topic("/tf", me.qos)

        def discover(endpoint: Endpoint) -> None:
            if endpoint.type != TF_TYPE and all(ear.topic != endpoint.topic for ear in self._ears):
                self._hear_topic(endpoint.topic, _SENSOR_QOS)

        self._bus.watch(discover)

    def _hear_topic(self, topic: str, qos: QoS) -> None:
        self._ears.append(self._bus.subscribe(self._subscriber.node, topic, qos, self._hear))

    def _hear(self, delivery: Delivery) -> None:
        if self._offset_ns:
            delivery = dataclasses.replace(delivery, receive_ns=delivery.receive_ns + self._offset_ns)
        self._heard.append(delivery)

    def _endpoints(self) -> tuple[Endpoint, ...]:
        matched = {id for ear in self._ears for id in ear.matched}
        return tuple(dataclasses.replace(e, matched=e.id in matched) for e in self._bus.endpoints)
