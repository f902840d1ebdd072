"""What follows from a changed bringup: which links and topics may differ, consequences included."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults.owners import localizer_link
from tfsandbox.nodes import resolve
from tfsandbox.recording import TF_TYPE, JointStates, StampedHeader
from tfsandbox.robots import diff_drive
from tfsandbox.world import World

_JOINT_STATES = "sensor_msgs/msg/JointState"
_A_MOMENT_S = 0.5

Topics = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class ChangesBringup:
    """A fault that changes the bringup: what it touches follows from what it changes."""

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        raise NotImplementedError

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the changed bringup."""
        raise NotImplementedError

    def touched(self, bringup: Bringup) -> frozenset[str]:
        """Return the child frames and topics that may differ."""
        if self.applies_to(bringup) is not None:
            return frozenset()
        return touched(bringup, self.change_bringup(bringup))


def touched(before: Bringup, after: Bringup) -> frozenset[str]:
    """Return child frames and topics that may differ between two bringups, those that follow included.

    A link that is published otherwise is touched; so is all that listens to a touched topic, a localizer that cannot
    look up what it needs any more, and everything below a loop.
    """
    old, new = bringups.parse(before), bringups.parse(after)
    changed = _changed(old, new)
    found = _links_that_differ(old, new) | _topics_that_differ(changed, old, new)
    above = _above((*old, *new))
    then = _above(new)
    found |= {frame for frame in then if any(_in_loop(f, then) for f in all_above(frame, then))}
    speaking = {node: announced(node) for node in dict.fromkeys((*old, *new))}
    while True:
        more = set().union(*(_follows(node, found, above, speaking) for node in speaking))
        if more <= found:
            return frozenset(found)
        found |= more


def announced(node: NodeSpec) -> Topics:
    """Return the topics, other than tf, on which a node publishes when it runs alone, with the frames it names there.

    Messages of joint states name no frame; topics that need other nodes first stay silent.
    """
    return {topic: frozenset(frame for *_, frame in said) for topic, said in _spoken(node).items()}


@lru_cache(maxsize=512)  # every fault that changes a bringup asks about all of its nodes
def _spoken(node: NodeSpec) -> Mapping[str, tuple[tuple[int, int, str], ...]]:
    """Return what a node says on each topic other than tf when it runs alone: arrival, stamp and frame."""
    recording = World(diff_drive(), nodes=(node,)).run(_A_MOMENT_S)
    said: dict[str, list[tuple[int, int, str]]] = {e.topic: [] for e in recording.endpoints if e.type != TF_TYPE}
    for d in recording.deliveries:
        if isinstance(d.payload, StampedHeader):
            said[d.topic].append((d.receive_ns, d.payload.stamp_ns, d.payload.frame_id))
        elif isinstance(d.payload, JointStates):
            said[d.topic].append((d.receive_ns, d.payload.stamp_ns, _JOINT_STATES))
    return {topic: tuple(messages) for topic, messages in said.items()}


def odometry_topic(node: NodeSpec) -> str:
    """Return where a node publishes odometry messages, or hears those that it passes on; "/odom" if neither is told."""
    said = [topic for topic in announced(node) if topic.endswith("/odom")]
    return next(iter((*said, *sorted(_heard(node)))), "/odom")


def dies(node: NodeSpec) -> bool:
    """Return whether the node gives up by itself after it is started."""
    recording = World(diff_drive(), nodes=(node,)).run(_A_MOMENT_S)
    return any("process has died" in line.text for line in recording.log)


def _changed(old: tuple[NodeSpec, ...], new: tuple[NodeSpec, ...]) -> set[NodeSpec]:
    before, after = Counter(old), Counter(new)
    return {node for node in before | after if before[node] != after[node]}


def _links_that_differ(old: tuple[NodeSpec, ...], new: tuple[NodeSpec, ...]) -> set[str]:
    before, after = _published(old), _published(new)
    return {child for child in before.keys() | after.keys() if before.get(child) != after.get(child)}


def _published(nodes: tuple[NodeSpec, ...]) -> dict[str, list[tuple[object, ...]]]:
    found: dict[str, list[tuple[object, ...]]] = {}
    for node in nodes:
        for link in node.links:
            # A description may change elsewhere than in this link.
            settings = tuple(pair for pair in node.parameters if pair[0] != "robot_description")
            moved_by = None if link.static else (node.executable, settings)
            origin = (node.namespace, node.name, node.remappings)
            found.setdefault(link.child, []).append((link.parent, link.static, link.transform, moved_by, origin))
    return found


def _topics_that_differ(changed: set[NodeSpec], old: tuple[NodeSpec, ...], new: tuple[NodeSpec, ...]) -> set[str]:
    sides = []
    for nodes in (old, new):
        said: Counter[tuple[str, tuple[tuple[int, int, str], ...]]] = Counter()
        for node in nodes:
            if node in changed:
                said.update(_spoken(node).items())
        sides.append(said)
    before, after = sides
    silent = {topic for topic, messages in before | after if not messages}
    return silent | {topic for topic, messages in before | after if before[topic, messages] != after[topic, messages]}


def _above(nodes: Iterable[NodeSpec]) -> dict[str, set[str]]:
    parents: dict[str, set[str]] = {}
    for node in nodes:
        for link in node.links:
            parents.setdefault(link.child, set()).add(link.parent)
    return parents


def all_above(frame: str, parents: Mapping[str, set[str]]) -> set[str]:
    """Return a frame with everything above it."""
    found, wave = {frame}, {frame}
    while wave:
        wave = set().union(*(parents.get(f, set()) for f in wave)) - found
        found |= wave
    return found


def _in_loop(frame: str, parents: Mapping[str, set[str]]) -> bool:
    return any(frame in all_above(parent, parents) for parent in parents.get(frame, ()))


def _follows(
    node: NodeSpec, found: set[str], above: Mapping[str, set[str]], speaking: Mapping[NodeSpec, Topics]
) -> set[str]:
    """Return the links and topics of a node that listens to something touched."""
    heard = _heard(node)
    links = {link.child for link in node.links if not link.static}
    if heard & found:
        return links | set(speaking[node])
    joints = {t for topics in speaking.values() for t, said in topics.items() if _JOINT_STATES in said} & found
    if joints and node.executable == "robot_state_publisher":
        return {child for child in links if _topic(node, "joint_states") in joints}
    where = localizer_link(node)
    if where is None:
        return set()
    scans = {frame for topics in speaking.values() for topic in topics.keys() & heard for frame in topics[topic]}
    needed = {node.settings.text(node.type.base_frame), *scans}
    path = set().union(*(all_above(frame.removeprefix("/"), above) for frame in needed))
    return links | set(speaking[node]) if path & (found - {where.parent, where.child}) else set()


def _heard(node: NodeSpec) -> set[str]:
    """Return the topics that a node's parameters name."""
    values = (str(value) for name, value in node.settings.parameters.items() if "topic" in name or name == "odom0")
    return {_topic(node, value) for value in values if value}


def _topic(node: NodeSpec, name: str) -> str:
    full = f"/{node.namespace.strip('/')}/{node.name or node.type.default_name}".replace("//", "/")
    topic = resolve(name, full)
    return next((resolve(b, full) for a, b in node.remappings if resolve(a, full) == topic), topic)
