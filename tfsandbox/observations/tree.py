"""Observations made by drawing the tree: which frames there are, what hangs where, and who says so."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from tfsandbox.errors import InputError
from tfsandbox.observations.evidence import Evidence
from tfsandbox.recording import TF_TYPE

VIEW_FRAMES = "ros2 run tf2_tools view_frames"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What all observations of the tree share: text fields and view_frames."""

    instrument: ClassVar[str] = "tree"

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "str" and not isinstance(value, str):
                raise InputError(field.name, value, "give a name as text")

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return VIEW_FRAMES


@dataclass(frozen=True, slots=True)
class HangsUnder(_Drawn):
    """Whether a frame was ever hung under another one.

    Attributes:
        child: the frame.
        parent: the other frame.
        topic: "/tf" or "/tf_static" if only one of them counts, "" for both.
        only: whether it must have no other parent.
    """

    child: str
    parent: str
    topic: str = ""
    only: bool = False

    @property
    def question(self) -> str:
        """The question in plain words."""
        where = f" on {self.topic}" if self.topic else ""
        alone = f", and nobody gives {self.child} another parent" if self.only else ""
        return f"Does anybody publish {self.parent} -> {self.child}{where}{alone}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        samples = evidence.of_link(self.parent, self.child)
        there = any(self.topic in ("", sample.topic) for sample in samples)
        return there and not (self.only and len(evidence.parents[self.child]) > 1)


@dataclass(frozen=True, slots=True)
class NowStatic(_Drawn):
    """Whether a link that ought to move comes on /tf_static and nowhere else."""

    child: str
    parent: str

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Is {self.parent} -> {self.child} a static link (average rate 10000.0, buffer length 0.0)?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        samples = evidence.of_link(self.parent, self.child)
        return bool(samples) and all(sample.static for sample in samples)


@dataclass(frozen=True, slots=True)
class SeveralPublishers(_Drawn):
    """Whether one link comes from more than one publisher."""

    child: str
    parent: str

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return "ros2 topic info -v /tf"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Is {self.parent} -> {self.child} sent by more than one publisher?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return len({s.endpoint for s in evidence.of_link(self.parent, self.child)}) > 1


@dataclass(frozen=True, slots=True)
class Exists(_Drawn):
    """Whether the tree has a frame of this name."""

    frame: str

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f'Is there a frame called "{self.frame}"?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return evidence.buffer.frame_exists(self.frame)


@dataclass(frozen=True, slots=True)
class Lacks(_Drawn):
    """Whether nothing at all hangs a frame under another one.

    Attributes:
        child: the frame that ought to hang under something.
    """

    child: str

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Does {self.child} have no parent?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return self.child not in evidence.parents


@dataclass(frozen=True, slots=True)
class Circle(_Drawn):
    """Whether two frames were each hung under the other."""

    one: str
    other: str

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Does {self.one} hang under {self.other}, and {self.other} under {self.one}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        return {(self.one, self.other), (self.other, self.one)} <= evidence.links.keys()


@dataclass(frozen=True, slots=True)
class Named(_Drawn):
    """Whether the messages on a topic say that they are in a frame that the tree does not have.

    Attributes:
        topic: full name of the messages' topic.
        frame: the frame in their header, exactly.
    """

    topic: str
    frame: str

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"ros2 topic echo --once --field header.frame_id {self.topic}; {VIEW_FRAMES}"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f'Do messages on {self.topic} name the frame "{self.frame}", which is not in the tree?'

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        said = any(header.frame_id == self.frame for header in evidence.headers.get(self.topic, ()))
        return said and not evidence.buffer.frame_exists(self.frame)


@dataclass(frozen=True, slots=True)
class Elsewhere(_Drawn):
    """Whether transforms travel on a topic where no plain listener listens, and some frame is missing for it.

    Attributes:
        topic: the other topic.
        frame: a frame that ought to be in the tree.
    """

    topic: str
    frame: str

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""
        return f"{VIEW_FRAMES}; ros2 topic list -t"

    @property
    def question(self) -> str:
        """The question in plain words."""
        return f"Are there transforms on {self.topic}, while the tree does not have {self.frame}?"

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
        there = any(e.topic == self.topic and e.type == TF_TYPE for e in evidence.recording.endpoints)
        return there and self.frame not in evidence.parents
