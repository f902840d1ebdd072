"""Bags: a recording as a rosbag2 bag (sqlite3 or MCAP), and rosbag2 and ROS 1 bags as recordings.

What a bag keeps: messages with the time they were received, topics with their types, and one QoS profile for each
publisher. What it does not keep, nodes' names and which publisher sent a message, ``write`` puts in ``custom_data``
(see ``extras``), so that ``read`` gives an equal recording. From anybody else's rosbag2 bag:

* An endpoint's ``node`` is "" where the bag does not know it (ROS 1 bags do). Publishers of a topic with the same
  profile become one endpoint, and all messages of a topic are counted as the first one's; the log says so.
* Headers of every stamped message come along, with custom types as far as the bag defines them. A message that cannot
  be decoded is left out; the log says how many, and why.
* ``/rosout`` becomes the log. The reader's own remarks are log lines of the node ``/bag_reader``.
"""

from __future__ import annotations

import heapq
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import accumulate
from operator import itemgetter
from pathlib import Path

from tfsandbox.errors import InputError
from tfsandbox.readers.decode import CLOCK_TYPE, JOINTS_TYPE, LOG_TYPE
from tfsandbox.readers.encode import Encoder
from tfsandbox.readers.extras import KEY, Extras, timeline
from tfsandbox.readers.found import Found
from tfsandbox.readers.qos import offered
from tfsandbox.readers.storage import existing, opened, require
from tfsandbox.recording import TF_TYPE, Delivery, Durability, Kind, QoS, Recording

STORAGES = ("sqlite3", "mcap")
LOG_TOPIC = "/rosout"
LOG_QOS = QoS(1000, durability=Durability.TRANSIENT_LOCAL)

_TYPES = {Kind.TF: TF_TYPE, Kind.CLOCK: CLOCK_TYPE, Kind.JOINT_STATES: JOINTS_TYPE}
_TOPIC = re.compile(r"(?:/[A-Za-z_][A-Za-z0-9_]*)+", re.ASCII)
_EVERY = 1000  # messages between two calls of progress

Progress = Callable[[float], None]


def read(path: str | os.PathLike[str], *, progress: Progress | None = None) -> Recording:
    """Return what a bag holds.

    Args:
        path: a bag folder (also without its metadata.yaml), a ``.db3`` or ``.mcap`` file, or a ROS 1 ``.bag``.
        progress: called now and then with the part done, 0 to 1.

    Raises:
        InputError: no bag, or one that cannot be read; names the file and the cure.
        MissingPackageError: the extra ``bags`` is not installed.
    """
    with opened(existing(path)) as stored:
        found = Found(stored)
        for done, (place, time_ns, data) in enumerate(stored.messages(found.wanted)):
            found.take(place, time_ns, data)
            if progress and done % _EVERY == 0:
                progress(min(1.0, done / max(1, stored.count)))
    if progress:
        progress(1.0)
    return found.recording()


def write(
    recording: Recording,
    path: str | os.PathLike[str],
    *,
    storage: str = "sqlite3",
    progress: Progress | None = None,
) -> None:
    """Write a recording as a rosbag2 bag in the format of Jazzy; ``read`` gives it back.

    A message of which only the header is known becomes one of its endpoint's type with all other fields blank. The
    player of ROS 2 is one publisher for all: ``ros2 bag play`` keeps ten messages for late joiners, whatever the
    depths were, so that of more than ten publishers of /tf_static a late joiner gets the last ten only.

    Args:
        recording: what to write. The bag's times are its receive times; where those are negative or jump back, the bag
            goes on without them, as a bag has to, and keeps the difference in ``custom_data``.
        path: the folder to make.
        storage: "sqlite3" or "mcap".
        progress: called now and then with the part done, 0 to 1.

    Raises:
        InputError: the folder exists, cannot be made, or the recording has something that no bag can hold: a type that
            ROS 2 Jazzy does not have, two types on one topic, a stamp beyond 32 bits of seconds.
        MissingPackageError: the extra ``bags`` is not installed.
    """
    if not isinstance(recording, Recording):
        raise InputError("recording", recording, "give a Recording, e.g. World(...).run()")
    if storage not in STORAGES:
        raise InputError("storage", storage, f"give one of {', '.join(STORAGES)}")
    folder = _new_folder(path)
    require("writing a bag")
    plan = _Plan(recording)
    try:
        plan.write(folder, storage, progress)
    except BaseException as err:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(err, (OSError, sqlite3.Error)):
            raise InputError("path", str(path), f"the bag cannot be written there ({err})") from err
        raise


def _new_folder(path: object) -> Path:
    if not isinstance(path, (str, os.PathLike)) or not str(path):
        raise InputError("path", path, "give the folder to make")
    folder = Path(path)
    try:
        taken = folder.exists() or folder.is_symlink()
    except (OSError, ValueError) as err:
        raise InputError("path", str(path), f"no folder can be made there ({err})") from err
    if taken:
        raise InputError("path", str(path), "it exists already; name a new folder, or remove this one first")
    if any(char in str(folder) for char in "?#%"):
        raise InputError("path", str(path), "choose a name without ?, # and %")
    return folder


