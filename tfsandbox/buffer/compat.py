"""tf2_py's face of BufferCore: its exact method names, argument order, return types and exception classes.

Code written against tf2_py (geometry2's tf2_ros among it) runs on it. What differs from BufferCore: ``set_*`` return
None, ``can_*`` return (1 or 0, text), a wrong argument is a TypeError as the C extension raises.
"""

from __future__ import annotations

from typing import Any

from tfsandbox import messages
from tfsandbox.buffer import core
from tfsandbox.errors import InputError
from tfsandbox.stamps import NANOSECONDS, Duration, Time, to_ns

_TIME = "{} must have sec and nanosec, or nanoseconds."


class BufferCore:
    """tf2_py.BufferCore: ``BufferCore(cache_time=None)`` with a Duration."""

    def __init__(self, cache_time: Any = None, *, distro: str = "jazzy") -> None:
        span = None if cache_time is None else Duration(nanoseconds=_ns(cache_time, "duration"))
        if span is not None and span.nanoseconds < 0:
            raise TypeError("duration must be at least 0")
        self._core = core.BufferCore(span, distro=distro)

    def set_transform(self, transform: Any, authority: str) -> None:
        """Keep a transform; a refusal is only logged."""
        self._set(transform, authority, False)

    def set_transform_static(self, transform: Any, authority: str) -> None:
        """Keep a transform that holds at every time."""
        self._set(transform, authority, True)

    def _set(self, transform: Any, authority: str, static: bool) -> None:
        try:
            self._core.set_transform(transform, _text(authority), static)
        except InputError as err:
            raise TypeError(str(err)) from err

    def lookup_transform_core(self, target_frame: str, source_frame: str, time: Any) -> messages.TransformStamped:
        """Return T_target_source."""
        return self._core.lookup_transform(_text(target_frame), _text(source_frame), _time(time))

    def lookup_transform_full_core(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> messages.TransformStamped:
        """Return T_target_source between two times."""
        return self._core.lookup_transform_full(
            _text(target_frame), _time(target_time), _text(source_frame), _time(source_time), _text(fixed_frame)
        )

    def can_transform_core(self, target_frame: str, source_frame: str, time: Any) -> tuple[int, str]:
        """Return (1 or 0, text why not)."""
        question = _text(target_frame), _text(source_frame), _time(time)
        possible, text = self._core.can_transform(*question, return_debug_tuple=True)
        return int(possible), text

    def can_transform_full_core(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> tuple[int, str]:
        """Return (1 or 0, text why not)."""
        target = _text(target_frame), _time(target_time)
        source = _text(source_frame), _time(source_time)
        answer = self._core.can_transform_full(*target, *source, _text(fixed_frame), return_debug_tuple=True)
        return int(answer[0]), answer[1]

    def lookupVelocityCore(
        self, tracking_frame: str, observation_frame: str, time: Any, averaging_interval: Any
    ) -> messages.VelocityStamped:
        """Return how the tracking frame moves as seen from the observation frame."""
        span = Duration(nanoseconds=_ns(averaging_interval, "duration"))
        return self._core.lookup_velocity(_text(tracking_frame), _text(observation_frame), _time(time), span)

    def lookupVelocityFullCore(
        self,
        tracking_frame: str,
        observation_frame: str,
        reference_frame: str,
        reference_point: tuple[float, float, float],
        reference_point_frame: str,
        time: Any,
        averaging_interval: Any,
    ) -> messages.VelocityStamped:
        """Return the velocity of a point of one frame, given in another."""
        frames = _text(tracking_frame), _text(observation_frame), _text(reference_frame)
        point = reference_point, _text(reference_point_frame)
        times = _time(time), Duration(nanoseconds=_ns(averaging_interval, "duration"))
        try:
            return self._core.lookup_velocity_full(*frames, *point, *times)
        except InputError as err:
            raise TypeError(str(err)) from err

    def get_latest_common_time(self, target_frame: str, source_frame: str) -> Time:
        """Return the newest time at which the chain between two frames is known."""
        return self._core.get_latest_common_time(_text(target_frame), _text(source_frame))

    def clear(self) -> None:
        """Drop the stored transforms."""
        self._core.clear()

    def all_frames_as_yaml(self) -> str:
        """Return every link as YAML."""
        return self._core.all_frames_as_yaml()

    def all_frames_as_string(self) -> str:
        """Return a line per child."""
        return self._core.all_frames_as_string()

    def _frameExists(self, frame: str) -> bool:
        return self._core.frame_exists(_text(frame))

    def _getFrameStrings(self) -> list[str]:
        return self._core.get_frame_names()

    def _allFramesAsDot(self, time: Any = None) -> str:
        return self._core.all_frames_as_dot(None if time is None else _time(time))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"argument must be str, not {type(value).__name__}")
    return value


def _time(time: Any) -> Time:
    return Time(nanoseconds=_ns(time, "time"))


def _ns(value: Any, what: str) -> int:
    """Return the nanoseconds of an object as tf2_py reads it: sec and nanosec, or nanoseconds."""
    sec, nanosec = getattr(value, "sec", None), getattr(value, "nanosec", None)
    if isinstance(sec, int) and isinstance(nanosec, int):
        ns: object = sec * NANOSECONDS + nanosec
    else:
        ns = getattr(value, "nanoseconds", None)
    if not isinstance(ns, int) or isinstance(value, float):
        raise TypeError(_TIME.format(what))
    try:
        return to_ns(Time(nanoseconds=ns))
    except InputError as err:
        raise TypeError(str(err)) from err
