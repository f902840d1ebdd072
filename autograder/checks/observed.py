"""What a recording shows about the links: who published which, and which frames were given several parents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfsandbox.buffer.frames import without_slash
from tfsandbox.recording import Recording

Link = tuple[str, str]


def publishers(recording: Recording) -> dict[Link, tuple[str, ...]]:
    """Return every link (parent, child) heard, as tf2 stores it, and who published it.

    One node name for each publisher, in alphabetical order: two nodes of the same name count as two.
    """
    nodes = {endpoint.id: endpoint.node.lstrip("/") for endpoint in recording.endpoints}
    heard: dict[Link, set[int]] = {}
    for delivery in recording.deliveries:
        for link in delivery.transforms:
            stored = without_slash(link.frame_id), without_slash(link.child_frame_id)
            heard.setdefault(stored, set()).add(delivery.endpoint)
    return {link: tuple(sorted(nodes.get(id_, "unknown") for id_ in ids)) for link, ids in heard.items()}


def several_parents(links: Mapping[Link, object]) -> dict[str, tuple[str, ...]]:
    """Return the frames that were given more than one parent, and those parents in alphabetical order."""
    parents: dict[str, set[str]] = {}
    for parent, child in links:
        parents.setdefault(child, set()).add(parent)
    return {child: tuple(sorted(names)) for child, names in parents.items() if len(names) > 1}


def named(names: Iterable[str]) -> str:
    """Return names as ``a, b and c``."""
    words = sorted(names)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nobody"
