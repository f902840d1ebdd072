from __future__ import annotations

import json
import random
import re
import shlex
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import Buffer, StampedTransform, Transform, explain
from tfsandbox.buffer import texts
from tfsandbox.errors import InputError, TransformException
from tfsandbox.explain import gaps, paste
from tfsandbox.explain.pattern import _HOLE, Text
from tfsandbox.static_args import OLD_STYLE_WARNING, parse

MS = 1_000_000
WALL = 1_700_000_000
FILLING = {
    "dq": '"base_scan"',
    "sq": "'base_scan'",
    "br": "[base_scan]",
    "par": "(0.000000 0.000000 0.000000 0.000000)",
    "name": "base_scan",
    "tail": "base_scan",
    "word": "source_frame",
    "num": "12.500000",
    "policy": "DURABILITY",
    "type": "<class 'int'>",
    "refusal": "Frame id must not be empty",
    "begin": "",
}
TEMPLATES = [(text, template) for text in explain.TEXTS for template in text.templates]


def filled(template: str) -> str:
    return _HOLE.sub(lambda hole: FILLING[hole[2]], template)


def one(text: str) -> explain.Explanation:
    (told,) = explain.explain(text)
    return told


def future(requested: str, latest: str, source: str = "base_scan", target: str = "odom") -> str:
    return (
        f"Lookup would require extrapolation into the future.  Requested time {requested} but the latest data is "
        f"at time "
        f"{latest}{texts.when_looking_up(target, source)}"
    )


def past(requested: str, earliest: str) -> str:
    return future(requested, earliest).replace("the future", "the past").replace("latest", "earliest")


def test_a_missing_frame_is_named_with_its_nearest_relative() -> None:
    told = one(
        texts.unknown_name("base_lnik", "lookupTransform argument source_frame")
        + "\nFrame base_link exists with parent odom.\n"
    )
    assert (told.id, told.tf2_class) == ("unknown-frame", "LookupException")
    assert told.facts == {"frame": "base_lnik", "argument": "source_frame", "nearest": "base_link"}
    assert told.likely[0].cause == 'Did you mean "base_link"?'
    assert told.matched.startswith('"base_lnik" passed to lookupTransform')


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("Base_Link", 'Did you mean "base_link"?'),
        ("${prefix}laser", "A xacro expression was never expanded."),
        ("drone/drone/base_link", "A prefix was put on twice."),
        ("robot_a/base_link/lidar", 'A simulator\'s scoped name for "base_link".'),
        ("robot1wheel", 'A slash is missing: "robot1/wheel".'),
        ("wheel", 'The frame has a prefix: "robot1/wheel".'),
        ("robot1/base_link", 'The prefix is too much, or another one: "base_link" exists.'),
    ],
)
def test_a_name_gives_its_fault_away(name: str, cause: str) -> None:
    tree = '"odom" -> "base_link"[label=""]\n"odom" -> "robot1/wheel"[label=""]\n'
    told = one(tree + texts.cannot_transform(name, "source_frame"))
    assert cause in [c.cause for c in told.likely]


@pytest.mark.parametrize(("text", "template"), TEMPLATES, ids=[template for _, template in TEMPLATES])
def test_every_spelling_is_recognised_however_it_was_pasted(text: Text, template: str) -> None:
    plain = filled(template)
    rng = random.Random(template)
    width = rng.randrange(20, 90)
    wrapped = "\n".join(f"[node-1] {plain[i : i + width]}" for i in range(0, len(plain), width))
    coloured = f"\x1b[33m[node-1] [WARN] [1700000000.123] [the_node]: {plain}\x1b[0m\n[INFO] [1.2] [other]: fine"
    twice = json.dumps(json.dumps({"msg": plain}))
    for pasted in (
        plain,
        " ".join(plain.split()),
        wrapped,
        coloured,
        f"> it says:\n> {plain}",
        json.dumps(plain),
        twice,
    ):
        assert [told.id for told in explain.explain(pasted)] == [text.id], pasted
    assert explain.explain(coloured)[0].facts["node"] == "the_node"


