"""tf2_py's face: its names, argument order, return types, exception classes and TypeErrors."""

import inspect
import math
from types import SimpleNamespace

import pytest

from junk import name_of
from tfsandbox import Duration, Time, errors, tf2_py_compat
from tfsandbox.tf2_py_compat import BufferCore

SECOND = 10**9

PARAMETERS = {
    "set_transform": ["transform", "authority"],
    "set_transform_static": ["transform", "authority"],
    "lookup_transform_core": ["target_frame", "source_frame", "time"],
    "lookup_transform_full_core": ["target_frame", "target_time", "source_frame", "source_time", "fixed_frame"],
    "can_transform_core": ["target_frame", "source_frame", "time"],
    "can_transform_full_core": ["target_frame", "target_time", "source_frame", "source_time", "fixed_frame"],
    "lookupVelocityCore": ["tracking_frame", "observation_frame", "time", "averaging_interval"],
    "get_latest_common_time": ["target_frame", "source_frame"],
    "clear": [],
    "all_frames_as_yaml": [],
    "all_frames_as_string": [],
    "_frameExists": ["frame"],
    "_getFrameStrings": [],
    "_allFramesAsDot": ["time"],
}
HIERARCHY = {
    "TransformException": Exception,
    "LookupException": tf2_py_compat.TransformException,
    "ConnectivityException": tf2_py_compat.TransformException,
    "ExtrapolationException": tf2_py_compat.TransformException,
    "InvalidArgumentException": tf2_py_compat.TransformException,
    "TimeoutException": tf2_py_compat.TransformException,
}


class Stamp:
    """A message class of somebody's own: only the field names are tf2's."""

    def __init__(self, sec=0, nanosec=0):
        self.sec, self.nanosec = sec, nanosec


def transform(parent, child, x=0.0, stamp=1.0, q=(0.0, 0.0, 0.0, 1.0)):
    sec, nanosec = divmod(round(stamp * SECOND), SECOND)
    return SimpleNamespace(
        header=SimpleNamespace(frame_id=parent, stamp=Stamp(sec, nanosec)),
        child_frame_id=child,
        transform=SimpleNamespace(
            translation=SimpleNamespace(x=x, y=0.0, z=0.0), rotation=SimpleNamespace(x=q[0], y=q[1], z=q[2], w=q[3])
        ),
    )


@pytest.fixture
def core():
    """odom -> base_link at 1 s and 3 s (x = stamp), base_link -> laser static, and lamp -> bulb apart from them."""
    buffer = BufferCore()
    for second in (1, 3):
        buffer.set_transform(transform("odom", "base_link", x=float(second), stamp=second), "wheels")
    buffer.set_transform_static(transform("base_link", "laser", x=0.5), "mount")
    buffer.set_transform_static(transform("lamp", "bulb"), "mount")
    return buffer


@pytest.mark.parametrize("name", PARAMETERS)
def test_methods_have_tf2_pys_names_and_order(name):
    assert list(inspect.signature(getattr(BufferCore, name)).parameters)[1:] == PARAMETERS[name]


@pytest.mark.parametrize("name", HIERARCHY)
def test_exceptions_form_tf2_pys_family(name):
    kind = getattr(tf2_py_compat, name)
    assert kind.__bases__ == (HIERARCHY[name],)
    assert kind is getattr(errors, name)
    assert name in tf2_py_compat.__all__


def test_setting_returns_nothing_even_when_refused():
    buffer = BufferCore()
    assert buffer.set_transform(transform("a", "b"), "me") is None
    assert buffer.set_transform(transform("a", "a"), "me") is None
    assert buffer.set_transform_static(transform("a", "", q=(0.0,) * 4), "me") is None
    assert buffer._getFrameStrings() == ["b", "a"]


