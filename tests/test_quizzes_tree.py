"""Questions on the tree, map -> odom and broken robots: worked out once more by other means."""

from __future__ import annotations

import cmath
import re
from random import Random

import pytest

from tfsandbox.geometry import Transform
from tfsandbox.quizzes import broken, grade, map_odom, rep_105, tree

MAKERS = (*tree.QUESTIONS, *map_odom.QUESTIONS, *rep_105.QUESTIONS, *broken.QUESTIONS)
SEEDS = range(12)


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


def plane(x: float, y: float, yaw: float) -> tuple[complex, complex]:
    return complex(x, y), cmath.exp(1j * yaw)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_every_foreseen_answer_reaches_its_feedback(make):
    for seed in SEEDS:
        drawn = make(Random(seed))
        for choice in drawn.choices:
            verdict = grade(drawn, choice.answer)
            assert (verdict.feedback, verdict.slip) == (choice.feedback, choice.slip)
            assert verdict.right == (choice.slip == "")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("make", [map_odom.x_of_map_odom, map_odom.y_of_map_odom])
def test_map_odom_by_complex_numbers(make, seed):
    drawn = make(Random(seed))
    x, y, yaw, X, Y, YAW = numbers(drawn.statement)[:6]
    (t, turn), (T, TURN) = plane(x, y, yaw), plane(X, Y, YAW)
    found = T - TURN / turn * t
    assert drawn.key == pytest.approx(found.real if drawn.id.endswith("x") else found.imag, abs=2e-3)


def test_the_worked_example():
    found = map_odom.correction(Transform.from_rpy(5.4, 0.3, yaw=0.05), Transform((5.0, 0.0, 0.0)))
    assert (*found.translation[:2], found.yaw) == pytest.approx((0.406, 0.050, 0.05), abs=5e-4)


def test_the_knowledge_check():
    assert map_odom.without_heading(Random(0)).key == "(0.3 m, 0.1 m, 0 rad)"
    assert "smooth" in rep_105.why_not_map_to_base(Random(0)).key
    assert "alternate" in broken.vibrating(Random(0)).key


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_worked_out_from_the_statement(seed):
    plate, _, second = numbers(tree.last_word(Random(seed)).statement)
    assert tree.last_word(Random(seed)).key == pytest.approx(plate + second)
    one, two = numbers(tree.target_and_source(Random(seed)).statement)
    assert tree.target_and_source(Random(seed)).key == pytest.approx(-one - two)
    asked, newest = numbers(broken.stamp_ahead(Random(seed)).statement)
    assert broken.stamp_ahead(Random(seed)).key == pytest.approx(asked - newest, abs=1e-3)
    out, turn = numbers(rep_105.heading_moves_odom(Random(seed)).statement)
    assert rep_105.heading_moves_odom(Random(seed)).key == pytest.approx(abs(out - cmath.rect(out, turn)), abs=1e-3)
    key = tree.missing_link(Random(seed)).key
    assert key == "base_footprint -> base_link"
