"""Many lookups at once with numpy: same answers as one by one, errors per time.

Times that share a chain of links are computed together; a time that fails, or means "latest", is asked one by one,
so that its error is tf2's own.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer.columns import STILL, Columns, at_times, canonical, composed, inverse, numpy_module
from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.history import Histories
from tfsandbox.buffer.lookup import lookup
from tfsandbox.buffer.walk import MAX_DEPTH, NO_FRAME
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.stamps import NANOSECONDS, seconds_to_ns, to_ns

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


_AT_ONCE = 4096  # arrays of this length stay in the cache, and malloc keeps them: half the time of 10,000 at once


@dataclass(frozen=True, slots=True, eq=False)
class Lookups:
    """T_target_source at n times; a sequence of Transforms, and the same as arrays (which cannot be written to).

    Attributes:
        stamps_ns: (n,) int64, the stamp of each answer in nanoseconds.
        translations: (n, 3) metres; NaN where the lookup failed.
        rotations: (n, 4) quaternions xyzw; NaN where the lookup failed.
        errors: tf2's exception by index, for the times that failed.
    """

    stamps_ns: Array
    translations: Array
    rotations: Array
    errors: dict[int, TransformException]

    def __post_init__(self) -> None:
        for array in (self.stamps_ns, self.translations, self.rotations):
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.stamps_ns)

    def __iter__(self) -> Iterator[Transform]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: int) -> Transform:
        """Return T_target_source at one of the times.

        Raises:
            TransformException: the lookup failed there.
            InputError: no such index.
        """
        try:
            i = range(len(self))[operator.index(index)]
        except (TypeError, IndexError):
            raise InputError("index", index, f"there are {len(self)} lookups") from None
        if i in self.errors:
            raise self.errors[i]
        return Transform(tuple(self.translations[i]), tuple(self.rotations[i]))


def lookup_transforms(frames: Frames, target: str, source: str, times_ns: Array) -> Lookups:
    """Return T_target_source at every time; (n,) int64 nanoseconds, 0 = latest."""
    np = numpy_module()
    n = len(times_ns)
    stamps_ns, found = times_ns.copy(), np.full((7, n), np.nan)
    errors: dict[int, TransformException] = {}
    target_id, source_id = frames.queryable.get(target, 0), frames.queryable.get(source, 0)
    if target_id and source_id and target_id != source_id:
        with np.errstate(all="ignore"):  # broken robots publish infinities
            for group, columns in _groups(frames, target_id, source_id, times_ns):
                for row, column in zip(found, columns, strict=True):
                    row[group] = column
            missing = np.flatnonzero(~np.isfinite(found[0] + found[1] + found[2])).tolist()
    else:
        missing = range(n)
    for i in missing:
        try:
            translation, rotation, stamps_ns[i] = lookup(frames, target, source, int(times_ns[i]))
            found[:, i] = (*translation, *rotation)
        except TransformException as error:
            errors[i] = error
    return Lookups(stamps_ns, found[:3].T, found[3:].T, errors)


def nanoseconds(times: Any) -> Any:
    """Return times of any kind as (n,) int64 nanoseconds; a numpy array of numbers is seconds.

    Raises:
        InputError: a time is none; names its index.
        MissingPackageError: numpy is not installed.
    """
    np = numpy_module()
    if isinstance(times, np.ndarray) and times.ndim == 1 and times.dtype.kind in "fiu":
        times = times.astype(np.float64)
        if not np.isfinite(times).all() or (np.abs(times) > 9e9).any():
            i = int(np.flatnonzero(~(np.abs(times) <= 9e9))[0])
            seconds_to_ns(float(times[i]), f"times[{i}]")
        whole = np.floor(times)
        rest = np.rint((times - whole) * NANOSECONDS)
        return whole.astype(np.int64) * NANOSECONDS + rest.astype(np.int64)
    try:
        rows = list(times)
    except TypeError as err:
        raise InputError("times", times, "give a sequence of times") from err
    return np.array([to_ns(time, f"times[{i}]") for i, time in enumerate(rows)], dtype=np.int64)


def whole_nanoseconds(times_ns: Any) -> Any:
    """Return whole nanoseconds as (n,) int64.

    Raises:
        InputError: not a row of whole numbers of 64 bits.
        MissingPackageError: numpy is not installed.
    """
    np = numpy_module()
    try:
        array = np.asarray(times_ns)
        whole = array.dtype.kind == "i" or (array.dtype.kind == "u" and (array < 2**63).all())
        if array.ndim == 1 and (whole or not array.size):
            return array.astype(np.int64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError("times_ns", times_ns, "give a row of whole nanoseconds (int64)")


def _groups(frames: Frames, target: int, source: int, times_ns: Array) -> Iterator[tuple[Array, Columns]]:
    """Yield the times (as indices) that share a complete chain, with T_target_source at each."""
    np = numpy_module()
    histories = Histories(frames.caches)
    asked = np.flatnonzero(times_ns != 0)
    for start in range(0, len(asked), _AT_ONCE):
        yield from _groups_of_some(frames, histories, target, source, times_ns, asked[start : start + _AT_ONCE])


def _groups_of_some(
    frames: Frames, histories: Histories, target: int, source: int, times_ns: Array, asked: Array
) -> Iterator[tuple[Array, Columns]]:
    np = numpy_module()
    for group, top, from_source in _climb(histories, source, (target,), times_ns, asked):
        if top == target:
            yield group, _finished(from_source, frames)
            continue
        for subgroup, end, from_target in _climb(histories, target, (top, source), times_ns, group):
            if end == source:
                yield subgroup, _finished(inverse(from_target), frames)
            elif end == top:
                kept = np.searchsorted(group, subgroup)
                whole = composed(inverse(from_target), at_times(kept, from_source))
                yield subgroup, _finished(whole, frames)


def _climb(
    histories: Histories, start: int, stops: tuple[int, ...], times_ns: Array, asked: Array
) -> Iterator[tuple[Array, int, Columns]]:
    """Yield (indices, frame reached, T_reached_start) for the times that climb alike from ``start``.

    The frame reached is one of ``stops`` or a root; times at which a link on the way cannot be read are left out.
    """
    todo: list[tuple[Array, int, Columns, int]] = [(asked, start, STILL, 0)]
    while todo:
        group, frame, columns, depth = todo.pop()
        if not len(group) or depth > MAX_DEPTH:
            continue
        history = histories.of(frame)
        if frame in stops or history is None:
            yield group, frame, columns
            continue
        for parent, kept, link in history.read(times_ns[group]):
            if parent != NO_FRAME:  # a parent literally named NO_PARENT: the single walk knows what to say
                todo.append((group[kept], parent, composed(link, at_times(kept, columns)), depth + 1))


def _finished(columns: Columns, frames: Frames) -> Columns:
    """Return the columns with rotations as tf2 returns them under these rules."""
    return canonical(columns) if frames.rules.normalises else columns
