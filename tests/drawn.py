"""What property tests draw from: numbers, rotations, transforms, links, and junk."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

from hypothesis import strategies as st

from tfsandbox import BufferCore, StampedTransform
from tfsandbox.geometry import Quaternion, Transform, quaternion_from_rpy

SECOND = 1_000_000_000
EPOCH_NS = 1_700_000_000 * SECOND + 123_456_789

lengths = st.floats(-100, 100)
vectors = st.tuples(lengths, lengths, lengths)
angles = st.floats(-math.pi, math.pi)
ratios = st.floats(0, 1)


def _unit(numbers: Quaternion) -> Quaternion:
    norm = math.hypot(*numbers)
    return tuple(n / norm for n in numbers)  # type: ignore[return-value]


any_quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: math.hypot(*q) > 1e-3)
"""Not of unit length; signs and half turns included."""

quaternions = any_quaternions.map(_unit) | st.tuples(angles, angles, angles).map(lambda a: quaternion_from_rpy(*a))
transforms = st.builds(Transform, vectors, quaternions)


def same_rotation(a: Quaternion, b: Quaternion, tolerance: float = 1e-9) -> bool:
    """Whether two quaternions are equal up to their common sign."""
    return min(math.dist(a, b), math.dist(a, [-n for n in b])) <= tolerance


@dataclass(frozen=True)
class Published:
    """A link as somebody published it."""

    value: StampedTransform
    static: bool


@dataclass(frozen=True)
class Tree:
    """What was published, in order, and what there is to ask about."""

    published: tuple[Published, ...]
    frames: tuple[str, ...]
    times_ns: tuple[int, ...]

    @property
    def turns_either_way(self) -> bool:
        """Whether two samples of a link are half a turn apart: rounding decides which way tf2 turns between them."""
        turns: dict[str, list[Quaternion]] = {}
        for link in self.published:
            turns.setdefault(link.value.child_frame_id, []).append(link.value.transform.rotation)
        pairs = (pair for several in turns.values() for pair in combinations(several, 2))
        return any(abs(math.fsum(m * n for m, n in zip(a, b, strict=True))) < 1e-12 for a, b in pairs)

    def play(self, buffer: BufferCore) -> BufferCore:
        """Feed a buffer."""
        for link in self.published:
            buffer.set_transform(link.value, "somebody", link.static)
        return buffer


@st.composite
def trees(draw: st.DrawFn, *, start_ns: int = EPOCH_NS, reparenting: bool = True) -> Tree:
    """Trees of up to seven frames: dynamic and static links, several roots, frames that move to another parent.

    The stamps of a link are distinct and lie within ten seconds; they arrive in any order. Times to ask for lie on
    the stamps, between and outside them; 0 (latest) is one of them.
    """
    frames = tuple(f"f{i}" for i in range(draw(st.integers(2, 7))))
    published: list[Published] = []
    for i in range(1, len(frames)):
        kind = draw(st.sampled_from(["dynamic", "dynamic", "dynamic", "static", "root"]))
        parents = st.sampled_from(frames[:i])
        if kind == "static":
            published.append(Published(StampedTransform(draw(parents), frames[i], draw(transforms), start_ns), True))
        elif kind == "dynamic":
            parent = parents if reparenting and draw(st.booleans()) else st.just(draw(parents))
            for step in draw(st.lists(st.integers(0, 1000), min_size=1, max_size=6, unique=True)):
                stamp_ns = start_ns + step * SECOND // 100 + draw(st.sampled_from([0, 1, 333]))
                published.append(
                    Published(StampedTransform(draw(parent), frames[i], draw(transforms), stamp_ns), False)
                )
    stamps = [link.value.stamp_ns for link in published] or [start_ns]
    between = st.integers(start_ns, start_ns + 10 * SECOND)
    near = st.sampled_from(stamps).flatmap(lambda ns: st.sampled_from([ns - 1, ns, ns + 1]))
    times = draw(st.lists(between | near, min_size=1, max_size=8))
    return Tree(tuple(published), frames, (0, *times))
