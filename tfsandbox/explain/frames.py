"""Frames that a paste shows to exist: listings by tf2 and its tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tfsandbox.explain.paste import Paste

_MOST, NOBODY = 5000, "NO_PARENT"
_EXISTS = re.compile(r"Frame (\S{1,256}) exists with parent (\S{1,256}?)\.?$")
_EDGE = re.compile(r'"([^"]{1,256})" -> "([^"]{1,256})"')
_PARENT = re.compile(r"\s*parent: '?([^'\s]{1,256})'?$")
_SEGMENT = re.compile(r"got segment (\S{1,256})$")
_STATIC = re.compile(r"from '([^']{1,256})' to '([^']{1,256})'$")
_KEY = re.compile(r"(\S{1,256}):\s*$")


@dataclass(frozen=True, slots=True)
class Listing:
    """Frames in a paste's listings.

    Attributes:
        frames: all of them.
        parents: parent by child, where a listing says so.
    """

    frames: frozenset[str]
    parents: Mapping[str, str]

    def root(self, frame: str) -> str:
        """Return the frame above all others that a frame hangs from; "" if that is unknown or there is a loop."""
        seen: set[str] = set()
        while frame in self.parents and frame not in seen:
            seen.add(frame)
            frame = self.parents[frame]
        return frame if frame in self.frames and frame not in seen else ""

    @property
    def loop(self) -> tuple[str, ...]:
        """The frames of the first loop, child by child; empty if there is none."""
        cleared: set[str] = set()
        for frame in self.parents:
            path: dict[str, None] = {}
            while frame in self.parents and frame not in path and frame not in cleared:
                path[frame] = None
                frame = self.parents[frame]
            if frame in path:
                names = list(path)
                return tuple(names[names.index(frame) :])
            cleared |= path.keys()
        return ()


def listed(paste: Paste) -> Listing:
    """Return what listings say: tf2's "Frame a exists", view_frames' graph and YAML, got segment, from a to b."""
    frames: dict[str, None] = {}
    parents: dict[str, str] = {}
    before = ""
    for raw in paste.lines:
        line = raw.strip().strip("\x1e")
        for parent, child in _links(line, before):
            parents[child] = parent
            frames |= dict.fromkeys((child, parent))
        for segment in _SEGMENT.findall(line):
            frames[segment] = None
        before = line
        if len(frames) > _MOST:
            break
    parents = {child: parent for child, parent in parents.items() if parent != NOBODY}
    return Listing(frozenset(frames) - {NOBODY}, parents)


def _links(line: str, before: str) -> Iterator[tuple[str, str]]:
    yield from ((parent, child) for child, parent in _EXISTS.findall(line))
    yield from _EDGE.findall(line)
    yield from _STATIC.findall(line)
    parent, key = _PARENT.match(line), _KEY.match(before)
    if parent and key:
        yield parent[1], key[1]
