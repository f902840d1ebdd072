"""What is found in a bag on the way through it, and the recording that it makes."""

from __future__ import annotations

from collections import Counter

from tfsandbox.errors import InputError
from tfsandbox.readers.decode import OLD_TF_TYPE, Decode, DecodeError, decoder, known_types
from tfsandbox.readers.extras import KEY, Extras
from tfsandbox.readers.qos import usual_qos
from tfsandbox.readers.storage import Channel, Stored
from tfsandbox.recording import (
    TF_TYPE,
    ClockReading,
    Delivery,
    Endpoint,
    JointStates,
    Kind,
    LogLine,
    Payload,
    Recording,
    StampedHeader,
)

NODE = "/bag_reader"
_KINDS = {ClockReading: Kind.CLOCK, JointStates: Kind.JOINT_STATES, StampedHeader: Kind.HEADER}


class Found:
    """Collects a bag's messages.

    Attributes:
        wanted: places of the channels whose messages to take.
    """

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._types = known_types(stored.ros1)
        self._deliveries: list[Delivery] = []
        self._log: list[LogLine] = []
        self._remarks: list[tuple[str, str]] = [("WARN", note) for note in stored.notes]
        self._undecoded: dict[int, list[str]] = {}
        self._endpoints: list[Endpoint] = []
        self._first = [self._publishers(channel) for channel in stored.channels]
        self._decoders = [self._decoder(channel) for channel in stored.channels]
        self._counts: Counter[int] = Counter()
        self._start_ns: int | None = None
        self.wanted = frozenset(place for place, decode in enumerate(self._decoders) if decode)

    def take(self, place: int, time_ns: int, data: bytes) -> None:
        """Take one message of a channel."""
        decode = self._decoders[place]
        self._start_ns = time_ns if self._start_ns is None else self._start_ns
        if decode is None:
            return
        try:
            message = decode(data)
        except DecodeError as err:
            self._undecoded.setdefault(place, []).append(str(err))
            return
        if isinstance(message, LogLine):
            self._log.append(message)
        else:
            self._deliver(place, time_ns, message)

    def _deliver(self, place: int, time_ns: int, payload: Payload) -> None:
        endpoint = self._first[place]
        self._counts[endpoint] += 1
        kind, topic = _KINDS.get(type(payload), Kind.TF), self._stored.channels[place].topic
        self._deliveries.append(Delivery(kind, time_ns, topic, endpoint, self._counts[endpoint], payload))

    def recording(self) -> Recording:
        """Return what was found; as it was written, if it was written here and nobody has cut it."""
        for place, reasons in self._undecoded.items():
            topic, messages = self._stored.channels[place].topic, self._counts[self._first[place]] + len(reasons)
            self._remark("ERROR", f"{len(reasons)} of {messages} messages on {topic} left out: {reasons[0]}")
        extras = self._extras()
        if extras and not self._undecoded:
            return extras.restored(self._deliveries, self._log)
        start_ns = self._start_ns or 0
        remarks = tuple(LogLine(start_ns, NODE, severity, text) for severity, text in self._remarks)
        return Recording(tuple(self._deliveries), tuple(self._endpoints), remarks + tuple(self._log))

    def _extras(self) -> Extras | None:
        text = self._stored.custom.get(KEY)
        if text is None:
            return None
        try:
            extras = Extras.read(text)
        except InputError as err:
            self._remark("WARN", f"custom_data was not used, publishers are told by topic: {err}")
            return None
        if not extras.fit(self._deliveries, self._log):
            self._remark("WARN", "custom_data was not used, publishers are told by topic: the bag was cut or joined")
            return None
        return extras

    def _remark(self, severity: str, text: str) -> None:
        self._remarks.append((severity, text))

    def _decoder(self, channel: Channel) -> Decode | None:
        try:
            decode = decoder(self._types, channel.type, channel.definition, ros1=self._stored.ros1)
        except DecodeError as err:
            self._remark("WARN", f"{channel.topic} was not read: {channel.type} is unknown, {err}")
            return None
        if decode is None:
            self._remark("INFO", f"{channel.topic} was not read: {channel.type} has no header")
        return decode

    def _publishers(self, channel: Channel) -> int:
        """Add the endpoints of a channel; return the id of the one that its messages are counted as."""
        offered = channel.profiles or (usual_qos(channel.topic),)
        type_ = TF_TYPE if channel.type == OLD_TF_TYPE else channel.type
        heard = type_ == TF_TYPE or channel.topic.rsplit("/", 1)[-1] not in ("tf", "tf_static")
        if not heard:
            self._remark("WARN", f"{channel.topic} carries {type_}, which no tf listener hears, instead of {TF_TYPE}")
        if len(offered) > 1:
            self._remark(
                "INFO", f"{len(offered)} publishers on {channel.topic} cannot be told apart: counted as one publisher's"
            )
        first = len(self._endpoints) + 1
        for qos in dict.fromkeys(offered):
            id_ = len(self._endpoints) + 1
            self._endpoints.append(Endpoint(id_, channel.node, channel.topic, type_, qos, heard))
        return first
