"""Rotations and rigid transforms as plain values. No frame names, no time.

Quaternions are tuples (x, y, z, w), vectors tuples (x, y, z); metres and radians. The order of operations is tf2's
(SPEC: LinearMath), so results agree with the C++ core to the last bit on common machines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from math import acos, cos, sin, sqrt
from typing import TYPE_CHECKING, Any, overload

from tfsandbox.errors import InputError, MissingPackageError

if TYPE_CHECKING:
    import numpy

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Rows = tuple[Vector, Vector, Vector]

IDENTITY_ROTATION: Quaternion = (0.0, 0.0, 0.0, 1.0)


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the Hamilton product a * b: the rotation that does b first, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: Quaternion) -> Quaternion:
    """Return the conjugate, which is the inverse of a unit quaternion."""
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return v turned by q, as q * (v, 0) * conj(q); q is taken as it is, its length squared scales the result."""
    x, y, z, w = q
    vx, vy, vz = v
    px = w * vx + y * vz - z * vy
    py = w * vy + z * vx - x * vz
    pz = w * vz + x * vy - y * vx
    pw = -x * vx - y * vy - z * vz
    return (
        pw * -x + px * w + py * -z - pz * -y,
        pw * -y + py * w + pz * -x - px * -z,
        pw * -z + pz * w + px * -y - py * -x,
    )


def rows_from_quaternion(q: Quaternion) -> Rows:
    """Return the rotation matrix of q as three rows; any length but zero is normalised on the way.

    A zero or NaN quaternion gives NaN.
    """
    x, y, z, w = q
    d = x * x + y * y + z * z + w * w
    s = 2.0 / d if d else math.inf
    xs, ys, zs = x * s, y * s, z * s
    wx, wy, wz = w * xs, w * ys, w * zs
    xx, xy, xz = x * xs, x * ys, x * zs
    yy, yz, zz = y * ys, y * zs, z * zs
    return (
        (1.0 - (yy + zz), xy - wz, xz + wy),
        (xy + wz, 1.0 - (xx + zz), yz - wx),
        (xz - wy, yz + wx, 1.0 - (xx + yy)),
    )


def quaternion_from_rows(m: Rows) -> Quaternion:
    """Return the quaternion of a rotation matrix, w > 0 when the trace is positive."""
    (m00, m01, m02), (m10, m11, m12), (m20, m21, m22) = m
    trace = m00 + m11 + m22
    if trace > 0.0:
        s = sqrt(trace + 1.0)
        w = s * 0.5
        s = 0.5 / s
        return ((m21 - m12) * s, (m02 - m20) * s, (m10 - m01) * s, w)
    return _quaternion_from_rows_at_large_angles(m)


def _quaternion_from_rows_at_large_angles(m: Rows) -> Quaternion:
    i = (2 if m[1][1] < m[2][2] else 1) if m[0][0] < m[1][1] else (2 if m[0][0] < m[2][2] else 0)
    j, k = (i + 1) % 3, (i + 2) % 3
    square = m[i][i] - m[j][j] - m[k][k] + 1.0
    s = sqrt(square) if square > 0.0 else math.nan
    q = [0.0, 0.0, 0.0]
    q[i] = s * 0.5
    s = 0.5 / s
    q[j] = (m[j][i] + m[i][j]) * s
    q[k] = (m[k][i] + m[i][k]) * s
    return (q[0], q[1], q[2], (m[k][j] - m[j][k]) * s)


def canonical(q: Quaternion) -> Quaternion:
    """Return q as tf2 stores it: through a matrix and back, so of unit length and with a canonical sign.

    Unrolled for the hot path; equal to ``quaternion_from_rows(rows_from_quaternion(q))``.
    """
    x, y, z, w = q
    d = x * x + y * y + z * z + w * w
    s = 2.0 / d if d else math.inf
    xs, ys, zs = x * s, y * s, z * s
    wx, wy, wz = w * xs, w * ys, w * zs
    xx, yy, zz = x * xs, y * ys, z * zs
    xy, xz, yz = x * ys, x * zs, y * zs
    trace = (1.0 - (yy + zz)) + (1.0 - (xx + zz)) + (1.0 - (xx + yy))
    if trace > 0.0:
        s = sqrt(trace + 1.0)
        w = s * 0.5
        s = 0.5 / s
        return (((yz + wx) - (yz - wx)) * s, ((xz + wy) - (xz - wy)) * s, ((xy + wz) - (xy - wz)) * s, w)
    return quaternion_from_rows(rows_from_quaternion(q))


