"""Explanations as text for a terminal or a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from tfsandbox.errors import InputError
from tfsandbox.explain.explanation import Explanation

_WIDTH = 100


def as_text(explanations: Iterable[Explanation]) -> str:
    """Return explanations as text, one paragraph each, in their order.

    Raises:
        InputError: not explanations.
    """
    if isinstance(explanations, Explanation):
        explanations = (explanations,)
    if not isinstance(explanations, (list, tuple)) or not all(isinstance(e, Explanation) for e in explanations):
        raise InputError("explanations", explanations, "give what explain(text) returned")
    many = len(explanations) > 1
    return "\n\n".join("\n".join(_paragraph(e, many=many)) for e in explanations)


def _paragraph(told: Explanation, *, many: bool) -> Iterable[str]:
    title = f"{told.id} ({told.tf2_class})" if told.tf2_class else told.id
    times = f", {told.count} times" if told.count > 1 else ""
    yield f"{told.believe}. {title}{times}" if many else f"{title}{times}"
    yield from _wrapped(told.matched[:400], "  > ")
    yield from _wrapped(told.meaning, "  ")
    yield from _wrapped(told.because, "  ")
    for cause in told.likely:
        yield from _wrapped(f"{cause.cause} ({cause.why})", "  - ")
    if told.confirm:
        yield "  Check:"
        yield from (f"    {command}" for command in told.confirm)
    yield from _wrapped(told.cure, "  Cure: ")
    for note in told.notes:
        yield from _wrapped(note, "  Note: ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent)) if text else []
