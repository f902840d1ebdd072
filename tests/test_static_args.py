import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import static_args
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform

GOLDEN = Path(__file__).parent / "golden" / "tools_samples.json"
SAMPLES = json.loads(GOLDEN.read_text(encoding="utf-8"))["static_transform_publisher"]
FRAMES = ["--frame-id", "a", "--child-frame-id", "b"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: " ".join(s["argv"]) or "nothing")
def test_every_sample_of_the_real_program(sample):
    got, wanted = static_args.parse(sample["argv"]), sample["result"]
    assert (got.error, got.help) == (wanted["error"], wanted["help"])
    assert (got.frame_id, got.child_frame_id) == (wanted["frame_id"], wanted["child_frame_id"])
    assert got.transform.translation == pytest.approx(wanted["t"], abs=1e-12)
    assert got.transform.rotation == pytest.approx(wanted["q"], abs=1e-15)


def test_old_style_warns_and_puts_yaw_first():
    got = static_args.parse(["1", "2", "3", "0.1", "0.2", "0.3", "p", "c"])
    assert got.warnings == ("Old-style arguments are deprecated; see --help for new-style arguments",)
    assert got.transform.rpy == pytest.approx((0.3, 0.2, 0.1))
    assert static_args.parse(FRAMES).warnings == ()


STOD = {"1.5m": 1.5, " \t2": 2.0, "-.5": -0.5, "3.": 3.0, "1e": 1.0, "0x10": 16.0, "0x1p-1z": 0.5, "0x": 0.0}
STOD |= {"inf": math.inf, "-INFINITY": -math.inf, "1_000": 1.0, "1,5": 1.0, "0e999": 0.0, "+7kg": 7.0}


@pytest.mark.parametrize(("text", "value"), STOD.items())
def test_numbers_are_read_as_stod_reads_them(text, value):
    assert static_args.to_double(text) == value


@pytest.mark.parametrize("text", ["", "m", "--1", "e5", ".", "+", "٣"])
def test_what_stod_refuses(text):
    with pytest.raises(ValueError, match="no number"):
        static_args.to_double(text)
    assert static_args.parse(["--x", text, *FRAMES]).error == "Failed to parse --x argument as float"


@pytest.mark.parametrize("text", ["1e999", "-1e999", "1e-999", "0x1p99999", "9" * 400])
def test_numbers_beyond_double_end_the_program(text):
    got = static_args.parse(["--x", text, *FRAMES])
    assert got.abort == static_args.OUT_OF_RANGE
    assert not got.publishes


def test_nan_passes_as_in_the_program():
    assert math.isnan(static_args.parse(["--x", "nan", *FRAMES]).transform.translation[0])
    assert all(map(math.isnan, static_args.parse(["--yaw", "inf", *FRAMES]).transform.rotation))


def test_equal_names_parse_but_do_not_publish():
    got = static_args.parse(["--frame-id", "a", "--child-frame-id", "a"])
    assert got.error == ""
    assert not got.publishes


def test_ros_arguments_are_taken_out():
    words = ["--x", "1", "--ros-args", "-r", "__node:=n", "--", "--frame-id", "a"]
    assert static_args.without_ros_arguments(words) == ("--x", "1", "--frame-id", "a")


@given(
    st.tuples(*[st.floats(-1e6, 1e6).filter(lambda v: v == 0 or abs(v) > 1e-300)] * 3),
    st.sampled_from([(0.0, 0.0, 0.0, 1.0), (-0.5, 0.5, -0.5, 0.5), (0.0, 0.0, 0.6, 0.8)]),
)
def test_written_arguments_read_back(translation, rotation):
    transform = Transform(translation, rotation)
    got = static_args.parse(static_args.arguments("base_link", "laser", transform))
    assert (got.error, got.frame_id, got.child_frame_id, got.transform) == ("", "base_link", "laser", transform)


WORDS = st.sampled_from([s for sample in SAMPLES for s in sample["argv"]]) | st.text(max_size=8)


@given(st.lists(WORDS, max_size=14))
def test_any_words_give_a_result(words):
    got = static_args.parse(words)
    assert got.publishes or got.error or got.help or got.abort or got.frame_id == got.child_frame_id


@given(st.none() | st.integers() | st.text() | st.lists(st.integers() | st.none(), min_size=1) | st.binary())
def test_junk_is_refused_by_name(junk):
    with pytest.raises(InputError, match=r"^arguments"):
        static_args.parse(junk)


def test_absurd_lengths_are_refused():
    with pytest.raises(InputError, match="at most"):
        static_args.parse(["a"] * 100_000)
    with pytest.raises(InputError, match=r"arguments\[0\]"):
        static_args.parse(["a" * 100_000])
