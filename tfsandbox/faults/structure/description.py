"""Mistakes in the robot's URDF that change the tree; mounts that have static publishers become a URDF first."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox import urdf
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults import descriptions
from tfsandbox.faults.edit import names, with_parameters
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_possible
from tfsandbox.geometry import Transform
from tfsandbox.observations.log import Says
from tfsandbox.observations.tree import Exists
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class _InDescription(ChangesBringup):
    """Faults of one link of the URDF.

    Attributes:
        child: the link, by its frame's name.
    """

    child: str = "camera_link"

    def __post_init__(self) -> None:
        names(self)

    def changed(self, text: str, link: str) -> str:
        """Return the URDF with the mistake in it."""
        raise NotImplementedError

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> _InDescription:
        """Return one for a mount that stands in a URDF, or could.

        Raises:
            InputError: there is none.
        """
        every = (cls(mount.child) for mount in design.mounts)
        return first_possible(every, design.bringup(), "none of its mounts stands in a URDF, or could", rng)

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        found = described(bringups.parse(bringup), self.child)
        return found if isinstance(found, str) else None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with that mistake in the URDF."""
        found = described(bringups.parse(bringup), self.child)
        if isinstance(found, str):
            return bringups.plain(bringups.parse(bringup))
        nodes, place = found
        text = nodes[place].settings.text("robot_description")
        wrong = self.changed(text, descriptions.link_name(nodes[place], self.child))
        return bringups.plain(
            with_parameters(node, robot_description=wrong) if i == place else node for i, node in enumerate(nodes)
        )


@dataclass(frozen=True, slots=True)
class TwoRoots(_InDescription):
    """A link is added to the URDF, and its joint is forgotten (or names another link by mistake)."""

    name: ClassVar[str] = "two-roots"
    kind: ClassVar[str] = "urdf-two-roots"
    rule: ClassVar[str] = "A URDF is one tree: every link but one is some joint's child."
    symptom: ClassVar[str] = (
        'robot_state_publisher says "Failed to find root link: Two root links found: [base_footprint] and '
        '[camera_link]" and exits; all of its links are missing, so lookups say "does not exist" or "two or more '
        'unconnected trees".'
    )
    cure: ClassVar[str] = "Run check_urdf, find the link that is nobody's child, and write the joint that holds it."

    def changed(self, text: str, link: str) -> str:
        """Return the URDF without the link's joint."""
        return descriptions.without_joint(text, link)

    def confirm(self, design: Design) -> Says:
        """Return whether the node says so."""
        return Says("Failed to find root link: Two root links found")


@dataclass(frozen=True, slots=True)
class UnexpandedXacro(_InDescription):
    """A xacro file is loaded as it is, without xacro, so that ${prefix} stays in the links' names."""

    name: ClassVar[str] = "unexpanded-xacro"
    kind: ClassVar[str] = "unexpanded-xacro"
    rule: ClassVar[str] = "A xacro file is a template: xacro makes the URDF of it before anything reads it."
    symptom: ClassVar[str] = (
        'Whoever asks for camera_link hears \'"camera_link" passed to lookupTransform argument source_frame does not '
        "exist. ', while the list of frames has ${prefix}camera_link."
    )
    cure: ClassVar[str] = (
        "Load the file with xacro (Command(['xacro ', path]) in a launch file) and declare its xmlns:xacro."
    )

    def changed(self, text: str, link: str) -> str:
        """Return the URDF with ${prefix} before the names of the link and of all below it."""
        model = descriptions.readable(text)
        below = {link}
        for joint in model.in_order() if model else ():
            below |= {joint.child} if joint.parent in below else set()
        return descriptions.renamed(text, lambda name: f"${{prefix}}{name}" if name in below else name)

    def confirm(self, design: Design) -> Exists:
        """Return whether there is a frame with ${prefix} in its name."""
        prefix = next((r.prefix for r in design.robots if r.prefix and self.child.startswith(r.prefix)), "")
        return Exists(f"{prefix}${{prefix}}{self.child.removeprefix(prefix)}")


def described(nodes: tuple[NodeSpec, ...], child: str) -> tuple[tuple[NodeSpec, ...], int] | str:
    """Return the bringup with the URDF in which a link hangs under another one, and its node's place.

    Where no robot_state_publisher runs, the mounts that have a static publisher of their own become a URDF. Otherwise
    return why there is no such URDF.
    """
    places = [i for i, node in enumerate(nodes) if node.executable == "robot_state_publisher"]
    for place in places:
        if any(link.child == child for link in nodes[place].links):
            return nodes, place
    if places:
        return f"{child} is no joint's child in the URDF"
    mounts = [i for i, node in enumerate(nodes) if node.executable == "static_transform_publisher" and node.links]
    links = [nodes[i].links[0] for i in mounts]
    if child not in {link.child for link in links}:
        return f"{child} has no static publisher whose numbers a URDF could hold"
    frames = tuple(dict.fromkeys(name for link in links for name in (link.parent, link.child)))
    joints = tuple(
        urdf.Joint(f"{link.child}_joint", "fixed", link.parent, link.child, link.transform or Transform())
        for link in links
    )
    model = urdf.Model("robot", frames, joints)
    try:
        model.in_order()
    except InputError as refusal:
        return f"the static publishers do not make one tree ({refusal.cure})"
    node = NodeSpec(
        "robot_state_publisher", "robot_state_publisher", "robot_state_publisher", nodes[mounts[0]].namespace
    )
    writer = with_parameters(node, robot_description=urdf.write(model))
    kept = [writer if i == mounts[0] else n for i, n in enumerate(nodes) if i == mounts[0] or i not in mounts]
    return tuple(kept), kept.index(writer)
