"""What a question is and how an answer is judged: frozen values, no display."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from tfsandbox.errors import InputError
from tfsandbox.views.svg import Drawing

Answer = str | float | tuple[float, float]


class Kind(Enum):
    """How a question is answered."""

    CHOICE = "choice"
    NUMERIC = "numeric"
    POINT = "point"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that is foreseen: one of the choices, or a typical wrong number or point.

    Attributes:
        answer: text of the choice, a number, or a point (two numbers) in the drawing.
        feedback: what the learner reads after giving it.
        slip: short name of the mistake, e.g. ``"swap"``; "" for a right answer.
    """

    answer: Answer
    feedback: str
    slip: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question with everything needed to show it and to judge it.

    Attributes:
        id: kebab-case name, the same for every draw.
        statement: what is asked.
        kind: how it is answered.
        key: the right answer; for a choice, its text.
        choices: foreseen answers in the order shown; the key is among them.
        otherwise: feedback for any other number or point.
        tolerance: how near a number must be (in the question's unit), or a point (metres).
        unit: unit of a number, e.g. ``"m"``.
        picture: drawing to look at, or to click in.
        window: (left, right, bottom, top) of a clickable drawing in metres.
    """

    id: str
    statement: str
    kind: Kind
    key: Answer
    choices: tuple[Choice, ...]
    otherwise: str = ""
    tolerance: float = 0.0
    unit: str = ""
    picture: Drawing | None = None
    window: tuple[float, float, float, float] | None = None

    @property
    def shown_key(self) -> str:
        """The right answer as text."""
        return shown(self.key, self.unit)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged answer.

    Attributes:
        right: whether it is right.
        feedback: what the learner reads.
        slip: name of the mistake if it is a known one, else "".
    """

    right: bool
    feedback: str
    slip: str = ""

    def __str__(self) -> str:
        return ("Right. " if self.right else "Not yet. ") + self.feedback


def shown(answer: Answer, unit: str = "") -> str:
    """Return an answer as a learner reads it: ``2 m``, ``(0.3, 0.2) m`` or the text of a choice."""
    if isinstance(answer, str):
        return answer
    if isinstance(answer, tuple):
        return f"({answer[0]:g}, {answer[1]:g}) m"
    return f"{answer:.6g} {unit}".strip()


def read(question: Question, given: object) -> Answer:
    """Return what a learner typed or clicked as an answer of the question's kind.

    Args:
        question: the question that was asked.
        given: text, a number, or two of them.

    Raises:
        InputError: not an answer; the cure is a kind sentence to show to the learner.
    """
    if question.kind is Kind.CHOICE:
        if isinstance(given, str) and given in [choice.answer for choice in question.choices]:
            return str(given)
        raise InputError("answer", given, "choose one of the answers first")
    if question.kind is Kind.NUMERIC:
        return _number(given, f"write a number in {question.unit}" if question.unit else "write a number")
    if isinstance(given, (tuple, list)) and len(given) == 2:
        x, y = (_number(value, "give two numbers in metres") for value in given)
        return (x, y)
    raise InputError("answer", given, "click in the drawing, or write both numbers in metres")


def grade(question: Question, answer: object) -> Verdict:
    """Return whether the answer is right, with the feedback that fits it.

    Raises:
        InputError: not an answer at all (letters in a number field, an unknown choice).
    """
    given = read(question, answer)
    if question.kind is Kind.CHOICE:
        choice = next(c for c in question.choices if c.answer == given)
        return Verdict(given == question.key, choice.feedback, choice.slip)
    nearest = min(question.choices, key=lambda c: _distance(c.answer, given))
    if _distance(nearest.answer, given) <= question.tolerance:
        return Verdict(nearest.answer == question.key, nearest.feedback, nearest.slip)
    return Verdict(False, question.otherwise)


def _distance(a: Answer, b: Answer) -> float:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return math.dist(a, b)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b)
    return math.inf


def _number(value: object, cure: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise InputError("answer", value, f"{cure}, for example 1.5")
    if isinstance(value, str) and "," in value:
        raise InputError("answer", value, f"{cure}, with a point, not a comma: 1.5")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise InputError("answer", value, f"{cure}, for example 1.5") from None
    if not math.isfinite(number):
        raise InputError("answer", value, f"{cure}, for example 1.5")
    return number
