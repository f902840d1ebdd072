"""The shape of an observation."""

from __future__ import annotations

from typing import ClassVar, Protocol

from tfsandbox.observations.evidence import Evidence

INSTRUMENTS = ("lookup", "echo", "monitor", "log", "tree")


class Observation(Protocol):
    """A yes/no question that one of tf2's tools answers. A frozen value: what is asked about is in its fields.

    Attributes:
        instrument: which tool: one of INSTRUMENTS.
    """

    instrument: ClassVar[str]

    @property
    def command(self) -> str:
        """What one types on a real robot to see it."""

    @property
    def question(self) -> str:
        """The question in plain words, to be answered yes or no."""

    def holds(self, evidence: Evidence) -> bool:
        """Return the answer."""