@pytest.mark.parametrize("text", explain.TEXTS, ids=lambda text: text.id)
def test_every_text_has_an_answer_in_whole_sentences(text: Text) -> None:
    for template in text.templates:
        told = one(filled(template))
        assert told.meaning
        assert told.cure
        assert told.likely
        sentences = [told.meaning, told.cure, *(cause.cause for cause in told.likely)]
        assert not [s for s in sentences if re.search(r"[{}]", s)]
        assert all(0 < len(s) < 330 for s in sentences)
        json.dumps(dict(told.facts))
        assert told.id in explain.as_text((told,))


def test_a_listing_names_the_loop() -> None:
    with pytest.raises(TransformException) as caught:
        buffer().lookup_transform("odom", "ring")
    told = one(str(caught.value))
    assert told.facts["loop"] in ("round -> ring -> round", "ring -> round -> ring")
    assert told.facts["loop"] in told.meaning


def test_a_listing_names_the_two_roots() -> None:
    tree = "Frame laser exists with parent base_footprint.\nFrame base_link exists with parent odom.\n"
    told = one(tree + texts.not_connected("odom", "laser"))
    assert (told.facts["target_root"], told.facts["source_root"]) == ("odom", "base_footprint")
    assert told.likely[0].cause == 'The link that is missing belongs above "odom" or above "base_footprint".'
    yaml = "laser: \n  parent: 'base_footprint'\n  broadcaster: 'x'\nbase_link: \n  parent: 'odom'\n"
    assert one(yaml + texts.not_connected("odom", "laser")).facts["source_root"] == "base_footprint"


@pytest.mark.parametrize(
    ("pasted", "side"),
    [
        ("the latest data is at time 12.3, when looking up transform from frame [a] to frame [b]", "future"),
        ("the earliest data is at time 12.3, when looking up transform from frame [a] to frame [b]", "past"),
        ("Lookup would require extrapolation into the past; earliest data 45 s later than requested.", "past"),
    ],
)
def test_a_cut_extrapolation_is_not_taken_for_another_text(pasted: str, side: str) -> None:
    told = one(pasted)
    assert told.id == told.kinds[0] == f"extrapolation-{side}"
    assert "whole sentence" in told.cure


@pytest.mark.parametrize("before", ["at time 12.3", "is at time ...", "is in the buffer"])
def test_the_end_of_a_sentence_alone_is_not_a_cleared_link(before: str) -> None:
    end = texts.when_looking_up("b", "a")
    assert one(before + end).id != "link-emptied"
    assert one(f"[WARN] [node]: {end}").id == "link-emptied"


@pytest.mark.parametrize(
    ("pasted", "id_", "fact", "value"),
    [
        (
            "Message Filter dropping message: frame 'laser' ... for reason 'discarding message because the queue is "
            "full'",
            "message-dropped",
            "reason",
            "discarding message because the queue is full",
        ),
        ("Frame id must not be empty", "static-command", "reason", "Frame id must not be empty"),
        (
            "[ERROR] []: error parsing command line arguments: Frame id must not be empty ... process has died",
            "static-command",
            "reason",
            "Frame id must not be empty",
        ),
        (
            "New subscription discovered... requesting incompatible QoS. No messages will be sent to it.",
            "incompatible-qos",
            "topic",
            "this topic",
        ),
    ],
)
def test_a_text_with_its_middle_left_out_is_told_once(pasted: str, id_: str, fact: str, value: str) -> None:
    told = one(pasted)
    assert (told.id, told.count, told.facts[fact]) == (id_, 1, value)


def test_stamps_that_print_alike_are_said_to() -> None:
    assert "less than a microsecond" in one(future("12.500000", "12.500000")).meaning