def slerp(a: Quaternion, b: Quaternion, ratio: float) -> Quaternion:
    """Return the rotation between a (ratio 0) and b (ratio 1) on the shorter way, without renormalising.

    Between rotations of which one is none (zeros, NaN) it is a.
    """
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    dot = ax * bx + ay * by + az * bz + aw * bw
    lengths = (ax * ax + ay * ay + az * az + aw * aw) * (bx * bx + by * by + bz * bz + bw * bw)
    cosine = abs(dot) / sqrt(lengths) if lengths else math.nan
    theta = acos(cosine) if cosine < 1.0 else 0.0
    if theta == 0.0:
        return a
    d = 1.0 / sin(theta)
    s0 = sin((1.0 - ratio) * theta)
    s1 = sin(ratio * theta) if dot >= 0 else -sin(ratio * theta)
    return ((ax * s0 + bx * s1) * d, (ay * s0 + by * s1) * d, (az * s0 + bz * s1) * d, (aw * s0 + bw * s1) * d)


def quaternion_from_rpy(roll: float, pitch: float, yaw: float) -> Quaternion:
    """Return the rotation about the fixed axes x (roll), then y (pitch), then z (yaw), radians (REP 103)."""
    cr, sr = cos(roll * 0.5), sin(roll * 0.5)
    cp, sp = cos(pitch * 0.5), sin(pitch * 0.5)
    cy, sy = cos(yaw * 0.5), sin(yaw * 0.5)
    return (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )


def rpy_from_quaternion(q: Quaternion) -> Vector:
    """Return (roll, pitch, yaw) in radians as tf2_echo prints them; at pitch +-90 degrees yaw is 0.

    Source: getEulerYPR of tf2's Matrix3x3.
    """
    m = rows_from_quaternion(q)
    if abs(m[2][0]) >= 1:
        return (math.atan2(m[2][1], m[2][2]), math.pi / 2 if m[2][0] < 0 else -math.pi / 2, 0.0)
    pitch = -math.asin(m[2][0])
    c = cos(pitch)
    return (math.atan2(m[2][1] / c, m[2][2] / c), pitch, math.atan2(m[1][0] / c, m[0][0] / c))


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """Return the angle in radians (0 to pi) of the rotation that leads from a to b."""
    x, y, z, w = multiply(conjugate(a), b)
    return 2.0 * math.atan2(sqrt(x * x + y * y + z * z), abs(w))


