"""The part of a URDF that tf needs: links and joints with their origins; anything else is passed over.

XML is read safely: document types and entities are refused, size and depth are bounded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.parsers import expat

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, Vector
from tfsandbox.urdf.model import JOINT_TYPES, Joint, Limits, Mimic, Model

MOST_CHARACTERS, DEEPEST = 2_000_000, 64


def read(text: str) -> Model:
    """Return the links and joints of a URDF.

    Raises:
        InputError: not XML, not a robot, or a link or joint that makes no sense; names it.
    """
    robot = _parse(text)
    if robot.tag != "robot":
        raise InputError("urdf", robot.tag, "the outermost element of a URDF is <robot>")
    links = tuple(_attribute(link, "name", "link") for link in robot.findall("link"))
    _check_unique(links, "link")
    known = frozenset(links)
    joints = tuple(_joint(joint, known) for joint in robot.findall("joint"))
    _check_unique((joint.name for joint in joints), "joint")
    return Model(robot.get("name", ""), links, joints)


def _check_unique(names: Iterable[str], what: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError("urdf", twice, f"every {what} needs its own name")


def check_safe(text: str, place: str = "urdf") -> None:
    """Refuse XML that could do harm, before anything is made of it.

    Raises:
        InputError: not text, not well-formed, too long or too deep, or with a document type; names ``place``.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError(place, text, f"give URDF text of at most {MOST_CHARACTERS} characters")
    try:
        _walk(text, place)
    except (expat.ExpatError, ValueError) as err:
        if isinstance(err, InputError):
            raise
        raise InputError(place, text, f"this is not well-formed XML ({err})") from err


def _parse(text: str) -> ElementTree.Element:
    check_safe(text)
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as err:
        raise InputError("urdf", text, f"this is not well-formed XML ({err})") from err


def _walk(text: str, place: str) -> None:
    depth = 0

    def refuse(*_: object) -> None:
        raise InputError(place, text, "remove the <!DOCTYPE ...>: document types and entities are not read")

    def enter(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise InputError(place, text, f"elements are nested more than {DEEPEST} deep")

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
    origin, axis = element.find("origin"), element.find("axis")
    return Joint(
        name,
        kind,
        parent,
        child,
        Transform() if origin is None else _origin(origin, place),
        (1.0, 0.0, 0.0) if axis is None else _axis(axis, place),
        _limits(element.find("limit"), place),
        _mimic(element.find("mimic"), place),
    )


def _axis(element: ElementTree.Element, place: str) -> Vector:
    x, y, z = _three(element.get("xyz", "1 0 0"), f"{place} axis")
    length = math.hypot(x, y, z)
    return (x / length, y / length, z / length) if length else (1.0, 0.0, 0.0)


def _limits(element: ElementTree.Element | None, place: str) -> Limits | None:
    if element is None or (element.get("lower") is None and element.get("upper") is None):
        return None
    return Limits(*(_number(element.get(end, "0"), f"{place} limit {end}") for end in ("lower", "upper")))


def _mimic(element: ElementTree.Element | None, place: str) -> Mimic | None:
    if element is None:
        return None
    leader = _attribute(element, "joint", f"{place} mimic")
    multiplier = _number(element.get("multiplier", "1"), f"{place} mimic multiplier")
    return Mimic(leader, multiplier, _number(element.get("offset", "0"), f"{place} mimic offset"))


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


def _number(text: str, place: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise InputError(place, text, 'give a number, e.g. "0.5"') from None
    if not math.isfinite(value):
        raise InputError(place, text, "give a finite number")
    return value
