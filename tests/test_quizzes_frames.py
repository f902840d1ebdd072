"""Questions on frames, rotations, direction and sensors: right values worked out by hand, and every slip told."""

from __future__ import annotations

import math
from random import Random

import pytest

from tfsandbox.quizzes import Kind, axes, direction_numbers, frames, grade, rotations, sensors

MAKERS = (
    *frames.QUESTIONS,
    *rotations.QUESTIONS,
    *direction_numbers.QUESTIONS,
    *sensors.QUESTIONS,
    *axes.QUESTIONS,
)
MAKER = {make(Random(0)).id: make for make in MAKERS}
FIXED = {"sensors-optical-rotation", "sensors-mirror"}  # these draw nothing but the order of their choices


def question(id, *, seed=0):
    return MAKER[id](Random(seed))


def near(expected):
    return pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_every_slip_is_told_apart_and_has_its_own_words(make):
    for seed in range(30):
        drawn = make(Random(seed))
        told = [grade(drawn, choice.answer) for choice in drawn.choices]
        assert [verdict.right for verdict in told].count(True) == 1
        assert [verdict.feedback for verdict in told] == [choice.feedback for choice in drawn.choices]
        assert len({verdict.feedback for verdict in told}) == len(told)
        assert len({verdict.slip for verdict in told}) == len(told) >= 4


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_new_numbers_are_drawn(make):
    statements = {make(Random(seed)).statement for seed in range(30)}
    assert len(statements) > 1 or make(Random(0)).id in FIXED


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_numbers_come_with_their_unit_and_a_hint(make):
    drawn = make(Random(3))
    if drawn.kind is not Kind.CHOICE:
        assert drawn.otherwise
        assert drawn.unit or drawn.id == "direction-ratio"
        assert 0 < drawn.tolerance < 0.2


# The numbered hand calculations of tests/test_hand_calculations.py, asked as questions.
HAND = {
    "05 shelf to floor adds 1": (direction_numbers.data_question(1.0, 0.5, into="floor"), 1.5, "inverse", -0.5),
    "06 floor to shelf subtracts 1": (direction_numbers.data_question(1.0, 1.5, into="shelf"), 0.5, "inverse", 2.5),
    "07 backwards: ratio 2": (direction_numbers.ratio_question(0.2, "swap"), 2.0, "gap", 0.4),
    "08 omitted: ratio 1": (direction_numbers.ratio_question(0.3, "omit"), 1.0, "gap", 0.3),
    "09 R^T t": (direction_numbers.inverse_question(0.2, 90), (0.0, 0.2), "missing_minus", (0.0, -0.2)),
    "10 not only a minus": (direction_numbers.inverse_question(0.2, 90), (0.0, 0.2), "sign", (-0.2, 0.0)),
}


@pytest.mark.parametrize(("asked", "key", "slip", "wrong"), HAND.values(), ids=HAND)
def test_the_hand_calculations(asked, key, slip, wrong):
    assert asked.key == near(key)
    assert {choice.slip: choice.answer for choice in asked.choices}[slip] == near(wrong)


def numbers_of(drawn):
    """The numbers of a statement, in order."""
    cleaned = "".join(sign if sign.isdigit() or sign in ".-" else " " for sign in drawn.statement)
    return [float(word.strip(".")) for word in cleaned.split() if any(sign.isdigit() for sign in word)]


