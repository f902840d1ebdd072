"""The command line of ``static_transform_publisher``, read the way the real program reads it.

Source: tf2_ros of ROS 2 Jazzy (static_transform_broadcaster_program); texts and order of checks are its own. Distros
after Jazzy do not know the old style (x y z yaw pitch roll parent child) any more and pass over its words.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.geometry import IDENTITY_ROTATION, Transform, quaternion_from_rpy

OLD_STYLE_WARNING = "Old-style arguments are deprecated; see --help for new-style arguments"
OUT_OF_RANGE = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  stod"
OLD_STYLE_DISTROS = ("humble", "jazzy", "jazzy_0_36_4")
_MOST_ARGUMENTS, _LONGEST_ARGUMENT = 1_000, 10_000

_NUMBER = re.compile(
    r"""[ \t\n\v\f\r]*(?:
        (?P<hex>[+-]?0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?)
      | (?P<decimal>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)
      | (?P<special>[+-]?(?:inf(?:inity)?|nan))
    )""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class StaticArgs:
    """What static_transform_publisher made of its arguments.

    Attributes:
        error: the program's own reason for refusing them, "" if it does not.
        help: whether it only prints its help.
        transform: T_frame_child as read so far.
        frame_id: the parent.
        child_frame_id: the child.
        warnings: what it logs as WARN.
        abort: the C++ runtime's last words when a number is beyond double precision, else "".
    """

    error: str = ""
    help: bool = False
    transform: Transform = Transform()
    frame_id: str = ""
    child_frame_id: str = ""
    warnings: tuple[str, ...] = ()
    abort: str = ""

    @property
    def publishes(self) -> bool:
        """Whether the program goes on to publish."""
        return not (self.error or self.help or self.abort or self.frame_id == self.child_frame_id)


def parse(arguments: Iterable[str], *, distro: str = "jazzy") -> StaticArgs:
    """Return what the program makes of its command line (without its own name and without ``--ros-args``).

    Args:
        arguments: the words.
        distro: whose program; those in ``OLD_STYLE_DISTROS`` take old-style arguments.

    Raises:
        InputError: not a sequence of strings, or a distro that is not text.
    """
    if not isinstance(distro, str):
        raise InputError("distro", distro, "give a distro's name, e.g. 'jazzy'")
    reader = _Reader(checked(arguments), old_style=distro in OLD_STYLE_DISTROS)
    error = abort = ""
    try:
        reader.read()
    except _RefusedError as refused:
        error = str(refused)
    except OverflowError:
        abort = OUT_OF_RANGE
    return reader.result(error, abort)


def arguments(parent: str, child: str, transform: Transform) -> tuple[str, ...]:
    """Return the new-style command line that publishes ``transform`` as T_parent_child.

    Raises:
        InputError: a name is not text, or the transform is none.
    """
    for name, value, kind, cure in (
        ("parent", parent, str, "give a frame name as text"),
        ("child", child, str, "give a frame name as text"),
        ("transform", transform, Transform, "give a Transform"),
    ):
        if not isinstance(value, kind):
            raise InputError(name, value, cure)
    flags = list(zip(("--x", "--y", "--z"), transform.translation, strict=True))
    if transform.rotation != IDENTITY_ROTATION:
        flags += zip(("--qx", "--qy", "--qz", "--qw"), transform.rotation, strict=True)
    numbers = (word for flag, value in flags for word in (flag, repr(value)))
    return (*numbers, "--frame-id", parent, "--child-frame-id", child)


def without_ros_arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    """Return the arguments without what stands between ``--ros-args`` and ``--`` (or the end), as rclcpp does.

    Raises:
        InputError: not a sequence of strings.
    """
    kept: list[str] = []
    for_ros = False
    for word in checked(arguments):
        if for_ros:
            for_ros = word != "--"
        elif word == "--ros-args":
            for_ros = True
        else:
            kept.append(word)
    return tuple(kept)


def checked(arguments: Iterable[str], place: str = "arguments") -> tuple[str, ...]:
    """Return a command line as a tuple of strings.

    Raises:
        InputError: not a sequence of strings, or absurdly long.
    """
    if not isinstance(arguments, (list, tuple)):
        raise InputError(place, arguments, 'give a list of strings, e.g. ["--frame-id", "base_link"]')
    if len(arguments) > _MOST_ARGUMENTS:
        raise InputError(place, len(arguments), f"give at most {_MOST_ARGUMENTS} arguments")
    for i, word in enumerate(arguments):
        if not isinstance(word, str) or len(word) > _LONGEST_ARGUMENT:
            cure = f"every argument is text of at most {_LONGEST_ARGUMENT} characters; put numbers in quotes"
            raise InputError(f"{place}[{i}]", word, cure)
    return tuple(arguments)


