"""Buffer's own surface: tf2_ros.Buffer's methods and a listener's questions."""

import asyncio
import inspect
import logging
import math
import threading

import pytest

from drawn import EPOCH_NS, SECOND
from junk import name_of
from tfsandbox import Buffer, BufferCore, Duration, Recording, StampedTransform, Time, Transform, messages
from tfsandbox.buffer import RULES, RequestResult, RequestState, wait_for_threads
from tfsandbox.errors import (
    ConnectivityException,
    ExtrapolationException,
    InputError,
    InvalidArgumentException,
    LookupException,
    TransformException,
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


def link(parent, child, x=0.0, second=1.0, yaw=0.0):
    return StampedTransform(parent, child, Transform.from_rpy(x, yaw=yaw), round(second * SECOND))


def fill(buffer):
    """map -> odom -> base_link (x = stamp, 1 s to 3 s), base_link -> laser static, lamp -> bulb apart."""
    for second in (1, 2, 3):
        buffer.set_transform(link("map", "odom", 10.0, second), "slam")
        buffer.set_transform(link("odom", "base_link", second, second), "wheels")
    buffer.set_transform_static(link("base_link", "laser", 0.5), "mount")
    buffer.set_transform_static(link("lamp", "bulb"), "mount")
    return buffer


@pytest.fixture
def buffer():
    return fill(Buffer())


def x_of(message):
    return message.transform.translation.x


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


# Errors that teach


def notes_of(buffer, *question):
    with pytest.raises(TransformException) as caught:
        buffer.lookup_transform(*question)
    return caught.value, " ".join(caught.value.__notes__)


def test_an_unknown_frame_hints_at_the_nearest_name(buffer):
    error, notes = notes_of(buffer, "odom", "base_lnk")
    assert str(error) == '"base_lnk" passed to lookupTransform argument source_frame does not exist. '
    assert 'Did you mean "base_link"?' in notes
    assert "Known frames: base_link, bulb, lamp, laser, map, odom." in notes
    assert error.frame == "base_lnk"


def test_a_slash_hints_at_the_name_without(buffer):
    error, notes = notes_of(buffer, "/odom", "base_link")
    assert type(error) is InvalidArgumentException
    assert 'Ask for "odom"' in notes


def test_an_empty_buffer_says_so():
    assert "The buffer is empty" in notes_of(Buffer(), "a", "b")[1]


def test_many_names_are_cut_short(buffer):
    for i in range(20):
        buffer.set_transform_static(link("map", f"shelf_{i}"))
    assert "and 14 more." in notes_of(buffer, "odom", "cup")[1]


def test_two_trees_hint_at_the_roots(buffer):
    error, notes = notes_of(buffer, "laser", "bulb")
    assert type(error) is ConnectivityException
    assert error.roots == {"laser": "map", "bulb": "lamp"}
    assert '"laser" hangs below the root "map".' in notes
    assert '"bulb" hangs below the root "lamp".' in notes
    assert '"lamp" is a root' in notes_of(buffer, "map", "lamp")[1]


def test_extrapolation_hints_at_the_window(buffer):
    error, notes = notes_of(buffer, "odom", "laser", 3.25)
    assert type(error) is ExtrapolationException
    assert (error.frame, error.cpp_exception) == ("base_link", "ForwardExtrapolationException")
    assert (error.requested_ns, error.oldest_ns, error.newest_ns) == (3_250_000_000, SECOND, 3 * SECOND)
    assert 'The link "odom" -> "base_link" holds 1.000000 to 3.000000 (3 samples).' in notes
    assert "0.25 s beyond" in notes
    assert "0.5 s beyond" in notes_of(buffer, "odom", "laser", 0.5)[1]


def test_a_cleared_link_hints_at_the_clear(buffer):
    buffer.clear()
    assert "cleared" in notes_of(buffer, "odom", "base_link", 2.0)[1]


def test_a_loop_does_not_hang():
    buffer = Buffer()
    for parent, child in (("a", "b"), ("b", "c"), ("c", "a"), ("x", "y")):
        buffer.set_transform(link(parent, child))
    with pytest.raises(LookupException, match="contains a loop"):
        buffer.lookup_transform("x", "a", 1.0)
    with pytest.raises(TransformException, match="contains a loop"):
        buffer.get_latest_common_time("x", "a")


def test_last_error(buffer):
    assert buffer.get_last_error() == ""
    for question in (("map", "cup"), ("laser", "bulb"), ("odom", "laser", 9.0), ("", "laser")):
        with pytest.raises(TransformException) as caught:
            buffer.lookup_transform(*question)
        assert buffer.get_last_error() == str(caught.value) != ""
    buffer.lookup_transform("map", "laser")
    assert buffer.get_last_error() == ""
    with pytest.raises(TransformException) as caught:
        buffer.lookup_transform_full("laser", 3.0, "laser", 9.0, "odom")
    assert buffer.get_last_error() == str(caught.value)
    buffer.lookup_transform_full("laser", 3.0, "laser", 1.0, "odom")
    assert buffer.get_last_error() == ""
    text = buffer.can_transform("map", "cup", return_debug_tuple=True)[1]
    assert buffer.get_last_error() == text


# The log


def test_the_log_keeps_tf2s_words(buffer, caplog):
    with caplog.at_level(logging.WARNING, logger="tfsandbox.tf2"):
        assert buffer.set_transform(link("odom", "odom"), "me") is False
        assert buffer.set_transform(link("odom", "base_link", second=-8), "me") is False
    texts = [
        'TF_SELF_TRANSFORM: Ignoring transform from authority "me" with frame_id and  child_frame_id "odom" '
        "because they are the same",
        "TF_OLD_DATA ignoring data from the past for frame base_link at time -8.000000 according to authority me\n"
        "Possible reasons are listed at http://wiki.ros.org/tf/Errors%20explained",
    ]
    assert buffer.log == (("ERROR", texts[0]), ("WARN", texts[1]))
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [("ERROR", texts[0]), ("WARNING", texts[1])]


def test_percent_signs_in_names_do_not_matter(caplog):
    buffer = Buffer()
    buffer.set_transform(link("%s%d", "%s%d"), "%n")
    assert '"%s%d"' in caplog.messages[0]


def test_the_log_forgets_the_oldest():
    buffer = Buffer()
    logger = logging.getLogger("tfsandbox.tf2")
    logger.disabled = True
    try:
        for i in range(10_050):
            buffer.set_transform(link("a", "a"), str(i))
    finally:
        logger.disabled = False
    assert len(buffer.log) == 10_000
    assert '"10049"' in buffer.log[-1][1]


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


# Waiting


def test_a_timeout_waits_for_another_thread():
    asked, buffer = threading.Event(), Buffer()

    def wait(condition, timeout_ns):
        assert timeout_ns == 60 * SECOND
        asked.set()
        wait_for_threads(condition, timeout_ns)

    buffer.wait = wait

    def publish():
        assert asked.wait(60)
        fill(buffer)

    for question in (
        lambda: x_of(buffer.lookup_transform("map", "laser", 3.0, 60)) == 13.5,
        lambda: x_of(buffer.lookup_transform_full("laser", 3.0, "laser", 1.0, "odom", timeout=60)) == -2.0,
        lambda: buffer.can_transform("map", "laser", 3.0, Duration(seconds=60)),
        lambda: buffer.can_transform_full("laser", 3.0, "laser", 1.0, "odom", 60.0),
        lambda: buffer.transform(point("laser", 3.0), "odom", 60).point.x == pytest.approx(4.5),
        lambda: buffer.transform_full(point("laser", 1.0), "laser", 3.0, "odom", 60).point.x == pytest.approx(-1.0),
    ):
        buffer.clear()
        asked.clear()
        publisher = threading.Thread(target=publish)
        publisher.start()
        assert question()
        publisher.join()


def point(frame, second):
    return messages.PointStamped(messages.Header(messages.Time(int(second), 0), frame), messages.Point(1.0, 0.0, 0.0))


def test_a_timeout_that_runs_out_raises_the_plain_error(buffer):
    buffer.wait = wait_for_threads
    with pytest.raises(ExtrapolationException, match="into the future"):
        buffer.lookup_transform("odom", "base_link", 9.0, timeout=Duration(nanoseconds=1))
    assert buffer.can_transform("odom", "base_link", 9.0, 1e-9) is False


def test_a_wait_ends_at_once_when_the_answer_is_there(buffer):
    waits = []
    buffer.wait = lambda condition, timeout_ns: waits.append(condition())
    assert buffer.can_transform("odom", "base_link", 2.0, 5.0)
    assert waits == [True]


def test_nobody_else_fills_it_so_a_timeout_is_not_applied(buffer):
    with pytest.raises(LookupException):
        buffer.lookup_transform("odom", "cup", 1.0, timeout=3600)


def test_no_timeout_no_wait(buffer):
    buffer.wait = lambda *_: pytest.fail("waited")
    for timeout in (0, 0.0, None, Duration(), Time()):
        buffer.can_transform("odom", "cup", 1.0, timeout)


# Futures and requests


def test_a_future_is_done_as_soon_as_the_lookup_is_possible():
    buffer = Buffer()
    future = buffer.wait_for_transform_async("odom", "laser", 2.5)
    full = buffer.wait_for_transform_full_async("laser", 3.0, "laser", 1.0, "odom")
    assert not future.done()
    fill(buffer)
    assert x_of(future.result(timeout=0)) == pytest.approx(3.0)
    assert x_of(full.result(timeout=0)) == pytest.approx(-2.0)
    assert buffer.wait_for_transform_async("odom", "laser", 2.5).done()
    assert buffer.wait_for_transform_full_async("laser", 3.0, "laser", 1.0, "odom").done()


def test_humbles_future_holds_true():
    buffer = Buffer(distro="humble")
    future = buffer.wait_for_transform_async("odom", "laser")
    fill(buffer)
    assert future.result(timeout=0) is True
    assert buffer.wait_for_transform_async("odom", "laser").result(timeout=0) is True


def test_a_cancelled_future_is_left_alone():
    buffer = Buffer()
    future, other = (buffer.wait_for_transform_async("odom", "laser") for _ in range(2))
    assert future.cancel()
    fill(buffer)
    assert future.cancelled()
    assert other.done()


def test_rollings_emptied_links_raise_into_the_future():
    buffer = fill(Buffer(distro="rolling"))
    buffer.clear()
    with pytest.raises(LookupException, match="Static cache is empty"):
        buffer.wait_for_transform_async("base_link", "laser")


def test_awaiting():
    buffer = Buffer()

    async def ask():
        asking = asyncio.gather(
            buffer.lookup_transform_async("odom", "laser", 2.5),
            buffer.lookup_transform_full_async("laser", 3.0, "laser", 1.0, "odom"),
        )
        await asyncio.sleep(0)
        fill(buffer)
        return await asking

    here, there = asyncio.run(ask())
    assert (x_of(here), x_of(there)) == pytest.approx((3.0, -2.0))


def test_requests():
    buffer, heard = Buffer(), []
    request = buffer.add_transformable_request("odom", "laser", Time(seconds=2.5), heard.append)
    dropped = buffer.add_transformable_request("odom", "laser", 2.0, lambda _: heard.append("dropped"))
    assert request.state is RequestState.PENDING
    buffer.cancel_transformable_request(dropped)
    buffer.cancel_transformable_request(dropped)
    fill(buffer)
    assert heard == [RequestResult.AVAILABLE]
    assert buffer.add_transformable_request("odom", "laser", 2.5, heard.append).state is RequestState.ALREADY
    for second in (20, 21):  # stale data goes with the next insert
        buffer.set_transform(link("odom", "base_link", second, second))
    assert buffer.add_transformable_request("odom", "base_link", 1.0, heard.append).state is RequestState.NEVER


def test_a_callback_may_use_the_buffer():
    buffer, heard = Buffer(), []

    def answer(result):
        heard.append(x_of(buffer.lookup_transform("odom", "base_link")))
        buffer.set_transform(link("odom", "cup", 5.0))

    buffer.add_transformable_request("odom", "base_link", 0, answer)
    buffer.add_transformable_request("odom", "cup", 0, heard.append)
    fill(buffer)
    assert heard == [1.0, RequestResult.AVAILABLE]


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


# Bad input


@pytest.mark.parametrize("junk", ["5", True, math.nan, -1, -0.5, [], object(), 1e300], ids=name_of)
@pytest.mark.parametrize("argument", ["cache_time", "timeout"])
def test_spans_that_make_no_sense(buffer, argument, junk):
    with pytest.raises(InputError, match=f"^{argument} is "):
        Buffer(junk) if argument == "cache_time" else buffer.can_transform("odom", "laser", 1.0, junk)


@pytest.mark.parametrize("junk", ["", (), False])
def test_timeouts_that_look_like_nothing(buffer, junk):
    for ask in (
        lambda: buffer.lookup_transform("odom", "laser", 1.0, junk),
        lambda: buffer.can_transform("odom", "laser", 1.0, junk),
        lambda: buffer.lookup_transform_full("odom", 1.0, "laser", 1.0, "map", junk),
        lambda: buffer.can_transform_full("odom", 1.0, "laser", 1.0, "map", junk),
    ):
        with pytest.raises(InputError, match=r"^timeout is "):
            ask()


@pytest.mark.parametrize("junk", ["noetic", None, 5, []], ids=name_of)
def test_unknown_distros_are_refused(junk):
    for kind in (Buffer, BufferCore):
        with pytest.raises(
            InputError, match=r"^distro is .*: give one of humble, jazzy, jazzy_0_36_4, kilted, rolling"
        ):
            kind(distro=junk)
    assert set(RULES) == {"humble", "jazzy", "jazzy_0_36_4", "kilted", "rolling"}


@pytest.mark.parametrize("junk", [None, [], "tf", {}], ids=name_of)
def test_only_recordings_are_played(junk):
    with pytest.raises(InputError, match=r"^recording is "):
        Buffer.play(junk)


@pytest.mark.parametrize("junk", [None, 5, b"odom", ["odom"], {}], ids=name_of)
def test_names_have_to_be_text(buffer, junk):
    questions = {
        "target_frame": [
            lambda: buffer.lookup_transform(junk, "laser"),
            lambda: buffer.lookup_transform(junk, junk),
            lambda: buffer.can_transform(junk, "laser"),
            lambda: buffer.lookup_transform_full(junk, 0, "laser", 0, "map"),
            lambda: buffer.can_transform_full(junk, 0, "laser", 0, "map"),
            lambda: buffer.get_latest_common_time(junk, "laser"),
            lambda: buffer.wait_for_transform_async(junk, "laser"),
            lambda: buffer.add_transformable_request(junk, "laser", 0, print),
        ],
        "source_frame": [
            lambda: buffer.lookup_transform("odom", junk),
            lambda: buffer.can_transform("odom", junk),
            lambda: buffer.lookup_transform_full("odom", 0, junk, 0, "map"),
        ],
        "fixed_frame": [
            lambda: buffer.lookup_transform_full("odom", 0, "laser", 0, junk),
            lambda: buffer.can_transform_full("odom", 0, "laser", 0, junk),
        ],
        "frame": [
            lambda: buffer.frame_exists(junk),
            lambda: buffer.get_frame_parent(junk),
            lambda: buffer.get_frame_latest_time(junk),
        ],
    }
    for argument, asks in questions.items():
        for ask in asks:
            with pytest.raises(InputError) as caught:
                ask()
            assert caught.value.argument == argument


@pytest.mark.parametrize("junk", ["now", True, math.inf, object(), [1, 2]], ids=name_of)
def test_times_that_are_none(buffer, junk):
    questions = {
        "time": [
            lambda: buffer.lookup_transform("odom", "laser", junk),
            lambda: buffer.can_transform("odom", "laser", junk),
            lambda: buffer.get_frame_parent("laser", junk),
            lambda: buffer.all_frames_as_yaml(junk),
            lambda: buffer.all_frames_as_dot(junk),
            lambda: buffer.lookup_velocity("laser", "odom", junk, 1.0),
            lambda: buffer.wait_for_transform_async("odom", "laser", junk),
        ],
        "target_time": [lambda: buffer.lookup_transform_full("odom", junk, "laser", 0, "map")],
        "source_time": [lambda: buffer.can_transform_full("odom", 0, "laser", junk, "map")],
        "averaging_interval": [lambda: buffer.lookup_velocity("laser", "odom", 1.0, junk)],
    }
    for argument, asks in questions.items():
        for ask in asks:
            with pytest.raises(InputError) as caught:
                ask()
            assert caught.value.argument == argument


@pytest.mark.parametrize("junk", [None, 5, "odom", {}, messages.PointStamped()], ids=name_of)
def test_only_transforms_are_set(buffer, junk):
    for setter in (buffer.set_transform, buffer.set_transform_static):
        with pytest.raises(InputError, match=r"^transform is .*give a geometry_msgs/TransformStamped"):
            setter(junk)


# Threads


def test_many_threads_at_once():
    buffer, wrong, ready = Buffer(), [], threading.Barrier(4)
    buffer.set_transform(link("odom", "base_link", 0, 0))

    def publish():
        ready.wait()
        for step in range(500):
            buffer.set_transform(link("odom", "base_link", step / 100, step / 100))

    def ask():
        ready.wait()
        for _ in range(300):
            try:
                found = buffer.lookup_transform("odom", "base_link")
                stamp = found.header.stamp.sec + found.header.stamp.nanosec / 1e9
                if abs(x_of(found) - stamp) > 1e-9:
                    wrong.append(found)
                buffer.all_frames_as_yaml()
                buffer.can_transform("odom", "base_link", 1.0)
                buffer.get_frame_names()
            except Exception as error:
                wrong.append(error)

    threads = [threading.Thread(target=task) for task in (publish, ask, ask, ask)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(buffer.lookup_transforms("odom", "base_link", [1.0, 2.0]).errors) == 0
