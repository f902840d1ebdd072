"""From a pasted text to explanations: find every known text, collapse repetitions, put the ones to believe first."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tfsandbox.errors import InputError
from tfsandbox.explain import frames, names, paste, programs, refused, times, transport, trees, waiting
from tfsandbox.explain.explanation import Cause, Explanation
from tfsandbox.explain.frames import Listing
from tfsandbox.explain.paste import Paste
from tfsandbox.explain.pattern import Found, Said, Text

TEXTS: tuple[Text, ...] = (
    *names.TEXTS,
    *trees.TEXTS,
    *times.TEXTS,
    *refused.TEXTS,
    *waiting.TEXTS,
    *programs.TEXTS,
    *transport.TEXTS,
)
"""Every text that is known; where two match at one place, the earlier one counts."""

_MOST_KINDS, _MOST_TIMES = 100, 1000
_TAIL, _WORD = "_tail", re.compile(r"[\w/.$~{}-]{0,256}")


def explain(text: str) -> tuple[Explanation, ...]:
    """Return what the error texts in a pasted console output mean, the one to believe first in front.

    The same text about the same frames is told once, with its count. A paste without any known text gives one
    explanation with the id "unknown", which says what can be explained.

    Args:
        text: anything copied from a terminal, RViz or a log file; colours, prefixes and broken lines do not matter.
            Of more than two million characters only the beginning is read.

    Raises:
        InputError: not text.

    Source: SPEC of tf2's texts (Humble to Rolling, ROS 1 where noted); nothing here is guessed from the web.
    """
    if not isinstance(text, str):
        raise InputError("text", text, "give the error text as text, e.g. copied from a terminal")
    cleaned = paste.read(text)
    groups = list(_grouped(cleaned))
    if not groups:
        return (_unknown(cleaned),)
    listing = frames.listed(cleaned)
    known = listing.frames | {name for group in groups for name in group.proven}
    told = sorted(((group, group.said(listing, known)) for group in groups), key=_order)
    ranks = {said.rank for _, said in told}
    return tuple(
        _explanation(cleaned, group, said, place=place, because=_because(said.rank, ranks) if len(told) > 1 else "")
        for place, (group, said) in enumerate(told, start=1)
    )


@dataclass(slots=True)
class _Group:
    """Occurrences of one text about the same frames."""

    text: Text
    start: int
    end: int
    node: str
    rest: str
    count: int = 0
    values: list[Mapping[str, str]] = field(default_factory=list)

    @property
    def proven(self) -> Iterator[str]:
        return (value for name, value in self.values[0].items() if name in self.text.proves)

    def said(self, listing: Listing, known: frozenset[str]) -> Said:
        found = Found(self.values[0], tuple(self.values), listing, known, self.node, self.rest)
        return self.text.say if isinstance(self.text.say, Said) else self.text.say(found)


def _grouped(cleaned: Paste) -> Iterable[_Group]:
    groups: dict[tuple[str, ...], _Group] = {}
    taken = bytearray(len(cleaned.squeezed))
    for text in TEXTS:
        for match in text.find(cleaned):
            if any(taken[match.start() : match.end()]):
                continue
            taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
            values = _values(cleaned, match)
            key = (text.id, *(values.get(name, "") for name in text.names))
            if key not in groups:
                if len(groups) >= _MOST_KINDS:
                    continue
                rest = cleaned.rest_of_line(match.end())
                groups[key] = _Group(text, match.start(), match.end(), cleaned.node_at(match.start()), rest)
            group = groups[key]
            group.count += 1
            if len(group.values) < _MOST_TIMES:
                group.values.append(values)
    return groups.values()


def _values(cleaned: Paste, match: re.Match[str]) -> dict[str, str]:
    values = {}
    for name, value in match.groupdict().items():
        if name.endswith(_TAIL):
            word = _WORD.match(cleaned.rest_of_line(match.start(name)))
            values[name.removesuffix(_TAIL)] = (word[0] if word else "").rstrip(".")
        else:
            values[name] = cleaned.original(*match.span(name)) if value else ""
    return values


def _order(told: tuple[_Group, Said]) -> tuple[int, int, int]:
    group, said = told
    return said.rank, -group.count, group.start


_WHY = (
    (
        1,
        "it is a cause: a name or a transform that was refused or never existed; other messages may only follow "
        "from it",
    ),
    (2, "it says that the tree itself is in pieces; messages about time or dropped data may only follow from it"),
    (4, "it is about the clocks themselves, which breaks lookups everywhere"),
    (6, "it is about one link: its times, or that it is missing"),
    (8, "it is often normal, however often it is printed: believe it only when nothing above explains it"),
    (9, "it only complains that something else is missing"),
)


def _because(rank: int, ranks: set[int]) -> str:
    limit, why = _reason(rank)
    place = "Believe this first" if limit == _reason(min(ranks))[0] else "Believe this later"
    return f"{place}: {why}."


def _reason(rank: int) -> tuple[int, str]:
    return next((limit, why) for limit, why in _WHY if rank <= limit)


def _explanation(cleaned: Paste, group: _Group, said: Said, *, place: int, because: str) -> Explanation:
    facts: dict[str, object] = {name: value for name, value in group.values[0].items() if name not in _RAW}
    facts |= said.facts
    if group.node:
        facts["node"] = group.node
    return _filled(
        Explanation(
            id=group.text.id,
            tf2_class=group.text.tf2_class,
            matched=cleaned.original(group.start, group.end, joint=" "),
            facts=facts,
            meaning=said.meaning,
            likely=said.likely,
            confirm=said.confirm,
            cure=said.cure,
            notes=said.notes,
            kinds=said.kinds,
            count=group.count,
            believe=place,
            because=because,
        )
    )


_RAW = frozenset({"requested", "latest", "earliest", "only", "stamp", "rotation", "by", "z"})  # told as exact numbers


class _Blank(dict[str, object]):
    """Facts for filling in; what the paste does not tell is shown as three dots."""

    def __missing__(self, name: str) -> str:
        return "..."


def _filled(told: Explanation) -> Explanation:
    """Return the explanation with its facts in its sentences, quoted for the shell where they are commands."""
    import shlex

    words = _Blank(told.facts)
    typed = _Blank({name: shlex.quote(str(value)) for name, value in told.facts.items()})
    node = str(told.facts.get("node", "")).strip("/")
    spoken = f"/{node.replace('.', '/')}" if re.fullmatch(r"[A-Za-z_][\w./]*", node) else "NODE"
    commands = (re.sub(r"\bNODE\b", spoken, command.format_map(typed)) for command in told.confirm)
    return dataclasses.replace(
        told,
        meaning=told.meaning.format_map(words),
        likely=tuple(Cause(c.cause.format_map(words), c.why.format_map(words)) for c in told.likely),
        confirm=tuple(commands),
        cure=told.cure.format_map(words),
    )


def _unknown(cleaned: Paste) -> Explanation:
    said = next((line for line in cleaned.lines if line.strip()), "").strip("\x1e ")
    ids = ", ".join(text.id for text in TEXTS)
    nothing = (
        "Nothing was pasted." if not said else "None of tf2's texts is in this paste, so I cannot say what it means."
    )
    return Explanation(
        id="unknown",
        tf2_class="",
        matched=said[:200],
        facts={"known": tuple(text.id for text in TEXTS), "cut": cleaned.cut},
        meaning=nothing,
        likely=(),
        confirm=("ros2 run tf2_tools view_frames", "ros2 run tf2_ros tf2_echo TARGET SOURCE"),
        cure="Paste the whole message as the console shows it, with the lines around it: tf2's own sentence "
        "often stands "
        "at the end of the line. If there is no message (things are just in the wrong place), look at the tree "
        "instead.",
        notes=(f"Known texts: {ids}.",),
    )
