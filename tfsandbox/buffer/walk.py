"""Walks over caches by frame id: which links join two frames, and what they compose to.

Frame ids index ``caches``; None means no cache (a root). Id 0 is nobody. Source: tf2's walkToTopParent and
getLatestCommonTime.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import acos, isfinite, sin, sqrt

from tfsandbox.buffer.rules import Rules
from tfsandbox.geometry import IDENTITY_ROTATION, Quaternion, Vector, conjugate, multiply, rotate
from tfsandbox.timecache import Bracket, Cache, Failure, Problem, Sample, only_one_sample

Caches = Sequence[Cache | None]

MAX_DEPTH = 1000
NO_FRAME = 0


class LoopError(Exception):
    """More than MAX_DEPTH links: a loop, or a chain that is too long."""


class NotConnectedError(Exception):
    """The two frames hang in different trees."""


class UnreadableError(Exception):
    """A link on the way has no data at the time.

    Attributes:
        frame: id of the child whose cache failed.
        failure: why.
        on_target_side: whether it was met while walking up from the target.
    """

    def __init__(self, frame: int, failure: Failure, on_target_side: bool) -> None:
        super().__init__(failure.text)
        self.frame = frame
        self.failure = failure
        self.on_target_side = on_target_side


Chain = tuple[list[Bracket] | None, list[Bracket] | None]
"""The links that join two frames, each as the samples around the time.

