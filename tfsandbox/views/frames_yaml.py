"""What ``all_frames_as_yaml`` prints, read back: as much of YAML as that text uses, and no more.

Frame names stand there without quotes, so YAML has its own idea of some: ``007`` is a number, ``yes`` is True. Where it
would silently take a name for something else (a comment, an anchor), the text is refused.

Source: YAML 1.1 as PyYAML's safe_load reads it, which is what view_frames calls.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Any

from tfsandbox.errors import InputError

Scalar = Any  # str, int, float, bool, None or a date: what YAML makes of a bare word

_FIELDS = ("parent", "broadcaster", "rate", "most_recent_transform", "oldest_transform", "buffer_length")
_NAME_LINE = re.compile(r"(?P<name>[^ \t].*?) *: *")
_FIELD_LINE = re.compile(r"  (?P<field>[a-z_]+): +(?P<value>.*?) *")
_QUOTED = re.compile(r"'((?:[^']|'')*)'")
_UNPRINTABLE = re.compile(
    "[^\t\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|[\x85\u2028\u2029]"
)
_BAD_START = re.compile(r"[,\[\]{}#&*!|>'\"%@`]|[-?:](?: |$)|(?:---|\.\.\.)(?: |$)")
_LONGEST_NAME = 1000

_BOOL = re.compile(r"(?i:yes|no|true|false|on|off)")
_NULL = ("~", "null", "Null", "NULL")
_FLOAT = re.compile(
    r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
    re.ASCII,
)
_INT = re.compile(
    r"[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
    r"|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+",
    re.ASCII,
)
_DATE = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)(?P<time>(?:[Tt]|[ \t]+)\d.*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """One frame of the text.

    Attributes:
        name: as YAML reads it, so not always text.
        parent: name of its parent.
        broadcaster: who published it; ROS 2 does not know and says "default_authority".
        rate: hertz.
        most_recent_transform: seconds.
        oldest_transform: seconds.
        buffer_length: seconds.
    """

    name: Scalar
    parent: str
    broadcaster: str
    rate: Scalar
    most_recent_transform: Scalar
    oldest_transform: Scalar
    buffer_length: Scalar


def read(frames_yaml: str) -> tuple[FrameEntry, ...]:
    """Return the frames of the text, in its order; none for ``[]``.

    Raises:
        InputError: not text, or not what ``all_frames_as_yaml`` prints, or a name that YAML cannot read; says the line.
    """
    if not isinstance(frames_yaml, str):
        raise InputError("frames_yaml", frames_yaml, "give the text that all_frames_as_yaml returns")
    if frames_yaml.strip() == "[]":
        return ()
    if not frames_yaml.strip():
        raise InputError("frames_yaml", frames_yaml, "there is nothing to draw; an empty buffer gives []")
    found: dict[Scalar, dict[str, Scalar]] = {}
    fields: dict[str, Scalar] | None = None
    for number, line in enumerate(frames_yaml.removesuffix("\n").split("\n"), 1):
        place = f"frames_yaml, line {number}"
        if not line.startswith(" "):
            fields = {}
            found[_name(line, place)] = fields  # a name that comes twice keeps its place and gets the later fields
        elif fields is None:
            raise InputError(place, line, "the text must begin with the name of a frame and a colon")
        else:
            field, value = _field(line, place)
            fields[field] = value
    return tuple(_entry(name, fields) for name, fields in found.items())


def _entry(name: Scalar, fields: dict[str, Scalar]) -> FrameEntry:
    missing = [field for field in _FIELDS if field not in fields]
    if missing:
        raise InputError("frames_yaml", name, f"this frame has no {missing[0]}")
    for field in ("parent", "broadcaster"):
        if not isinstance(fields[field], str):
            raise InputError("frames_yaml", fields[field], f"{field} of {name} must be text in single quotes")
    return FrameEntry(name, *(fields[field] for field in _FIELDS))


def _name(line: str, place: str) -> Scalar:
    match = _NAME_LINE.fullmatch(line)
    if match is None or len(line) > _LONGEST_NAME:
        raise InputError(place, line, "must be the name of a frame and a colon")
    return _plain(match["name"], line, place)


def _field(line: str, place: str) -> tuple[str, Scalar]:
    match = _FIELD_LINE.fullmatch(line)
    if match is None:
        raise InputError(place, line, "must be two spaces, a field, a colon and its value")
    value = match["value"]
    if not value.startswith("'"):
        return match["field"], _plain(value, value, place)
    quoted = _QUOTED.fullmatch(value)
    if quoted is None or _UNPRINTABLE.search(value):
        raise InputError(
            place, line, "YAML cannot read a name with a quote or a control character in it; rename the frame"
        )
    return match["field"], quoted[1].replace("''", "'")


def _plain(word: str, beginning: str, place: str) -> Scalar:
    """Return what YAML makes of a word without quotes; ``beginning`` is the word and what follows it."""
    if (
        not word
        or _BAD_START.match(beginning)
        or ": " in word
        or " #" in word
        or "\t" in word
        or _UNPRINTABLE.search(word)
    ):
        raise InputError(
            place, word, "YAML cannot read this name without quotes, nor can view_frames; rename the frame"
        )
    if word == "<<":
        raise InputError(place, word, "YAML gives this name a meaning of its own; rename the frame")
    if word in _NULL:
        return None
    if _BOOL.fullmatch(word) and word in (word.lower(), word.upper(), word.capitalize()):
        return word.lower() in ("yes", "true", "on")
    try:
        return _number(word)
    except (ValueError, OverflowError) as err:
        raise InputError(place, word, f"YAML takes this for a number or a date and fails ({err})") from err


def _number(word: str) -> Scalar:
    if _FLOAT.fullmatch(word):
        return _float(word.replace("_", "").lower())
    if _INT.fullmatch(word):
        return _int(word.replace("_", ""))
    date = _DATE.fullmatch(word)
    if date is None or (date["time"] is None and len(word) != 10):
        return word
    if date["time"]:
        raise ValueError("a date with a time")
    return datetime.date(int(date[1]), int(date[2]), int(date[3]))


def _float(word: str) -> float:
    sign, digits = (-1.0 if word.startswith("-") else 1.0), word.lstrip("+-")
    if digits == ".inf":
        return sign * float("inf")
    if digits == ".nan":
        return float("nan")
    if ":" in digits:  # base 60
        total = 0.0
        for part in digits.split(":"):
            total = total * 60 + float(part)
        return sign * total
    return sign * float(digits)


def _int(word: str) -> int:
    sign, digits = (-1 if word.startswith("-") else 1), word.lstrip("+-")
    if digits == "0":
        return 0
    if digits.startswith(("0b", "0x")):
        return sign * int(digits[2:], 2 if digits[1] == "b" else 16)
    if digits.startswith("0"):
        return sign * int(digits, 8)
    total = 0
    for part in digits.split(":"):  # base 60, if there is a colon
        total = total * 60 + int(part)
    return sign * total
