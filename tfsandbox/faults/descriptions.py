"""Changing a URDF's text by hand: names, and joints left out. Everything else stays as it is written."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

from tfsandbox import urdf
from tfsandbox.bringup import NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.geometry import Vector


def readable(text: str) -> urdf.Model | None:
    """Return what the URDF says, None if it cannot be read."""
    try:
        return urdf.read(text)
    except InputError:
        return None


def of(node: NodeSpec) -> urdf.Model | None:
    """Return what the node's URDF says, None if it has none that can be read."""
    text = node.settings.parameters.get("robot_description")
    return readable(text) if isinstance(text, str) and text else None


def link_name(node: NodeSpec, frame: str) -> str:
    """Return a frame's name as the node's URDF has it, without the prefix that the node adds."""
    return frame.removeprefix(node.settings.text("frame_prefix"))


def renamed(text: str, rename: Callable[[str], str]) -> str:
    """Return the URDF with its links' names changed; as it was if that changes nothing or it cannot be read."""
    model = readable(text)
    if model is None or all(rename(link) == link for link in model.links):
        return text
    robot = ElementTree.fromstring(text)
    for link in robot.findall("link"):
        link.set("name", rename(link.get("name", "")))
    for joint in robot.findall("joint"):
        for end in (*joint.findall("parent"), *joint.findall("child")):
            end.set("link", rename(end.get("link", "")))
    return ElementTree.tostring(robot, encoding="unicode")


def without_joint(text: str, child: str, *, link: bool = False) -> str:
    """Return the URDF without the joint that holds a link, and without the link itself if asked to."""
    robot = ElementTree.fromstring(text)
    for joint in robot.findall("joint"):
        if any(end.get("link") == child for end in joint.findall("child")):
            robot.remove(joint)
    for element in robot.findall("link") if link else ():
        if element.get("name") == child:
            robot.remove(element)
    return ElementTree.tostring(robot, encoding="unicode")


def with_origin(text: str, child: str, xyz: Vector, rpy: Vector) -> str:
    """Return the URDF with another origin for the joint that holds a link: metres, radians."""
    robot = ElementTree.fromstring(text)
    for joint in robot.findall("joint"):
        if any(end.get("link") == child for end in joint.findall("child")):
            origin = joint.find("origin")
            if origin is None:
                origin = ElementTree.SubElement(joint, "origin")
            origin.set("xyz", " ".join(map(repr, xyz)))
            origin.set("rpy", " ".join(map(repr, rpy)))
    return ElementTree.tostring(robot, encoding="unicode")
