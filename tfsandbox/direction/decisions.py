"""The checking order: from the ratio gap / offset and the tree to the next thing to do."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.errors import InputError


@dataclass(frozen=True, slots=True)
class Decision:
    """One row of the decision table.

    Attributes:
        name: short name of the row.
        seen: what was measured.
        meaning: what that says.
        next_step: what to do now.
    """

    name: str
    seen: str
    meaning: str
    next_step: str


CHECKING_ORDER: tuple[str, ...] = (
    "Pick one static transform. Write down parent, child, the offset with its signs, and the rotation.",
    "Write down where you expect the child's origin in the parent.",
    "Look it up. Divide the gap by the length of the offset. If the lookup fails, write the message down.",
    "Find your row in the decision table. Only then change something.",
)

DECISIONS: tuple[Decision, ...] = (
    Decision(
        "no_lookup",
        "the lookup fails: not part of the same tree",
        "a frame has lost its link",
        "Look for a child_frame_id that already has another parent, and for a misspelt frame_id.",
    ),
    Decision(
        "sign",
        "ratio 2, tree normal",
        "the offset has the wrong sign, most likely (without rotation: surely the inverse)",
        "Fix the sign of the offset. With a rotation, also compare with (R^T, -R^T t).",
    ),
    Decision(
        "swap",
        "ratio 2, no rotation, intended child above the parent",
        "frame_id and child_frame_id are swapped",
        "Exchange frame_id and child_frame_id.",
    ),
    Decision(
        "upside_down",
        "ratio 0, no rotation, intended child above the parent",
        "the position is right, the tree is the wrong way round",
        "Exchange frame_id and child_frame_id, and invert the value.",
    ),
    Decision(
        "right",
        "ratio 0, no rotation, tree normal",
        "this link is as intended",
        "Go on to the next link.",
    ),
    Decision(
        "value",
        "no rotation, neither 0 nor 2 (1: the offset is missing)",
        "not a direction mistake",
        "Drop the direction idea. Check the value: left out, mis-measured, or counted from another origin "
        "(of the robot description or of a 3D model).",
    ),
    Decision(
        "compare",
        "any other ratio, and the transform has a rotation",
        "the ratio alone decides nothing",
        "Compute (R^T, -R^T t), compare it with what you see, and look at the tree.",
    ),
)


def decision(name: str) -> Decision:
    """Return the row with this name.

    Raises:
        InputError: no such row.
    """
    for row in DECISIONS:
        if isinstance(name, str) and row.name == name:
            return row
    raise InputError("decision", name, f"give one of {', '.join(d.name for d in DECISIONS)}")


def diagnose_ratio(
    ratio: float | None, *, rotated: bool, child_above: bool = False, tolerance: float = 0.02
) -> Decision:
    """Return the row of the decision table that fits what was measured.

    Args:
        ratio: gap / length of the offset, or None when the lookup failed.
        rotated: whether the intended transform has any rotation.
        child_above: whether the intended child is above its parent in the tree (it has become a root).
        tolerance: how near to 0 or 2 counts as 0 or 2.

    Raises:
        InputError: a ratio that is negative or not a number, or another argument of the wrong kind.
    """
    if ratio is None:
        return decision("no_lookup")
    if isinstance(ratio, bool) or not isinstance(ratio, (int, float)) or not 0 <= ratio < math.inf:
        raise InputError("ratio", ratio, "give gap / offset, a number from 0 up, or None when the lookup failed")
    for argument, flag in (("rotated", rotated), ("child_above", child_above)):
        if not isinstance(flag, bool):
            raise InputError(argument, flag, "give True or False")
    if isinstance(tolerance, bool) or not isinstance(tolerance, (int, float)) or not 0 <= tolerance < 1:
        raise InputError("tolerance", tolerance, "give a number from 0 to 1")
    doubled, nothing = abs(ratio - 2) <= tolerance, ratio <= tolerance
    if doubled and not child_above:
        return decision("sign")
    if rotated:
        return decision("compare")
    if doubled:
        return decision("swap")
    if nothing:
        return decision("upside_down" if child_above else "right")
    return decision("value")
