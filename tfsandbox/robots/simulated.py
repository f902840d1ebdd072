"""A robot that lives in a simulator: a bridge brings its odometry, sensors and clock to ROS 2."""

from __future__ import annotations

import math

from tfsandbox.geometry import Transform
from tfsandbox.robots.ground import OPTICAL
from tfsandbox.robots.parts import Mount, driver
from tfsandbox.robots.robot import Robot

_BRIDGE = "robot_bridge"


def simulated() -> Robot:
    """Return a simulated robot with lidar, IMU and camera; every node follows the simulator's /clock.

    The bridge publishes its sensors' mounts itself; the docking plate was added by a static publisher.
    """
    sensors = (
        "odometry frame_id=odom child_frame_id=base_link rate=50.0",
        "imu_sensor frame_id=imu_sensor x=0.05 z=0.1 rate=50.0",
        "lidar_2d frame_id=lidar_2d x=0.18 z=0.25 yaw=1.5707963267948966 rate=10.0",
        "rgb_camera frame_id=rgb_camera x=0.22 y=-0.04 z=0.3 pitch=0.15 rate=15.0",
    )
    return Robot(
        "simulated",
        (
            Mount("base_link", "imu_sensor", Transform((0.05, 0.0, 0.1)), driver=_BRIDGE),
            Mount("base_link", "lidar_2d", Transform.from_rpy(0.18, 0.0, z=0.25, yaw=math.pi / 2), driver=_BRIDGE),
            Mount("base_link", "rgb_camera", Transform.from_rpy(0.22, -0.04, z=0.3, pitch=0.15), driver=_BRIDGE),
            Mount("rgb_camera", "rgb_camera_optical", OPTICAL, driver=_BRIDGE),
            Mount("base_link", "dock_link", Transform.from_rpy(-0.24, 0.03, z=0.08, yaw=2.4)),
        ),
        base="base_link",
        scan_frame="lidar_2d",
        drivers=(
            driver("simulator_bridge", "robot_bridge", sensors=sensors),
            driver(
                "slam_toolbox",
                "async_slam_toolbox_node",
                "slam_toolbox",
                base_frame="base_link",
                scan_topic="scan",
                transform_publish_period=0.02,
                transform_timeout=0.2,
                use_sim_time=True,
            ),
        ),
    )
