"""The tree of a recording as a picture: who publishes every link, on which topic, how often, how old; and what is odd.

Frames are lines of an outline, children indented below their parents; trees without a common root stand side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from tfsandbox.recording import Recording
from tfsandbox.views import svg
from tfsandbox.views.links import STATIC, LinkRow, age_text, link_table, rate_text
from tfsandbox.views.outline import Line, outlines
from tfsandbox.views.svg import Drawing

_WIDEST = 1340  # a laptop's screen of 1366 pixels, without the scroll bar
_ROW, _HEAD, _LEFT, _GAP = 17, 40, 10, 16
_BOLD, _PLAIN = 7.3, 6.5  # pixels a character takes
_LONGEST_NAME, _LONGEST_NODE, _LONGEST_TOPIC = 44, 34, 26
_HEADS = ("rate", "newest stamp", "published by", "on")

Cells = tuple[str, ...]


def drawing(recording: Recording, at_ns: int | None = None) -> Drawing:
    """Return the picture of everything a recording carried, as seen at a time.

    Args:
        recording: what was heard.
        at_ns: the subscriber's clock, nanoseconds; None for the end.

    Raises:
        InputError: not a recording, or not a whole number.
    """
    return draw(link_table(recording, at_ns))


def draw(rows: Sequence[LinkRow]) -> Drawing:
    """Return the picture of links: one panel a tree, side by side as far as a laptop's screen is wide.

    Solid blue: dynamic. Solid, in the page's ink: static. Dashed, in vermillion and with words: a link that does not
    count (an older parent, one that tf2 refused) or that closes a loop. A link with several publishers names them all.
    """
    panels = [_panel(tree) for tree in outlines(rows)]
    if not panels:
        return Drawing(svg.label((_LEFT, 20), "no frames: nothing was heard"), 260, 32, "No frames: nothing was heard.")
    body = _side_by_side(panels)
    count = len(panels)
    return Drawing(body.body, body.width, body.height, f"{count} tree{'' if count == 1 else 's'}. {body.text}")


def _side_by_side(panels: Sequence[Drawing]) -> Drawing:
    """Return the panels in columns no higher than the highest panel, or as high as it takes to fit the width."""
    limit = max(panel.height for panel in panels)
    while True:
        columns = _stacked(panels, limit)
        found = svg.beside(*columns, gap=_GAP)
        if found.width <= _WIDEST or len(columns) == 1:
            return found
        limit += _ROW


def _stacked(panels: Sequence[Drawing], limit: int) -> list[Drawing]:
    columns: list[list[Drawing]] = []
    free = 0
    for panel in panels:
        if panel.height > free:
            columns.append([])
            free = limit
        columns[-1].append(panel)
        free -= panel.height
    return [svg.below(*column) for column in columns]


def _panel(tree: tuple[Line, ...]) -> Drawing:
    cells = [_cells(line) for line in tree]
    indent = min(16.0, 480.0 / max(line.depth for line in tree)) if len(tree) > 1 else 16.0
    columns = _columns(tree, cells, indent)
    tops, height = _tops(cells)
    body = [svg.label((_LEFT, 14), _title(tree), size=12, bold=True)]
    if len(tree) > 1:
        heads = zip(columns, _HEADS, strict=False)
        body += [svg.label((x, 31), head, size=11) for x, head in heads]
        body.append(svg.line((_LEFT, _HEAD - 4), (columns[-1], _HEAD - 4), opacity=0.35))
    stems = {-1: 0.0}  # how far down the line from each parent to its children is drawn
    for i, line in enumerate(tree):
        body.append(_row(line, cells[i], (stems[line.up], tops[i]), columns, indent))
        stems[line.up], stems[i] = tops[i] + _ROW / 2, tops[i] + _ROW - 2
    text = f"Tree of {tree[0].frame or '(empty name)'}: {'; '.join(map(_words, tree))}."
    return Drawing("".join(body), round(columns[-1]) + _LEFT, round(height) + 8, text)


def _title(tree: tuple[Line, ...]) -> str:
    frames = sum(not line.ghost for line in tree)
    kind = "Loop through" if tree[0].note == "loop" else "Tree of"
    return f"{kind} {_short(tree[0].frame, _LONGEST_NAME)}: {frames} frame{'' if frames == 1 else 's'}"


def _cells(line: Line) -> list[Cells]:
    """Return (rate, age, node, topic) for every publisher of a line; rate and age once a link."""
    found: list[Cells] = []
    for row in line.rows:
        for k, node in enumerate(row.publishers):
            numbers = (rate_text(row), age_text(row)) if k == 0 else ("", "")
            node = _short(node.removeprefix("/"), _LONGEST_NODE)
            found.append((*numbers, node, _short(row.topic, _LONGEST_TOPIC)))
    return found or [("",) * len(_HEADS)]


def _columns(tree: tuple[Line, ...], cells: list[list[Cells]], indent: float) -> list[float]:
    """Return the left edges of the columns, and the right edge of the last one."""
    x = _LEFT + max(line.depth * indent + 22 + _BOLD * len(_label(line)) for line in tree) + 14
    x = max(x, _LEFT + _BOLD * len(_title(tree)) - 200)
    edges = [x]
    for k, head in enumerate(_HEADS):
        longest = max([len(head), *(len(row[k]) for rows in cells for row in rows)])
        edges.append(edges[-1] + _PLAIN * longest + 14)
    return edges if len(tree) > 1 else [x, max(x, _LEFT + _BOLD * len(_title(tree)))]


def _tops(cells: list[list[Cells]]) -> tuple[list[float], float]:
    tops, y = [], float(_HEAD)
    for rows in cells:
        tops.append(y)
        y += _ROW * len(rows)
    return tops, y


def _label(line: Line) -> str:
    name = _short(line.frame, _LONGEST_NAME) or "(empty name)"
    return f"{name}  {line.note}" if line.note else name


def _row(line: Line, cells: list[Cells], tops: tuple[float, float], columns: list[float], indent: float) -> str:
    stem, top = tops
    x, y = _LEFT + line.depth * indent, top + _ROW / 2
    odd = line.ghost or bool(line.note)
    ink = svg.VERMILLION if odd else "currentColor"
    dash = "4 3" if line.ghost else ""
    body = []
    if line.up >= 0:
        colour = ink if odd else "currentColor" if line.rows[0].kind == STATIC else svg.SKY
        left = _LEFT + (line.depth - 1) * indent + 6
        body.append(
            svg.line(
                (left, stem), (left, y), colour=ink if line.ghost else "currentColor", width=1.5, dash=dash, opacity=0.6
            )
        )
        body.append(svg.arrow((left, y), (x + 8, y), colour=colour, width=1.5))
    name = _short(line.frame, _LONGEST_NAME) or "(empty name)"
    body.append(svg.label((x + 11, y + 4), name, size=12, bold=not line.ghost, colour=ink))
    if line.note:
        body.append(svg.label((x + 11 + _BOLD * (len(name) + 1), y + 4), line.note, size=12, colour=ink))
    for k, row in enumerate(cells):
        at = [(edge, y + 4 + k * _ROW) for edge in columns]
        body += [svg.label(place, word, size=12, colour=ink) for place, word in zip(at, row, strict=False) if word]
    return svg.titled("".join(body), _words(line))


def _words(line: Line) -> str:
    """Return a line in words, nothing shortened."""
    links = [
        ", ".join(filter(None, [rate_text(row), age_text(row)]))
        + f", published by {' and '.join(node.removeprefix('/') for node in row.publishers)} on {row.topic}"
        for row in line.rows
    ]
    parent = f" in {line.rows[0].parent}" if line.rows else ""
    note = f" ({line.note})" if line.note else ""
    return f"{line.frame or '(empty name)'}{parent}{note}" + (": " + ", and ".join(links) if links else "")


def _short(words: str, longest: int) -> str:
    """Return words cut in the middle, where namespaces and endings both survive."""
    if len(words) <= longest:
        return words
    half = (longest - 1) // 2
    return f"{words[:half]}…{words[-half:]}"
