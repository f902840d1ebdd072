"""The part of a URDF that tf needs: links and joints with their origins.

XML is read safely: document types and entities are refused, size and depth are bounded.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.parsers import expat

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, Vector

MOST_CHARACTERS, DEEPEST = 2_000_000, 64
JOINT_TYPES = ("fixed", "revolute", "continuous", "prismatic", "planar", "floating")


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint; a fixed one is a static link of the tf tree.

    Attributes:
        name: the joint's name.
        type: fixed, revolute, continuous, prismatic, planar or floating.
        parent: parent link.
        child: child link.
        origin: T_parent_child (at joint position zero).
    """

    name: str
    type: str
    parent: str
    child: str
    origin: Transform = Transform()


@dataclass(frozen=True, slots=True)
class Model:
    """A robot description.

    Attributes:
        name: the robot's name.
        links: link names in order.
        joints: joints in order.
    """

    name: str
    links: tuple[str, ...]
    joints: tuple[Joint, ...]

    @property
    def roots(self) -> tuple[str, ...]:
        """Links that are nobody's child; a tree has exactly one."""
        children = {joint.child for joint in self.joints}
        return tuple(link for link in self.links if link not in children)


def read(text: str) -> Model:
    """Return the links and joints of a URDF.

    Raises:
        InputError: not XML, not a robot, or a link or joint that makes no sense; names it.
    """
    robot = _parse(text)
    if robot.tag != "robot":
        raise InputError("urdf", robot.tag, "the outermost element of a URDF is <robot>")
    links = tuple(_attribute(link, "name", "link") for link in robot.findall("link"))
    twice = [link for link, count in Counter(links).items() if count > 1]
    if twice:
        raise InputError("urdf", twice, "every link needs its own name")
    known = frozenset(links)
    joints = tuple(_joint(joint, known) for joint in robot.findall("joint"))
    return Model(robot.get("name", ""), links, joints)


def write(model: Model) -> str:
    """Return the model as URDF text that ``read`` gives back."""
    robot = ElementTree.Element("robot", name=model.name)
    for link in model.links:
        ElementTree.SubElement(robot, "link", name=link)
    for joint in model.joints:
        element = ElementTree.SubElement(robot, "joint", name=joint.name, type=joint.type)
        ElementTree.SubElement(element, "parent", link=joint.parent)
        ElementTree.SubElement(element, "child", link=joint.child)
        xyz, rpy = (" ".join(map(repr, numbers)) for numbers in (joint.origin.translation, joint.origin.rpy))
        ElementTree.SubElement(element, "origin", xyz=xyz, rpy=rpy)
    ElementTree.indent(robot)
    return ElementTree.tostring(robot, encoding="unicode")


def _parse(text: str) -> ElementTree.Element:
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError("urdf", text, f"give URDF text of at most {MOST_CHARACTERS} characters")
    try:
        _check_safe(text)
        return ElementTree.fromstring(text)
    except (expat.ExpatError, ElementTree.ParseError, ValueError) as err:
        if isinstance(err, InputError):
            raise
        raise InputError("urdf", text, f"this is not well-formed XML ({err})") from err


def _check_safe(text: str) -> None:
    depth = 0

    def refuse(*_: object) -> None:
        raise InputError("urdf", text, "remove the <!DOCTYPE ...>: document types and entities are not read")

    def enter(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError("urdf", text, f"elements are nested more than {DEEPEST} deep")

    def leave(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = enter
    parser.EndElementHandler = leave
    parser.Parse(text, True)


def _attribute(element: ElementTree.Element, name: str, place: str) -> str:
    value = element.get(name)
    if not value:
        raise InputError(place, value, f'<{element.tag}> needs {name}="..."')
    return value


def _joint(element: ElementTree.Element, links: frozenset[str]) -> Joint:
    name = _attribute(element, "name", "joint")
    place = f"joint {name}"
    kind = _attribute(element, "type", place)
    if kind not in JOINT_TYPES:
        raise InputError(place, kind, f"the type is one of {', '.join(JOINT_TYPES)}")
    parent, child = (_end(element, tag, place, links) for tag in ("parent", "child"))
    origin = element.find("origin")
    return Joint(name, kind, parent, child, Transform() if origin is None else _origin(origin, place))


def _end(element: ElementTree.Element, tag: str, place: str, links: frozenset[str]) -> str:
    found = element.find(tag)
    if found is None:
        raise InputError(place, None, f'it needs <{tag} link="..."/>')
    link = _attribute(found, "link", place)
    if link not in links:
        raise InputError(place, link, f"its {tag} must be one of the links of this URDF")
    return link


def _origin(element: ElementTree.Element, place: str) -> Transform:
    xyz = _three(element.get("xyz", "0 0 0"), f"{place} xyz")
    roll, pitch, yaw = _three(element.get("rpy", "0 0 0"), f"{place} rpy")
    return Transform.from_rpy(xyz[0], xyz[1], z=xyz[2], roll=roll, pitch=pitch, yaw=yaw)


def _three(text: str, place: str) -> Vector:
    try:
        x, y, z = map(float, text.split())
    except ValueError:
        raise InputError(place, text, 'give three numbers, e.g. "0 0 0.1"') from None
    if not all(map(math.isfinite, (x, y, z))):
        raise InputError(place, text, "give three finite numbers")
    return (x, y, z)
