"""What an error text means: the answer as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Cause(NamedTuple):
    """A likely reason, and why it is thought likely."""

    cause: str
    why: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One kind of message found in a pasted text.

    Attributes:
        id: short name of the kind of message, e.g. ``"extrapolation-future"``; ``"unknown"`` if nothing was recognised.
        tf2_class: tf2's exception (``"ExtrapolationException"``), the name in its log (``"TF_OLD_DATA"``), or who else
            says it (``"static_transform_publisher"``).
        matched: the words as they stood in the paste, first occurrence.
        facts: names and numbers found in it. Times end in ``_ns`` (whole nanoseconds, exact) and in ``_s`` (the same in
            seconds).
        meaning: what the message says, in plain words.
        likely: causes, most likely first.
        confirm: commands to type that tell the causes apart.
        cure: what to do.
        notes: what differs between distributions, and other things worth knowing.
        kinds: names of the kinds of trouble that can look like this.
        count: how often it stood in the paste.
        believe: its place when several messages are pasted: 1 is believed first.
        because: why it has that place; "" if it is the only one.
    """

    id: str
    tf2_class: str
    matched: str
    facts: Mapping[str, object] = field(hash=False)
    meaning: str
    likely: tuple[Cause, ...]
    confirm: tuple[str, ...]
    cure: str
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    count: int = 1
    believe: int = 1
    because: str = ""
