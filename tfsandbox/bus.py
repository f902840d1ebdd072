"""Topics within one process: who publishes, who hears whom, and what late joiners still get.

Matching follows ROS 2: a reliable subscription refuses best-effort publishers, a transient-local one refuses volatile
publishers; a refused pair is logged on both sides in ROS 2's words. Messages arrive at once and in order, unless a
network lies between the two machines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tfsandbox.network import Wire
from tfsandbox.recording import Delivery, Durability, Endpoint, Kind, LogLine, Payload, QoS, Reliability

Hear = Callable[[Delivery], None]
Later = Callable[[int, Callable[[], None]], None]


def refusing_policy(offered: QoS, requested: QoS) -> str:
    """Return the QoS policy that keeps a publisher and a subscription apart, as ROS 2 names it; "" if they match."""
    if requested.reliability is Reliability.RELIABLE and offered.reliability is Reliability.BEST_EFFORT:
        return "RELIABILITY"
    if requested.durability is Durability.TRANSIENT_LOCAL and offered.durability is Durability.VOLATILE:
        return "DURABILITY"
    return ""


@dataclass(slots=True)
class Subscription:
    """One node's ear on a topic.

    Attributes:
        node: full node name.
        topic: full topic name.
        qos: what it requests.
        hear: called with each message.
        machine: name of the machine it runs on.
        type: the message type it expects, "" for any.
        matched: ids of the publishers it hears.
    """

    node: str
    topic: str
    qos: QoS
    hear: Hear
    machine: str = ""
    type: str = ""
    matched: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Publisher:
    """A node's way to send on one topic; get it from ``Bus.publisher``.

    Attributes:
        endpoint: how the graph shows it.
        kept: what late joiners get.
        machine: name of the machine it runs on.
        sent: messages so far.
    """

    endpoint: Endpoint
    kept: deque[Delivery]
    machine: str
    _bus: Bus
    sent: int = 0
    _listeners: list[tuple[Subscription, Wire | None]] = field(default_factory=list)

    def publish(self, kind: Kind, payload: Payload) -> None:
        """Send one message to every matched subscription, and keep it for late joiners if transient local."""
        self.sent += 1
        topic, id_ = self.endpoint.topic, self.endpoint.id
        delivery = Delivery(kind, self._bus.now_ns, topic, id_, self.sent, payload)
        if self.endpoint.qos.durability is Durability.TRANSIENT_LOCAL:
            self.kept.append(delivery)
        for listener, wire in tuple(self._listeners):
            self._bus._send(listener, delivery, wire)

    def close(self) -> None:
        """Stop publishing: forget kept messages and listeners, as a publisher that is destroyed."""
        self.kept.clear()
        self._listeners.clear()
        self._bus._publishers.remove(self)


class Bus:
    """All topics of one world.

    Args:
        now: returns the time in nanoseconds.
        log: takes the lines that ROS 2 itself logs about refused pairs.
        later: called with a time and what to do then; needed only where a network lies between machines.
        wires: called with a publisher and a subscription on different machines; returns what lies between.

    Attributes:
        shared: what nodes share that are parts of one program (the simulator's bridges), by name.
    """

    def __init__(
        self,
        now: Callable[[], int],
        log: Callable[[LogLine], None],
        *,
        later: Later | None = None,
        wires: Callable[[Endpoint, Subscription], Wire] | None = None,
    ) -> None:
        self._now, self._log, self._later, self._wires = now, log, later, wires
        self._endpoints: list[Endpoint] = []
        self._publishers: list[Publisher] = []
        self._subscriptions: list[Subscription] = []
        self._watchers: list[Callable[[Endpoint], None]] = []
        self.shared: dict[str, Any] = {}

    @property
    def now_ns(self) -> int:
        """The time in nanoseconds."""
        return self._now()

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every publisher so far, in order of appearance."""
        return tuple(self._endpoints)

    def publisher(self, node: str, topic: str, type_: str, qos: QoS, *, machine: str = "") -> Publisher:
        """Return a new publisher; its endpoint's id is its place in the order of appearance, from 1."""
        endpoint = Endpoint(len(self._endpoints) + 1, node, topic, type_, qos)
        publisher = Publisher(endpoint, deque(maxlen=qos.depth), machine, self)
        self._endpoints.append(endpoint)
        self._publishers.append(publisher)
        for subscription in tuple(self._subscriptions):
            self._match(publisher, subscription)
        for watcher in tuple(self._watchers):
            watcher(endpoint)
        return publisher

    def subscribe(
        self, node: str, topic: str, qos: QoS, hear: Hear, *, machine: str = "", type_: str = ""
    ) -> Subscription:
        """Call ``hear`` with each message on ``topic``, kept ones of transient-local publishers first."""
        subscription = Subscription(node, topic, qos, hear, machine, type_)
        self._subscriptions.append(subscription)
        for publisher in tuple(self._publishers):
            self._match(publisher, subscription)
        return subscription

    def watch(self, discovered: Callable[[Endpoint], None]) -> None:
        """Call ``discovered`` with every publisher there is and every one that appears later."""
        self._watchers.append(discovered)
        for endpoint in self.endpoints:
            discovered(endpoint)

    def _match(self, publisher: Publisher, subscription: Subscription) -> None:
        offered = publisher.endpoint
        if offered.topic != subscription.topic or subscription.type not in ("", offered.type):
            return  # publishers of another type are not heard, and nobody is told
        policy = refusing_policy(offered.qos, subscription.qos)
        if policy:
            self._log_refusal(offered, subscription, policy)
            return
        wire = self._wires(offered, subscription) if self._wires and publisher.machine != subscription.machine else None
        publisher._listeners.append((subscription, wire))
        subscription.matched.add(offered.id)
        if subscription.qos.durability is Durability.TRANSIENT_LOCAL:
            kept = tuple(publisher.kept)
            for delivery in kept[-subscription.qos.depth :]:
                self._send(subscription, delivery, wire)

    def _log_refusal(self, offered: Endpoint, subscription: Subscription, policy: str) -> None:
        heard = (
            f"New publisher discovered on topic '{offered.topic}', offering incompatible QoS. "
            f"No messages will be received from it. Last incompatible policy: {policy}"
        )
        told = (
            f"New subscription discovered on topic '{offered.topic}', requesting incompatible QoS. "
            f"No messages will be sent to it. Last incompatible policy: {policy}"
        )
        self._log(LogLine(self.now_ns, subscription.node, "WARN", heard))
        self._log(LogLine(self.now_ns, offered.node, "WARN", told))

    def _send(self, subscription: Subscription, delivery: Delivery, wire: Wire | None) -> None:
        arrival_ns = wire.arrival(self.now_ns) if wire else self.now_ns
        if arrival_ns is None:
            return
        if delivery.receive_ns != arrival_ns:
            d = delivery  # dataclasses.replace takes four times as long, and this is done for every message
            delivery = Delivery(d.kind, arrival_ns, d.topic, d.endpoint, d.sequence, d.payload)
        if wire and self._later:
            self._later(arrival_ns, partial(subscription.hear, delivery))
        else:
            subscription.hear(delivery)