def buffer() -> Buffer:
    out = Buffer(cache_time=10.0)
    for second in (1, 2, 3):
        out.set_transform(StampedTransform("odom", "base_link", Transform(), second * 1_000_000_000), "test")
    out.set_transform(StampedTransform("base_link", "once", Transform(), 2_000_000_000), "test")
    out.set_transform_static(StampedTransform("else", "where", Transform(), 0), "test")
    out.set_transform(StampedTransform("ring", "round", Transform(), 1), "test")
    out.set_transform(StampedTransform("round", "ring", Transform(), 1), "test")
    return out


@pytest.mark.parametrize(
    ("target", "source", "seconds", "id"),
    [
        ("odom", "base_link", 4, "extrapolation-future"),
        ("odom", "base_link", 0.5, "extrapolation-past"),
        ("base_link", "once", 3, "extrapolation-single"),
        ("odom", "where", 0, "not-connected"),
        ("odom", "ring", 0, "loop"),
        ("odom", "nothing", 0, "unknown-frame"),
        ("", "odom", 0, "empty-name"),
        ("odom", "/base_link", 0, "leading-slash"),
    ],
)
def test_what_the_buffer_raises_is_explained_with_its_own_class(
    target: str, source: str, seconds: float, id: str
) -> None:
    with pytest.raises(TransformException) as caught:
        buffer().lookup_transform(target, source, seconds)
    told = one(str(caught.value))
    assert (told.id, told.tf2_class) == (id, type(caught.value).__name__)
    _, words = buffer().can_transform(target, source, seconds, return_debug_tuple=True)
    assert one(words).id == id


@pytest.mark.parametrize("distro", ["humble", "kilted", "rolling"])
def test_a_cleared_buffer_is_explained_in_every_distribution(distro: str) -> None:
    out = Buffer(distro=distro)
    out.set_transform(StampedTransform("odom", "base_link", Transform(), 1), "test")
    out.set_transform_static(StampedTransform("base_link", "laser", Transform(), 1), "test")
    out.clear()
    for source in ("base_link", "laser"):
        with pytest.raises(TransformException) as caught:
            out.lookup_transform("odom", source, 3.0)
        told = one(str(caught.value))
        assert told.tf2_class == type(caught.value).__name__
        assert any("clear" in words for words in (told.meaning, *(c.cause + c.why for c in told.likely)))


@pytest.mark.parametrize(
    ("requested", "latest", "kind", "word"),
    [
        ("1457438516.876949", "1457438516.8735402", "extrapolation-future", "on their way"),
        ("139.7", "139.593", "low-rate", "more than one period"),
        ("18.151", "17.952", "low-rate", "more than one period"),
        ("130.0", "118.0", "stale-frame", "far more than any latency"),
        ("1691424773.212782", "3617.600000", "sim-time-mismatch", "wall-clock time"),
        ("3617.600000", "1691424773.212782", "sim-time-mismatch", "wall-clock time"),
        ("1701157280.899", "1692846621.587", "clock-domain", "96.19 days"),
        ("1700007200.10", "1700000000.00", "clock-domain", "half hours (2 h)"),
        ("1700000005.0", "0.000000", "frozen-stamp", "stamp 0"),
    ],
)
def test_the_future_is_read_by_its_gap(requested: str, latest: str, kind: str, word: str) -> None:
    told = one(future(requested, latest))
    assert kind in told.kinds
    assert word in told.meaning


@pytest.mark.parametrize(
    ("requested", "earliest", "first"),
    [
        ("1739734905.853972", "1739734906.538783", "Start-up"),
        ("100.0", "145.0", "The data waited in a queue"),
        ("100.0", "190.0", "An old stamp is used again"),
        ("1700000000.0", "1700417078.0", "Clocks of two machines"),
    ],
)
def test_the_past_is_read_by_its_gap(requested: str, earliest: str, first: str) -> None:
    told = one(past(requested, earliest))
    assert told.facts["side"] == "past"
    assert told.likely[0].cause.startswith(first)


