"""Frames that a paste shows to exist: listings by tf2 and its tools."""

from __future__ import annotations

import re

from tfsandbox.explain.paste import Paste

_MOST = 5000
_EXISTS = re.compile(r"Frame (\S{1,256}) exists with parent (\S{1,256}?)\.?$")
_EDGE = re.compile(r'"([^"]{1,256})" -> "([^"]{1,256})"')
_PARENT = re.compile(r"\s*parent: '?([^'\s]{1,256})'?$")
_SEGMENT = re.compile(r"got segment (\S{1,256})$")
_STATIC = re.compile(r"from '([^']{1,256})' to '([^']{1,256})'$")
_KEY = re.compile(r"(\S{1,256}):\s*$")


def listed(paste: Paste) -> frozenset[str]:
    """Return the frames in listings: tf2's "Frame a exists", view_frames' graph and YAML, got segment, from a to b."""
    found: set[str] = set()
    before = ""
    for raw in paste.lines:
        line = raw.strip().strip("\x1e")
        for pattern in (_EXISTS, _EDGE, _SEGMENT, _STATIC):
            for match in pattern.finditer(line):
                found.update(match.groups())
        parent, key = _PARENT.match(line), _KEY.match(before)
        if parent and key:
            found |= {parent[1], key[1]}
        before = line
        if len(found) > _MOST:
            break
    return frozenset(found - {"NO_PARENT"})
