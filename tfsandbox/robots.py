"""Robot designs as data: where every frame is mounted, and a bringup that makes the robot work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tfsandbox import static_args, urdf
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform

Bringup = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Mount:
    """A rigid mount of the design.

    Attributes:
        parent: frame it is fixed to.
        child: the mounted frame.
        transform: T_parent_child.
    """

    parent: str
    child: str
    transform: Transform = Transform()


@dataclass(frozen=True, slots=True)
class Robot:
    """A robot design.

    Attributes:
        name: short name.
        mounts: rigid mounts, parents before children, the first ones under ``base``.
        base: the frame odometry moves.
        odom: odometry's fixed frame.
        map: the map's frame.
        scan_frame: the mount whose lidar SLAM uses.

    Raises:
        InputError: a name that makes no sense, a frame mounted twice, or a mount on nothing.
    """

    name: str
    mounts: tuple[Mount, ...]
    base: str = "base_footprint"
    odom: str = "odom"
    map: str = "map"
    scan_frame: str = "base_scan"
    namespace: str = ""
    start: Transform = Transform()

    def __post_init__(self) -> None:
        if not isinstance(self.mounts, (tuple, list)) or not all(isinstance(m, Mount) for m in self.mounts):
            raise InputError("mounts", self.mounts, "give a tuple of Mount(parent, child, transform)")
        object.__setattr__(self, "mounts", tuple(self.mounts))
        known = [_frame(getattr(self, name), name) for name in ("map", "odom", "base")]
        if len(set(known)) < len(known):
            raise InputError("map, odom and base frame", known, "give three different names")
        for i, mount in enumerate(self.mounts):
            place = f"mounts[{i}]"
            if not isinstance(mount.transform, Transform):
                raise InputError(f"{place}.transform", mount.transform, "give a Transform")
            if _frame(mount.parent, f"{place}.parent") not in known[2:]:
                raise InputError(f"{place}.parent", mount.parent, f"mount it on one of {known[2:]}")
            if _frame(mount.child, f"{place}.child") in known:
                raise InputError(f"{place}.child", mount.child, "every frame has one place; give it another name")
            known.append(mount.child)
        if _frame(self.scan_frame, "scan_frame") not in known[2:]:
            raise InputError("scan_frame", self.scan_frame, f"give one of {known[2:]}")

    @property
    def robots(self) -> tuple[Robot, ...]:
        """The robots of this design: itself."""
        return (self,)

    def joint_positions(self, seconds: float) -> dict[str, float]:
        """Return the positions of its movable joints at a time: it has none."""
        return {}

    @property
    def frames(self) -> tuple[str, ...]:
        """Every frame: map, odom, base, then the mounts in order."""
        return (self.map, self.odom, self.base, *(mount.child for mount in self.mounts))

    def mount(self, child: str) -> Mount:
        """Return the mount of a frame.

        Raises:
            InputError: the design has no such mount.
        """
        _frame(child, "child")
        for mount in self.mounts:
            if mount.child == child:
                return mount
        raise InputError("child", child, f"{self.name} mounts {[m.child for m in self.mounts]}")

    def transform(self, parent: str, child: str) -> Transform:
        """Return T_parent_child between two frames on the robot, as designed.

        Raises:
            InputError: a frame is not on the robot.
        """
        _frame(parent, "parent")
        return self._from_base(parent).inverse() @ self._from_base(_frame(child, "child"))

    def _from_base(self, frame: str) -> Transform:
        if frame == self.base:
            return Transform()
        mount = self.mount(frame)
        return self._from_base(mount.parent) @ mount.transform

    def bringup(self) -> Bringup:
        """Return a bringup that makes the robot work, as fresh plain data: each mount has its own static publisher."""
        return [*_drivers(self), *(_static(mount) for mount in self.mounts)]

    def urdf_bringup(self) -> Bringup:
        """Return a bringup in which robot_state_publisher publishes all mounts from one URDF."""
        parameters = {"robot_description": self.urdf()}
        return [*_drivers(self), _node("robot_state_publisher", "robot_state_publisher", "", parameters)]

    def urdf(self) -> str:
        """Return the mounts as URDF text."""
        joints = (urdf.Joint(f"{m.child}_joint", "fixed", m.parent, m.child, m.transform) for m in self.mounts)
        return urdf.write(urdf.Model(self.name, self.frames[2:], tuple(joints)))


def diff_drive() -> Robot:
    """Return a small robot with two driven wheels, lidar, IMU and camera, in the manner of a TurtleBot.

    Source: mounts after turtlebot3_waffle's description.
    """
    return Robot(
        "diff_drive",
        (
            Mount("base_footprint", "base_link", Transform((0.0, 0.0, 0.010))),
            Mount("base_link", "base_scan", Transform((-0.032, 0.0, 0.172))),
            Mount("base_link", "imu_link", Transform((-0.032, 0.0, 0.068))),
            Mount("base_link", "camera_link", Transform((0.073, -0.011, 0.084))),
            Mount("camera_link", "camera_optical_frame", Transform(rotation=(-0.5, 0.5, -0.5, 0.5))),
        ),
    )


def _frame(name: object, place: str) -> str:
    if not isinstance(name, str) or not name or name.startswith("/"):
        raise InputError(place, name, "give a frame name without a leading slash")
    return name


def _node(package: str, executable: str, name: str, parameters: dict[str, Any], *arguments: str) -> dict[str, Any]:
    return {
        "package": package,
        "executable": executable,
        "name": name or executable,
        "namespace": "",
        "parameters": parameters,
        "arguments": list(arguments),
        "remappings": [],
    }


def _static(mount: Mount) -> dict[str, Any]:
    arguments = static_args.arguments(mount.parent, mount.child, mount.transform)
    return _node("tf2_ros", "static_transform_publisher", f"{mount.child}_mount", {}, *arguments)


def _drivers(robot: Robot) -> Bringup:
    odom, base = robot.odom, robot.base
    wheels = {"publish_odom": True, "publish_odom_tf": True, "odometry_frame": odom, "robot_base_frame": base}
    ekf = {"publish_tf": False, "map_frame": robot.map, "odom_frame": odom, "base_link_frame": base}
    slam = {"map_frame": robot.map, "odom_frame": odom, "base_frame": base, "scan_topic": "/scan"}
    return [
        _node("gazebo_plugins", "diff_drive", "", {**wheels, "update_rate": 30.0}),
        _node("robot_localization", "ekf_node", "ekf_filter_node", {**ekf, "odom0": "/odom", "frequency": 30.0}),
        _node("rplidar_ros", "rplidar_node", "", {"frame_id": robot.scan_frame}),
        _node(
            "slam_toolbox",
            "async_slam_toolbox_node",
            "slam_toolbox",
            {**slam, "transform_publish_period": 0.02, "transform_timeout": 0.2},
        ),
    ]


Design = Robot


def find(design: object) -> Design:
    """Return a design.

    Raises:
        InputError: not a design.
    """
    if not isinstance(design, Robot):
        raise InputError("design", design, "give a Robot, e.g. robots.diff_drive()")
    return design