def test_which_side_lacks_use_sim_time_is_told_apart() -> None:
    asker = one("[WARN] [1700000000.1] [amcl]: " + future("1691424773.2", "3617.6"))
    publisher = one(future("3617.6", "1691424773.2"))
    assert "that asks" in asker.likely[0].cause
    assert "that publishes" in publisher.likely[0].cause
    assert any("/amcl use_sim_time" in command for command in asker.confirm)


def test_one_message_cannot_tell_skew_from_latency() -> None:
    assert any("One message" in note for note in one(future("1594895008.39042", "1594895008.34734")).notes)
    several = [future(f"{WALL + i}.100", f"{WALL + i}.0{i}0") for i in range(4)]
    assert not any("One message" in note for note in one("\n".join(several)).notes)


def test_a_constant_gap_over_several_messages_is_skew() -> None:
    told = one("\n".join(future(f"{WALL + i}.301", f"{WALL + i}.200") for i in range(6)))
    assert told.count == 6
    assert told.kinds == ("clock-domain",)
    assert "clocks of two machines" in told.likely[0].cause.lower()
    assert (told.facts["smallest_gap_ns"], told.facts["largest_gap_ns"]) == (101 * MS, 101 * MS)


def test_one_question_asked_again_and_again_is_one_observation() -> None:
    told = one("\n".join([future("17.301", "17.200")] * 30))
    assert told.count == 30
    assert any("One message" in note for note in told.notes)


def test_a_gap_that_grows_is_a_link_that_stands_still() -> None:
    told = one("\n".join(future(f"{10 + i}.5", "10.000000") for i in range(4)))
    assert told.kinds[0] == "frozen-stamp"
    told = one("\n".join(past("10.5", f"{20 + i}.0") for i in range(4)))
    assert "the asked time stays the same" in told.meaning


def test_gaps_that_vary_are_latency_not_skew() -> None:
    gaps_ms = (12, 41, 3, 28, 36, 17)
    told = one("\n".join(future(f"{50 + i}.100", f"{50 + i}.{100 - g:03}") for i, g in enumerate(gaps_ms)))
    assert told.likely[0].cause.startswith("Normal latency")


@given(
    st.integers(-(2**62), 2**62),
    st.integers(0, 12),
)
def test_times_are_read_exactly(ns: int, zeros: int) -> None:
    sign, size = "-" if ns < 0 else "", abs(ns)
    text = f"{sign}{size // 10**9}.{size % 10**9:09}" + "0" * min(zeros, 3)
    assert gaps.exact_ns(text) == ns


@pytest.mark.parametrize(("text", "ns"), [("5", 5 * 10**9), ("1.69e+09", 1_690_000_000 * 10**9), ("9" * 19, None)])
def test_odd_numbers_are_read_or_left(text: str, ns: int | None) -> None:
    assert gaps.exact_ns(text) == ns
    one(future(text, "1.0"))


def test_epoch_times_keep_their_nanoseconds() -> None:
    told = one(future("1700000000.123456789", "1700000000.123456780"))
    assert told.facts["gap_ns"] == 9
    assert told.facts["requested_ns"] == 1_700_000_000_123_456_789
    assert told.facts["requested_s"].nanoseconds == 1_700_000_000_123_456_789


def test_a_missing_name_is_believed_before_a_flood_of_latency() -> None:
    flood = [future(f"{WALL + i}.110", f"{WALL + i}.10{i % 10}") for i in range(200)]
    name = texts.cannot_transform("base_lnk", "target_frame")
    told = explain.explain("\n".join([*flood[:100], name, *flood[100:], "Failed to compute odom pose"]))
    assert [(t.id, t.count, t.believe) for t in told] == [
        ("unknown-frame", 1, 1),
        ("no-odom-pose", 1, 2),
        ("extrapolation-future", 200, 3),
    ]
    assert told[0].because.startswith("Believe this first")
    assert all(t.because.startswith("Believe this later") for t in told[1:])


def test_the_same_text_about_other_frames_is_told_apart() -> None:
    told = explain.explain("\n".join(texts.not_connected("map", name) for name in ("a", "b", "a")))
    assert [(t.facts["source"], t.count) for t in told] == [("a", 2), ("b", 1)]


