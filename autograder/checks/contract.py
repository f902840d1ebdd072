"""Checks, labs and results: the contract is told in ``autograder.checks``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from autograder.checks import answers
from autograder.conditions import Conditions, conditions_for, secret_from
from tfsandbox.errors import InputError, SandboxError


@dataclass(frozen=True, slots=True)
class Result:
    """What one check found.

    Attributes:
        points: earned, from 0 to ``out_of``.
        out_of: the most this check gives.
        reasons: sentences for the learner, the likely slip before numbers.
    """

    points: float
    out_of: float
    reasons: tuple[str, ...] = ()

    def text(self, name: str) -> str:
        """Return the result as the lines a learner reads."""
        head = f"{name}: {self.points:g} of {self.out_of:g} points" if self.out_of else f"{name} (no points)"
        return "\n".join([head, *(f"  - {reason}" for reason in self.reasons)])


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a lab.

    Attributes:
        name: what a test cell calls it by.
        answer: name of the answer it judges, a key of the lab's ANSWERS.
        out_of: the most points it gives; 0 for a check that only helps.
        judge: pure function of the answer (plain data, already of the right kind) and the conditions.
        hidden: whether its cell is taken out of the released notebook.
        drawn_as: what its conditions are drawn for, its own name if empty; checks that share it watch the same run.
    """

    name: str
    answer: str
    out_of: float
    judge: Callable[[Any, Conditions], Result]
    hidden: bool = False
    drawn_as: str = ""


@dataclass(frozen=True, slots=True)
class Lab:
    """A lab's answers and checks.

    Attributes:
        name: e.g. ``M7-L2``.
        answers: name of each answer and its kind, a key of ``answers.KINDS``.
        checks: every check, in the notebook's order.
    """

    name: str
    answers: Mapping[str, str]
    checks: tuple[Check, ...]

    def find(self, name: str) -> Check:
        """Return the check with this name.

        Raises:
            InputError: the lab has none.
        """
        for check in self.checks:
            if isinstance(name, str) and check.name == name:
                return check
        raise InputError("check", name, f"this lab has the checks {', '.join(c.name for c in self.checks)}")

    def conditions(self, name: str, *, secret: str | None = None) -> Conditions:
        """Return the conditions of one of the lab's checks, under a course secret or the public ones.

        Raises:
            InputError: the lab has no such check, or the secret is blank.
        """
        return conditions_for(self.name, self.find(name).drawn_as or name, secret=secret)

    def run(self, name: str, answer: object, conditions: Conditions) -> Result:
        """Return what a check says about an answer; a junk answer gets 0 points and a reason, never an exception.

        Raises:
            InputError: the lab has no such check.
        """
        check = self.find(name)
        try:
            value = answers.read(self.answers[check.answer], check.answer, answer)
            return check.judge(value, conditions)
        except SandboxError as err:
            return Result(0, check.out_of, (str(err),))
        except Exception as err:  # a fault of ours must not end a learner's notebook in our traceback
            fault = f"{type(err).__name__}: {err}"
            reason = f"this check broke down on your answer; please tell your teacher ({fault})"
            return Result(0, check.out_of, (reason,))

    def check(self, name: str, answer: object) -> float:
        """Print what a check says about an answer and return the points earned.

        The conditions come from the course secret where one is set, else they are the public practice conditions.
        """
        conditions = self.conditions(name, secret=secret_from(os.environ))
        result = self.run(name, answer, conditions)
        print(result.text(name))
        hidden = sum(c.hidden for c in self.checks)
        if hidden and not self.find(name).hidden:
            print(f"  ({hidden} hidden checks run at grading.)")
        return result.points
