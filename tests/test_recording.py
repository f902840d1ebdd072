"""Recordings: frozen values, and their JSON."""

import copy
import dataclasses
import json
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn import EPOCH_NS
from junk import name_of
from tfsandbox import Recording, StampedTransform, Transform
from tfsandbox.errors import InputError
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_LISTENER_QOS,
    TF_STATIC_PUBLISHER_QOS,
    TF_TYPE,
    ClockReading,
    Delivery,
    Durability,
    Endpoint,
    JointStates,
    Kind,
    LogLine,
    QoS,
    Reliability,
    StampedHeader,
)

texts = st.text(max_size=8)
whole = st.integers(-(2**62), 2**62)
floats = st.floats(allow_nan=False)
links = st.builds(
    StampedTransform,
    texts,
    texts,
    st.builds(Transform, st.tuples(floats, floats, floats), st.tuples(floats, floats, floats, floats)),
    whole,
)
PAYLOADS = {
    Kind.TF: st.lists(links, max_size=3).map(tuple),
    Kind.CLOCK: st.builds(ClockReading, whole),
    Kind.JOINT_STATES: st.lists(st.tuples(texts, floats), max_size=3).flatmap(
        lambda rows: st.builds(
            JointStates, whole, st.just(tuple(n for n, _ in rows)), st.just(tuple(p for _, p in rows))
        )
    ),
    Kind.HEADER: st.builds(StampedHeader, whole, texts),
}
deliveries = st.sampled_from(Kind).flatmap(
    lambda kind: st.builds(Delivery, st.just(kind), whole, texts, whole, whole, PAYLOADS[kind])
)
qos = st.builds(QoS, st.integers(1, 100), st.sampled_from(Reliability), st.sampled_from(Durability))
endpoints = st.builds(Endpoint, whole, texts, texts, texts, qos, st.booleans())
lines = st.builds(LogLine, whole, texts, st.sampled_from(["DEBUG", "INFO", "WARN", "ERROR", "FATAL"]), texts)
recordings = st.builds(
    Recording,
    *[st.lists(rows, max_size=4).map(tuple) for rows in (deliveries, endpoints, lines)],
)


def example():
    link = StampedTransform("odom", "base_link", Transform((1, 2, 3)), EPOCH_NS)
    return Recording(
        (
            Delivery(Kind.TF, 5, "/tf", 1, 1, (link,)),
            Delivery(Kind.CLOCK, 6, "/clock", 2, 1, ClockReading(7)),
            Delivery(Kind.JOINT_STATES, 7, "/joint_states", 3, 1, JointStates(7, ("left",), (0.5,))),
            Delivery(Kind.HEADER, 8, "/scan", 4, 1, StampedHeader(8, "base_scan")),
        ),
        (Endpoint(1, "/wheels", "/tf", TF_TYPE, TF_QOS),),
        (LogLine(9, "/slam", "WARN", "Failed to compute odom pose"),),
    )


@given(recordings)
def test_json_there_and_back(recording):
    again = Recording.from_json(recording.to_json())
    assert again == recording
    assert hash(again) == hash(recording)


def test_json_is_strict_about_nothing_a_robot_may_publish():
    nan = StampedTransform("a", "b", Transform((math.nan, math.inf, -math.inf), (0, 0, 0, 0)))
    recording = Recording((Delivery(Kind.TF, 1, "/tf", 1, 1, (nan,)),))
    x, y, z = Recording.from_json(recording.to_json()).deliveries[0].payload[0].transform.translation
    assert math.isnan(x)
    assert (y, z) == (math.inf, -math.inf)


def test_the_format_names_itself():
    data = json.loads(Recording().to_json())
    assert data == {"format": "tfsandbox/recording", "version": 1, "deliveries": [], "endpoints": [], "log": []}


def test_everything_is_frozen():
    recording = example()
    for value in (recording, *recording.deliveries, *recording.endpoints, *recording.log, TF_QOS):
        field = dataclasses.fields(value)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field, None)
    assert pickle.loads(pickle.dumps(recording)) == copy.deepcopy(recording) == recording


def test_tfs_qos_are_tf2s():
    assert (TF_QOS.depth, TF_QOS.durability) == (100, Durability.VOLATILE)
    assert (TF_STATIC_PUBLISHER_QOS.depth, TF_STATIC_LISTENER_QOS.depth) == (1, 100)
    for latched in (TF_STATIC_PUBLISHER_QOS, TF_STATIC_LISTENER_QOS):
        assert latched.durability is Durability.TRANSIENT_LOCAL
    assert {q.reliability for q in (TF_QOS, TF_STATIC_PUBLISHER_QOS, TF_STATIC_LISTENER_QOS)} == {Reliability.RELIABLE}


