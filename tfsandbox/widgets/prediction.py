"""A prediction: the measured answer, and what comes after it, appear only once the learner has given one."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import ipywidgets
import traitlets

from tfsandbox.errors import InputError
from tfsandbox.quizzes import Answer, Question, grade, question, read, shown
from tfsandbox.views import svg
from tfsandbox.views.frames import HEAD
from tfsandbox.widgets.base import SandboxWidget, public, script, sentence


class Ask(SandboxWidget):
    """The question with its one input; use Prediction."""

    _esm = script("prediction.js")
    question = traitlets.Dict().tag(sync=True)
    submitted = traitlets.Dict().tag(sync=True)
    result = traitlets.Dict().tag(sync=True)

    def __init__(self, asked: Question) -> None:
        self._asked = asked
        self.given: Answer | None = None
        super().__init__(question={**public(asked), "head": HEAD})
        self.observe(self._receive, "submitted")

    def fallback(self) -> tuple[str, str]:
        """Return the question as text, with its drawing."""
        picture = self._asked.picture
        return self._asked.statement, picture.standalone() if picture else ""

    def _receive(self, change: Any) -> None:
        if self.given is not None:
            return  # the first prediction counts
        answer = change.new.get("answer")
        try:
            given = read(self._asked, answer)
        except InputError as err:
            self.result = {"problem": sentence(err.cure), "count": change.new.get("count")}
            return
        self.given = given
        verdict = grade(self._asked, given)
        self.result = {
            "given": shown(given, self._asked.unit),
            "measured": self._asked.shown_key,
            "right": "true" if verdict.right else "false",
            "text": ("As you predicted. " if verdict.right else "") + verdict.feedback,
            "svg": _marked(self._asked, given),
        }


class Prediction(ipywidgets.VBox):  # type: ignore[misc]
    """A question of quizzes.PREDICTIONS, and widgets that stay away until it has been answered.

    Args:
        id: id of the prediction, e.g. ``"predict-shelf-gap"``.
        then: the widgets to show afterwards.
        seed: draws numbers and order.
    """

    def __init__(self, id: str, *, then: Sequence[ipywidgets.Widget] = (), seed: int = 0) -> None:
        self._ask = Ask(question(id, seed=seed))
        self._then = then
        super().__init__((self._ask,))
        self._ask.observe(self._reveal, "result")

    @property
    def given(self) -> Answer | None:
        """What the learner predicted; None before."""
        return self._ask.given

    def _reveal(self, change: Any) -> None:
        if change.new.get("measured"):
            self.children = (self._ask, *self._then)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        text, drawing = self._ask.fallback()
        return {**bundle, "text/plain": text, **({"image/svg+xml": drawing} if drawing else {})}


def _marked(asked: Question, given: Answer) -> str:
    """Return the drawing of a point question with the prediction as a cross and the measured place as a disc."""
    if asked.picture is None or asked.window is None or isinstance(given, (str, float)):
        return ""
    left, right, _, top = asked.window
    scale = asked.picture.width / (right - left)

    def pixel(point: Any) -> svg.Pixel:
        return ((point[0] - left) * scale, HEAD + (top - point[1]) * scale)

    (x, y), measured = pixel(given), pixel(asked.key)
    marks = svg.line((x - 6, y - 6), (x + 6, y + 6), width=2.5) + svg.line((x - 6, y + 6), (x + 6, y - 6), width=2.5)
    marks += svg.label((x, y + 22), "you", anchor="middle", size=12)
    marks += svg.dot(measured, 7, colour=svg.VERMILLION)
    marks += svg.label((measured[0] + 12, measured[1] - 8), "measured", size=12, bold=True)
    text = f"{asked.picture.text} Your prediction: {shown(given)}. Measured: {asked.shown_key}."
    return dataclasses.replace(asked.picture, body=asked.picture.body + marks, text=text).inline()
