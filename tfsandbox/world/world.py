"""The world as a value: design, software, network, events and faults; running it gives a recording."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from tfsandbox import bringup, robots
from tfsandbox.bringup import NodeSpec
from tfsandbox.drift import LoopClosure, wheels
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Motion, bounded, finite, patrol
from tfsandbox.network import MOST_S, Machine, Network
from tfsandbox.recording import Recording
from tfsandbox.robots import Design, Robot
from tfsandbox.world.session import LONGEST_RUN_S, Event, Session
from tfsandbox.world.subscriber import Subscriber

if TYPE_CHECKING:
    from tfsandbox.bringup import Bringup, Fault

A_DATE_S = 1_700_000_000.0  # what wall clocks show where simulation time counts from zero beside them
DISTROS = ("humble", "jazzy", "kilted", "rolling")


@dataclass(frozen=True, slots=True)
class World:
    """Robots in a room, with their software. Immutable: every ``with_`` returns a new world.

    Attributes:
        design: a robot, a fleet, the name of a design (see ``robots.DESIGNS``), or a path to a .urdf, .xacro or .json.
        seed: whole number or text that decides drift, the network and the nodes' timing.
        motion: how each robot drives, from where it starts in the map.
        loop_closure: when SLAM corrects itself; None for a SLAM that is always right.
        nodes: what starts, by default the design's own bringup.
        machines: which nodes run where, with which clock; all others, and the subscriber, share one machine named "".
        network: what lies between machines.
        events: what happens while the world runs.
        wall_start: seconds that wall clocks show when the world begins; by default 0, or a date where nodes follow
            simulation time.
        distro: whose rules the nodes' libraries follow.
        faults: what ``with_fault`` did, in order.

    Raises:
        InputError: an argument of the wrong kind.
    """

    design: Design
    seed: int | str = 0
    motion: Motion = field(default_factory=patrol, kw_only=True)
    loop_closure: LoopClosure | None = field(default=LoopClosure(), kw_only=True)
    nodes: tuple[NodeSpec, ...] = field(default=cast("tuple[NodeSpec, ...]", None), kw_only=True)
    machines: tuple[Machine, ...] = field(default=(), kw_only=True)
    network: Network = field(default=Network(), kw_only=True)
    events: tuple[Event, ...] = field(default=(), kw_only=True)
    wall_start: float = field(default=cast("float", None), kw_only=True)
    distro: str = field(default="jazzy", kw_only=True)
    faults: tuple[Fault, ...] = field(default=(), kw_only=True)
    _clean: tuple[NodeSpec, ...] = field(default=(), kw_only=True, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "design", robots.find(self.design))
        for name, kind, cure in (
            ("motion", Motion, "give a Motion"),
            ("loop_closure", (LoopClosure, type(None)), "give a LoopClosure or None"),
            ("seed", (int, str), "give a whole number or text"),
            ("network", Network, "give a Network"),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, kind):
                raise InputError(name, value, cure)
        object.__setattr__(self, "machines", _all(self.machines, "machines", Machine))
        object.__setattr__(self, "events", _all(self.events, "events", Event))
        if self.distro not in DISTROS:
            raise InputError("distro", self.distro, f"give one of {', '.join(DISTROS)}")
        nodes = bringup.parse(self.design.bringup() if self.nodes is None else self.nodes)
        object.__setattr__(self, "nodes", nodes)
        if self.wall_start is None:
            object.__setattr__(self, "wall_start", A_DATE_S if any(_follows_clock(node) for node in nodes) else 0.0)
        bounded(self.wall_start, "wall_start", least=0, most=MOST_S, unit="seconds since 1970")

    @property
    def bringup(self) -> Bringup:
        """The bringup as plain data, a fresh copy each time."""
        return bringup.plain(self.nodes)

    def with_bringup(self, data: object) -> World:
        """Return the same world with another bringup; faults that changed the old one are forgotten with it.

        Raises:
            InputError: as ``bringup.parse``.
        """
        kept = tuple(fault for fault in self.faults if hasattr(fault, "change_deliveries"))
        return dataclasses.replace(self, nodes=bringup.parse(data), faults=kept, _clean=())

    def with_fault(self, fault: Fault) -> World:
        """Return the same world after the fault happened, to its bringup or to what its subscribers will receive.

        Raises:
            InputError: not a fault, or one that cannot happen to this bringup; says why.
        """
        changes = [callable(getattr(fault, name, None)) for name in ("change_bringup", "change_deliveries")]
        if not callable(getattr(fault, "applies_to", None)) or sum(changes) != 1:
            raise InputError("fault", fault, "give a fault, e.g. faults.MissingStatic()")
        reason = fault.applies_to(self.bringup)
        if reason:
            raise InputError("fault", fault, reason)
        change = getattr(fault, "change_bringup", None)
        nodes = bringup.parse(change(self.bringup)) if change else self.nodes
        return dataclasses.replace(self, nodes=nodes, faults=(*self.faults, fault), _clean=self._clean or self.nodes)

    def without_fault(self, fault: Fault | str) -> World:
        """Return the same world without a fault that it was given, named or as a value; the others stay.

        Raises:
            InputError: it has no such fault, or the others cannot happen without it.
        """
        names = [f.name for f in self.faults]
        name = fault if isinstance(fault, str) else getattr(fault, "name", None)
        if name not in names:
            raise InputError("fault", fault, f"this world has {', '.join(names) or 'no faults'}")
        gone = len(names) - 1 - names[::-1].index(name)
        world = dataclasses.replace(self, nodes=self._clean, faults=(), _clean=())
        for i, kept in enumerate(self.faults):
            world = world if i == gone else world.with_fault(kept)
        return world

    def drive(self, robot: Robot) -> Motion:
        """Return how one of the robots really drives: its base frame in the map."""
        return dataclasses.replace(self.motion, start=robot.start @ self.motion.start)

    def seed_of(self, robot: Robot) -> int | str:
        """Return the seed of one robot's drift."""
        return f"{self.seed}/{robot.namespace}" if robot.namespace else self.seed

    def truth(self, seconds: float, *, robot: str = "") -> Transform:
        """Return T_map_base: where a robot's base frame really is at a simulated time.

        Args:
            seconds: simulation time.
            robot: the robot's name; by default the first.

        Raises:
            InputError: not a finite number, or no such robot.
        """
        return self.drive(self._robot(robot)).pose(finite(seconds, "seconds"))

    def odometry(self, seconds: float, *, robot: str = "") -> Transform:
        """Return T_odom_base as counted wheel turns have it at a simulated time: smooth, and drifting.

        Args:
            seconds: simulation time.
            robot: the robot's name; by default the first.

        Raises:
            InputError: not a finite number, or no such robot.
        """
        seed = self.seed_of(self._robot(robot))
        return wheels(seed).felt(self.motion).pose(finite(seconds, "seconds"))

    def _robot(self, name: str) -> Robot:
        found = [robot for robot in self.design.robots if name in ("", robot.name)]
        if not found:
            raise InputError("robot", name, f"{self.design.name} has {[robot.name for robot in self.design.robots]}")
        return found[0]

    def start(self, subscriber: Subscriber = Subscriber()) -> Session:
        """Return the running world at its first moment, with this subscriber recording; step it, listen to it.

        Raises:
            InputError: not a Subscriber.
        """
        if not isinstance(subscriber, Subscriber):
            raise InputError("subscriber", subscriber, "give a Subscriber, e.g. Subscriber(start=2.0)")
        return Session(self, subscriber)

    def run(self, seconds: float = 5.0, subscriber: Subscriber = Subscriber()) -> Recording:
        """Return what a subscriber saw of ``seconds`` of time; the same call gives the same recording.

        Raises:
            InputError: a time that makes no sense, or a subscriber that starts after the end.
        """
        if not 0 < finite(seconds, "seconds") <= LONGEST_RUN_S:
            raise InputError("seconds", seconds, f"give a number above 0 and at most {LONGEST_RUN_S:g}")
        session = self.start(subscriber)
        if subscriber.start > seconds:
            raise InputError("subscriber", subscriber, f"it starts after the run of {seconds:g} s is over")
        session.step(seconds)
        return session.recording


def _all(values: object, argument: str, kind: type) -> tuple[Any, ...]:
    if not isinstance(values, (tuple, list)) or not all(isinstance(value, kind) for value in values):
        raise InputError(argument, values, f"give a tuple of {kind.__name__}")
    return tuple(values)


def _follows_clock(node: NodeSpec) -> bool:
    return node.settings.flag("use_sim_time")
