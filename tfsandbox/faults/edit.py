"""Finding and changing nodes of a bringup; every change returns a fresh one."""

from __future__ import annotations

import dataclasses
from typing import Any

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.errors import InputError


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


def replaced(nodes: tuple[NodeSpec, ...], place: int, **changes: Any) -> Bringup:
    """Return the bringup with fields of one node changed."""
    changed = dataclasses.replace(nodes[place], **changes)
    return bringups.plain((*nodes[:place], changed, *nodes[place + 1 :]))


def with_parameters(node: NodeSpec, **parameters: Any) -> NodeSpec:
    """Return the node with parameters set."""
    return dataclasses.replace(node, parameters=tuple({**dict(node.parameters), **parameters}.items()))
