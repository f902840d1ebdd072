"""Checks for "your turn" cells: compare a learner's transform with the wanted one and name the slip."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tfsandbox.conversions import stamped_transform
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, quaternion_from_rows
from tfsandbox.quizzes.grading import Verdict
from tfsandbox.recording import StampedTransform
from tfsandbox.slips import OTHERS, likely

NOT_YET = Verdict(False, "Replace every ... by your own value, then run the cell again.", "blank")
FIELDS = ("frame_id", "child_frame_id", "x", "y", "z", "yaw")
TOLERANCE = 1e-3


def check_transform(given: Any, wanted: Transform | StampedTransform) -> Verdict:
    """Return whether a learner's transform is the wanted one, and the likely slip if not.

    Args:
        given: ``...`` (still blank), a Transform, a StampedTransform, a TransformStamped message, a 4 x 4 matrix, or a
            mapping with frame_id, child_frame_id, x, y, z (metres) and yaw (radians) or rotation (x, y, z, w).
        wanted: T_parent_child, with names if names are to be checked.
    """
    if _blank(given):
        return NOT_YET
    link = wanted if isinstance(wanted, StampedTransform) else StampedTransform("", "", wanted)
    try:
        answer = _read(given)
    except InputError as err:
        return Verdict(False, f"This cannot be read as a transform: {err}", "unreadable")
    if not isinstance(wanted, StampedTransform):
        answer = StampedTransform("", "", answer.transform)
    return _judge(answer, link)


def _judge(answer: StampedTransform, wanted: StampedTransform) -> Verdict:
    names, right_names = (answer.frame_id, answer.child_frame_id), (wanted.frame_id, wanted.child_frame_id)
    t, w = answer.transform, wanted.transform
    if not all(map(math.isfinite, (*t.translation, *t.rotation))) or not any(t.rotation):
        return Verdict(
            False, "A number is missing, infinite or not a number, or the rotation is all zeros.", "nonsense"
        )
    swapped = names == right_names[::-1] and names[0] != names[1]
    if names != right_names and not swapped:
        return Verdict(False, _spelling(names, right_names), "names")
    if swapped:
        return _swapped(t, w)
    slip = likely(w, t, tolerance=TOLERANCE, without=("yaw_first",))  # nobody is asked for three angles
    return Verdict(slip == "", _FEEDBACK[slip], "other" if slip in OTHERS else slip)


def _swapped(t: Transform, w: Transform) -> Verdict:
    says = "The names are swapped: frame_id is the parent, child_frame_id is the frame whose place you give."
    if _same(t, w.inverse()) and not _same(t, w):
        says += " Your value is the true inverse, so the place is right, but the tree is the wrong way round."
        return Verdict(False, says, "swap_true_inverse")
    return Verdict(False, says, "swap")


def _spelling(names: tuple[str, str], right: tuple[str, str]) -> str:
    wrong = [name for name, good in zip(names, right, strict=True) if name != good]
    return (
        f"Check the spelling and the place of {' and '.join(map(repr, wrong))}: the frames are {' and '.join(right)}."
    )


def _same(a: Transform, b: Transform) -> bool:
    return a.is_close(b, tolerance=TOLERANCE)


_FEEDBACK = {
    "": "Names and value are right.",
    "sign": "The offset has the wrong sign. Ask: from the parent, which way is the child?",
    "inverse_value": (
        "This is the inverse: it tells where the parent is in the child. Wanted is the child in the parent."
    ),
    "omit": "The rotation is right, but the offset is left out.",
    "half_inverse": (
        "The rotation is inverted, the offset is not. The inverse of (R, t) is (R^T, -R^T t): both parts change."
    ),
    "subtracted": (
        "The offset only changed its sign. The inverse of (R, t) is (R^T, -R^T t): -t has to be turned as well."
    ),
    "degrees": "The angle is in degrees. ROS wants radians: math.radians(90).",
    "wxyz": "The quaternion is in the order w, x, y, z. ROS writes x, y, z, w: the w comes last.",
    "millimetres": "The offset is in millimetres. ROS wants metres.",
    "no_rotation": "The offset is right, but the rotation is left out.",
    "nothing": "Both the offset and the rotation are left out.",
    "offset": "The rotation is right, the offset is not.",
    "rotation": "The offset is right, the rotation is not.",
    "both": "Neither the offset nor the rotation fits yet.",
}


def _blank(given: Any, depth: int = 0) -> bool:
    if given is None or given is Ellipsis:
        return True
    if isinstance(given, Mapping):
        given = list(given.values())
    return depth < 4 and isinstance(given, (list, tuple)) and any(_blank(value, depth + 1) for value in given)


def _read(given: Any) -> StampedTransform:
    if isinstance(given, StampedTransform):
        return given
    if isinstance(given, Transform):
        return StampedTransform("", "", given)
    if isinstance(given, Mapping):
        return _from_mapping(given)
    if hasattr(given, "child_frame_id"):
        return stamped_transform(given)
    return StampedTransform("", "", _from_matrix(given))


def _from_mapping(given: Mapping[str, Any]) -> StampedTransform:
    unknown = [key for key in given if key not in (*FIELDS, "rotation")]
    if unknown:
        raise InputError("answer", unknown[0], f"use only {', '.join(FIELDS)} or rotation")
    names = []
    for field in FIELDS[:2]:
        name = given.get(field, "")
        if not isinstance(name, str):
            raise InputError(field, name, 'give a frame name in quotes, for example "base_link"')
        names.append(name)
    x, y, z, yaw = (given.get(field, 0.0) for field in FIELDS[2:])
    t = Transform((x, y, z), given["rotation"]) if "rotation" in given else Transform.from_rpy(x, y, z=z, yaw=yaw)
    return StampedTransform(names[0], names[1], t)


def _from_matrix(given: Any) -> Transform:
    """Return the transform of a 4 x 4 matrix: nested lists or a numpy array."""
    cure = "give a Transform, a message, a dict, or a 4 x 4 matrix"
    try:
        rows = [[float(cell) for cell in row] for row in given]
    except (TypeError, ValueError) as err:
        raise InputError("answer", given, cure) from err
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        raise InputError("answer", given, cure)
    a, b, c = (tuple(row[:3]) for row in rows[:3])
    return Transform((rows[0][3], rows[1][3], rows[2][3]), quaternion_from_rows((a, b, c)))  # type: ignore[arg-type]
