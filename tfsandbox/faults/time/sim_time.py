"""Faults of two kinds of time: the wall clock's date, and simulation time that starts at zero."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults import effects, owners
from tfsandbox.faults.deliveries import OfNode, follows_clock, shifted
from tfsandbox.faults.edit import names, replaced, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.time.clocks import A_DATE_S, YEARS, check_date
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import HeaderStamp
from tfsandbox.observations.monitor import LinkArrives
from tfsandbox.recording import Recording
from tfsandbox.robots import Design
from tfsandbox.stamps import seconds_to_ns


@dataclass(frozen=True, slots=True)
class WallStamps(OfNode):
    """One node of a simulation was started without use_sim_time and stamps with the computer's date.

    Attributes:
        parent: parent of a moving link that the node publishes.
        child: its child.
        date: what the wall clock showed when simulation time was zero, seconds since 1970.
    """

    name: ClassVar[str] = "wall-stamps-in-simulation"
    kind: ClassVar[str] = "sim-time-mismatch"
    rule: ClassVar[str] = "In a simulation every node has use_sim_time: true; on a robot none has."
    symptom: ClassVar[str] = (
        "One time is a date, the other a few seconds: Lookup would require extrapolation into the past.  Requested "
        "time 7.900000 but the earliest data is at time 1700000002.033333, when looking up transform from frame "
        "[base_link] to frame [odom]. A node on the wall clock that asks: ... into the future.  Requested time "
        "1691424773.212782 but the latest data is at time 3617.600000."
    )
    cure: ClassVar[str] = "Give the node use_sim_time: true (ros2 param get NODE use_sim_time shows who lacks it)."

    date: float = float(A_DATE_S)

    def __post_init__(self) -> None:
        OfNode.__post_init__(self)
        check_date(self.date)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        publishers = [node for node in bringups.parse(bringup) if self.publishes(node)]
        if any("/clock" in effects.announced(node) for node in publishers):
            return f"{self.parent} -> {self.child} comes from the simulator itself, which has no other time"
        return OfNode.applies_to(self, bringup)

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the date in all stamps of that node."""
        return shifted(recording, self.ids(recording), seconds_to_ns(self.date))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link's messages come from decades ahead."""
        return LinkArrives(self.parent, self.child, "delay", Bounds(most=-YEARS))


@dataclass(frozen=True, slots=True)
class SimTimeWithoutClock(ChangesBringup):
    """A launch file from the simulator is used on the real robot: a node waits for /clock, which nobody publishes.

    Attributes:
        node: name of the node that has use_sim_time: true.
        topic: one of the topics it publishes on.
    """

    name: ClassVar[str] = "sim-time-without-clock"
    kind: ClassVar[str] = "sim-time-mismatch"
    rule: ClassVar[str] = "use_sim_time: true needs somebody who publishes /clock; until then the node's time is zero."
    symptom: ClassVar[str] = (
        "Everything the node stamps has stamp 0. Scans with stamp 0 are looked up at the latest time, so they smear; a "
        "link with stamp 0 keeps one moment only: Lookup would require extrapolation into the future.  Requested time "
        "7.900000 but the latest data is at time 0.000000, when looking up transform from frame [base_link] to frame "
        "[odom]."
    )
    cure: ClassVar[str] = "Remove use_sim_time from the robot's launch file (ros2 param get NODE use_sim_time)."

    node: str = "rplidar_node"
    topic: str = "/scan"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for a driver of the design.

        Raises:
            InputError: nothing on it stamps messages with its own clock.
        """
        drivers = {owners.full_name(node): topics for node, topics in _drivers(design.bringup()).items()}
        node = owners.pick(drivers, "nothing on it stamps messages with its own clock", rng.choice)
        return cls(node, rng.choice(drivers[node]))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        if follows_clock(bringup):
            return "this is a simulation: its nodes are meant to follow /clock"
        drivers = _drivers(bringup)
        if not any(owners.is_called(node, self.node) and self.topic in drivers[node] for node in drivers):
            return f"there is no driver {self.node} that stamps messages on {self.topic} with its own clock"
        return None

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the node's topics and links, and what follows from them."""
        place = self._place(bringup)
        links = bringups.parse(bringup)[place].links if place is not None else ()
        return ChangesBringup.touched(self, bringup) | {link.child for link in links}

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with use_sim_time on that node."""
        nodes, place = bringups.parse(bringup), self._place(bringup)
        if place is None:
            return bringups.plain(nodes)
        return replaced(nodes, place, parameters=with_parameters(nodes[place], use_sim_time=True).parameters)

    def confirm(self, design: Design) -> Observation:
        """Return whether its messages have no time."""
        return HeaderStamp(self.topic, Bounds(most=0.0))

    def _place(self, bringup: Bringup) -> int | None:
        named = [(i, n) for i, n in enumerate(bringups.parse(bringup)) if owners.is_called(n, self.node)]
        return next((i for i, node in named if self.topic in effects.announced(node)), None)


def _drivers(bringup: Bringup) -> dict[NodeSpec, list[str]]:
    """Return the nodes outside a simulator that publish stamped data by themselves, with their topics."""
    found = {}
    for node in bringups.parse(bringup):
        topics = [topic for topic, frames in effects.announced(node).items() if any("/msg/" not in f for f in frames)]
        if topics and not node.type.inside_simulator:
            found[node] = topics
    return found
