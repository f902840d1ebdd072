"""Stamped messages moved into another frame, after tf2_geometry_msgs. Our messages and ROS's alike, by type name."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tfsandbox.conversions import stamped_transform
from tfsandbox.errors import InputError, TypeException
from tfsandbox.geometry import Transform, Vector, multiply, rows_from_quaternion


def do_transform(stamped: Any, transform: Any) -> Any:
    """Return a copy of a stamped message in the frame, and at the time, of a TransformStamped's header.

    Args:
        stamped: PointStamped, Vector3Stamped (turned, not moved), PoseStamped, PoseWithCovarianceStamped or
            PolygonStamped.
        transform: T_target_source as ``lookup_transform`` gives it, with source the message's own frame.

    Raises:
        TypeException: another type.
        InputError: a field of the message is missing or of the wrong kind, or ``transform`` is none.
    """
    move = _move_of(stamped)
    value = stamped_transform(transform)
    try:
        result = copy.deepcopy(stamped)
        result.header.frame_id = value.frame_id
        result.header.stamp.sec = transform.header.stamp.sec
        result.header.stamp.nanosec = transform.header.stamp.nanosec
        move(result, value.transform)
    except (AttributeError, TypeError, LookupError, RecursionError) as err:
        cure = f"a field of this message is missing or of the wrong kind ({err})"
        raise InputError("stamped", stamped, cure) from err
    return result


def header_of(stamped: Any) -> Any:
    """Return the header of a stamped message.

    Raises:
        TypeException: not a message that can be moved.
        InputError: its header has no frame_id or no stamp.
    """
    _move_of(stamped)
    header = getattr(stamped, "header", None)
    if getattr(header, "frame_id", None) is None or getattr(header, "stamp", None) is None:
        raise InputError("stamped", stamped, "its header needs frame_id and stamp")
    return header


def _move_of(stamped: Any) -> Callable[[Any, Transform], None]:
    move = _MOVES.get(type(stamped).__name__)
    if move is None:
        raise TypeException(f"Type {type(stamped)} is not loaded or supported")
    return move


def convert(message: Any, new_type: Any) -> Any:
    """Return the message if it is of the wanted type already (None: any).

    Raises:
        TypeException: another type was wanted.
    """
    if new_type is not None and type(message) is not new_type:
        raise TypeException(f"Type {new_type} is not loaded or supported")
    return message


def _move_point(point: Any, t: Transform) -> None:
    point.x, point.y, point.z = t @ (point.x, point.y, point.z)


def _move_vector(stamped: Any, t: Transform) -> None:
    v = stamped.vector
    v.x, v.y, v.z = t.rotate((v.x, v.y, v.z))


def _move_pose(pose: Any, t: Transform) -> None:
    _move_point(pose.position, t)
    o = pose.orientation
    x, y, z, w = multiply(t.rotation, (o.x, o.y, o.z, o.w))
    sign = -1.0 if w < 0 else 1.0
    o.x, o.y, o.z, o.w = sign * x, sign * y, sign * z, sign * w


def _move_pose_with_covariance(stamped: Any, t: Transform) -> None:
    _move_pose(stamped.pose.pose, t)
    r = rows_from_quaternion(t.rotation)
    old, new = list(stamped.pose.covariance), [0.0] * 36
    for block in (0, 3, 18, 21):  # the four 3 x 3 blocks of the 6 x 6 matrix
        for i in range(3):
            for j in range(3):
                new[block + 6 * i + j] = _turned(old, block, r[i], r[j])
    stamped.pose.covariance = new


def _turned(covariance: list[float], block: int, left: Vector, right: Vector) -> float:
    """Return one entry of R C R^T."""
    return sum(left[k] * covariance[block + 6 * k + m] * right[m] for k in range(3) for m in range(3))


def _move_polygon(stamped: Any, t: Transform) -> None:
    for point in stamped.polygon.points:
        _move_point(point, t)


_MOVES: dict[str, Callable[[Any, Transform], None]] = {
    "PointStamped": lambda stamped, t: _move_point(stamped.point, t),
    "Vector3Stamped": _move_vector,
    "PoseStamped": lambda stamped, t: _move_pose(stamped.pose, t),
    "PoseWithCovarianceStamped": _move_pose_with_covariance,
    "PolygonStamped": _move_polygon,
}
