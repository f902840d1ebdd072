"""Trees of links as indented lines, parents above their children: the layout of the tree drawing, in plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tfsandbox.views.links import LinkRow, loops, standing


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an outline.

    Attributes:
        frame: its name.
        depth: steps below the first line.
        up: index of the line of its parent; -1 for the first line.
        rows: the links that join it to that line, the current one first.
        ghost: the frame itself stands elsewhere; here is a link that does not count, or one that closes a loop.
        note: what is wrong, "" if nothing.
    """

    frame: str
    depth: int
    up: int
    rows: tuple[LinkRow, ...] = ()
    ghost: bool = False
    note: str = ""

    @property
    def publishers(self) -> tuple[str, ...]:
        """Nodes that publish this link."""
        return tuple(dict.fromkeys(node for row in self.rows for node in row.publishers))


def outlines(rows: Sequence[LinkRow]) -> tuple[tuple[Line, ...], ...]:
    """Return one outline a tree, in order of first appearance; a loop is a tree that begins somewhere in the loop."""
    below: dict[str, dict[str, list[LinkRow]]] = {}
    for row in sorted(rows, key=lambda row: not row.current):
        below.setdefault(row.parent, {}).setdefault(row.child, []).append(row)
    frames = dict.fromkeys(name for row in rows for name in (row.parent, row.child))
    held = {row.child for row in rows if row.current}
    in_loop = loops(rows)
    drawn: set[str] = set()
    trees = []
    for start in [frame for frame in frames if frame not in held and frame in below]:
        trees.append(tuple(_walk(start, below, rows, drawn, "")))
    for start in [frame for frame in frames if frame in in_loop]:
        if start not in drawn:
            trees.append(tuple(_walk(start, below, rows, drawn, "loop")))
    return tuple(trees)


def _walk(
    start: str, below: dict[str, dict[str, list[LinkRow]]], rows: Sequence[LinkRow], drawn: set[str], note: str
) -> Iterator[Line]:
    todo = [Line(start, 0, -1, note=note)]
    index = -1
    while todo:
        line = todo.pop()
        index += 1
        yield line
        if line.ghost:
            continue
        drawn.add(line.frame)
        children = sorted(below.get(line.frame, {}).items(), key=lambda child: child[0] == start)  # a loop closes last
        todo += [_line(child, links, line, index, start, rows) for child, links in reversed(children)]


def _line(child: str, links: list[LinkRow], above: Line, up: int, start: str, rows: Sequence[LinkRow]) -> Line:
    counts = links[0].current
    if counts and child == start:
        return Line(child, above.depth + 1, up, tuple(links), True, "loop: back to the top")
    notes = dict.fromkeys(standing(row, rows) for row in links)
    publishers = dict.fromkeys(node for row in links for node in row.publishers)
    many = [f"{len(publishers)} publishers"] if len(publishers) > 1 else []
    return Line(child, above.depth + 1, up, tuple(links), not counts, ", ".join(filter(None, [*many, *notes])))
