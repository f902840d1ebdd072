"""Buffer's own surface: tf2_ros.Buffer's methods and a listener's questions."""

import inspect
import math

import pytest

from drawn import EPOCH_NS, SECOND
from junk import name_of
from small_tree import fill, link, point, x_of
from tfsandbox import Buffer, Duration, Recording, StampedTransform, Time, Transform, messages
from tfsandbox.errors import (
    ExtrapolationException,
    LookupException,
    TypeException,
)
from tfsandbox.recording import TF_TYPE, ClockReading, Delivery, Endpoint, Kind, QoS

PARAMETERS = {
    "lookup_transform": ["target_frame", "source_frame", "time", "timeout"],
    "lookup_transform_full": [
        "target_frame",
        "target_time",
        "source_frame",
        "source_time",
        "fixed_frame",
        "timeout",
    ],
    "can_transform": ["target_frame", "source_frame", "time", "timeout", "return_debug_tuple"],
    "can_transform_full": [
        "target_frame",
        "target_time",
        "source_frame",
        "source_time",
        "fixed_frame",
        "timeout",
        "return_debug_tuple",
    ],
    "transform": ["object_stamped", "target_frame", "timeout", "new_type"],
    "transform_full": ["object_stamped", "target_frame", "target_time", "fixed_frame", "timeout", "new_type"],
    "wait_for_transform_async": ["target_frame", "source_frame", "time"],
    "wait_for_transform_full_async": ["target_frame", "target_time", "source_frame", "source_time", "fixed_frame"],
    "lookup_transform_async": ["target_frame", "source_frame", "time"],
    "lookup_transform_full_async": ["target_frame", "target_time", "source_frame", "source_time", "fixed_frame"],
    "set_transform_static": ["transform", "authority"],
    "get_latest_common_time": ["target_frame", "source_frame"],
    "all_frames_as_yaml": ["time"],
    "all_frames_as_string": [],
    "clear": [],
    "get_frame_names": [],
    "frame_exists": ["frame"],
    "get_frame_parent": ["frame", "time"],
    "get_frame_latest_time": ["frame"],
    "get_cache_time": [],
    "get_last_error": [],
}


@pytest.fixture
def buffer():
    return fill(Buffer())


@pytest.mark.parametrize("name", PARAMETERS)
def test_names_and_argument_order_are_tf2_ross(name):
    assert list(inspect.signature(getattr(Buffer, name)).parameters)[1:] == PARAMETERS[name]


# Looking up


@pytest.mark.parametrize(
    "time", [2.5, Time(seconds=2.5), messages.Time(2, 500_000_000), Duration(seconds=2.5)], ids=repr
)
def test_every_kind_of_time(buffer, time):
    found = buffer.lookup_transform("map", "laser", time)
    assert x_of(found) == pytest.approx(13.0)
    assert found.header == messages.Header(messages.Time(2, 500_000_000), "map")
    assert found.child_frame_id == "laser"


@pytest.mark.parametrize("time", [None, 0, 0.0, Time(), messages.Time()], ids=name_of)
def test_no_time_is_the_latest(buffer, time):
    found = buffer.lookup_transform("odom", "base_link", time)
    assert (x_of(found), found.header.stamp.sec) == (3.0, 3)


def test_a_message_stamp_goes_straight_in(buffer):
    scan = messages.Header(messages.Time(1, 750_000_000), "laser")
    assert x_of(buffer.lookup_transform("odom", scan.frame_id, scan.stamp)) == pytest.approx(2.25)


def test_a_result_is_the_askers_own(buffer):
    first = buffer.lookup_transform("odom", "base_link")
    first.transform.translation.x = 99.0
    first.header.stamp.sec = 99
    assert x_of(buffer.lookup_transform("odom", "base_link")) == 3.0


def test_a_message_may_change_after_it_was_set():
    buffer, message = Buffer(), messages.TransformStamped()
    message.header.frame_id, message.child_frame_id = "a", "b"
    buffer.set_transform(message)
    message.transform.translation.x = 5.0
    assert x_of(buffer.lookup_transform("a", "b")) == 0.0


