"""Every link a recording carried, as plain rows: who published it, where, how often, how old, whether it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.recording import ClockReading, Delivery, Recording
from tfsandbox.stamps import NANOSECONDS
from tfsandbox.views import checked
from tfsandbox.views.quiet import QuietBuffer

STATIC, DYNAMIC = "static", "dynamic"
UNKNOWN = "(unknown)"


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link on one topic.

    Attributes:
        parent: as a listener stores it, without leading slash.
        child: likewise.
        publishers: full names of the nodes that published it, in order of first arrival.
        topic: where.
        kind: ``"static"`` or ``"dynamic"``.
        rate_hz: (samples - 1) over the time between first and last arrival; None for a static link (which has no
            rate) and where fewer than two moments are known.
        age_s: seconds from its newest stamp to now, negative for a stamp in the future; None for a static link.
        samples: how often it came.
        current: whether a listener now takes this link for the child's: the child has no newer parent, and tf2 did
            not refuse it.
    """

    parent: str
    child: str
    publishers: tuple[str, ...]
    topic: str
    kind: str
    rate_hz: float | None
    age_s: float | None
    samples: int
    current: bool


@dataclass(slots=True)
class _Seen:
    """A link on one topic while it is being counted."""

    endpoints: dict[int, None]
    first_ns: int
    last_ns: int
    newest_stamp_ns: int
    samples: int = 0
    order: int = 0


_Key = tuple[str, str, str]


def link_table(recording: Recording, at_ns: int | None = None) -> tuple[LinkRow, ...]:
    """Return a row for every (parent, child, topic) heard, in order of first arrival.

    Now is the last reading of /clock where there is one, else ``at_ns``.

    Args:
        recording: what was heard.
        at_ns: the subscriber's clock at which one looks: later messages are left out. None for the end.

    Raises:
        InputError: not a recording, or not a whole number.
    """
    heard = _heard(recording, at_ns)
    seen: dict[_Key, _Seen] = {}
    for order, delivery in enumerate(heard):
        for link in delivery.transforms:
            key = (link.frame_id.removeprefix("/"), link.child_frame_id.removeprefix("/"), delivery.topic)
            one = seen.setdefault(key, _Seen({}, delivery.receive_ns, delivery.receive_ns, link.stamp_ns))
            one.endpoints[delivery.endpoint] = None
            one.last_ns, one.order = delivery.receive_ns, order
            one.newest_stamp_ns = max(one.newest_stamp_ns, link.stamp_ns)
            one.samples += 1
    nodes = {endpoint.id: endpoint.node for endpoint in recording.endpoints}
    current, now_ns = _current(heard, seen), _now_ns(heard, at_ns)
    return tuple(_row(key, one, nodes, now_ns, current=key in current) for key, one in seen.items())


def _heard(recording: Recording, at_ns: int | None) -> tuple[Delivery, ...]:
    if not isinstance(recording, Recording):
        raise InputError("recording", recording, "give a Recording, as World.run returns it")
    if at_ns is None:
        return recording.deliveries
    checked.nanoseconds(at_ns, "at_ns")
    return tuple(delivery for delivery in recording.deliveries if delivery.receive_ns <= at_ns)


def _now_ns(heard: Sequence[Delivery], at_ns: int | None) -> int:
    for delivery in reversed(heard):
        if isinstance(delivery.payload, ClockReading):
            return delivery.payload.clock_ns
    return max((d.receive_ns for d in heard), default=0) if at_ns is None else at_ns


def _current(heard: tuple[Delivery, ...], seen: dict[_Key, _Seen]) -> set[_Key]:
    """Return the links a listener holds: one a child, on the topic it came on last."""
    buffer = QuietBuffer.play(Recording(heard))
    held: dict[str, _Key] = {}
    for key in sorted(seen, key=lambda key: seen[key].order):
        parent, child, _ = key
        if parent and child and buffer.get_frame_parent(child) == parent:
            held[child] = key
    return set(held.values())


def _row(key: _Key, one: _Seen, nodes: dict[int, str], now_ns: int, *, current: bool) -> LinkRow:
    parent, child, topic = key
    static, span_ns = topic.endswith("tf_static"), one.last_ns - one.first_ns
    return LinkRow(
        parent,
        child,
        tuple(dict.fromkeys(nodes.get(id_) or UNKNOWN for id_ in one.endpoints)),
        topic,
        STATIC if static else DYNAMIC,
        None if static or span_ns <= 0 else (one.samples - 1) * NANOSECONDS / span_ns,
        None if static else (now_ns - one.newest_stamp_ns) / NANOSECONDS,
        one.samples,
        current,
    )


def loops(rows: Iterable[LinkRow]) -> frozenset[str]:
    """Return the frames that current links lead back to themselves from."""
    parents = {row.child: row.parent for row in rows if row.current}
    found: set[str] = set()
    done: set[str] = set()
    for start in parents:
        path: dict[str, None] = {}
        frame = start
        while frame in parents and frame not in path and frame not in done:
            path[frame] = None
            frame = parents[frame]
        if frame in path:
            way = list(path)
            found.update(way[way.index(frame) :])
        done.update(path)
    return frozenset(found)


def standing(row: LinkRow, rows: Iterable[LinkRow]) -> str:
    """Return why a link does not count, e.g. ``"older parent"`` or ``"refused by tf2"``; "" if it does."""
    if row.current:
        return ""
    for other in rows:
        if other.current and other.child == row.child:
            return "older parent" if other.parent != row.parent else f"replaced by {other.topic}"
    named = row.parent and row.child and row.parent != row.child
    return "not held by tf2" if named else "refused by tf2"


def rate_text(row: LinkRow) -> str:
    """Return ``"static"``, ``"50.0 Hz"`` or ``"1 message"``."""
    if row.kind == STATIC:
        return STATIC
    if row.rate_hz is None:
        return f"{row.samples} message{'' if row.samples == 1 else 's'}"
    return f"{row.rate_hz:.1f} Hz" if row.rate_hz < 1000 else f"{row.rate_hz:.0f} Hz"


def age_text(row: LinkRow) -> str:
    """Return ``"0.02 s old"``, ``"0.30 s ahead"``, or nothing for a static link."""
    if row.age_s is None:
        return ""
    size = abs(row.age_s)
    seconds = f"{size:.2f}" if size < 100 else f"{size:.0f}" if size < 1e6 else f"{size:.1e}"
    return f"{seconds} s {'old' if row.age_s >= 0 else 'ahead'}"
