"""Finding and changing nodes of a bringup; every change returns a fresh one."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tfsandbox import bringup as bringups
from tfsandbox import static_args, urdf
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import descriptions
from tfsandbox.geometry import Transform, Vector
from tfsandbox.nodes import Link
from tfsandbox.nodes.mounts import link_of, text_of


def names(fault: Any) -> None:
    """Check that all text fields of a fault are names.

    Raises:
        InputError: one is not text, or empty.
    """
    for field in dataclasses.fields(fault):
        value = getattr(fault, field.name)
        if isinstance(field.default, str) and (not isinstance(value, str) or not value):
            raise InputError(field.name, value, f'give a name, e.g. "{field.default}"')


def static_publisher(bringup: Bringup, parent: str, child: str) -> int | str:
    """Return the place of the static publisher of parent -> child, or why there is none to change."""
    places = bringups.publishers(bringup, parent, child)
    nodes = bringups.parse(bringup)
    for place in places:
        if nodes[place].executable == "static_transform_publisher":
            return place
    if places:
        return f"{parent} -> {child} is published by {nodes[places[0]].executable}, not by a static_transform_publisher"
    return f"nothing publishes {parent} -> {child}"


def static_publisher_of(parent: str, child: str, transform: Transform, *, name: str = "") -> NodeSpec:
    """Return one more static_transform_publisher, as a second launch file would start it."""
    arguments = static_args.arguments(parent, child, transform)
    name = name or node_name(f"{child}_publisher")
    return NodeSpec("tf2_ros", "static_transform_publisher", name, arguments=arguments)


def node_name(text: str) -> str:
    """Return a text as a node may be called: letters, digits and underscores, no digit first."""
    return re.sub(r"[^A-Za-z0-9_]|^(?=[0-9])", "_", text)


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody types for a link.

    Attributes:
        transform: T_parent_child as it comes out.
        rpy: the three numbers typed as roll, pitch and yaw where they are worth seeing (degrees for radians, say).
    """

    transform: Transform
    rpy: Vector | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Where a fixed link is written down.

    Attributes:
        place: of its node in the bringup.
        node: the node.
        link: the link, with its transform.
    """

    place: int
    node: NodeSpec
    link: Link

    @property
    def right(self) -> Transform:
        """T_parent_child as it is written now."""
        return self.link.transform or Transform()


def written(bringup: Bringup, parent: str, child: str) -> Written | str:
    """Return where parent -> child is written down for us to change, or why it is not.

    Of several publishers it is the last one, whose value a listener keeps.
    """
    nodes = bringups.parse(bringup)
    name = f"{parent} -> {child}"
    found = [
        Written(place, node, link)
        for place, node in enumerate(nodes)
        for link in node.links
        if (link.parent, link.child) == (parent, child)
    ]
    fixed = [each for each in found if each.link.transform]
    ours = [each for each in fixed if each.node.executable in _WRITERS]
    if ours:
        return ours[-1]
    if fixed:
        return f"{name} is published by {fixed[0].node.executable} itself, with numbers that nobody types"
    return f"{name} moves, so nobody types its numbers" if found else f"nothing publishes {name}"


def rewritten(bringup: Bringup, where: Written, typed: Typed) -> Bringup:
    """Return the bringup with other numbers for a link, typed in the form that its publisher wants."""
    (x, y, z), (qx, qy, qz, qw) = typed.transform.translation, typed.transform.rotation
    rpy = typed.rpy and (typed.rpy[0] + 0.0, typed.rpy[1] + 0.0, typed.rpy[2] + 0.0)
    # Nobody types -0.0; adding 0.0 makes it 0.0.
    plain = Typed(Transform((x + 0.0, y + 0.0, z + 0.0), (qx + 0.0, qy + 0.0, qz + 0.0, qw + 0.0)), rpy)
    return replaced(bringups.parse(bringup), where.place, **_WRITERS[where.node.executable](where, plain))


def _as_arguments(where: Written, typed: Typed) -> dict[str, Any]:
    words = static_args.without_ros_arguments(where.node.arguments)
    parent, child = where.link.parent, where.link.child
    flags = "--frame-id" in words
    if typed.rpy is None and flags:
        return {"arguments": static_args.arguments(parent, child, typed.transform)}
    if flags:
        *straight, a, b, c, d = static_args.arguments(parent, child, Transform(typed.transform.translation))
        turned = zip(("--roll", "--pitch", "--yaw"), map(repr, typed.rpy or ()), strict=True)
        return {"arguments": (*straight, *(word for pair in turned for word in pair), a, b, c, d)}
    turn = typed.rpy[::-1] if typed.rpy else typed.transform.rotation
    return {"arguments": (*map(repr, (*typed.transform.translation, *turn)), parent, child)}


def _as_joint(where: Written, typed: Typed) -> dict[str, Any]:
    get = where.node.settings
    child = where.link.child.removeprefix(get.text("frame_prefix"))
    numbers = typed.transform.translation, typed.rpy or urdf.angles(typed.transform.rotation)
    text = descriptions.with_origin(get.text("robot_description"), child, *numbers)
    return {"parameters": with_parameters(where.node, robot_description=text).parameters}


def _as_mount(where: Written, typed: Typed) -> dict[str, Any]:
    given = dict(where.node.parameters).get("mounts")
    texts = list(given) if isinstance(given, tuple) else []
    ends = where.link.parent, where.link.child
    links = [link_of(text, "mounts") for text in texts]
    last = max(i for i, k in enumerate(links) if (k.parent.removeprefix("/"), k.child.removeprefix("/")) == ends)
    texts[last] = text_of(links[last].parent, links[last].child, typed.transform)
    return {"parameters": with_parameters(where.node, mounts=tuple(texts)).parameters}


_WRITERS: dict[str, Callable[[Written, Typed], dict[str, Any]]] = {
    "static_transform_publisher": _as_arguments,
    "robot_state_publisher": _as_joint,
    "mounts": _as_mount,
}


def measured(bringup: Bringup) -> Callable[[str, str], Transform]:
    """Return a function that gives T_a_b between two frames that fixed links of the bringup join.

    It raises InputError where they do not.
    """
    above = {link.child: link for link in bringups.static_links(bringup) if link.transform}

    def path(frame: str) -> dict[str, Transform]:
        """Return T_ancestor_frame for a frame and everything above it."""
        found, placed = {frame: Transform()}, Transform()
        while frame in above and above[frame].parent not in found:
            placed = (above[frame].transform or Transform()) @ placed
            frame = above[frame].parent
            found[frame] = placed
        return found

    def between(a: str, b: str) -> Transform:
        up, down = path(a), path(b)
        shared = next((frame for frame in up if frame in down), None)
        if shared is None:
            raise InputError("frame", a, f"no fixed links join it to {b}")
        return up[shared].inverse() @ down[shared]

    return between


def replaced(nodes: tuple[NodeSpec, ...], place: int, **changes: Any) -> Bringup:
    """Return the bringup with fields of one node changed."""
    changed = dataclasses.replace(nodes[place], **changes)
    return bringups.plain((*nodes[:place], changed, *nodes[place + 1 :]))


def with_parameters(node: NodeSpec, **parameters: Any) -> NodeSpec:
    """Return the node with parameters set."""
    return dataclasses.replace(node, parameters=tuple({**dict(node.parameters), **parameters}.items()))
