"""Questions about time (lesson 06), worked out once more from the numbers in their statements."""

import re
from random import Random

import pytest

from tfsandbox.quizzes import gaps, grade, time

SEEDS = range(20)


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("seed", SEEDS)
def test_window(seed):
    drawn = time.window(Random(seed))
    cache, _, newest = numbers(drawn.statement)
    assert drawn.key == newest - cache


@pytest.mark.parametrize("seed", SEEDS)
def test_interpolation(seed):
    drawn = time.interpolation(Random(seed))
    x0, t0, x1, t1, t = numbers(drawn.statement)
    assert drawn.key == pytest.approx(x0 + (x1 - x0) * (t - t0) / (t1 - t0), abs=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_yaw_takes_the_short_way(seed):
    drawn = time.interpolated_yaw(Random(seed))
    a, _, b, _, t = numbers(drawn.statement)[:5]
    assert drawn.key == pytest.approx(a + (t - 1) * (b + 360 - a), abs=1e-5)
    answers = [choice.answer for choice in drawn.choices]
    assert min(abs(p - q) for i, p in enumerate(answers) for q in answers[:i]) > 6  # more than 0.1 rad


@pytest.mark.parametrize("seed", SEEDS)
def test_latest_is_the_older_of_two_newest_stamps(seed):
    drawn = time.latest_common(Random(seed))
    _, slam, odometry, *_ = numbers(drawn.statement)
    assert drawn.key == min(slam, odometry)


@pytest.mark.parametrize("seed", SEEDS)
def test_side(seed):
    drawn = time.which_side(Random(seed))
    begin, end, early, late, asked = numbers(drawn.statement)
    first, last = max(begin, early), min(end, late)
    wanted = "into the past" if asked < first else "into the future" if asked > last else "interpolated"
    assert wanted in drawn.key


def test_all_three_sides_are_drawn():
    assert len({time.which_side(Random(seed)).key for seed in SEEDS}) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_travel(seed):
    drawn = time.travel(Random(seed))
    speed, _, _, then, ahead, now = numbers(drawn.statement)
    assert drawn.key == pytest.approx(ahead - speed * (now - then))


def test_the_fixed_frame_is_odom():
    assert {time.fixed_frame(Random(seed)).key for seed in SEEDS} == {"fixed_frame = odom"}


@pytest.mark.parametrize("seed", SEEDS)
def test_gap(seed):
    drawn = gaps.gap(Random(seed))
    asked, edge = numbers(drawn.statement)[-2:]
    assert drawn.key == pytest.approx(abs(asked - edge), abs=1e-6)
    assert ("into the past" in drawn.statement) == (asked < edge)
    assert grade(drawn, -drawn.key).slip == "sign"


@pytest.mark.parametrize("seed", SEEDS)
def test_cause_of_a_gap(seed):
    drawn = gaps.cause_of_gap(Random(seed))
    asked, latest = numbers(drawn.statement)[-2:]
    wanted = "on its way" if asked - latest < 0.05 else "has died" if asked - latest < 100 else "wall time"
    assert wanted in drawn.key


def test_all_causes_are_drawn():
    assert len({gaps.cause_of_gap(Random(seed)).key for seed in SEEDS}) == 3


@pytest.mark.parametrize(
    ("make", "said", "key"),
    [
        (gaps.single_sample, "but only time", "Send the mount on /tf_static."),
        (gaps.stamps_ahead, "into the future", "Compare the two machines' clocks."),
        (gaps.earlier_than_all, "earlier than all the data", "Scans count from power-on, tf by the date."),
    ],
)
def test_the_same_cure_whatever_the_numbers(make, said, key):
    drawn = [make(Random(seed)) for seed in SEEDS]
    assert {one.key for one in drawn} == {key}
    assert all(said in one.statement for one in drawn)


def test_a_full_queue_waits_for_the_frame_it_names():
    for seed in SEEDS:
        drawn = gaps.queue_full(Random(seed))
        frame = re.search(r"frame '(\w+)'", drawn.statement)[1]
        assert drawn.key == f"No transform from {frame} covers these stamps."
