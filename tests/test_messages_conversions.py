"""Messages with ROS's field names, and their frozen twins."""

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn import SECOND, transforms
from junk import name_of
from tfsandbox import StampedTransform, Transform, messages
from tfsandbox.conversions import stamped_transform, time_message, transform_message, transform_of
from tfsandbox.errors import InputError
from tfsandbox.stamps import to_ns

FIELDS = {
    "Time": ["sec", "nanosec"],
    "Header": ["stamp", "frame_id"],
    "Vector3": ["x", "y", "z"],
    "Point": ["x", "y", "z"],
    "Point32": ["x", "y", "z"],
    "Quaternion": ["x", "y", "z", "w"],
    "Transform": ["translation", "rotation"],
    "TransformStamped": ["header", "child_frame_id", "transform"],
    "TFMessage": ["transforms"],
    "PointStamped": ["header", "point"],
    "Vector3Stamped": ["header", "vector"],
    "Pose": ["position", "orientation"],
    "PoseStamped": ["header", "pose"],
    "PoseWithCovariance": ["pose", "covariance"],
    "PoseWithCovarianceStamped": ["header", "pose"],
    "Polygon": ["points"],
    "PolygonStamped": ["header", "polygon"],
    "Twist": ["linear", "angular"],
    "VelocityStamped": ["header", "body_frame_id", "reference_frame_id", "velocity"],
}
names = st.sampled_from(["map", "odom", "", "/a", "robot1/base_link", "ж"])
values = st.builds(StampedTransform, names, names, transforms, st.integers(-(10**18), 2 * 10**18))


def test_every_message_is_listed_here():
    kinds = {name for name, kind in vars(messages).items() if dataclasses.is_dataclass(kind)}
    assert kinds == set(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_fields_are_ross_and_nothing_is_shared(name):
    kind = getattr(messages, name)
    one, two = kind(), kind()
    assert [f.name for f in dataclasses.fields(kind)] == FIELDS[name]
    assert one == two
    for field in FIELDS[name]:
        value = getattr(one, field)
        assert isinstance(value, (int, float, str)) or value is not getattr(two, field)
        setattr(one, field, value)  # mutable, as rclpy's
    with pytest.raises(AttributeError):
        one.frameid = "a misspelt field"


def test_defaults_are_ross():
    assert messages.Quaternion() == messages.Quaternion(0.0, 0.0, 0.0, 1.0)
    assert messages.PoseWithCovariance().covariance == [0.0] * 36


@given(values)
def test_there_and_back(value):
    message = transform_message(value)
    assert stamped_transform(message) == value
    assert transform_of(message) == value.transform
    assert to_ns(message.header.stamp) == value.stamp_ns
    assert 0 <= message.header.stamp.nanosec < SECOND


def test_every_message_is_fresh():
    value = StampedTransform("a", "b")
    assert transform_message(value) is not transform_message(value)
    assert transform_message(value).transform.rotation is not transform_message(value).transform.rotation


@pytest.mark.parametrize("ns", [0, 1, SECOND - 1, SECOND, 1_700_000_000_123_456_789, -1, -SECOND])
def test_times(ns):
    message = time_message(ns)
    assert message.sec * SECOND + message.nanosec == ns
    assert 0 <= message.nanosec < SECOND


def duck(**changes):
    three = SimpleNamespace(x=np.float32(1.0), y=2, z=3.0)
    message = SimpleNamespace(
        header=SimpleNamespace(stamp=SimpleNamespace(sec=1, nanosec=5), frame_id="odom"),
        child_frame_id="base_link",
        transform=SimpleNamespace(translation=three, rotation=SimpleNamespace(x=0, y=0, z=0, w=1)),
    )
    for path, value in changes.items():
        *way, last = path.split("__")
        place = message
        for name in way:
            place = getattr(place, name)
        setattr(place, last, value)
    return message


def test_anybodys_messages_are_read_by_field_names():
    expected = StampedTransform("odom", "base_link", Transform((1, 2, 3)), SECOND + 5)
    assert stamped_transform(duck()) == expected
    assert stamped_transform(duck(header__stamp=SimpleNamespace(nanoseconds=SECOND + 5))) == expected


BROKEN = {
    "header": ("transform", None),
    "transform": ("transform", None),
    "transform__translation": ("transform", (1, 2, 3)),
    "transform__translation__x": ("translation", "1"),
    "transform__rotation__w": ("rotation", None),
    "header__frame_id": ("transform", None),
    "child_frame_id": ("transform", b"base_link"),
    "header__stamp": ("header.stamp", "now"),
    "header__stamp__sec": ("header.stamp", 1.5),
    "header__stamp__nanosec": ("header.stamp", None),
}


@pytest.mark.parametrize("path", BROKEN)
def test_what_is_missing_or_wrong_is_named(path):
    argument, value = BROKEN[path]
    for read in (stamped_transform, transform_of):
        with pytest.raises(InputError) as caught:
            read(duck(**{path: value}))
        assert caught.value.argument == argument


@pytest.mark.parametrize("junk", [None, 5, "transform", [], {}, messages.PointStamped()], ids=name_of)
def test_what_is_no_transform_is_refused(junk):
    with pytest.raises(InputError, match=r"^transform is .*TransformStamped"):
        stamped_transform(junk)
