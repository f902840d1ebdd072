"""What one subscriber saw: deliveries, the publishers in the graph, and the log. All values frozen.

A Recording is the spine of the project: worlds and readers make it; faults return changed ones; the Buffer, the views
and the doctor read it. ``to_json`` and ``from_json`` write and read format ``tfsandbox/recording`` version 1.
"""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.geometry import IDENTITY_ROTATION, Transform
from tfsandbox.qos import TF_QOS as TF_QOS
from tfsandbox.qos import TF_STATIC_LISTENER_QOS as TF_STATIC_LISTENER_QOS
from tfsandbox.qos import TF_STATIC_PUBLISHER_QOS as TF_STATIC_PUBLISHER_QOS
from tfsandbox.qos import Durability as Durability
from tfsandbox.qos import QoS as QoS
from tfsandbox.qos import Reliability as Reliability

FORMAT, VERSION = "tfsandbox/recording", 1

TF_TYPE = "tf2_msgs/msg/TFMessage"


class Kind(Enum):
    """What a delivery carries."""

    TF = "tf"
    CLOCK = "clock"
    JOINT_STATES = "joint_states"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class StampedTransform:
    """One published link: the frozen twin of geometry_msgs/TransformStamped.

    Attributes:
        frame_id: the parent, as published (slashes and all).
        child_frame_id: the child, as published.
        transform: T_parent_child, as published (NaN and odd quaternion lengths included).
        stamp_ns: header.stamp in nanoseconds.
    """

    frame_id: str
    child_frame_id: str
    transform: Transform = Transform()
    stamp_ns: int = 0


@dataclass(frozen=True, slots=True)
class ClockReading:
    """A rosgraph_msgs/Clock message: simulation time in nanoseconds."""

    clock_ns: int


@dataclass(frozen=True, slots=True)
class JointStates:
    """A sensor_msgs/JointState message: positions in radians or metres, one per name."""

    stamp_ns: int
    names: tuple[str, ...]
    positions: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class StampedHeader:
    """The header of any other stamped message (a scan, an image): what a listener needs to look its frame up."""

    stamp_ns: int
    frame_id: str


Payload = tuple[StampedTransform, ...] | ClockReading | JointStates | StampedHeader


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A publisher in the graph.

    Attributes:
        id: number of the publisher within its recording; deliveries name it.
        node: full node name, e.g. ``/robot1/ekf_filter_node``.
        topic: e.g. ``/tf``.
        type: e.g. ``tf2_msgs/msg/TFMessage``.
        qos: what it offers.
        matched: whether the subscriber's QoS let it hear this publisher.
    """

    id: int
    node: str
    topic: str
    type: str
    qos: QoS
    matched: bool = True


@dataclass(frozen=True, slots=True)
class Delivery:
    """One message as it arrived.

    Attributes:
        kind: what the payload is.
        receive_ns: the subscriber's clock when it arrived, nanoseconds.
        topic: where.
        endpoint: id of the publisher.
        sequence: the publisher's own count, from 1.
        payload: by kind: a tuple of StampedTransform, ClockReading, JointStates or StampedHeader.
    """

    kind: Kind
    receive_ns: int
    topic: str
    endpoint: int
    sequence: int
    payload: Payload

    @property
    def transforms(self) -> tuple[StampedTransform, ...]:
        """The transforms it carries, none if it carries something else."""
        return self.payload if isinstance(self.payload, tuple) else ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a node's log; severity is DEBUG, INFO, WARN, ERROR or FATAL."""

    time_ns: int
    node: str
    severity: str
    text: str


