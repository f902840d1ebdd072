"""What all widgets share: loading their scripts, and text and a drawing for saved copies of a notebook."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from tfsandbox.errors import MissingPackageError
from tfsandbox.quizzes import Kind, Question

try:
    import anywidget
    import ipywidgets  # noqa: F401 - imported here so that the clear message covers it
    import traitlets  # noqa: F401
except ImportError as err:
    raise MissingPackageError(err.name or "anywidget", "tfsandbox.widgets", "lessons") from err


def script(name: str) -> str:
    """Return a widget's JavaScript: the shared helpers, then its own file."""
    return read("dom.js") + read(name)


def read(name: str) -> str:
    """Return the text of a file beside this module."""
    return files("tfsandbox.widgets").joinpath(name).read_text(encoding="utf-8")


class SandboxWidget(anywidget.AnyWidget):
    """An anywidget whose saved copies carry text, and a drawing where there is one."""

    _css = read("style.css")

    def fallback(self) -> tuple[str, str]:
        """Return (text, SVG or "") for readers without a running kernel."""
        raise NotImplementedError

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        text, svg = self.fallback()
        return {**data, "text/plain": text, **({"image/svg+xml": svg} if svg else {})}, metadata


def public(question: Question) -> dict[str, Any]:
    """Return what the page may know of a question before it is answered: no key, no feedback, no slips."""
    shows_choices = question.kind is Kind.CHOICE
    return {
        "id": question.id,
        "statement": question.statement,
        "kind": question.kind.value,
        "unit": question.unit,
        "choices": [str(choice.answer) for choice in question.choices] if shows_choices else [],
        "svg": question.picture.inline() if question.picture else "",
        "window": list(question.window or ()),
    }


def sentence(cure: str) -> str:
    """Return an error's cure as a sentence for a learner."""
    return "Please " + cure.rstrip(".") + "."
