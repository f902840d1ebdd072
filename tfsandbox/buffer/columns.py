"""Many transforms at once, as numpy columns: geometry's arithmetic for arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfsandbox.errors import MissingPackageError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Columns = list[Any]
"""Arrays x, y, z, qx, qy, qz, qw, each (n,); or none at all, which is the identity."""

STILL: Columns = []


def numpy_module() -> Any:
    """Return numpy.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        import numpy
    except ImportError as err:
        raise MissingPackageError("numpy", "lookup_transforms", "numpy") from err
    return numpy


class Pairs:
    """Neighbouring transforms, ready to be interpolated: what belongs to a pair is computed once a pair.

    The turn from a to b by the angle theta is a cos(r theta) + c sin(r theta), where c is what b adds to a.

    Args:
        older, newer: (7, pairs) rows x, y, z, qx, qy, qz, qw.
    """

    __slots__ = ("_a", "_c", "_from", "_theta", "_to")

    def __init__(self, older: Array, newer: Array) -> None:
        np = numpy_module()
        a, b = older[3:], newer[3:]
        dot = (a * b).sum(axis=0)
        lengths = (a * a).sum(axis=0) * (b * b).sum(axis=0)
        theta = np.arccos(np.minimum(np.abs(dot) / np.sqrt(lengths), 1.0))
        turning = theta != 0.0
        sine = np.where(turning, np.sin(theta), 1.0)
        c = np.where(turning, (b * np.copysign(1.0, dot) - a * np.cos(theta)) / sine, 0.0)
        self._from, self._to, self._a, self._c, self._theta = list(older[:3]), list(newer[:3]), list(a), list(c), theta

    def interpolated(self, at: Array, ratio: Array) -> Columns:
        """Return the transforms between pairs, as ``walk.interpolate``.

        Args:
            at: (n,) which pair.
            ratio: (n,) 0 = older, 1 = newer.
        """
        np = numpy_module()
        half = np.sin(0.5 * ratio * self._theta[at])  # theta is at most 90 degrees: the half angle's cosine is accurate
        sin, cos = 2.0 * half * np.sqrt(1.0 - half * half), 1.0 - 2.0 * half * half
        rest = 1.0 - ratio
        moved = [rest * m[at] + ratio * n[at] for m, n in zip(self._from, self._to, strict=True)]
        turned = [m[at] * cos + n[at] * sin for m, n in zip(self._a, self._c, strict=True)]
        return [*moved, *turned]


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


def at_times(kept: Array, columns: Columns) -> Columns:
    """Return some of the times, by index; the columns as they are where all are kept."""
    if not columns or len(kept) == len(columns[0]):
        return columns
    return [column[kept] for column in columns]


def composed(link: Columns, columns: Columns) -> Columns:
    """Return T_a_b @ T_b_c."""
    if not columns:
        return link
    moved = [m + n for m, n in zip(_rotated(link[3:], columns[:3]), link[:3], strict=True)]
    return [*moved, *_product(link[3:], columns[3:])]


def inverse(columns: Columns) -> Columns:
    """Return T_b_a of T_a_b."""
    x, y, z, qx, qy, qz, qw = columns
    turn = [-qx, -qy, -qz, qw]
    return [*_rotated(turn, [-x, -y, -z]), *turn]


def canonical(columns: Columns) -> Columns:
    """Return the columns with rotations of unit length and canonical sign, as ``geometry.canonical``."""
    np = numpy_module()
    x, y, z, w = columns[3:]
    norm = np.sqrt(x * x + y * y + z * z + w * w)
    sign = np.where(w < 0.0, -1.0, 1.0)
    far = np.flatnonzero(4.0 * w * w <= norm * norm)  # large angles: there the sign hangs on the largest of x, y, z
    axes = np.stack([x[far], y[far], z[far]])
    sign[far] = np.where(np.take_along_axis(axes, np.abs(axes).argmax(axis=0)[None], axis=0)[0] < 0.0, -1.0, 1.0)
    scale = sign / norm
    return [*columns[:3], *(column * scale for column in columns[3:])]
