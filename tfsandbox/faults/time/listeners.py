"""Faults of whoever asks: a listener of one's own that wants to know too early, or too late."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.deliveries import OfLink, follows_clock
from tfsandbox.faults.time.clocks import YEARS
from tfsandbox.motion import finite
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.log import AsksFor, Says
from tfsandbox.robots import Design

_NODE = "pose_logger"
_RATE = 2.3  # hertz; out of step with publishers, as two programs are


@dataclass(frozen=True, slots=True)
class _Asks(OfLink):
    """Somebody starts a node of their own that asks for a moving link."""

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return nothing: who only asks changes no link."""
        return frozenset()

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        if any(node.executable == _NODE for node in bringups.parse(bringup)):
            return f"it has a {_NODE} already"
        return OfLink.applies_to(self, bringup)

    def _with_listener(self, bringup: Bringup, **parameters: Any) -> Bringup:
        """Return the bringup with that listener."""
        given = {"target_frame": self.parent, "source_frame": self.child, "rate": _RATE, **parameters}
        own = NodeSpec("my_robot_bringup", _NODE, _NODE, parameters=tuple(given.items()))
        return bringups.plain((*bringups.parse(bringup), own))


@dataclass(frozen=True, slots=True)
class AskedForNow(_Asks):
    """Somebody's own node asks for the transform at now(), as the word suggests, and gives no timeout.

    Attributes:
        parent: parent of a moving link.
        child: its child.
    """

    name: ClassVar[str] = "asked-for-now"
    kind: ClassVar[str] = "extrapolation-future"
    rule: ClassVar[str] = "Nobody knows yet where a moving frame is right now: ask for the data's stamp, and wait."
    symptom: ClassVar[str] = (
        "Nearly each lookup fails, by less than one period of the publisher: Lookup would require extrapolation into "
        "the future.  Requested time 4.412000 but the latest data is at time 4.396000, when looking up transform from "
        "frame [base_footprint] to frame [odom]."
    )
    cure: ClassVar[str] = "Give the lookup a timeout of some 0.1 s, or ask for the latest one with Time()."

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that node."""
        return self._with_listener(bringup, use_sim_time=follows_clock(bringup))

    def confirm(self, design: Design) -> Observation:
        """Return whether the node logs that it asked too early."""
        return Says("Lookup would require extrapolation into the future.", _NODE)


@dataclass(frozen=True, slots=True)
class SimTimeForgotten(_Asks):
    """Somebody starts a node of their own beside the simulation and forgets use_sim_time, so it asks by the wall clock.

    Attributes:
        parent: parent of a moving link.
        child: its child.
    """

    name: ClassVar[str] = "sim-time-forgotten"
    kind: ClassVar[str] = "sim-time-mismatch"
    rule: ClassVar[str] = "Beside a simulation every node has use_sim_time: true, listeners included."
    symptom: ClassVar[str] = (
        "One time is a date, the other a few seconds: Lookup would require extrapolation into the future.  Requested "
        "time 1691424773.212782 but the latest data is at time 3617.600000, when looking up transform from frame "
        "[base_link] to frame [odom]."
    )
    cure: ClassVar[str] = "Give the node use_sim_time: true (ros2 param get NODE use_sim_time shows who lacks it)."

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        return _Asks.applies_to(self, bringup) if follows_clock(bringup) else "this is no simulation"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that node."""
        return self._with_listener(bringup)

    def confirm(self, design: Design) -> Observation:
        """Return whether the node asks for a time on the calendar."""
        return AsksFor(_NODE, Bounds(least=YEARS))


@dataclass(frozen=True, slots=True)
class BufferTooShort(_Asks):
    """Somebody's own node compares with where the robot was some seconds ago, but its buffer forgets sooner.

    Attributes:
        parent: parent of a moving link.
        child: its child.
        cache_time: what its buffer keeps, seconds.
        look_back: how long ago it asks for, seconds.
    """

    name: ClassVar[str] = "buffer-too-short"
    kind: ClassVar[str] = "extrapolation-past"
    rule: ClassVar[str] = "A buffer keeps its cache time, 10 s by default; what is older is gone."
    symptom: ClassVar[str] = (
        "Each lookup fails by the same gap: Lookup would require extrapolation into the past.  Requested time 4.412000 "
        "but the earliest data is at time 5.396000, when looking up transform from frame [base_footprint] to frame "
        "[odom]."
    )
    cure: ClassVar[str] = "Create the Buffer with a cache time longer than anything that is asked for."

    cache_time: float = 1.0
    look_back: float = 2.0

    def __post_init__(self) -> None:
        OfLink.__post_init__(self)
        for name, least in (("cache_time", 0.0), ("look_back", 0.1)):
            if not least <= finite(getattr(self, name), name) <= 3600:
                raise InputError(name, getattr(self, name), f"give seconds, at least {least:g}")
        if self.look_back < self.cache_time + 0.1:
            raise InputError("look_back", self.look_back, "give more than the cache time, or nothing goes wrong")

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that node."""
        times = {"cache_time": self.cache_time, "look_back": self.look_back}
        return self._with_listener(bringup, use_sim_time=follows_clock(bringup), **times)

    def confirm(self, design: Design) -> Observation:
        """Return whether the node logs that it asked too late."""
        return Says("Lookup would require extrapolation into the past.", _NODE)
