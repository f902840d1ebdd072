"""The frames a buffer has heard of: their names, ids, histories and authorities. Accepts or refuses transforms."""

from __future__ import annotations

from typing import Any

from tfsandbox.buffer import texts
from tfsandbox.buffer.listing import Listing
from tfsandbox.buffer.rules import Rules
from tfsandbox.conversions import stamped_transform
from tfsandbox.geometry import Quaternion, canonical
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS
from tfsandbox.timecache import Cache, DynamicCache, StaticCache

NOBODY = "NO_PARENT"
_NORM_TOLERANCE = 10e-3

Numbers = tuple[float, float, float, float, float, float, float]
Fields = tuple[str, str, int, float, float, float, Quaternion]
"""parent, child, stamp_ns, x, y, z, rotation"""

LogLines = list[tuple[str, str]]


class Frames:
    """Names and caches by frame id; id 0 is the reserved name of nobody.

    Attributes:
        names: name by id, in the order of first use.
        caches: history by id; None for frames that are nobody's child.
        authorities: who published each child's last accepted transform, by id.
        queryable: id by name, of the names that a query may use (no leading slash).
    """

    __slots__ = ("_ids", "_normalises", "authorities", "cache_span_ns", "caches", "names", "queryable", "rules")

    def __init__(self, cache_span_ns: int, rules: Rules) -> None:
        self.cache_span_ns = cache_span_ns
        self.rules = rules
        self._normalises = rules.normalises
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
        parent, child, stamp_ns, x, y, z, rotation = fields
        qx, qy, qz, qw = canonical(rotation) if self._normalises else rotation
        norm_error = qx * qx + qy * qy + qz * qz + qw * qw - 1.0
        moved = x + y + z
        if (moved + norm_error).__class__ is not float:  # numpy's scalars are slow, and warn
            return self.set(_plain(fields), authority, static)
        if not -_NORM_TOLERANCE < norm_error < _NORM_TOLERANCE or (moved != moved and (x != x or y != y or z != z)):
            return _complaints(without_slash(parent), without_slash(child), authority, (x, y, z, qx, qy, qz, qw))
        child_id, parent_id = self.queryable.get(child), self.queryable.get(parent)
        if child_id is None or parent_id is None or child_id == parent_id:  # a new name, or a bad one
            child, parent = without_slash(child), without_slash(parent)
            if not child or not parent or child == parent:
                return _complaints(parent, child, authority, (x, y, z, qx, qy, qz, qw))
            child_id, parent_id = self._id(child), self._id(parent)
        cache = self.caches[child_id]
        if cache is None or cache.is_static is (not static):
            cache = self.caches[child_id] = StaticCache() if static else DynamicCache(self.cache_span_ns)
        if not cache.insert((stamp_ns, parent_id, x, y, z, qx, qy, qz, qw)):
            return [("WARN", texts.old_data(without_slash(child), stamp_ns, authority))]
        self.authorities[child_id] = authority
        return _NO_COMPLAINTS

    def _id(self, name: str) -> int:
        """Return the id of a name, a new one if it is new."""
        known = self._ids.get(name)
        if known is not None:
            return known
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


def _plain(fields: Fields) -> Fields:
    parent, child, stamp_ns, x, y, z, (qx, qy, qz, qw) = fields
    return parent, child, stamp_ns, float(x), float(y), float(z), (float(qx), float(qy), float(qz), float(qw))


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
        header, t, q = transform.header, transform.transform.translation, transform.transform.rotation
        parent, child, stamp = header.frame_id, transform.child_frame_id, header.stamp
        fields = (
            parent,
            child,
            stamp.sec * NANOSECONDS + stamp.nanosec,
            t.x * 1.0,
            t.y * 1.0,
            t.z * 1.0,
            (q.x * 1.0, q.y * 1.0, q.z * 1.0, q.w * 1.0),
        )
        if parent.__class__ is child.__class__ is str and fields[2].__class__ is int:
            return fields
    except (AttributeError, TypeError, ArithmeticError, ValueError):
        pass
    value = transform if isinstance(transform, StampedTransform) else stamped_transform(transform)
    t, q = value.transform.translation, value.transform.rotation
    return (value.frame_id, value.child_frame_id, value.stamp_ns, *t, q)


def without_slash(name: str) -> str:
    """Return a published name as tf2 takes it: one leading slash is dropped."""
    return name[1:] if name[:1] == "/" else name
