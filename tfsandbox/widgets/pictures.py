"""A drawing or a text on its own, to be shown after a prediction."""

from __future__ import annotations

from html import escape

import ipywidgets

from tfsandbox.direction.drawings import DRAWINGS
from tfsandbox.errors import InputError


def picture(name: str) -> ipywidgets.HTML:
    """Return a main drawing of a lesson as a widget.

    Args:
        name: e.g. ``"02_clash"``.

    Raises:
        InputError: no such drawing.
    """
    if name not in DRAWINGS:
        raise InputError("name", name, f"give one of {', '.join(DRAWINGS)}")
    return ipywidgets.HTML(DRAWINGS[name]().inline())


def text(words: str) -> ipywidgets.HTML:
    """Return printed text as a widget."""
    return ipywidgets.HTML(f'<pre style="line-height: 1.35; white-space: pre">{escape(words)}</pre>')
