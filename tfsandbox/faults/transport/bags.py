"""Faults of replay: what a player does not send."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar, Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.deliveries import is_static
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.monitor import TopicArrives
from tfsandbox.recording import Recording
from tfsandbox.robots import Design

_PLAYER = "/rosbag2_player"
_CAUSES = ("start-offset", "split", "filter")


@dataclass(frozen=True, slots=True)
class BagWithoutStatics:
    """A bag is played from the interesting part on, and the mounts, sent once at the very beginning, are left behind.

    Attributes:
        cause: how: "start-offset" (played from later on), "split" (only a later file of it is played) or "filter"
            (somebody recorded or kept /tf alone). The listener sees the same.
    """

    name: ClassVar[str] = "bag-without-statics"
    kind: ClassVar[str] = "bag-missing-static"
    rule: ClassVar[str] = "Latched messages belong to every part of a bag, not only to its beginning."
    symptom: ClassVar[str] = (
        'Moving links are there, mounts are not: "base_scan" passed to lookupTransform argument source_frame does not '
        "exist. ros2 topic hz /tf_static stays silent; each robot falls apart into its moving frames."
    )
    cure: ClassVar[str] = (
        "Play from the beginning, or republish the mounts beside the player: robot_state_publisher with the robot's "
        "URDF, or static publishers."
    )

    cause: str = "start-offset"

    def __post_init__(self) -> None:
        if self.cause not in _CAUSES:
            raise InputError("cause", self.cause, f"give one of {', '.join(_CAUSES)}")

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault with one of its causes."""
        return cls(rng.choice(_CAUSES))

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        return None if bringups.static_links(bringup) else "it has no static links that could be lost"

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the child of every static link."""
        return frozenset(link.child for link in bringups.static_links(bringup))

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording as a player sends it, without static links."""
        kept = tuple(d for d in recording.deliveries if not is_static(d))
        endpoints = tuple(dataclasses.replace(e, node=_PLAYER) for e in recording.endpoints)
        return dataclasses.replace(recording, deliveries=kept, endpoints=endpoints)

    def confirm(self, design: Design) -> Observation:
        """Return whether nothing comes on /tf_static."""
        return TopicArrives("/tf_static", "messages", Bounds(most=0.0))
