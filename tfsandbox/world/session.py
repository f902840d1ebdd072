"""A world while it runs: time passes in steps, and listeners may ask in between."""

from __future__ import annotations

import dataclasses
import random
import string
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer import Buffer
from tfsandbox.bus import Bus, Hear, Subscription
from tfsandbox.clock import Clock
from tfsandbox.drift import filtered, wheels
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import bounded
from tfsandbox.network import MOST_S, Machine, Wire
from tfsandbox.nodes import Agenda, Host, Surroundings, bridge
from tfsandbox.nodes.host import CLOCK_QOS, taking
from tfsandbox.recording import (
    TF_TYPE,
    ClockReading,
    Delivery,
    Durability,
    Endpoint,
    LogLine,
    QoS,
    Recording,
    Reliability,
)
from tfsandbox.stamps import NANOSECONDS, seconds_to_ns
from tfsandbox.world.subscriber import Subscriber

if TYPE_CHECKING:
    from tfsandbox.bringup import NodeSpec
    from tfsandbox.robots import Robot
    from tfsandbox.world.world import World

LONGEST_RUN_S = 3600.0
_STARTUP_NS = 10_000_000
_FASTEST, _SLOWEST = 100.0, 1e-6
_SENSOR_QOS = QoS(10, Reliability.BEST_EFFORT, Durability.VOLATILE)
_CLOCK_EVENTS: dict[str, Callable[[Agenda, Any], None]] = {
    "pause": lambda agenda, _: agenda.clock.pause(),
    "resume": lambda agenda, _: agenda.clock.resume(),
    "dilate": lambda agenda, rate: agenda.clock.dilate(rate),
    "restart": lambda agenda, _: agenda.restart(),
}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to the world while it runs.

    Simulation time takes "pause", "resume", "dilate" (value: simulated seconds for each second, at most 100) and
    "restart"; the simulator's bridges take those in ``nodes.bridge.EVENTS``.

    Attributes:
        at: seconds after the world began.
        name: what happens.
        value: what the event needs to know.

    Raises:
        InputError: a time before zero, an unknown name, or a rate that makes no sense.
    """

    at: float
    name: str
    value: Any = None

    def __post_init__(self) -> None:
        bounded(self.at, "at", least=0, most=MOST_S, unit="seconds after the start")
        known = (*_CLOCK_EVENTS, *bridge.EVENTS)
        if not isinstance(self.name, str) or self.name not in known:
            raise InputError("name", self.name, f"give one of {', '.join(known)}")
        if self.name == "dilate":
            bounded(self.value, "rate", least=_SLOWEST, most=_FASTEST)


class Session:
    """One run of a world: its time, topics, nodes, and the subscriber's notebook. Get it from ``World.start``."""

    def __init__(self, world: World, subscriber: Subscriber) -> None:
        self._world, self._subscriber = world, subscriber
        self._agenda = Agenda(Clock())
        self._log: list[LogLine] = []
        self._heard: list[Delivery] = []
        self._ears: list[Subscription] = []
        own = next((machine for machine in world.machines if machine.name == subscriber.machine), None)
        self._offset_ns = seconds_to_ns(subscriber.clock_offset) + _ahead_ns(own)
        self._wall_ns = seconds_to_ns(world.wall_start)
        self._bus = Bus(lambda: self._agenda.outside_ns, self._log.append, later=self._agenda.at, wires=self._wire)
        self._around = {robot.namespace: self._surroundings(robot) for robot in world.design.robots}
        self._agenda.at(seconds_to_ns(subscriber.start), self._listen)
        names: Counter[str] = Counter()
        hosts = [self._host(i, spec, names) for i, spec in enumerate(world.nodes)]
        for event in world.events:
            self._agenda.at(seconds_to_ns(event.at), partial(self._happen, event, hosts))

    @property
    def now(self) -> float:
        """Seconds since the world began."""
        return self._agenda.outside_ns / NANOSECONDS

    @property
    def simulation_time(self) -> float:
        """Simulation time in seconds; differs from ``now`` once it was paused, dilated or restarted."""
        return self._agenda.clock.now_ns / NANOSECONDS

    @property
    def recording(self) -> Recording:
        """What the subscriber has seen so far, after what faults do to its deliveries."""
        seen = Recording(tuple(self._heard), self._endpoints(), tuple(self._log))
        for i, fault in enumerate(self._world.faults):
            change = getattr(fault, "change_deliveries", None)
            if change:
                seen = change(seen, seed=f"{self._world.seed}/{fault.name}/{i}")
        return seen

    def step(self, seconds: float) -> None:
        """Let time pass.

        Raises:
            InputError: not a number of seconds, below zero, or beyond an hour.
        """
        bounded(seconds, "seconds", least=0, most=LONGEST_RUN_S, unit="seconds")
        self._agenda.run_until(self._agenda.outside_ns + seconds_to_ns(seconds))

    def listen(
        self, cache_time: Any = None, *, subscriber: Subscriber = Subscriber(), use_sim_time: bool = False
    ) -> Buffer:
        """Return a buffer that hears tf from now on; a lookup's timeout lets the world's time pass.

        Args:
            cache_time: as for Buffer.
            subscriber: its QoS, machine, namespace and spin period (its start is now).
            use_sim_time: watch /clock, and clear the buffer when it jumps back by a second or more.

        Raises:
            InputError: a nonsensical cache time, or the world has faults that change deliveries: play its recording.
        """
        if any(hasattr(fault, "change_deliveries") for fault in self._world.faults):
            cure = "a fault changes deliveries after they were recorded; ask Buffer.play(session.recording) instead"
            raise InputError("listen", "a live buffer", cure)
        buffer = Buffer(cache_time, distro=self._world.distro, wait=self._wait)

        def hear_clock(delivery: Delivery) -> None:
            if isinstance(delivery.payload, ClockReading):
                buffer.follow_clock(delivery.payload.clock_ns)

        subscribe = partial(self._bus.subscribe, subscriber.node, machine=subscriber.machine)
        if use_sim_time:
            subscribe("/clock", CLOCK_QOS, hear_clock)
        for topic, qos, take in (
            (subscriber.tf_static_topic, subscriber.static_qos, buffer.set_transform_static),
            (subscriber.tf_topic, subscriber.qos, buffer.set_transform),
        ):
            subscribe(topic, qos, self._paced(taking(take), qos.depth, subscriber.spin_period), type_=TF_TYPE)
        return buffer

    def _wait(self, condition: Callable[[], bool], timeout_ns: int) -> None:
        self._agenda.run_until(self._agenda.outside_ns + timeout_ns, condition)

    # Setting up

    def _surroundings(self, robot: Robot) -> Surroundings:
        world = self._world
        closure, motion = world.loop_closure, world.drive(robot)
        seed = world.seed_of(robot)
        return Surroundings(
            motion.pose,
            wheels(seed).felt(world.motion).pose,
            filtered(seed, world.motion).pose,
            closure.error if closure else lambda _: Transform(),
            {frame: robot.transform(robot.base, frame) for frame in robot.frames[2:]},
            robot.joint_positions,
        )

    def _host(self, i: int, spec: NodeSpec, names: Counter[str]) -> Host:
        namespace = spec.namespace.strip("/")
        node = f"/{namespace}/{spec.name or spec.type.default_name}".replace("//", "/")
        names[node] += 1
        rng = random.Random(f"{self._world.seed}/{spec.executable}{node}/{names[node]}")
        if node.endswith("/"):
            node += f"{spec.executable}_{''.join(rng.choices(string.ascii_letters + string.digits, k=16))}"
        machine = next((machine for machine in self._world.machines if machine.runs(node)), None)
        host = Host(
            node,
            spec.settings,
            spec.remappings,
            f"{spec.executable}-{i + 1}",
            self._bus,
            self._agenda,
            self._around_of(namespace),
            rng,
            self._log.append,
            self._wall_ns + _ahead_ns(machine),
            machine.name if machine else "",
            self._world.distro,
        )
        # All at one moment, in the order of the list: what one node does never shifts another's timing.
        self._agenda.at(_STARTUP_NS, partial(host.start, spec.type, again=names[host.node] > 1))
        return host

    def _around_of(self, namespace: str) -> Surroundings:
        """Return what the robot feels whose namespace this begins with; the first robot's if none does."""
        inside = [name for name in self._around if name and f"{namespace}/".startswith(f"{name}/")]
        return self._around[max(inside, key=len)] if inside else next(iter(self._around.values()))

    def _happen(self, event: Event, hosts: list[Host]) -> None:
        if event.name in _CLOCK_EVENTS:
            _CLOCK_EVENTS[event.name](self._agenda, event.value)
        for host in hosts:
            host.happen(event.name, event.value)

    def _wire(self, offered: Endpoint, ear: Subscription) -> Wire:
        rng = random.Random(f"{self._world.seed}/wire/{offered.node}{offered.topic}{ear.node}")
        reliable = Reliability.BEST_EFFORT not in (offered.qos.reliability, ear.qos.reliability)
        return Wire(self._world.network, rng, reliable=reliable)

    # The subscriber

    def _listen(self) -> None:
        me = self._subscriber
        self._hear_topic(me.tf_static_topic, me.static_qos, type_=TF_TYPE)
        self._hear_topic(me.tf_topic, me.qos, type_=TF_TYPE)

        def discover(endpoint: Endpoint) -> None:
            if endpoint.type != TF_TYPE and all(ear.topic != endpoint.topic for ear in self._ears):
                self._hear_topic(endpoint.topic, _SENSOR_QOS)

        self._bus.watch(discover)

    def _hear_topic(self, topic: str, qos: QoS, *, type_: str = "") -> None:
        me = self._subscriber
        hear = self._paced(self._hear, qos.depth, me.spin_period)
        self._ears.append(self._bus.subscribe(me.node, topic, qos, hear, machine=me.machine, type_=type_))

    def _hear(self, delivery: Delivery) -> None:
        if self._offset_ns:
            delivery = dataclasses.replace(delivery, receive_ns=delivery.receive_ns + self._offset_ns)
        self._heard.append(delivery)

    def _paced(self, hear: Hear, depth: int, period_s: float) -> Hear:
        """Return what hears at once, or, with a period, only every so often what its queue still holds."""
        if not period_s:
            return hear
        queue: deque[Delivery] = deque(maxlen=depth)
        period_ns = max(1, seconds_to_ns(period_s))

        def spin() -> None:
            now_ns = self._agenda.outside_ns
            while queue:
                hear(dataclasses.replace(queue.popleft(), receive_ns=now_ns))
            self._agenda.at(now_ns + period_ns, spin)

        self._agenda.at(self._agenda.outside_ns + period_ns, spin)
        return queue.append

    def _endpoints(self) -> tuple[Endpoint, ...]:
        matched = {id for ear in self._ears for id in ear.matched}
        return tuple(dataclasses.replace(e, matched=e.id in matched) for e in self._bus.endpoints)


def _ahead_ns(machine: Machine | None) -> int:
    """Return how far a machine's clock is ahead, nanoseconds."""
    return seconds_to_ns(machine.clock_offset) if machine else 0
