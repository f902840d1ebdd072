"""Kinds of answers: what a learner may hand in, made plain and checked on arrival."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tfsandbox import bringup as bringups
from tfsandbox.errors import InputError

DEEPEST, MOST_VALUES, LONGEST_TEXT, LARGEST_NUMBER = 12, 5_000, 100_000, 1e15

NOT_RUN = "the cell that sets it did not run to its end; look for an error there"


def read(kind: str, name: str, answer: object) -> Any:
    """Return an answer as fresh plain data of its kind.

    Args:
        kind: a key of ``KINDS``.
        name: the answer's name, for the message.
        answer: what the learner handed in: anything at all.

    Raises:
        InputError: it is not of this kind; names the place and the cure.
    """
    if answer is None:
        raise InputError(name, answer, NOT_RUN)
    return KINDS[kind](name, plain(name, answer))


def plain(place: str, value: object) -> Any:
    """Return a fresh copy made of dicts with text keys, lists, text, finite numbers, booleans and None only.

    Raises:
        InputError: something else is inside, or too much, too deep (as a list inside itself is), too long, too large.
    """
    budget = [MOST_VALUES]
    return _plain(place, value, DEEPEST, budget)


def _plain(place: str, value: object, depth: int, budget: list[int]) -> Any:
    budget[0] -= 1
    if budget[0] < 0:
        raise InputError(place, "...", f"hand in no more than {MOST_VALUES} values")
    if depth == 0:
        raise InputError(place, "...", "this is nested too deeply (or holds itself)")
    if isinstance(value, (list, tuple)):
        return [_plain(f"{place}[{i}]", v, depth - 1, budget) for i, v in enumerate(value)]
    if isinstance(value, dict):
        return {_key(place, k): _plain(f"{place}.{k}", v, depth - 1, budget) for k, v in value.items()}
    return _scalar(place, value)


def _key(place: str, key: object) -> str:
    if type(key) is not str or len(key) > 200:
        raise InputError(f"{place}, a key of it", _kind_of(key), "keys are short text")
    return key


def _scalar(place: str, value: object) -> str | int | float | bool | None:
    if value is None or type(value) is bool:
        return value
    if type(value) is str:
        if len(value) > LONGEST_TEXT:
            raise InputError(place, value[:50] + "...", f"use at most {LONGEST_TEXT} characters")
        return value
    if isinstance(value, (int, float)):
        if abs(value) > LARGEST_NUMBER or not math.isfinite(value):
            raise InputError(place, _kind_of(value), "use a finite number of sensible size")
        return value if type(value) is int else float(value)
    raise InputError(place, _kind_of(value), "use plain lists, dicts, text and numbers only")


def _kind_of(value: object) -> str:
    """Return a description that runs no code of the value."""
    if type(value) is float:
        return str(value)
    return "a number beyond measure" if isinstance(value, (int, float)) else f"a {type(value).__name__}"


MOST_NODES, MOST_MESSAGES = 40, 1000.0


def bringup(name: str, value: Any) -> list[dict[str, Any]]:
    """Return the nodes of a bringup in full (every launch_ros field present).

    Raises:
        InputError: not a list of nodes, or more than a small robot needs; names the place.
    """
    if not isinstance(value, list):
        raise InputError(name, value, "a bringup is a list of nodes, each a dict with package and executable")
    if len(value) > MOST_NODES:
        raise InputError(name, f"a list of {len(value)} nodes", f"this robot needs fewer than {MOST_NODES}")
    nodes = bringups.parse(value)
    rate = sum(_messages_a_second(node) for node in nodes)
    if rate > MOST_MESSAGES:
        raise InputError(name, f"{rate:.0f} messages a second", f"at most {MOST_MESSAGES:g} in all: lower the rates")
    return bringups.plain(nodes)


def _messages_a_second(node: bringups.NodeSpec) -> float:
    given = {p.name: node.settings.parameters[p.name] for p in node.type.parameters}
    rates = [v for name, v in given.items() if name.endswith(("rate", "frequency")) and isinstance(v, float)]
    rates += [1 / v for name, v in given.items() if name.endswith("period") and isinstance(v, float) and v > 0]
    return sum(rates)


FINDING_FIELDS = ("link", "publishers", "evidence")


def findings(name: str, value: Any) -> list[dict[str, Any]]:
    """Return a list of findings: dicts with link [parent, child], publishers (a list of node names) and evidence.

    Raises:
        InputError: not such a list; names the place.
    """
    if not isinstance(value, list):
        raise InputError(name, value, "hand in a list of findings, each a dict with link, publishers and evidence")
    return [_finding(f"{name}[{i}]", item) for i, item in enumerate(value)]


def _finding(place: str, item: Any) -> dict[str, Any]:
    if not isinstance(item, dict) or set(item) != set(FINDING_FIELDS):
        raise InputError(place, item, f"a finding is a dict with exactly the keys {', '.join(FINDING_FIELDS)}")
    link, publishers, evidence = (item[field] for field in FINDING_FIELDS)
    if not _texts(link) or len(link) != 2:
        raise InputError(f"{place}.link", link, 'give [parent, child], two frame names, e.g. ["map", "odom"]')
    if not _texts(publishers):
        raise InputError(f"{place}.publishers", publishers, "give a list of node names (empty: nobody)")
    if not isinstance(evidence, str):
        raise InputError(f"{place}.evidence", evidence, "give one key of the list of evidence, as text")
    return {"link": link, "publishers": publishers, "evidence": evidence}


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


KINDS: Mapping[str, Callable[[str, Any], Any]] = MappingProxyType({"bringup": bringup, "findings": findings})
