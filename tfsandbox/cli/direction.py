"""``tfsandbox direction``: one link as it should be, beside what a run makes of it."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, Any

from tfsandbox.cli.reply import NO, YES, Reply
from tfsandbox.cli.runs import buffer_of, recording_of
from tfsandbox.direction import Decision
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform

if TYPE_CHECKING:
    from tfsandbox.buffer import Buffer
    from tfsandbox.direction import Outcome

_NAMES_FIRST = Decision(
    "names_first",
    "intended child above the parent, no rotation, ratio neither 0 nor 2",
    "frame_id and child_frame_id are swapped, and the value is not the intended one either",
    "Exchange frame_id and child_frame_id, then measure again: the row you get then is about the value.",
)
_NEAR, _NEAR_ANGLE = 1e-3, 1e-3  # metres, radians: what typed numbers lose by rounding is less


def run(arguments: argparse.Namespace) -> Reply:
    """Return where the child is, the row of the decision table, and the next step."""
    from tfsandbox import direction
    from tfsandbox.observations import Evidence

    intended = _intended(arguments)
    recording = recording_of(arguments)
    buffer = buffer_of(recording, arguments)
    parents = Evidence(recording).parents.get(arguments.child, ())
    above = _is_above(buffer, arguments.child, arguments.parent)
    x, y, z = intended.transform.translation
    asked = {
        "parent": arguments.parent,
        "child": arguments.child,
        "expected": {"translation": (x, y, z), "rpy": intended.transform.rpy},
    }
    tree = {"parents": parents, "child_above": above}
    try:
        seen = direction.measure(buffer, intended)
    except TransformException as err:
        row = direction.decision("no_lookup")
        error = {"class": type(err).__name__, "text": str(err)}
        data = {**asked, "found": False, "error": error, **tree, "looks_like": (), "row": row, "right": False}
        return Reply(_text(data), data, NO)
    row = _row(seen, intended.transform, above)
    right = row.name == "right"
    data = {**asked, "found": True, "origin": seen.origin, "gap": seen.gap, "ratio": seen.ratio}
    data |= {"rotation_error": seen.rotation_error, **tree, "looks_like": () if right else _ways(buffer, intended)}
    data |= {"row": row, "right": right}
    return Reply(_text(data), data, YES if right else NO)


def _intended(arguments: argparse.Namespace) -> StampedTransform:
    for place, values in (("--expect", arguments.expect), ("--expect-rpy", arguments.expect_rpy)):
        if not all(map(math.isfinite, values)):
            raise InputError(place, values, "give three finite numbers")
    if arguments.parent == arguments.child:
        raise InputError("CHILD", arguments.child, "give two different frames")
    x, y, z = arguments.expect
    roll, pitch, yaw = arguments.expect_rpy
    value = Transform.from_rpy(x, y, z=z, roll=roll, pitch=pitch, yaw=yaw)
    return StampedTransform(arguments.parent, arguments.child, value)


def _is_above(buffer: Buffer, upper: str, lower: str) -> bool:
    seen: set[str] = set()
    while lower and lower not in seen:
        seen.add(lower)
        lower = buffer.get_frame_parent(lower) if lower in buffer.get_frame_names() else ""
        if lower == upper:
            return True
    return False


def _row(seen: Outcome, expected: Transform, above: bool) -> Decision:
    """Return the row for what was measured; rotation and tree were looked at, too, so "right" means all three."""
    from tfsandbox import direction

    there, turned = seen.gap <= _NEAR, seen.rotation_error > _NEAR_ANGLE
    if there and not turned and not above:
        return direction.decision("right")
    rotated = turned or abs(expected.rotation[3]) < math.cos(_NEAR_ANGLE / 2)
    ratio = seen.ratio if math.isfinite(seen.ratio) else 0.0 if there else 1.0  # no offset is expected
    row = direction.diagnose_ratio(ratio, rotated=rotated, child_above=above)
    return _NAMES_FIRST if above and row.name == "value" else row


def _ways(buffer: Buffer, intended: StampedTransform) -> tuple[str, ...]:
    """Return the ways of publishing this link that put the child exactly where it is, with the tree as it is."""
    from tfsandbox import direction
    from tfsandbox.conversions import transform_of

    parent, child = intended.frame_id, intended.child_frame_id
    here = transform_of(buffer.lookup_transform(parent, child))
    above = _is_above(buffer, child, parent)
    found = []
    for way in direction.WAYS:
        value = way.value(intended.transform)
        there = value.inverse() if way.swaps_names else value
        if way.swaps_names == above and there.is_close(here, tolerance=_NEAR):
            found.append(way.name)
    return tuple(found)


def _text(data: dict[str, Any]) -> str:
    from tfsandbox.views.tables import triple
    from tfsandbox.views.text import pose

    expected = data["expected"]
    wanted = Transform.from_rpy(
        *expected["translation"][:2],
        z=expected["translation"][2],
        **dict(zip(("roll", "pitch", "yaw"), expected["rpy"], strict=True)),
    )
    lines = [f"{data['parent']} -> {data['child']}", f"  expected:        {pose(wanted)}"]
    if data["found"]:
        ratio = f"{data['ratio']:.3f}" if math.isfinite(data["ratio"]) else "(no offset is expected)"
        lines += [
            f"  origin:          {triple(data['origin'], 4)} m",
            f"  gap:             {data['gap']:.4f} m",
            f"  ratio:           {ratio}",
            f"  rotation error:  {math.degrees(data['rotation_error']):.2f} deg",
        ]
    else:
        lines.append(f"  lookup fails:    {data['error']['class']}: {data['error']['text']}")
    lines.append(f"  parents so far:  {', '.join(data['parents']) or '(none)'}")
    if data["child_above"]:
        lines.append(f"  tree:            {data['child']} is above {data['parent']}: the wrong way round")
    if data["looks_like"]:
        lines.append(f"  looks like:      {', '.join(data['looks_like'])}")
    row = data["row"]
    return "\n".join([*lines, "", f"{row.name}: {row.seen}", f"  means: {row.meaning}", f"  next:  {row.next_step}"])
