"""A drone: base_footprint on the ground below, base_stabilized level, base_link tilted."""

from __future__ import annotations

import math

from tfsandbox import urdf
from tfsandbox.geometry import Transform
from tfsandbox.motion import Swing
from tfsandbox.robots.ground import OPTICAL
from tfsandbox.robots.parts import Mount, driver
from tfsandbox.robots.robot import Robot


def drone() -> Robot:
    """Return a quadrotor: the flight controller's odometry makes three links, as in hector_quadrotor.

    base_footprint is the point on the ground below (x, y, yaw), base_stabilized hovers level above it, base_link
    tilts with the body.
    """
    return Robot(
        "drone",
        (*_flight(), *_sensors()),
        scan_frame="laser",
        drivers=(
            driver("mavros", "mavros_node", "mavros", local_position__frame_id="odom", imu__frame_id="imu_link"),
            driver("message_to_tf", "message_to_tf", frame_id="odom", odometry_topic="mavros/local_position/odom"),
            driver("ublox_gps", "ublox_gps_node", frame_id="gps_link", rate=8.0),
            driver("usb_cam", "usb_cam_node_exe", "camera", frame_id="camera_optical_frame", framerate=20.0),
            driver("rplidar_ros", "rplidar_node", frame_id="laser"),
            driver(
                "slam_toolbox",
                "async_slam_toolbox_node",
                "slam_toolbox",
                base_frame="base_footprint",
                scan_topic="/scan",
                transform_publish_period=0.05,
                transform_timeout=0.2,
            ),
        ),
    )


def _flight() -> tuple[Mount, ...]:
    return (
        Mount(
            "base_footprint",
            "base_stabilized",
            type="prismatic",
            joint="altitude",
            axis=(0.0, 0.0, 1.0),
            limits=urdf.Limits(0.0, 50.0),
            swing=Swing(1.5, 0.25, 6.0),
            driver="message_to_tf",
        ),
        Mount(
            "base_stabilized",
            "base_link",
            type="revolute",
            joint="pitch",
            axis=(0.0, 1.0, 0.0),
            limits=urdf.Limits(-0.6, 0.6),
            swing=Swing(0.08, 0.1, 2.5),
            driver="message_to_tf",
        ),
    )


def _sensors() -> tuple[Mount, ...]:
    return (
        Mount("base_link", "imu_link", Transform.from_rpy(0.01, 0.0, z=0.02, yaw=math.pi / 2)),
        Mount("base_link", "gps_link", Transform((-0.07, 0.0, 0.11))),
        Mount("base_link", "laser", Transform((0.0, 0.0, 0.08))),
        Mount("base_link", "camera_link", Transform.from_rpy(0.12, 0.0, z=-0.03, pitch=math.pi / 6)),
        Mount("camera_link", "camera_optical_frame", OPTICAL),
        Mount("base_link", "range_link", Transform.from_rpy(0.0, 0.04, z=-0.05, pitch=math.pi / 2)),
    )
