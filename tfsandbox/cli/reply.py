"""A command's answer: the text and the data of the same thing, and whether the answer is yes."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from tfsandbox.views.terminal import Chunk

YES, NO, WRONG_USAGE = 0, 1, 2
PATIENCE_S = 0.5  # what is over by then needs no word about how far it is


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command answers.

    Attributes:
        text: for people.
        data: the same for programs; its keys are told in the command's ``--help``.
        code: exit code.
        aside: what goes to standard error, before the text.
        chunks: in place of text and aside: pieces of both streams, in the order in which a terminal shows them.
    """

    text: str
    data: Any
    code: int = YES
    aside: str = ""
    chunks: tuple[Chunk, ...] = ()

    def show(self, form: str) -> None:
        """Print it as "text" or as "json"."""
        if form == "json":
            print(json.dumps(plain(self.data), indent=2, ensure_ascii=False, allow_nan=False))
            return
        for chunk in self.chunks:
            print(chunk.text, end="", file=sys.stderr if chunk.stream == "stderr" else sys.stdout, flush=True)
        if self.aside:
            print(self.aside, end="", file=sys.stderr, flush=True)
        if self.text:
            print(self.text)


def plain(value: Any) -> Any:
    """Return a value as JSON knows it; numbers that JSON does not know (NaN, infinities) become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    return value if isinstance(value, (str, int, type(None))) else str(value)


class Progress:
    """A line on a terminal that says how far something is, once it takes long; nothing anywhere else."""

    def __init__(self, doing: str, stream: TextIO | None = None) -> None:
        self._doing, self._stream = doing, sys.stderr if stream is None else stream
        self._shown, self._since = -1, time.monotonic()
        self.watched = self._stream.isatty()

    def __call__(self, part: float) -> None:
        """Show the part done, 0 to 1."""
        percent = int(100 * part)
        late = self._shown >= 0 or time.monotonic() - self._since >= PATIENCE_S
        if self.watched and late and percent != self._shown:
            self._shown = percent
            end = "\r" if percent < 100 else "\r" + " " * (len(self._doing) + 6) + "\r"
            print(f"{self._doing} {percent:3d} %", end=end, file=self._stream, flush=True)
