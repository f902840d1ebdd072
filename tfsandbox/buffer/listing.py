"""The frames of a buffer as text: list, YAML (what view_frames reads) and dot. Source: tf2's BufferCore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tfsandbox.buffer.rules import Rules
from tfsandbox.buffer.walk import NO_FRAME, Caches
from tfsandbox.stamps import NANOSECONDS, format_time, tf2_seconds
from tfsandbox.timecache import Cache

_SHORTEST_SPAN_NS = 100_000


@dataclass(frozen=True, slots=True)
class Listing:
    """What is listed: names and caches by frame id (id 0 is nobody), and who published each child last."""

    names: Sequence[str]
    caches: Caches
    authorities: dict[int, str]
    rules: Rules

    def frames_string(self) -> str:
        """Return a line per frame with a cache: ``Frame a exists with parent b.``."""
        lines = [f"Frame {self.names[i]} exists with parent {self.names[parent]}.\n" for i, _, parent in self._links()]
        return "".join(lines)

    def yaml(self, now_ns: int = 0) -> str:
        """Return every link with data as YAML; with a time, also how old each is."""
        if len(self.names) == 1:
            return "[]"
        blocks = (self._yaml_block(i, cache, parent, now_ns) for i, cache, parent in self._links() if len(cache))
        return "".join(blocks)

    def dot(self, now_ns: int = 0) -> str:
        """Return every link as a graphviz drawing; with a time, also how old each is, and when it was drawn."""
        text = "digraph G {\n"
        if len(self.names) == 1:
            text += self.rules.dot_of_nothing
        for i, cache, parent in self._links():
            if parent != NO_FRAME:
                text += self._dot_edge(i, cache, parent, now_ns)
        for i in range(1, len(self.names)):
            text += self._dot_legend(i, now_ns)
        return text + "}"

    def _links(self) -> Iterator[tuple[int, Cache, int]]:
        for i, cache in enumerate(self.caches):
            if cache is not None and i != NO_FRAME:  # a child named NO_PARENT gets a cache, and tf2 never lists it
                yield i, cache, cache.newest_parent if len(cache) else NO_FRAME

    def _yaml_block(self, i: int, cache: Cache, parent: int, now_ns: int) -> str:
        newest, oldest = cache.newest_ns, cache.oldest_ns
        delay = f"  transform_delay: {_seconds(now_ns - newest)}\n" if now_ns else ""
        return (
            f"{self.names[i]}: \n"
            f"  parent: '{self.names[parent]}'\n"
            f"  broadcaster: '{self.authorities.get(i, 'no recorded authority')}'\n"
            f"  rate: {_rate(cache)}\n"
            f"  most_recent_transform: {format_time(newest)}\n"
            f"  oldest_transform: {format_time(oldest)}\n"
            f"{delay}"
            f"  buffer_length: {_seconds(newest - oldest)}\n"
        )

    def _dot_edge(self, i: int, cache: Cache, parent: int, now_ns: int) -> str:
        newest = cache.newest_ns
        age = f"( {_seconds(now_ns - newest)} sec old)" if now_ns else ""
        return (
            f'"{self.names[parent]}" -> "{self.names[i]}"[label="'
            f"Broadcaster: {self.authorities.get(i, 'no recorded authority')}\\n"
            f"Average rate: {_rate(cache)} Hz\\n"
            f"Most recent transform: {format_time(newest)} {age}\\n"
            f'Buffer length: {_seconds(newest - cache.oldest_ns)} sec\\n"];\n'
        )

    def _dot_legend(self, i: int, now_ns: int) -> str:
        cache = self.caches[i]
        if cache is None and not now_ns:
            return ""
        if cache is not None and len(cache) and cache.newest_parent != NO_FRAME:
            return ""
        drawn_at = f'"Recorded at time: {format_time(now_ns)}"[ shape=plaintext ] ;\n ' if now_ns else ""
        style = 'style=bold; color=black; label ="view_frames Result";'
        return f'edge [style=invis];\n subgraph cluster_legend {{ {style}\n{drawn_at}}}->"{self.names[i]}";\n'


def _rate(cache: Cache) -> str:
    span = max(cache.newest_ns - cache.oldest_ns, _SHORTEST_SPAN_NS)
    return f"{len(cache) * NANOSECONDS / span:.3f}"


def _seconds(ns: int) -> str:
    wrapped = (ns + 2**63) % 2**64 - 2**63  # a difference of two absurd stamps, in the 64 bits that tf2 has for it
    return f"{tf2_seconds(wrapped):.3f}"