@pytest.mark.parametrize("seed", range(20))
def test_numbers_worked_out_from_the_words(seed):
    _, _, yaw, speed = numbers_of(question("frames-vector", seed=seed))[:4]
    assert question("frames-vector", seed=seed).key == near(speed * math.sin(math.radians(yaw)))

    x, y, yaw = numbers_of(question("frames-inverse", seed=seed))[:3]
    cosine, sine = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    assert question("frames-inverse", seed=seed).key == near(-(cosine * x + sine * y))

    x, y, yaw, ahead = numbers_of(question("frames-point", seed=seed))[:4]
    cosine, sine = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    assert question("frames-point", seed=seed).key == near((x + ahead * cosine, y + ahead * sine))

    (bearing,) = numbers_of(question("frames-compass", seed=seed))[:1]
    assert math.sin(question("frames-compass", seed=seed).key) == near(math.cos(math.radians(bearing)))

    typed, ruler, shown = numbers_of(question("sensors-drive-to-wall", seed=seed))[:3]
    assert question("sensors-drive-to-wall", seed=seed).key == near(typed + ruler - shown)

    ahead, yaw, post = numbers_of(question("sensors-post", seed=seed))[:3]
    cosine, sine = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    assert question("sensors-post", seed=seed).key == near((ahead + cosine * (post - ahead), -sine * (post - ahead)))

    (yaw,) = numbers_of(question("sensors-left-handed-yaw", seed=seed))[:1]
    assert question("sensors-left-handed-yaw", seed=seed).key == near(-math.radians(yaw))

    _, yaw = numbers_of(question("direction-calibration", seed=seed))[:2]
    assert question("direction-calibration", seed=seed).key == near(2 * math.radians(yaw))


def triple_in(text):
    """The numbers in the first brackets of a text that hold any."""
    inside = next(part.split(")")[0] for part in text.split("(")[1:] if part[0] in "-0123456789")
    return tuple(float(number) for number in inside.split(","))


@pytest.mark.parametrize("seed", range(10))
def test_places_in_other_worlds(seed):
    for id, convert in {
        "sensors-ned": lambda north, east, down: (east, north, -down),
        "sensors-y-up": lambda x, y, z: (-z, -x, y),
        "sensors-left-handed-place": lambda x, y, z: (x / 100, -y / 100, z / 100),
        "frames-quaternion-order": lambda w, x, y, z: (x, y, z, w),
    }.items():
        drawn = question(id, seed=seed)
        assert triple_in(drawn.key) == near(convert(*triple_in(drawn.statement)))


@pytest.mark.parametrize("seed", range(10))
def test_places_in_words(seed):
    for id, convert in {
        "frames-axes": lambda ahead, left, up: (ahead, left, up),
        "sensors-optical-place": lambda ahead, left, up: (-left, -up, ahead),
    }.items():
        drawn = question(id, seed=seed)
        ahead, side, up = numbers_of(drawn)[:3]
        left = side if "left" in drawn.statement else -side
        assert triple_in(drawn.key) == near(convert(ahead, left, up))


def test_what_does_not_change():
    assert question("sensors-optical-rotation").key == "(-0.5, 0.5, -0.5, 0.5)"
    assert question("frames-double-cover").shown_key.startswith("By 0 degrees")
    assert question("frames-angle-order").shown_key.startswith("0 0 0 ")
    assert question("sensors-mirror").shown_key.startswith("A rotation never")
    assert "base_link" in question("sensors-smeared-walls").shown_key


@pytest.mark.parametrize("seed", range(12))
def test_the_inner_names_of_a_chain_match(seed):
    chain = question("frames-chain", seed=seed)
    verdicts = {choice.slip: choice.feedback for choice in chain.choices}
    assert "The inner names are equal" in verdicts[""]
    assert verdicts.keys() == {"", "order", "inverse_first", "inverse_second", "inverse_first_and_second"}
    assert all("do not match" in words for slip, words in verdicts.items() if slip)


def test_the_walls_point_at_the_first_frame_that_is_wrong():
    links = {"in odom they": "odom -> base_link", "in map they": "map -> odom", "already": "base_link -> laser"}
    for seed in range(10):
        drawn = question("sensors-fixed-frame", seed=seed)
        (link,) = {link for words, link in links.items() if words in drawn.statement.lower()}
        assert drawn.key == link


def test_the_next_step_is_that_of_the_decision_table():
    asked = {question("direction-next-step", seed=seed).statement: seed for seed in range(40)}
    assert len(asked) == 5
    for statement, seed in asked.items():
        key = question("direction-next-step", seed=seed).shown_key
        assert ("a root" in statement and "no rotation" in statement) == (
            key == "Exchange frame_id and child_frame_id."
        )
