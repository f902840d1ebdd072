"""Stored bags, opened: which topics there are, and their messages as bytes in order of time.

Everything that knows about files, splits, compression and ROS 1 is here; everything that knows about messages is not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfsandbox.errors import InputError, MissingPackageError
from tfsandbox.readers.qos import latched, profiles
from tfsandbox.recording import QoS

if TYPE_CHECKING:
    from rosbags.rosbag1 import Reader as Reader1
    from rosbags.rosbag2 import Reader as Reader2

SUFFIXES = (".mcap", ".db3", ".bag")
_UNSAFE = "?#%"  # rosbags opens a database by a file: address in which these mean something

Stream = Callable[[Collection[int]], Iterator[tuple[int, int, bytes]]]


@dataclass(frozen=True, slots=True)
class Channel:
    """A topic of a bag; in ROS 1 one publisher of a topic.

    Attributes:
        topic: e.g. ``/tf``.
        type: e.g. ``tf2_msgs/msg/TFMessage``.
        definition: the type's text, "" if the bag keeps none.
        profiles: what each publisher offered, as far as the bag knows.
        node: the publisher's node, "" if the bag does not know.
    """

    topic: str
    type: str
    definition: str = ""
    profiles: tuple[QoS, ...] = ()
    node: str = ""


@dataclass(frozen=True, slots=True)
class Stored:
    """An open bag.

    Attributes:
        path: the file or folder.
        channels: what there is.
        messages: called with places in ``channels``, yields place, receive time in nanoseconds, and bytes.
        count: how many messages there are in all, as the bag says.
        custom: texts that somebody kept with the bag.
        ros1: whether the bytes are ROS 1's.
        notes: what the reader of this bag should know.
    """

    path: Path
    channels: tuple[Channel, ...]
    messages: Stream
    count: int
    custom: dict[str, str]
    ros1: bool = False
    notes: tuple[str, ...] = ()


def require(needed_for: str) -> None:
    """Load rosbags.

    Raises:
        MissingPackageError: it is not installed.
    """
    try:
        import rosbags.rosbag2  # noqa: F401
    except ImportError as err:
        raise MissingPackageError(err.name or "rosbags", needed_for, "bags") from err


def existing(path: object) -> Path:
    """Return a path where there is something; a metadata.yaml stands for its folder.

    Raises:
        InputError: not a path, or nothing is there.
    """
    if not isinstance(path, (str, os.PathLike)) or not str(path):
        raise InputError("path", path, "give the path of a bag")
    place = Path(path)
    try:
        found = place.exists()
    except (OSError, ValueError) as err:
        raise InputError("path", str(path), f"it cannot be looked at ({err})") from err
    if not found:
        raise InputError("path", str(path), "there is no such file or folder; check the spelling")
    if not os.access(place, os.R_OK):
        raise InputError("path", str(path), "you may not read it; check its permissions")
    return place.parent if place.name == "metadata.yaml" else place


@contextmanager
def opened(path: Path) -> Iterator[Stored]:
    """Open a bag for reading.

    Raises:
        InputError: it cannot be read, also later while its messages are; names the file and the cure.
        MissingPackageError: the extra ``bags`` is not installed.
    """
    if path.is_file() and path.suffix not in SUFFIXES:
        raise InputError("path", str(path), f"give a bag folder, or a file ending {', '.join(SUFFIXES)}")
    require("reading a bag")
    with ExitStack() as stack:
        with _blamed(path):
            stored = _open_ros1(path, stack) if path.suffix == ".bag" and path.is_file() else _open(path, stack)
        yield stored


@contextmanager
def _blamed(path: Path) -> Iterator[None]:
    """Turn whatever a damaged file makes of its reader into an InputError that names the file."""
    try:
        yield
    except InputError:
        raise
    # Damaged bytes end in many ways: unpacking, decompressing, decoding, YAML, SQL.
    except Exception as err:
        raise InputError("path", str(path), f"{_cure(path)} ({str(err) or type(err).__name__})") from err


def _cure(path: Path) -> str:
    if path.is_dir():
        return f"the bag cannot be read; try `ros2 bag reindex {path}`, which writes metadata.yaml again from the files"
    if path.suffix == ".mcap":
        return f"the file is damaged or cut off; try `mcap recover {path.name} -o whole.mcap`, and read that"
    if path.suffix == ".db3":
        return f"the file is damaged or cut off; try `sqlite3 {path.name} .recover | sqlite3 whole.db3`, and read that"
    return f"the file is damaged or cut off; try `rosbag reindex {path.name}`"


# --- rosbag2 -----------------------------------------------------------------------------------------------------


def _open(path: Path, stack: ExitStack) -> Stored:
    folder = _own_folder(path)
    notes: tuple[str, ...] = ()
    if (folder / "metadata.yaml").exists():
        readers = [_entered(folder, stack)]
    else:
        files = _files(folder)
        readers = [_entered(file, stack) for file in files]
        if folder.is_dir():
            names = ", ".join(file.name for file in files)
            notes = (f"{folder} has no metadata.yaml (the recorder was stopped hard?); read from {names}",)
    return _joined(folder, readers, notes)


def _own_folder(path: Path) -> Path:
    """Return the folder of a bag's only file, since its metadata.yaml knows more; any other path as it is."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    beside = path.parent / "metadata.yaml"
    if path.is_dir() or not beside.is_file():
        return path
    try:
        listed = YAML(typ="safe").load(beside.read_text(encoding="utf-8"))
        files = [Path(file).name for file in listed["rosbag2_bagfile_information"]["relative_file_paths"]]
    except (OSError, ValueError, YAMLError, LookupError, TypeError):
        return path
    return path.parent if files == [path.name] else path


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = [file for file in path.iterdir() if file.suffix in (".mcap", ".db3")]
    if not files:
        raise InputError(
            "path", str(path), "there is no metadata.yaml, .mcap or .db3 in this folder; give a bag folder"
        )
    return sorted(files, key=lambda file: [int(s) if s.isdigit() else s for s in re.split(r"(\d+)", file.name)])


