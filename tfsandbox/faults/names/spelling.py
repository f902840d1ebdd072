"""Frame names that are almost right."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.edit import names
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_possible, renamed
from tfsandbox.observations.tree import Exists
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class _AlmostRight(ChangesBringup):
    """Faults of the one name in the publisher of a static link.

    Attributes:
        parent: the link's parent.
        child: its child.
        end: "child" or "parent": whose name is almost right.
    """

    parent: str = "base_link"
    child: str = "base_scan"
    end: str = "child"

    def __post_init__(self) -> None:
        names(self)
        if self.end not in ("child", "parent"):
            raise InputError("end", self.end, 'give "child" or "parent"')

    @staticmethod
    def almost(word: str) -> str:
        """Return a name, without its prefix, as it is mistyped; the word itself if it cannot be."""
        raise NotImplementedError

    @property
    def right(self) -> str:
        """The name as it ought to be."""
        return self.child if self.end == "child" else self.parent

    @property
    def wrong(self) -> str:
        """The name as it is typed."""
        prefix, slash, word = self.right.rpartition("/")
        return f"{prefix}{slash}{self.almost(word)}"

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> _AlmostRight:
        """Return one for a fixed mount.

        Raises:
            InputError: there is none whose name could be mistyped.
        """
        every = (cls(m.parent, m.child, end) for m in design.mounts for end in ("child", "parent"))
        return first_possible(every, design.bringup(), "no fixed mount has a name that could be mistyped", rng)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        publishers = [nodes[i] for i in bringups.publishers(bringup, self.parent, self.child)]
        if not publishers:
            return f"nothing publishes {self.parent} -> {self.child}"
        if not any(self._changed(node) != node for node in publishers):
            return f"{self.right} cannot be mistyped so in {publishers[0].executable}"
        known = {name for _, link in bringups.links(bringup) for name in (link.parent, link.child)}
        return f"{self.wrong} is a frame of this robot" if self.wrong in known else None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the name mistyped in that one publisher."""
        return bringups.plain(self._changed(node) for node in bringups.parse(bringup))

    def _changed(self, node: NodeSpec) -> NodeSpec:
        typed = ["static_transform_publisher", *(["robot_state_publisher"] if self.end == "child" else [])]
        link = next((k for k in node.links if (k.parent, k.child) == (self.parent, self.child)), None)
        if node.executable not in typed or link is None or not link.static:
            return node
        return renamed(node, lambda frame: self.wrong if frame.removeprefix("/") == self.right else frame)

    def confirm(self, design: Design) -> Exists:
        """Return whether there is a frame of the mistyped name."""
        return Exists(self.wrong)


@dataclass(frozen=True, slots=True)
class WrongCase(_AlmostRight):
    """Somebody writes Base_Scan in one file and base_scan in the other; ROS takes them for two frames."""

    name: ClassVar[str] = "wrong-case"
    kind: ClassVar[str] = "disconnected"
    rule: ClassVar[str] = "Frame names are compared letter by letter, capitals included."
    symptom: ClassVar[str] = (
        "'\"base_scan\" passed to lookupTransform argument source_frame does not exist. ', while the list of frames "
        "has Base_Scan. With a mistyped parent: \"Could not find a connection between 'odom' and 'base_scan' because "
        'they are not part of the same tree.Tf has two or more unconnected trees.", while base_scan hangs under '
        "Base_Link."
    )
    cure: ClassVar[str] = "Write every frame in lower case with underscores, in one place that all files take it from."

    @staticmethod
    def almost(word: str) -> str:
        """Return the name with capitals."""
        return "_".join(part[:1].upper() + part[1:] for part in word.split("_"))


@dataclass(frozen=True, slots=True)
class Misspelling(_AlmostRight):
    """Two letters change places in one of the files that name a frame: base_sacn."""

    name: ClassVar[str] = "misspelling"
    kind: ClassVar[str] = "disconnected"
    rule: ClassVar[str] = "A frame is whatever name is published: tf2 cannot know that a name is wrong."
    symptom: ClassVar[str] = (
        "No error where it is mistyped: tf2 makes a new frame. Whoever uses the right name hears 'does not exist' or "
        '"Tf has two or more unconnected trees."; two roots whose names are almost equal.'
    )
    cure: ClassVar[str] = (
        "List the frames (view_frames), look for almost equal names, and correct the one nobody else uses."
    )

    @staticmethod
    def almost(word: str) -> str:
        """Return the name with two neighbouring letters of its last part exchanged."""
        start = word.rfind("_") + 1
        for i in (*range(start + 1, len(word) - 1), *range(len(word) - 1)):
            if word[i] != word[i + 1]:
                return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
        return word