class _Plan:
    """A recording, ready to be written: everything that could go wrong with it has been looked at, but for stamps."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._encoder = Encoder()
        self._types = self._topic_types()
        self._times = timeline(delivery.receive_ns for delivery in recording.deliveries)
        self._extras = Extras.of(recording, self._times)

    def write(self, folder: Path, storage: str, progress: Progress | None) -> None:
        from rosbags.rosbag2 import StoragePlugin, Writer

        total = max(1, len(self._recording.deliveries) + len(self._recording.log))
        with Writer(folder, version=9, storage_plugin=StoragePlugin[storage.upper()]) as writer:
            writer.set_custom_data(KEY, self._extras.text())
            types = self._encoder.types
            connections = {
                topic: writer.add_connection(
                    topic, type_, typestore=types, offered_qos_profiles=[offered(qos) for qos in self._profiles(topic)]
                )
                for topic, type_ in self._types.items()
            }
            for done, (time_ns, topic, data) in enumerate(self._messages()):
                writer.write(connections[topic], time_ns, data)
                if progress and done % _EVERY == 0:
                    progress(done / total)
        if progress:
            progress(1.0)

    def _messages(self) -> Iterator[tuple[int, str, memoryview]]:
        return heapq.merge(self._deliveries(), self._log_lines(), key=itemgetter(0))

    def _deliveries(self) -> Iterator[tuple[int, str, memoryview]]:
        for place, (delivery, time_ns) in enumerate(zip(self._recording.deliveries, self._times, strict=True)):
            try:
                data = self._encoder.encode(self._types[delivery.topic], delivery.payload)
            except InputError as err:
                raise InputError(f"deliveries[{place}].{err.argument}", err.value, err.cure) from err
            yield time_ns, delivery.topic, data

    def _log_lines(self) -> Iterator[tuple[int, str, memoryview]]:
        """Yield the log; its lines keep their order and never make the bag longer."""
        first, last = (self._times[0], self._times[-1]) if self._times else (0, 2**62)
        stamps = accumulate((min(max(line.time_ns, first), last) for line in self._recording.log), max)
        for place, (line, time_ns) in enumerate(zip(self._recording.log, stamps, strict=True)):
            try:
                data = self._encoder.encode_log(line)
            except InputError as err:
                raise InputError(f"log[{place}].{err.argument}", err.value, err.cure) from err
            yield time_ns, LOG_TOPIC, data

    def _profiles(self, topic: str) -> list[QoS]:
        if topic == LOG_TOPIC:
            return [LOG_QOS]
        return [endpoint.qos for endpoint in self._recording.endpoints if endpoint.topic == topic]

    def _topic_types(self) -> dict[str, str]:
        """Return the type of every topic: that of its messages, or of the first publisher that ROS 2 knows."""
        types = self._types_of_messages()
        for endpoint in self._recording.endpoints:
            if self._encoder.knows(endpoint.type) and _TOPIC.fullmatch(endpoint.topic):
                types.setdefault(endpoint.topic, endpoint.type)
        if self._recording.log and types.setdefault(LOG_TOPIC, LOG_TYPE) != LOG_TYPE:
            raise InputError(LOG_TOPIC, types[LOG_TOPIC], "this topic is for the log; drop its publishers")
        return types

    def _types_of_messages(self) -> dict[str, str]:
        declared = {endpoint.id: endpoint.type for endpoint in self._recording.endpoints}
        types: dict[str, str] = {}
        seen: set[tuple[Kind, str, int]] = set()
        for place, delivery in enumerate(self._recording.deliveries):
            key = (delivery.kind, delivery.topic, delivery.endpoint)
            if key not in seen:
                seen.add(key)
                type_ = declared.get(delivery.endpoint) or _TYPES.get(delivery.kind, "")
                self._check(f"deliveries[{place}]", delivery, type_)
                if types.setdefault(delivery.topic, type_) != type_:
                    cure = f"a bag's topic has one type, and {types[delivery.topic]} came before; drop one of them"
                    raise InputError(f"deliveries[{place}]", type_, cure)
        return types

    def _check(self, place: str, delivery: Delivery, type_: str) -> None:
        if not _TOPIC.fullmatch(delivery.topic):
            raise InputError(f"{place}.topic", delivery.topic, "a topic is names joined by /, starting with /")
        if not self._encoder.knows(type_):
            raise InputError(
                f"{place} has a type that", type_, "is not in ROS 2 Jazzy; drop the deliveries of its topic"
            )
        wanted = _TYPES.get(delivery.kind)
        if wanted and wanted != type_:
            raise InputError(f"{place} is of kind {delivery.kind.value}, its type", type_, f"should be {wanted}")
        if not wanted and (type_ in _TYPES.values() or not self._encoder.has_header(type_)):
            raise InputError(f"{place} is of kind header, its type", type_, "should be one with a header")
