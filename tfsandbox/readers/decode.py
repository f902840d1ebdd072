"""The bytes of a message, as a payload of a recording."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfsandbox.conversions import stamped_transform
from tfsandbox.errors import InputError
from tfsandbox.recording import (
    TF_TYPE,
    ClockReading,
    JointStates,
    LogLine,
    Payload,
    StampedHeader,
)
from tfsandbox.stamps import NANOSECONDS, to_ns

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore

CLOCK_TYPE, JOINTS_TYPE, LOG_TYPE = "rosgraph_msgs/msg/Clock", "sensor_msgs/msg/JointState", "rcl_interfaces/msg/Log"
ROS1_LOG_TYPE, OLD_TF_TYPE = "rosgraph_msgs/msg/Log", "tf/msg/tfMessage"

LEVELS = {"DEBUG": 10, "INFO": 20, "WARN": 30, "ERROR": 40, "FATAL": 50}
_ROS1_LEVELS = {1: "DEBUG", 2: "INFO", 4: "WARN", 8: "ERROR", 16: "FATAL"}
_UNKNOWN = "its definition is neither in the bag nor among the standard types"
HEADER = ("header", "std_msgs/msg/Header")

Decode = Callable[[bytes], Payload | LogLine]


class DecodeError(ValueError):
    """A message's bytes are not what its type says."""


def known_types(ros1: bool = False) -> Typestore:
    """Return the message types of ROS 2 Jazzy, or of ROS 1 Noetic."""
    from rosbags.typesys import Stores, get_typestore

    return get_typestore(Stores.ROS1_NOETIC if ros1 else Stores.ROS2_JAZZY)


def decoder(types: Typestore, type_: str, definition: str, *, ros1: bool = False) -> Decode | None:
    """Return what makes a payload or a log line of a message's bytes; None for a type without a header.

    Args:
        types: the usual types, for tf, clock, joint states and log.
        type_: e.g. ``sensor_msgs/msg/LaserScan``.
        definition: the type's text as the bag keeps it, "" if it keeps none.
        ros1: whether the bytes are ROS 1's.

    Raises:
        DecodeError: nobody knows the type.
    """
    make = _MAKERS.get(type_)
    if make is None:
        return _header_decoder(types, type_, definition, ros1)
    # The layouts of these four never changed in ROS 2; a ROS 1 bag has every definition with it.
    return _whole(types if not ros1 else _own_types(type_, definition) or types, type_, make, ros1)


def _whole(types: Typestore, type_: str, make: Callable[[Any], Payload | LogLine], ros1: bool) -> Decode:
    """Return a decoder that reads the whole message first."""
    from rosbags.serde import SerdeError

    if type_ not in types.fielddefs:
        raise DecodeError(_UNKNOWN)
    deserialize = types.deserialize_ros1 if ros1 else types.deserialize_cdr

    def decode(data: bytes) -> Payload | LogLine:
        try:
            return make(deserialize(data, type_))
        except (SerdeError, InputError, OverflowError, MemoryError) as err:
            raise DecodeError(str(err)) from err

    return decode


def _header_decoder(types: Typestore, type_: str, definition: str, ros1: bool) -> Decode | None:
    own = _own_types(type_, definition) or types
    if type_ not in own.fielddefs:
        raise DecodeError(_UNKNOWN)
    fields = [(name, kind[1]) for name, kind in own.fielddefs[type_][1]]
    if HEADER not in fields:
        return None
    if fields[0] == HEADER:
        # Only the header's own bytes are looked at: an image may have millions behind them.
        return _ros1_header if ros1 else _cdr_header
    return _whole(own, type_, _stamped_header, ros1)


def _own_types(type_: str, definition: str) -> Typestore | None:
    """Return the types that a definition brings along, None if it has none that can be read."""
    from rosbags.typesys import Stores, TypesysError, get_types_from_idl, get_types_from_msg, get_typestore

    store = get_typestore(Stores.EMPTY)
    rule = "=" * 80 + "\n"
    try:
        if definition.startswith(f"{rule}IDL: "):
            for part in definition.split(rule)[1:]:
                store.register(get_types_from_idl(part.split("\n", 1)[1]))
        elif definition:
            store.register(get_types_from_msg(definition, type_))
    except (TypesysError, ValueError, LookupError):
        return None
    return store if type_ in store.fielddefs else None


def _cdr_header(data: bytes) -> StampedHeader:
    order = {b"\0\0": ">", b"\0\1": "<"}.get(bytes(data[:2]))
    if order is None:
        raise DecodeError("it does not start as CDR does")
    return _header_at(data, order + "iII", 4)


def _ros1_header(data: bytes) -> StampedHeader:
    return _header_at(data, "<4xIII", 0)


def _header_at(data: bytes, layout: str, start: int) -> StampedHeader:
    try:
        seconds, nanoseconds, length = struct.unpack_from(layout, data, start)
    except struct.error as err:
        raise DecodeError(f"its header is cut off ({err})") from err
    begin = start + struct.calcsize(layout)
    name = bytes(data[begin : begin + length])
    if len(name) < length:
        raise DecodeError("its frame_id is cut off")
    try:
        return StampedHeader(seconds * NANOSECONDS + nanoseconds, name.removesuffix(b"\0").decode())
    except UnicodeDecodeError as err:
        raise DecodeError("its frame_id is not UTF-8") from err


def _stamped_header(message: Any) -> Payload:
    return StampedHeader(to_ns(message.header.stamp), message.header.frame_id)


def _tf(message: Any) -> Payload:
    return tuple(stamped_transform(link) for link in message.transforms)


def _clock(message: Any) -> Payload:
    return ClockReading(to_ns(message.clock))


def _joints(message: Any) -> Payload:
    """Return joint states; joints without a position (a driver may leave them all out) are left out."""
    pairs = list(zip(message.name, map(float, message.position), strict=False))
    return JointStates(to_ns(message.header.stamp), tuple(n for n, _ in pairs), tuple(p for _, p in pairs))


def _log(message: Any) -> LogLine:
    reached = [name for name, least in LEVELS.items() if message.level >= least] or ["DEBUG"]
    return LogLine(to_ns(message.stamp), logger_node(message.name), reached[-1], message.msg)


def _ros1_log(message: Any) -> LogLine:
    level = _ROS1_LEVELS.get(message.level, "INFO")
    return LogLine(to_ns(message.header.stamp), message.name, level, message.msg)


def logger_node(logger: str) -> str:
    """Return the full node name of a logger: ``robot1.ekf`` is the logger of ``/robot1/ekf``."""
    return "/" + logger.replace(".", "/")


_MAKERS: dict[str, Callable[[Any], Payload | LogLine]] = {
    TF_TYPE: _tf,
    OLD_TF_TYPE: _tf,
    CLOCK_TYPE: _clock,
    JOINTS_TYPE: _joints,
    LOG_TYPE: _log,
    ROS1_LOG_TYPE: _ros1_log,
}