def test_time_travel(buffer):
    found = buffer.lookup_transform_full("laser", 3.0, "laser", 1.0, "odom")
    assert x_of(found) == pytest.approx(-2.0)
    assert (found.header.frame_id, found.child_frame_id, found.header.stamp.sec) == ("laser", "laser", 3)
    assert buffer.can_transform_full("laser", 3.0, "laser", 1.0, "odom") is True
    assert buffer.can_transform_full("laser", 3.0, "laser", 4.0, "odom", return_debug_tuple=True)[0] is False


def test_can_transform(buffer):
    assert buffer.can_transform("map", "laser") is True
    assert buffer.can_transform("map", "laser", 4.0) is False
    assert buffer.can_transform("map", "laser", return_debug_tuple=True) == (True, "")
    possible, text = buffer.can_transform("map", "cup", return_debug_tuple=True)
    assert possible is False
    assert text == 'Invalid frame ID "cup" passed to canTransform argument source_frame - frame does not exist'


def test_latest_common_time(buffer):
    assert buffer.get_latest_common_time("map", "laser") == Time(seconds=3)
    assert buffer.get_latest_common_time("base_link", "laser") == Time()


# Setting


def test_set_says_whether_it_was_accepted(buffer):
    assert buffer.set_transform(link("odom", "base_link", 4, 4)) is True
    assert buffer.set_transform(link("", "base_link")) is False
    assert buffer.set_transform_static(link("base_link", "laser")) is True


@pytest.mark.parametrize("static", [True, 1])
def test_static_may_be_any_truth(static):
    buffer = Buffer()
    buffer.set_transform(link("a", "b"), static=static)
    assert buffer.can_transform("a", "b", 77.0)


@pytest.mark.parametrize("static", [False, 0, None, ""])
def test_what_is_not_static_keeps_its_history(static):
    buffer = Buffer()
    for second in (1, 3):
        buffer.set_transform(link("a", "b", second, second), static=static)
    assert x_of(buffer.lookup_transform("a", "b", 2.0)) == pytest.approx(2.0)


def test_a_real_robots_nonsense_is_refused_as_in_tf2(buffer):
    nan = StampedTransform("odom", "cup", Transform((math.nan, 0, 0)), SECOND)
    assert buffer.set_transform(nan) is False
    assert buffer.log[-1][1].startswith('TF_NAN_INPUT: Ignoring transform for child_frame_id "cup"')
    assert not buffer.frame_exists("cup")


# A listener's questions


def test_frames_and_parents(buffer):
    assert buffer.get_frame_names() == ["odom", "map", "base_link", "laser", "bulb", "lamp"]
    buffer.get_frame_names().clear()
    assert len(buffer.get_frame_names()) == 6
    assert buffer.frame_exists("laser")
    assert not buffer.frame_exists("/laser")
    assert not buffer.frame_exists("cup")
    tree = {frame: buffer.get_frame_parent(frame) for frame in buffer.get_frame_names()}
    assert tree == {"odom": "map", "map": "", "base_link": "odom", "laser": "base_link", "bulb": "lamp", "lamp": ""}
    assert buffer.get_frame_parent("cup") == ""
    assert buffer.get_frame_parent("base_link", 2.5) == "odom"
    assert buffer.get_frame_parent("base_link", 9.0) == ""


def test_latest_time_of_a_frame(buffer):
    assert buffer.get_frame_latest_time("base_link") == 3.0
    for frame in ("laser", "map", "cup", "", "/base_link"):
        assert buffer.get_frame_latest_time(frame) == 0.0
    buffer = Buffer()
    buffer.set_transform(StampedTransform("odom", "base_link", stamp_ns=EPOCH_NS))
    latest = buffer.get_frame_latest_time("base_link")
    assert buffer.can_transform("odom", "base_link", latest)
    assert not buffer.can_transform("odom", "base_link", float(latest))


@pytest.mark.parametrize(("given", "seconds"), [(None, 10.0), (2.5, 2.5), (Duration(seconds=3), 3.0), (0, 0.0)])
def test_cache_time(given, seconds):
    buffer = Buffer(given)
    assert buffer.get_cache_time() == seconds
    assert isinstance(buffer.get_cache_time(), float)


