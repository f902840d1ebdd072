"""Robot descriptions as URDF text."""

from __future__ import annotations

from xml.etree import ElementTree

from tfsandbox.urdf.model import TURNING, Joint, Limits, Model


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
    xyz, rpy = (_numbers(*values) for values in (joint.origin.translation, joint.origin.rpy))
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


def _numbers(*values: float) -> str:
    return " ".join(map(repr, values))
