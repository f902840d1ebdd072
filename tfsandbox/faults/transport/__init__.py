"""Faults in how transforms travel: QoS, latching, topics, losses."""

from tfsandbox.faults.transport.bags import BagWithoutStatics
from tfsandbox.faults.transport.latching import StaticOnlyLast, StaticSentOnce, VolatileStatic
from tfsandbox.faults.transport.network import Latency, Loss, OutOfOrder
from tfsandbox.faults.transport.repeats import StaticFlood, StaticVsDynamic
from tfsandbox.faults.transport.topics import WrongTopic, WrongType

FAULTS = (
    VolatileStatic,
    BagWithoutStatics,
    StaticOnlyLast,
    StaticSentOnce,
    StaticFlood,
    StaticVsDynamic,
    Latency,
    Loss,
    OutOfOrder,
    WrongTopic,
    WrongType,
)
