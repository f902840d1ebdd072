"""One child frame's history, as tf2 keeps it: dynamic (many samples) or static (one).

A sample is a plain tuple, because lookups read three of them per link in microseconds:
``(stamp_ns, parent_id, x, y, z, qx, qy, qz, qw)``. Source: tf2's TimeCache and StaticCache.
"""

from __future__ import annotations

from bisect import bisect_right
from enum import Enum
from typing import NamedTuple

from tfsandbox.stamps import format_time

Sample = tuple[int, int, float, float, float, float, float, float, float]
Bracket = tuple[Sample, Sample]
"""The samples around a time, older first; the same sample twice where nothing is to be interpolated."""


class Problem(Enum):
    """Why a cache, or a walk over caches, gave no answer; the value is the C++ subclass of ExtrapolationException."""

    NONE = ""
    NO_DATA = "NoDataForExtrapolationException"
    FUTURE = "ForwardExtrapolationException"
    PAST = "BackwardExtrapolationException"
    EMPTY_STATIC = "LookupException"


class Failure(NamedTuple):
    """Why a cache cannot be read at a time.

    Attributes:
        problem: the kind.
        text: tf2's words, without the frames.
        available_ns: stamp of the nearest sample held, or None.
    """

    problem: Problem
    text: str
    available_ns: int | None = None


class DynamicCache:
    """Samples of one child in the order of their stamps, oldest first; equal stamps in the order of insertion.

    Attributes:
        stamps: the stamps alone, so that a search is one bisection in C.
        samples: the samples.
    """

    __slots__ = ("samples", "span_ns", "stamps")

    is_static = False

    def __init__(self, span_ns: int) -> None:
        self.span_ns = span_ns
        self.stamps: list[int] = []
        self.samples: list[Sample] = []

    def __len__(self) -> int:
        return len(self.stamps)

    @property
    def newest_ns(self) -> int:
        """Stamp of the newest sample, 0 if empty."""
        return self.stamps[-1] if self.stamps else 0

    @property
    def oldest_ns(self) -> int:
        """Stamp of the oldest sample, 0 if empty."""
        return self.stamps[0] if self.stamps else 0

    @property
    def newest_parent(self) -> int:
        """Parent id of the newest sample, 0 if empty."""
        return self.samples[-1][1] if self.samples else 0

    def insert(self, sample: Sample) -> bool:
        """Keep a sample and return whether it was accepted: False means older than the newest minus the span.

        Pruning uses the newest stamp before this insert, so a stale sample lives on until the next one.
        """
        stamps = self.stamps
        stamp = sample[0]
        if stamps:
            newest = stamps[-1]
            if stamps[0] + self.span_ns < newest:
                self._prune(newest)
            if stamp > newest:
                stamps.append(stamp)
                self.samples.append(sample)
                return True
            if stamp < newest - self.span_ns:
                return False
        self._insert_between(sample)
        return True

    def _prune(self, newest_ns: int) -> None:
        stale = 0
        while self.stamps[stale] + self.span_ns < newest_ns:
            stale += 1
        del self.stamps[:stale]
        del self.samples[:stale]

    def _insert_between(self, sample: Sample) -> None:
        position = bisect_right(self.stamps, sample[0])
        before = position
        while before and self.stamps[before - 1] == sample[0]:
            before -= 1
            if self.samples[before] == sample:
                return
        self.stamps.insert(position, sample[0])
        self.samples.insert(position, sample)

    def read(self, time_ns: int) -> Bracket | None:
        """Return the samples around a time (0 = newest), or None where ``failure`` says why."""
        stamps = self.stamps
        if stamps and time_ns and stamps[0] < time_ns < stamps[-1]:
            i = bisect_right(stamps, time_ns)
            samples = self.samples
            older, newer = samples[i - 1], samples[i]
            return (older, newer) if older[1] == newer[1] else (older, older)
        return self._read_end(time_ns)

    def _read_end(self, time_ns: int) -> Bracket | None:
        if not self.stamps:
            return None
        if time_ns == 0 or time_ns == self.stamps[-1]:
            return (self.samples[-1], self.samples[-1])
        if time_ns == self.stamps[0]:
            return (self.samples[0], self.samples[0])
        return None

    def failure(self, time_ns: int) -> Failure:
        """Return why ``read`` gave None at this time."""
        if not self.stamps:
            return Failure(Problem.NO_DATA, "")
        oldest, newest = self.stamps[0], self.stamps[-1]
        asked = format_time(time_ns)
        if len(self.stamps) == 1:
            return Failure(Problem.NO_DATA, only_one_sample(time_ns, newest), newest)
        if time_ns > newest:
            text = f"into the future.  Requested time {asked} but the latest data is at time {format_time(newest)}"
            return Failure(Problem.FUTURE, f"Lookup would require extrapolation {text}", newest)
        text = f"into the past.  Requested time {asked} but the earliest data is at time {format_time(oldest)}"
        return Failure(Problem.PAST, f"Lookup would require extrapolation {text}", oldest)

    def clear(self) -> None:
        """Forget every sample."""
        self.stamps.clear()
        self.samples.clear()


class StaticCache:
    """The one sample of a static child; its stamp is forgotten, so every time is answered.

    ``empty`` is True only after a Rolling-style clear, which keeps the last parent in mind.
    """

    __slots__ = ("bracket", "empty")

    is_static = True
    newest_ns = 0
    oldest_ns = 0

    def __init__(self) -> None:
        nothing: Sample = (0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
        self.bracket: Bracket = (nothing, nothing)
        self.empty = True

    def __len__(self) -> int:
        return 0 if self.empty else 1

    @property
    def newest_parent(self) -> int:
        """Parent id of the sample, also after a clear."""
        return self.bracket[0][1]

    def insert(self, sample: Sample) -> bool:
        """Replace the sample; always accepted."""
        self.bracket = (sample, sample)
        self.empty = False
        return True

    def read(self, time_ns: int) -> Bracket | None:
        """Return the sample twice, at any time; None after a clear."""
        return None if self.empty else self.bracket

    def failure(self, time_ns: int) -> Failure:
        """Return why ``read`` gave None."""
        return Failure(Problem.EMPTY_STATIC, "Static cache is empty")

    def clear(self) -> None:
        """Empty it as Rolling does: the parent stays known to latest-common-time."""
        self.empty = True


Cache = DynamicCache | StaticCache


def only_one_sample(time_ns: int, stamp_ns: int) -> str:
    """Return tf2's words for a cache with a single sample."""
    asked, have = format_time(time_ns), format_time(stamp_ns)
    return f"Lookup would require extrapolation at time {asked}, but only time {have} is in the buffer"
