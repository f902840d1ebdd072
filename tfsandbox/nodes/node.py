"""What every kind of node declares about itself: parameters, default name, and the links it publishes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform

if TYPE_CHECKING:
    from tfsandbox.nodes.host import Host

Value = bool | float | str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter: its type is that of its default.

    Attributes:
        name: as in the real package.
        default: as in the real package.
        least: smallest number accepted.
        most: largest number accepted.
        zero: whether 0 is accepted although below ``least`` (several packages use it as "off").
    """

    name: str
    default: Value
    least: float = -math.inf
    most: float = math.inf
    zero: bool = False

    def read(self, value: object, place: str) -> Value:
        """Return a given value, whole numbers as floats where a number is wanted.

        Raises:
            InputError: of another type, or out of bounds.
        """
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise InputError(place, value, "give true or false")
            return value
        if isinstance(self.default, str):
            if not isinstance(value, str):
                raise InputError(place, value, f'give text, e.g. "{self.default}"')
            return value
        return self._number(value, place)

    def _number(self, value: object, place: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < math.inf:
            raise InputError(place, value, f"give a number, e.g. {self.default}")
        allowed = self.least <= value <= self.most or (self.zero and value == 0)
        if not allowed:
            raise InputError(place, value, f"give a number from {self.least:g} to {self.most:g}")
        return float(value)


def rate(name: str, default: float) -> Parameter:
    """Return a parameter that is a rate in hertz."""
    return Parameter(name, default, 0.1, 1000.0)


USE_SIM_TIME = Parameter("use_sim_time", False)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a node was started with.

    Attributes:
        parameters: every declared parameter, defaults filled in, and what else was given.
        arguments: the command line.
        namespace: where it runs, e.g. ``robot1``; "" for the root.
    """

    parameters: Mapping[str, object]
    arguments: tuple[str, ...] = ()
    namespace: str = ""

    def text(self, name: str) -> str:
        """Return a parameter that is text."""
        return str(self.parameters[name])

    def number(self, name: str) -> float:
        """Return a parameter that is a number."""
        value = self.parameters[name]
        return float(value) if isinstance(value, (int, float)) else math.nan

    def flag(self, name: str) -> bool:
        """Return a parameter that is true or false."""
        return self.parameters[name] is True


@dataclass(frozen=True, slots=True)
class Link:
    """One link a node publishes.

    Attributes:
        parent: the frame it hangs the child under.
        child: the child.
        static: on /tf_static rather than /tf.
        transform: T_parent_child if it is fixed, else None.
    """

    parent: str
    child: str
    static: bool = False
    transform: Transform | None = None

    def stamped(self, stamp_ns: int) -> StampedTransform:
        """Return a fixed link as it is published at a time."""
        return StampedTransform(self.parent, self.child, self.transform or Transform(), stamp_ns)


def _no_links(_: Settings) -> tuple[Link, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class NodeType:
    """A kind of node.

    Attributes:
        package: its real package.
        executable: its real executable.
        default_name: node name without a launch file's; "" if it makes one up.
        start: brings one to life.
        parameters: the declared ones; others are tolerated, as in ROS.
        base_frame: name of the parameter that holds the robot's base frame, or "".
        switch: name of the parameter that lets it publish its dynamic link, or "".
        links: what it publishes with given settings.
        inside_simulator: part of the simulator: its timers stop while simulation time is paused.
    """

    package: str
    executable: str
    default_name: str
    start: Callable[[Host], object]
    parameters: tuple[Parameter, ...] = ()
    base_frame: str = ""
    switch: str = ""
    links: Callable[[Settings], tuple[Link, ...]] = _no_links
    inside_simulator: bool = False

    @property
    def declared(self) -> tuple[Parameter, ...]:
        """Its parameters, with the one that every node has."""
        return (*self.parameters, USE_SIM_TIME)

    def settings(
        self, parameters: Mapping[str, object], arguments: tuple[str, ...], *, namespace: str = ""
    ) -> Settings:
        """Return what a node of this kind starts with, defaults filled in."""
        return Settings({**{p.name: p.default for p in self.declared}, **parameters}, arguments, namespace)
