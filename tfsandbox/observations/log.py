"""Observations made by reading what nodes, the middleware and the listener's own buffer log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.observations.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Says:
    """Whether somebody logs a text.

    Attributes:
        text: what the line contains.
        node: who says it, with or without namespace; "" for anybody, the listener's own buffer included.
        also: a second text that the same line contains.

    Raises:
        InputError: a field is not text, or there is nothing to look for.
    """

    instrument: ClassVar[str] = "log"

    text: str
    node: str = ""
    also: str = ""

    def __post_init__(self) -> None:
        for name in ("text", "node", "also"):
            if not isinstance(getattr(self, name), str):
                raise InputError(name, getattr(self, name), "give text")
        if not self.text:
            raise InputError("text", self.text, 'give a part of the line, e.g. "TF_SELF_TRANSFORM"')

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /rosout"

    @property
    def question(self) -> str:
        """The question in plain words."""
        who = f"Does {self.node}" if self.node else "Does any node"
        return f'{who} log "{self.text}"{f" about {self.also}" if self.also else ""}?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        if not self.node:
            return any(self.text in line and self.also in line for line in evidence.log)
        return any(self.text in line and self.also in line for line in _said_by(self.node, evidence))


@dataclass(frozen=True, slots=True)
class CannotLocalize:
    """Whether a localizer says that it cannot work out where the robot is in odom.

    Attributes:
        node: the localizer, with or without namespace.

    Raises:
        InputError: not a name.
    """

    instrument: ClassVar[str] = "log"

    node: str

    def __post_init__(self) -> None:
        if not isinstance(self.node, str) or not self.node:
            raise InputError("node", self.node, 'give a node name, e.g. "slam_toolbox"')

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic echo /rosout"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f'Does {self.node} log that it cannot work out the robot\'s pose (such as "{_NO_POSE[0]}")?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return any(text in line for line in _said_by(self.node, evidence) for text in _NO_POSE)


_NO_POSE = (
    "Failed to compute odom pose",
    "Couldn't determine robot's pose associated with laser scan",
    "even though the message notifier is in use",
)


def _said_by(node: str, evidence: Evidence) -> list[str]:
    end = f"/{node.removeprefix('/')}"
    return [line.text for line in evidence.recording.log if line.node.endswith(end)]
