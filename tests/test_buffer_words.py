"""What a buffer says: hints beside tf2's errors, the last error, the log."""

import logging

import pytest

from drawn import SECOND
from small_tree import fill, link
from tfsandbox import Buffer, StampedTransform, Time
from tfsandbox.errors import (
    ConnectivityException,
    ExtrapolationException,
    InvalidArgumentException,
    LookupException,
    TransformException,
)


@pytest.fixture
def buffer():
    return fill(Buffer())


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


def test_the_age_of_an_absurd_stamp_wraps_as_64_bits_do():
    buffer = Buffer()
    buffer.set_transform(StampedTransform("a", "b", stamp_ns=-(2**63) + 5))
    assert "transform_delay: -0.000" in buffer.all_frames_as_yaml(Time(nanoseconds=2**63 - 1))
    assert "( -0.000 sec old)" in buffer.all_frames_as_dot(Time(nanoseconds=2**63 - 1))
