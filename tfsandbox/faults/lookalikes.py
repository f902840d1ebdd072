"""Which faults look alike under which observation, measured on every design and kept beside this module.

``python -m tfsandbox.faults.lookalikes`` measures anew.
"""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tfsandbox import faults, robots
from tfsandbox.errors import InputError
from tfsandbox.observations import Evidence, Observation
from tfsandbox.world import Subscriber, World

if TYPE_CHECKING:
    from tfsandbox.faults.catalogue import Catalogued

FORMAT, VERSION = "tfsandbox/lookalikes", 1
FILE = "lookalikes.json"
CLEAN = "clean"
"""Name of the row of the healthy robot."""

SECONDS = 8.0
LATE = Subscriber(start=2.0)  # whoever looks at a running robot comes late

INSEPARABLE: Mapping[frozenset[str], str] = MappingProxyType(
    {
        frozenset(("inverse-value", "sign")): (
            "Without a rotation the inverse of a mount is the mount with its sign turned: what is published is equal."
        ),
        frozenset(("swap-true-inverse", "swap-neg-t")): (
            "Without a rotation both publish the true inverse under exchanged names: the published numbers are equal."
        ),
        frozenset(("quaternion-order", "rotation-left-out")): (
            "Half a turn about z, read in the wrong order, is no turn at all, and so is a rotation left out."
        ),
        frozenset(("quaternion-order", "euler-order")): (
            "A quarter turn about z becomes a quarter turn about x, whichever of the two orders is confused."
        ),
        frozenset(("mirrored", "mount-rotated")): (
            "For a sensor in the robot's middle plane that looks sideways, its mirror image looks to the other side, "
            "which is half a turn."
        ),
        frozenset(("omit", "reference-frame")): (
            "Measured from a sibling at the very same place, a pose is zero, as if nobody had measured it."
        ),
    }
)
"""Pairs that no observation tells apart on some designs, whose numbers happen to coincide, with the reason.

There is nothing to tell apart, either: what is published is the same, and so is the cure. Other mounts tell them apart.
"""


@dataclass(frozen=True, slots=True)
class Question:
    """An observation as text.

    Attributes:
        instrument: lookup, echo, monitor, log or tree.
        command: what one types on a real robot.
        question: what to look for there, yes or no.
    """

    instrument: str
    command: str
    question: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every question put to every fault of one design.

    Attributes:
        design: the design's name.
        questions: what was asked.
        answers: for each fault by name, and for CLEAN, the answers in the questions' order.
    """

    design: str
    questions: tuple[Question, ...]
    answers: Mapping[str, tuple[bool, ...]]

    def apart(self, one: str, other: str) -> tuple[Question, ...]:
        """Return the questions that two faults answer differently.

        Raises:
            InputError: a fault that does not happen to this design.
        """
        return tuple(q for q, a, b in self._beside(one, other) if a != b)

    def alike(self, one: str, other: str) -> tuple[Question, ...]:
        """Return the questions that two faults answer alike.

        Raises:
            InputError: a fault that does not happen to this design.
        """
        return tuple(q for q, a, b in self._beside(one, other) if a == b)

    def _beside(self, one: str, other: str) -> zip[tuple[Question, bool, bool]]:
        for name in (one, other):
            if name not in self.answers:
                raise InputError("fault", name, f"on {self.design} there are {', '.join(self.answers)}")
        return zip(self.questions, self.answers[one], self.answers[other], strict=True)


def matrices() -> dict[str, Matrix]:
    """Return what was measured, by design."""
    data = json.loads((files("tfsandbox.faults") / FILE).read_text(encoding="utf-8"))
    return {name: _read(name, entry) for name, entry in data["designs"].items()}


def apart(one: str, other: str) -> dict[str, tuple[Question, ...]]:
    """Return the questions that tell two faults apart, by design; designs where one of them cannot happen are left out.

    Raises:
        InputError: not a fault of the catalogue.
    """
    for name in (one, other):
        faults.find(name)
    found = ((m, {one, other} <= m.answers.keys()) for m in matrices().values())
    return {matrix.design: matrix.apart(one, other) for matrix, both in found if both}


def never_apart(matrix: Matrix) -> set[frozenset[str]]:
    """Return the pairs of faults of one design that no question tells apart; CLEAN counts as a fault."""
    pairs = combinations(matrix.answers, 2)
    return {frozenset(pair) for pair in pairs if matrix.answers[pair[0]] == matrix.answers[pair[1]]}


def measure(design: str) -> Matrix:
    """Put every fault's question to every fault of a design, all about the same mount where they let us choose."""
    world = World(robots.find(design), seed=0)
    broken = {CLEAN: world}
    asked: dict[Observation, None] = {}
    for kind in faults.FAULTS:
        fault = _about_the_scanner(kind, world)
        if fault:
            broken[fault.name] = world.with_fault(fault)
            asked[fault.confirm(world.design)] = None
    evidence = {name: Evidence(each.run(SECONDS, LATE)) for name, each in broken.items()}
    answers = {name: tuple(question.holds(seen) for question in asked) for name, seen in evidence.items()}
    return Matrix(design, tuple(Question(q.instrument, q.command, q.question) for q in asked), answers)


def _about_the_scanner(kind: type[Catalogued], world: World) -> Any:
    """Return the fault for this world, about the mount of its lidar if it can be; None if it cannot happen."""
    robot = world.design.robots[0]
    try:
        fault: Any = kind.draw(world.design, random.Random("lookalikes"))
    except InputError:
        return None
    names = {field.name for field in dataclasses.fields(fault)}
    if {"parent", "child"} <= names and robot.scan_frame != robot.base:
        mount = robot.mount(robot.scan_frame)
        try:
            moved = dataclasses.replace(fault, parent=mount.parent, child=mount.child)
        except InputError:
            moved = fault
        fault = fault if moved.applies_to(world.bringup) else moved
    return None if fault.applies_to(world.bringup) else fault


def to_text(measured: Mapping[str, Matrix]) -> str:
    """Return matrices as the JSON text that is kept beside this module."""
    designs = {matrix.design: _plain(matrix) for matrix in measured.values()}
    return json.dumps({"format": FORMAT, "version": VERSION, "designs": designs}, indent=1) + "\n"


def _plain(matrix: Matrix) -> dict[str, Any]:
    answers = {name: "".join("01"[a] for a in row) for name, row in matrix.answers.items()}
    return {"questions": [dataclasses.asdict(q) for q in matrix.questions], "answers": answers}


def _read(design: str, entry: dict[str, Any]) -> Matrix:
    questions = tuple(Question(**q) for q in entry["questions"])
    return Matrix(design, questions, {name: tuple(a == "1" for a in row) for name, row in entry["answers"].items()})


def main() -> None:
    """Measure every design and write the file."""
    measured = {design: measure(design) for design in robots.DESIGNS}
    Path(__file__).with_name(FILE).write_text(to_text(measured), encoding="utf-8")


if __name__ == "__main__":
    main()
