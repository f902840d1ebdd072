"""Histories as numpy arrays, each made once for many reads: timecache's answers for many times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer.columns import Columns, Pairs, numpy_module
from tfsandbox.buffer.walk import NO_FRAME, Caches
from tfsandbox.timecache import DynamicCache, StaticCache

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


class Histories:
    """The histories of a buffer, by frame id, made when they are first asked for."""

    __slots__ = ("_caches", "_made")

    def __init__(self, caches: Caches) -> None:
        self._caches = caches
        self._made: dict[int, DynamicHistory | StaticHistory] = {}

    def of(self, frame: int) -> DynamicHistory | StaticHistory | None:
        """Return the history of a frame; None for one that is nobody's child."""
        cache = self._caches[frame]
        if cache is None:
            return None
        if frame not in self._made:
            self._made[frame] = StaticHistory(cache) if isinstance(cache, StaticCache) else DynamicHistory(cache)
        return self._made[frame]


class StaticHistory:
    """A StaticCache, for many times."""

    __slots__ = ("_cache",)

    def __init__(self, cache: StaticCache) -> None:
        self._cache = cache

    def read(self, times_ns: Array) -> Iterator[tuple[int, Array, Columns]]:
        """Yield the parent, the times (as indices) that can be read, and the link at these times."""
        np = numpy_module()
        if len(self._cache):
            sample, n = self._cache.bracket[0], len(times_ns)
            yield sample[1], np.arange(n), [np.full(n, value) for value in sample[2:]]


class DynamicHistory:
    """A DynamicCache, for many times."""

    __slots__ = ("_alone", "_pairs", "_parents", "_spans", "_stamps")

    def __init__(self, cache: DynamicCache) -> None:
        np = numpy_module()
        stamps = np.array(cache.stamps, dtype=np.int64)
        parents = np.array([sample[1] for sample in cache.samples], dtype=np.int64)
        last = len(stamps) - 1
        newer = np.minimum(np.arange(1, last + 2), last)
        spans = stamps[newer] - stamps
        alone = (parents != parents[newer]) | (spans == 0)  # nothing to interpolate: the older sample as it is
        newer[alone] = np.flatnonzero(alone)
        spans[alone] = 1
        values = np.array([sample[2:] for sample in cache.samples], dtype=np.float64).reshape(-1, 7).T
        self._stamps, self._parents, self._spans, self._alone = stamps, parents, spans, alone
        self._pairs = Pairs(values, values[:, newer])

    def read(self, times_ns: Array) -> Iterator[tuple[int, Array, Columns]]:
        """Yield each parent with the times (as indices) that hang below it there, and the link at these times."""
        np = numpy_module()
        stamps = self._stamps
        if not len(stamps):
            return
        readable = (times_ns >= stamps[0]) & (times_ns <= stamps[-1])
        older = np.maximum(np.searchsorted(stamps, times_ns, side="right") - 1, 0)
        older[times_ns == stamps[0]] = 0
        older[times_ns == stamps[-1]] = len(stamps) - 1  # comes last, as in a single read: all stamps may be one
        everyone = set(self._parents.tolist())
        for parent in everyone - {NO_FRAME}:
            kept = np.flatnonzero(readable & (self._parents[older] == parent) if len(everyone) > 1 else readable)
            at = older[kept]
            ratio = np.where(self._alone[at], 0.0, (times_ns[kept] - stamps[at]) / self._spans[at])
            yield parent, kept, self._pairs.interpolated(at, ratio)
