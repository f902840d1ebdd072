"""Bags written and read again; bags of others; bad bags."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foreign_bags import (
    HUMBLE_QOS,
    HUMBLE_STATIC_QOS,
    LASER,
    STRING,
    TF,
    Topic,
    humble_bag,
    scan_bytes,
    tf_bytes,
)
from recordings import recordings
from tfsandbox import Buffer, Recording, StampedTransform, Transform, World, faults, readers, robots
from tfsandbox.errors import InputError, MissingPackageError
from tfsandbox.readers import bag
from tfsandbox.recording import (
    TF_QOS,
    TF_TYPE,
    ClockReading,
    Delivery,
    Durability,
    Endpoint,
    Kind,
    LogLine,
    QoS,
    StampedHeader,
)

START = 1_700_000_000 * 10**9
ODOM = (START, "odom", "base_link", (1.0, 2.0, 0.0, 0.0, 0.0, 0.6, 0.8))
MOUNT = (START, "base_link", "laser", (0.2, 0.0, 0.1, 0.0, 0.0, 0.0, 1.0))


@pytest.fixture(params=["mcap", pytest.param("sqlite3", marks=pytest.mark.slow)])
def storage(request) -> str:
    """Both formats; a new database takes a tenth of a second, so that the quick tests make few."""
    return request.param


@pytest.fixture(scope="module")
def driven() -> Recording:
    return World(robots.diff_drive()).run(seconds=1.0)


def tf_delivery(time: int, **changes) -> Delivery:
    payload = (StampedTransform("odom", "base_link", Transform(), 5),)
    return replace(Delivery(Kind.TF, time, "/tf", 1, 1, payload), **changes)


def tf_recording(*times: int) -> Recording:
    deliveries = tuple(tf_delivery(time, sequence=i) for i, time in enumerate(times, 1))
    return Recording(deliveries, (Endpoint(1, "/wheels", "/tf", TF_TYPE, TF_QOS),))


@pytest.fixture(scope="module")
def short() -> Recording:
    return tf_recording(*range(100))


def usual_topics(start: int = START) -> list[Topic]:
    return [
        Topic("/tf_static", TF, ((start, tf_bytes([MOUNT])),), HUMBLE_STATIC_QOS),
        Topic("/tf", TF, tuple((start + i * 10**7, tf_bytes([ODOM])) for i in range(1, 4))),
        Topic("/scan", LASER, ((start + 10**7, scan_bytes(start + 5, "laser")),)),
    ]


# --- there and back ----------------------------------------------------------------------------------------------


def comes_back(recording: Recording, storage: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "bag")
        bag.write(recording, path, storage=storage)
        assert bag.read(path).to_json() == recording.to_json()  # as text: NaN is not equal to itself


@given(recording=recordings(), storage=st.sampled_from(bag.STORAGES))
@settings(max_examples=3)
def test_a_recording_comes_back_as_it_was(recording, storage):
    comes_back(recording, storage)


@pytest.mark.slow
@given(recording=recordings(), storage=st.sampled_from(bag.STORAGES))
@settings(max_examples=100)
def test_many_recordings_come_back_as_they_were(recording, storage):
    comes_back(recording, storage)


@pytest.mark.parametrize("storage", bag.STORAGES)
def test_a_run_comes_back_as_it_was(tmp_path, storage, driven):
    bag.write(driven, tmp_path / "bag", storage=storage)
    again = readers.read(tmp_path / "bag")
    assert again == driven
    assert Buffer.play(again).can_transform("map", "base_scan", 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("design", robots.DESIGNS)
def test_every_design_comes_back_as_it_was(tmp_path, storage, design):
    recording = World(design).run(seconds=2.0)
    bag.write(recording, tmp_path / "bag", storage=storage)
    assert bag.read(tmp_path / "bag") == recording


@pytest.mark.slow
@pytest.mark.parametrize("kind", faults.FAULTS, ids=lambda kind: kind.name)
def test_every_fault_comes_back_as_it_was(tmp_path, kind):
    rng = Random(kind.name)
    for name in ("diff_drive", "two_robots", "car", "simulated"):
        design = robots.find(name)
        try:
            recording = World(design).with_fault(kind.draw(design, rng)).run(seconds=1.0)
        except InputError:
            continue  # it cannot happen to this design
        bag.write(recording, tmp_path / "bag", storage=rng.choice(bag.STORAGES))
        assert bag.read(tmp_path / "bag").to_json() == recording.to_json()
        return
    pytest.fail("it suits none of these designs")


@pytest.mark.parametrize(
    "times",
    [(0, 0, 0), (5, 3, 3, 9), (-7, -7, 0), (10**18, 0, 10**9), (3, 2, 1)],
    ids=["together", "back a little", "before zero", "restart", "backwards"],
)
def test_any_receive_times_survive(tmp_path, storage, times):
    bag.write(tf_recording(*times), tmp_path / "bag", storage=storage)
    assert bag.read(tmp_path / "bag") == tf_recording(*times)


def test_messages_of_one_moment_keep_their_order_across_topics(tmp_path, storage):
    topics = ["/tf", "/tf_static", "/robot1/tf"]
    endpoints = tuple(Endpoint(i, "", topic, TF_TYPE, TF_QOS) for i, topic in enumerate(topics))
    rows = [(i * 7) % 3 for i in range(60)] + [(i * 5) % 3 for i in range(60)]
    deliveries = tuple(tf_delivery(77, topic=topics[row], endpoint=row, sequence=i) for i, row in enumerate(rows))
    recording = Recording(deliveries, endpoints)
    bag.write(recording, tmp_path / "bag", storage=storage)
    assert bag.read(tmp_path / "bag") == recording


def test_a_single_file_of_a_bag_is_the_bag(tmp_path, storage, driven):
    bag.write(driven, tmp_path / "bag", storage=storage)
    (file,) = (file for file in (tmp_path / "bag").iterdir() if file.suffix in readers.storage.SUFFIXES)
    assert readers.read(file) == driven
    assert readers.read(tmp_path / "bag" / "metadata.yaml") == driven
    alone = tmp_path / file.name
    file.rename(alone)
    found = readers.read(alone)
    assert [d.payload for d in found.deliveries] == [d.payload for d in driven.deliveries]
    assert {endpoint.node for endpoint in found.endpoints} == {""}


def test_a_recording_saved_as_json_is_read_too(tmp_path, driven):
    (tmp_path / "run.json").write_text(driven.to_json())
    assert readers.read(tmp_path / "run.json") == driven


def test_progress_is_told(tmp_path, short):
    told: list[float] = []
    bag.write(short, tmp_path / "bag", progress=told.append)
    bag.read(tmp_path / "bag", progress=told.append)
    assert told[-1] == 1.0
    assert 0.0 in told
    assert all(0 <= part <= 1 for part in told)


# --- bags of others ----------------------------------------------------------------------------------------------


def test_a_bag_of_humble(tmp_path):
    found = readers.read(humble_bag(tmp_path / "drive", usual_topics()))
    assert [(d.kind, d.receive_ns - START, d.topic, d.sequence) for d in found.deliveries] == [
        (Kind.TF, 0, "/tf_static", 1),
        (Kind.TF, 10**7, "/tf", 1),
        (Kind.HEADER, 10**7, "/scan", 1),
        (Kind.TF, 2 * 10**7, "/tf", 2),
        (Kind.TF, 3 * 10**7, "/tf", 3),
    ]
    assert found.deliveries[1].payload == (StampedTransform(*ODOM[1:3], Transform(ODOM[3][:3], ODOM[3][3:]), ODOM[0]),)
    assert found.deliveries[2].payload == StampedHeader(START + 5, "laser")
    assert [(e.node, e.topic, e.qos) for e in found.endpoints] == [
        ("", "/tf_static", QoS(1, durability=Durability.TRANSIENT_LOCAL)),
        ("", "/tf", QoS(100)),
        ("", "/scan", QoS(10)),
    ]
    assert found.log == ()


def test_a_bag_of_jazzy_does_not_know_depths(tmp_path, storage, driven):
    bag.write(driven, tmp_path / "bag", storage=storage)
    file = tmp_path / "bag" / "metadata.yaml"
    text = re.sub(r"(?s)custom_data:.*?  duration:", "custom_data: ~\n  duration:", file.read_text(), count=1)
    text = re.sub(r"depth: \d+", "depth: 0", text.replace("history: keep_last", "history: unknown"))
    file.write_text(text.replace("ros_distro: rosbags", "ros_distro: jazzy"))
    found = bag.read(tmp_path / "bag")
    assert [d.payload for d in found.deliveries] == [d.payload for d in driven.deliveries]
    assert {e.topic: e.qos for e in found.endpoints if "tf" in e.topic} == {
        "/tf": TF_QOS,
        "/tf_static": QoS(1, durability=Durability.TRANSIENT_LOCAL),
    }


def test_a_split_bag_is_read_in_order_also_without_its_metadata(tmp_path):
    parts = [
        [Topic("/tf", TF, ((START + i, tf_bytes([ODOM])),)), Topic("/scan", LASER, ((START + i, scan_bytes(i, "l")),))]
        for i in range(11)
    ]
    whole = readers.read(humble_bag(tmp_path / "split", *parts))
    assert [d.receive_ns - START for d in whole.deliveries if d.topic == "/tf"] == list(range(11))
    assert [d.sequence for d in whole.deliveries if d.topic == "/scan"] == list(range(1, 12))
    (tmp_path / "split" / "metadata.yaml").unlink()
    crashed = readers.read(tmp_path / "split")
    assert crashed.deliveries == whole.deliveries
    assert "no metadata.yaml" in crashed.log[0].text


def test_profiles_that_differ_between_metadata_and_files_lose_no_message(tmp_path):
    grown = [replace(topic, qos=f"{topic.qos}\n{topic.qos}") for topic in usual_topics()]
    folder = humble_bag(tmp_path / "bag", usual_topics(), grown)
    assert len(readers.read(folder).deliveries) == 2 * 5


def test_publishers_that_cannot_be_told_apart_are_one_endpoint_for_each_profile(tmp_path):
    qos = "\n".join([HUMBLE_STATIC_QOS, HUMBLE_QOS, HUMBLE_STATIC_QOS])
    found = readers.read(humble_bag(tmp_path / "bag", [replace(usual_topics()[0], qos=qos)]))
    assert [e.qos.durability.value for e in found.endpoints] == ["transient_local", "volatile"]
    assert [d.endpoint for d in found.deliveries] == [found.endpoints[0].id]
    assert "3 publishers on /tf_static cannot be told apart" in found.log[0].text


@pytest.mark.parametrize("mode", ["FILE", "MESSAGE", "STORAGE"])
def test_compressed_bags(tmp_path, short, mode):
    from rosbags.rosbag2 import CompressionFormat, CompressionMode, Reader, StoragePlugin, Writer

    bag.write(short, tmp_path / "plain", storage="mcap")
    target = Writer(tmp_path / "packed", version=9, storage_plugin=StoragePlugin.MCAP)
    target.set_compression(CompressionMode[mode], CompressionFormat.ZSTD)
    with Reader(tmp_path / "plain") as source, target:
        target.set_custom_data("tfsandbox", source.storage.metadata.custom["tfsandbox"])
        copies = {
            c.id: target.add_connection(
                c.topic,
                c.msgtype,
                msgdef=c.msgdef.data,
                rihs01=c.digest,
                offered_qos_profiles=c.ext.offered_qos_profiles,
            )
            for c in source.connections
        }
        for connection, time, data in source.messages():
            target.write(copies[connection.id], time, data)
    assert readers.read(tmp_path / "packed") == short


def test_a_ros1_bag_knows_its_nodes(tmp_path):
    from rosbags.rosbag1 import Writer
    from rosbags.typesys import Stores, get_types_from_msg, get_typestore

    types = get_typestore(Stores.ROS1_NOETIC)
    types.register(get_types_from_msg("geometry_msgs/TransformStamped[] transforms", TF))
    cdr = get_typestore(Stores.ROS2_JAZZY)
    link = cdr.deserialize_cdr(tf_bytes([ODOM]), TF)
    make = types.types
    link = make[TF](
        [
            make["geometry_msgs/msg/TransformStamped"](
                make["std_msgs/msg/Header"](7, t.header.stamp, t.header.frame_id), t.child_frame_id, t.transform
            )
            for t in link.transforms
        ]
    )
    header = make["std_msgs/msg/Header"](1, link.transforms[0].header.stamp, "laser")
    log = make["rosgraph_msgs/msg/Log"](header, 4, "/amcl", "lost", "", "", 0, [])
    pose = make["geometry_msgs/msg/PointStamped"](header, make["geometry_msgs/msg/Point"](1.0, 2.0, 3.0))
    with Writer(tmp_path / "old.bag") as writer:
        for topic, type_, message, node, latching in [
            ("/tf", TF, link, "/wheels", 0),
            ("/tf", TF, link, "/slam", 0),
            ("/tf_static", TF, link, "/mounts", 1),
            ("/rosout", "rosgraph_msgs/msg/Log", log, "/amcl", 0),
            ("/point", "geometry_msgs/msg/PointStamped", pose, "/tracker", 0),
        ]:
            connection = writer.add_connection(topic, type_, typestore=types, callerid=node, latching=latching)
            writer.write(connection, START, types.serialize_ros1(message, type_))
    found = readers.read(tmp_path / "old.bag")
    senders = {e.id: e.node for e in found.endpoints}
    assert [(d.topic, senders[d.endpoint]) for d in found.deliveries] == [
        ("/tf", "/wheels"),
        ("/tf", "/slam"),
        ("/tf_static", "/mounts"),
        ("/point", "/tracker"),
    ]
    assert found.deliveries[0].transforms[0].frame_id == "odom"
    assert found.deliveries[3].payload == StampedHeader(START, "laser")
    assert found.endpoint(3).qos.durability is Durability.TRANSIENT_LOCAL
    assert found.log == (LogLine(START, "/amcl", "WARN", "lost"),)


def test_a_wrong_type_on_tf_is_told(tmp_path):
    found = readers.read(humble_bag(tmp_path / "bag", [Topic("/tf", LASER, ((START, scan_bytes(1, "laser")),))]))
    assert not found.endpoints[0].matched
    assert found.deliveries[0].kind is Kind.HEADER
    assert "no tf listener hears" in found.log[0].text


def test_what_is_not_read_is_told(tmp_path):
    topics = [Topic("/chat", STRING, ((START, b"\0\1\0\0"),)), Topic("/odd", "my_msgs/msg/Odd", ((START, b"\0"),))]
    found = readers.read(humble_bag(tmp_path / "bag", topics))
    assert [(line.severity, line.text.split(":")[0]) for line in found.log] == [
        ("INFO", "/chat was not read"),
        ("WARN", "/odd was not read"),
    ]
    assert [e.topic for e in found.endpoints] == ["/chat", "/odd"]
    assert found.deliveries == ()


@pytest.mark.parametrize(
    "junk",
    [b"", b"\0\1\0\0", b"\xff" * 30, tf_bytes([ODOM])[:-9], b"\0\1\0\0\xff\xff\xff\xff", b"\0\1\0\0" + b"\xff" * 90],
)
@pytest.mark.parametrize("type_", [TF, LASER])
def test_messages_that_cannot_be_decoded_are_left_out_and_counted(tmp_path, junk, type_):
    good = tf_bytes([ODOM]) if type_ == TF else scan_bytes(1, "laser")
    if type_ == LASER and junk == tf_bytes([ODOM])[:-9]:
        junk = good[:20]
    topic = Topic("/thing", type_, ((START, good), (START + 1, junk), (START + 2, good)))
    found = readers.read(humble_bag(tmp_path / "bag", [topic]))
    assert [d.receive_ns - START for d in found.deliveries] == [0, 2]
    assert found.log[0].text.startswith("1 of 3 messages on /thing left out: ")
    assert found.log[0].severity == "ERROR"


def test_an_empty_bag_is_an_empty_recording(tmp_path, storage):
    bag.write(Recording(), tmp_path / "bag", storage=storage)
    assert bag.read(tmp_path / "bag") == Recording()
    assert readers.read(humble_bag(tmp_path / "humble", [])) == Recording()


def test_a_bag_that_was_cut_says_that_it_is_not_used_as_written(tmp_path, short):
    bag.write(short, tmp_path / "bag")
    with sqlite3.connect(tmp_path / "bag" / "bag.db3") as database:
        database.execute("DELETE FROM messages WHERE id = 20")
    database.close()
    found = bag.read(tmp_path / "bag")
    assert len(found.deliveries) == len(short.deliveries) - 1
    assert any("custom_data was not used" in line.text for line in found.log)
    assert any("promises" in line.text for line in found.log)


@pytest.mark.parametrize("text", ["", '{"format": "tfsandbox/bag", "version": 2}', "[" * 10**5])
def test_custom_data_of_others_is_not_used(tmp_path, short, text):
    from ruamel.yaml import YAML

    bag.write(short, tmp_path / "bag")
    file = tmp_path / "bag" / "metadata.yaml"
    metadata = YAML(typ="safe").load(file.read_text())
    metadata["rosbag2_bagfile_information"]["custom_data"]["tfsandbox"] = text
    with file.open("w") as out:
        YAML(typ="safe").dump(metadata, out)
    found = bag.read(tmp_path / "bag")
    assert [d.payload for d in found.deliveries] == [d.payload for d in short.deliveries]
    assert any("custom_data was not used" in line.text for line in found.log)


def test_an_unfinished_database_log_is_told(tmp_path):
    folder = humble_bag(tmp_path / "bag", usual_topics())
    (folder / "bag_0.db3-wal").write_bytes(b"something")
    assert "wal_checkpoint" in readers.read(folder).log[0].text


# --- bad input ---------------------------------------------------------------------------------------------------


def refused(call, *arguments, **options) -> InputError:
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    return caught.value


@pytest.mark.parametrize("keep", [0, 7, 100, 0.5, -5])
def test_truncated_files(tmp_path, storage, short, keep):
    bag.write(short, tmp_path / "bag", storage=storage)
    (file,) = (tmp_path / "bag").glob("bag.*")
    raw = file.read_bytes()
    file.write_bytes(raw[: int(len(raw) * keep) if isinstance(keep, float) else keep])
    if storage == "sqlite3" and keep == -5:
        return  # the last page of a database may be padding
    error = refused(readers.read, tmp_path / "bag")
    assert str(tmp_path / "bag") in str(error)
    assert "try `" in error.cure


@pytest.mark.parametrize("text", ["", "{", "[]", "rosbag2_bagfile_information: {}", "a: &a [*a]", "\x00"])
def test_bad_metadata(tmp_path, text):
    folder = humble_bag(tmp_path / "bag", usual_topics())
    (folder / "metadata.yaml").write_text(text)
    assert "ros2 bag reindex" in refused(readers.read, folder).cure


def read_or_refused(path: Path) -> None:
    try:
        readers.read(path)
    except InputError as error:
        if str(path.parent) not in str(error.value):
            raise


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_damaged_bytes_end_in_a_recording_or_an_input_error(tmp_path, storage, short, seed):
    bag.write(short, tmp_path / "bag", storage=storage)
    rng = Random(seed)
    (file,) = (tmp_path / "bag").glob("bag.*")
    whole = file.read_bytes()
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(rng.choice([1, 3, 30])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        file.write_bytes(damaged)
        read_or_refused(rng.choice([file, file.parent]))


def test_what_may_not_be_read(tmp_path, monkeypatch):
    folder = humble_bag(tmp_path / "bag", usual_topics())
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "permissions" in refused(readers.read, folder).cure


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), sqlite3.OperationalError("disk is full")])
def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch, short, storage, error):
    from rosbags.rosbag2 import Writer

    def fail(*_):
        raise error

    monkeypatch.setattr(Writer, "write", fail)
    assert str(error) in refused(bag.write, short, tmp_path / "bag", storage=storage).cure
    assert list(tmp_path.iterdir()) == []


def test_a_split_that_lacks_a_file(tmp_path):
    folder = humble_bag(tmp_path / "bag", usual_topics(), usual_topics())
    (folder / "bag_1.db3").unlink()
    assert "bag_1.db3" in refused(readers.read, folder).cure


@pytest.mark.parametrize(
    ("make", "cure"),
    [
        (lambda folder: folder / "nothing", "no such file"),
        (lambda folder: folder, "no metadata.yaml"),
        (lambda folder: (folder / "notes.txt", (folder / "notes.txt").write_text("hi"))[0], "give a bag folder"),
        (lambda folder: (folder / "x.json", (folder / "x.json").write_text("{"))[0], "Recording.to_json"),
        (lambda folder: (folder / "x.json", (folder / "x.json").write_bytes(b"\xff"))[0], "cannot be read"),
        (lambda folder: (folder / "x.bag", (folder / "x.bag").write_bytes(b"#ROSBAG V2.0\n"))[0], "rosbag reindex"),
        (lambda folder: (folder / "50%.db3", (folder / "50%.db3").write_bytes(b""))[0], "rename it"),
        (lambda folder: None, "give the path"),
        (lambda folder: 7, "give the path"),
        (lambda folder: "", "give the path"),
        (lambda folder: "a\0b", "no such file"),
        (lambda folder: "x" * 5000, "looked at"),
    ],
)
def test_what_is_no_bag(tmp_path, make, cure):
    error = refused(readers.read, make(tmp_path))
    assert error.argument == "path"
    assert cure in error.cure


@pytest.mark.parametrize(
    ("recording", "argument"),
    [
        (None, "recording"),
        (tf_recording(0, 2**63 - 1), "recording"),
        (Recording(log=(LogLine(0, "/n", "LOUD", ""),)), "log[0].severity"),
        (Recording(log=(LogLine(2**62, "/n", "INFO", ""),)), "log[0].stamp"),
        (Recording(log=(LogLine(0, "/n", "INFO", "\ud800"),)), "log[0].text"),
        (Recording((tf_delivery(0, topic="tf"),)), "deliveries[0].topic"),
        (Recording((tf_delivery(0, payload=(StampedTransform("a", "b", stamp_ns=2**62),)),)), "deliveries[0].stamp"),
        (Recording((Delivery(Kind.HEADER, 0, "/scan", 1, 1, StampedHeader(0, "")),)), "deliveries[0] has a type that"),
        (
            replace(tf_recording(0), endpoints=(Endpoint(1, "", "/tf", LASER, TF_QOS),)),
            "deliveries[0] is of kind tf, its type",
        ),
        (
            Recording(
                (Delivery(Kind.HEADER, 0, "/chat", 1, 1, StampedHeader(0, "")),),
                (Endpoint(1, "", "/chat", STRING, TF_QOS),),
            ),
            "deliveries[0] is of kind header, its type",
        ),
        (Recording((tf_delivery(0), Delivery(Kind.CLOCK, 0, "/tf", 2, 1, ClockReading(0)))), "deliveries[1]"),
        (Recording((tf_delivery(0, topic="/rosout"),), log=(LogLine(0, "/n", "INFO", ""),)), "/rosout"),
    ],
)
def test_what_no_bag_can_hold(tmp_path, storage, recording, argument):
    error = refused(bag.write, recording, tmp_path / "bag", storage=storage)
    assert error.argument == argument
    assert not (tmp_path / "bag").exists(), "nothing half-written stays behind"


def test_where_no_bag_can_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    for path, cure in (
        (tmp_path, "exists already"),
        (tmp_path / "file" / "bag", "cannot be"),
        (tmp_path / "50%", "without"),
        (None, "give the folder"),
    ):
        assert cure in refused(bag.write, Recording(), path).cure
    assert refused(bag.write, Recording(), tmp_path / "bag", storage="zip").argument == "storage"


def test_without_rosbags_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "rosbags.rosbag2", None)
    for call in (lambda: bag.write(Recording(), tmp_path / "bag"), lambda: bag.read(tmp_path)):
        with pytest.raises(MissingPackageError, match=r'pip install "tfsandbox\[bags\]"'):
            call()
