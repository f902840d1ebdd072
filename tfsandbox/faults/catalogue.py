"""What every fault of the catalogue knows about itself, and the catalogue as plain data."""

from __future__ import annotations

import dataclasses
import difflib
import inspect
import random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from tfsandbox.bringup import Bringup
from tfsandbox.errors import InputError

if TYPE_CHECKING:
    from tfsandbox.observations import Observation
    from tfsandbox.robots import Design


class Catalogued(Protocol):
    """A fault of the catalogue: a frozen dataclass whose docstring's first line tells how it happens to people.

    It has exactly one of ``change_bringup(bringup)`` (what people mistype; returns a changed copy) and
    ``change_deliveries(recording, *, seed)`` (what clocks and networks do; returns a changed recording). A fault with a
    magnitude has a field ``severity``; at 0 the recording is the clean one.

    Attributes:
        name: kebab-case name.
        kind: the kind of fault, by its name in the taxonomy.
        rule: the rule it breaks.
        symptom: what people see, tf2's exact words included, per distribution where they differ.
        cure: what to do.
    """

    name: ClassVar[str]
    kind: ClassVar[str]
    rule: ClassVar[str]
    symptom: ClassVar[str]
    cure: ClassVar[str]

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> Catalogued:
        """Return a fault that suits the design.

        Raises:
            InputError: none can happen to it; says why.
        """

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why the fault cannot happen to this bringup, or None if it can."""

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the child frames whose link, and the topics (with their slash) whose messages, it may change.

        Consequences are included, such as SLAM's map -> odom. All other links and topics, and all lookups between
        frames whose path uses none of these links, stay as on the clean robot.
        """

    def confirm(self, design: Design) -> Observation:
        """Return the observation that is false on the clean robot and true with this fault."""


def catalog() -> list[dict[str, Any]]:
    """Return the catalogue as plain data, one entry for each fault.

    Each has name, kind, family, story, rule, symptom, cure, changes ("bringup" or "deliveries"), severity (whether it
    has one) and parameters (name, type, default).
    """
    from tfsandbox import faults

    return [_entry(fault, family.__name__.rsplit(".", 1)[1]) for family in faults.FAMILIES for fault in family.FAULTS]


def find(name: str) -> type[Catalogued]:
    """Return the fault with this kebab-case name.

    Raises:
        InputError: no such fault; names the nearest.
    """
    from tfsandbox import faults

    known = {fault.name: fault for fault in faults.FAULTS}
    if not isinstance(name, str) or name not in known:
        near = difflib.get_close_matches(name, known, 3) if isinstance(name, str) else []
        cure = f"did you mean {' or '.join(near)}?" if near else f"known faults are {', '.join(known)}"
        raise InputError("fault", name, cure)
    return known[name]


def _entry(fault: type[Catalogued], family: str) -> dict[str, Any]:
    fields = dataclasses.fields(fault)  # type: ignore[arg-type]
    return {
        "name": fault.name,
        "kind": fault.kind,
        "family": family,
        "story": inspect.cleandoc(fault.__doc__ or "").split("\n\n")[0].replace("\n", " "),
        "rule": fault.rule,
        "symptom": fault.symptom,
        "cure": fault.cure,
        "changes": "bringup" if hasattr(fault, "change_bringup") else "deliveries",
        "severity": any(field.name == "severity" for field in fields),
        "parameters": [{"name": f.name, "type": str(f.type), "default": _plain(f.default)} for f in fields],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
