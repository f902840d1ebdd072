"""Tables and vectors as plain text."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return columns of equal width under their heads, with a rule between."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)]
    return "\n".join(line.rstrip() for line in (lines[0], "  ".join("-" * w for w in widths), *lines[1:]))


def triple(vector: Sequence[float], digits: int = 3) -> str:
    """Return a vector as ``(0.1, 0.173, 0)``: rounded, no ``-0``, no trailing zeros."""
    return "(" + ", ".join(f"{round(v, digits) + 0.0:g}" for v in vector) + ")"
