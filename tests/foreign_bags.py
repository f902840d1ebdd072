"""Bags as other programs write them, made with the standard library alone: a second, naive opinion on the format."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

TF, LASER, STRING = "tf2_msgs/msg/TFMessage", "sensor_msgs/msg/LaserScan", "std_msgs/msg/String"

QOS = """- history: {history}
  depth: {depth}
  reliability: {reliability}
  durability: {durability}
  deadline:
    sec: 9223372036
    nsec: 854775807
  lifespan:
    sec: 9223372036
    nsec: 854775807
  liveliness: {liveliness}
  liveliness_lease_duration:
    sec: 9223372036
    nsec: 854775807
  avoid_ros_namespace_conventions: false"""
HUMBLE_QOS = QOS.format(history=3, depth=0, reliability=1, durability=2, liveliness=1)
HUMBLE_STATIC_QOS = QOS.format(history=3, depth=0, reliability=1, durability=1, liveliness=1)


class Cdr:
    """Writes little-endian CDR: each number at a multiple of its size, counted from behind the four first bytes."""

    def __init__(self) -> None:
        self.body = bytearray()

    def number(self, form: str, value: float) -> Cdr:
        size = struct.calcsize(form)
        self.body += bytes(-len(self.body) % size) + struct.pack(f"<{form}", value)
        return self

    def text(self, value: str) -> Cdr:
        raw = value.encode() + b"\0"
        self.number("I", len(raw)).body += raw
        return self

    def header(self, stamp_ns: int, frame: str) -> Cdr:
        return self.number("i", stamp_ns // 10**9).number("I", stamp_ns % 10**9).text(frame)

    def bytes(self) -> bytes:
        return b"\0\1\0\0" + bytes(self.body)


def tf_bytes(links: Iterable[tuple[int, str, str, Sequence[float]]]) -> bytes:
    """A TFMessage; a link is stamp, parent, child, and seven numbers."""
    links = list(links)
    cdr = Cdr().number("I", len(links))
    for stamp_ns, parent, child, numbers in links:
        cdr.header(stamp_ns, parent).text(child)
        for number in numbers:
            cdr.number("d", number)
    return cdr.bytes()


def scan_bytes(stamp_ns: int, frame: str) -> bytes:
    """The start of a LaserScan; what follows the header is junk that a reader of headers never looks at."""
    return Cdr().header(stamp_ns, frame).bytes() + b"\xff" * 40


class Reader:
    """Reads what ``Cdr`` writes."""

    def __init__(self, raw: bytes) -> None:
        assert raw[:2] == b"\0\1"
        self.raw, self.at = raw[4:], 0

    def number(self, form: str) -> float:
        size = struct.calcsize(form)
        self.at += -self.at % size
        (value,) = struct.unpack_from(f"<{form}", self.raw, self.at)
        self.at += size
        return value

    def text(self) -> str:
        length = self.number("I")
        self.at += length
        return self.raw[self.at - length : self.at - 1].decode()

    def link(self) -> tuple[int, str, str, tuple[float, ...]]:
        stamp_ns = self.number("i") * 10**9 + self.number("I")
        return stamp_ns, self.text(), self.text(), tuple(self.number("d") for _ in range(7))


def tf_links(raw: bytes) -> list[tuple[int, str, str, tuple[float, ...]]]:
    """What ``tf_bytes`` was given."""
    reader = Reader(raw)
    return [reader.link() for _ in range(reader.number("I"))]


@dataclass(frozen=True)
class Topic:
    """A topic of a bag: messages are pairs of time and bytes."""

    name: str
    type: str
    messages: tuple[tuple[int, bytes], ...]
    qos: str = HUMBLE_QOS


def humble_bag(folder: Path, *files: Sequence[Topic], metadata: bool = True) -> Path:
    """A folder as Humble's recorder leaves it, one .db3 for each group of topics (a split bag has several)."""
    folder.mkdir()
    names = [f"{folder.name}_{i}.db3" for i in range(len(files))]
    for name, topics in zip(names, files, strict=True):
        humble_database(folder / name, topics)
    if metadata:
        (folder / "metadata.yaml").write_text(humble_metadata(names, files))
    return folder


def humble_database(file: Path, topics: Sequence[Topic]) -> None:
    with sqlite3.connect(file) as database:
        database.executescript("""
            PRAGMA synchronous = OFF;
            CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);
            CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL, metadata TEXT NOT NULL);
            CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
                serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL);
            CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
                data BLOB NOT NULL);
            CREATE INDEX timestamp_idx ON messages (timestamp ASC);
            INSERT INTO schema(schema_version, ros_distro) VALUES (3, 'humble');
        """)
        for i, topic in enumerate(topics, 1):
            database.execute("INSERT INTO topics VALUES(?, ?, ?, 'cdr', ?)", (i, topic.name, topic.type, topic.qos))
            rows = [(i, time, data) for time, data in topic.messages]
            database.executemany("INSERT INTO messages(topic_id, timestamp, data) VALUES(?, ?, ?)", rows)
    database.close()


def humble_metadata(names: Sequence[str], files: Sequence[Sequence[Topic]]) -> str:
    topics: dict[str, tuple[Topic, int]] = {}
    for topic in (topic for group in files for topic in group):
        topics[topic.name] = topic, len(topic.messages) + topics.get(topic.name, (topic, 0))[1]
    lines = [
        "rosbag2_bagfile_information:",
        "  version: 5",
        "  storage_identifier: sqlite3",
        "  duration:\n    nanoseconds: 1000000000",
        "  starting_time:\n    nanoseconds_since_epoch: 1700000000000000000",
        f"  message_count: {sum(count for _, count in topics.values())}",
        f"  topics_with_message_count:{'' if topics else ' []'}",
    ]
    for topic, count in topics.values():
        quoted = topic.qos.replace("\n", "\\n")
        lines += [
            "    - topic_metadata:",
            f"        name: {topic.name}",
            f"        type: {topic.type}",
            "        serialization_format: cdr",
            f'        offered_qos_profiles: "{quoted}"',
            f"      message_count: {count}",
        ]
    lines += ['  compression_format: ""', '  compression_mode: ""', "  relative_file_paths:"]
    lines += [f"    - {name}" for name in names]
    return "\n".join(lines) + "\n"
