"""Nonsense handed to a buffer is named."""

import math

import pytest

from junk import name_of
from small_tree import fill
from tfsandbox import Buffer, BufferCore, messages
from tfsandbox.buffer import RULES
from tfsandbox.errors import (
    InputError,
)


@pytest.fixture
def buffer():
    return fill(Buffer())


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
