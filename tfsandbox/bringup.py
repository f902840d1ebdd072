"""A bringup: which nodes start, in which order, with which parameters. Plain data outside, frozen values inside.

A document is a JSON list of nodes with launch_ros's fields, or ``{"format": "tfsandbox/bringup", "version": 1,
"nodes": [...]}``.
"""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from tfsandbox import static_args
from tfsandbox.errors import InputError
from tfsandbox.nodes import NODE_TYPES, Link, NodeType, Settings

FORMAT, VERSION = "tfsandbox/bringup", 1

Bringup = list[dict[str, Any]]

_FIELDS = ("package", "executable", "name", "namespace", "parameters", "arguments", "remappings")
_MOST_NODES, _MOST_PARAMETERS, _LONGEST_TEXT, _MOST_CHARACTERS = 200, 500, 2_000_000, 10_000_000
_NODE_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_NAMESPACE = re.compile(r"/?|/?[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*", re.ASCII)
_TOPIC = re.compile(r"(?:~/?|/)?[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*", re.ASCII)

ParameterValue = bool | int | float | str | None | tuple[Any, ...]


class Fault(Protocol):
    """Something that breaks the tf tree. It changes the bringup (what people mistype) or deliveries (what networks do).

    Exactly one of the methods ``change_bringup(bringup)`` and ``change_deliveries(recording, *, seed)`` is there. The
    faults package's own protocol says what else a fault of the catalogue knows.

    Attributes:
        name: kebab-case name, used by the command line and the catalogue.
        kind: the kind of fault, by its name in the taxonomy.
    """

    name: ClassVar[str]
    kind: ClassVar[str]

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why the fault cannot happen to this bringup, or None if it can."""


@dataclass(frozen=True, slots=True)
class NodeSpec:
    """One node of a bringup.

    Attributes:
        package: ROS package.
        executable: its executable.
        name: node name, "" for the executable's own.
        namespace: "" for the root.
        parameters: pairs of name and value, in order; nested ones by dotted names.
        arguments: command line.
        remappings: pairs of topic names, from and to.
    """

    package: str
    executable: str
    name: str = ""
    namespace: str = ""
    parameters: tuple[tuple[str, ParameterValue], ...] = ()
    arguments: tuple[str, ...] = ()
    remappings: tuple[tuple[str, str], ...] = ()

    @property
    def type(self) -> NodeType:
        """What kind of node it is."""
        return next(t for t in NODE_TYPES if (t.package, t.executable) == (self.package, self.executable))

    @property
    def settings(self) -> Settings:
        """Parameters with defaults filled in, arguments, and namespace."""
        return self.type.settings(dict(self.parameters), self.arguments, namespace=self.namespace.strip("/"))

    @property
    def links(self) -> tuple[Link, ...]:
        """The links it publishes (one leading slash lost, as tf2 does it), with the programs of Jazzy."""
        return tuple(
            Link(link.parent.removeprefix("/"), link.child.removeprefix("/"), link.static, link.transform)
            for link in self.type.links(self.settings)
        )


def parse(data: object) -> tuple[NodeSpec, ...]:
    """Return a bringup as frozen values.

    Args:
        data: a list of nodes, a document with format and version, JSON text of either, or what ``parse`` returned.

    Raises:
        InputError: anything else; names the place, e.g. ``bringup[2].parameters.publish_tf``.
    """
    nodes = _nodes_of(_from_json(data) if isinstance(data, (str, bytes)) else data)
    return tuple(node if isinstance(node, NodeSpec) else _node(node, f"bringup[{i}]") for i, node in enumerate(nodes))


def plain(nodes: Iterable[NodeSpec]) -> Bringup:
    """Return a bringup as fresh plain data that JSON can hold."""
    return [
        {
            "package": node.package,
            "executable": node.executable,
            "name": node.name,
            "namespace": node.namespace,
            "parameters": {key: _thawed(value) for key, value in node.parameters},
            "arguments": list(node.arguments),
            "remappings": [list(pair) for pair in node.remappings],
        }
        for node in nodes
    ]


def links(data: object) -> tuple[tuple[int, Link], ...]:
    """Return every link a bringup publishes, each with its node's place in the list.

    Raises:
        InputError: as ``parse``.
    """
    return tuple((i, link) for i, node in enumerate(parse(data)) for link in node.links)


def publishers(data: object, parent: str, child: str) -> tuple[int, ...]:
    """Return the places of the nodes that publish the link parent -> child.

    Raises:
        InputError: as ``parse``, or a name is not text.
    """
    _frame(parent, "parent")
    _frame(child, "child")
    return tuple(i for i, link in links(data) if (link.parent, link.child) == (parent, child))


def static_links(data: object) -> tuple[Link, ...]:
    """Return every static link a bringup publishes, in order."""
    return tuple(link for _, link in links(data) if link.static)


def parents(data: object, child: str) -> tuple[str, ...]:
    """Return every parent a bringup gives a frame, each once, in order.

    Raises:
        InputError: as ``parse``, or a name is not text.
    """
    _frame(child, "child")
    return tuple(dict.fromkeys(link.parent for _, link in links(data) if link.child == child))


def _frame(name: object, argument: str) -> None:
    if not isinstance(name, str):
        raise InputError(argument, name, "give a frame name as text")


def _from_json(text: str | bytes) -> object:
    try:
        if len(text) > _MOST_CHARACTERS:
            raise ValueError(f"longer than {_MOST_CHARACTERS} characters")
        return json.loads(text)
    except (ValueError, RecursionError) as err:
        raise InputError("bringup", text, f"this is not JSON ({err})") from err


def _nodes_of(data: object) -> list[object] | tuple[object, ...]:
    if isinstance(data, dict):
        if data.get("format") != FORMAT or data.get("version") != VERSION:
            raise InputError("bringup", data, f'"format" must be "{FORMAT}" and "version" {VERSION}')
        data = data.get("nodes")
    if not isinstance(data, (list, tuple)):
        raise InputError("bringup", data, 'give a list of nodes, each with "package" and "executable"')
    if len(data) > _MOST_NODES:
        raise InputError("bringup", f"{len(data)} nodes", f"start at most {_MOST_NODES} nodes")
    return data


def _node(data: object, place: str) -> NodeSpec:
    if not isinstance(data, dict):
        raise InputError(place, data, f"give a mapping with the fields {', '.join(_FIELDS)}")
    for field in data:
        if field not in _FIELDS:
            raise InputError(f"{place}.{field}", data[field], f"there is no such field{_nearest(field, _FIELDS)}")
    kind = _kind(data, place)
    return NodeSpec(
        kind.package,
        kind.executable,
        _text(data.get("name", ""), f"{place}.name", _NODE_NAME, "letters, digits and _, not starting with a digit"),
        _text(data.get("namespace", ""), f"{place}.namespace", _NAMESPACE, "names joined by /"),
        tuple(_parameters(kind, data.get("parameters", {}), f"{place}.parameters")),
        static_args.checked(data.get("arguments", []), f"{place}.arguments"),
        _remappings(data.get("remappings", []), f"{place}.remappings"),
    )


def _kind(data: dict[str, Any], place: str) -> NodeType:
    package, executable = data.get("package"), data.get("executable")
    packages = tuple(dict.fromkeys(t.package for t in NODE_TYPES))
    if not isinstance(package, str) or package not in packages:
        cure = f"known packages are {', '.join(packages)}{_nearest(package, packages)}"
        raise InputError(f"{place}.package", package, cure)
    kinds = {t.executable: t for t in NODE_TYPES if t.package == package}
    if not isinstance(executable, str) or executable not in kinds:
        cure = f"{package} has {', '.join(kinds)}{_nearest(executable, kinds)}"
        raise InputError(f"{place}.executable", executable, cure)
    return kinds[executable]


def _nearest(given: object, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(given[:100], list(known), 1) if isinstance(given, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def _text(value: object, place: str, pattern: re.Pattern[str], wanted: str) -> str:
    if not isinstance(value, str) or len(value) > 1_000 or (value and not pattern.fullmatch(value)):
        raise InputError(place, value, f"give text: {wanted}")
    return value


def _parameters(kind: NodeType, data: object, place: str) -> Iterator[tuple[str, ParameterValue]]:
    declared = {parameter.name: parameter for parameter in kind.declared}
    given = dict(_flat(data, place, "", 0))
    if len(given) > _MOST_PARAMETERS:
        raise InputError(place, f"{len(given)} parameters", f"give at most {_MOST_PARAMETERS}")
    for name, value in given.items():
        where = f"{place}.{name}"
        yield name, declared[name].read(value, where) if name in declared else _frozen(value, where)


def _flat(data: object, place: str, prefix: str, depth: int) -> Iterator[tuple[str, object]]:
    """Yield parameters by their dotted names, as launch_ros flattens nested ones."""
    if not isinstance(data, dict) or depth > 8:
        raise InputError(place, data, 'give a mapping of parameter names to values, e.g. {"publish_tf": false}')
    for key, value in data.items():
        if not isinstance(key, str) or not key or len(key) > 1_000:
            raise InputError(place, key, "parameter names are text")
        if isinstance(value, dict):
            yield from _flat(value, f"{place}.{key}", f"{prefix}{key}.", depth + 1)
        else:
            yield prefix + key, value


def _frozen(value: object, place: str) -> ParameterValue:
    if isinstance(value, (list, tuple)):
        if len(value) > 10_000:
            raise InputError(place, f"{len(value)} values", "give at most 10000 values")
        return tuple(_scalar(v, f"{place}[{i}]") for i, v in enumerate(value))
    return _scalar(value, place)


def _scalar(value: object, place: str) -> bool | int | float | str | None:
    finite = isinstance(value, float) and math.isfinite(value)
    small = isinstance(value, int) and abs(value) < 2**63
    short = isinstance(value, str) and len(value) <= _LONGEST_TEXT
    if value is None or finite or small or short:
        return value  # type: ignore[return-value]
    raise InputError(place, value, "a parameter is true or false, a finite number, text, or a list of these")


def _thawed(value: ParameterValue) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _remappings(data: object, place: str) -> tuple[tuple[str, str], ...]:
    cure = 'give a list of pairs of topic names, e.g. [["/tf", "tf"]]'
    if not isinstance(data, (list, tuple)) or len(data) > 1_000:
        raise InputError(place, data, cure)
    pairs = []
    for i, pair in enumerate(data):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise InputError(f"{place}[{i}]", pair, cure)
        given, wanted = (_text(name, f"{place}[{i}]", _TOPIC, "a topic name") for name in pair)
        if not given or not wanted:
            raise InputError(f"{place}[{i}]", pair, cure)
        pairs.append((given, wanted))
    return tuple(pairs)
