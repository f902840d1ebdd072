"""Robot descriptions as URDF text."""

from __future__ import annotations

import math
from xml.etree import ElementTree

from tfsandbox.geometry import Quaternion, Vector, rows_from_quaternion
from tfsandbox.urdf.model import TURNING, Joint, Limits, Model

_LEAST = 1e-9


def write(model: Model) -> str:
    """Return the model as URDF text that ``read`` gives back."""
    robot = ElementTree.Element("robot", name=model.name)
    for link in model.links:
        ElementTree.SubElement(robot, "link", name=link)
    for joint in model.joints:
        _write_joint(robot, joint)
    ElementTree.indent(robot)
    return ElementTree.tostring(robot, encoding="unicode")


def _write_joint(robot: ElementTree.Element, joint: Joint) -> None:
    element = ElementTree.SubElement(robot, "joint", name=joint.name, type=joint.type)
    ElementTree.SubElement(element, "parent", link=joint.parent)
    ElementTree.SubElement(element, "child", link=joint.child)
    xyz, rpy = (_numbers(*values) for values in (joint.origin.translation, angles(joint.origin.rotation)))
    ElementTree.SubElement(element, "origin", xyz=xyz, rpy=rpy)
    if not joint.moves:
        return
    ElementTree.SubElement(element, "axis", xyz=_numbers(*joint.axis))
    if joint.limits or joint.type != "continuous":
        limits = joint.limits or Limits()
        speed = "3.0" if joint.type in TURNING else "1.0"
        ends = {"lower": repr(limits.lower), "upper": repr(limits.upper)}
        ElementTree.SubElement(element, "limit", ends | {"effort": "10.0", "velocity": speed})
    if joint.mimic:
        numbers = {"multiplier": repr(joint.mimic.multiplier), "offset": repr(joint.mimic.offset)}
        ElementTree.SubElement(element, "mimic", {"joint": joint.mimic.joint} | numbers)


def angles(rotation: Quaternion) -> Vector:
    """Return (roll, pitch, yaw) that give the rotation back, straight up and straight down included.

    The angles that tf2_echo prints do not: with pitch at 90 degrees they lose what is left of roll and yaw.
    """
    m = rows_from_quaternion(rotation)
    level = math.hypot(m[0][0], m[1][0])
    pitch = math.atan2(-m[2][0], level)
    if level > _LEAST:
        return (math.atan2(m[2][1], m[2][2]), pitch, math.atan2(m[1][0], m[0][0]))
    sign = math.copysign(1.0, pitch)
    return (math.atan2(sign * m[0][1], sign * m[0][2]), pitch, 0.0)


def _numbers(*values: float) -> str:
    return " ".join(map(repr, values))
