"""Observations made by looking a transform up, as tf2_echo does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.observations.evidence import Evidence

_MOST = 0.0005  # metres and radians: tf2_echo prints three decimals


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
    """Whether a frame turns one way as seen from one frame and the other way as seen from another.

    Attributes:
        target: the first frame to look from.
        source: the frame that turns.
        other: the second frame to look from.

    Raises:
        InputError: names that are none.
    """

    other: str

    def __post_init__(self) -> None:
        _LookedUp.__post_init__(self)
        if not isinstance(self.other, str) or not self.other:
            raise InputError("other", self.other, "give a frame name")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "; ".join(f"ros2 run tf2_ros tf2_echo {frame} {self.source}" for frame in (self.target, self.other))

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"While {self.source} turns left in {self.target}, does it turn right in {self.other}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        stamps = sorted({s.stamp_ns for s in evidence.samples if s.child.removeprefix("/") == self.source})
        seen = [self._yaws(evidence, stamp_ns * 1e-9) for stamp_ns in stamps[:: max(1, len(stamps) // 40)]]
        pairs = [yaws for yaws in seen if yaws is not None]
        turns = [
            (math.remainder(b[0] - a[0], math.tau), math.remainder(b[1] - a[1], math.tau))
            for a, b in pairwise(pairs)
        ]
        return sum(one * other for one, other in turns) < 0.0

    def _yaws(self, evidence: Evidence, seconds: float) -> tuple[float, float] | None:
        try:
            one, other = (
                transform_of(evidence.buffer.lookup_transform(frame, self.source, seconds)).yaw
                for frame in (self.target, self.other)
            )
        except TransformException:
            return None
        return one, other


def in_words(transform: Transform) -> str:
    """Return a transform as tf2_echo prints it: metres, and roll, pitch, yaw in degrees."""
    turn = all(map(math.isfinite, transform.rotation)) and any(transform.rotation)
    angles = [math.degrees(angle) for angle in transform.rpy] if turn else []
    translation, rpy = (", ".join(f"{n:.3f}" for n in numbers) for numbers in (transform.translation, angles))
    return f"[{translation}], RPY (degree) [{rpy}]".replace("-0.000", "0.000")
