"""Questions about the catalogue (appendix), looked up once more in what was measured."""

import re
from random import Random

import pytest

from tfsandbox import faults
from tfsandbox.faults import lookalikes
from tfsandbox.quizzes import gallery

SEEDS = range(20)
STORIES = {entry["story"]: entry["name"] for entry in faults.catalog()}
ROBOTS = {
    "a robot with two driven wheels": "diff_drive",
    "a self-driving car": "car",
    "an arm on wheels": "mobile_arm",
    "a drone": "drone",
}


@pytest.fixture(scope="module")
def measured():
    return lookalikes.matrices()


def matrix_of(drawn, measured):
    (design,) = (design for words, design in ROBOTS.items() if f" {words} " in f" {drawn.statement} ".replace(",", ""))
    return measured[design]


def suspects(text: str) -> list[str]:
    return [STORIES[story] for story in re.findall("\u201c(.*?)\u201d", text)]


def asked(matrix, text: str) -> int:
    return [f"{q.command}: {q.question}" for q in matrix.questions].index(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_key_tells_two_faults_apart(seed, measured):
    drawn = gallery.apart(Random(seed))
    matrix = matrix_of(drawn, measured)
    one, other = suspects(drawn.statement)
    for choice in drawn.choices:
        number = asked(matrix, choice.answer)
        differs = matrix.answers[one][number] != matrix.answers[other][number]
        assert differs == (choice.answer == drawn.key)


@pytest.mark.parametrize("make", [gallery.told_by_yes, gallery.lookalike])
@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_key_says_yes(make, seed, measured):
    drawn = make(Random(seed))
    matrix = matrix_of(drawn, measured)
    numbers = [i for i, q in enumerate(matrix.questions) if q.question in drawn.statement]
    yes = [c.answer for c in drawn.choices if any(matrix.answers[STORIES[c.answer]][i] for i in numbers)]
    assert yes == [drawn.key]
    assert not any(matrix.answers["clean"][i] for i in numbers)


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_key_differs_from_the_healthy_robot(seed, measured):
    drawn = gallery.confirmed(Random(seed))
    matrix = matrix_of(drawn, measured)
    (name,) = suspects(drawn.statement)
    for choice in drawn.choices:
        number = asked(matrix, choice.answer)
        differs = matrix.answers[name][number] != matrix.answers["clean"][number]
        assert differs == (choice.answer == drawn.key)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_cure_is_that_of_the_story(seed):
    drawn = gallery.cure(Random(seed))
    (name,) = suspects(drawn.statement)
    assert drawn.key == faults.find(name).cure
    assert len({choice.answer for choice in drawn.choices}) == 4


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_left(seed):
    drawn = gallery.remaining(Random(seed))
    rows = re.findall(r"[\w-]+: (yes|no), (yes|no)", drawn.statement)
    seen = re.search(r"You see \(1\) (yes|no) and \(2\) (yes|no)", drawn.statement).groups()
    assert 4 <= len(rows) <= 7
    assert drawn.key == rows.count(seen) >= 1
