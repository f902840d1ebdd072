"""Bags written here, opened by programs that share no code with the writer: `mcap`, `sqlite3`, a naive decoder."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path

import pytest

from foreign_bags import Reader, tf_links
from tfsandbox import Recording, StampedTransform, Transform, readers
from tfsandbox.readers import bag
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_PUBLISHER_QOS,
    TF_TYPE,
    ClockReading,
    Delivery,
    Endpoint,
    JointStates,
    Kind,
    LogLine,
    QoS,
    Reliability,
    StampedHeader,
)

SCAN, CLOCK, JOINTS = "sensor_msgs/msg/LaserScan", "rosgraph_msgs/msg/Clock", "sensor_msgs/msg/JointState"
START = 1_700_000_000 * 10**9
NUMBERS = (1.0, -2.5, math.nan, 0.1, 0.2, 0.3, math.inf)
LINK = StampedTransform("odom", "base_link", Transform(NUMBERS[:3], NUMBERS[3:]), START + 7)

# Of ROS 2 Jazzy, as its recorder puts them into bags.
HASHES = {
    TF_TYPE: "RIHS01_e369d0f05a23ae52508854b66f6aa0437f3449d652e8cbf22d5abe85d020f087",
    JOINTS: "RIHS01_a13ee3a330e346c9d87b5aa18d24e11690752bd33a0350f11c5882bc9179260e",
}


@pytest.fixture(scope="module")
def recording() -> Recording:
    best_effort = QoS(5, Reliability.BEST_EFFORT)
    endpoints = (
        Endpoint(1, "/wheels", "/tf", TF_TYPE, TF_QOS),
        Endpoint(2, "/slam", "/tf", TF_TYPE, TF_QOS),
        Endpoint(3, "/mounts", "/tf_static", TF_TYPE, TF_STATIC_PUBLISHER_QOS),
        Endpoint(4, "/bridge", "/clock", CLOCK, best_effort),
        Endpoint(5, "/arm", "/joint_states", JOINTS, QoS(10)),
        Endpoint(6, "/lidar", "/scan", SCAN, best_effort),
    )
    deliveries = (
        Delivery(Kind.TF, START, "/tf_static", 3, 1, (LINK, LINK)),
        Delivery(Kind.CLOCK, START, "/clock", 4, 1, ClockReading(12 * 10**9 + 5)),
        Delivery(Kind.TF, START + 10**9, "/tf", 1, 1, (LINK,)),
        Delivery(Kind.TF, START + 10**9, "/tf", 2, 4, ()),
        Delivery(Kind.JOINT_STATES, START + 10**9, "/joint_states", 5, 1, JointStates(START, ("a", "b"), (0.5, -1.0))),
        Delivery(Kind.HEADER, START + 3 * 10**9, "/scan", 6, 1, StampedHeader(START + 2, "läser")),
    )
    log = (LogLine(START + 1, "/robot1/slam", "WARN", "lost"), LogLine(5, "/wheels", "INFO", "up"))
    return Recording(deliveries, endpoints, log)


@pytest.fixture(params=bag.STORAGES)
def written(request, recording, tmp_path) -> Path:
    bag.write(recording, tmp_path / "run", storage=request.param)
    return tmp_path / "run"


def same(link: StampedTransform, other: tuple) -> bool:
    stamp_ns, parent, child, numbers = other
    pairs = zip((*link.transform.translation, *link.transform.rotation), numbers, strict=True)
    equal = all(a == b or (math.isnan(a) and math.isnan(b)) for a, b in pairs)
    return (link.stamp_ns, link.frame_id, link.child_frame_id) == (stamp_ns, parent, child) and equal


def load_yaml(text: str):
    import yaml  # another reader of YAML than the writer's

    return yaml.safe_load(text)


def test_the_metadata_field_by_field(written, recording):
    storage = "mcap" if list(written.glob("*.mcap")) else "sqlite3"
    file = "run.mcap" if storage == "mcap" else "run.db3"
    (top,) = load_yaml((written / "metadata.yaml").read_text()).items()
    assert top[0] == "rosbag2_bagfile_information"
    data = dict(top[1])
    topics = {topic["topic_metadata"]["name"]: topic for topic in data.pop("topics_with_message_count")}
    custom = data.pop("custom_data")
    part = {
        "duration": {"nanoseconds": 3 * 10**9},
        "starting_time": {"nanoseconds_since_epoch": START},
        "message_count": 8,
    }
    assert data == {
        "version": 9,
        "storage_identifier": storage,
        "relative_file_paths": [file],
        "files": [{"path": file, **part}],
        "compression_format": "",
        "compression_mode": "",
        "ros_distro": "rosbags",
        **part,
    }
    assert list(custom) == ["tfsandbox"]
    assert {name: topic["message_count"] for name, topic in topics.items()} == {
        "/tf_static": 1,
        "/clock": 1,
        "/tf": 2,
        "/joint_states": 1,
        "/scan": 1,
        "/rosout": 2,
    }
    for topic in topics.values():
        metadata = topic["topic_metadata"]
        assert metadata["serialization_format"] == "cdr"
        assert metadata["type_description_hash"] == HASHES.get(metadata["type"], metadata["type_description_hash"])
        assert metadata["type_description_hash"].startswith("RIHS01_")
    forever = {"sec": 9223372036, "nsec": 854775807}
    common = {
        "history": "keep_last",
        "deadline": forever,
        "lifespan": forever,
        "liveliness": "automatic",
        "liveliness_lease_duration": forever,
        "avoid_ros_namespace_conventions": False,
    }
    qos = {name: topic["topic_metadata"]["offered_qos_profiles"] for name, topic in topics.items()}
    assert qos["/tf"] == [{**common, "depth": 100, "reliability": "reliable", "durability": "volatile"}] * 2
    assert qos["/tf_static"] == [{**common, "depth": 1, "reliability": "reliable", "durability": "transient_local"}]
    assert qos["/scan"] == [{**common, "depth": 5, "reliability": "best_effort", "durability": "volatile"}]
    assert qos["/rosout"] == [{**common, "depth": 1000, "reliability": "reliable", "durability": "transient_local"}]


def test_mcap_reads_what_was_written(recording, tmp_path):
    from mcap.reader import make_reader
    from mcap_ros2.decoder import DecoderFactory

    bag.write(recording, tmp_path / "run", storage="mcap")
    with (tmp_path / "run" / "run.mcap").open("rb") as file:
        reader = make_reader(file, validate_crcs=True, decoder_factories=[DecoderFactory()])
        summary = reader.get_summary()
        rows = [
            (schema, channel, message, decoded)
            for schema, channel, message, decoded in reader.iter_decoded_messages(log_time_order=False)
        ]
    assert summary.statistics.message_count == 8
    assert {schema.encoding for schema, *_ in rows} == {"ros2msg"}
    assert {channel.message_encoding for _, channel, *_ in rows} == {"cdr"}
    assert len(load_yaml(next(c for _, c, *_ in rows if c.topic == "/tf").metadata["offered_qos_profiles"])) == 2
    by_topic = {}
    for _, channel, message, decoded in rows:
        by_topic.setdefault(channel.topic, []).append((message.log_time, decoded))
    assert [time - START for time, _ in by_topic["/tf"]] == [10**9, 10**9]
    first, second = (decoded.transforms for _, decoded in by_topic["/tf"])
    assert second == []
    t, q = first[0].transform.translation, first[0].transform.rotation
    stamp_ns = first[0].header.stamp.sec * 10**9 + first[0].header.stamp.nanosec
    names = first[0].header.frame_id, first[0].child_frame_id
    assert same(LINK, (stamp_ns, *names, (t.x, t.y, t.z, q.x, q.y, q.z, q.w)))
    clock = by_topic["/clock"][0][1].clock
    assert (clock.sec, clock.nanosec) == (12, 5)
    joints = by_topic["/joint_states"][0][1]
    assert (joints.name, list(joints.position), list(joints.velocity)) == (["a", "b"], [0.5, -1.0], [])
    scan = by_topic["/scan"][0][1]
    assert (scan.header.frame_id, list(scan.ranges), scan.angle_min) == ("läser", [], 0.0)
    lines = [(m.name, m.level, m.msg, m.stamp.sec) for _, m in by_topic["/rosout"]]
    assert lines == [("robot1.slam", 30, "lost", 1_700_000_000), ("wheels", 20, "up", 0)]


def test_sqlite_reads_what_was_written(recording, tmp_path):
    bag.write(recording, tmp_path / "run", storage="sqlite3")
    database = sqlite3.connect(tmp_path / "run" / "run.db3")
    assert database.execute("SELECT schema_version FROM schema").fetchall() == [(4,)]
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    definitions = dict(database.execute("SELECT topic_type, encoded_message_definition FROM message_definitions"))
    assert definitions[TF_TYPE].startswith("geometry_msgs/TransformStamped[] transforms")
    assert "MSG: geometry_msgs/Quaternion" in definitions[TF_TYPE]
    hashes = dict(database.execute("SELECT topic_type, type_description_hash FROM message_definitions"))
    assert {type_: hashes[type_] for type_ in HASHES} == HASHES
    assert {row[0] for row in database.execute("SELECT encoding FROM message_definitions")} == {"ros2msg"}
    query = "SELECT name, timestamp, data FROM messages JOIN topics ON topics.id = topic_id ORDER BY messages.id"
    rows = database.execute(query).fetchall()
    database.close()
    links = [tf_links(data) for name, _, data in rows if name == "/tf_static"]
    assert [same(LINK, link) for link in links[0]] == [True, True]
    reader = Reader(next(data for name, _, data in rows if name == "/scan"))
    assert (reader.number("i"), reader.number("I"), reader.text()) == (1_700_000_000, 2, "läser")
    assert [time - START for name, time, _ in rows if name == "/scan"] == [3 * 10**9]


def test_a_bag_that_the_mcap_library_wrote(tmp_path):
    from mcap_ros2.writer import Writer

    header = "std_msgs/Header header\nfloat32 value\n" + "=" * 80 + "\nMSG: std_msgs/Header\n"
    header += "builtin_interfaces/Time stamp\nstring frame_id\n"
    late = header.replace("std_msgs/Header header\nfloat32 value", "string note\nstd_msgs/Header header", 1)
    stamp = {"sec": 1_700_000_000, "nanosec": 9}
    with (tmp_path / "theirs.mcap").open("wb") as file:
        writer = Writer(file)
        gauge = writer.register_msgdef("my_msgs/msg/Gauge", header)
        note = writer.register_msgdef("my_msgs/msg/Note", late)
        body = {"stamp": stamp, "frame_id": "tank"}
        writer.write_message("/gauge", gauge, {"header": body, "value": 2.0}, START, START)
        writer.write_message("/note", note, {"note": "full", "header": body}, START + 1, START + 1)
        writer.finish()
    found = readers.read(tmp_path / "theirs.mcap")
    assert [(d.topic, d.payload) for d in found.deliveries] == [
        ("/gauge", StampedHeader(START + 9, "tank")),
        ("/note", StampedHeader(START + 9, "tank")),
    ]
    assert [e.type for e in found.endpoints] == ["my_msgs/msg/Gauge", "my_msgs/msg/Note"]
