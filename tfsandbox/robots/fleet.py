"""Several robots in one world, that share the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.robots.parts import Bringup, Mount
from tfsandbox.robots.robot import Robot


@dataclass(frozen=True, slots=True)
class Fleet:
    """Several robots; each has its own namespace and frames, the map is everyone's.

    Attributes:
        name: short name.
        robots: at least one.

    Raises:
        InputError: no robots, or two with the same name, namespace or frame; names them.
    """

    name: str
    robots: tuple[Robot, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError("name", self.name, "give a short name")
        if not isinstance(self.robots, (tuple, list)) or not all(isinstance(r, Robot) for r in self.robots):
            raise InputError("robots", self.robots, "give a tuple of Robot")
        object.__setattr__(self, "robots", tuple(self.robots))
        if not self.robots:
            raise InputError("robots", self.robots, "give at least one Robot")
        for what in ("name", "namespace"):
            values = [getattr(robot, what) for robot in self.robots]
            if len(set(values)) < len(values):
                raise InputError("robots", values, f"every robot needs its own {what}")
        self._check_frames()

    def _check_frames(self) -> None:
        owner: dict[str, str] = {}
        maps = {robot.map for robot in self.robots}
        for robot in self.robots:
            for name in robot.frames[1:]:
                if name in owner or name in maps:
                    cure = f"{robot.name} and {owner.get(name, 'the map')} both have it; give each robot a prefix"
                    raise InputError("robots", name, cure)
                owner[name] = robot.name

    @property
    def frames(self) -> tuple[str, ...]:
        """Every frame, the shared map once."""
        return tuple(dict.fromkeys(name for robot in self.robots for name in robot.frames))

    @property
    def mounts(self) -> tuple[Mount, ...]:
        """Every robot's mounts."""
        return tuple(mount for robot in self.robots for mount in robot.mounts)

    def mount(self, child: str) -> Mount:
        """Return the mount of a frame.

        Raises:
            InputError: no robot has such a mount.
        """
        return self._owner(child, "child", mounted=True).mount(child)

    def transform(self, parent: str, child: str, *, joints: Mapping[str, float] | None = None) -> Transform:
        """Return T_parent_child between two frames on one robot, as designed.

        Args:
            parent: frame on the robot.
            child: frame on the same robot.
            joints: positions of its moving joints by name, radians or metres; zero where not given.

        Raises:
            InputError: no robot has both frames on it.
        """
        return self._owner(child, "child").transform(parent, child, joints=joints or {})

    def _owner(self, name: object, place: str, *, mounted: bool = False) -> Robot:
        for robot in self.robots:
            if isinstance(name, str) and name in robot.frames[3 if mounted else 2 :]:
                return robot
        known = [name for robot in self.robots for name in robot.frames[3 if mounted else 2 :]]
        raise InputError(place, name, f"the robots of {self.name} carry {known}")

    def bringup(self) -> Bringup:
        """Return a bringup that makes all robots work, as fresh plain data."""
        return [node for robot in self.robots for node in robot.bringup()]


Design = Robot | Fleet
