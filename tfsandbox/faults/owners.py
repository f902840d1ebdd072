"""Nodes of a bringup by what they do on the robot, and the frame names they were given."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from tfsandbox import static_args
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import descriptions
from tfsandbox.faults.edit import with_parameters
from tfsandbox.nodes import Link
from tfsandbox.robots import Design, Robot

Rename = Callable[[str], str]


class _Refusing(Protocol):
    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why it cannot happen to the bringup, or None."""


F = TypeVar("F", bound=_Refusing)


def full_name(node: NodeSpec) -> str:
    """Return a node's name with its namespace, without a leading slash, e.g. ``robot1/amcl``."""
    return "/".join(filter(None, (node.namespace.strip("/"), node.name or node.type.default_name)))


def is_called(node: NodeSpec, name: str) -> bool:
    """Return whether a name, with or without namespace, means this node."""
    return name in (full_name(node), node.name or node.type.default_name)


def odometry_link(node: NodeSpec) -> Link | None:
    """Return the moving link odom -> base if this node publishes it."""
    if not node.type.base_frame:
        return None
    # A controller may put a prefix before the name in its parameter.
    base = node.settings.text(node.type.base_frame).removeprefix("/")
    return next((link for link in node.links if not link.static and link.child.endswith(base)), None)


def localizer_link(node: NodeSpec) -> Link | None:
    """Return the moving link map -> odom if this node publishes it, as SLAM and AMCL do."""
    if not node.type.base_frame or odometry_link(node):
        return None
    return next((link for link in node.links if not link.static), None)


def robot_of(design: Design, name: str) -> Robot:
    """Return the robot on which the node with this full name runs (the first robot if that is not clear)."""
    return next((r for r in design.robots if r.namespace and name.startswith(f"{r.namespace}/")), design.robots[0])


def frame_parameters(node: NodeSpec) -> dict[str, str]:
    """Return the parameters that hold a frame's name, with their values (defaults included)."""
    found = {}
    for parameter in node.type.parameters:
        words = parameter.name.replace(".", "_").split("_")
        if isinstance(parameter.default, str) and "frame" in words and "prefix" not in words:
            found[parameter.name] = node.settings.text(parameter.name)
    return found


def renamed(node: NodeSpec, rename: Rename) -> NodeSpec:
    """Return the node with every frame name that it was given changed: parameters, command line, URDF."""
    if node.executable == "static_transform_publisher":
        return dataclasses.replace(node, arguments=_renamed_arguments(node.arguments, rename))
    known = {name: value for name, value in frame_parameters(node).items() if value}
    changed = {name: rename(value) for name, value in known.items() if rename(value) != value}
    if "robot_description" in node.settings.parameters and node.settings.text("robot_description"):
        prefix = node.settings.text("frame_prefix")
        text = node.settings.text("robot_description")
        again = descriptions.renamed(text, lambda link: rename(prefix + link).removeprefix(prefix))
        changed |= {"robot_description": again} if again != text else {}
    return with_parameters(node, **changed) if changed else node


def _renamed_arguments(arguments: tuple[str, ...], rename: Rename) -> tuple[str, ...]:
    if not static_args.parse(static_args.without_ros_arguments(arguments)).publishes:
        return arguments
    words = list(arguments)
    if "--frame-id" in words:
        for flag in ("--frame-id", "--child-frame-id"):
            place = len(words) - words[::-1].index(flag)
            words[place] = rename(words[place])
        return tuple(words)
    end = words.index("--ros-args") if "--ros-args" in words else len(words)
    words[end - 2 : end] = [rename(word) for word in words[end - 2 : end]]
    return tuple(words)


def pick(found: Iterable[str], reason: str, choose: Callable[[list[str]], str]) -> str:
    """Return one of some names, chosen by ``choose``.

    Raises:
        InputError: there is none; says the reason.
    """
    names = list(found)
    if not names:
        raise InputError("design", "this robot", reason)
    return choose(names)


def first_possible(faults: Iterable[F], bringup: Bringup, reason: str, rng: random.Random) -> F:
    """Return one of some faults that can happen to the bringup.

    Raises:
        InputError: none of them can; says the reason.
    """
    shuffled = list(faults)
    rng.shuffle(shuffled)
    return first_fitting(shuffled, bringup, reason)


def first_fitting(faults: Iterable[F], bringup: Bringup, reason: str, *, robot: str = "this robot") -> F:
    """Return the first of some faults that can happen to the bringup of a robot.

    Raises:
        InputError: none of them can; says the reason.
    """
    for fault in faults:
        if fault.applies_to(bringup) is None:
            return fault
    raise InputError("design", robot, reason)
