"""What questions are made of: buffers filled by hand, and foreseen answers that keep their distance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question, _distance
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import seconds_to_ns

LEAST_APART = 0.05
_DRAWS = 1000


def moving(buffer: Buffer, parent: str, child: str, *, stamps: Iterable[float], speed: float = 0.0) -> None:
    """Put a link into a buffer that drives along x: at each stamp (seconds) x is speed times stamp, in metres."""
    for stamp in stamps:
        pose = Transform((speed * stamp, 0.0, 0.0))
        buffer.set_transform(StampedTransform(parent, child, pose, seconds_to_ns(stamp)))


def fixed(buffer: Buffer, parent: str, child: str, pose: Transform | None = None) -> None:
    """Put a static link into a buffer; without a pose, an identity."""
    buffer.set_transform_static(StampedTransform(parent, child, pose or Transform()))


def refusal(buffer: Buffer, target: str, source: str, time: float | None = None) -> str:
    """Return tf2's text for a lookup that fails, "" for one that answers."""
    try:
        buffer.lookup_transform(target, source, time)
    except TransformException as error:
        return str(error).strip()
    return ""


def drawn(rng: Random, make: Callable[[Random], Question]) -> Question:
    """Return the first question drawn whose foreseen answers can be told apart."""
    question = make(rng)
    for _ in range(_DRAWS):
        if _tell_apart(question):
            break
        question = make(rng)
    return question


def choosing(id: str, statement: str, rng: Random, choices: Iterable[Choice]) -> Question:
    """Return a question with choices in an order that is drawn; the one without a slip is right."""
    order = list(choices)
    rng.shuffle(order)
    key = next(choice.answer for choice in order if not choice.slip)
    return Question(id, statement, Kind.CHOICE, key, tuple(order))


def _tell_apart(question: Question) -> bool:
    answers = [choice.answer for choice in question.choices]
    least = max(LEAST_APART, 2 * question.tolerance)
    return all(a != b and _distance(a, b) > least for i, a in enumerate(answers) for b in answers[:i])