def test_texts_wrapped_in_sentences_of_others_are_found() -> None:
    inner = texts.cannot_transform("odom", "target_frame")
    told = explain.explain(
        "[controller_server-5] [INFO] [1700000000.9] [local_costmap.local_costmap]: Timed out waiting for "
        "transform from "
        f"base_link to odom to become available, tf error: {inner}. canTransform returned after 0.100345 timeout "
        f"was 0.1."
    )
    assert [t.id for t in told] == ["unknown-frame", "timed-out", "waited"]
    assert told[1].facts["source"] == "base_link"
    assert told[2].facts == {"waited": "0.100345", "timeout": "0.1", "node": "local_costmap.local_costmap"}
    assert one("tf2_ros: For frame [laser]: Frame [laser] does not exist").id == "unknown-frame"


@pytest.mark.parametrize(
    "log",
    [
        texts.old_data("base_link", 17 * 10**9, "Authority undetectable"),
        texts.self_transform("odom", "default_authority"),
        texts.no_child("default_authority"),
        texts.no_parent("odom", "default_authority"),
        texts.nan_input("odom", "default_authority", (0.0, 0.0, 0.0, float("nan"), 0.0, 0.0, 0.0)),
        texts.denormalized("odom", "default_authority", (0.0,) * 7),
    ],
)
def test_what_the_buffer_logs_is_explained(log: str) -> None:
    told = one(f"[ERROR] [1700000000.5] []: {log}")
    assert told.tf2_class == re.match(r"\w+", log)[0]
    bridge = one(f"Error:   {log}\n         at line 163 in ./src/buffer_core.cpp")
    assert bridge.tf2_class == told.tf2_class


@pytest.mark.parametrize(
    ("numbers", "cause", "kind"),
    [
        ((0.0, 0.0, 0.0, 0.0), "never filled in", "quaternion-zero"),
        ((0.0, 0.0, 90.0, 1.0), "Angles were put", "quaternion-denormalised"),
        ((0.0, 0.0, 0.7, 0.7), "Rounded", "quaternion-denormalised"),
        ((-0.074733, 0.036896, 0.843233, 0.531062), "old tf2", "quaternion-denormalised"),
        ((float("nan"), 0.0, 0.0, 1.0), "nan", "nan"),
        ((float("inf"), 0.0, 0.0, 1.0), "overflowed", "quaternion-denormalised"),
    ],
)
def test_a_bad_quaternion_shows_how_it_came_about(numbers: tuple[float, ...], cause: str, kind: str) -> None:
    told = one(texts.denormalized("laser", "x", (0.0, 0.0, 0.0, *numbers)))
    assert cause in told.likely[0].cause
    assert told.kinds[0] == kind


def test_repeated_data_is_said_to_be_ros_1() -> None:
    text = (
        "TF_REPEATED_DATA ignoring data with redundant timestamp for frame odom (parent map) at time 12.5 according to"
    )
    told = one(text)
    assert told.facts["parent"] == "map"
    assert any("ROS 1" in note for note in told.notes)


@pytest.mark.parametrize(
    ("z", "kind", "height"), [("1.12200", "point-vs-vector", 0.122), ("0.0398", "mount-rotation", None)]
)
def test_a_laser_that_is_not_planar_is_read_by_its_number(z: str, kind: str, height: float | None) -> None:
    told = one(f"Laser has to be mounted planar! Z-coordinate has to be 1 or -1, but gave: {z}")
    assert told.kinds[0] == kind
    assert told.facts.get("mounting_height_m") == height


@pytest.mark.parametrize("spelling", ["DURABILITY", "DURABILITY_QOS_POLICY"])
@pytest.mark.parametrize(
    "side",
    [
        "New publisher discovered on topic '/tf_static', offering incompatible QoS. No messages will be received "
        "from it.",
        "New subscription discovered on topic '/tf_static', requesting incompatible QoS. No messages will be "
        "sent to it.",
    ],
)
def test_volatile_statics_are_recognised_from_both_sides(side: str, spelling: str) -> None:
    told = one(f"{side} Last incompatible policy: {spelling}")
    assert told.kinds == ("static-qos",)
    assert told.facts == {"topic": "/tf_static", "policy": "DURABILITY"}
    assert "transient_local" in told.cure


