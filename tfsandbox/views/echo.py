"""What ``ros2 run tf2_ros tf2_echo A B`` prints, byte for byte.

Source: tf2_ros of ROS 2 Jazzy (tf2_echo).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from tfsandbox.conversions import stamped_transform
from tfsandbox.errors import InputError, TransformException
from tfsandbox.quaternions import rows_from_quaternion, rpy_from_quaternion
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.stamps import NANOSECONDS, Time
from tfsandbox.views import checked
from tfsandbox.views.echo_arguments import Arguments, in_32_bits, parse
from tfsandbox.views.terminal import STDOUT, Chunk, Output, Playback, log_line

__all__ = ["Arguments", "block", "echo", "failure", "output", "parse", "run", "waiting"]

NODE = "tf2_echo"
_MOST_DECIMALS, _MOST_LOOKS = 100, 100_000


def block(found: Any, *, precision: int = 3, positional_rate: bool = False) -> str:
    """Return what the tool prints for one transform.

    Args:
        found: T_target_source as a TransformStamped message or a StampedTransform.
        precision: decimals, 0 to 100.
        positional_rate: print as before 0.36.16, without "(xyzw)".

    Raises:
        InputError: not a transform, or no such precision.
    """
    p = _checked_precision(precision)
    value = found if isinstance(found, StampedTransform) else stamped_transform(found)
    sec, nanosec = divmod(value.stamp_ns, NANOSECONDS)
    translation, rotation = value.transform.translation, value.transform.rotation
    rpy = rpy_from_quaternion(rotation)
    order = "" if positional_rate else " (xyzw)"
    rows = [(*row, t) for row, t in zip(rows_from_quaternion(rotation), translation, strict=True)]
    matrix = "".join(" " + " ".join(f"{cell:6.{p}f}" for cell in row) + "\n" for row in (*rows, (0.0, 0.0, 0.0, 1.0)))
    return (
        f"At time {sec}.{nanosec}\n"  # no leading zeros: 1 s + 5 ns prints 1.5
        f"- Translation: {_list(translation, p)}\n"
        f"- Rotation: in Quaternion{order} {_list(rotation, p)}\n"
        f"- Rotation: in RPY (radian) {_list(rpy, p)}\n"
        f"- Rotation: in RPY (degree) {_list([a * (180.0 / math.pi) for a in rpy], p)}\n"
        f"- Matrix:\n{matrix}"
    )


def _list(values: Sequence[float], precision: int) -> str:
    return "[" + ", ".join(f"{value:.{precision}f}" for value in values) + "]"


def waiting(target_frame: str, source_frame: str, text: str, *, time_ns: int = 0) -> str:
    """Return the log line the tool prints once a second until it can look up.

    Args:
        target_frame: the first argument.
        source_frame: the second argument.
        text: tf2's reason why it cannot.
        time_ns: when.

    Raises:
        InputError: an argument is of the wrong kind.
    """
    for argument, value in (("target_frame", target_frame), ("source_frame", source_frame), ("text", text)):
        checked.text(value, argument)
    checked.nanoseconds(time_ns, "time_ns")
    return _waiting(target_frame, source_frame, text, time_ns).text


def _waiting(target_frame: str, source_frame: str, text: str, time_ns: int) -> Chunk:
    return log_line("INFO", time_ns, NODE, f"Waiting for transform {target_frame} ->  {source_frame}: {text}")


def failure(seconds: float, text: str, frames: str, *, precision: int | None = 3) -> str:
    """Return what the tool prints when a lookup fails after it had succeeded before.

    Args:
        seconds: now.
        text: tf2's words.
        frames: the buffer's frames, a line each (``all_frames_as_string``).
        precision: decimals of the block printed before; None if there was none (then six digits in all).

    Raises:
        InputError: an argument is of the wrong kind.
    """
    seconds = checked.number(seconds, "seconds")
    checked.text(text, "text")
    checked.text(frames, "frames")
    now = f"{seconds:g}" if precision is None else f"{seconds:.{_checked_precision(precision)}f}"
    return f"Failure at {now}\nException thrown:{text}\nThe current list of frames is:\n{frames}\n"


def _checked_precision(precision: int) -> int:
    if isinstance(precision, bool) or not isinstance(precision, int) or not 0 <= precision <= _MOST_DECIMALS:
        raise InputError("precision", precision, f"give a whole number of decimals, 0 to {_MOST_DECIMALS}")
    return precision


def echo(
    recording: Recording,
    target_frame: str,
    source_frame: str,
    *,
    rate: float = 1.0,
    time: float | None = None,
    precision: int = 3,
    distro: str = "jazzy",
    positional_rate: bool = False,
) -> str:
    """Return what the terminal of ``tf2_echo target_frame source_frame`` shows while a recording is made.

    The tool starts just before the first message arrives, looks ``rate`` times a second, and is stopped after the
    first look that has heard everything. Its clock is that of the recording's subscriber.

    Args:
        recording: what it hears.
        target_frame: the first argument (A): the frame to see it from. The tool's help calls it source_frame.
        source_frame: the second argument (B): the frame whose pose is printed.
        rate: looks a second (-r), above 0, at most 1000.
        time: seconds to look up at (-t), rounded to 32 bits as the tool does; None for the latest.
        precision: decimals (-p).
        distro: whose tf2 answers.
        positional_rate: print as before 0.36.16.

    Raises:
        InputError: an argument makes no sense, or the text would be absurdly long.
    """
    return output(
        recording,
        Arguments(target_frame, source_frame, rate, time, precision, positional_rate),
        distro=distro,
    ).text


def run(
    recording: Recording, arguments: Sequence[str], *, distro: str = "jazzy", positional_rate: bool = False
) -> Output:
    """Return what ``tf2_echo ARGUMENTS`` prints while a recording is made, usage and exit code included.

    Raises:
        InputError: not a recording, not a list of texts, or as ``echo``.
    """
    read = parse(arguments, positional_rate=positional_rate)
    return read if isinstance(read, Output) else output(recording, read, distro=distro)


def output(recording: Recording, arguments: Arguments, *, distro: str = "jazzy") -> Output:
    """Return what the tool prints, by stream.

    Raises:
        InputError: as ``echo``.
    """
    playback = Playback(recording, distro=distro)
    period_ns = _period_ns(arguments)
    if (playback.end_ns - playback.start_ns) // period_ns > _MOST_LOOKS:
        raise InputError("rate", arguments.rate, f"that is more than {_MOST_LOOKS} looks; give a lower one")
    _checked_precision(arguments.precision)
    time_ns = _time_ns(arguments.time)
    return Output(tuple(_chunks(playback, arguments, period_ns, time_ns)))


def _chunks(playback: Playback, arguments: Arguments, period_ns: int, time_ns: int) -> Iterator[Chunk]:
    target, source = arguments.target_frame, arguments.source_frame
    time, looks = Time(nanoseconds=time_ns), _looks(playback, period_ns)
    last_said_ns: int | None = None
    for now_ns in looks:
        yield from playback.take_log()
        can, text = playback.buffer.can_transform(target, source, time, return_debug_tuple=True)
        if can:
            yield _answer(playback, arguments, time, now_ns)
            break
        if last_said_ns is None or now_ns >= last_said_ns + NANOSECONDS:
            last_said_ns = now_ns
            yield _waiting(target, source, text, now_ns)
    for now_ns in looks:
        yield from playback.take_log()
        yield _answer(playback, arguments, time, now_ns)


def _looks(playback: Playback, period_ns: int) -> Iterator[int]:
    """Yield the moments at which the tool looks; what arrived before is in the buffer then."""
    now_ns = playback.start_ns
    while True:
        playback.hear(now_ns)
        yield now_ns
        if now_ns > playback.end_ns:
            return
        now_ns += period_ns


def _answer(playback: Playback, arguments: Arguments, time: Time, now_ns: int) -> Chunk:
    buffer, p = playback.buffer, arguments.precision
    try:
        found = buffer.lookup_transform(arguments.target_frame, arguments.source_frame, time)
    except TransformException as err:
        return Chunk(STDOUT, failure(now_ns / NANOSECONDS, str(err), buffer.all_frames_as_string(), precision=p))
    return Chunk(STDOUT, block(found, precision=p, positional_rate=arguments.positional_rate))


def _period_ns(arguments: Arguments) -> int:
    rate = arguments.rate
    if isinstance(rate, bool) or not isinstance(rate, (int, float)) or not 0 < rate <= 1000:
        raise InputError("rate", rate, "give looks a second, above 0, at most 1000")
    period_ns = NANOSECONDS / rate
    if period_ns >= 2**63:
        raise InputError("rate", rate, "the pause between two looks does not fit ROS 2's 64 bits of nanoseconds")
    return int(period_ns)


def _time_ns(time: float | None) -> int:
    if time is None:
        return 0
    seconds = checked.number(time, "time")
    try:
        seconds = in_32_bits(seconds)
    except OverflowError:
        seconds = math.inf
    if not seconds >= 0:  # negative or NaN is "latest", as in the tool
        return 0
    if seconds * 1e9 >= 2**63:
        raise InputError("time", time, "ROS 2 keeps times in 64 bits of nanoseconds, about 292 years")
    return int(seconds * 1e9)
