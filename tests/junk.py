"""Junk: what a public function may be handed by mistake, by a broken robot, or on purpose."""

from __future__ import annotations

import math
import re
from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st

from tfsandbox import Transform, messages


class Unshowable:
    """Refuses to be printed."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


class Chameleon:
    """Has every attribute, as a mock does."""

    def __getattr__(self, name: str) -> Chameleon:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def name_of(value: object) -> str:
    """Return a test id that is the same in every process: no addresses, not too long."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))[:40]


def _nested(depth: int) -> list:
    inner: list = []
    for _ in range(depth):
        inner = [inner]
    return inner


ODD = [
    None,
    True,
    False,
    Ellipsis,
    NotImplemented,
    int,
    len,
    object(),
    Unshowable(),
    Chameleon(),
    1j,
    10**400,
    -(10**400),
    2**63,
    -(2**63) - 1,
    math.nan,
    math.inf,
    -math.inf,
    1e300,
    5e-324,
    -0.0,
    "",
    "/",
    "//a",
    "nan",
    "\x00",
    "\ud800",
    "a" * 200_000,
    "%s{0}\n\t",
    b"",
    b"\xff\xfe",
    bytearray(b"abc"),
    (),
    [],
    {},
    set(),
    frozenset({1}),
    range(3),
    slice(1),
    _nested(5000),
    [[1, 2], [3]],
    (1, 2, 3),
    (1.0, 2.0, "3"),
    (0, 0, 0, 0),
    (math.nan,) * 4,
    [None] * 4,
    {"x": 1, "y": 2, "z": 3},
    {1: 2},
    {"\ud800": "\ud800"},
    np.zeros(3),
    np.eye(4),
    np.array(["a"]),
    np.array(None),
    np.float64("nan"),
    np.int64(3),
    np.datetime64("2026-01-01"),
    SimpleNamespace(sec="1", nanosec=None),
    SimpleNamespace(sec=2**40, nanosec=-5),
    SimpleNamespace(nanoseconds=10**400),
    messages.TransformStamped(None, None, None),
    messages.TransformStamped(messages.Header(messages.Time(2**70, 0), "a"), "b"),
    messages.TransformStamped(
        messages.Header(messages.Time(), "a"), "b", messages.Transform(messages.Vector3(10**400))
    ),
    messages.PointStamped(messages.Header(None, 5), None),
    Transform((math.nan, 0, 0), (0, 0, 0, 0)),
]

_leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(max_size=6)
junk = st.recursive(
    _leaves,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner, inner)
        | st.dictionaries(st.text(max_size=4) | st.integers(), inner, max_size=4)
    ),
    max_leaves=8,
)
"""Random nested data."""