def test_lookup_gives_a_transform_stamped(core):
    found = core.lookup_transform_core("odom", "laser", Stamp(2))
    assert type(found).__name__ == "TransformStamped"
    assert (found.header.frame_id, found.child_frame_id) == ("odom", "laser")
    assert (found.header.stamp.sec, found.header.stamp.nanosec) == (2, 0)
    assert found.transform.translation.x == pytest.approx(2.5)
    full = core.lookup_transform_full_core("laser", Stamp(3), "laser", Stamp(1), "odom")
    assert full.transform.translation.x == pytest.approx(-2.0)
    by_name = core.lookup_transform_core(time=Stamp(2), source_frame="laser", target_frame="odom")
    assert by_name == found


@pytest.mark.parametrize(
    "time", [Stamp(2), Time(seconds=2), Duration(seconds=2), SimpleNamespace(nanoseconds=2 * SECOND)]
)
def test_any_object_with_the_right_attributes_is_a_time(core, time):
    assert core.lookup_transform_core("odom", "base_link", time).transform.translation.x == pytest.approx(2.0)


def test_can_transform_gives_an_int_and_the_text(core):
    assert core.can_transform_core("odom", "laser", Stamp()) == (1, "")
    possible, text = core.can_transform_core("odom", "laser", Stamp(4))
    assert (type(possible), possible) == (int, 0)
    assert text.startswith("Lookup would require extrapolation into the future.  Requested time 4.000000")
    assert type(core.can_transform_core("odom", "laser", Stamp())[0]) is int
    full = core.can_transform_full_core("laser", Stamp(3), "laser", Stamp(1), "odom")
    assert (full, type(full[0])) == ((1, ""), int)
    assert core.can_transform_full_core("laser", Stamp(3), "laser", Stamp(1), "x")[0] == 0


FAILURES = {
    ("odom", "x", 2): (
        "LookupException",
        '"x" passed to lookupTransform argument source_frame does not exist. ',
    ),
    ("", "odom", 2): (
        "InvalidArgumentException",
        'Invalid argument "" passed to lookupTransform argument target_frame - in tf2 frame_ids cannot be empty',
    ),
    ("/odom", "laser", 2): (
        "InvalidArgumentException",
        'Invalid argument "/odom" passed to lookupTransform argument target_frame - '
        "in tf2 frame_ids cannot start with a '/'",
    ),
    ("odom", "bulb", 2): (
        "ConnectivityException",
        "Could not find a connection between 'odom' and 'bulb' because they are not part of the same tree."
        "Tf has two or more unconnected trees.",
    ),
    ("odom", "laser", 4): (
        "ExtrapolationException",
        "Lookup would require extrapolation into the future.  Requested time 4.000000 but the latest data is at time "
        "3.000000, when looking up transform from frame [laser] to frame [odom]",
    ),
    ("laser", "odom", 0.5): (
        "ExtrapolationException",
        "Lookup would require extrapolation into the past.  Requested time 0.500000 but the earliest data is at time "
        "1.000000, when looking up transform from frame [odom] to frame [laser]",
    ),
}


@pytest.mark.parametrize("question", FAILURES, ids=str)
def test_failures_have_exactly_tf2_pys_class_and_text(core, question):
    target, source, second = question
    name, text = FAILURES[question]
    with pytest.raises(tf2_py_compat.TransformException) as caught:
        core.lookup_transform_core(target, source, Time(seconds=second))
    assert type(caught.value) is getattr(tf2_py_compat, name)
    assert str(caught.value) == text
    assert caught.value.args == (text,)


def test_latest_common_time(core):
    assert core.get_latest_common_time("odom", "laser").nanoseconds == 3 * SECOND
    with pytest.raises(tf2_py_compat.TransformException) as caught:
        core.get_latest_common_time("odom", "bulb")
    assert type(caught.value) is tf2_py_compat.TransformException
    with pytest.raises(tf2_py_compat.LookupException) as caught:
        core.get_latest_common_time("odom", "x")
    assert str(caught.value) == '"x" passed to get_latest_common_time does not exist. '


def test_velocity(core):
    velocity = core.lookupVelocityCore("base_link", "odom", Stamp(2), Duration(seconds=1)).velocity
    assert (velocity.linear.x, velocity.angular.z) == pytest.approx((1.0, 0.0))


