"""Observations made by reading published messages themselves: the numbers of one link, the frame in a header."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.geometry import Quaternion, Transform
from tfsandbox.motion import finite
from tfsandbox.observations.evidence import Evidence, Sample
from tfsandbox.observations.lookup import in_words

_MOST = 0.0005  # metres, and parts of a quaternion
_OFTEN = 5  # one jump may be a correction


@dataclass(frozen=True, slots=True)
class _Published:
    """What all observations of a link share: its two names, exactly as they are in the message."""

    instrument: ClassVar[str] = "echo"

    parent: str
    child: str

    def __post_init__(self) -> None:
        for name in ("parent", "child"):
            if not isinstance(getattr(self, name), str):
                raise InputError(name, getattr(self, name), "give a frame name")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo --qos-durability transient_local --qos-reliability reliable /tf_static"

    def samples(self, evidence: Evidence) -> tuple[Sample, ...]:
        """Return what was published for the link."""
        return evidence.of_link(self.parent, self.child)


@dataclass(frozen=True, slots=True)
class Published(_Published):
    """Whether somebody publishes a link with these numbers, four of them a quaternion of whatever length.

    Attributes:
        parent: frame_id.
        child: child_frame_id.
        transform: T_parent_child.

    Raises:
        InputError: names that are none, or no transform.
    """

    transform: Transform

    def __post_init__(self) -> None:
        _Published.__post_init__(self)
        if not isinstance(self.transform, Transform):
            raise InputError("transform", self.transform, "give a Transform")

    @property
    def question(self) -> str:
        """The question in plain words."""
        q = self.transform.rotation
        length = math.hypot(*q)
        words = f"at {in_words(self.transform)}" if abs(length - 1.0) < _MOST else f"with the quaternion {_rounded(q)}"
        return f"Does anybody publish {self.parent} -> {self.child} {words}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return any(_same(sample.transform, self.transform) for sample in self.samples(evidence))


@dataclass(frozen=True, slots=True)
class TwoValues(_Published):
    """Whether one fixed link is published with two values.

    Attributes:
        parent: frame_id.
        child: child_frame_id.
    """

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Is {self.parent} -> {self.child} on /tf_static with two different values?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        fixed = [sample.transform for sample in self.samples(evidence) if sample.static]
        return any(not _same(fixed[0], other) for other in fixed[1:])


@dataclass(frozen=True, slots=True)
class Teleports(_Published):
    """Whether a moving link jumps again and again, from one message to the next.

    Attributes:
        parent: frame_id.
        child: child_frame_id.
        metres: what counts as a jump.

    Raises:
        InputError: names that are none, or a distance that is none.
    """

    metres: float

    def __post_init__(self) -> None:
        _Published.__post_init__(self)
        if not finite(self.metres, "metres") > 0:
            raise InputError("metres", self.metres, "give metres, more than 0")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /tf"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Does {self.parent} -> {self.child} jump by {self.metres:g} m or more, again and again?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        places = [sample.transform.translation for sample in self.samples(evidence) if not sample.static]
        jumps = sum(math.dist(a, b) >= self.metres for a, b in pairwise(places))
        return jumps >= _OFTEN


@dataclass(frozen=True, slots=True)
class SaysFrame:
    """Whether messages on a topic say that they were taken in a certain frame.

    Attributes:
        topic: full name of the topic.
        frame: header.frame_id, exactly.

    Raises:
        InputError: a name is not text.
    """

    instrument: ClassVar[str] = "echo"

    topic: str
    frame: str

    def __post_init__(self) -> None:
        for name in ("topic", "frame"):
            if not isinstance(getattr(self, name), str):
                raise InputError(name, getattr(self, name), "give a name as text")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic echo --once --field header.frame_id {self.topic}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f'Do messages on {self.topic} name the frame "{self.frame}"?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return any(header.frame_id == self.frame for header in evidence.headers.get(self.topic, ()))


def _rounded(q: Quaternion) -> str:
    return f"({', '.join(f'{n:.3f}' for n in q)})".replace("-0.000", "0.000")


def _same(a: Transform, b: Transform) -> bool:
    """Return whether the numbers agree; a quaternion and its negative are the same rotation."""
    minus = tuple(-n for n in b.rotation)
    return _near(a.translation, b.translation) and (_near(a.rotation, b.rotation) or _near(a.rotation, minus))


def _near(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(abs(x - y) <= _MOST or (math.isnan(x) and math.isnan(y)) for x, y in zip(a, b, strict=True))
