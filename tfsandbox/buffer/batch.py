"""Many lookups at once with numpy: same answers as one by one, errors per time.

Times that share a chain of links are computed together; a time that fails, or means "latest", is asked one by one,
so that its error is tf2's own.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.lookup import lookup
from tfsandbox.buffer.walk import MAX_DEPTH, NO_FRAME
from tfsandbox.errors import InputError, MissingPackageError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.stamps import NANOSECONDS, seconds_to_ns, to_ns
from tfsandbox.timecache import Cache, Sample, StaticCache

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Columns = list[Any]
"""Arrays x, y, z, qx, qy, qz, qw, each (n,); or none at all, which is the identity."""

_STILL: Columns = []


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
    np = _numpy()
    n = len(times_ns)
    stamps_ns, translations, rotations = times_ns.copy(), np.full((n, 3), np.nan), np.full((n, 4), np.nan)
    errors: dict[int, TransformException] = {}
    target_id, source_id = frames.queryable.get(target, 0), frames.queryable.get(source, 0)
    if target_id and source_id and target_id != source_id:
        with np.errstate(all="ignore"):  # broken robots publish infinities
            for group, columns in _groups(frames, target_id, source_id, times_ns):
                translations[group] = np.stack(columns[:3], axis=1)
                rotations[group] = np.stack(columns[3:], axis=1)
    for i in np.flatnonzero(~np.isfinite(translations).all(axis=1)).tolist():
        try:
            translations[i], rotations[i], stamps_ns[i] = lookup(frames, target, source, int(times_ns[i]))
        except TransformException as error:
            errors[i] = error
    return Lookups(stamps_ns, translations, rotations, errors)


def nanoseconds(times: Any) -> Any:
    """Return times of any kind as (n,) int64 nanoseconds; a numpy array of numbers is seconds.

    Raises:
        InputError: a time is none; names its index.
        MissingPackageError: numpy is not installed.
    """
    np = _numpy()
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
    np = _numpy()
    try:
        array = np.asarray(times_ns)
        whole = array.dtype.kind == "i" or (array.dtype.kind == "u" and (array < 2**63).all())
        if array.ndim == 1 and (whole or not array.size):
            return array.astype(np.int64)
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError("times_ns", times_ns, "give a row of whole nanoseconds (int64)")


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as err:
        raise MissingPackageError("numpy", "lookup_transforms", "numpy") from err
    return numpy


def _groups(frames: Frames, target: int, source: int, times_ns: Array) -> Iterator[tuple[Array, Columns]]:
    """Yield the times (as indices) that share a complete chain, with T_target_source at each."""
    np = _numpy()
    asked = np.flatnonzero(times_ns != 0)
    for group, top, from_source in _climb(frames, source, (target,), times_ns, asked):
        if top == target:
            yield group, _canonical(from_source, frames)
            continue
        for subgroup, end, from_target in _climb(frames, target, (top, source), times_ns, group):
            if end == source:
                yield subgroup, _canonical(_inverse(from_target), frames)
            elif end == top:
                kept = np.searchsorted(group, subgroup)
                whole = _composed(_inverse(from_target), [column[kept] for column in from_source])
                yield subgroup, _canonical(whole, frames)


def _climb(
    frames: Frames, start: int, stops: tuple[int, ...], times_ns: Array, asked: Array
) -> Iterator[tuple[Array, int, Columns]]:
    """Yield (indices, frame reached, T_reached_start) for the times that climb alike from ``start``.

    The frame reached is one of ``stops`` or a root; times at which a link on the way cannot be read are left out.
    """
    np = _numpy()
    todo: list[tuple[Array, int, Columns, int]] = [(asked, start, _STILL, 0)]
    while todo:
        group, frame, columns, depth = todo.pop()
        cache = frames.caches[frame]
        if not len(group) or depth > MAX_DEPTH:
            continue
        if frame in stops or cache is None:
            yield group, frame, columns
            continue
        readable, parents, link = _read(cache, times_ns[group])
        for parent in set(parents.tolist()) - {NO_FRAME}:
            kept = np.flatnonzero(readable & (parents == parent))
            upwards = _composed(_at(kept, link), _at(kept, columns))
            todo.append((group[kept], parent, upwards, depth + 1))


def _read(cache: Cache, times_ns: Array) -> tuple[Array, Array, Columns]:
    """Return which times a cache can be read at, the parent at each, and the link at each."""
    np = _numpy()
    n = len(times_ns)
    if isinstance(cache, StaticCache):
        sample = cache.bracket[0]
        constant = [np.full(n, value) for value in sample[2:]]
        return np.full(n, len(cache) > 0), np.full(n, sample[1]), constant
    if not cache.stamps:
        return np.zeros(n, dtype=bool), np.zeros(n, dtype=np.int64), [np.zeros(n)] * 7
    return _read_samples(np.array(cache.stamps), cache.samples, times_ns)


def _read_samples(stamps: Array, samples: list[Sample], times_ns: Array) -> tuple[Array, Array, Columns]:
    np = _numpy()
    last = len(stamps) - 1
    readable = (times_ns >= stamps[0]) & (times_ns <= stamps[-1])
    older = np.clip(np.searchsorted(stamps, times_ns, side="right") - 1, 0, last)
    older[times_ns == stamps[0]] = 0
    older[times_ns == stamps[-1]] = last
    newer = np.minimum(older + 1, last)
    parents = np.array([sample[1] for sample in samples])
    alone = (parents[older] != parents[newer]) | (times_ns == stamps[0]) | (times_ns == stamps[-1])
    newer[alone] = older[alone]
    table = np.array([sample[2:] for sample in samples]).T
    spans = np.where(older == newer, 1, stamps[newer] - stamps[older])
    ratio = np.where(older == newer, 0.0, (times_ns - stamps[older]) / np.where(spans == 0, 1, spans))
    a, b = [column[older] for column in table], [column[newer] for column in table]
    return readable, parents[older], _interpolated(a, b, ratio)


def _interpolated(a: Columns, b: Columns, ratio: Array) -> Columns:
    """Return walk.interpolate for arrays."""
    np = _numpy()
    rest = 1.0 - ratio
    moved = [rest * m + ratio * n for m, n in zip(a[:3], b[:3], strict=True)]
    qa, qb = a[3:], b[3:]
    dot = sum(m * n for m, n in zip(qa, qb, strict=True))
    lengths = sum(m * m for m in qa) * sum(n * n for n in qb)
    theta = np.arccos(np.minimum(np.abs(dot) / np.sqrt(lengths), 1.0))
    still = theta == 0.0
    scale = 1.0 / np.sin(np.where(still, 1.0, theta))
    sa = np.where(still, 1.0, np.sin(rest * theta) * scale)
    sb = np.where(still, 0.0, np.copysign(np.sin(ratio * theta) * scale, dot))
    return [*moved, *(m * sa + n * sb for m, n in zip(qa, qb, strict=True))]


def _product(a: Columns, b: Columns) -> Columns:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]


def _rotated(q: Columns, v: Columns) -> Columns:
    x, y, z, w = q
    vx, vy, vz = v
    px, py, pz = w * vx + y * vz - z * vy, w * vy + z * vx - x * vz, w * vz + x * vy - y * vx
    pw = x * vx + y * vy + z * vz
    return [
        px * w + pw * x - py * z + pz * y,
        py * w + pw * y - pz * x + px * z,
        pz * w + pw * z - px * y + py * x,
    ]


def _at(kept: Array, columns: Columns) -> Columns:
    """Return some of the times, by index; the columns as they are where all are kept."""
    if not columns or len(kept) == len(columns[0]):
        return columns
    return [column[kept] for column in columns]


def _composed(link: Columns, columns: Columns) -> Columns:
    """Return T_a_b @ T_b_c."""
    if not columns:
        return link
    moved = [m + n for m, n in zip(_rotated(link[3:], columns[:3]), link[:3], strict=True)]
    return [*moved, *_product(link[3:], columns[3:])]


def _inverse(columns: Columns) -> Columns:
    """Return T_b_a of T_a_b."""
    x, y, z, qx, qy, qz, qw = columns
    turn = [-qx, -qy, -qz, qw]
    return [*_rotated(turn, [-x, -y, -z]), *turn]


def _canonical(columns: Columns, frames: Frames) -> Columns:
    """Return the columns with rotations as tf2 returns them (unit length, canonical sign), where the rules say so."""
    np = _numpy()
    if not frames.rules.normalises:
        return columns
    q = np.stack(columns[3:])
    q = q / np.sqrt((q * q).sum(axis=0))
    dominant = np.take_along_axis(q[:3], np.abs(q[:3]).argmax(axis=0)[None], axis=0)[0]
    decisive = np.where(4.0 * q[3] * q[3] > 1.0, q[3], dominant)
    return [*columns[:3], *(q * np.where(decisive < 0, -1.0, 1.0))]
