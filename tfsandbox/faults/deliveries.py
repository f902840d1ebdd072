"""Changing what one subscriber received: stamps, arrivals, losses. Every change returns a fresh recording."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Self

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import edit, effects, owners
from tfsandbox.motion import finite
from tfsandbox.nodes import Link
from tfsandbox.recording import ClockReading, Delivery, JointStates, Recording, StampedHeader, StampedTransform
from tfsandbox.robots import Design


def arrived(recording: Recording, deliveries: Iterable[Delivery]) -> Recording:
    """Return the recording with other deliveries, in order of arrival; what comes after its end is not in it."""
    end_ns = max((d.receive_ns for d in recording.deliveries), default=0)
    kept = sorted((d for d in deliveries if d.receive_ns <= end_ns), key=lambda d: d.receive_ns)
    return dataclasses.replace(recording, deliveries=tuple(kept))


def is_static(delivery: Delivery) -> bool:
    """Return whether it came on a topic of static transforms."""
    return delivery.topic.endswith("tf_static")


def carriers(recording: Recording, parent: str, child: str) -> frozenset[int]:
    """Return the ids of the publishers that sent a link on /tf."""
    return frozenset(
        d.endpoint
        for d in recording.deliveries
        if not is_static(d) and any(carries(t, parent, child) for t in d.transforms)
    )


def carries(transform: StampedTransform, parent: str, child: str) -> bool:
    """Return whether a transform is that link, slashes aside."""
    return (transform.frame_id.removeprefix("/"), transform.child_frame_id.removeprefix("/")) == (parent, child)


def of_the_same_nodes(recording: Recording, ids: Collection[int]) -> frozenset[int]:
    """Return the ids of all publishers of the nodes that these publishers belong to."""
    nodes = {endpoint.node for endpoint in recording.endpoints if endpoint.id in ids}
    return frozenset(endpoint.id for endpoint in recording.endpoints if endpoint.node in nodes)


def restamped(delivery: Delivery, stamp: Callable[[int], int]) -> Delivery:
    """Return the delivery with every stamp, and every reading of the clock, changed; nanoseconds to nanoseconds."""
    payload = delivery.payload
    if isinstance(payload, ClockReading):
        return dataclasses.replace(delivery, payload=ClockReading(stamp(payload.clock_ns)))
    if isinstance(payload, (StampedHeader, JointStates)):
        return dataclasses.replace(delivery, payload=dataclasses.replace(payload, stamp_ns=stamp(payload.stamp_ns)))
    moved = tuple(dataclasses.replace(t, stamp_ns=stamp(t.stamp_ns)) for t in payload)
    return dataclasses.replace(delivery, payload=moved)


def shifted(recording: Recording, ids: frozenset[int], by_ns: int) -> Recording:
    """Return the recording with the stamps of some publishers moved; 0, which is no time, stays."""
    if not by_ns:
        return recording
    deliveries = (
        restamped(d, lambda ns: ns + by_ns if ns else 0) if d.endpoint in ids else d for d in recording.deliveries
    )
    return dataclasses.replace(recording, deliveries=tuple(deliveries))


def later(delivery: Delivery, ids: frozenset[int], *, by_ns: int) -> Delivery:
    """Return the delivery as it arrives with a delay if it is from one of these publishers, /tf_static apart."""
    if delivery.endpoint not in ids or is_static(delivery):
        return delivery
    return dataclasses.replace(delivery, receive_ns=delivery.receive_ns + by_ns)


def with_link(
    recording: Recording, parent: str, child: str, change: Callable[[StampedTransform], StampedTransform]
) -> Recording:
    """Return the recording with one link on /tf changed wherever it is carried, in order of arrival."""

    def changed(delivery: Delivery) -> Delivery:
        if is_static(delivery) or not any(carries(t, parent, child) for t in delivery.transforms):
            return delivery
        payload = tuple(change(t) if carries(t, parent, child) else t for t in delivery.transforms)
        return dataclasses.replace(delivery, payload=payload)

    return dataclasses.replace(recording, deliveries=tuple(changed(d) for d in recording.deliveries))


def drawn(delivery: Delivery, seed: int | str) -> float:
    """Return a number from 0 to below 1 that belongs to this message, whatever happens to others."""
    return random.Random(f"{seed}/{delivery.endpoint}/{delivery.sequence}").random()


def moving_children(bringup: Bringup) -> frozenset[str]:
    """Return the child frames of all links on /tf."""
    return frozenset(link.child for _, link in bringups.links(bringup) if not link.static)


def follows_clock(bringup: Bringup) -> bool:
    """Return whether this is a simulation: nodes take the time from /clock."""
    return any(node.settings.flag("use_sim_time") for node in bringups.parse(bringup))


def all_topics(bringup: Bringup) -> frozenset[str]:
    """Return every topic other than tf on which a bringup publishes."""
    return frozenset(topic for node in bringups.parse(bringup) for topic in effects.announced(node))


def check_severity(severity: float) -> None:
    """Check that a severity is a number from 0 to 1.

    Raises:
        InputError: it is not.
    """
    if not 0 <= finite(severity, "severity") <= 1:
        raise InputError("severity", severity, "give a number from 0 (nothing happens) to 1")


@dataclass(frozen=True, slots=True)
class OfLink:
    """What happens to one moving link on its way.

    Attributes:
        parent: the link's parent.
        child: its child.
    """

    parent: str = "odom"
    child: str = "base_footprint"

    def __post_init__(self) -> None:
        edit.names(self)
        if hasattr(self, "severity"):
            check_severity(self.severity)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Self:
        """Return the fault for a robot's odometry.

        Raises:
            InputError: nothing publishes odometry.
        """
        link = odometry(design, rng)
        return cls(link.parent, link.child)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = [link for _, link in bringups.links(bringup) if (link.parent, link.child) == (self.parent, self.child)]
        if not found:
            return f"nothing publishes {self.parent} -> {self.child}"
        if all(link.static for link in found):
            return f"{self.parent} -> {self.child} is static"
        return None

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the link's child."""
        return frozenset((self.child,))


@dataclass(frozen=True, slots=True)
class OfNode(OfLink):
    """What happens to everything that the publisher of a moving link sends, except on /tf_static."""

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the moving links and the topics of the node."""
        nodes = [node for node in bringups.parse(bringup) if self.publishes(node)]
        links = {link.child for node in nodes for link in node.links if not link.static}
        return frozenset(links.union(*(effects.announced(node) for node in nodes)))

    def ids(self, recording: Recording) -> frozenset[int]:
        """Return the ids of its publishers."""
        return of_the_same_nodes(recording, carriers(recording, self.parent, self.child))

    def publishes(self, node: NodeSpec) -> bool:
        """Return whether a node is the link's publisher."""
        return any(not link.static and (link.parent, link.child) == (self.parent, self.child) for link in node.links)


def odometry(design: Design, rng: random.Random) -> Link:
    """Return the link odom -> base of one robot of the design.

    Raises:
        InputError: there is none.
    """
    links = {
        f"{link.parent} {link.child}": link
        for node in bringups.parse(design.bringup())
        if (link := owners.odometry_link(node))
    }
    return links[owners.pick(links, "nothing on it publishes odometry", rng.choice)]
