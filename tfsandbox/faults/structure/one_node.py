"""What faults of the node that publishes a moving link have in common."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.faults.owners import first_possible, full_name, is_called, odometry_link
from tfsandbox.nodes import Link
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class OfOneNode(ChangesBringup):
    """A fault of the node that publishes odom -> base, or another moving link.

    Attributes:
        node: its name, "" for the first that publishes such a link.
    """

    node: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.node, str):
            raise InputError("node", self.node, 'give a node name, or "" for the first one')

    @staticmethod
    def link_of(node: NodeSpec) -> Link | None:
        """Return the link this is about, if the node publishes it."""
        return odometry_link(node)

    def refusal(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> str | None:
        """Return why it cannot happen to the node that publishes the link, or None."""
        return None

    def after(self, nodes: tuple[NodeSpec, ...], *, owner: NodeSpec, link: Link) -> Iterable[NodeSpec]:
        """Return all nodes as they are with the fault of the one that publishes the link."""
        raise NotImplementedError

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        nodes = bringups.parse(bringup)
        found = self.owner(nodes)
        return self.refusal(nodes, owner=found[0], link=found[1]) if found else self.lacking()

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with this fault; as it was if nobody publishes the link."""
        nodes = bringups.parse(bringup)
        found = self.owner(nodes)
        return bringups.plain(self.after(nodes, owner=found[0], link=found[1]) if found else nodes)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> OfOneNode:
        """Return one for a node to which it can happen.

        Raises:
            InputError: there is none.
        """
        bringup = design.bringup()
        named = [cls(full_name(node)) for node in bringups.parse(bringup) if cls.link_of(node)]
        reason = named[0].applies_to(bringup) if named else "no node publishes the link this is about"
        return first_possible(named, bringup, reason or "", rng)

    def owner(self, nodes: tuple[NodeSpec, ...]) -> tuple[NodeSpec, Link] | None:
        """Return the node this is about, with its link; None if there is none."""
        for node in nodes:
            link = self.link_of(node)
            if link and (not self.node or is_called(node, self.node)):
                return node, link
        return None

    def lacking(self) -> str:
        """Return the reason for which it cannot happen where no node publishes the link."""
        return f"{self.node} does not publish that moving link" if self.node else "no node publishes that moving link"


def in_place_of(node: NodeSpec, nodes: Iterable[NodeSpec], *, started: Iterable[NodeSpec]) -> list[NodeSpec]:
    """Return the nodes with others started in the place of one."""
    return [each for known in nodes for each in (started if known is node else (known,))]
