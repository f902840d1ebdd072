"""How a robot drives, as data: legs of constant speed, so that its pose at any time is known in closed form."""

from __future__ import annotations

import math
import sys
from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch at constant speed: straight (turning 0), on the spot (forward 0), an arc, or a stop (both 0).

    Attributes:
        forward: metres per second along the robot's x.
        turning: radians per second about z, left positive.
        seconds: how long, above zero.

    Raises:
        InputError: not finite numbers, or no time.
    """

    forward: float
    turning: float
    seconds: float

    def __post_init__(self) -> None:
        for name in ("forward", "turning", "seconds"):
            object.__setattr__(self, name, finite(getattr(self, name), name))
        if self.seconds <= 0:
            raise InputError("seconds", self.seconds, "a leg takes more than zero seconds")

    def after(self, seconds: float) -> Transform:
        """Return T_start_now: the robot's pose this long into the leg."""
        yaw = self.turning * seconds
        if abs(yaw) < 1e-9:
            return Transform.from_rpy(self.forward * seconds, 0.5 * yaw * self.forward * seconds, yaw=yaw)
        radius = self.forward / self.turning
        return Transform.from_rpy(radius * math.sin(yaw), radius * (1.0 - math.cos(yaw)), yaw=yaw)


def straight(metres: float, speed: float = 0.4) -> Leg:
    """Return a straight leg of ``metres`` (backwards if negative) at ``speed`` metres per second."""
    return Leg(math.copysign(finite(speed, "speed"), finite(metres, "metres")), 0.0, _time(metres, speed))


def turn(radians: float, speed: float = 0.8) -> Leg:
    """Return a turn on the spot by ``radians`` (left positive) at ``speed`` radians per second."""
    return Leg(0.0, math.copysign(finite(speed, "speed"), finite(radians, "radians")), _time(radians, speed))


def stop(seconds: float) -> Leg:
    """Return a pause of ``seconds``."""
    return Leg(0.0, 0.0, seconds)


def _time(amount: float, speed: float) -> float:
    if finite(speed, "speed") <= 0:
        raise InputError("speed", speed, "give a speed above zero; the sign goes with the distance or angle")
    return abs(finite(amount, "amount")) / speed


@dataclass(frozen=True, slots=True)
class Motion:
    """Legs driven one after the other; then the robot stands still.

    Attributes:
        legs: at least one.
        start: pose at time zero in the frame the motion is told in.

    Raises:
        InputError: no legs, or something else than legs.
    """

    legs: tuple[Leg, ...]
    start: Transform = Transform()
    _ends: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _poses: tuple[Transform, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.legs, (tuple, list)) or not self.legs or not all(isinstance(g, Leg) for g in self.legs):
            raise InputError("legs", self.legs, "give at least one Leg, e.g. (straight(1.0), turn(0.5))")
        if not isinstance(self.start, Transform):
            raise InputError("start", self.start, "give a Transform")
        legs = tuple(self.legs)
        poses = accumulate(legs, lambda pose, leg: pose @ leg.after(leg.seconds), initial=self.start)
        object.__setattr__(self, "legs", legs)
        object.__setattr__(self, "_ends", tuple(accumulate(leg.seconds for leg in legs)))
        object.__setattr__(self, "_poses", tuple(poses))

    @property
    def seconds(self) -> float:
        """How long the robot drives."""
        return self._ends[-1]

    def pose(self, seconds: float) -> Transform:
        """Return the robot's pose at a time (that at time zero for earlier times)."""
        seconds = max(0.0, seconds)
        i = bisect_right(self._ends, seconds)
        if i == len(self.legs):
            return self._poses[-1]
        begun = self._ends[i - 1] if i else 0.0
        return self._poses[i] @ self.legs[i].after(seconds - begun)


def patrol() -> Motion:
    """Return the default drive, about a minute: straights, arcs both ways, a turn on the spot, short stops."""
    lap = (Leg(0.4, 0.0, 1.5), Leg(0.35, 0.7, 1.6), Leg(0.4, -0.5, 1.2), stop(0.4), turn(0.8), Leg(0.45, 0.1, 1.3))
    return Motion(lap * 9)


def drive_straight(metres: float = 4.0, speed: float = 0.4) -> Motion:
    """Return a straight drive, then standing still."""
    return Motion((straight(metres, speed),))


def turn_on_the_spot(radians: float = 2.0 * math.pi, speed: float = 0.8) -> Motion:
    """Return a turn on the spot (left positive), then standing still."""
    return Motion((turn(radians, speed),))


def figure_eight(radius: float = 1.0, speed: float = 0.4, *, laps: int = 4) -> Motion:
    """Return a drive along a figure eight: a circle to the left, one to the right, and again.

    Raises:
        InputError: a radius, speed or number of laps that is not above zero.
    """
    if finite(radius, "radius") <= 0:
        raise InputError("radius", radius, "give metres above zero")
    if isinstance(laps, bool) or not isinstance(laps, int) or not 0 < laps <= 1000:
        raise InputError("laps", laps, "give a whole number from 1 to 1000")
    seconds = _time(2.0 * math.pi * radius, speed)
    return Motion((Leg(speed, speed / radius, seconds), Leg(speed, -speed / radius, seconds)) * laps)


def standing(seconds: float = 60.0) -> Motion:
    """Return no motion at all."""
    return Motion((stop(seconds),))


@dataclass(frozen=True, slots=True)
class Swing:
    """How a joint moves: to and fro about a centre, or on and on.

    Attributes:
        centre: radians (metres for a sliding joint) at time zero.
        amplitude: how far it swings to either side.
        period: seconds of one swing, above zero.
        speed: radians or metres per second, on top of the swing.

    Raises:
        InputError: not finite numbers, or a period that is not above zero.
    """

    centre: float = 0.0
    amplitude: float = 0.0
    period: float = 4.0
    speed: float = 0.0

    def __post_init__(self) -> None:
        for name in ("centre", "amplitude", "period", "speed"):
            object.__setattr__(self, name, finite(getattr(self, name), name))
        if self.period <= 0:
            raise InputError("period", self.period, "a swing takes more than zero seconds")

    def position(self, seconds: float) -> float:
        """Return the joint's position at a time."""
        swung = self.amplitude * math.sin(2.0 * math.pi * seconds / self.period)
        return self.centre + self.speed * seconds + swung


def finite(value: float, argument: str) -> float:
    """Return a number as a float.

    Raises:
        InputError: not a finite number.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= sys.float_info.max:
        raise InputError(argument, value, "give a finite number")
    return float(value)


def bounded(value: float, argument: str, *, least: float, most: float, unit: str = "a number") -> float:
    """Return a number as a float; ``unit`` says what it counts.

    Raises:
        InputError: not a number from ``least`` to ``most``.
    """
    if not least <= finite(value, argument) <= most:
        raise InputError(argument, value, f"give {unit} from {least:g} to {most:g}")
    return float(value)
