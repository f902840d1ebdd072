"""Topics within one process: who publishes, who hears whom, and what late joiners still get.

Matching follows ROS 2: a reliable subscription refuses best-effort publishers, a transient-local one refuses volatile
publishers; a refused pair is logged on both sides in ROS 2's words. Messages arrive at once and in order; ``_send``
is the one place where a network could come between.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tfsandbox.recording import Delivery, Durability, Endpoint, Kind, LogLine, Payload, QoS, Reliability

Hear = Callable[[Delivery], None]


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
        matched: ids of the publishers it hears.
    """

    node: str
    topic: str
    qos: QoS
    hear: Hear
    matched: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Publisher:
    """A node's way to send on one topic; get it from ``Bus.publisher``."""

    endpoint: Endpoint
    kept: deque[Delivery]
    _bus: Bus
    _listeners: list[Subscription] = field(default_factory=list)
    _sequence: int = 0

    def publish(self, kind: Kind, payload: Payload) -> None:
        """Send one message to every matched subscription, and keep it for late joiners if transient local."""
        self._sequence += 1
        topic, id_ = self.endpoint.topic, self.endpoint.id
        delivery = Delivery(kind, self._bus.now_ns, topic, id_, self._sequence, payload)
        if self.endpoint.qos.durability is Durability.TRANSIENT_LOCAL:
            self.kept.append(delivery)
        for listener in tuple(self._listeners):
            self._bus._send(listener, delivery)


class Bus:
    """All topics of one world.

    Args:
        now: returns the time in nanoseconds.
        log: takes the lines that ROS 2 itself logs about refused pairs.
    """

    def __init__(self, now: Callable[[], int], log: Callable[[LogLine], None]) -> None:
        self._now, self._log = now, log
        self._publishers: list[Publisher] = []
        self._subscriptions: list[Subscription] = []
        self._watchers: list[Callable[[Endpoint], None]] = []

    @property
    def now_ns(self) -> int:
        """The time in nanoseconds."""
        return self._now()

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every publisher so far, in order of appearance."""
        return tuple(publisher.endpoint for publisher in self._publishers)

    def publisher(self, node: str, topic: str, type_: str, qos: QoS) -> Publisher:
        """Return a new publisher; its endpoint's id is its place in the order of appearance, from 1."""
        endpoint = Endpoint(len(self._publishers) + 1, node, topic, type_, qos)
        publisher = Publisher(endpoint, deque(maxlen=qos.depth), self)
        self._publishers.append(publisher)
        for subscription in tuple(self._subscriptions):
            self._match(publisher, subscription)
        for watcher in tuple(self._watchers):
            watcher(endpoint)
        return publisher

    def subscribe(self, node: str, topic: str, qos: QoS, hear: Hear) -> Subscription:
        """Call ``hear`` with each message on ``topic``, kept ones of transient-local publishers first."""
        subscription = Subscription(node, topic, qos, hear)
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
        if offered.topic != subscription.topic:
            return
        policy = refusing_policy(offered.qos, subscription.qos)
        if policy:
            self._log_refusal(offered, subscription, policy)
            return
        publisher._listeners.append(subscription)
        subscription.matched.add(offered.id)
        if subscription.qos.durability is Durability.TRANSIENT_LOCAL:
            kept = tuple(publisher.kept)
            for delivery in kept[-subscription.qos.depth :]:
                self._send(subscription, delivery)

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

    def _send(self, subscription: Subscription, delivery: Delivery) -> None:
        if delivery.receive_ns != self.now_ns:
            delivery = dataclasses.replace(delivery, receive_ns=self.now_ns)
        subscription.hear(delivery)
