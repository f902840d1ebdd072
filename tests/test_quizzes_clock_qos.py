"""Questions about /clock and quality of service (lesson 07), worked out once more from their statements."""

import re
from random import Random

import pytest

from tfsandbox.qos import TF_STATIC_PUBLISHER_QOS, QoS
from tfsandbox.quizzes import clock_qos, grade, latching

SEEDS = range(20)


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("seed", SEEDS)
def test_paused_clock(seed):
    drawn = clock_qos.paused_clock(Random(seed))
    _, before, pause, after, rate = numbers(drawn.statement)
    assert drawn.key == before + after * rate
    assert grade(drawn, before + pause + after * rate).slip == "pause_counted"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_frozen_clock_repeats_its_value(seed):
    drawn = clock_qos.frozen_clock(Random(seed))
    at = numbers(drawn.statement)[0]
    assert drawn.key == f"/clock keeps coming and says {at:g} s; sensors send nothing."


@pytest.mark.parametrize("seed", SEEDS)
def test_who_forgot(seed):
    drawn = clock_qos.who_forgot(Random(seed))
    asked, data = numbers(drawn.statement)[-2:]
    assert drawn.key == ("The listener." if asked > data else "The odometry node.")


def test_both_may_forget():
    assert len({clock_qos.who_forgot(Random(seed)).key for seed in SEEDS}) == 2


def test_after_a_reset_what_is_static_stays():
    drawn = [clock_qos.after_reset(Random(seed)) for seed in SEEDS]
    assert {one.key for one in drawn} == {"base_link <- laser, but not odom <- base_link."}
    assert all("Detected jump back in time." in one.statement for one in drawn)


@pytest.mark.parametrize("seed", SEEDS)
def test_old_data(seed):
    drawn = clock_qos.old_data(Random(seed))
    cache, newest, _ = numbers(drawn.statement)
    assert drawn.key == newest - cache


RELIABILITY = "Nothing. Incompatible policy: RELIABILITY."
DURABILITY = "Nothing. Incompatible policy: DURABILITY."


@pytest.mark.parametrize("seed", SEEDS)
def test_match(seed):
    drawn = latching.match(Random(seed))
    (offered, kept), (wanted, late) = re.findall(
        r"(reliable|best_effort) / (volatile|transient_local)", drawn.statement
    )
    if (offered, wanted) == ("best_effort", "reliable"):
        assert drawn.key == RELIABILITY
    elif (kept, late) == ("volatile", "transient_local"):
        assert drawn.key == DURABILITY
    else:
        assert drawn.key.startswith("The message sent before" if late == "transient_local" else "Only messages")


def test_all_four_outcomes_are_drawn():
    assert len({latching.match(Random(seed)).key for seed in SEEDS}) == 4


@pytest.mark.parametrize("seed", SEEDS)
def test_depth(seed):
    drawn = latching.depth_one(Random(seed))
    mounts, depth, _ = numbers(drawn.statement)
    assert drawn.key == min(depth, mounts)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_publisher_keeps_its_own(seed):
    drawn = latching.own_publishers(Random(seed))
    assert drawn.key == numbers(drawn.statement)[0]
    assert grade(drawn, 1).slip == "one_for_the_topic"


def test_a_late_listener_asks_for_transient_local():
    drawn = [latching.late_listener(Random(seed)) for seed in SEEDS]
    assert {one.key for one in drawn} == {"durability: transient_local"}


def test_what_is_heard_before_and_after_joining():
    assert latching.heard((QoS(10),), QoS(10), early=3, late=2) == 2
    assert latching.heard((TF_STATIC_PUBLISHER_QOS,), TF_STATIC_PUBLISHER_QOS, early=3, late=2) == 3
    assert latching.heard((QoS(10),), TF_STATIC_PUBLISHER_QOS, early=3, late=2) == 0
