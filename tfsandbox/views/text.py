"""What ROS 2 tools tell, in short: tree, links, lookups, messages, topic info, log; from a recording or a buffer.

Every function returns text; print it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.stamps import NANOSECONDS
from tfsandbox.views.links import age_text, link_table, rate_text, standing
from tfsandbox.views.tables import table


def tree(buffer: Buffer) -> str:
    """Return the tree a listener holds, one frame a line, children indented under their parent; roots at the margin."""
    parents = {frame: buffer.get_frame_parent(frame) for frame in sorted(buffer.get_frame_names())}
    children: dict[str, list[str]] = {}
    for frame, parent in parents.items():
        children.setdefault(parent, []).append(frame)
    lines: list[str] = []
    shown: set[str] = set()
    todo = [(frame, 0) for frame in reversed(children.get("", []))]
    while todo:
        frame, depth = todo.pop()
        shown.add(frame)
        lines.append("  " * depth + frame)
        todo += [(child, depth + 1) for child in reversed(children.get(frame, []))]
    lines += [f"{frame} (in a loop, under {parent})" for frame, parent in parents.items() if frame not in shown]
    return "\n".join(lines) or "(no frames: nothing was heard)"


def links(recording: Recording, *, at_ns: int | None = None) -> str:
    """Return every link heard, a line each: rate, age of its newest stamp, publishers, topic, and what is odd about it.

    Args:
        recording: what was heard.
        at_ns: the subscriber's clock at which one looks; None for the end.

    Raises:
        InputError: not a recording, or not a whole number.
    """
    rows = link_table(recording, at_ns)
    cells = [
        (
            f"{row.parent} -> {row.child}",
            rate_text(row),
            age_text(row),
            " and ".join(node.removeprefix("/") for node in row.publishers),
            row.topic,
            ", ".join(filter(None, [f"{n} publishers" if (n := len(row.publishers)) > 1 else "", standing(row, rows)])),
        )
        for row in rows
    ]
    head = ("link", "rate", "newest stamp", "published by", "on", "")
    return table(head, cells) if cells else "(no links: nothing was heard)"


def lookup(buffer: Buffer, target: str, source: str) -> str:
    """Return the latest T_target_source in one line, or tf2's own words where there is none."""
    try:
        found = buffer.lookup_transform(target, source)
    except TransformException as err:
        return f"{target} <- {source}: {type(err).__name__}: {err}"
    return f"{target} <- {source}: {pose(transform_of(found))}"


def pose(transform: Transform) -> str:
    """Return a transform as metres and degrees: ``x 1.000 y 0.000 z 0.100, roll 0.0 pitch 0.0 yaw 90.0 deg``."""
    x, y, z = (_rounded(v, 3) for v in transform.translation)
    roll, pitch, yaw = (_rounded(math.degrees(v), 1) for v in transform.rpy)
    return f"x {x:.3f} y {y:.3f} z {z:.3f}, roll {roll:.1f} pitch {pitch:.1f} yaw {yaw:.1f} deg"


def _rounded(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # + 0.0 turns -0.0 into 0.0


def messages(recording: Recording, parent: str, child: str, *, count: int = 8, start: float = 0.0) -> str:
    """Return the first messages that carried a link, in order of arrival, as ``ros2 topic echo`` shows them.

    Args:
        recording: what was heard.
        parent: the link's parent frame.
        child: the link's child frame.
        count: how many messages to show, at least 1.
        start: seconds on the listener's clock to start at.

    Raises:
        InputError: count is below 1.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise InputError("count", count, "ask for at least one message")
    lines = [
        f"{time_ns / NANOSECONDS:8.3f} s  {topic}  {pose(link.transform)}"
        for time_ns, topic, link in _links(recording)
        if (link.frame_id, link.child_frame_id) == (parent, child) and time_ns >= start * NANOSECONDS
    ]
    return "\n".join(lines[:count]) or f"(no message carried {parent} -> {child})"


def static_links(recording: Recording, topic: str = "/tf_static") -> str:
    """Return every link heard on a topic of static transforms, in order of arrival."""
    heard = [link for _, where, link in _links(recording) if where == topic]
    lines = [f"{link.frame_id} -> {link.child_frame_id}: {pose(link.transform)}" for link in heard]
    return "\n".join(lines) or f"(nothing was heard on {topic})"


def _links(recording: Recording) -> Iterator[tuple[int, str, StampedTransform]]:
    for delivery in recording.deliveries:
        for link in delivery.transforms:
            yield delivery.receive_ns, delivery.topic, link


def topic_info(recording: Recording, topic: str) -> str:
    """Return who publishes on a topic, as ``ros2 topic info -v`` tells it: the node, and how many messages came."""
    lines = []
    for endpoint in recording.endpoints:
        if endpoint.topic == topic:
            count = sum(d.endpoint == endpoint.id for d in recording.deliveries)
            lines.append(f"{topic}  {endpoint.node.lstrip('/')}: {count} message{'' if count == 1 else 's'}")
    return "\n".join(lines) or f"(nobody publishes on {topic})"


def log(recording: Recording, node: str, *, count: int = 6) -> str:
    """Return the first lines a node logged, and how many more there are."""
    lines = [
        f"[{line.time_ns / NANOSECONDS:.3f}] [{line.severity}] [{line.node.lstrip('/')}]: {line.text}"
        for line in recording.log
        if line.node.lstrip("/") == node.lstrip("/")
    ]
    more = [f"... and {len(lines) - count} more"] if len(lines) > count else []
    return "\n".join(lines[:count] + more) or f"({node} logged nothing)"
