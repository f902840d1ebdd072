"""Questions about the catalogue of faults (appendix): which observation tells two faults apart, as measured."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from tfsandbox import faults
from tfsandbox.faults import lookalikes
from tfsandbox.faults.lookalikes import CLEAN, Matrix
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn

_DESIGNS = {
    "diff_drive": "a robot with two driven wheels",
    "car": "a self-driving car",
    "mobile_arm": "an arm on wheels",
    "drone": "a drone",
}
_LONGEST_STORY, _LONGEST_CURE = 125, 100

_CURED_ALIKE = (
    {"omit", "placeholder-identity", "rotation-left-out", "mount-off", "missing-static", "static-bridge"},
    {"missing-static", "static-sent-once", "bag-without-statics"},
    {"double-definition", "static-vs-dynamic", "two-parents", "cycle", "two-publishers"},
    {"wrong-base-frame", "base-mismatch"},
    {"asked-for-now", "low-rate", "latency", "loss", "out-of-order", "buffer-too-short"},
    {"body-for-optical", "hard-coded-frame", "scoped-name", "leading-slash", "empty-name", "self-transform"},
    {"missing-odometry-link", "fake-odometry", "publisher-dies"},
    {"swap", "swap-true-inverse", "swap-neg-t", "inverse-value", "calibration-inverted", "inverted-odometry", "cycle"},
    {"clock-jitter", "out-of-order"},
    {"euler-order", "trailing-period"},
    {"equal-names", "neighbours-robot", "bag-vs-live"},
)  # faults of different families whose cures would help each other: never offered beside each other


@functools.cache
def _measured() -> Mapping[str, Matrix]:
    return MappingProxyType(lookalikes.matrices())


def _matrix(rng: Random) -> Matrix:
    return _measured()[rng.choice(list(_DESIGNS))]


@functools.cache
def _story(name: str) -> str:
    """Return how a fault happens to people, in one line."""
    return inspect.cleandoc(faults.find(name).__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _short(matrix: Matrix) -> list[str]:
    return [name for name in matrix.answers if name != CLEAN and len(_story(name)) <= _LONGEST_STORY]


def _robot(matrix: Matrix) -> str:
    return _DESIGNS[matrix.design]


def _asked(matrix: Matrix, number: int) -> str:
    question = matrix.questions[number]
    return f"{question.command}: {question.question}"


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def apart(rng: Random) -> Question:
    """Return a choice: which question is answered differently by two faults that have a sign in common?"""
    matrix = _matrix(rng)
    one, other, split, alike = _neighbours(rng, matrix)
    a, b = matrix.answers[one], matrix.answers[other]
    same = [i for i in range(len(a)) if a[i] == b[i] and i != alike]
    shown = [split, alike, *rng.sample(same, 2)]
    choices = [
        Choice(
            _asked(matrix, i),
            f"For the first fault the answer is {_yes(a[i])}, for the second {_yes(b[i])}."
            + ("" if a[i] != b[i] else " It does not tell them apart."),
            "" if a[i] != b[i] else f"answered_alike_{_yes(a[i])}",
        )
        for i in shown
    ]
    statement = (
        f"Two faults on {_robot(matrix)} have a sign in common. First: \u201c{_story(one)}\u201d "
        f"Second: \u201c{_story(other)}\u201d "
        "Which question tells them apart?"
    )
    return choosing("gallery-apart", statement, rng, choices)


def _neighbours(rng: Random, matrix: Matrix) -> tuple[str, str, int, int]:
    """Return two faults, a question they answer differently, and one that both answer with yes."""
    while True:
        one, other = rng.sample(_short(matrix), 2)
        a, b = matrix.answers[one], matrix.answers[other]
        split = [i for i in range(len(a)) if a[i] != b[i]]
        alike = [i for i in range(len(a)) if a[i] and b[i]]
        if split and alike:
            return one, other, rng.choice(split), rng.choice(alike)


def told_by_yes(rng: Random) -> Question:
    """Return a choice: which fault gives a yes to this question?"""
    matrix, number = _question(rng, least=1)
    yes = [name for name in _short(matrix) if matrix.answers[name][number]]
    no = [name for name in _short(matrix) if not matrix.answers[name][number]]
    key = rng.choice(yes)
    choices = [
        Choice(
            _story(name),
            f"With this fault ({name}) the answer is {_yes(matrix.answers[name][number])}.",
            "" if name == key else "answers_no",
        )
        for name in (key, *rng.sample(no, 3))
    ]
    asked = matrix.questions[number]
    statement = (
        f"On {_robot(matrix)} you type {asked.command} and ask: {asked.question} It is so. Which of these stories fits?"
    )
    return choosing("gallery-yes", statement, rng, choices)


def lookalike(rng: Random) -> Question:
    """Return a choice: which other fault answers the same question with yes?"""
    matrix, number = _question(rng, least=2)
    one, key = rng.sample([name for name in _short(matrix) if matrix.answers[name][number]], 2)
    no = [name for name in _short(matrix) if not matrix.answers[name][number]]
    choices = [
        Choice(
            _story(name),
            f"With {name} the answer is {_yes(matrix.answers[name][number])}"
            + (", too: one sign is not enough. Look for a second one." if name == key else "."),
            "" if name == key else "answers_no",
        )
        for name in (key, *rng.sample(no, 3))
    ]
    statement = (
        f"On {_robot(matrix)} you suspect: \u201c{_story(one)}\u201d "
        f"You check with {_asked(matrix, number)} It is so. Which other story would show this, too?"
    )
    return choosing("gallery-lookalike", statement, rng, choices)


def _question(rng: Random, *, least: int) -> tuple[Matrix, int]:
    """Return a design and the number of a question that at least so many, but not many, faults answer with yes."""
    while True:
        matrix = _matrix(rng)
        number = rng.randrange(len(matrix.questions))
        yes = sum(matrix.answers[name][number] for name in _short(matrix))
        if least <= yes <= 20 and not matrix.answers[CLEAN][number]:
            return matrix, number


def confirmed(rng: Random) -> Question:
    """Return a choice: which question is answered differently by a fault and by the healthy robot?"""
    matrix = _matrix(rng)
    while True:
        name = rng.choice(_short(matrix))
        seen, clean = matrix.answers[name], matrix.answers[CLEAN]
        differ = [i for i in range(len(seen)) if seen[i] != clean[i]]
        if differ:
            break
    same = [i for i in range(len(seen)) if seen[i] == clean[i]]
    choices = [
        Choice(
            _asked(matrix, i),
            f"With this fault the answer is {_yes(seen[i])}, on the healthy robot {_yes(clean[i])}.",
            "" if seen[i] != clean[i] else "as_on_the_healthy_robot",
        )
        for i in (rng.choice(differ), *rng.sample(same, 3))
    ]
    statement = (
        f"On {_robot(matrix)} you suspect: \u201c{_story(name)}\u201d "
        "Which question is answered otherwise on the healthy robot?"
    )
    return choosing("gallery-confirm", statement, rng, choices)


def cure(rng: Random) -> Question:
    """Return a choice: what mends this fault?"""
    families = [
        [f.name for f in family.FAULTS if len(f.cure) <= _LONGEST_CURE and len(_story(f.name)) <= _LONGEST_STORY]
        for family in faults.FAMILIES
    ]
    first, *rest = rng.sample(families, 4)
    name = rng.choice(first)
    near = {name}.union(*(group for group in _CURED_ALIKE if name in group))
    others = [rng.choice([other for other in names if other not in near]) for names in rest]
    choices = [
        Choice(
            _cure(each),
            f"{faults.find(each).rule} The catalogue calls this fault {each}."
            if each == name
            else f"That mends another fault, {each}: {_story(each)}",
            "" if each == name else "cures_another",
        )
        for each in (name, *others)
    ]
    statement = f"What happened: \u201c{_story(name)}\u201d What mends it?"
    return choosing("gallery-cure", statement, rng, choices)


def _cure(name: str) -> str:
    return faults.find(name).cure


def remaining(rng: Random) -> Question:
    """Return a numeric question: how many suspects are left after two answers?"""
    return drawn(rng, _remaining)


def _remaining(rng: Random) -> Question:
    matrix = _matrix(rng)
    one, other, split, alike = _neighbours(rng, matrix)
    signs = {name: (matrix.answers[name][alike], matrix.answers[name][split]) for name in _short(matrix)}
    alikes = [name for name in signs if signs[name][0] and name not in (one, other)]
    others = rng.sample(alikes, min(len(alikes), 3)) + rng.sample(sorted(signs.keys() - {*alikes, one, other}), 2)
    suspects = sorted({one, other, *others})
    seen = signs[rng.choice(suspects)]
    both = sum(signs[name] == seen for name in suspects)
    first = sum(signs[name][0] == seen[0] for name in suspects)
    key = float(both)
    choices = (
        Choice(key, "A suspect has to fit both answers."),
        Choice(float(first), "Those fit the first answer. Now use the second one, too.", "second_left_out"),
        Choice(float(len(suspects)), "Cross out every suspect that does not fit both answers.", "nobody_ruled_out"),
        Choice(float(len(suspects) - both), "Those are the ones that are ruled out.", "ruled_out"),
    )
    rows = "; ".join(f"{name}: {_yes(signs[name][0])}, {_yes(signs[name][1])}" for name in suspects)
    statement = (
        f"On {_robot(matrix)} you ask: (1) {_asked(matrix, alike)} (2) {_asked(matrix, split)} "
        f"The suspects' answers are {rows}. You see (1) {_yes(seen[0])} and (2) {_yes(seen[1])}. How many are left?"
    )
    hint = "Compare each suspect's two answers with what you see."
    return Question("gallery-remaining", statement, Kind.NUMERIC, key, choices, hint, 0.2)


QUESTIONS = (apart, told_by_yes, lookalike, confirmed, cure, remaining)