def to_double(text: str) -> float:
    """Return the number at the start of ``text`` as C++'s std::stod reads it (``"1.5m"`` is 1.5).

    Raises:
        ValueError: no number there (std::invalid_argument).
        OverflowError: beyond double precision, in either direction (std::out_of_range).
    """
    match = _NUMBER.match(text)
    if match is None:
        raise ValueError(f"no number at the start of {text!r}")
    if match["special"]:
        value = float(match["special"])
        return math.nan if math.isnan(value) else value  # always the same nan, so that recordings can be compared
    digits = match["hex"] or match["decimal"]
    value = float.fromhex(digits) if match["hex"] else float(digits)
    mantissa = re.split("[pP]" if match["hex"] else "[eE]", digits.lower().replace("0x", ""))[0]
    too_small = abs(value) < sys.float_info.min and any(d not in "+-.0" for d in mantissa)
    if math.isinf(value) or too_small:
        raise OverflowError(text)
    return value


class _RefusedError(Exception):
    """The program's own error text."""


class _Reader:
    """One pass over the arguments; keeps what was read before an error, as the program does."""

    def __init__(self, words: tuple[str, ...], *, old_style: bool) -> None:
        self.words, self.old_style = words, old_style
        self.help = False
        self.translation = {"x": 0.0, "y": 0.0, "z": 0.0}
        self.rotation = {"qx": 0.0, "qy": 0.0, "qz": 0.0, "qw": 1.0}
        self.angles = {"roll": 0.0, "pitch": 0.0, "yaw": 0.0}
        self.frames = {"frame-id": "", "child-frame-id": ""}
        self.seen: set[str] = set()
        self.warnings: tuple[str, ...] = ()

    def result(self, error: str, abort: str) -> StaticArgs:
        x, y, z = self.translation.values()
        qx, qy, qz, qw = self.rotation.values()
        transform = Transform((x, y, z), (qx, qy, qz, qw))
        parent, child = self.frames.values()
        return StaticArgs(error, self.help, transform, parent, child, self.warnings, abort)

    def read(self) -> None:
        loose = self._read_flags()
        if self.help:
            return
        if {"rotation", "angles"} <= self.seen:
            raise _RefusedError("Cannot specify both quaternion and Euler rotations")
        if "angles" in self.seen:
            self._turn()
        if self.old_style and len(loose) in (8, 9):
            self._read_old_style(loose)
        elif self.old_style and loose:
            raise _RefusedError("Extra unparsed arguments on command-line")
        if not self.frames["frame-id"]:
            raise _RefusedError("Frame id must not be empty")
        if not self.frames["child-frame-id"]:
            raise _RefusedError("Child frame id must not be empty")

    def _read_flags(self) -> list[str]:
        loose: list[str] = []
        words = iter(self.words)
        for word in words:
            if word in ("-h", "--help"):
                self.help = True
                break
            group = self._group_of(word)
            if not group:
                loose.append(word)
                continue
            value = next(words, None)
            if value is None:
                raise _RefusedError(f"Not enough arguments for {word}")
            self.seen.add(group)
            self._store(group, word, value)
        return loose

    def _group_of(self, word: str) -> str:
        for group in ("translation", "rotation", "angles", "frames"):
            if word.startswith("--") and word[2:] in getattr(self, group):
                return group
        return ""

    def _store(self, group: str, flag: str, value: str) -> None:
        store = getattr(self, group)
        store[flag[2:]] = value if group == "frames" else _number(value, flag)

    def _read_old_style(self, loose: list[str]) -> None:
        self.warnings = (OLD_STYLE_WARNING,)
        # Euler flags are not in this check: the program ignores them beside old-style arguments.
        if self.seen & {"translation", "rotation", "frames"}:
            raise _RefusedError("Cannot specify both new-style (flags) and old-style (arguments)")
        *numbers, parent, child = loose
        for key, word in zip(("x", "y", "z"), numbers, strict=False):
            self.translation[key] = _number(word, key.upper())
        turning, keys = (self.angles, ("yaw", "pitch", "roll")) if len(numbers) == 6 else (self.rotation, None)
        for key, word in zip(keys or tuple(self.rotation), numbers[3:], strict=True):
            turning[key] = _number(word, key)
        if keys:
            self._turn()
        self.frames = {"frame-id": parent, "child-frame-id": child}

    def _turn(self) -> None:
        turn = quaternion_from_rpy if all(map(math.isfinite, self.angles.values())) else _not_a_rotation
        self.rotation = dict(zip(self.rotation, turn(*self.angles.values()), strict=True))


def _not_a_rotation(_roll: float, _pitch: float, _yaw: float) -> tuple[float, float, float, float]:
    return (math.nan,) * 4


def _number(word: str, name: str) -> float:
    try:
        return to_double(word)
    except ValueError:
        raise _RefusedError(f"Failed to parse {name} argument as float") from None
