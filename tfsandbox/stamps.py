"""Time and Duration as whole nanoseconds, after rclpy's classes of the same names.

Absolute times are never turned into float seconds: at epoch size a float is off by up to 120 ns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from tfsandbox.errors import InputError

NANOSECONDS = 1_000_000_000
_LIMIT_NS = 2**63 - 1


class Seconds(float):
    """Seconds as a float that remembers its exact nanoseconds, so that handing it back finds the same sample."""

    nanoseconds: int

    def __new__(cls, nanoseconds: int) -> Seconds:
        """Return ``nanoseconds`` as seconds."""
        seconds = super().__new__(cls, nanoseconds / NANOSECONDS)
        seconds.nanoseconds = nanoseconds
        return seconds

    def __reduce__(self) -> tuple[type[Seconds], tuple[int]]:
        return Seconds, (self.nanoseconds,)


def seconds_to_ns(seconds: float, argument: str = "seconds") -> int:
    """Return a number of seconds as whole nanoseconds (rounded to the nearest).

    Raises:
        InputError: not a real, finite number, or beyond the 64 bits ROS 2 stores.
    """
    if isinstance(seconds, Seconds):
        return _in_range(seconds.nanoseconds, argument)
    if not _is_number(seconds) or not abs(seconds) <= _LIMIT_NS:
        raise InputError(argument, seconds, "give a finite number of seconds")
    if not isinstance(seconds, (int, float)):
        seconds = float(seconds)
    whole = math.floor(seconds)
    ns = whole * NANOSECONDS + round((seconds - whole) * NANOSECONDS)
    return _in_range(ns, argument)


def _is_number(value: object) -> bool:
    """Return whether this is a real number of any package's making (numpy's, a Fraction)."""
    if isinstance(value, (int, float)):
        return not isinstance(value, bool)
    from numbers import Real

    return isinstance(value, Real)


def to_ns(time: Any, argument: str = "time") -> int:
    """Return any kind of time as whole nanoseconds; None is 0, which tf2 reads as "latest".

    Args:
        time: None, a number of seconds, an object with ``nanoseconds`` (our Time and Duration, rclpy's) or one with
            ``sec`` and ``nanosec`` (a message's header.stamp).
        argument: the name used in the error.

    Raises:
        InputError: none of these.
    """
    if time is None:
        return 0
    ns = getattr(time, "nanoseconds", None)
    if ns is None:
        if isinstance(time, (int, float)):
            return seconds_to_ns(time, argument)
        sec, nanosec = getattr(time, "sec", None), getattr(time, "nanosec", None)
        if not isinstance(sec, int) or not isinstance(nanosec, int):
            if _is_number(time):
                return seconds_to_ns(time, argument)
            cure = "give None (latest), seconds, a Time, or a message's stamp with sec and nanosec"
            raise InputError(argument, time, cure)
        ns = sec * NANOSECONDS + nanosec
    if isinstance(ns, bool) or not isinstance(ns, int):
        raise InputError(argument, time, "its nanoseconds must be a whole number")
    if -_LIMIT_NS <= ns <= _LIMIT_NS:
        return ns
    return _in_range(ns, argument)


def _in_range(ns: int, argument: str) -> int:
    if not -_LIMIT_NS <= ns <= _LIMIT_NS:
        raise InputError(argument, f"{ns} ns", "ROS 2 keeps times in 64 bits of nanoseconds, about 292 years")
    return ns


def tf2_seconds(ns: int) -> float:
    """Return nanoseconds as the float seconds tf2 computes: whole and rest split toward zero, added as floats.

    Raises:
        InputError: not a whole number of 64 bits.

    Source: tf2's durationToSec.
    """
    _in_range(_whole(ns), "nanoseconds")
    whole = abs(ns) // NANOSECONDS * (1 if ns >= 0 else -1)
    return whole + 1e-9 * (ns - whole * NANOSECONDS)


def format_time(ns: int) -> str:
    """Return a time point as tf2 prints it in messages: seconds with six decimals (tf2's displayTimePoint)."""
    return f"{tf2_seconds(ns):.6f}"


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A span of time: ``Duration(seconds=0.5)`` or ``Duration(nanoseconds=5)`` (they add up)."""

    nanoseconds: int

    def __init__(self, *, seconds: float = 0, nanoseconds: int = 0) -> None:
        object.__setattr__(self, "nanoseconds", _in_range(seconds_to_ns(seconds) + _whole(nanoseconds), "time"))

    @property
    def seconds(self) -> Seconds:
        """The span in seconds."""
        return Seconds(self.nanoseconds)


@dataclass(frozen=True, slots=True, order=True)
class Time:
    """A point in time: ``Time(seconds=12.5)`` or ``Time(nanoseconds=5)`` (they add up). ``Time()`` means latest."""

    nanoseconds: int

    def __init__(self, *, seconds: float = 0, nanoseconds: int = 0) -> None:
        object.__setattr__(self, "nanoseconds", _in_range(seconds_to_ns(seconds) + _whole(nanoseconds), "time"))

    @property
    def sec(self) -> int:
        """Whole seconds, as in builtin_interfaces/Time."""
        return self.nanoseconds // NANOSECONDS

    @property
    def nanosec(self) -> int:
        """The rest in nanoseconds, as in builtin_interfaces/Time."""
        return self.nanoseconds % NANOSECONDS

    @property
    def seconds(self) -> Seconds:
        """The time in seconds, exact when handed back."""
        return Seconds(self.nanoseconds)

    def __add__(self, span: Duration) -> Time:
        if not isinstance(span, Duration):
            return NotImplemented
        return Time(nanoseconds=self.nanoseconds + span.nanoseconds)

    def __sub__(self, other: Time | Duration) -> Any:
        if isinstance(other, Time):
            return Duration(nanoseconds=self.nanoseconds - other.nanoseconds)
        if isinstance(other, Duration):
            return Time(nanoseconds=self.nanoseconds - other.nanoseconds)
        return NotImplemented


def _whole(nanoseconds: int) -> int:
    if isinstance(nanoseconds, bool) or not isinstance(nanoseconds, int):
        raise InputError("nanoseconds", nanoseconds, "give a whole number")
    return nanoseconds
