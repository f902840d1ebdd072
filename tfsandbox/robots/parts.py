"""What a design is made of: mounts, fixed or moving, and the programs that run on the robot."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tfsandbox import static_args, urdf
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, Vector
from tfsandbox.motion import Swing, finite

Bringup = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Mount:
    """A link of the robot's body: where a frame is mounted on its parent, and how it moves, if it does.

    Attributes:
        parent: frame it is fixed to.
        child: the mounted frame.
        transform: T_parent_child (at joint position zero, for one that moves).
        type: the joint's type in a URDF; "fixed" unless it moves.
        joint: the joint's name, by default the child's name with ``_joint``.
        axis: what it turns about or slides along, in the child's frame; of length one.
        limits: how far it goes, if that is limited.
        mimic: the joint it follows, if any.
        swing: how it moves while the robot drives.
        driver: name of the driver that publishes this link itself, "" if the robot's description does.
    """

    parent: str
    child: str
    transform: Transform = Transform()
    type: str = field(default="fixed", kw_only=True)
    joint: str = field(default="", kw_only=True)
    axis: Vector = field(default=(1.0, 0.0, 0.0), kw_only=True)
    limits: urdf.Limits | None = field(default=None, kw_only=True)
    mimic: urdf.Mimic | None = field(default=None, kw_only=True)
    swing: Swing = field(default=Swing(), kw_only=True)
    driver: str = field(default="", kw_only=True)

    @property
    def joint_name(self) -> str:
        """The name of its joint."""
        return self.joint or f"{self.child}_joint"

    @property
    def moves(self) -> bool:
        """Whether it turns or slides."""
        return self.type in urdf.TURNING + urdf.SLIDING

    def at(self, joints: Mapping[str, float]) -> Transform:
        """Return T_parent_child with the joints at these positions (radians or metres; zero where not given)."""
        if not self.moves:
            return self.transform
        return self.transform @ urdf.moved(self.type, self.axis, joints.get(self.joint_name, 0.0))

    def check(self, place: str) -> None:
        """Refuse a mount that makes no sense.

        Raises:
            InputError: names the field after ``place``.
        """
        for name, kind, cure in _WANTED:
            if not isinstance(getattr(self, name), kind):
                raise InputError(f"{place}.{name}", getattr(self, name), cure)
        if self.type not in urdf.JOINT_TYPES:
            raise InputError(f"{place}.type", self.type, f"give one of {', '.join(urdf.JOINT_TYPES)}")
        object.__setattr__(self, "axis", _unit(self.axis, f"{place}.axis"))


def _unit(axis: Vector, place: str) -> Vector:
    cure = "give three numbers that are not all zero, e.g. (0.0, 0.0, 1.0)"
    if not isinstance(axis, (tuple, list)) or len(axis) != 3:
        raise InputError(place, axis, cure)
    x, y, z = (finite(part, place) for part in axis)
    length = math.hypot(x, y, z)
    if not 0.0 < length < math.inf:
        raise InputError(place, axis, cure)
    # Whoever gives a length of one gets the very numbers back.
    return (x, y, z) if abs(length - 1.0) < 1e-12 else (x / length, y / length, z / length)


_WANTED: tuple[tuple[str, Any, str], ...] = (
    ("transform", Transform, "give a Transform"),
    ("type", str, "give a joint's type, e.g. 'fixed' or 'revolute'"),
    ("joint", str, "give the joint's name, or '' for the usual one"),
    ("limits", (urdf.Limits, type(None)), "give urdf.Limits(lower, upper) or None"),
    ("mimic", (urdf.Mimic, type(None)), "give urdf.Mimic(joint) or None"),
    ("swing", Swing, "give a Swing, e.g. Swing(amplitude=0.5)"),
    ("driver", str, "give the name of a driver, or ''"),
)

Value = bool | int | float | str | tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Driver:
    """A program that runs on the robot, with what its launch file sets.

    Attributes:
        package: ROS package.
        executable: its executable.
        name: node name, "" for the executable's.
        parameters: pairs of name and value, in order.
        arguments: command line.
        namespace: below the robot's own.
    """

    package: str
    executable: str
    name: str = ""
    parameters: tuple[tuple[str, Value], ...] = ()
    arguments: tuple[str, ...] = ()
    namespace: str = ""

    def start(self, namespace: str) -> dict[str, Any]:
        """Return it as a node of a bringup, for a robot whose nodes run in ``namespace``."""
        return {
            "package": self.package,
            "executable": self.executable,
            "name": self.name or self.executable,
            "namespace": "/".join(filter(None, (namespace, self.namespace))),
            "parameters": {name: list(v) if isinstance(v, tuple) else v for name, v in self.parameters},
            "arguments": list(self.arguments),
            "remappings": [],
        }


def driver(package: str, executable: str, name: str = "", *, namespace: str = "", **parameters: Value) -> Driver:
    """Return a driver; ``__`` in a parameter's name stands for a dot."""
    pairs = tuple((key.replace("__", "."), value) for key, value in parameters.items())
    return Driver(package, executable, name, pairs, namespace=namespace)


def static_publisher(mount: Mount, *, prefix: str = "") -> Driver:
    """Return the static_transform_publisher of a fixed mount; the node's name does without the frames' prefix."""
    arguments = static_args.arguments(mount.parent, mount.child, mount.transform)
    name = re.sub(r"[^A-Za-z0-9_]|^(?=[0-9])", "_", f"{mount.child.removeprefix(prefix)}_mount")
    return Driver("tf2_ros", "static_transform_publisher", name, arguments=arguments)


def frame(name: object, place: str) -> str:
    """Return a frame name.

    Raises:
        InputError: empty, not text, or with a leading slash; names ``place``.
    """
    if not isinstance(name, str) or not name or name.startswith("/"):
        raise InputError(place, name, "give a frame name without a leading slash")
    return name
