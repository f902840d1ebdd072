"""How estimates stray from the truth: wheels miscount, a filter starts elsewhere, SLAM drifts until a loop closes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Leg, Motion, finite


@dataclass(frozen=True, slots=True)
class Drift:
    """How counting wheel turns goes wrong, a little with every metre and every radian.

    Attributes:
        scale: share by which distances are overestimated.
        turn_scale: share by which turns are overestimated.
        pull: radians of heading gained for each metre driven.
    """

    scale: float = 0.0
    turn_scale: float = 0.0
    pull: float = 0.0

    def __post_init__(self) -> None:
        for name in ("scale", "turn_scale", "pull"):
            object.__setattr__(self, name, finite(getattr(self, name), name))

    def felt(self, motion: Motion, *, start: Transform | None = None) -> Motion:
        """Return the motion as the robot believes it drove, from ``start`` (or identity): as smooth as the true one."""
        legs = tuple(
            Leg(
                leg.forward * (1.0 + self.scale),
                leg.turning * (1.0 + self.turn_scale) + leg.forward * self.pull,
                leg.seconds,
            )
            for leg in motion.legs
        )
        return Motion(legs, start or Transform())


@dataclass(frozen=True, slots=True)
class LoopClosure:
    """When SLAM recognises a place and corrects itself.

    Until then its estimate drifts off steadily; the correction takes all of it back at once. Seen in map -> odom the
    step is ``shift`` long (at odom's origin) and turns by ``heading``.

    Attributes:
        at: seconds of simulated time, above zero.
        shift: metres, (x, y) in the map, by which the correction moves the estimate.
        heading: radians by which it turns it.

    Raises:
        InputError: a value that makes no sense.
    """

    at: float = 3.0
    shift: tuple[float, float] = (0.24, -0.18)
    heading: float = 0.0

    def __post_init__(self) -> None:
        if finite(self.at, "at") <= 0:
            raise InputError("at", self.at, "give seconds of simulated time above zero")
        if not isinstance(self.shift, (tuple, list)) or len(self.shift) != 2:
            raise InputError("shift", self.shift, "give two numbers (x, y) in metres")
        object.__setattr__(self, "shift", tuple(finite(value, "shift") for value in self.shift))
        finite(self.heading, "heading")

    def error(self, seconds: float) -> Transform:
        """Return T_map_estimated: how far off SLAM's map is at a time; identity once the loop is closed."""
        if seconds >= self.at:
            return Transform()
        share = max(0.0, seconds) / self.at
        correction = Transform.from_rpy(*(share * v for v in self.shift), yaw=share * self.heading)
        return correction.inverse()


def wheels(seed: int | str) -> Drift:
    """Return how this seed's wheels miscount."""
    rng = random.Random(f"{seed}/wheels")
    side = rng.choice((-1.0, 1.0))
    return Drift(rng.uniform(0.03, 0.06), side * rng.uniform(0.01, 0.03), side * rng.uniform(0.04, 0.08))


def filtered(seed: int | str, motion: Motion) -> Motion:
    """Return the drive as the EKF has it: a little less of the wheels' drift, starting a few centimetres beside."""
    rng = random.Random(f"{seed}/filter")
    raw, kept = wheels(seed), rng.uniform(0.92, 0.96)
    drift = Drift(kept * raw.scale, kept * raw.turn_scale, kept * raw.pull)
    angle = rng.uniform(0.0, 2.0 * math.pi)
    distance = rng.uniform(0.06, 0.08)
    return drift.felt(motion, start=Transform((distance * math.cos(angle), distance * math.sin(angle), 0.0)))
