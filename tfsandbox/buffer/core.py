"""BufferCore: tf2's transform buffer with tf2's rules, words and numbers."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from tfsandbox import messages
from tfsandbox.buffer import lookup, possible
from tfsandbox.buffer.frames import Frames, LogLines, fields_of
from tfsandbox.buffer.requests import Request, RequestResult, Requests, too_old
from tfsandbox.buffer.rules import rules_of
from tfsandbox.buffer.velocity import Reference, lookup_velocity
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.stamps import NANOSECONDS, Time, to_ns

DEFAULT_CACHE_TIME_S = 10.0
DEFAULT_AUTHORITY = "default_authority"
LOG_LIMIT = 10_000


class BufferCore:
    """The transforms heard in the last seconds, and what they say about any two frames at any time.

    Times are whole nanoseconds inside; every time argument takes None (latest), a number of seconds, a Time, or a
    message's stamp. Thread-safe. Source: geometry2, tf2::BufferCore.

    Args:
        cache_time: how far back each link is kept: seconds, Duration, or None for tf2's 10 s.
        distro: whose rules: "humble", "jazzy" (0.36.20, default), "jazzy_0_36_4", "kilted" or "rolling".

    Raises:
        InputError: a negative or nonsensical cache time, or an unknown distro.
    """

    def __init__(self, cache_time: Any = None, *, distro: str = "jazzy") -> None:
        self._rules = rules_of(distro)
        self._cache_ns = to_ns(DEFAULT_CACHE_TIME_S if cache_time is None else cache_time, "cache_time")
        if self._cache_ns < 0:
            raise InputError("cache_time", cache_time, "give a span of at least 0 seconds")
        self._frames = Frames(self._cache_ns, self._rules)
        self._requests = Requests(self._frames)
        self._lock = threading.Lock()
        self._log: deque[tuple[str, str]] = deque(maxlen=LOG_LIMIT)

    # Writing

    def set_transform(self, transform: Any, authority: str = DEFAULT_AUTHORITY, static: bool = False) -> bool:
        """Keep a transform and return whether it was accepted; a refusal is only logged, as in tf2.

        Args:
            transform: a TransformStamped (ours or ROS's) or a StampedTransform.
            authority: who published it.
            static: whether it holds at every time.

        Raises:
            InputError: not a transform at all (a field missing or of the wrong kind).
        """
        fields = fields_of(transform)
        self._lock.acquire()  # faster here than "with", and this is the hot path
        try:
            complaints = self._frames.set(fields, authority, static)
            finished = self._requests.take_finished() if self._requests.pending and not complaints else ()
        finally:
            self._lock.release()
        for callback, result in finished:
            callback(result)
        if complaints:
            self._complain(complaints)
        return not complaints

    def set_transform_static(self, transform: Any, authority: str = DEFAULT_AUTHORITY) -> bool:
        """Keep a transform that holds at every time; see ``set_transform``."""
        return self.set_transform(transform, authority, True)

    def clear(self) -> None:
        """Drop the stored transforms (the clock jumped back); static ones stay except in Rolling, names stay."""
        with self._lock:
            self._frames.clear()

    def _complain(self, complaints: LogLines) -> None:
        self._log.extend(complaints)
        for severity, text in complaints:
            self.complain(severity, text)

    @staticmethod
    def complain(severity: str, text: str) -> None:
        """Take one line that tf2 would log: into Python's logging, unless somebody puts another function here."""
        import logging

        logging.getLogger("tfsandbox.tf2").log(logging.getLevelName(severity), "%s", text)

    @property
    def log(self) -> tuple[tuple[str, str], ...]:
        """What tf2 would have logged, oldest first: (severity, text); the last LOG_LIMIT lines."""
        return tuple(self._log)

    # Asking

    def lookup_transform(self, target_frame: str, source_frame: str, time: Any = None) -> messages.TransformStamped:
        """Return T_target_source: the pose of the source frame in the target frame.

        Args:
            target_frame: the frame to express it in.
            source_frame: the frame asked about.
            time: when; None or 0 is the latest time all links know.

        Raises:
            LookupException: a frame is unknown, or the tree has a loop.
            ConnectivityException: the frames are in two trees.
            ExtrapolationException: a link has no data at that time.
            InvalidArgumentException: a name is empty or starts with a slash.
            InputError: a name is not text, or the time is none.
        """
        time_ns = to_ns(time)
        with self._lock:
            found = lookup.lookup(self._frames, target_frame, source_frame, time_ns)
        return _message(target_frame, source_frame, found)

    def lookup_transform_full(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> messages.TransformStamped:
        """Return T_target_source between two times: source at its time, seen from target at its own time.

        Args:
            target_frame: the frame to express it in, at ``target_time``.
            target_time: as every time.
            source_frame: the frame asked about, at ``source_time``.
            source_time: as every time.
            fixed_frame: a frame that does not move in between (odom, map).

        Raises:
            As ``lookup_transform``.
        """
        times = to_ns(target_time, "target_time"), to_ns(source_time, "source_time")
        with self._lock:
            found = lookup.lookup_full(self._frames, target_frame, times[0], source_frame, times[1], fixed_frame)
        return _message(target_frame, source_frame, found)

    def can_transform(
        self, target_frame: str, source_frame: str, time: Any = None, *, return_debug_tuple: bool = False
    ) -> Any:
        """Return whether ``lookup_transform`` would answer; with the flag, (bool, tf2's text why not).

        Raises:
            InputError: a name is not text, or the time is none.
        """
        time_ns = to_ns(time)
        with self._lock:
            answer = possible.can_transform(self._frames, target_frame, source_frame, time_ns)
        return (answer.possible, answer.text) if return_debug_tuple else answer.possible

    def can_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        *,
        return_debug_tuple: bool = False,
    ) -> Any:
        """Return whether ``lookup_transform_full`` would answer; with the flag, (bool, tf2's text why not).

        Raises:
            InputError: a name is not text, or a time is none.
        """
        times = to_ns(target_time, "target_time"), to_ns(source_time, "source_time")
        with self._lock:
            answer = possible.can_transform_full(
                self._frames, target_frame, times[0], source_frame, times[1], fixed_frame
            )
        return (answer.possible, answer.text) if return_debug_tuple else answer.possible

    def get_latest_common_time(self, target_frame: str, source_frame: str) -> Time:
        """Return the newest time at which the chain between two frames is known; 0 if it is all static.

        Raises:
            LookupException, InvalidArgumentException: a bad or unknown name.
            TransformException: no chain, or a loop.
            InputError: a name is not text.
        """
        with self._lock:
            return Time(nanoseconds=lookup.common_time(self._frames, target_frame, source_frame))

    def lookup_velocity(
        self, tracking_frame: str, observation_frame: str, time: Any, averaging_interval: Any
    ) -> messages.VelocityStamped:
        """Return how the tracking frame moves as seen from the observation frame, averaged around a time.

        Raises:
            As ``lookup_transform``; TransformException in Rolling for an interval below 1 ns.
        """
        times = to_ns(time), to_ns(averaging_interval, "averaging_interval")
        with self._lock:
            return lookup_velocity(self._frames, tracking_frame, observation_frame, *times)

    def lookup_velocity_full(
        self,
        tracking_frame: str,
        observation_frame: str,
        reference_frame: str,
        reference_point: Any,
        reference_point_frame: str,
        time: Any,
        averaging_interval: Any,
    ) -> messages.VelocityStamped:
        """Return the velocity of a point (x, y, z) of ``reference_point_frame``, given in ``reference_frame``.

        Raises:
            As ``lookup_velocity``; InputError for a point that is not three numbers.
        """
        point = Transform(reference_point).translation
        times = to_ns(time), to_ns(averaging_interval, "averaging_interval")
        reference = Reference(reference_frame, point, reference_point_frame)
        with self._lock:
            return lookup_velocity(self._frames, tracking_frame, observation_frame, *times, reference=reference)

    # Waiting

    def add_transformable_request(
        self, target_frame: str, source_frame: str, time: Any, callback: Callable[[RequestResult], None]
    ) -> Request:
        """Ask to be called once a transform is possible, or will never be; return the request and its state now.

        Raises:
            InputError: a name is not text, or the time is none.
        """
        time_ns = to_ns(time)
        with self._lock:
            frames = self._frames
            question = (frames, target_frame, source_frame, time_ns)
            waits = Request(lambda: possible.can_transform(*question).possible, callback, lambda: too_old(*question))
            return self._requests.add(waits)

    def cancel_transformable_request(self, request: Request) -> None:
        """Forget a pending request; it will not be called."""
        with self._lock:
            self._requests.cancel(request)

    # Listing

    def all_frames_as_yaml(self, time: Any = None) -> str:
        """Return what view_frames reads: parent, authority, rate and extent of every link; with a time, its delay."""
        with self._lock:
            return self._frames.listing().yaml(to_ns(time))

    def all_frames_as_string(self) -> str:
        """Return a line per child: ``Frame a exists with parent b.``."""
        with self._lock:
            return self._frames.listing().frames_string()

    def all_frames_as_dot(self, time: Any = None) -> str:
        """Return the tree as a graphviz drawing; with a time, also how old each link is."""
        with self._lock:
            return self._frames.listing().dot(to_ns(time))

    def get_frame_names(self) -> list[str]:
        """Return every frame ever heard of, in the order of first use."""
        return self._frames.names[1:]

    def frame_exists(self, frame: str) -> bool:
        """Return whether a frame was ever heard of."""
        return self._frames.exists(lookup.require_text(frame, "frame"))

    def get_frame_parent(self, frame: str, time: Any = None) -> str:
        """Return the parent of a frame (at a time); "" for roots, unknown frames, and where there is no data."""
        time_ns = to_ns(time)
        with self._lock:
            return self._frames.parent_of(lookup.require_text(frame, "frame"), time_ns)


def _message(target: str, source: str, found: lookup.Found) -> messages.TransformStamped:
    (x, y, z), (qx, qy, qz, qw), stamp_ns = found
    return messages.TransformStamped(
        messages.Header(messages.Time(stamp_ns // NANOSECONDS, stamp_ns % NANOSECONDS), target),
        source,
        messages.Transform(messages.Vector3(x, y, z), messages.Quaternion(qx, qy, qz, qw)),
    )