def test_endpoints_are_found_by_id():
    assert example().endpoint(1).node == "/wheels"
    with pytest.raises(InputError, match=r"^endpoint is 7: this recording has the ids \[1\]"):
        example().endpoint(7)


NO_RECORDING = [None, 5, b"\xff", "", "{", "[]", "null", "5", '"a"', "{}", "[" * 100_000, '{"a":' * 5000]
NO_RECORDING += ['{"format": "tfsandbox/recording", "version": 2}', '{"format": "x", "version": 1}']


@pytest.mark.parametrize("text", NO_RECORDING, ids=name_of)
def test_what_is_no_recording_is_refused(text):
    with pytest.raises(InputError, match=r"^recording is "):
        Recording.from_json(text)


DAMAGE = [
    (("deliveries",), None, "deliveries"),
    (("deliveries",), {}, "deliveries"),
    (("deliveries", 0), None, "deliveries[0]"),
    (("deliveries", 0, "kind"), "video", "deliveries[0]"),
    (("deliveries", 0, "kind"), [], "deliveries[0]"),
    (("deliveries", 0, "receive_ns"), 1.5, "deliveries[0].receive_ns"),
    (("deliveries", 0, "receive_ns"), True, "deliveries[0].receive_ns"),
    (("deliveries", 0, "receive_ns"), 2**63, "deliveries[0].receive_ns"),
    (("deliveries", 0, "topic"), 5, "deliveries[0].topic"),
    (("deliveries", 0, "sequence"), "1", "deliveries[0].sequence"),
    (("deliveries", 0, "payload"), None, "deliveries[0]"),
    (("deliveries", 0, "payload"), "ab", "deliveries[0].payload[0]"),
    (("deliveries", 0, "payload", 0), 5, "deliveries[0].payload[0]"),
    (("deliveries", 0, "payload", 0, "frame_id"), None, "deliveries[0].payload[0].frame_id"),
    (("deliveries", 0, "payload", 0, "stamp_ns"), 0.5, "deliveries[0].payload[0].stamp_ns"),
    (("deliveries", 0, "payload", 0, "transform"), [], "deliveries[0].payload[0]"),
    (("deliveries", 0, "payload", 0, "transform", "rotation"), [0, 0, 1], "deliveries[0].payload[0].rotation"),
    (("deliveries", 0, "payload", 0, "transform", "translation"), "123", "deliveries[0].payload[0].translation"),
    (("deliveries", 1, "payload", "clock_ns"), None, "deliveries[1].clock_ns"),
    (("deliveries", 2, "payload", "names"), 5, "deliveries[2]"),
    (("deliveries", 2, "payload", "names"), [5], "deliveries[2].names"),
    (("deliveries", 2, "payload", "names"), "ab", "deliveries[2].names"),
    (("deliveries", 2, "payload", "positions"), ["x"], "deliveries[2].positions"),
    (("deliveries", 2, "payload", "positions"), [10**400], "deliveries[2]"),
    (("deliveries", 2, "payload", "positions"), [1.0, 2.0], "deliveries[2].positions"),
    (("deliveries", 3, "payload", "frame_id"), 5, "deliveries[3].frame_id"),
    (("endpoints", 0, "qos"), None, "endpoints[0]"),
    (("endpoints", 0, "qos", "depth"), "1", "endpoints[0].depth"),
    (("endpoints", 0, "qos", "durability"), "eternal", "endpoints[0]"),
    (("endpoints", 0, "qos", "reliability"), {}, "endpoints[0]"),
    (("endpoints", 0, "id"), None, "endpoints[0].id"),
    (("endpoints", 0, "matched"), "no", "endpoints[0].matched"),
    (("log", 0, "text"), None, "log[0].text"),
    (("log", 0, "time_ns"), float("nan"), "log[0].time_ns"),
    (("log",), "text", "log"),
]


@pytest.mark.parametrize(("path", "value", "place"), DAMAGE, ids=name_of)
def test_damage_is_named_by_its_place(path, value, place):
    data = json.loads(example().to_json())
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = value
    with pytest.raises(InputError) as caught:
        Recording.from_json(json.dumps(data))
    assert caught.value.argument.startswith(place), caught.value


def leaves(data, path=()):
    rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in rows:
        yield (*path, key)
        yield from leaves(value, (*path, key))


PATHS = [path for path in leaves(json.loads(example().to_json())) if path[0] not in ("format", "version")]
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(PATHS), json_values, st.booleans())
def test_any_damage_is_read_or_refused_as_input(path, value, remove):
    data = json.loads(example().to_json())
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    if remove:
        del spot[path[-1]]
    else:
        spot[path[-1]] = value
    try:
        recording = Recording.from_json(json.dumps(data))
    except InputError:
        return
    hash(recording)
    assert Recording.from_json(recording.to_json()).to_json() == recording.to_json()
