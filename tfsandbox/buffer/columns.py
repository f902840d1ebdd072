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


def interpolated(older: Array, newer: Array, at: Array, ratio: Array) -> Columns:
    """Return the transforms between pairs, as ``walk.interpolate``; what belongs to a pair is computed once a pair.

    Args:
        older, newer: (7, pairs) rows x, y, z, qx, qy, qz, qw.
        at: (n,) which pair.
        ratio: (n,) 0 = older, 1 = newer.
    """
    np = numpy_module()
    rest = 1.0 - ratio
    moved = rest * older[:3, at] + ratio * newer[:3, at]
    a, b = older[3:], newer[3:]
    dot = (a * b).sum(axis=0)
    lengths = (a * a).sum(axis=0) * (b * b).sum(axis=0)
    theta = np.arccos(np.minimum(np.abs(dot) / np.sqrt(lengths), 1.0))
    turning = theta != 0.0
    scale = 1.0 / np.sin(np.where(turning, theta, 1.0))
    angle, turns = theta[at], turning[at]
    from_a = np.where(turns, np.sin(rest * angle), 1.0)
    from_b = np.where(turns, np.sin(ratio * angle), 0.0)
    turned = (a * np.where(turning, scale, 1.0))[:, at] * from_a + (b * np.copysign(scale, dot))[:, at] * from_b
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
    q = np.stack(columns[3:])
    q = q / np.sqrt((q * q).sum(axis=0))
    dominant = np.take_along_axis(q[:3], np.abs(q[:3]).argmax(axis=0)[None], axis=0)[0]
    decisive = np.where(4.0 * q[3] * q[3] > 1.0, q[3], dominant)
    return [*columns[:3], *(q * np.where(decisive < 0, -1.0, 1.0))]
