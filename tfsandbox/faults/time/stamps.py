"""Faults of stamps: a link's messages come in time, but say something odd about when they were made."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from tfsandbox.faults.deliveries import OfLink, with_link
from tfsandbox.observations import Observation
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import Stamps
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class FrozenStamp(OfLink):
    """A driver fills its message once before the loop, stamp included, and then only updates the pose.

    Attributes:
        parent: parent of the moving link.
        child: its child.
    """

    name: ClassVar[str] = "frozen-stamp"
    kind: ClassVar[str] = "frozen-stamp"
    rule: ClassVar[str] = "Every message gets a fresh stamp."
    symptom: ClassVar[str] = (
        "Lookups at the latest time work; all others fail, further in the past each second: Lookup would require "
        "extrapolation into the future.  Requested time 7.900000 but the latest data is at time 2.033333. view_frames "
        "shows a rate of 10000 times the number of messages, and Buffer length: 0.0."
    )
    cure: ClassVar[str] = "Set header.stamp to now inside the loop, next to the pose."

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the link's first stamp in all its messages."""
        first: list[int] = []

        def frozen(transform: StampedTransform) -> StampedTransform:
            first.append(transform.stamp_ns)
            return dataclasses.replace(transform, stamp_ns=first[0])

        return with_link(recording, self.parent, self.child, frozen)

    def confirm(self, design: Design) -> Observation:
        """Return whether many messages share each stamp."""
        return Stamps(self.parent, self.child, "per stamp", Bounds(least=10.0))


@dataclass(frozen=True, slots=True)
class ZeroStamps(OfLink):
    """A driver never fills header.stamp, as its author saw in the examples for static transforms.

    Attributes:
        parent: parent of the moving link.
        child: its child.
    """

    name: ClassVar[str] = "zero-stamps"
    kind: ClassVar[str] = "frozen-stamp"
    rule: ClassVar[str] = "On /tf every transform says when it was true; only /tf_static may leave the stamp at zero."
    symptom: ClassVar[str] = (
        "Lookups at the latest time work, any real time fails: Lookup would require extrapolation into the future.  "
        "Requested time 7.900000 but the latest data is at time 0.000000. view_frames: Most recent transform: 0.0."
    )
    cure: ClassVar[str] = "Set header.stamp to the node's now() when the pose is measured."

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with the link's stamps at zero."""
        return with_link(recording, self.parent, self.child, lambda t: dataclasses.replace(t, stamp_ns=0))

    def confirm(self, design: Design) -> Observation:
        """Return whether the link has no time at all."""
        return Stamps(self.parent, self.child, "newest", Bounds(least=0.0, most=0.0))


@dataclass(frozen=True, slots=True)
class DuplicateStamps(OfLink):
    """A driver publishes twice as often as its encoders answer, each time with the stamp of the last answer.

    Attributes:
        parent: parent of the moving link.
        child: its child.
    """

    name: ClassVar[str] = "duplicate-stamps"
    kind: ClassVar[str] = "duplicate-stamp"
    rule: ClassVar[str] = "One stamp, one pose: two poses of one moment contradict each other."
    symptom: ClassVar[str] = (
        "ROS 2 is silent: every distro keeps both, and lookups between stamps jump. ROS 1: TF_REPEATED_DATA "
        "ignoring data with redundant timestamp for frame base_footprint (parent odom)."
    )
    cure: ClassVar[str] = "Publish only when a new measurement came, or stamp each pose with its own time."

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with every second stamp of the link as the one before."""
        turn, last = count(), [0]

        def repeated(transform: StampedTransform) -> StampedTransform:
            if next(turn) % 2:
                return dataclasses.replace(transform, stamp_ns=last[0])
            last[0] = transform.stamp_ns
            return transform

        return with_link(recording, self.parent, self.child, repeated)

    def confirm(self, design: Design) -> Observation:
        """Return whether stamps come twice, with other numbers."""
        return Stamps(self.parent, self.child, "contradicting", Bounds(least=0.2, most=0.6))
