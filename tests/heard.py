"""Recordings written by hand: which node published which link, how often, from when to when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tfsandbox.geometry import Transform
from tfsandbox.recording import TF_QOS, TF_TYPE, Delivery, Endpoint, Kind, Recording, StampedTransform

SECOND = 1_000_000_000


@dataclass(frozen=True)
class Publishes:
    """A node that publishes one link, once or at a rate (Hz) from ``start`` to ``end`` (seconds), stamps ``late``."""

    node: str
    parent: str
    child: str
    rate: float = 0.0
    start: float = 0.0
    end: float = 1.0
    late: float = 0.0
    topic: str = ""
    transform: Transform = Transform()

    @property
    def heard_on(self) -> str:
        return self.topic or ("/tf" if self.rate else "/tf_static")

    def moments_ns(self) -> list[int]:
        count = round((self.end - self.start) * self.rate) if self.rate else 1
        return [round((self.start + k / (self.rate or 1)) * SECOND) for k in range(count)]


def recording(*nodes: Publishes) -> Recording:
    """What a listener on a perfect network hears of these nodes."""
    endpoints = _endpoints(nodes)
    ids = {(e.node, e.topic): e.id for e in endpoints}
    deliveries = []
    for one in nodes:
        for k, ns in enumerate(one.moments_ns()):
            link = StampedTransform(one.parent, one.child, one.transform, ns - round(one.late * SECOND))
            sender = ids[(one.node, one.heard_on)]
            deliveries.append(Delivery(Kind.TF, ns, one.heard_on, sender, k + 1, (link,)))
    return Recording(tuple(sorted(deliveries, key=lambda d: d.receive_ns)), endpoints)


def _endpoints(nodes: Sequence[Publishes]) -> tuple[Endpoint, ...]:
    pairs = dict.fromkeys((one.node, one.heard_on) for one in nodes)
    return tuple(Endpoint(i, node, topic, TF_TYPE, TF_QOS) for i, (node, topic) in enumerate(pairs, 1))
