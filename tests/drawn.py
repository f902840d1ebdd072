"""What property tests draw from: numbers, rotations, transforms, links, and junk."""

from __future__ import annotations

import math

from hypothesis import strategies as st

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
