"""Faults in what a transform says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox import static_args
from tfsandbox.bringup import Bringup
from tfsandbox.faults.edit import names, replaced, static_publisher


@dataclass(frozen=True, slots=True)
class Swap:
    """Somebody reads "transform from laser to base" in a manual and types parent and child the wrong way round.

    Attributes:
        parent: the intended parent.
        child: the intended child.
    """

    name: ClassVar[str] = "swap"
    kind: ClassVar[str] = "swapped-parent-child"

    parent: str = "base_link"
    child: str = "base_scan"

    def __post_init__(self) -> None:
        names(self)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = static_publisher(bringup, self.parent, self.child)
        return found if isinstance(found, str) else None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with the two frame names of that static publisher exchanged, the numbers as they were."""
        place = static_publisher(bringup, self.parent, self.child)
        nodes = bringups.parse(bringup)
        if isinstance(place, str):
            return bringups.plain(nodes)
        return replaced(nodes, place, arguments=_exchanged(static_args.without_ros_arguments(nodes[place].arguments)))


def _exchanged(arguments: tuple[str, ...]) -> tuple[str, ...]:
    words = list(arguments)
    if "--frame-id" in words:
        i, j = (len(words) - words[::-1].index(flag) for flag in ("--frame-id", "--child-frame-id"))
    else:
        i, j = -1, -2
    words[i], words[j] = words[j], words[i]
    return tuple(words)
