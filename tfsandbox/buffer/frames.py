"""The frames a buffer has heard of: their names, ids, histories and authorities. Accepts or refuses transforms."""

from __future__ import annotations

from typing import Any

from tfsandbox.buffer import texts
from tfsandbox.buffer.listing import Listing
from tfsandbox.buffer.rules import Rules
from tfsandbox.conversions import stamped_transform
from tfsandbox.geometry import canonical
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS
from tfsandbox.timecache import Cache, DynamicCache, StaticCache

NOBODY = "NO_PARENT"
_NORM_TOLERANCE = 10e-3

Numbers = tuple[float, float, float, float, float, float, float]
Fields = tuple[str, str, int, Numbers]
LogLines = list[tuple[str, str]]


class Frames:
    """Names and caches by frame id; id 0 is the reserved name of nobody.

    Attributes:
        names: name by id, in the order of first use.
        caches: history by id; None for frames that are nobody's child.
        authorities: who published each child's last accepted transform, by id.
        queryable: id by name, of the names that a query may use (no leading slash).
    """

    __slots__ = ("_ids", "authorities", "cache_span_ns", "caches", "names", "queryable", "rules")

    def __init__(self, cache_span_ns: int, rules: Rules) -> None:
        self.cache_span_ns = cache_span_ns
        self.rules = rules
        self.names: list[str] = [NOBODY]
        self.caches: list[Cache | None] = [None]
        self.authorities: dict[int, str] = {}
        self.queryable: dict[str, int] = {}
        self._ids: dict[str, int] = {NOBODY: 0}

    def exists(self, name: str) -> bool:
        """Return whether a transform with this name was ever accepted or refused only for its age."""
        return name in self._ids

    def parent_of(self, name: str, time_ns: int = 0) -> str:
        """Return the parent of a frame at a time; "" for a root, an unknown frame, or where there is no data."""
        cache = self.caches[self._ids.get(name, 0)]
        bracket = cache.read(time_ns) if cache else None
        return self.names[bracket[0][1]] if bracket and bracket[0][1] else ""

    def root_of(self, name: str) -> str:
        """Return the frame at the top of a frame's tree now; the frame where a loop closes, if there is a loop."""
        seen = {name}
        while (parent := self.parent_of(name)) and parent not in seen:
            seen.add(parent)
            name = parent
        return name

    def listing(self) -> Listing:
        """Return the frames for listing."""
        return Listing(self.names, self.caches, self.authorities, self.rules)

    def set(self, fields: Fields, authority: str, static: bool) -> LogLines:
        """Keep a transform; return tf2's complaints, none when it was accepted."""
        parent, child, stamp_ns, (x, y, z, *rotation) = fields
        if parent[:1] == "/":
            parent = parent[1:]
        if child[:1] == "/":
            child = child[1:]
        qx, qy, qz, qw = canonical(rotation) if self.rules.normalises else rotation  # type: ignore[arg-type]
        norm_error = qx * qx + qy * qy + qz * qz + qw * qw - 1.0
        sound = -_NORM_TOLERANCE < norm_error < _NORM_TOLERANCE and x == x and y == y and z == z
        if not sound or not child or not parent or child == parent:
            return _complaints(parent, child, authority, (x, y, z, qx, qy, qz, qw))
        child_id = self._ids.get(child) or self._register(child)
        cache = self.caches[child_id]
        if cache is None or cache.is_static is not static:
            cache = self.caches[child_id] = StaticCache() if static else DynamicCache(self.cache_span_ns)
        parent_id = self._ids.get(parent) or self._register(parent)
        if not cache.insert((stamp_ns, parent_id, x, y, z, qx, qy, qz, qw)):
            return [("WARN", texts.old_data(child, stamp_ns, authority))]
        self.authorities[child_id] = authority
        return _NO_COMPLAINTS

    def _register(self, name: str) -> int:
        if name == NOBODY:
            return 0
        new = len(self.names)
        self.names.append(name)
        self.caches.append(None)
        self._ids[name] = new
        if not name.startswith("/"):
            self.queryable[name] = new
        return new

    def clear(self) -> None:
        """Empty the histories; names, ids, kinds and authorities stay."""
        for cache in self.caches:
            if cache is not None and (self.rules.clear_empties_statics or not cache.is_static):
                cache.clear()


_NO_COMPLAINTS: LogLines = []


def _complaints(parent: str, child: str, authority: str, numbers: Numbers) -> LogLines:
    lines = []
    if child == parent:
        lines.append(texts.self_transform(child, authority))
    if not child:
        lines.append(texts.no_child(authority))
    if not parent:
        lines.append(texts.no_parent(child, authority))
    if any(n != n for n in numbers):
        lines.append(texts.nan_input(child, authority, numbers))
    if not abs(sum(n * n for n in numbers[3:]) - 1.0) < _NORM_TOLERANCE:
        lines.append(texts.denormalized(child, authority, numbers))
    return [("ERROR", line) for line in lines]


def fields_of(transform: Any) -> Fields:
    """Return (parent, child, stamp_ns, seven numbers) of a TransformStamped message or a StampedTransform.

    Raises:
        InputError: a field is missing or of the wrong kind.
    """
    try:
        header, stamp = transform.header, transform.header.stamp
        t, q = transform.transform.translation, transform.transform.rotation
        parent, child = header.frame_id, transform.child_frame_id
        numbers = (t.x * 1.0, t.y * 1.0, t.z * 1.0, q.x * 1.0, q.y * 1.0, q.z * 1.0, q.w * 1.0)
        stamp_ns = stamp.sec * NANOSECONDS + stamp.nanosec
        if parent.__class__ is str and child.__class__ is str and stamp_ns.__class__ is int:
            return parent, child, stamp_ns, numbers
    except (AttributeError, TypeError, ArithmeticError, ValueError):
        pass
    value = transform if isinstance(transform, StampedTransform) else stamped_transform(transform)
    numbers = (*value.transform.translation, *value.transform.rotation)
    return str(value.frame_id), str(value.child_frame_id), value.stamp_ns, numbers
