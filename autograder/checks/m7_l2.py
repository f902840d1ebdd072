"""M7-L2, repair the broken tree: the robot, its broken bringup, and the checks.

No check compares with a reference solution. Each runs the learner's bringup and looks at what a listener sees.
"""

from __future__ import annotations

from typing import Any

from autograder.checks import findings as diagnosis
from autograder.checks import repair
from autograder.checks.contract import Check, Lab, Result
from autograder.checks.findings import EVIDENCE
from autograder.checks.story import broken_bringup, robot
from autograder.checks.trial import run
from autograder.conditions import Conditions

__all__ = ["ANSWERS", "CHECKS", "EVIDENCE", "LAB", "broken_bringup", "check", "robot"]

ANSWERS = {"findings": "findings", "bringup": "bringup"}
"""Name and kind of what the learner hands in."""


def findings_form(answer: list[dict[str, Any]], conditions: Conditions) -> Result:
    """Return a 0-point result that tells whether findings can be read; never whether they are right."""
    unknown = sorted({f["evidence"] for f in answer} - set(EVIDENCE))
    if unknown:
        return Result(0, 0, (f"evidence {unknown} is not in the list of evidence",))
    if not answer:
        return Result(0, 0, ("findings is still empty: write one finding for each fault you see",))
    return Result(0, 0, (f"{len(answer)} finding(s), written as they should be",))


def findings(answer: list[dict[str, Any]], conditions: Conditions) -> Result:
    """Return the result of part A: three points a fault, one each for link, publishers and evidence."""
    faults = diagnosis.faults_of(robot(), run(broken_bringup(), conditions).recording)
    points, reasons = diagnosis.judge(answer, faults)
    return Result(points, 9, reasons)


CHECKS = (
    Check("findings_form", "findings", 0, findings_form),
    Check("findings", "findings", 9, findings, hidden=True),
    *repair.CHECKS,
)

LAB = Lab("M7-L2", ANSWERS, CHECKS)


def check(name: str, answer: object) -> float:
    """Print what a check of this lab says about an answer and return the points earned."""
    return LAB.check(name, answer)
