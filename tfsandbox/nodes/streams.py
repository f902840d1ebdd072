"""Sensor data as tf sees it: headers with a stamp and a frame, at a rate."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from tfsandbox.bus import Publisher
from tfsandbox.nodes.host import Host
from tfsandbox.recording import Delivery, Durability, Kind, QoS, Reliability, StampedHeader

DRIVER_QOS = QoS(depth=10)
_TAKEN, _REMEMBERED = "taken", 200
SENSOR_QOS = QoS(5, Reliability.BEST_EFFORT, Durability.VOLATILE)


class Stream:
    """Publishes one header on several topics at once, as a camera does with an image and its calibration.

    Args:
        host: the driver's process.
        frame: frame_id of every header.
        hz: how often.
        topics: message type by topic name.
        qos: what the driver offers.
    """

    def __init__(self, host: Host, frame: str, hz: float, topics: Mapping[str, str], *, qos: QoS = DRIVER_QOS) -> None:
        self._host, self._frame = host, frame
        self._publishers = [host.publisher(topic, type_, qos) for topic, type_ in topics.items()]
        host.every(1.0 / hz, self._publish)

    def _publish(self) -> None:
        header = StampedHeader(self._host.now_ns, self._frame)
        for publisher in self._publishers:
            publish_measured(self._host, publisher, header)


def publish_measured(host: Host, publisher: Publisher, header: StampedHeader) -> None:
    """Publish a measurement taken now, and remember the moment for ``taken``, whatever the stamp says."""
    moments = host.bus.shared.setdefault(_TAKEN, {}).setdefault(publisher.endpoint.id, deque(maxlen=_REMEMBERED))
    moments.append((publisher.sent + 1, host.seconds))
    publisher.publish(Kind.HEADER, header)


def taken(host: Host, delivery: Delivery) -> float:
    """Return when the measurement in a message was taken, in the surroundings' time; now, if nobody remembers."""
    moments = host.bus.shared.get(_TAKEN, {}).get(delivery.endpoint, ())
    return next((seconds for sequence, seconds in reversed(moments) if sequence == delivery.sequence), host.seconds)
