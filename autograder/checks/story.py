"""M7-L2's robot and the bringup that somebody broke: a clean one with three faults applied to it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tfsandbox import faults, robots
from tfsandbox.geometry import Transform
from tfsandbox.robots import Bringup, Robot
from tfsandbox.world import World

OLD_CAMERA_MOUNT = Transform.from_rpy(0.05, 0.03, z=0.11, yaw=0.35)
"""Where the old launch file has the camera: T_base_footprint_camera_link of an earlier bracket."""

NEEDED: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("slam_toolbox", "async_slam_toolbox_node"): "SLAM",
        ("rplidar_ros", "rplidar_node"): "the laser's driver",
        ("gazebo_plugins", "diff_drive"): "the drive of the wheels",
    }
)
"""What the robot cannot do without, by package and executable."""


def robot() -> Robot:
    """Return the robot as it was built."""
    return robots.diff_drive()


def broken_bringup() -> Bringup:
    """Return the broken bringup, a fresh copy each time."""
    world = World(robot())
    for fault in (
        faults.WrongBaseFrame(node="slam_toolbox", frame="base_link"),
        faults.MissingStatic("base_footprint", "base_link"),
        faults.TwoPublishers(),
        faults.TwoParents(child="camera_link", parent="base_footprint", transform=OLD_CAMERA_MOUNT),
    ):
        world = world.with_fault(fault)
    return world.bringup