def test_lists(core):
    assert core._frameExists("laser") is True
    assert core._frameExists("/laser") is False
    assert core._frameExists("NO_PARENT") is True
    assert core._getFrameStrings() == ["base_link", "odom", "laser", "bulb", "lamp"]
    assert "Frame laser exists with parent base_link.\n" in core.all_frames_as_string()
    assert core.all_frames_as_yaml().startswith("base_link: \n  parent: 'odom'\n  broadcaster: 'wheels'\n")
    assert '"odom" -> "base_link"[label="Broadcaster: wheels' in core._allFramesAsDot()
    assert "sec old" in core._allFramesAsDot(Stamp(5))


def test_clear_keeps_static_transforms(core):
    assert core.clear() is None
    assert core.can_transform_core("base_link", "laser", Stamp()) == (1, "")
    assert core.can_transform_core("odom", "base_link", Stamp())[0] == 0


def test_cache_time():
    for cache_time in (Duration(seconds=1), Stamp(1), SimpleNamespace(nanoseconds=SECOND)):
        buffer = BufferCore(cache_time)
        for second in (1, 3, 3.5):
            buffer.set_transform(transform("a", "b", stamp=second), "me")
        assert buffer.can_transform_core("a", "b", Stamp(1))[0] == 0
        assert buffer.can_transform_core("a", "b", Stamp(3))[0] == 1


NO_TIMES = [1, 1.5, "1", None, math.nan, object(), Stamp("1", 2), Stamp(1.5, 0), SimpleNamespace(nanoseconds=1.5)]


@pytest.mark.parametrize("junk", NO_TIMES, ids=name_of)
def test_times_without_the_attributes_are_type_errors(core, junk):
    questions = (
        lambda: core.lookup_transform_core("odom", "laser", junk),
        lambda: core.can_transform_core("odom", "laser", junk),
        lambda: core.lookup_transform_full_core("odom", junk, "laser", Stamp(), "odom"),
        lambda: core.can_transform_full_core("odom", Stamp(), "laser", junk, "odom"),
        lambda: core.lookupVelocityCore("base_link", "odom", junk, Stamp()),
    )
    for question in questions:
        with pytest.raises(TypeError) as caught:
            question()
        assert str(caught.value) == "time must have sec and nanosec, or nanoseconds."
    if junk is not None:
        with pytest.raises(TypeError) as caught:
            BufferCore(junk)
        assert str(caught.value) == "duration must have sec and nanosec, or nanoseconds."


@pytest.mark.parametrize("junk", [None, 5, b"odom", ["odom"]], ids=name_of)
def test_names_have_to_be_text(core, junk):
    for question in (
        lambda: core.lookup_transform_core(junk, "laser", Stamp()),
        lambda: core.can_transform_core("odom", junk, Stamp()),
        lambda: core.get_latest_common_time("odom", junk),
        lambda: core.set_transform(transform("a", "b"), junk),
        lambda: core.set_transform(transform("a", junk), "me"),
        lambda: core._frameExists(junk),
    ):
        with pytest.raises(TypeError):
            question()


@pytest.mark.parametrize("junk", [None, 5, "transform", SimpleNamespace(), SimpleNamespace(header=None)], ids=name_of)
def test_transforms_have_to_be_transforms(core, junk):
    with pytest.raises(TypeError, match="TransformStamped"):
        core.set_transform(junk, "me")


def test_absurd_times_are_type_errors_too(core):
    with pytest.raises(TypeError, match="64 bits"):
        core.lookup_transform_core("odom", "laser", Stamp(2**62))
    with pytest.raises(TypeError, match="at least 0"):
        BufferCore(Stamp(-1))


def test_both_arguments_of_set_transform_are_required(core):
    with pytest.raises(TypeError):
        core.set_transform(transform("a", "b"))


def test_distro_switches_the_rules():
    kilted = BufferCore(distro="kilted")
    kilted.set_transform(transform("a", "b", q=(0.0, 0.0, 0.0, 2.0)), "me")
    assert kilted._getFrameStrings() == []
