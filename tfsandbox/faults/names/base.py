"""Faults in what frames are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults.edit import names, with_parameters


@dataclass(frozen=True, slots=True)
class WrongBaseFrame:
    """One package's default says base_link, another's base_footprint, and one of them is left as it came.

    Attributes:
        node: name of the node whose base frame parameter is wrong.
        frame: what it says instead, e.g. the other base frame or a misspelling.
    """

    name: ClassVar[str] = "wrong-base-frame"
    kind: ClassVar[str] = "disconnected"

    node: str = "slam_toolbox"
    frame: str = "base"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = [node for node in bringups.parse(bringup) if _called(node) == self.node]
        having = [node for node in nodes if node.type.base_frame]
        if not nodes:
            return f"no node is called {self.node}"
        if not having:
            return f"{self.node} has no parameter for the base frame"
        if all(node.settings.text(node.type.base_frame) == self.frame for node in having):
            return f"the base frame of {self.node} is {self.frame} already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that parameter changed."""
        return bringups.plain(
            with_parameters(node, **{node.type.base_frame: self.frame})
            if _called(node) == self.node and node.type.base_frame
            else node
            for node in bringups.parse(bringup)
        )


def _called(node: NodeSpec) -> str:
    return node.name or node.type.default_name
