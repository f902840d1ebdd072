"""What a recording knows and a bag has no place for, kept as text in the bag's ``custom_data`` under ``tfsandbox``.

JSON with ``format`` "tfsandbox/bag" and ``version`` 1; ``endpoints`` and ``nodes`` are plain, ``deliveries`` is JSON
again, packed (zlib, base64), since it has three numbers for every message:

* ``endpoints``: every publisher, as in a recording's JSON.
* ``nodes``: [place, node] of each log line whose node cannot be told from its logger's name.
* ``deliveries``: ``endpoint`` ids; ``skipped``, how many numbers the publisher's count jumped; ``moved``, by how many
  nanoseconds the subscriber's clock jumped against the bag's time (which never runs backwards nor starts below zero).
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tfsandbox.errors import InputError
from tfsandbox.readers.decode import logger_node
from tfsandbox.recording import Delivery, Endpoint, LogLine, Recording

KEY, FORMAT, VERSION = "tfsandbox", "tfsandbox/bag", 1
COLUMNS = ("endpoint", "skipped", "moved")
LATEST_NS = 2**63 - 2  # readers of bags add one
_LONGEST = 200_000_000


def timeline(receive_ns: Iterable[int]) -> list[int]:
    """Return bag times for receive times: the same as far as possible, never below zero, never running backwards.

    A clock that jumps back leaves a step of zero; all steps forward are kept.

    Raises:
        InputError: the steps add up to more than a bag's time can count.
    """
    times: list[int] = []
    for here, now in enumerate(receive := tuple(receive_ns)):
        times.append(times[-1] + max(0, now - receive[here - 1]) if here else max(0, now))
    if times and times[-1] > LATEST_NS:
        raise InputError("recording", times[-1], "its receive times lie too far apart for 64 bits of nanoseconds")
    return times


@dataclass(frozen=True, slots=True)
class Extras:
    """What was kept beside the messages.

    Attributes:
        endpoints: every publisher.
        nodes: nodes of log lines, by place.
        columns: the columns of ``deliveries``.
    """

    endpoints: tuple[Endpoint, ...]
    nodes: dict[int, str]
    columns: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, recording: Recording, times: list[int]) -> Extras:
        """Return what a bag with these times would lose of a recording."""
        nodes = {
            place: line.node
            for place, line in enumerate(recording.log)
            if logger_node(line.node.removeprefix("/").replace("/", ".")) != line.node
        }
        counts: defaultdict[int, int] = defaultdict(int)
        rows, shift = [], 0
        for delivery, time_ns in zip(recording.deliveries, times, strict=True):
            skipped = delivery.sequence - counts[delivery.endpoint] - 1
            moved = delivery.receive_ns - time_ns - shift
            counts[delivery.endpoint], shift = delivery.sequence, shift + moved
            rows.append((delivery.endpoint, skipped, moved))
        return cls(recording.endpoints, nodes, tuple(zip(*rows, strict=True)) or ((), (), ()))

    def fit(self, deliveries: list[Delivery], log: list[LogLine]) -> bool:
        """Whether they belong to these messages; they do not if somebody cut the bag."""
        return len(deliveries) == len(self.columns[0]) and all(0 <= place < len(log) for place in self.nodes)

    def restored(self, deliveries: list[Delivery], log: list[LogLine]) -> Recording:
        """Return the recording that was written."""
        counts: defaultdict[int, int] = defaultdict(int)
        whole, shift = [], 0
        for delivery, (endpoint, skipped, moved) in zip(deliveries, zip(*self.columns, strict=True), strict=True):
            shift += moved
            counts[endpoint] += 1 + skipped
            receive_ns = delivery.receive_ns + shift
            whole.append(replace(delivery, endpoint=endpoint, sequence=counts[endpoint], receive_ns=receive_ns))
        lines = (replace(line, node=self.nodes.get(place, line.node)) for place, line in enumerate(log))
        return Recording(tuple(whole), self.endpoints, tuple(lines))

    def text(self) -> str:
        """Return them as the text to keep."""
        plain = json.loads(Recording(endpoints=self.endpoints).to_json())
        columns = json.dumps(dict(zip(COLUMNS, self.columns, strict=True)), separators=(",", ":"))
        packed = base64.b64encode(zlib.compress(columns.encode())).decode()
        nodes = [[place, node] for place, node in self.nodes.items()]
        return json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "endpoints": plain["endpoints"],
                "nodes": nodes,
                "deliveries": packed,
            }
        )

    @classmethod
    def read(cls, text: str) -> Extras:
        """Return what ``text`` wrote.

        Raises:
            InputError: it did not write this.
        """
        try:
            return cls._read(text)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError, zlib.error) as err:
            raise InputError("custom_data.tfsandbox", text, f"this was not written here ({err!r})") from err

    @classmethod
    def _read(cls, text: str) -> Extras:
        data = json.loads(text)
        if (data["format"], data["version"]) != (FORMAT, VERSION):
            raise ValueError(f"format {data['format']} version {data['version']}")
        unpacker = zlib.decompressobj()
        columns = json.loads(unpacker.decompress(base64.b64decode(data["deliveries"], validate=True), _LONGEST))
        named = tuple(tuple(columns[name]) for name in COLUMNS)
        if len({len(column) for column in named}) > 1 or not all(type(v) is int for column in named for v in column):
            raise ValueError("columns of different lengths, or not of whole numbers")
        shell = json.dumps({**json.loads(Recording().to_json()), "endpoints": data["endpoints"]})
        nodes = {place: node for place, node in data["nodes"] if type(place) is int and isinstance(node, str)}
        return cls(Recording.from_json(shell).endpoints, nodes, named)
