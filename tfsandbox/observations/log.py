"""Observations made by reading what nodes, the middleware and the listener's own buffer log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.evidence import Evidence

_REQUESTED = re.compile(r"Requested time (-?[0-9]+\.[0-9]+)")
_NO_POSE = (
    "Failed to compute odom pose",
    "Couldn't determine robot's pose associated with laser scan",
    "even though the message notifier is in use",
)
_OFTEN = 5  # scans that come before the tree is complete are lost on a healthy robot, too


@dataclass(frozen=True, slots=True)
class _Logged:
    """What all of these share: the log of all nodes."""

    instrument: ClassVar[str] = "log"

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /rosout"


@dataclass(frozen=True, slots=True)
class _LoggedBy(_Logged):
    """What one node logs."""

    node: str

    def __post_init__(self) -> None:
        if not isinstance(self.node, str) or not self.node:
            raise InputError("node", self.node, 'give a node name, e.g. "slam_toolbox"')


@dataclass(frozen=True, slots=True)
class Says(_Logged):
    """Whether somebody logs a text.

    Attributes:
        text: what the line contains.
        node: who says it, with or without namespace; "" for anybody, the listener's own buffer included.
        also: a second text that the same line contains.
        times: how often at least; what is logged once or twice while a robot starts is no trouble.

    Raises:
        InputError: a field of the wrong kind, or there is nothing to look for.
    """

    text: str
    node: str = ""
    also: str = ""
    times: int = 1

    def __post_init__(self) -> None:
        for name in ("text", "node", "also"):
            if not isinstance(getattr(self, name), str):
                raise InputError(name, getattr(self, name), "give text")
        if not self.text:
            raise InputError("text", self.text, 'give a part of the line, e.g. "TF_SELF_TRANSFORM"')
        if isinstance(self.times, bool) or not isinstance(self.times, int) or self.times < 1:
            raise InputError("times", self.times, "give a whole number, at least 1")

    @property
    def question(self) -> str:
        """The question in plain words."""
        who = f"Does {self.node}" if self.node else "Does any node"
        often = " again and again" if self.times > 1 else ""
        return f'{who} log "{self.text}"{f" about {self.also}" if self.also else ""}{often}?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        lines = _said_by(self.node, evidence) if self.node else evidence.log
        return sum(self.text in line and self.also in line for line in lines) >= self.times


@dataclass(frozen=True, slots=True)
class AsksFor(_LoggedBy):
    """Which times a node complains that it cannot look up.

    Attributes:
        node: who asks, with or without namespace.
        times: which times count, in seconds.

    Raises:
        InputError: not a name.
    """

    times: Bounds

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Does {self.node} log that it requested a time of {self.times.words('s')}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        asked = (found for line in _said_by(self.node, evidence) for found in _REQUESTED.findall(line))
        return any(self.times.hold(float(time)) for time in asked)


@dataclass(frozen=True, slots=True)
class CannotLocalize(_LoggedBy):
    """Whether a localizer says that it cannot work out where the robot is in odom.

    Attributes:
        node: the localizer, with or without namespace.

    Raises:
        InputError: not a name.
    """

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f'Does {self.node} log again and again that it has no pose of the robot, such as "{_NO_POSE[0]}"?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        said = (line for line in _said_by(self.node, evidence) if any(text in line for text in _NO_POSE))
        return sum(1 for _ in said) >= _OFTEN


def _said_by(node: str, evidence: Evidence) -> list[str]:
    end = f"/{node.removeprefix('/')}"
    return [line.text for line in evidence.recording.log if line.node.endswith(end)]
