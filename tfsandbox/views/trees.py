"""A small tf tree: frames as boxes, links as arrows from parent to child."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tfsandbox.views import svg
from tfsandbox.views.svg import Drawing, Pixel

_BOX_HEIGHT, _LEVEL, _MARGIN = 26, 62, 12


@dataclass(frozen=True, slots=True)
class Link:
    """An arrow: ``parent`` -> ``child``, with an optional note beside it."""

    parent: str
    child: str
    note: str = ""


def tree(links: Sequence[Link], *, alone: Sequence[str] = (), lost: Sequence[str] = (), caption: str = "") -> Drawing:
    """Return the tree, roots on top, children below their parents.

    Args:
        links: the arrows; a child has one parent, loops are not drawn.
        alone: frames without any link.
        lost: frames to draw dashed, in colour and with the word "lost".
        caption: one line above.
    """
    children = [link.child for link in links]
    roots = [*dict.fromkeys(link.parent for link in links if link.parent not in children), *alone]
    columns = _columns(links, roots)
    pitch = max(7.4 * (len(name) + 7 * (name in lost)) + 26 for name in columns)
    spread = max((c for c, _ in columns.values()), default=0) + 1
    width = max(round(spread * pitch), 8 * len(caption) + 12) + _MARGIN
    top = 26 if caption else 4
    places = {
        name: (_MARGIN / 2 + (c + 0.5) * pitch, float(top + level * _LEVEL)) for name, (c, level) in columns.items()
    }
    body = [svg.label((6, 14), caption, size=12, bold=True)] if caption else []
    body += [_arrow(link, places) for link in links]
    body += [_frame(name, at, name in lost) for name, at in places.items()]
    height = top + (max((level for _, level in columns.values()), default=0)) * _LEVEL + _BOX_HEIGHT + 6
    return Drawing("".join(body), width, height, _text(links, roots, alone, lost, caption))


def _columns(links: Sequence[Link], roots: Sequence[str]) -> dict[str, tuple[float, int]]:
    """Return (column, level) of every frame: leaves side by side, parents above the middle of their children."""
    places: dict[str, tuple[float, int]] = {}
    free = 0.0

    def place(name: str, level: int) -> float:
        nonlocal free
        below = [place(link.child, level + 1) for link in links if link.parent == name]
        if below:
            column = (below[0] + below[-1]) / 2
        else:
            column, free = free, free + 1
        places[name] = (column, level)
        return column

    for root in roots:
        place(root, 0)
    return places


def _frame(name: str, at: Pixel, lost: bool) -> str:
    name += " (lost)" if lost else ""
    width = 7.4 * len(name) + 14
    colour = svg.VERMILLION if lost else "currentColor"
    shape = svg.box((at[0] - width / 2, at[1]), (width, _BOX_HEIGHT), colour=colour, dash="4 3" if lost else "")
    return shape + svg.label((at[0], at[1] + 17), name, anchor="middle")


def _arrow(link: Link, places: dict[str, Pixel]) -> str:
    (x0, y0), (x1, y1) = places[link.parent], places[link.child]
    shape = svg.arrow((x0, y0 + _BOX_HEIGHT), (x1, y1 - 1), width=1.5)
    if link.note:
        middle = ((x0 + x1) / 2 + 7, (y0 + _BOX_HEIGHT + y1) / 2 + 4)
        shape += svg.label(middle, link.note, size=11)
    return shape


def _text(links: Sequence[Link], roots: Sequence[str], alone: Sequence[str], lost: Sequence[str], caption: str) -> str:
    parts = [
        f"{link.parent} is the parent of {link.child}" + (f" ({link.note})" if link.note else "") for link in links
    ]
    parts += [f"{name} has no link" for name in alone]
    parts.append("roots: " + ", ".join(roots))
    if lost:
        parts.append("lost: " + ", ".join(lost))
    return (f"{caption}: " if caption else "") + "; ".join(parts) + "."
