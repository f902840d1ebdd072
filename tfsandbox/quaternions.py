"""Rotations as plain tuples (x, y, z, w), vectors as tuples (x, y, z); metres and radians.

The order of operations is tf2's LinearMath, so results agree with the C++ core to the last bit on common machines.
Every function raises InputError, naming the argument, where it is not given numbers of the right count.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import wraps
from math import acos, cos, sin, sqrt
from typing import Any, TypeVar

from tfsandbox.errors import InputError

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Rows = tuple[Vector, Vector, Vector]

IDENTITY_ROTATION: Quaternion = (0.0, 0.0, 0.0, 1.0)

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FLOATS = frozenset({float})
_JUNK = (TypeError, ValueError, LookupError, ArithmeticError)


def numbers(values: Iterable[float], count: int, argument: str, wanted: str) -> Any:
    """Return values as a tuple of ``count`` floats, or say what is wrong with them."""
    if type(values) is tuple and len(values) == count and set(map(type, values)) == _FLOATS:
        return values  # the way of nearly all, and the shortest
    try:
        found = () if isinstance(values, (str, bytes, bytearray, dict, set, frozenset)) else tuple(values)
        if len(found) == count and not any(isinstance(n, (str, bytes, bool)) for n in found):
            return tuple(map(float, found))
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(argument, values, f"give {wanted}, {count} numbers") from None


def _checked(function: _Function) -> _Function:
    """Return the function with its complaints about junk turned into an InputError that names the argument."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]

    @wraps(function)
    def checked(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except _JUNK:
            if len(arguments) + len(named) != len(names) or not named.keys() <= set(names):
                raise
            values = (*arguments, *(named[name] for name in names[len(arguments) :]))
            raise _complaint(names, values) from None

    return checked  # type: ignore[return-value]


def _complaint(names: tuple[str, ...], values: tuple[Any, ...]) -> InputError:
    """Return the error about the first argument that is not what its name stands for."""
    for name, value in zip(names, values, strict=True):
        try:
            if name == "m":
                for row in numbers(value, 3, name, "three rows") if not isinstance(value, tuple) else value:
                    numbers(row, 3, name, "a rotation matrix as three rows of three numbers")
            elif name in ("q", "a", "b"):
                numbers(value, 4, name, "a quaternion (x, y, z, w)")
            elif name == "v":
                numbers(value, 3, name, "a vector (x, y, z)")
            elif not math.isfinite(*numbers((value,), 1, name, "a finite number")):
                return InputError(name, value, "give a finite number")
        except InputError as err:
            return err
    return InputError(names[0], values[0], "give plain numbers of ordinary size")


@_checked
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


@_checked
def conjugate(q: Quaternion) -> Quaternion:
    """Return the conjugate, which is the inverse of a unit quaternion."""
    x, y, z, w = q
    return (-x, -y, -z, w)


@_checked
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


@_checked
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


@_checked
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

    Raises:
        InputError: not four numbers.
    """
    try:
        x, y, z, w = q
        d = x * x + y * y + z * z + w * w
        s = 2.0 / d if d else math.inf
        xs, ys, zs = x * s, y * s, z * s
        wx, wy, wz = w * xs, w * ys, w * zs
        xx, yy, zz = x * xs, y * ys, z * zs
        xy, xz, yz = x * ys, x * zs, y * zs
        trace = (1.0 - (yy + zz)) + (1.0 - (xx + zz)) + (1.0 - (xx + yy))
    except _JUNK:
        raise _complaint(("q",), (q,)) from None
    if trace > 0.0:
        s = sqrt(trace + 1.0)
        w = s * 0.5
        s = 0.5 / s
        return (((yz + wx) - (yz - wx)) * s, ((xz + wy) - (xz - wy)) * s, ((xy + wz) - (xy - wz)) * s, w)
    return quaternion_from_rows(rows_from_quaternion(q))


@_checked
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


@_checked
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


@_checked
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


@_checked
def angle_between(a: Quaternion, b: Quaternion) -> float:
    """Return the angle in radians (0 to pi) of the rotation that leads from a to b."""
    x, y, z, w = multiply(conjugate(a), b)
    return 2.0 * math.atan2(sqrt(x * x + y * y + z * z), abs(w))