@dataclass(frozen=True, slots=True)
class Recording:
    """What one subscriber saw, in order of arrival."""

    deliveries: tuple[Delivery, ...] = ()
    endpoints: tuple[Endpoint, ...] = ()
    log: tuple[LogLine, ...] = ()

    def endpoint(self, id: int) -> Endpoint:
        """Return the publisher with this id.

        Raises:
            InputError: no such id in this recording.
        """
        for endpoint in self.endpoints:
            if isinstance(id, int) and endpoint.id == id:
                return endpoint
        raise InputError("endpoint", id, f"this recording has the ids {[e.id for e in self.endpoints]}")

    def to_json(self) -> str:
        """Return the recording as JSON text (NaN and infinities included, as Python's json writes them)."""
        return json.dumps({"format": FORMAT, "version": VERSION, **_plain(self)})

    @classmethod
    def from_json(cls, text: str) -> Recording:
        """Return the recording that ``to_json`` wrote.

        Raises:
            InputError: not JSON, another format, or a field missing or of a wrong kind; names the place.
        """
        return _read_recording(cls, text)


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def _read_recording(cls: type[Recording], text: str) -> Recording:
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError) as err:
        raise InputError("recording", text, "give the JSON text that Recording.to_json wrote") from err
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise InputError("recording", data, f'"format" must be "{FORMAT}" and "version" {VERSION}')
    return cls(
        deliveries=_each(data, "deliveries", _delivery),
        endpoints=_each(data, "endpoints", _endpoint),
        log=_each(data, "log", _log_line),
    )


def _each(data: dict[str, Any], name: str, read: Any) -> tuple[Any, ...]:
    rows = data.get(name)
    if not isinstance(rows, list):
        raise InputError(name, rows, "must be a list")
    return tuple(_located(f"{name}[{i}]", read, row) for i, row in enumerate(rows))


def _located(place: str, read: Any, row: Any) -> Any:
    try:
        return read(row)
    except InputError as err:
        raise InputError(f"{place}.{err.argument}", err.value, err.cure) from err
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as err:
        raise InputError(place, row, f"a field is missing or of the wrong kind ({err!r})") from err


def _int(row: dict[str, Any], name: str) -> int:
    value = row[name]
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
        raise InputError(name, value, "must be a whole number of 64 bits")
    return value


def _str(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if not isinstance(value, str):
        raise InputError(name, value, "must be text")
    return value


def _row(row: dict[str, Any], name: str, kinds: tuple[type, ...], wanted: str) -> list[Any]:
    values = row[name]
    if not isinstance(values, list) or not all(isinstance(v, kinds) and not isinstance(v, bool) for v in values):
        raise InputError(name, values, f"must be a list of {wanted}")
    return values


def _log_line(row: dict[str, Any]) -> LogLine:
    return LogLine(_int(row, "time_ns"), _str(row, "node"), _str(row, "severity"), _str(row, "text"))


def _endpoint(row: dict[str, Any]) -> Endpoint:
    q = row["qos"]
    qos = QoS(_int(q, "depth"), Reliability(q["reliability"]), Durability(q["durability"]))
    node, topic, type_ = _str(row, "node"), _str(row, "topic"), _str(row, "type")
    if not isinstance(row["matched"], bool):
        raise InputError("matched", row["matched"], "must be true or false")
    return Endpoint(_int(row, "id"), node, topic, type_, qos, row["matched"])


def _delivery(row: dict[str, Any]) -> Delivery:
    kind = Kind(row["kind"])
    receive_ns, topic, endpoint = _int(row, "receive_ns"), _str(row, "topic"), _int(row, "endpoint")
    return Delivery(kind, receive_ns, topic, endpoint, _int(row, "sequence"), _PAYLOADS[kind](row["payload"]))


def _stamped(row: dict[str, Any]) -> StampedTransform:
    t = row["transform"]
    transform = Transform(t.get("translation", (0, 0, 0)), t.get("rotation", IDENTITY_ROTATION))
    return StampedTransform(_str(row, "frame_id"), _str(row, "child_frame_id"), transform, _int(row, "stamp_ns"))


def _joint_states(row: dict[str, Any]) -> JointStates:
    names, positions = _row(row, "names", (str,), "text"), _row(row, "positions", (int, float), "numbers")
    if len(positions) != len(names):
        raise InputError("positions", positions, "must be as many as names")
    return JointStates(_int(row, "stamp_ns"), tuple(names), tuple(map(float, positions)))


_PAYLOADS: dict[Kind, Any] = {
    Kind.TF: lambda rows: tuple(_located(f"payload[{i}]", _stamped, row) for i, row in enumerate(rows)),
    Kind.CLOCK: lambda row: ClockReading(_int(row, "clock_ns")),
    Kind.JOINT_STATES: _joint_states,
    Kind.HEADER: lambda row: StampedHeader(_int(row, "stamp_ns"), _str(row, "frame_id")),
}
