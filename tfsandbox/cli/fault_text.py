"""Faults as people type them: ``swap`` or ``swap:parent=base_link,child=base_scan``."""

from __future__ import annotations

import dataclasses
import difflib
import random
import re
import types
import typing
from typing import TYPE_CHECKING, Any

from tfsandbox.errors import InputError

if TYPE_CHECKING:
    from tfsandbox.bringup import Bringup
    from tfsandbox.robots import Design

PLACE = "--fault"
_NEXT = re.compile(r",(?=\s*[A-Za-z_]\w*\s*=)")  # a comma inside a value (0.1,0,0.2) does not start a parameter
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def fault_of(text: str, design: Design, *, seed: int | str = 0, bringup: Bringup | None = None) -> Any:
    """Return the fault that a text names, ready to happen to a design.

    Without parameters it is the fault as it comes, or one that suits the design where that one does not.

    Args:
        text: what was typed.
        design: what it should happen to.
        seed: decides which fault suits.
        bringup: the design's, as earlier faults have left it; None for the design's own.

    Raises:
        InputError: no such fault or parameter, or a value that makes no sense; names the nearest.
    """
    name, _, given = text.partition(":")
    kind = kind_of(name.strip(), PLACE)
    if not given.strip():
        try:
            return _suitable(kind, design, seed, design.bringup() if bringup is None else bringup)
        except InputError as err:
            raise InputError(PLACE, text, f"it cannot happen to {design.name}: {err.cure}") from err
    values = dict(_pairs(kind, given))
    try:
        return kind(**values)
    except InputError as err:
        raise InputError(f"{PLACE} {kind.name}:{err.argument}", err.value, err.cure) from err


def kind_of(name: str, place: str) -> Any:
    """Return the class of a fault.

    Raises:
        InputError: no such fault; names the nearest, or where to read them all.
    """
    from tfsandbox import faults

    try:
        return faults.find(name)
    except InputError as err:
        near = err.cure.startswith("did you mean")
        raise InputError(place, name, err.cure if near else "tfsandbox faults lists the names of all") from err


def describe(fault: Any) -> str:
    """Return a fault as one types it."""
    fields = ",".join(f"{f.name}={_shown(getattr(fault, f.name))}" for f in dataclasses.fields(fault))
    return f"{fault.name}:{fields}" if fields else fault.name


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _suitable(kind: Any, design: Design, seed: int | str, bringup: Bringup) -> Any:
    usual = kind()
    if usual.applies_to(bringup) is None:
        return usual
    return kind.draw(design, random.Random(f"{seed}/{kind.name}"))


def _pairs(kind: Any, given: str) -> list[tuple[str, Any]]:
    known = typing.get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)]
    pairs = []
    for part in _NEXT.split(given):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if name not in names:
            raise InputError(f"{PLACE} {kind.name}", part, _cure(kind, name, names))
        if not equals:
            raise InputError(f"{PLACE} {kind.name}:{name}", part, f"give a value: {name}=...")
        pairs.append((name, _value(f"{PLACE} {kind.name}:{name}", value, known[name])))
    return pairs


def _cure(kind: Any, name: str, names: list[str]) -> str:
    if not names:
        return f"{kind.name} has no parameters"
    near = difflib.get_close_matches(name, names, 1)
    return f"its parameters are {', '.join(names)}{f'; did you mean {near[0]}?' if near else ''}"


def _value(place: str, text: str, wanted: Any) -> Any:
    """Return a text as a value of a field's type."""
    origin, options = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (types.UnionType, typing.Union):
        if type(None) in options and text.lower() in ("none", ""):
            return None
        return _value(place, text, next(option for option in options if option is not type(None)))
    if origin is typing.Literal:
        return _chosen(place, text, options)
    if origin is tuple:
        return tuple(_value(place, part.strip(), options[0]) for part in text.strip("()").split(",") if part.strip())
    if wanted is bool:
        return _truth(place, text)
    if wanted in (int, float):
        return _number(place, text, wanted)
    if wanted is str:
        return text
    raise InputError(place, text, "this parameter cannot be given here; leave it out")


def _chosen(place: str, text: str, options: tuple[Any, ...]) -> Any:
    for option in options:
        if str(option) == text:
            return option
    raise InputError(place, text, f"give one of {', '.join(map(str, options))}")


def _truth(place: str, text: str) -> bool:
    if text.lower() not in _TRUTH:
        raise InputError(place, text, "give true or false")
    return _TRUTH[text.lower()]


def _number(place: str, text: str, kind: type) -> Any:
    try:
        return kind(text)
    except ValueError as err:
        raise InputError(place, text, f"give a {'whole ' if kind is int else ''}number") from err
