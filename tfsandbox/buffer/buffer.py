"""Buffer: tf2_ros.Buffer's names and argument order, plus the questions a listener gets asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfsandbox import messages
from tfsandbox.buffer import lookup, possible
from tfsandbox.buffer.core import BufferCore
from tfsandbox.buffer.requests import Request, RequestState
from tfsandbox.buffer.waiting import Wait, future_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.recording import ClockReading, Recording
from tfsandbox.stamped import convert, do_transform, header_of
from tfsandbox.stamps import NANOSECONDS, Seconds, to_ns

if TYPE_CHECKING:
    from tfsandbox.buffer.batch import Lookups
    from tfsandbox.buffer.future import Future


class Buffer(BufferCore):
    """A BufferCore that can wait, moves stamped messages, and answers a listener's questions.

    Args:
        cache_time: how far back each link is kept: seconds, Duration, or None for tf2's 10 s.
        distro: whose rules, as for BufferCore.
        wait: how a timeout waits: ``wait_for_threads`` where another thread fills the buffer, a simulated world's
            own wait, or None: nobody fills it meanwhile, so a timeout could only block and is not applied.
    """

    def __init__(self, cache_time: Any = None, *, distro: str = "jazzy", wait: Wait | None = None) -> None:
        super().__init__(cache_time, distro=distro)
        self.wait = wait
        self._last_error = ""
        self._clock_ns = 0

    @classmethod
    def play(cls, recording: Recording, cache_time: Any = None, *, distro: str = "jazzy") -> Buffer:
        """Return a buffer fed with a recording's transforms in the order of their arrival.

        A topic whose name ends in ``tf_static`` holds static transforms; /clock is followed (``follow_clock``).

        Raises:
            InputError: not a Recording, or a nonsensical cache time.
        """
        if not isinstance(recording, Recording):
            raise InputError("recording", recording, "give a Recording, as World.run returns it")
        buffer = cls(cache_time, distro=distro)
        for delivery in recording.deliveries:
            if isinstance(delivery.payload, ClockReading):
                buffer.follow_clock(delivery.payload.clock_ns)
            static = delivery.topic.endswith("tf_static")
            for transform in delivery.transforms:
                buffer.set_transform(transform, static=static)
        return buffer

    def follow_clock(self, clock_ns: int) -> None:
        """Take a reading of /clock in nanoseconds; a jump back of a second or more clears the buffer (not Humble's)."""
        back_ns, self._clock_ns = self._clock_ns - clock_ns, clock_ns
        if back_ns >= NANOSECONDS and self._rules.clears_on_jump:
            self.clear()
            self._complain([("WARN", "Detected jump back in time. Clearing tf buffer.")])

    # Lookups

    def lookup_transform(
        self, target_frame: str, source_frame: str, time: Any = None, timeout: Any = 0
    ) -> messages.TransformStamped:
        """Return T_target_source; with a timeout, wait for it that long (see the class).

        Raises:
            As ``BufferCore.lookup_transform``: a timeout that runs out raises the plain lookup's error.
        """
        if timeout.__class__ is not int or timeout:
            self._wait(lambda: bool(super(Buffer, self).can_transform(target_frame, source_frame, time)), timeout)
        try:
            found = super().lookup_transform(target_frame, source_frame, time)
        except TransformException as error:
            self._last_error = str(error)
            raise
        self._last_error = ""
        return found

    def lookup_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = 0,
    ) -> messages.TransformStamped:
        """Return T_target_source between two times; with a timeout, wait for it that long.

        Raises:
            As ``lookup_transform``.
        """
        question = (target_frame, target_time, source_frame, source_time, fixed_frame)
        if timeout.__class__ is not int or timeout:
            self._wait(lambda: bool(super(Buffer, self).can_transform_full(*question)), timeout)
        try:
            found = super().lookup_transform_full(*question)
        except TransformException as error:
            self._last_error = str(error)
            raise
        self._last_error = ""
        return found

    def lookup_transforms(
        self, target_frame: str, source_frame: str, times: Any = None, *, times_ns: Any = None
    ) -> Lookups:
        """Return T_target_source at many times at once; the same answers as one by one, errors per time.

        Args:
            target_frame, source_frame: as for the lookup.
            times: n times of any kind; a numpy array of numbers is in seconds.
            times_ns: instead of times: n whole nanoseconds, as an int64 array without loss at epoch size.

        Raises:
            InputError: a time is none, or a name is not text.
            MissingPackageError: numpy is not installed.
        """
        if (times is None) == (times_ns is None):
            raise InputError("times", times, "give either times or times_ns")
        from tfsandbox.buffer import batch  # a quarter of the time of "import tfsandbox", and only with numpy of use

        asked = batch.nanoseconds(times) if times_ns is None else batch.whole_nanoseconds(times_ns)
        lookup.require_text(target_frame, "target_frame")
        lookup.require_text(source_frame, "source_frame")
        with self._lock:
            return batch.lookup_transforms(self._frames, target_frame, source_frame, asked)

    def can_transform(
        self,
        target_frame: str,
        source_frame: str,
        time: Any = None,
        timeout: Any = 0,
        return_debug_tuple: bool = False,
    ) -> Any:
        """Return whether the lookup would answer, waiting for it; with the flag, (bool, tf2's text why not)."""
        ask = super().can_transform
        if timeout.__class__ is not int or timeout:
            self._wait(lambda: bool(ask(target_frame, source_frame, time)), timeout)
        answer, text = ask(target_frame, source_frame, time, return_debug_tuple=True)
        self._last_error = text or self._last_error
        return (answer, text) if return_debug_tuple else answer

    def can_transform_full(
        self,
        target_frame: str,
        target_time: Any,
        source_frame: str,
        source_time: Any,
        fixed_frame: str,
        timeout: Any = 0,
        return_debug_tuple: bool = False,
    ) -> Any:
        """Return whether the full lookup would answer, waiting for it; with the flag, (bool, text why not)."""
        question = (target_frame, target_time, source_frame, source_time, fixed_frame)
        ask = super().can_transform_full
        if timeout.__class__ is not int or timeout:
            self._wait(lambda: bool(ask(*question)), timeout)
        answer, text = ask(*question, return_debug_tuple=True)
        self._last_error = text or self._last_error
        return (answer, text) if return_debug_tuple else answer

    def _wait(self, condition: Callable[[], bool], timeout: Any) -> None:
        timeout_ns = to_ns(timeout, "timeout")
        if timeout_ns < 0:
            raise InputError("timeout", timeout, "give a span of at least 0 seconds")
        if self.wait is not None and timeout_ns:
            self.wait(condition, timeout_ns)

    # Stamped messages

    def transform(self, object_stamped: Any, target_frame: str, timeout: Any = 0, new_type: Any = None) -> Any:
        """Return a stamped message (point, vector, pose, polygon) moved into the target frame at its own stamp.

        Raises:
            TypeException: nothing knows how to move this type, or to turn it into ``new_type``.
            As ``lookup_transform``.
        """
        header = header_of(object_stamped)
        found = self.lookup_transform(target_frame, header.frame_id, header.stamp, timeout)
        return convert(do_transform(object_stamped, found), new_type)

    def transform_full(
        self,
        object_stamped: Any,
        target_frame: str,
        target_time: Any,
        fixed_frame: str,
        timeout: Any = 0,
        new_type: Any = None,
    ) -> Any:
        """Return a stamped message moved into the target frame at another time, through a fixed frame.

        Raises:
            As ``transform``.
        """
        header = header_of(object_stamped)
        source = header.frame_id, header.stamp
        found = self.lookup_transform_full(target_frame, target_time, *source, fixed_frame, timeout)
        return convert(do_transform(object_stamped, found), new_type)

    # Waiting without blocking

    def wait_for_transform_async(self, target_frame: str, source_frame: str, time: Any = None) -> Future:
        """Return a Future of T_target_source (of True in Humble), done as soon as the lookup is possible."""
        question = (self._frames, target_frame, source_frame, to_ns(time))
        find = super().lookup_transform
        return self._future(
            lambda: possible.can_transform(*question).possible, lambda: find(target_frame, source_frame, time)
        )

    def wait_for_transform_full_async(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> Future:
        """Return a Future of the full lookup (of True in Humble), done as soon as it is possible."""
        times = to_ns(target_time, "target_time"), to_ns(source_time, "source_time")
        question = (self._frames, target_frame, times[0], source_frame, times[1], fixed_frame)
        find = super().lookup_transform_full
        return self._future(
            lambda: possible.can_transform_full(*question).possible,
            lambda: find(target_frame, target_time, source_frame, source_time, fixed_frame),
        )

    def _future(self, ask: Callable[[], bool], find: Callable[[], Any]) -> Future:
        """Return a Future of what ``find`` gives once ``ask`` says yes.

        Raises:
            LookupException: at once in Rolling, whose emptied links say yes and then raise.
        """
        result = find if self._rules.future_holds_transform else lambda: True
        future, settle = future_of(result)
        with self._lock:
            request = self._requests.add(Request(ask, settle))
        if request.state is RequestState.ALREADY:
            future.set_result(result())
        return future

    async def lookup_transform_async(
        self, target_frame: str, source_frame: str, time: Any = None
    ) -> messages.TransformStamped:
        """Return T_target_source, awaiting it."""
        await self.wait_for_transform_async(target_frame, source_frame, time)
        return self.lookup_transform(target_frame, source_frame, time)

    async def lookup_transform_full_async(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> messages.TransformStamped:
        """Return the full lookup, awaiting it."""
        question = (target_frame, target_time, source_frame, source_time, fixed_frame)
        await self.wait_for_transform_full_async(*question)
        return self.lookup_transform_full(*question)

    # A listener's questions

    def get_frame_latest_time(self, frame: str) -> Seconds:
        """Return the stamp of a frame's newest sample in seconds, exact when handed back as a time.

        0.0 for unknown, static and root frames.
        """
        with self._lock:
            return Seconds(lookup.newest_ns(self._frames, frame))

    def get_cache_time(self) -> Seconds:
        """Return how far back each link is kept, in seconds."""
        return Seconds(self._cache_ns)

    def get_last_error(self) -> str:
        """Return tf2's text for the most recent failure; "" once a lookup succeeds."""
        return self._last_error

    # tf2_py's names, which tf2_ros.Buffer inherits

    lookup_transform_core = BufferCore.lookup_transform
    lookup_transform_full_core = BufferCore.lookup_transform_full
    lookupVelocityCore = BufferCore.lookup_velocity
    lookupVelocityFullCore = BufferCore.lookup_velocity_full
    _frameExists = BufferCore.frame_exists
    _getFrameStrings = BufferCore.get_frame_names
    _allFramesAsDot = BufferCore.all_frames_as_dot

    def can_transform_core(self, target_frame: str, source_frame: str, time: Any) -> tuple[bool, str]:
        """Return (whether the lookup would answer, tf2's text why not)."""
        answer: tuple[bool, str] = super().can_transform(target_frame, source_frame, time, return_debug_tuple=True)
        return answer

    def can_transform_full_core(
        self, target_frame: str, target_time: Any, source_frame: str, source_time: Any, fixed_frame: str
    ) -> tuple[bool, str]:
        """Return (whether the full lookup would answer, tf2's text why not)."""
        question = (target_frame, target_time, source_frame, source_time, fixed_frame)
        answer: tuple[bool, str] = super().can_transform_full(*question, return_debug_tuple=True)
        return answer
