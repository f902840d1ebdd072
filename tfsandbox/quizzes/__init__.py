"""The question bank: every question is a function of a ``random.Random``, all of them listed in QUESTIONS."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from tfsandbox.errors import InputError
from tfsandbox.quizzes import (
    axes,
    broken,
    clock_qos,
    direction,
    direction_numbers,
    frames,
    gallery,
    gaps,
    many_robots,
    map_odom,
    predictions,
    rep_105,
    rotations,
    sensors,
    start,
    time,
    tree,
)
from tfsandbox.quizzes.grading import Answer, Choice, Kind, Question, Verdict, grade, read, shown
from tfsandbox.quizzes.slips import check_transform
from tfsandbox.quizzes.turns import CALIBRATION_FILE, TURNS, check_turn

Maker = Callable[[Random], Question]

QUESTIONS: tuple[Maker, ...] = (
    direction.imu_on_the_wrong_side,
    direction.ratio_one_at_120_degrees,
    direction.not_part_of_the_same_tree,
    direction.cup_on_a_swapped_shelf,
    direction.gap_of_a_turned_mount,
    *direction_numbers.QUESTIONS,
    *start.QUESTIONS,
    *frames.QUESTIONS,
    *rotations.QUESTIONS,
    *time.QUESTIONS,
    *gaps.QUESTIONS,
    *clock_qos.QUESTIONS,
    *sensors.QUESTIONS,
    *axes.QUESTIONS,
    *many_robots.QUESTIONS,
    *gallery.QUESTIONS,
    *map_odom.QUESTIONS,
    *rep_105.QUESTIONS,
    *tree.QUESTIONS,
    *broken.QUESTIONS,
)

PREDICTIONS: tuple[Maker, ...] = (
    predictions.cup,
    predictions.shelf_gap,
    predictions.turned_laser,
    predictions.ratio_at_180,
    predictions.differences,
    predictions.who_is_lost,
)


def question(id: str, *, seed: int = 0) -> Question:
    """Return the question or prediction with this id, its numbers and order drawn from the seed.

    Raises:
        InputError: no such question, or a seed that is not a whole number.
    """
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError("seed", seed, "give a whole number")
    makers = _makers()
    if isinstance(id, str) and id in makers:
        return makers[id](Random(seed))
    topic = id.split("-")[0] if isinstance(id, str) else ""
    near = [known for known in makers if known.startswith(f"{topic}-")] or list(makers)
    raise InputError("id", id, f"give one of {', '.join(near)}")


@cache
def _makers() -> dict[str, Maker]:
    """Return every maker by its question's id, which is the same for every draw."""
    return {make(Random(0)).id: make for make in (*QUESTIONS, *PREDICTIONS)}


__all__ = [
    "CALIBRATION_FILE",
    "PREDICTIONS",
    "QUESTIONS",
    "TURNS",
    "Answer",
    "Choice",
    "Kind",
    "Question",
    "Verdict",
    "check_transform",
    "check_turn",
    "grade",
    "question",
    "read",
    "shown",
]