def _entered(path: Path, stack: ExitStack) -> Reader2:
    from rosbags.rosbag2 import Reader

    for file in path.iterdir() if path.is_dir() else [path]:
        if file.suffix == ".db3" and any(char in str(file) for char in _UNSAFE):
            raise InputError("path", str(file), f"rename it: none of {' '.join(_UNSAFE)} may be in a database's path")
    with _blamed(path):
        return stack.enter_context(Reader(path))


def _joined(path: Path, readers: list[Reader2], notes: tuple[str, ...]) -> Stored:
    storages = [part for reader in readers for part in getattr(reader.storage, "storages", [reader.storage])]
    known = [connection for reader in readers for connection in reader.connections]
    known += [connection for part in storages for connection in part.connections]
    channels: dict[tuple[str, str], Channel] = {}
    for connection in known:
        key = connection.topic, connection.msgtype
        if key not in channels or not channels[key].definition:
            offered = profiles(connection.topic, getattr(connection.ext, "offered_qos_profiles", ()))
            offered = channels[key].profiles if key in channels else offered
            channels[key] = Channel(*key, connection.msgdef.data, offered)
    keys = list(channels)

    def messages(wanted: Collection[int]) -> Iterator[tuple[int, int, bytes]]:
        for part in storages:
            places = {c.id: keys.index((c.topic, c.msgtype)) for c in part.connections}
            chosen = [c for c in part.connections if places[c.id] in wanted]
            with _blamed(part.path):
                for connection, time_ns, data in part.messages(chosen) if chosen else ():
                    yield places[connection.id], time_ns, unpack(data)

    unpack = _unpacker(readers[0].compression_mode)
    custom = readers[0].storage.metadata.custom or {}
    count = sum(part.metadata.message_count for part in storages)
    notes += _doubts(storages, sum(reader.message_count for reader in readers), count)
    return Stored(path, tuple(channels.values()), messages, count, custom, notes=notes)


def _unpacker(mode: str | None) -> Callable[[bytes], bytes]:
    if mode != "message":
        return bytes
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        from backports import zstd  # rosbags brings it along
    unpack: Callable[[bytes], bytes] = zstd.decompress
    return unpack


def _doubts(storages: list[Any], promised: int, found: int) -> tuple[str, ...]:
    doubts = []
    if promised != found:
        doubts.append(f"metadata.yaml promises {promised} messages, the files hold {found}")
    for part in storages:
        log = part.path.with_name(f"{part.path.name}-wal")
        if log.is_file() and log.stat().st_size:
            doubts.append(
                f"{log.name} holds messages that are not in {part.path.name} yet and were not read: "
                f"sqlite3 {part.path.name} 'PRAGMA wal_checkpoint(TRUNCATE)' brings them in"
            )
    return tuple(doubts)


# --- ROS 1 -------------------------------------------------------------------------------------------------------


def _open_ros1(path: Path, stack: ExitStack) -> Stored:
    from rosbags.rosbag1 import Reader

    reader: Reader1 = stack.enter_context(Reader(path))
    places = {connection.id: place for place, connection in enumerate(reader.connections)}
    channels = tuple(
        Channel(c.topic, c.msgtype, c.msgdef.data, (latched(bool(c.ext.latching)),), c.ext.callerid or "")  # type: ignore[union-attr]
        for c in reader.connections
    )

    def messages(wanted: Collection[int]) -> Iterator[tuple[int, int, bytes]]:
        chosen = [c for c in reader.connections if places[c.id] in wanted]
        with _blamed(path):
            for connection, time_ns, data in reader.messages(chosen) if chosen else ():
                yield places[connection.id], time_ns, data

    return Stored(path, channels, messages, reader.message_count, {}, ros1=True)
