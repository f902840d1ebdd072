"""The command line of ``tf2_echo``, read the way the real program reads it.

Source: tf2_ros of ROS 2 Jazzy from 0.36.16 on, and before (a rate without a flag); texts and exit codes are its own.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tfsandbox.static_args import to_double, without_ros_arguments
from tfsandbox.views.terminal import ABORTED, STDERR, STDOUT, Chunk, Output, last_words

_ABOUT = (
    "This will echo the transform from the coordinate frame of the source_frame\n"
    "to the coordinate frame of the target_frame. \n"
    "Note: This is the transform to get data from target_frame into the source_frame.\n"
)
USAGE = (
    f"Usage: tf2_echo source_frame target_frame [options]\n\n{_ABOUT}\nOptions:\n"
    "  -r <rate>       Echo rate in Hz (default: 1.0)\n"
    "  -t <time>       Fixed time to do the lookup (in seconds)\n"
    "  -p <precision>  Output precision (default: 3)\n"
)
OLD_USAGE = (
    f"Usage: tf2_echo source_frame target_frame [echo_rate]\n\n{_ABOUT}"
    "Default echo rate is 1 if echo_rate is not given.\n"
)
_SMALLEST_FLOAT = 2.0**-126


@dataclass(frozen=True, slots=True)
class Arguments:
    """What tf2_echo made of its arguments.

    Attributes:
        target_frame: the first argument; the tool's help calls it source_frame, the lookup calls it target.
        source_frame: the second argument.
        rate: looks a second.
        time: seconds at which to look, rounded to 32 bits by the tool; None or negative is "latest".
        precision: decimals.
        positional_rate: it is the tool from before 0.36.16, which also prints no "(xyzw)".
    """

    target_frame: str
    source_frame: str
    rate: float = 1.0
    time: float | None = None
    precision: int = 3
    positional_rate: bool = False


class _RefusedError(Exception):
    """The tool stops; holds what it prints and returns."""

    def __init__(self, exit_code: int, *chunks: Chunk) -> None:
        super().__init__(exit_code)
        self.output = Output(chunks, exit_code)


def parse(arguments: Sequence[str], *, positional_rate: bool = False) -> Arguments | Output:
    """Return what tf2_echo reads off its command line, or what it prints when it refuses.

    Args:
        arguments: without the program's name; what follows ``--ros-args`` is left out.
        positional_rate: read it as before 0.36.16: ``A B [rate]``.

    Raises:
        InputError: not a list of texts.
    """
    words = without_ros_arguments(arguments)
    try:
        return _read_positional(words) if positional_rate else _read_flags(words)
    except _RefusedError as refused:
        return refused.output


def _read_flags(words: tuple[str, ...]) -> Arguments:
    if len(words) < 2:
        raise _RefusedError(1, Chunk(STDOUT, USAGE))
    read = Arguments(words[0], words[1])
    i = 2
    while i < len(words):
        flag, value = words[i], words[i + 1] if i + 1 < len(words) else None
        if value is None or flag not in ("-r", "-t", "-p"):
            raise _RefusedError(5, Chunk(STDERR, f"Unknown argument: {flag}\n"), Chunk(STDOUT, USAGE))
        read = _with_flag(read, flag, value)
        i += 2
    return read


def _with_flag(read: Arguments, flag: str, value: str) -> Arguments:
    if flag == "-r":
        rate = _number(to_float, value, 2, f"Failed to convert rate argument '{value}' to a floating-point number")
        if rate <= 0:
            raise _RefusedError(2, Chunk(STDERR, "Rate must be positive\n"))
        return replace(read, rate=rate)
    if flag == "-t":
        complaint = f"Failed to convert time argument '{value}' to a floating-point number"
        return replace(read, time=_number(to_float, value, 3, complaint))
    precision = _number(_to_int, value, 4, f"Failed to convert precision argument '{value}' to an integer")
    if precision < 0:
        raise _RefusedError(4, Chunk(STDERR, "Precision must be non-negative\n"))
    return replace(read, precision=int(precision))


def _read_positional(words: tuple[str, ...]) -> Arguments:
    if len(words) not in (2, 3):
        raise _RefusedError(1, Chunk(STDOUT, OLD_USAGE))
    read = Arguments(words[0], words[1], positional_rate=True)
    if len(words) == 2:
        return read
    complaint = f"Failed to convert rate argument '{words[2]}' to a floating-point number"
    rate = _number(to_float, words[2], 2, complaint)
    if not _WHOLE_NUMBER.fullmatch(words[2]):
        raise _RefusedError(3, Chunk(STDERR, complaint + "\n"))
    if rate <= 0:
        raise _RefusedError(ABORTED, last_words("std::invalid_argument", "rate must be greater than 0"))
    return replace(read, rate=rate)


# what std::stof leaves nothing of
_WHOLE_NUMBER = re.compile(
    r"\s*[+-]?(?:0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)",
    re.IGNORECASE | re.ASCII,
)
_INT = re.compile(r"\s*([+-]?\d+)", re.ASCII)


def _number(read: Callable[[str], float], value: str, exit_code: int, complaint: str) -> float:
    try:
        return read(value)
    except ValueError:
        raise _RefusedError(exit_code, Chunk(STDERR, complaint + "\n")) from None
    except OverflowError:
        what = "stoi" if read is _to_int else "stof"
        raise _RefusedError(ABORTED, last_words("std::out_of_range", what)) from None


def to_float(text: str) -> float:
    """Return the number at the start of a text as C++'s std::stof reads it: rounded to 32 bits.

    Raises:
        ValueError: no number there (std::invalid_argument).
        OverflowError: beyond single precision, in either direction (std::out_of_range).
    """
    value = to_double(text)
    rounded = in_32_bits(value)
    if value and abs(rounded) < _SMALLEST_FLOAT:
        raise OverflowError(text)
    return rounded


def in_32_bits(value: float) -> float:
    """Return a number rounded to single precision.

    Raises:
        OverflowError: too large for it.
    """
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def _to_int(text: str) -> int:
    match = _INT.match(text)
    if match is None:
        raise ValueError(text)
    if len(match[1]) > 4000 or not -(2**31) <= int(match[1]) < 2**31:
        raise OverflowError(text)
    return int(match[1])
