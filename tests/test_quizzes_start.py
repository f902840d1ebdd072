"""Questions of the first lesson (lesson 00), worked out once more from their statements."""

import re
from itertools import pairwise
from random import Random

import pytest

from tfsandbox.quizzes import grade, start

SEEDS = range(20)


def links(text: str) -> list[tuple[str, str]]:
    return re.findall(r"(\w+) -> (\w+)", text)


@pytest.mark.parametrize("seed", SEEDS)
def test_words(seed):
    drawn = start.words(Random(seed))
    told = {"does not exist": "name", "unconnected trees": "pieces", "extrapolation": "time"}
    (wanted,) = (word for said, word in told.items() if said in drawn.statement)
    assert wanted in drawn.key


def test_all_three_troubles_are_drawn():
    assert len({start.words(Random(seed)).key for seed in SEEDS}) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_pieces(seed):
    drawn = start.pieces(Random(seed))
    found = links(drawn.statement)
    frames = {name for link in found for name in link}
    assert drawn.key == len(frames) - len(found)  # true of every forest


@pytest.mark.parametrize("seed", SEEDS)
def test_missing_link(seed):
    drawn = start.missing_link(Random(seed))
    chain = re.search(r"should be ([\w >-]+)\.", drawn.statement)[1].split(" -> ")
    published = links(drawn.statement.split("Published are")[1])
    (missing,) = {f"{a} -> {b}" for a, b in pairwise(chain) if (a, b) not in published}
    assert drawn.key == missing
    assert len(drawn.choices) == 4
    assert grade(drawn, " -> ".join(reversed(missing.split(" -> ")))).slip == "swap"


@pytest.mark.parametrize("seed", SEEDS)
def test_lost_frames(seed):
    drawn = start.lost(Random(seed))
    *tree, cut = links(drawn.statement)
    reached = {"map"}
    for parent, child in tree:
        if (parent, child) != cut and parent in reached:
            reached.add(child)
    assert drawn.key == len(tree) + 1 - len(reached)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrong_number_is_no_error(seed):
    drawn = start.no_error(Random(seed))
    typed = re.search(r"typed ([\d.]+)\.", drawn.statement)[1]
    assert drawn.key == f"Nothing. It answers z = {typed} m."
