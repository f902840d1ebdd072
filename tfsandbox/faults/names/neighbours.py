"""Robots with equal names on one network."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError
from tfsandbox.faults.deliveries import OfLink, arrived, carriers, carries, is_static
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.names.prefixes import with_prefix
from tfsandbox.geometry import Transform
from tfsandbox.motion import finite
from tfsandbox.observations.published import Teleports
from tfsandbox.observations.tree import SeveralPublishers
from tfsandbox.recording import Delivery, Endpoint, Recording
from tfsandbox.robots import Design, Robot

_LATER_NS = 4_000_000


@dataclass(frozen=True, slots=True)
class EqualNames(ChangesBringup):
    """Two equal robots share one network and one /tf, and nobody gave them prefixes."""

    name: ClassVar[str] = "equal-names"
    kind: ClassVar[str] = "multi-robot"
    rule: ClassVar[str] = "Robots that share /tf need prefixes; robots with equal names need a /tf each."
    symptom: ClassVar[str] = (
        "No message: the robot jumps between two places many times a second, as each robot's odom and base are the "
        "other's, too."
    )
    cure: ClassVar[str] = (
        "Give each robot a prefix in every node, or remap /tf and /tf_static into its namespace, not both."
    )

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> EqualNames:
        """Return one for a fleet.

        Raises:
            InputError: there is one robot only.
        """
        if len(design.robots) < 2:
            raise InputError("design", design.name, "one robot alone has nobody to share its names with")
        return cls()

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        spaces = {node.namespace.strip("/").split("/")[0] for node in nodes} - {""}
        prefixed = [s for s in spaces if any(k.child.startswith(f"{s}/") for node in nodes for k in node.links)]
        return None if len(prefixed) > 1 else "there are no two robots with prefixes on their frames"

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup without any robot's prefix."""
        return bringups.plain(
            with_prefix(node, f"{node.namespace.strip('/').split('/')[0]}/", "", set())
            for node in bringups.parse(bringup)
        )

    def confirm(self, design: Design) -> SeveralPublishers:
        """Return whether two publishers send odom -> base without a prefix."""
        robot: Robot = design.robots[0]
        return SeveralPublishers(robot.base.removeprefix(robot.prefix), robot.odom.removeprefix(robot.prefix))


@dataclass(frozen=True, slots=True)
class NeighboursRobot(OfLink):
    """In the next room somebody switches on a robot of the same kind, with the same names and the same ROS_DOMAIN_ID.

    Attributes:
        parent: parent of the link that odometry moves.
        child: its child.
        apart: metres between where the two robots' odometry says they are.
    """

    name: ClassVar[str] = "neighbours-robot"
    kind: ClassVar[str] = "multi-robot"
    rule: ClassVar[str] = "Robots that cannot be told apart by their names do not share a network."
    symptom: ClassVar[str] = (
        "No message: the robot jumps to and fro between two places; twice as many samples on odom -> base, from two "
        "publishers whose nodes have one and the same name. It stops when the neighbour goes home."
    )
    cure: ClassVar[str] = "Set another ROS_DOMAIN_ID, or ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST, on one of them."

    apart: float = 3.0

    def __post_init__(self) -> None:
        OfLink.__post_init__(self)
        if not finite(self.apart, "apart") > 0:
            raise InputError("apart", self.apart, "give metres, more than 0")

    def change_deliveries(self, recording: Recording, *, seed: int | str) -> Recording:
        """Return the recording with a second publisher of the link, of an equally named node, some metres away."""
        senders = carriers(recording, self.parent, self.child)
        if not senders:
            return recording
        first = recording.endpoint(min(senders))
        twin = dataclasses.replace(first, id=max(e.id for e in recording.endpoints) + 1)
        heard = [d for d in recording.deliveries if d.endpoint == first.id and not is_static(d)]
        more = [copy for i, delivery in enumerate(heard, 1) if (copy := self._of_twin(delivery, twin, i))]
        both = arrived(recording, (*recording.deliveries, *more))
        return dataclasses.replace(both, endpoints=(*recording.endpoints, twin))

    def _of_twin(self, delivery: Delivery, twin: Endpoint, number: int) -> Delivery | None:
        elsewhere = Transform.from_rpy(self.apart, 0.0, yaw=2.0)
        links = tuple(
            dataclasses.replace(t, transform=elsewhere @ t.transform, stamp_ns=t.stamp_ns + _LATER_NS)
            for t in delivery.transforms
            if carries(t, self.parent, self.child)
        )
        if not links:
            return None
        at_ns = delivery.receive_ns + _LATER_NS
        return dataclasses.replace(delivery, receive_ns=at_ns, endpoint=twin.id, sequence=number, payload=links)

    def confirm(self, design: Design) -> Teleports:
        """Return whether the base jumps to and fro."""
        return Teleports(self.parent, self.child, self.apart / 3)