@pytest.mark.parametrize(
    "arguments",
    [
        ["0", "0", "0", "world"],
        ["--frame-id", "a"],
        ["--x"],
        ["--x", "foo", "--frame-id", "a", "--child-frame-id", "b"],
        ["--qz", "1", "--yaw", "1"],
        ["--x", "1", "0", "0", "0", "0", "0", "0", "a", "b"],
        [],
    ],
)
def test_every_refused_command_line_gets_its_own_cause(arguments: list[str]) -> None:
    error = parse(arguments).error
    told = one(f"[ERROR] [1.5] [static_transform_publisher]: error parsing command line arguments: {error}")
    assert told.facts["reason"] == error
    assert "lists the flags" not in told.likely[0].why


def test_the_old_form_tells_of_its_order() -> None:
    assert any("yaw first" in note for note in one(OLD_STYLE_WARNING).notes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n\n",
        "my robot drives backwards",
        "Transform cache timed out while waiting for transform from base_link to map",
        "parameter buffer_duration is too small",
        "Traceback (most recent call last): KeyError: 'odom'",
    ],
)
def test_an_unknown_text_is_answered_honestly(text: str) -> None:
    told = one(text)
    assert told.id == "unknown"
    assert "TF_OLD_DATA" not in told.meaning
    assert "Paste the whole message" in told.cure
    assert "extrapolation-future" in told.facts["known"]


def test_frame_names_never_become_shell_commands() -> None:
    told = one(future("12.0", "11.0", source="$(reboot)", target="a; rm -rf ~"))
    command = next(c for c in told.confirm if "tf2_echo" in c)
    assert shlex.split(command)[-2:] == ["a; rm -rf ~", "$(reboot)"]


@given(st.text(max_size=300))
def test_no_paste_ends_in_a_traceback(text: str) -> None:
    assert explain.as_text(explain.explain(text))


@given(st.sampled_from(TEMPLATES), st.text(max_size=20), st.data())
def test_no_odd_name_ends_in_a_traceback(chosen: tuple[Text, str], name: str, data: st.DataObject) -> None:
    whole = _HOLE.sub(lambda hole: FILLING[hole[2]].replace("base_scan", name).replace("12.5", name), chosen[1])
    cut = data.draw(st.integers(0, len(whole)))
    explain.as_text(explain.explain(whole[:cut] + name + whole[cut:]))


def test_junk_is_named() -> None:
    for junk in (None, 5, b"bytes", ["text"]):
        with pytest.raises(InputError, match=r"^text is "):
            explain.explain(junk)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"^explanations is "):
            explain.as_text(junk)  # type: ignore[arg-type]


def test_lines_are_put_together_as_they_were() -> None:
    cleaned = paste.read("[a-1] [INFO] [1.5] [n]: for frame my\n[a-1] _frame x")
    assert cleaned.squeezed == "\x1eforframemy_framex"
    assert cleaned.original(9, 17) == "my_frame"
    assert cleaned.node_at(3) == "n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        future("1700000000.1", "1700000000.0") + "\n",
        '"' + "a" * 250,
        "'" * 3,
        "[",
        "Frame x exists with parent ",
        'Invalid frame ID "',
        "TF_OLD_DATA ignoring data from the past for frame ",
        "Timed out waiting for transform from a to ",
        "[0;",
        "1",
        "\n",
        '"a" -> "b" ',
    ],
)
def test_huge_pastes_take_seconds_at_most(piece: str) -> None:
    started = time.perf_counter()
    explain.explain(piece * (paste.MOST_CHARACTERS // len(piece) + 1))
    assert time.perf_counter() - started < 20
