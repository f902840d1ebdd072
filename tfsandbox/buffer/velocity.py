"""Velocities from two lookups, after tf2's lookupVelocity; times are float seconds here because they are there."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, copysign, inf, nan, sqrt

from tfsandbox import messages
from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.lookup import common_time, lookup
from tfsandbox.conversions import time_message
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Quaternion, Transform, Vector, canonical, conjugate, multiply
from tfsandbox.stamps import NANOSECONDS, tf2_seconds

_TOO_SHORT = "averaging_interval is too small to compute a valid velocity (would cause division by zero)"
_SHORTEST_S = 1e-9


@dataclass(frozen=True, slots=True)
class Reference:
    """In which frame a velocity is given, and the velocity of which point: (x, y, z) in metres, in a frame."""

    frame: str
    point: Vector
    point_frame: str


def lookup_velocity(
    frames: Frames,
    tracking: str,
    observation: str,
    time_ns: int,
    interval_ns: int,
    *,
    reference: Reference | None = None,
) -> messages.VelocityStamped:
    """Return the velocity of the tracking frame as seen from the observation frame, m/s and rad/s.

    Without a reference: of the tracking frame's origin, given in the observation frame.

    Raises:
        As ``lookup``; TransformException where the rules refuse an interval below 1 ns.
    """
    wanted = reference or Reference(observation, (0.0, 0.0, 0.0), tracking)
    time_s, interval_s = tf2_seconds(time_ns), tf2_seconds(interval_ns)
    start_s, end_s = _interval(frames, tracking, observation, time_s, interval_s)
    span_s = end_s - start_s
    start = _transform(frames, observation, tracking, _ns(start_s))
    end = _transform(frames, observation, tracking, _ns(end_s))
    if span_s < _SHORTEST_S and frames.rules.refuses_short_velocity_intervals:
        raise TransformException(_TOO_SHORT)
    axis, angle = _axis_and_angle(canonical(multiply(conjugate(start.rotation), end.rotation)))
    # tf2 turns both vectors once more by the pose at the asked time, and adds what that offset turns into
    at_time = _transform(frames, wanted.frame, tracking, _ns(time_s))
    angular = at_time.rotate(_over(start.rotate(axis), span_s, angle))
    moved = at_time.rotate(_over(_minus(end.translation, start.translation), span_s))
    linear = _plus(moved, _cross(at_time.translation, angular))
    point = _transform(frames, wanted.frame, wanted.point_frame, _ns(time_s)) @ wanted.point
    offset = _minus(point, at_time.translation)
    linear = _plus(linear, (angular[0] * offset[0], angular[1] * offset[1], angular[2] * offset[2]))  # sic, no cross
    return messages.VelocityStamped(
        messages.Header(time_message(_ns(start_s + span_s * 0.5)), wanted.frame),
        tracking,
        wanted.frame,
        messages.Twist(messages.Vector3(*linear), messages.Vector3(*angular)),
    )


def _interval(frames: Frames, tracking: str, observation: str, time_s: float, interval_s: float) -> tuple[float, float]:
    """Return start and end in seconds, moved back so that the end is not newer than the data."""
    try:
        latest_s = tf2_seconds(common_time(frames, observation, tracking))
    except TransformException:
        latest_s = 0.0  # the lookups that follow say what is wrong
    end_s = min(time_s + interval_s * 0.5, latest_s)
    return max(0.00001 + interval_s, end_s) - interval_s, end_s


def _ns(seconds: float) -> int:
    whole = int(seconds)
    return whole * NANOSECONDS + int((seconds - whole) * 1e9 + 0.5)


def _transform(frames: Frames, target: str, source: str, time_ns: int) -> Transform:
    v, q, _ = lookup(frames, target, source, time_ns)
    return Transform(v, canonical(q))


def _axis_and_angle(q: Quaternion) -> tuple[Vector, float]:
    x, y, z, w = q
    square = 1.0 - w * w
    if square < 10 * 2.220446049250313e-16:
        return (1.0, 0.0, 0.0), 2.0 * acos(max(-1.0, min(1.0, w)))
    s = sqrt(square)
    return (x / s, y / s, z / s), 2.0 * acos(w)


def _plus(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _over(v: Vector, span_s: float, factor: float = 1.0) -> Vector:
    """Return v * (factor / span) as C++ divides: 0 / 0 is NaN."""
    return (_quotient(v[0] * factor, span_s), _quotient(v[1] * factor, span_s), _quotient(v[2] * factor, span_s))


def _quotient(a: float, b: float) -> float:
    if b:
        return a / b
    return nan if a == 0.0 or a != a else copysign(inf, a)
