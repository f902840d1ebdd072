"""Observations made by looking a transform up, as tf2_echo does."""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import ClassVar

from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.observations.evidence import Evidence

_MOST = 0.0005  # metres and radians: tf2_echo prints three decimals
_LEAST_TURN = 0.0001  # radians squared


@dataclass(frozen=True, slots=True)
class _LookedUp:
    """What all lookups share: two frames, named as tf2_echo names them."""

    instrument: ClassVar[str] = "lookup"

    target: str
    source: str

    def __post_init__(self) -> None:
        for name in ("target", "source"):
            if not isinstance(getattr(self, name), str) or not getattr(self, name):
                raise InputError(name, getattr(self, name), "give a frame name")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 run tf2_ros tf2_echo {self.target} {self.source}"


@dataclass(frozen=True, slots=True)
class Shows(_LookedUp):
    """Whether a lookup gives this transform (to half a millimetre and half a milliradian).

    Attributes:
        target: the frame in which the answer is expressed.
        source: the frame whose pose is asked for.
        transform: T_target_source.

    Raises:
        InputError: names that are none, or no transform.
    """

    transform: Transform

    def __post_init__(self) -> None:
        _LookedUp.__post_init__(self)
        if not isinstance(self.transform, Transform):
            raise InputError("transform", self.transform, "give a Transform")

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Is {self.source}, seen from {self.target}, at {in_words(self.transform)}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        try:
            found = transform_of(evidence.buffer.lookup_transform(self.target, self.source))
        except TransformException:
            return False
        return found.is_close(self.transform, tolerance=_MOST)


@dataclass(frozen=True, slots=True)
class Refused(_LookedUp):
    """Whether a lookup fails with an error that contains this text.

    Attributes:
        target: the frame in which the answer would be expressed.
        source: the frame whose pose is asked for.
        text: a part of tf2's error, "" for any.

    Raises:
        InputError: names that are none, or no text.
    """

    text: str = ""

    def __post_init__(self) -> None:
        _LookedUp.__post_init__(self)
        if not isinstance(self.text, str):
            raise InputError("text", self.text, "give a part of tf2's error text")

    @property
    def question(self) -> str:
        """The question in plain words."""
        said = f' with "{self.text}"' if self.text else ""
        return f"Does looking up {self.source} in {self.target} fail{said}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        try:
            evidence.buffer.lookup_transform(self.target, self.source)
        except TransformException as error:
            return self.text in str(error)
        return False


@dataclass(frozen=True, slots=True)
class TurnsAgainst(_LookedUp):
    """Whether one link turns against the next one below it, and farther, as if to take its turns back.

    Attributes:
        target: the upper link's parent, e.g. map.
        source: its child and the lower link's parent, e.g. odom.
        below: the lower link's child, e.g. base_link.

    Raises:
        InputError: names that are none.
    """

    below: str

    def __post_init__(self) -> None:
        _LookedUp.__post_init__(self)
        if not isinstance(self.below, str) or not self.below:
            raise InputError("below", self.below, "give a frame name")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        links = ((self.target, self.source), (self.source, self.below))
        return "; ".join(f"ros2 run tf2_ros tf2_echo {parent} {child}" for parent, child in links)

    @property
    def question(self) -> str:
        """The question in plain words."""
        upper, lower = f"{self.target} -> {self.source}", f"{self.source} -> {self.below}"
        return f"Whenever {lower} turns, does {upper} turn the other way, and farther?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        known = self._side_by_side(evidence)
        if not known:
            return False
        upper, lower = (_unwrapped(yaws) for yaws in zip(*known, strict=True))
        return _covariance(upper, lower) < -max(_LEAST_TURN, _covariance(lower, lower))

    def _side_by_side(self, evidence: Evidence) -> list[tuple[float, float]]:
        """Return the headings that two tf2_echo, each showing the latest, have beside each other."""
        upper = evidence.of_link(self.target, self.source)
        found = []
        for sample in evidence.of_link(self.source, self.below):
            heard = bisect_right(upper, sample.receive_ns, key=lambda s: s.receive_ns)
            if heard:
                found.append((upper[heard - 1].transform.yaw, sample.transform.yaw))
        return found


def _unwrapped(yaws: Sequence[float]) -> tuple[float, ...]:
    """Return headings that go on beyond half a turn instead of jumping to the other side."""
    steps = (math.remainder(b - a, math.tau) for a, b in pairwise(yaws))
    return tuple(accumulate(steps, initial=yaws[0]))


def _covariance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the covariance: above zero where two numbers grow together, below where one grows as the other falls."""
    middle, beside = statistics.fmean(one), statistics.fmean(other)
    return statistics.fmean((a - middle) * (b - beside) for a, b in zip(one, other, strict=True))


def in_words(transform: Transform) -> str:
    """Return a transform as tf2_echo prints it: metres, and roll, pitch, yaw in degrees."""
    turn = all(map(math.isfinite, transform.rotation)) and any(transform.rotation)
    angles = [math.degrees(angle) for angle in transform.rpy] if turn else []
    translation, rpy = (", ".join(f"{n:.3f}" for n in numbers) for numbers in (transform.translation, angles))
    return f"[{translation}], RPY (degree) [{rpy}]".replace("-0.000", "0.000")