@dataclass(frozen=True, slots=True)
class Transform:
    """T_parent_child: the pose of child in parent; ``T_parent_child @ p_child`` gives p_parent.

    NaN and rotations of odd length are allowed, since broken robots publish them.

    Attributes:
        translation: (x, y, z) in metres.
        rotation: quaternion (x, y, z, w).

    Raises:
        InputError: not three and four numbers.
    """

    translation: Vector = (0.0, 0.0, 0.0)
    rotation: Quaternion = IDENTITY_ROTATION

    def __post_init__(self) -> None:
        object.__setattr__(self, "translation", _numbers(self.translation, 3, "translation", "(x, y, z) in metres"))
        object.__setattr__(self, "rotation", _numbers(self.rotation, 4, "rotation", "a quaternion (x, y, z, w)"))

    @classmethod
    def from_rpy(
        cls, x: float = 0.0, y: float = 0.0, *, z: float = 0.0, roll: float = 0.0, pitch: float = 0.0, yaw: float = 0.0
    ) -> Transform:
        """Return the transform with this translation (metres) and fixed-axis rotation (radians).

        Raises:
            InputError: an angle is not a finite number.
        """
        angles = _numbers((roll, pitch, yaw), 3, "(roll, pitch, yaw)", "three angles in radians")
        if not all(map(math.isfinite, angles)):
            raise InputError("(roll, pitch, yaw)", angles, "give finite angles in radians")
        return cls((x, y, z), quaternion_from_rpy(*angles))

    @property
    def rpy(self) -> Vector:
        """(roll, pitch, yaw) in radians."""
        return rpy_from_quaternion(self.rotation)

    @property
    def yaw(self) -> float:
        """The heading in radians, -pi to pi."""
        return self.rpy[2]

    def inverse(self) -> Transform:
        """Return T_child_parent."""
        q = conjugate(self.rotation)
        x, y, z = self.translation
        return Transform(rotate(q, (-x, -y, -z)), q)

    @overload
    def __matmul__(self, other: Transform) -> Transform: ...
    @overload
    def __matmul__(self, other: Vector) -> Vector: ...
    def __matmul__(self, other: Any) -> Any:
        """Return T_a_b @ T_b_c = T_a_c, or T_a_b @ p_b = p_a for a point (three numbers)."""
        if isinstance(other, Transform):
            return Transform(self @ other.translation, multiply(self.rotation, other.rotation))
        v = rotate(self.rotation, _numbers(other, 3, "point", "(x, y, z) in metres or a Transform"))
        return tuple(a + b for a, b in zip(v, self.translation, strict=True))

    def rotate(self, vector: Vector) -> Vector:
        """Return a direction v_child as v_parent: turned, not moved."""
        return rotate(self.rotation, _numbers(vector, 3, "vector", "(x, y, z)"))

    def interpolate(self, other: Transform, ratio: float) -> Transform:
        """Return the transform between self (ratio 0) and other (ratio 1) as tf2 interpolates.

        Raises:
            InputError: not a Transform, or not a number.
        """
        _require_transform(other)
        (ratio,) = _numbers((ratio,), 1, "ratio", "a number from 0 to 1")
        r0 = 1.0 - ratio
        t = tuple(r0 * a + ratio * b for a, b in zip(self.translation, other.translation, strict=True))
        return Transform(t, slerp(self.rotation, other.rotation, ratio))  # type: ignore[arg-type]

    def is_close(self, other: Transform, *, tolerance: float = 1e-9) -> bool:
        """Return whether both map points alike: metres and radians within tolerance; q and -q are equal.

        Raises:
            InputError: not a Transform, or not a number.
        """
        _require_transform(other)
        (tolerance,) = _numbers((tolerance,), 1, "tolerance", "metres and radians")
        near = all(abs(a - b) <= tolerance for a, b in zip(self.translation, other.translation, strict=True))
        return near and angle_between(self.rotation, other.rotation) <= tolerance

    def rows(self) -> tuple[tuple[float, float, float, float], ...]:
        """Return the 4 x 4 homogeneous matrix as tuples."""
        r = rows_from_quaternion(self.rotation)
        top = tuple((*row, t) for row, t in zip(r, self.translation, strict=True))
        return (*top, (0.0, 0.0, 0.0, 1.0))

    def as_matrix(self) -> numpy.ndarray:
        """Return the 4 x 4 homogeneous matrix as a numpy array.

        Raises:
            MissingPackageError: numpy is not installed.
        """
        try:
            import numpy
        except ImportError as err:
            raise MissingPackageError("numpy", "Transform.as_matrix", "numpy") from err
        return numpy.array(self.rows())


def _require_transform(other: object) -> None:
    if not isinstance(other, Transform):
        raise InputError("other", other, "give a Transform")


def _numbers(values: Iterable[float], count: int, argument: str, wanted: str) -> Any:
    """Return values as a tuple of ``count`` floats, or say what is wrong with them."""
    try:
        numbers = () if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)) else tuple(values)
        if len(numbers) == count and not any(isinstance(n, (str, bytes, bool)) for n in numbers):
            return tuple(map(float, numbers))
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(argument, values, f"give {wanted}, {count} numbers") from None
