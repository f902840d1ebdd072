"""SVG text from numbers: a drawing with its text equivalent, and the few shapes all drawings are made of.

Ink is ``currentColor``, so a drawing follows the light or dark theme of the page around it.
"""

from __future__ import annotations

import html
import math
import re
from dataclasses import dataclass

# light enough for a dark page, dark enough for a light one
RED, GREEN, BLUE = "#e03a36", "#2b9348", "#3b7ded"
AXIS_COLOURS = (RED, GREEN, BLUE)
AXIS_LETTERS = ("x", "y", "z")
# from the colour-blind safe set of Okabe and Ito
VERMILLION, SKY = "#D55E00", "#2484c6"

Pixel = tuple[float, float]

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(words: str, *, quote: bool = True) -> str:
    """Return words for XML; what XML cannot hold (a control character in a frame's name) becomes U+FFFD."""
    return html.escape(_NOT_XML.sub("\ufffd", words), quote=quote)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing.

    Attributes:
        body: the SVG elements.
        width: pixels.
        height: pixels.
        text: the text equivalent: what someone needs to know who cannot see the drawing.
    """

    body: str
    width: int
    height: int
    text: str

    def inline(self) -> str:
        """Return SVG for a page: transparent ground, the page's own ink, the text as accessible name."""
        return (
            f'<svg role="img" aria-label="{escape(self.text)}" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" font-size="13">{self.body}</svg>'
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows for it."""
        return self.inline()

    def standalone(self) -> str:
        """Return a whole SVG file: white ground and dark ink, readable on a page of any colour."""
        title = escape(self.text, quote=False)
        lines = self.body.replace("><", ">\n<")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" font-size="13" '
            f'color="#222" style="color:#222">\n<title>{title}</title>\n'
            f'<rect width="{self.width}" height="{self.height}" rx="6" fill="#fff"/>\n{lines}\n</svg>\n'
        )


def beside(*drawings: Drawing, gap: int = 0) -> Drawing:
    """Return the drawings side by side, tops aligned; the texts follow one another."""
    body, x = [], 0
    for drawing in drawings:
        body.append(group(drawing.body, x, 0))
        x += drawing.width + gap
    height = max(d.height for d in drawings)
    return Drawing("".join(body), x - gap, height, " ".join(d.text for d in drawings))


def below(*drawings: Drawing) -> Drawing:
    """Return the drawings one under another, left edges aligned; the texts follow one another."""
    body, y = [], 0
    for drawing in drawings:
        body.append(group(drawing.body, 0, y))
        y += drawing.height
    return Drawing("".join(body), max(d.width for d in drawings), y, " ".join(d.text for d in drawings))


def number(value: float) -> str:
    """Return a coordinate in pixels, short and never ``-0``."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0") if abs(value) >= 0.05 else "0"


def group(body: str, x: float, y: float) -> str:
    """Return elements moved by (x, y) pixels."""
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


def titled(body: str, words: str) -> str:
    """Return elements as one group with its words: a tooltip, and what a screen reader says."""
    return f"<g><title>{escape(words, quote=False)}</title>{body}</g>"


def label(
    at: Pixel, words: str, *, colour: str = "currentColor", anchor: str = "start", size: int = 13, bold: bool = False
) -> str:
    """Return a line of text; ``anchor`` is start, middle or end."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{number(at[0])}" y="{number(at[1])}"'
    return f'<text {place} fill="{colour}" text-anchor="{anchor}" font-size="{size}"{weight}>{escape(words)}</text>'


def line(
    start: Pixel, end: Pixel, *, colour: str = "currentColor", width: float = 1, dash: str = "", opacity: float = 1
) -> str:
    """Return a straight line."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    ends = f'x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}" y2="{number(end[1])}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width}"{dashes}{faint}/>'


def strokes(paths: list[str], *, opacity: float) -> str:
    """Return thin lines, given as path data, in one element."""
    return f'<path d="{"".join(paths)}" stroke="currentColor" opacity="{opacity}" fill="none"/>'


def curve(points: list[Pixel], *, colour: str = "currentColor", width: float = 2, dash: str = "") -> str:
    """Return a line through all the points."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def arrow(start: Pixel, end: Pixel, *, colour: str = "currentColor", width: float = 2, dash: str = "") -> str:
    """Return an arrow; the head is drawn by hand, since marker ids would clash between drawings of one page."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length < 1:
        return ""
    ux, uy = dx / length, dy / length
    head = min(8.0, length * 0.6)
    base = (end[0] - head * ux, end[1] - head * uy)
    left = (base[0] - 0.45 * head * uy, base[1] + 0.45 * head * ux)
    right = (base[0] + 0.45 * head * uy, base[1] - 0.45 * head * ux)
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in (end, left, right))
    return line(start, base, colour=colour, width=width, dash=dash) + f'<polygon points="{corners}" fill="{colour}"/>'


def dot(at: Pixel, radius: float, *, colour: str = "currentColor", hollow: bool = False) -> str:
    """Return a disc or, hollow, a ring."""
    look = f'fill="none" stroke="{colour}" stroke-width="2"' if hollow else f'fill="{colour}"'
    return f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" {look}/>'


def box(at: Pixel, size: Pixel, *, colour: str = "currentColor", dash: str = "", width: float = 1.5) -> str:
    """Return a rounded frame around nothing."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    place = f'x="{number(at[0])}" y="{number(at[1])}" width="{number(size[0])}" height="{number(size[1])}"'
    return f'<rect {place} rx="5" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'
