"""A pasted console text, cleaned so that texts can be found in it: colours, prefixes and line breaks do not matter.

Blanks are left out altogether ("squeezed"), since terminals and mail programs break lines and join blanks as they like.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

MOST_CHARACTERS = 2_000_000
_NEW_MESSAGE = "\x1e"  # stands where a log prefix was, so that no pattern reaches from one message into the next

_COLOUR = re.compile(r"(?:\x1b|\u241b|\^\[)\[[0-9;?]{0,12}[A-Za-z]|\[[0-9;]{1,12}m")
_QUOTES = str.maketrans(
    {"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "`": None, "\x1e": None, "\x00": None}
)
_ENTITIES = (
    ("&quot;", '"'),
    ("&#34;", '"'),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&amp;", "&"),
)
_ESCAPED_QUOTE, _ESCAPED_END = re.compile(r"\\{1,16}([\"'])"), re.compile(r"\\{1,16}n")
_ESCAPED_TAB = re.compile(r"\\{1,16}t")
_QUOTED_MAIL = re.compile(r"[ \t>|]{0,40}")
_LAUNCH = re.compile(r"\[[\w./-]{1,100}-\d{1,5}\][ \t]{0,8}")
_SEVERITY = re.compile(
    r"[\d.:T, Z-]{0,40}\[ ?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]"
    r"[ \t]{0,4}(?:\[[ \d.,:T-]{1,60}\]){0,2}[ \t]{0,4}"
    r"(?:\[(?P<node>[^\]\n]{0,200})\])?[ \t]{0,4}:?[ \t]{0,4}"
)
_WHITE = re.compile(r"[^\S\n]")
_LONGEST_LINE = 4000
_CONSOLE_BRIDGE = re.compile(r"(?:Error|Warning|Info|Debug):[ \t]{2,8}")


@dataclass(frozen=True, slots=True)
class Paste:
    """A cleaned paste.

    Attributes:
        lines: the lines without colours and prefixes.
        nodes: for each line the logger named in its message's prefix, "" if none.
        squeezed: all of it without blanks.
        starts: where each line begins in ``squeezed``.
        cut: whether the paste was longer than is read.
    """

    lines: tuple[str, ...]
    nodes: tuple[str, ...]
    squeezed: str
    starts: tuple[int, ...]
    cut: bool

    def line_at(self, offset: int) -> int:
        """Return the number of the line that holds a character of ``squeezed``."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def node_at(self, offset: int) -> str:
        """Return the logger that wrote a character of ``squeezed``."""
        return self.nodes[self.line_at(offset)]

    def original(self, start: int, end: int, *, joint: str = "") -> str:
        """Return a stretch of ``squeezed`` as it stood in the paste, with ``joint`` where lines were broken."""
        pieces = []
        number = self.line_at(start)
        while number < len(self.lines) and self.starts[number] < end:
            offset = self.starts[number]
            pieces.append(_stretch(self.lines[number], start - offset, end - offset).strip())
            number += 1
        return joint.join(filter(None, pieces))

    def rest_of_line(self, offset: int) -> str:
        """Return what follows a character of ``squeezed`` on its line."""
        number = self.line_at(offset)
        return _stretch(self.lines[number], offset - self.starts[number], len(self.lines[number])).strip()


def read(text: str) -> Paste:
    """Return a pasted text cleaned; of a very long one only the beginning is read."""
    lines: list[str] = []
    nodes: list[str] = []
    squeezed: list[str] = []
    starts: list[int] = []
    offset, node = 0, ""
    for raw in _plain(text[:MOST_CHARACTERS]).split("\n"):
        line, logger = _without_prefix(raw)
        if logger is not None:
            node, line = logger, _NEW_MESSAGE + line
        tight = "".join(line.split(" "))
        lines.append(line)
        nodes.append(node)
        squeezed.append(tight)
        starts.append(offset)
        offset += len(tight)
    return Paste(tuple(lines), tuple(nodes), "".join(squeezed), tuple(starts), len(text) > MOST_CHARACTERS)


def _plain(text: str) -> str:
    """Return the text without colours and escapes, blank the only white space besides line ends, lines not too long."""
    text = _COLOUR.sub("", text).translate(_QUOTES)
    for given, meant in _ENTITIES:
        text = text.replace(given, meant)
    text = _ESCAPED_TAB.sub(" ", _ESCAPED_END.sub("\n", _ESCAPED_QUOTE.sub(r"\1", text)))
    lines = _WHITE.sub(" ", "\n".join(text.splitlines())).split("\n")
    return "\n".join(line[i : i + _LONGEST_LINE] for line in lines for i in range(0, len(line) or 1, _LONGEST_LINE))


def _without_prefix(line: str) -> tuple[str, str | None]:
    """Return the line without its prefixes, and the logger if a new message begins here ("" if it has no name)."""
    line = line[_end(_QUOTED_MAIL, line) :]
    line = line[_end(_LAUNCH, line) :]
    message = _SEVERITY.match(line)
    if message:
        return line[message.end() :], message["node"] or ""
    bridge = _CONSOLE_BRIDGE.match(line)
    if bridge:
        return line[bridge.end() :], ""
    return line, None


def _end(pattern: re.Pattern[str], line: str) -> int:
    match = pattern.match(line)
    return match.end() if match else 0


def _stretch(line: str, start: int, end: int) -> str:
    """Return the part of a line that holds its non-blank characters ``start`` to ``end``, blanks inside included."""
    where = [i for i, character in enumerate(line) if character != " "][max(start, 0) : end]
    return line[where[0] : where[-1] + 1].replace(_NEW_MESSAGE, "") if where else ""
