"""The "your turn" cells: what is wanted, kept out of the notebook."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Verdict
from tfsandbox.quizzes.slips import check_transform
from tfsandbox.recording import StampedTransform

# T_camera_base: it converts points of the base into points of the camera, as calibration programs write it
CALIBRATION_FILE = Transform.from_rpy(-0.1, 0.25, z=-0.4, yaw=-math.pi / 2)

TURNS: Mapping[str, Transform | StampedTransform] = MappingProxyType(
    {
        "camera-mount": StampedTransform("base_link", "camera", Transform.from_rpy(0.3, z=0.2, yaw=math.pi / 2)),
        "calibration-file": CALIBRATION_FILE.inverse(),
    }
)


def check_turn(id: str, given: Any) -> Verdict:
    """Return the verdict on a learner's answer in a "your turn" cell; a blank gets a friendly word, never an error.

    Args:
        id: ``"camera-mount"`` or ``"calibration-file"``.
        given: what the learner wrote; see ``check_transform``.

    Raises:
        InputError: no such cell.
    """
    if id not in TURNS:
        raise InputError("id", id, f"give one of {', '.join(TURNS)}")
    return check_transform(given, TURNS[id])
