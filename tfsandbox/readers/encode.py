"""Payloads of a recording, as the bytes of ROS 2 messages."""

from __future__ import annotations

from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.readers.decode import CLOCK_TYPE, HEADER, JOINTS_TYPE, LEVELS, LOG_TYPE, known_types
from tfsandbox.recording import TF_TYPE, ClockReading, JointStates, LogLine, Payload, StampedHeader, StampedTransform
from tfsandbox.stamps import NANOSECONDS

_LAST_SECOND = 2**31


class Encoder:
    """Makes the bytes of messages."""

    def __init__(self) -> None:
        self.types = known_types()
        self._blank: dict[str, Any] = {}

    def knows(self, type_: str) -> bool:
        """Whether this is a message type of ROS 2 Jazzy."""
        return type_ in self.types.fielddefs

    def has_header(self, type_: str) -> bool:
        """Whether messages of a known type have a header."""
        return HEADER in [(name, kind[1]) for name, kind in self.types.fielddefs[type_][1]]

    def encode(self, type_: str, payload: Payload) -> memoryview:
        """Return a message's bytes; of a type that only its header is known of, all other fields are blank.

        Raises:
            InputError: a stamp or a text that no ROS message can hold.
        """
        if isinstance(payload, StampedHeader):
            if type_ not in self._blank:
                self._blank[type_] = self._blank_message(type_)
            message = self._blank[type_]
            message.header = self._header(payload.stamp_ns, payload.frame_id)
        elif isinstance(payload, ClockReading):
            message = self._new(CLOCK_TYPE, clock=self._time(payload.clock_ns))
        elif isinstance(payload, JointStates):
            message = self._joint_states(payload)
        else:
            message = self._new(TF_TYPE, transforms=[self._transform(link) for link in payload])
        return self._bytes(type_, message)

    def encode_log(self, line: LogLine) -> memoryview:
        """Return a log line as the bytes of an rcl_interfaces/msg/Log.

        Raises:
            InputError: a severity, stamp or text that the message cannot hold.
        """
        if line.severity not in LEVELS:
            raise InputError("severity", line.severity, f"give one of {', '.join(LEVELS)}")
        name = line.node.removeprefix("/").replace("/", ".")
        stamp = self._time(line.time_ns)
        fields = {"stamp": stamp, "level": LEVELS[line.severity], "name": name, "msg": line.text}
        message = self._new(LOG_TYPE, **fields, file="", function="", line=0)
        return self._bytes(LOG_TYPE, message)

    def _bytes(self, type_: str, message: Any) -> memoryview:
        try:
            return self.types.serialize_cdr(message, type_)
        except UnicodeEncodeError as err:
            raise InputError("text", err.object, "a ROS message holds UTF-8 text only") from err

    def _new(self, type_: str, **fields: Any) -> Any:
        return self.types.types[type_](**fields)

    def _time(self, ns: int) -> Any:
        seconds, nanoseconds = divmod(ns, NANOSECONDS)
        if not -_LAST_SECOND <= seconds < _LAST_SECOND:
            raise InputError("stamp", ns, "a ROS 2 stamp counts seconds from -2147483648 to 2147483647")
        return self._new("builtin_interfaces/msg/Time", sec=seconds, nanosec=nanoseconds)

    def _header(self, stamp_ns: int, frame_id: str) -> Any:
        return self._new("std_msgs/msg/Header", stamp=self._time(stamp_ns), frame_id=frame_id)

    def _transform(self, link: StampedTransform) -> Any:
        x, y, z = link.transform.translation
        qx, qy, qz, qw = link.transform.rotation
        translation = self._new("geometry_msgs/msg/Vector3", x=x, y=y, z=z)
        rotation = self._new("geometry_msgs/msg/Quaternion", x=qx, y=qy, z=qz, w=qw)
        return self._new(
            "geometry_msgs/msg/TransformStamped",
            header=self._header(link.stamp_ns, link.frame_id),
            child_frame_id=link.child_frame_id,
            transform=self._new("geometry_msgs/msg/Transform", translation=translation, rotation=rotation),
        )

    def _joint_states(self, joints: JointStates) -> Any:
        message = self._blank_message(JOINTS_TYPE)
        message.header = self._header(joints.stamp_ns, "")
        message.name, message.position = list(joints.names), _array(joints.positions, "float64")
        return message

    def _blank_message(self, type_: str) -> Any:
        fields = self.types.fielddefs[type_][1]
        return self._new(type_, **{name: self._blank_value(kind) for name, kind in fields})

    def _blank_value(self, kind: Any) -> Any:
        from rosbags.interfaces import Nodetype

        form, inner = kind
        if form == Nodetype.BASE:
            return {"string": "", "bool": False, "float32": 0.0, "float64": 0.0}.get(inner[0], 0)
        if form == Nodetype.NAME:
            return self._blank_message(inner)
        (inner_form, inner_kind), length = inner
        if inner_form == Nodetype.BASE and inner_kind[0] not in ("string", "wstring"):
            return _array((0,) * length, inner_kind[0])
        return [self._blank_value((inner_form, inner_kind)) for _ in range(length)]


def _array(values: tuple[float, ...], kind: str) -> Any:
    import numpy  # rosbags brings it along

    return numpy.array(values, dtype={"octet": "uint8", "byte": "uint8", "char": "uint8"}.get(kind, kind))