def test_yaml_and_strings(buffer):
    assert "base_link: \n  parent: 'odom'\n  broadcaster: 'wheels'\n  rate: 1.500\n" in buffer.all_frames_as_yaml()
    assert "transform_delay: 2.000" in buffer.all_frames_as_yaml(5.0)
    assert "Frame base_link exists with parent odom.\n" in buffer.all_frames_as_string()
    assert "sec old" in buffer.all_frames_as_dot(5.0)
    assert Buffer().all_frames_as_yaml() == "[]"


def test_clear_keeps_names_and_static_transforms(buffer):
    names = buffer.get_frame_names()
    buffer.clear()
    assert buffer.get_frame_names() == names
    assert buffer.can_transform("base_link", "laser")
    assert not buffer.can_transform("odom", "laser")
    assert buffer.set_transform(link("odom", "base_link", 0.1, 0.1))
    assert x_of(buffer.lookup_transform("odom", "laser")) == pytest.approx(0.6)


def test_rolling_clears_static_transforms_too():
    buffer = fill(Buffer(distro="rolling"))
    buffer.clear()
    with pytest.raises(LookupException, match=r"^Static cache is empty, when looking up transform"):
        buffer.lookup_transform("base_link", "laser")
    assert buffer.can_transform("base_link", "laser") is True  # Rolling's own contradiction


# Playing a recording


def recording():
    qos = QoS()
    tf = Endpoint(1, "/wheels", "/tf", TF_TYPE, qos)
    static = Endpoint(2, "/mount", "/robot1/tf_static", TF_TYPE, qos)
    return Recording(
        (
            Delivery(Kind.TF, 1, "/robot1/tf_static", 2, 1, (link("base_link", "laser", 0.5),)),
            Delivery(Kind.CLOCK, 1, "/clock", 3, 1, ClockReading(1)),
            Delivery(Kind.TF, 2, "/tf", 1, 1, (link("odom", "base_link", 1, 1), link("map", "odom", 1, 1))),
            Delivery(Kind.TF, 3, "/tf", 1, 2, (link("odom", "base_link", 2, 2), link("map", "odom", 1, 2))),
        ),
        (tf, static),
    )


def test_play():
    buffer = Buffer.play(recording())
    assert x_of(buffer.lookup_transform("map", "laser", 1.5)) == pytest.approx(3.0)
    assert x_of(buffer.lookup_transform("base_link", "laser", 99.0)) == 0.5
    assert Buffer.play(recording(), 0.5, distro="rolling").get_cache_time() == 0.5
    assert isinstance(buffer, Buffer)


# Types of stamped messages


def test_transform_refuses_other_types_in_tf2s_words(buffer):
    odometry = messages.TransformStamped(messages.Header(frame_id="laser"))
    for junk in (odometry, 5, None, "point", messages.Point()):
        for ask in (
            lambda j=junk: buffer.transform(j, "odom"),
            lambda j=junk: buffer.transform_full(j, "odom", 0, "map"),
        ):
            with pytest.raises(TypeException) as caught:
                ask()
            assert caught.value.errstr == str(caught.value) == f"Type {type(junk)} is not loaded or supported"


def test_the_type_is_looked_at_before_the_frames():
    with pytest.raises(TypeException):
        Buffer().transform(messages.TransformStamped(messages.Header(frame_id="cup")), "odom")


def test_transform_to_another_type(buffer):
    given = point("laser", 2)
    assert type(buffer.transform(given, "odom", new_type=messages.PointStamped)) is messages.PointStamped
    with pytest.raises(TypeException, match="PoseStamped"):
        buffer.transform(given, "odom", new_type=messages.PoseStamped)


def test_transform_takes_frame_and_time_from_the_header(buffer):
    moved = buffer.transform(point("laser", 2), "odom")
    assert moved.point == messages.Point(3.5, 0.0, 0.0)
    assert moved.header == messages.Header(messages.Time(2, 0), "odom")
    with pytest.raises(ExtrapolationException):
        buffer.transform(point("laser", 9), "odom")
    assert buffer.get_last_error() != ""


def test_transform_full(buffer):
    moved = buffer.transform_full(point("laser", 1), "laser", 3.0, "odom")
    assert moved.point == messages.Point(-1.0, 0.0, 0.0)
    assert moved.header == messages.Header(messages.Time(3, 0), "laser")
