"""The quiz: questions by id, judged in Python; the page holds no answer before one is given."""

from __future__ import annotations

from typing import Any

import traitlets

from tfsandbox.errors import InputError
from tfsandbox.quizzes import Verdict, grade, question
from tfsandbox.widgets.base import SandboxWidget, public, script, sentence


class Quiz(SandboxWidget):
    """Questions one under another, each with its own check button.

    Args:
        ids: ids of questions, e.g. ``"direction-imu"``.
        seed: draws numbers and the order of choices.
    """

    _esm = script("quiz.js")
    questions: Any = traitlets.List().tag(sync=True)
    submitted: Any = traitlets.Dict().tag(sync=True)
    verdict: Any = traitlets.Dict().tag(sync=True)

    def __init__(self, *ids: str, seed: int = 0) -> None:
        drawn = [question(id, seed=seed) for id in ids]
        self._drawn = {one.id: one for one in drawn}
        self._verdicts: dict[str, Verdict] = {}
        super().__init__(questions=[public(one) for one in drawn])
        self.observe(self._judge, "submitted")

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """The last verdict on every question answered so far."""
        return dict(self._verdicts)

    def fallback(self) -> tuple[str, str]:
        """Return the questions as text."""
        lines = []
        for number, one in enumerate(self.questions, 1):
            lines += [f"{number}. {one['statement']}", *(f"   ( ) {choice}" for choice in one["choices"])]
        return "\n".join(lines), ""

    def _judge(self, change: Any) -> None:
        id, count = str(change.new.get("id")), change.new.get("count")
        if id not in self._drawn:
            return
        try:
            verdict = grade(self._drawn[id], change.new.get("answer"))
        except InputError as err:
            self.verdict = {"id": id, "right": "none", "text": sentence(err.cure), "count": count}
            return
        self._verdicts[id] = verdict
        self.verdict = {"id": id, "right": "true" if verdict.right else "false", "text": str(verdict), "count": count}
