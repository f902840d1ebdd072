"""Observations made by printing messages one by one: stamps, and what comes on which topic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.evidence import Evidence, Sample
from tfsandbox.stamps import NANOSECONDS


def _newest(samples: Sequence[Sample]) -> float | None:
    return max((s.stamp_ns for s in samples), default=0) / NANOSECONDS if samples else None


def _per_stamp(samples: Sequence[Sample]) -> float | None:
    return len(samples) / len({s.stamp_ns for s in samples}) if samples else None


def _contradicting(samples: Sequence[Sample]) -> float | None:
    pairs = [a.stamp_ns == b.stamp_ns and a.transform != b.transform for a, b in pairwise(samples)]
    return sum(pairs) / len(pairs) if pairs else None


def _gaps(samples: Sequence[Sample]) -> float | None:
    stamps = sorted({s.stamp_ns for s in samples})
    steps = sorted(b - a for a, b in pairwise(stamps))
    usual = steps[len(steps) // 4] if steps else 0
    return sum(step > 1.5 * usual for step in steps) / len(steps) if steps else None


# Each figure with how a question names it and its unit.
_FIGURES: dict[str, tuple[Callable[[Sequence[Sample]], float | None], str, str]] = {
    "newest": (_newest, "the newest stamp", "s"),
    "per stamp": (_per_stamp, "the number of messages for each different stamp", ""),
    "contradicting": (_contradicting, "the share of messages that repeat a stamp with other numbers", ""),
    "gaps": (_gaps, "the share of gaps of more than one and a half usual steps between stamps", ""),
}


@dataclass(frozen=True, slots=True)
class Stamps:
    """What the stamps of a link look like.

    Attributes:
        parent: the link's parent.
        child: its child.
        figure: "newest" (seconds), "per stamp" (messages), "contradicting" or "gaps" (shares from 0 to 1).
        bounds: what the figure is compared with.

    Raises:
        InputError: no such figure.
    """

    instrument: ClassVar[str] = "echo"

    parent: str
    child: str
    figure: str
    bounds: Bounds

    def __post_init__(self) -> None:
        if self.figure not in _FIGURES:
            raise InputError("figure", self.figure, f"give one of {', '.join(_FIGURES)}")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /tf"

    @property
    def question(self) -> str:
        """The question in plain words."""
        _, words, unit = _FIGURES[self.figure]
        return f"In the messages of {self.parent} -> {self.child}, is {words} {self.bounds.words(unit)}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer; no where the link was not heard."""
        return self.bounds.hold(_FIGURES[self.figure][0](evidence.of_link(self.parent, self.child)))


@dataclass(frozen=True, slots=True)
class StepsBack:
    """How often a link's stamp is older than the one that arrived before it.

    Attributes:
        parent: the link's parent.
        child: its child.
        by: which steps back count, in seconds.
        times: how many there are.
    """

    instrument: ClassVar[str] = "echo"

    parent: str
    child: str
    by: Bounds
    times: Bounds = Bounds(least=1)

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /tf"

    @property
    def question(self) -> str:
        """The question in plain words."""
        often = {Bounds(least=1): "", Bounds(1, 1): ", exactly once"}
        times = often.get(self.times, f", {self.times.words('times')}")
        return f"Does the stamp of {self.parent} -> {self.child} step back by {self.by.words('s')}{times}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        stamps = [s.stamp_ns for s in evidence.of_link(self.parent, self.child)]
        back = [(a - b) / NANOSECONDS for a, b in pairwise(stamps) if b < a]
        return self.times.hold(sum(self.by.hold(step) for step in back))


@dataclass(frozen=True, slots=True)
class HeaderStamp:
    """What the newest stamp on a topic is.

    Attributes:
        topic: full name.
        bounds: what it is compared with, in seconds.
    """

    instrument: ClassVar[str] = "echo"

    topic: str
    bounds: Bounds

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic echo {self.topic} --field header.stamp"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Is the newest stamp on {self.topic} {self.bounds.words('s')}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer; no where nothing was heard."""
        headers = evidence.headers.get(self.topic, ())
        return self.bounds.hold(max((h.stamp_ns for h in headers), default=0) / NANOSECONDS if headers else None)


@dataclass(frozen=True, slots=True)
class Heard:
    """Which child frames a topic brings, whatever their parents.

    Attributes:
        topic: full name.
        children: frames that all come.
        missing: frames that all do not come.

    Raises:
        InputError: no frames.
    """

    instrument: ClassVar[str] = "echo"

    topic: str
    children: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (self.children or self.missing):
            raise InputError("children", self.children, "name at least one frame")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic echo {self.topic}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        parts = [f"{', '.join(self.children)}"] if self.children else []
        parts += [f"none of {', '.join(self.missing)}"] if self.missing else []
        return f"Does {self.topic} bring {' but '.join(parts)}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        heard = {s.child.removeprefix("/") for s in evidence.samples if s.topic == self.topic}
        return heard.issuperset(self.children) and heard.isdisjoint(self.missing)
