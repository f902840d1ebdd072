"""How a text is written down to be found: as it reads, with holes for names and numbers.

A template such as ``'frame {frame:sq} at time {time:num}'`` is turned into a regular expression over text without
blanks. Every hole is bounded and ends at a literal, so that no paste makes the search slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.frames import Listing
from tfsandbox.explain.paste import Paste

_HOLES = {
    "dq": r'"(?P<{}>[^"\x1e]{{0,256}})"',
    "sq": r"'(?P<{}>[^'\x1e]{{0,256}})'",
    "br": r"\[(?P<{}>[^\]\x1e]{{0,256}})\]",
    "par": r"\((?P<{}>[^)\x1e]{{0,256}})\)",
    "name": r"(?P<{}>[\w/.$~{{}}-]{{1,256}}?)",
    # The last word of a message: a line end closes it, which only the original text knows.
    "tail": r"(?P<{}>[\w/.$~{{}}-]{{1,256}})",
    "word": r"(?P<{}>[A-Za-z_]{{1,40}}?)",
    "num": r"(?P<{}>-?\d{{1,19}}(?:\.\d{{1,12}})?(?:e[+-]?\d{{1,2}})?)",
    "policy": r"(?P<{}>DURABILITY|RELIABILITY|HISTORY|DEADLINE|LIVELINESS|LIFESPAN|[A-Z]{{1,20}}_QOS_POLICY)",
    "type": r"(?P<{}><class[^>\x1e]{{0,256}}>)",
    "list": r"\((?P<{}>[-0-9.,naife+ ]{{0,2000}})\)",
    # Why static_transform_publisher refuses a command line, without blanks.
    "refusal": r"(?P<{}>Frameidmustnotbeempty|Childframeidmustnotbeempty|Extraunparsedargumentsoncommand-line"
    r"|Cannotspecifybothquaternionand[Ee]ulerrotations"
    r"|Cannotspecifybothnew-style\(flags\)andold-style\(arguments\))",
    # Holds nothing: what stands before is not a sentence of tf2's that the paste has cut.
    "begin": r"(?<!\d)(?<!buffer)(?<!empty)(?<!\.\.\.)(?<!\u2026)",
}
_HOLE = re.compile(r"\{(\w+):(\w+)\}")


@dataclass(frozen=True, slots=True)
class Said:
    """What there is to say about a text; ``{frame}`` and the like stand for its facts.

    Attributes: as those of ``Explanation``; and
        rank: the smaller, the sooner believed when several texts are pasted.
        facts: facts worked out from others.
    """

    meaning: str
    likely: tuple[Cause, ...] = ()
    confirm: tuple[str, ...] = ()
    cure: str = ""
    notes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rank: int = 5
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """One kind of text with the same names in it, as often as it stood in the paste.

    Attributes:
        values: what filled the holes, first occurrence.
        all_values: the same for every occurrence, in order.
        listing: frames that listings in the paste show, with their parents.
        known: frames that the paste shows to exist in any way.
        node: the logger that wrote it, "" if unknown.
        rest: what follows on the line.
    """

    values: Mapping[str, str]
    all_values: tuple[Mapping[str, str], ...]
    listing: Listing
    known: frozenset[str]
    node: str
    rest: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text that can be explained.

    Attributes:
        id: as in ``Explanation``.
        tf2_class: as in ``Explanation``.
        templates: its spellings.
        say: what it means.
        names: holes that tell one occurrence's subject from another's; others (times) may differ.
        proves: holes that hold frames which exist if the text is true.
    """

    id: str
    tf2_class: str
    templates: tuple[str, ...]
    say: Callable[[Found], Said] | Said
    names: tuple[str, ...] = ()
    proves: tuple[str, ...] = ()

    def find(self, paste: Paste) -> Iterator[re.Match[str]]:
        """Yield where it stands in a paste, spelling by spelling."""
        for template in self.templates:
            if max(_literals(template), key=len) in paste.squeezed:
                yield from re.finditer(_compiled(template), paste.squeezed)


def _literals(template: str) -> list[str]:
    return ["".join(piece.split()) for piece in _HOLE.split(template)[::3]]


def _compiled(template: str) -> str:
    pieces = _HOLE.split(template)
    parts = ["".join(map(re.escape, piece.split())) for piece in pieces[::3]]
    holes = [_HOLES[kind].format(name) for name, kind in zip(pieces[1::3], pieces[2::3], strict=True)]
    return "".join(part + hole for part, hole in zip(parts, [*holes, ""], strict=True))
