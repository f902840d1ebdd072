"""A robot design as data: where every frame is mounted, and a bringup that makes the robot work."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import finite
from tfsandbox.robots.parts import Bringup, Driver, Mount, driver, frame, static_publisher
from tfsandbox.urdf import Joint, Model, write

_NAMESPACE = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z_][A-Za-z0-9_]*)*)?", re.ASCII)
_NOTHING: Mapping[str, float] = {}


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot design.

    Attributes:
        name: short name.
        mounts: the frames of its body, parents before children, the first ones under ``base``.
        base: the frame odometry moves.
        odom: odometry's fixed frame.
        map: the map's frame.
        scan_frame: the mount whose lidar SLAM uses.
        namespace: where its nodes run.
        prefix: what its own frames' names begin with, e.g. ``robot1/``.
        start: T_map_start, where it starts.
        described: whether one URDF holds all mounts; else each fixed mount has its own static publisher.
        drivers: its programs besides those that publish the mounts; None for simulated wheels, EKF, lidar and SLAM.

    Raises:
        InputError: a name that makes no sense or is taken, a frame mounted twice, or a mount on nothing.
    """

    name: str
    mounts: tuple[Mount, ...]
    base: str = "base_footprint"
    odom: str = "odom"
    map: str = "map"
    scan_frame: str = "base_scan"
    namespace: str = field(default="", kw_only=True)
    prefix: str = field(default="", kw_only=True)
    start: Transform = field(default=Transform(), kw_only=True)
    described: bool = field(default=False, kw_only=True)
    drivers: tuple[Driver, ...] | None = field(default=None, kw_only=True)
    _by_child: dict[str, Mount] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.mounts, (tuple, list)) or not all(isinstance(m, Mount) for m in self.mounts):
            raise InputError("mounts", self.mounts, "give a tuple of Mount(parent, child, transform)")
        object.__setattr__(self, "mounts", tuple(self.mounts))
        world = [frame(getattr(self, name), name) for name in ("map", "odom", "base")]
        if len(set(world)) < len(world):
            raise InputError("map, odom and base frame", world, "give three different names")
        self._check_mounts(set(world))
        if frame(self.scan_frame, "scan_frame") not in self.frames[2:]:
            raise InputError("scan_frame", self.scan_frame, f"give one of {list(self.frames[2:])}")
        self._check_software()
        object.__setattr__(self, "_by_child", {mount.child: mount for mount in self.mounts})

    def _check_mounts(self, taken: set[str]) -> None:
        on_robot, joints = {self.base}, set()
        for i, mount in enumerate(self.mounts):
            place = f"mounts[{i}]"
            mount.check(place)
            if frame(mount.parent, f"{place}.parent") not in on_robot:
                raise InputError(f"{place}.parent", mount.parent, f"mount it on one of {sorted(on_robot)}")
            if frame(mount.child, f"{place}.child") in taken:
                raise InputError(f"{place}.child", mount.child, "every frame has one place; give it another name")
            if mount.joint_name in joints:
                raise InputError(f"{place}.joint", mount.joint_name, "every joint needs its own name")
            on_robot.add(mount.child)
            taken.add(mount.child)
            joints.add(mount.joint_name)

    def _check_software(self) -> None:
        if not isinstance(self.namespace, str) or not _NAMESPACE.fullmatch(self.namespace):
            raise InputError("namespace", self.namespace, 'give names joined by /, e.g. "robot1"')
        for name, kind, cure in (
            ("name", str, "give a short name"),
            ("prefix", str, 'give text, e.g. "robot1/"'),
            ("start", Transform, "give a Transform"),
            ("described", bool, "give True or False"),
        ):
            if not isinstance(getattr(self, name), kind):
                raise InputError(name, getattr(self, name), cure)
        if self.drivers is None:
            return
        if not isinstance(self.drivers, (tuple, list)) or not all(isinstance(d, Driver) for d in self.drivers):
            raise InputError("drivers", self.drivers, "give a tuple of Driver(package, executable, ...)")
        object.__setattr__(self, "drivers", tuple(self.drivers))

    @property
    def robots(self) -> tuple[Robot, ...]:
        """The robot itself: a design may also be a fleet."""
        return (self,)

    @property
    def frames(self) -> tuple[str, ...]:
        """Every frame: map, odom, base, then the mounts in order."""
        return (self.map, self.odom, self.base, *(mount.child for mount in self.mounts))

    def mount(self, child: str) -> Mount:
        """Return the mount of a frame.

        Raises:
            InputError: the design has no such mount.
        """
        if frame(child, "child") in self._by_child:
            return self._by_child[child]
        raise InputError("child", child, f"{self.name} mounts {[m.child for m in self.mounts]}")

    def transform(self, parent: str, child: str, *, joints: Mapping[str, float] = _NOTHING) -> Transform:
        """Return T_parent_child between two frames on the robot, as designed.

        Args:
            parent: frame on the robot.
            child: frame on the robot.
            joints: positions of moving joints by name, radians or metres; zero where not given.

        Raises:
            InputError: a frame is not on the robot.
        """
        for place, name in (("parent", parent), ("child", child)):
            if frame(name, place) != self.base and name not in self._by_child:
                raise InputError(place, name, f"{self.name} carries {list(self.frames[2:])}")
        return self._from_base(parent, joints).inverse() @ self._from_base(child, joints)

    def _from_base(self, name: str, joints: Mapping[str, float]) -> Transform:
        chain = []
        while name != self.base:
            chain.append(self._by_child[name])
            name = chain[-1].parent
        placed = Transform()
        for mount in reversed(chain):
            placed = placed @ mount.at(joints)
        return placed

    def joint_positions(self, seconds: float) -> dict[str, float]:
        """Return where every moving joint is at a time, radians or metres by joint name.

        Raises:
            InputError: not a finite number.
        """
        finite(seconds, "seconds")
        moving = [mount for mount in self.mounts if mount.moves]
        at = {mount.joint_name: mount.swing.position(seconds) for mount in moving if not mount.mimic}
        for mount in moving:
            if mount.mimic:
                leader = at.get(mount.mimic.joint, 0.0)
                at[mount.joint_name] = mount.mimic.multiplier * leader + mount.mimic.offset
        return at

    def bringup(self) -> Bringup:
        """Return a bringup that makes the robot work, as fresh plain data.

        Each fixed mount has its own static publisher, unless the design is described by a URDF.
        """
        if self.described:
            return self.urdf_bringup()
        described = self._moving_part()
        own = [mount for mount in self.mounts if not mount.driver and mount not in described]
        statics = [static_publisher(mount, prefix=self.prefix) for mount in own]
        software = (*self._described(self._urdf(described)), *self._joint_driver()) if described else ()
        return self._started(*statics, *software)

    def urdf_bringup(self) -> Bringup:
        """Return a bringup in which robot_state_publisher publishes all mounts from one URDF.

        It leaves floating joints to someone else; here that is a static publisher.
        """
        floating = (mount for mount in self.mounts if mount.type == "floating" and not mount.driver)
        others = (static_publisher(mount, prefix=self.prefix) for mount in floating)
        return self._started(*self._described(self.urdf()), *self._joint_driver(), *others)

    def urdf(self) -> str:
        """Return the mounts as URDF text, without those that a driver publishes and without the frames' prefix."""
        return self._urdf([mount for mount in self.mounts if not mount.driver])

    def _urdf(self, mounts: list[Mount]) -> str:
        joints = tuple(self._joint_of(mount) for mount in mounts)
        names = [name for joint in joints for name in (joint.parent, joint.child)]
        links = tuple(dict.fromkeys(names or [self.base.removeprefix(self.prefix)]))
        return write(Model(self.name, links, joints))

    def _joint_of(self, mount: Mount) -> Joint:
        parent, child = (name.removeprefix(self.prefix) for name in (mount.parent, mount.child))
        name = mount.joint_name if mount.moves else mount.joint or f"{child}_joint"
        return Joint(
            name, mount.type, parent, child, mount.transform, mount.axis, limits=mount.limits, mimic=mount.mimic
        )

    def _moving_part(self) -> list[Mount]:
        """Return the mounts that move, with the fixed ones that are needed to make one tree of them."""
        moving = [mount for mount in self.mounts if mount.moves and not mount.driver]
        part = {mount.child for mount in moving}
        if len({mount.parent for mount in moving} - part) > 1:
            for mount in moving:
                parent = mount.parent
                while parent != self.base:
                    part.add(parent)
                    parent = self._by_child[parent].parent
        return [mount for mount in self.mounts if mount.child in part]

    def _described(self, text: str) -> tuple[Driver, ...]:
        more: dict[str, Any] = {"frame_prefix": self.prefix} if self.prefix else {}
        if self._joint_driver():
            # Above the rate of the joint states, or some of them would be left out.
            more["publish_frequency"] = 50.0
        return (driver("robot_state_publisher", "robot_state_publisher", robot_description=text, **more),)

    def _joint_driver(self) -> tuple[Driver, ...]:
        moving = any(mount.moves and not mount.driver for mount in self.mounts)
        return (driver("joint_state_publisher", "joint_state_publisher", rate=30.0),) if moving else ()

    def _started(self, *more: Driver) -> Bringup:
        drivers = _simulated(self) if self.drivers is None else self.drivers
        return [each.start(self.namespace) for each in (*drivers, *more)]


def _simulated(robot: Robot) -> tuple[Driver, ...]:
    odom, base = robot.odom, robot.base
    slam = {"map_frame": robot.map, "odom_frame": odom, "base_frame": base, "scan_topic": "/scan"}
    return (
        driver(
            "gazebo_plugins",
            "diff_drive",
            publish_odom=True,
            publish_odom_tf=True,
            odometry_frame=odom,
            robot_base_frame=base,
            update_rate=30.0,
        ),
        driver(
            "robot_localization",
            "ekf_node",
            "ekf_filter_node",
            publish_tf=False,
            map_frame=robot.map,
            odom_frame=odom,
            base_link_frame=base,
            odom0="/odom",
            frequency=30.0,
        ),
        driver("rplidar_ros", "rplidar_node", frame_id=robot.scan_frame),
        driver(
            "slam_toolbox",
            "async_slam_toolbox_node",
            "slam_toolbox",
            **slam,
            transform_publish_period=0.02,
            transform_timeout=0.2,
        ),
    )