First those walked from the source upwards (None if the walk from the target met the source), then those walked from
the target upwards (None if the walk from the source met the target).
"""

_NO_LINKS: list[Bracket] = []


def find_chain(caches: Caches, target: int, source: int, time_ns: int, rules: Rules) -> Chain:
    """Return the chain between two different frames at a time (0 = each link's newest).

    Raises:
        UnreadableError, NotConnectedError, LoopError: as their names say.
    """
    links: list[Bracket] = []
    frame, failed = source, None
    while True:
        cache = caches[frame]
        if cache is None:
            break
        bracket = cache.read(time_ns)
        if bracket is None or not bracket[0][1]:
            failed = frame
            break
        if frame == target:
            return links, None
        links.append(bracket)
        frame = bracket[0][1]
        if len(links) > MAX_DEPTH:
            raise LoopError
    if frame == target:
        return links, _NO_LINKS
    return _descend(caches, target, source, time_ns, rules, links, frame, failed)


def _descend(
    caches: Caches,
    target: int,
    source: int,
    time_ns: int,
    rules: Rules,
    source_side: list[Bracket],
    top: int,
    failed: int | None,
) -> Chain:
    """Walk up from the target until ``top``, where the walk from the source ended (because ``failed``, perhaps)."""
    links: list[Bracket] = []
    frame = target
    while frame != top:
        cache = caches[frame]
        if cache is None:
            break
        bracket = cache.read(time_ns)
        if bracket is None or bracket[0][1] == NO_FRAME:
            if failed is not None and rules.newer_side_reports and _newest(caches, failed) >= cache.newest_ns:
                raise _unreadable(caches, failed, time_ns, rules, on_target_side=False)
            raise _unreadable(caches, frame, time_ns, rules, on_target_side=True)
        if frame == source:
            return None, links
        links.append(bracket)
        frame = bracket[0][1]
        if len(links) > MAX_DEPTH:
            raise LoopError
    if frame == top:
        return source_side, links
    if failed is not None:
        raise _unreadable(caches, failed, time_ns, rules, on_target_side=False)
    raise NotConnectedError


def _newest(caches: Caches, frame: int) -> int:
    cache = caches[frame]
    return cache.newest_ns if cache else 0


def _unreadable(caches: Caches, frame: int, time_ns: int, rules: Rules, *, on_target_side: bool) -> UnreadableError:
    cache = caches[frame]
    if cache is None or cache.read(time_ns) is not None:
        failure = Failure(Problem.NONE, "")  # a parent literally named NO_PARENT
    else:
        failure = cache.failure(time_ns)
        if failure.problem is Problem.NO_DATA and not failure.text and rules.names_empty_cache:
            failure = Failure(Problem.NO_DATA, only_one_sample(time_ns, 0))
    return UnreadableError(frame, failure, on_target_side)


def interpolate(older: Sample, newer: Sample, time_ns: int) -> tuple[float, float, float, float, float, float, float]:
    """Return (x, y, z, qx, qy, qz, qw) between two samples; geometry.slerp, unrolled for the hot path."""
    older_ns, _, x0, y0, z0, ax, ay, az, aw = older
    newer_ns, _, x1, y1, z1, bx, by, bz, bw = newer
    r1 = (time_ns - older_ns) / (newer_ns - older_ns)
    r0 = 1.0 - r1
    x, y, z = r0 * x0 + r1 * x1, r0 * y0 + r1 * y1, r0 * z0 + r1 * z1
    dot = ax * bx + ay * by + az * bz + aw * bw
    lengths = (ax * ax + ay * ay + az * az + aw * aw) * (bx * bx + by * by + bz * bz + bw * bw)
    cosine = abs(dot) / sqrt(lengths)
    theta = acos(cosine) if cosine < 1.0 else 0.0
    if theta == 0.0:
        return (x, y, z, ax, ay, az, aw)
    d = 1.0 / sin(theta)
    s0 = sin(r0 * theta)
    s1 = sin(r1 * theta) if dot >= 0.0 else -sin(r1 * theta)
    return (x, y, z, (ax * s0 + bx * s1) * d, (ay * s0 + by * s1) * d, (az * s0 + bz * s1) * d, (aw * s0 + bw * s1) * d)


def compose(links: list[Bracket], time_ns: int) -> tuple[Vector, Quaternion]:
    """Return T_top_frame of the links walked upwards from a frame; products and rotations unrolled for the hot path."""
    vx = vy = vz = 0.0
    x = y = z = w = 0.0
    first = True
    for older, newer in links:
        if older is newer:
            _, _, tx, ty, tz, lx, ly, lz, lw = older
        else:
            tx, ty, tz, lx, ly, lz, lw = interpolate(older, newer, time_ns)
        if first:
            first = False
            vx, vy, vz = tx + 0.0, ty + 0.0, tz + 0.0
            x, y, z, w = lx, ly, lz, lw
            continue
        px = lw * vx + ly * vz - lz * vy
        py = lw * vy + lz * vx - lx * vz
        pz = lw * vz + lx * vy - ly * vx
        pw = lx * vx + ly * vy + lz * vz
        vx = px * lw + pw * lx - py * lz + pz * ly + tx
        vy = py * lw + pw * ly - pz * lx + px * lz + ty
        vz = pz * lw + pw * lz - px * ly + py * lx + tz
        a, b, c = x, y, z
        x = lw * a + lx * w + ly * c - lz * b
        y = lw * b + ly * w + lz * a - lx * c
        z = lw * c + lz * w + lx * b - ly * a
        w = lw * w - lx * a - ly * b - lz * c
    if first:
        w = 1.0
    return (vx, vy, vz), (x, y, z, w)


def compose_chain(chain: Chain, time_ns: int) -> tuple[Vector, Quaternion]:
    """Return T_target_source of a chain at a time."""
    source_side, target_side = chain
    if not target_side:
        v, q = compose(source_side or _NO_LINKS, time_ns)
        if target_side is None or isfinite(v[0] + v[1] + v[2]):
            return v, q
        return rotate(IDENTITY_ROTATION, v), q  # tf2 turns it by nothing, which makes an infinity NaN
    v, q = compose(target_side, time_ns)
    q_top_target = conjugate(q)
    v_top_target = rotate(q_top_target, (-v[0], -v[1], -v[2]))
    if source_side is None:
        return v_top_target, q_top_target
    v, q = compose(source_side, time_ns)
    rx, ry, rz = rotate(q_top_target, v)
    return (rx + v_top_target[0], ry + v_top_target[1], rz + v_top_target[2]), multiply(q_top_target, q)


def latest_common_time(caches: Caches, target: int, source: int) -> int:
    """Return the newest time at which every link between two frames has been heard of; 0 if all are static.

    Raises:
        NotConnectedError, LoopError: as their names say.
    """
    if target == source:
        return _newest(caches, source)
    from_source = _newest_links(caches, source, stop_at=(target,))
    if from_source and from_source[-1][1] == target:
        return _oldest_of(from_source)
    parents = [parent for _, parent in from_source]
    from_target = _newest_links(caches, target, stop_at=(*parents, source))
    last = from_target[-1][1] if from_target else NO_FRAME
    if last in parents:
        return _oldest_of(from_target + from_source[: parents.index(last) + 1])
    if last == source:
        return _oldest_of(from_target)
    raise NotConnectedError


def _newest_links(caches: Caches, frame: int, stop_at: Container[int]) -> list[tuple[int, int]]:
    """Return (newest stamp, newest parent) of every link from a frame upwards, ending at a parent in ``stop_at``."""
    links: list[tuple[int, int]] = []
    while (cache := caches[frame]) is not None:
        if cache.newest_parent == NO_FRAME:
            break
        frame = cache.newest_parent
        links.append((cache.newest_ns, frame))
        if frame in stop_at:
            break
        if len(links) > MAX_DEPTH:
            raise LoopError
    return links


def _oldest_of(links: list[tuple[int, int]]) -> int:
    return min((stamp for stamp, _ in links if stamp), default=0)
