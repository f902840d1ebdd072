"""The question bank: keys right, choices distinct, every feedback reachable, junk answered kindly."""

from __future__ import annotations

import math
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox.conversions import transform_message
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.quizzes import (
    CALIBRATION_FILE,
    PREDICTIONS,
    QUESTIONS,
    TURNS,
    Kind,
    check_transform,
    check_turn,
    grade,
    question,
    shown,
)
from tfsandbox.recording import StampedTransform

MAKERS = (*QUESTIONS, *PREDICTIONS)
KEYS = {
    "predict-cup": 1.5,
    "predict-shelf-gap": 2.0,
    "predict-turned-laser": (0.0, 0.2),
    "predict-ratio-180": 0.0,
    "predict-differences": 0.0,
    "predict-who-is-lost": "base_link and laser.",
}


def distance(a, b) -> float:
    if isinstance(a, str) or isinstance(b, str):
        return 0.0 if a == b else math.inf
    return math.dist(a, b) if isinstance(a, tuple) else abs(a - b)


def module_and_name(make) -> str:
    return f"{make.__module__.rsplit('.', 1)[1]}.{make.__name__}"


@pytest.mark.parametrize("seeds", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("make", MAKERS, ids=module_and_name)
def test_key_and_choices_are_distinct_for_many_seeds(make, seeds):
    seen = {}
    for seed in range(seeds):
        drawn = make(Random(seed))
        if drawn in seen:
            continue
        seen[drawn] = seed
        answers = [choice.answer for choice in drawn.choices]
        assert answers.count(drawn.key) == 1
        apart = [distance(a, b) for i, a in enumerate(answers) for b in answers[:i]]
        assert min(apart) >= 0.05
        assert min(apart) > drawn.tolerance
    assert len({drawn.id for drawn in seen}) == 1


@pytest.mark.parametrize("make", MAKERS, ids=module_and_name)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_feedback_is_reached_and_only_the_key_is_right(make, seed):
    drawn = make(Random(seed))
    for choice in drawn.choices:
        verdict = grade(drawn, choice.answer)
        assert (verdict.right, verdict.feedback, verdict.slip) == (
            choice.answer == drawn.key,
            choice.feedback,
            choice.slip,
        )
        assert (choice.slip == "") == verdict.right
    if drawn.kind is not Kind.CHOICE:
        other = (7.0, -7.0) if drawn.kind is Kind.POINT else -4321.0
        assert grade(drawn, other).feedback == drawn.otherwise != ""


def test_ids_are_unique_and_find_their_question():
    ids = [make(Random(0)).id for make in MAKERS]
    assert len(set(ids)) == len(ids)
    assert [question(id).id for id in ids] == ids
    with pytest.raises(InputError, match="direction-imu"):
        question("direction-nothing")


def test_the_same_seed_draws_the_same_question():
    assert question("direction-cup", seed=5) == question("direction-cup", seed=5)
    assert len({question("direction-cup", seed=seed).statement for seed in range(20)}) > 3


@pytest.mark.parametrize(("id", "key"), KEYS.items())
def test_keys_of_the_predictions(id, key):
    assert question(id).key == pytest.approx(key) if not isinstance(key, str) else question(id).key == key


def test_the_three_questions_of_the_experiment():
    assert question("direction-imu").shown_key.startswith("The ratio is 2: the inverse was published. The tree tells")
    assert question("direction-ratio-one").shown_key.startswith("No. With this rotation a swap gives exactly 1")
    third = question("direction-same-tree")
    assert "not part of the same tree" in third.statement
    assert "already has a parent" in third.shown_key


@pytest.mark.parametrize("junk", ["", "two", "1,5", "nan", "inf", None, True, [], {}, (1, 2, 3), "9" * 400])
@pytest.mark.parametrize("id", ["predict-cup", "direction-imu", "predict-turned-laser"])
def test_junk_gets_a_kind_word(id, junk):
    with pytest.raises(InputError) as error:
        grade(question(id), junk)
    assert error.value.cure.split()[0] in ("write", "choose", "click", "give")


def test_numbers_may_come_as_text():
    assert grade(question("predict-cup"), " 1.5 ").right
    assert grade(question("predict-turned-laser"), ["0", "0.2"]).right


def test_answers_as_a_learner_reads_them():
    assert [shown(2.0, "m"), shown(0.0), shown((0.0, 0.2)), shown("Yes.")] == ["2 m", "0", "(0, 0.2) m", "Yes."]


MOUNT = StampedTransform("base_link", "camera", Transform.from_rpy(0.3, 0.1, z=0.2, yaw=math.pi / 2))
T = MOUNT.transform


def named(frame_id, child_frame_id, transform):
    return StampedTransform(frame_id, child_frame_id, transform)


@pytest.mark.parametrize(
    ("slip", "given"),
    [
        ("", MOUNT),
        ("blank", ...),
        ("swap", named("camera", "base_link", T)),
        ("swap_true_inverse", named("camera", "base_link", T.inverse())),
        ("names", named("base_link", "camra", T)),
        ("sign", named("base_link", "camera", Transform((-0.3, -0.1, -0.2), T.rotation))),
        ("inverse_value", named("base_link", "camera", T.inverse())),
        ("omit", named("base_link", "camera", Transform(rotation=T.rotation))),
        ("half_inverse", named("base_link", "camera", Transform(T.translation, T.inverse().rotation))),
        ("degrees", named("base_link", "camera", Transform.from_rpy(0.3, 0.1, z=0.2, yaw=90.0))),
        ("wxyz", named("base_link", "camera", Transform(T.translation, (T.rotation[3], *T.rotation[:3])))),
        ("no_rotation", named("base_link", "camera", Transform(T.translation))),
        ("other", named("base_link", "camera", Transform((1.0, 2.0, 3.0), T.rotation))),
        ("nonsense", named("base_link", "camera", Transform(T.translation, (0.0, 0.0, 0.0, 0.0)))),
        ("nonsense", named("base_link", "camera", Transform((math.nan, 0.0, 0.0), T.rotation))),
    ],
)
def test_slips_are_named(slip, given):
    verdict = check_transform(given, MOUNT)
    assert (verdict.slip, verdict.right) == (slip, slip == "")
    assert verdict.feedback


def test_subtracting_instead_of_inverting_is_named():
    file = CALIBRATION_FILE
    guess = Transform(tuple(-v for v in file.translation), file.inverse().rotation)
    assert check_turn("calibration-file", guess).slip == "subtracted"
    assert check_turn("calibration-file", file).slip == "inverse_value"
    assert check_turn("calibration-file", file.inverse()).right


@pytest.mark.parametrize(
    "given",
    [
        T,
        T.as_matrix(),
        [list(row) for row in T.rows()],
        transform_message(MOUNT),
        {"x": 0.3, "y": 0.1, "z": 0.2, "yaw": math.pi / 2},
        {"x": 0.3, "y": 0.1, "z": 0.2, "rotation": T.rotation},
    ],
    ids=["transform", "array", "rows", "message", "yaw", "quaternion"],
)
def test_many_forms_are_taken(given):
    assert check_transform(given, T).right


CAMERA = {"frame_id": "base_link", "child_frame_id": "camera", "x": 0.3, "y": 0.0, "z": 0.2, "yaw": math.pi / 2}


@pytest.mark.parametrize(
    ("change", "slip"),
    [
        ({}, ""),
        ({"yaw": ...}, "blank"),
        ({"yaw": None}, "blank"),
        ({"yaw": 90}, "degrees"),
        ({"x": -0.3, "z": -0.2}, "sign"),
        ({"frame_id": "camera", "child_frame_id": "base_link"}, "swap"),
        ({"frame_id": "base"}, "names"),
        ({"frame_id": 5}, "unreadable"),
        ({"x": "0.3"}, "unreadable"),
        ({"wide": 1.0}, "unreadable"),
    ],
)
def test_the_camera_cell(change, slip):
    verdict = check_turn("camera-mount", CAMERA | change)
    assert verdict.slip == slip
    assert str(verdict).startswith("Right." if slip == "" else "Not yet.")


def test_turns_are_found_by_name():
    assert set(TURNS) == {"camera-mount", "calibration-file"}
    with pytest.raises(InputError, match="camera-mount"):
        check_turn("laser", T)


junk = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=16,
)


@given(junk)
def test_any_junk_gets_a_verdict_and_never_an_error(given):
    assert not check_turn("calibration-file", given).right
    assert not check_turn("camera-mount", given).right


def test_a_matrix_of_nonsense_gets_a_verdict():
    assert check_transform(numpy.full((4, 4), math.nan), T).slip == "nonsense"
    assert check_transform(numpy.zeros((3, 3)), T).slip == "unreadable"
