"""Designs as JSON documents: format ``tfsandbox/design`` version 1.

A robot's document has the fields of ``Robot``, a fleet's has ``robots``, a list of such robots without format and
version. What is left out has its usual value.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Callable
from typing import Any

from tfsandbox import urdf
from tfsandbox.errors import InputError
from tfsandbox.geometry import IDENTITY_ROTATION, Transform
from tfsandbox.motion import Swing, finite
from tfsandbox.robots.fleet import Design, Fleet
from tfsandbox.robots.parts import Driver, Mount
from tfsandbox.robots.robot import Robot

FORMAT, VERSION = "tfsandbox/design", 1
MOST_CHARACTERS = 10_000_000

Read = Callable[[Any, str], Any]


def to_json(design: Design) -> str:
    """Return a design as JSON text that ``from_json`` gives back.

    Raises:
        InputError: not a Robot or a Fleet.
    """
    if not isinstance(design, (Robot, Fleet)):
        raise InputError("design", design, "give a Robot or a Fleet, e.g. robots.diff_drive()")
    return json.dumps({"format": FORMAT, "version": VERSION, **_plain(design)}, indent=2)


def from_json(text: str) -> Design:
    """Return the design in a JSON document.

    Raises:
        InputError: not JSON, another format, or a field that is unknown, missing or of a wrong kind; names the place.
    """
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise InputError("design", text, f"give JSON text of at most {MOST_CHARACTERS} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as err:
        raise InputError("design", text, f"this is not JSON ({err})") from err
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise InputError("design", data, f'give an object with "format": "{FORMAT}" and "version": {VERSION}')
    fields = {name: value for name, value in data.items() if name not in ("format", "version")}
    if "robots" in fields:
        return Fleet(**_fields(fields, "design", {"name": _text, "robots": _list_of(_robot)}, ("name", "robots")))
    return _robot(fields, "design")


def _plain(value: Any) -> Any:
    if isinstance(value, Transform):
        return {"translation": list(value.translation), "rotation": list(value.rotation)}
    if isinstance(value, Driver):
        return _without_defaults(value) | {"parameters": {name: _plain(v) for name, v in value.parameters}}
    if dataclasses.is_dataclass(value):
        return _without_defaults(value)
    return [_plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def _without_defaults(value: Any) -> dict[str, Any]:
    shown = (field for field in dataclasses.fields(value) if field.init)
    return {f.name: _plain(getattr(value, f.name)) for f in shown if getattr(value, f.name) != f.default}


def _fields(data: Any, place: str, readers: dict[str, Read], needed: tuple[str, ...] = ()) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError(place, data, f"give an object with {', '.join(readers)}")
    for name in data:
        if name not in readers:
            near = difflib.get_close_matches(str(name)[:100], list(readers), 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{place}.{name}"[:200], data[name], f"there is no such field{hint}")
    for name in needed:
        if name not in data:
            raise InputError(f"{place}.{name}", None, "this field is needed")
    return {name: readers[name](value, f"{place}.{name}") for name, value in data.items()}


def _made(kind: Callable[..., Any], place: str, fields: dict[str, Any]) -> Any:
    try:
        return kind(**fields)
    except InputError as err:
        raise InputError(f"{place}.{err.argument}", err.value, err.cure) from err


def _robot(data: Any, place: str) -> Robot:
    robot: Robot = _made(Robot, place, _fields(data, place, _ROBOT, ("name", "mounts")))
    return robot


def _mount(data: Any, place: str) -> Mount:
    return Mount(**_fields(data, place, _MOUNT, ("parent", "child")))


def _driver(data: Any, place: str) -> Driver:
    return Driver(**_fields(data, place, _DRIVER, ("package", "executable")))


def _value_of(kind: Callable[..., Any], readers: dict[str, Read], *needed: str) -> Read:
    def read(data: Any, place: str) -> Any:
        return None if data is None else _made(kind, place, _fields(data, place, readers, needed))

    return read


def _transform(data: Any, place: str) -> Transform:
    fields = _fields(data, place, {"translation": _numbers(3), "rotation": _numbers(4)})
    return Transform(fields.get("translation", (0.0, 0.0, 0.0)), fields.get("rotation", IDENTITY_ROTATION))


def _numbers(count: int) -> Read:
    def read(data: Any, place: str) -> tuple[float, ...]:
        if not isinstance(data, list) or len(data) != count:
            raise InputError(place, data, f"give a list of {count} numbers")
        return tuple(finite(value, place) for value in data)

    return read


def _list_of(read: Read) -> Read:
    def read_all(data: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise InputError(place, data, "give a list")
        return tuple(read(value, f"{place}[{i}]") for i, value in enumerate(data))

    return read_all


def _text(data: Any, place: str) -> str:
    if not isinstance(data, str):
        raise InputError(place, data, "give text")
    return data


def _flag(data: Any, place: str) -> bool:
    if not isinstance(data, bool):
        raise InputError(place, data, "give true or false")
    return data


def _drivers(data: Any, place: str) -> tuple[Driver, ...] | None:
    return None if data is None else _list_of(_driver)(data, place)


def _parameters(data: Any, place: str) -> tuple[tuple[str, Any], ...]:
    if not isinstance(data, dict):
        raise InputError(place, data, "give an object of parameter names and values")
    return tuple((name, _parameter(value, f"{place}.{name}"[:200])) for name, value in data.items())


def _parameter(value: Any, place: str) -> Any:
    if isinstance(value, list):
        return tuple(_parameter(v, f"{place}[{i}]") for i, v in enumerate(value))
    if not isinstance(value, (bool, int, float, str)):
        raise InputError(place, value, "a parameter is true or false, a number, text, or a list of these")
    return value


_SWING: dict[str, Read] = dict.fromkeys(("centre", "amplitude", "period", "speed"), finite)
_LIMITS: dict[str, Read] = dict.fromkeys(("lower", "upper"), finite)
_MIMIC: dict[str, Read] = {"joint": _text, "multiplier": finite, "offset": finite}
_MOUNT: dict[str, Read] = {
    **dict.fromkeys(("parent", "child", "type", "joint", "driver"), _text),
    "transform": _transform,
    "axis": _numbers(3),
    "limits": _value_of(urdf.Limits, _LIMITS),
    "mimic": _value_of(urdf.Mimic, _MIMIC, "joint"),
    "swing": _value_of(Swing, _SWING),
}
_DRIVER: dict[str, Read] = {
    **dict.fromkeys(("package", "executable", "name", "namespace"), _text),
    "parameters": _parameters,
    "arguments": _list_of(_text),
}
_ROBOT: dict[str, Read] = {
    **dict.fromkeys(("name", "base", "odom", "map", "scan_frame", "namespace", "prefix"), _text),
    "mounts": _list_of(_mount),
    "start": _transform,
    "described": _flag,
    "drivers": _drivers,
}
