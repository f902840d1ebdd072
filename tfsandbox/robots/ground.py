"""Robots on wheels: differential drive with and without base_footprint, two of them in one map, and a car."""

from __future__ import annotations

import dataclasses
import math

from tfsandbox import urdf
from tfsandbox.geometry import Transform
from tfsandbox.motion import Swing
from tfsandbox.robots.fleet import Fleet
from tfsandbox.robots.parts import Driver, Mount, driver
from tfsandbox.robots.robot import Robot

OPTICAL = Transform(rotation=(-0.5, 0.5, -0.5, 0.5))
"""T_body_optical: z forward, x right, y down (REP 103)."""


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
            Mount("camera_link", "camera_optical_frame", OPTICAL),
        ),
    )


def diff_drive_no_footprint() -> Robot:
    """Return a small robot whose base_link hangs under odom itself; its laser looks backwards from the rear."""
    return Robot(
        "diff_drive_no_footprint",
        (
            Mount("base_link", "laser", Transform.from_rpy(-0.12, 0.0, z=0.21, yaw=math.pi)),
            Mount("base_link", "imu_link", Transform((0.03, 0.02, 0.09))),
            Mount("base_link", "camera_link", Transform.from_rpy(0.16, 0.0, z=0.14, pitch=0.2)),
            Mount("camera_link", "camera_optical_frame", OPTICAL),
        ),
        base="base_link",
        scan_frame="laser",
        drivers=(
            driver("diff_drive_controller", "diff_drive_controller", base_frame_id="base_link", publish_rate=50.0),
            driver("bno055", "bno055", frame_id="imu_link", data_query_frequency=50.0),
            driver("usb_cam", "usb_cam_node_exe", "camera", frame_id="camera_optical_frame", framerate=15.0),
            driver("rplidar_ros", "rplidar_node", frame_id="laser"),
            driver(
                "slam_toolbox",
                "async_slam_toolbox_node",
                "slam_toolbox",
                base_frame="base_link",
                scan_topic="/scan",
                transform_publish_period=0.02,
                transform_timeout=0.2,
            ),
        ),
    )


def car() -> Robot:
    """Return a small car: spinning lidar on the roof, IMU, GPS, stereo camera; front wheels steer, all turn.

    Its base_link is in the middle of the rear axle, base_footprint on the ground below.
    """
    drivers = (
        driver(
            "diff_drive_controller",
            "diff_drive_controller",
            "wheel_odometry",
            base_frame_id="base_footprint",
            enable_odom_tf=False,
            publish_rate=50.0,
        ),
        driver("bno055", "bno055", frame_id="imu_link", data_query_frequency=100.0),
        driver("ublox_gps", "ublox_gps_node", frame_id="gps_link", rate=5.0),
        driver("ouster_ros", "os_driver", namespace="ouster"),
        *(
            driver(
                "usb_cam",
                "usb_cam_node_exe",
                "camera",
                namespace=f"stereo/{side}",
                camera_name=f"stereo_{side}",
                frame_id=f"stereo_{side}_optical_frame",
                framerate=20.0,
            )
            for side in ("left", "right")
        ),
        driver(
            "robot_localization",
            "ekf_node",
            "ekf_filter_node",
            base_link_frame="base_footprint",
            odom0="/wheel_odometry/odom",
            frequency=50.0,
        ),
        amcl(scan_topic="/ouster/scan"),
    )
    return Robot("car", (*_car_sensors(), *_car_wheels()), scan_frame="os_lidar", drivers=drivers)


def _car_sensors() -> tuple[Mount, ...]:
    return (
        Mount("base_footprint", "base_link", Transform((0.0, 0.0, 0.165))),
        Mount("base_link", "imu_link", Transform.from_rpy(0.24, 0.0, z=0.05, yaw=math.pi / 2)),
        Mount("base_link", "gps_link", Transform((-0.18, 0.06, 0.62))),
        Mount("base_link", "os_sensor", Transform((0.31, 0.0, 0.58))),
        # The lidar's maker builds it in turned by half a turn, and its driver publishes these two.
        Mount("os_sensor", "os_lidar", Transform((0.0, 0.0, 0.036180), (0.0, 0.0, 1.0, 0.0)), driver="os_driver"),
        Mount("os_sensor", "os_imu", Transform((0.006253, -0.011775, 0.007645)), driver="os_driver"),
        Mount("base_link", "stereo_link", Transform.from_rpy(0.52, 0.0, z=0.31, pitch=0.1)),
        Mount("stereo_link", "stereo_left_link", Transform((0.0, 0.06, 0.0))),
        Mount("stereo_left_link", "stereo_left_optical_frame", OPTICAL),
        Mount("stereo_link", "stereo_right_link", Transform((0.0, -0.06, 0.0))),
        Mount("stereo_right_link", "stereo_right_optical_frame", OPTICAL),
    )


def _car_wheels() -> tuple[Mount, ...]:
    wheels = []
    for end, x in (("front", 0.62), ("rear", 0.0)):
        for side, y in (("left", 0.27), ("right", -0.27)):
            name, holder, place = f"{end}_{side}", "base_link", Transform((x, y, 0.0))
            if end == "front":
                holder, steering = f"{name}_steering_link", Swing(amplitude=0.3, period=5.0)
                wheels.append(_turning("base_link", holder, place, (0.0, 0.0, 1.0), steering))
                place = Transform()
            wheels.append(_turning(holder, f"{name}_wheel_link", place, (0.0, 1.0, 0.0), Swing(speed=2.4)))
    return tuple(wheels)


def two_robots() -> Fleet:
    """Return two equal robots in one map: frames prefixed ``robot1/`` and ``robot2/``, nodes in namespaces."""
    first, second = Transform.from_rpy(0.5, 0.4, yaw=0.4), Transform.from_rpy(-1.2, -0.9, yaw=-0.5)
    return Fleet("two_robots", (_carrier("robot1", first), _carrier("robot2", second)))


def _carrier(name: str, start: Transform) -> Robot:
    prefix = f"{name}/"
    mounts = (*_carrier_body(), *_carrier_camera(), *_carrier_wheels())
    return Robot(
        name,
        tuple(_prefixed(mount, prefix) for mount in mounts),
        base=f"{prefix}base_footprint",
        odom=f"{prefix}odom",
        scan_frame=f"{prefix}base_scan",
        namespace=name,
        prefix=prefix,
        start=start,
        drivers=_carrier_software(prefix),
    )


def _carrier_software(prefix: str) -> tuple[Driver, ...]:
    odom, base = f"{prefix}odom", f"{prefix}base_footprint"
    return (
        driver(
            "turtlebot3_node",
            "turtlebot3_ros",
            "turtlebot3_node",
            odometry__frame_id=odom,
            odometry__child_frame_id=base,
            odometry__publish_tf=True,
        ),
        driver("bno055", "bno055", frame_id=f"{prefix}imu_link", data_query_frequency=50.0),
        driver("rplidar_ros", "rplidar_node", frame_id=f"{prefix}base_scan"),
        driver("realsense2_camera", "realsense2_camera_node", "camera", camera_name="camera", tf_prefix=prefix),
        amcl(base_frame_id=base, odom_frame_id=odom, scan_topic="scan"),
    )


def _carrier_body() -> tuple[Mount, ...]:
    bumpers = (("front", 0.21, 0.0), ("left", 0.12, 0.17), ("right", 0.12, -0.17))
    return (
        Mount("base_footprint", "base_link", Transform((0.0, 0.0, 0.065))),
        Mount("base_link", "base_scan", Transform.from_rpy(-0.04, 0.0, z=0.19, yaw=math.pi / 2)),
        Mount("base_link", "imu_link", Transform((0.05, -0.02, 0.07))),
        Mount("base_link", "cliff_link", Transform.from_rpy(0.2, 0.0, z=-0.02, pitch=math.pi / 2)),
        *(
            Mount("base_link", f"bumper_{side}_link", Transform.from_rpy(x, y, yaw=math.atan2(y, x)))
            for side, x, y in bumpers
        ),
        Mount("base_link", "top_plate_link", Transform((-0.02, 0.0, 0.24))),
        Mount("base_link", "caster_link", Transform((-0.17, 0.0, -0.045))),
        Mount("base_link", "sonar_link", Transform.from_rpy(-0.2, 0.0, z=0.05, yaw=math.pi)),
        Mount("top_plate_link", "dock_link", Transform((-0.16, 0.0, -0.19))),
    )


def _carrier_camera() -> tuple[Mount, ...]:
    return (
        Mount("base_link", "camera_link", Transform.from_rpy(0.18, 0.03, z=0.15, pitch=0.12)),
        *realsense("camera", "camera"),
    )


def _carrier_wheels() -> tuple[Mount, ...]:
    sides = (("left", 0.144), ("right", -0.144))
    return tuple(
        _turning("base_link", f"wheel_{side}_link", Transform((0.0, y, -0.032)), (0.0, 1.0, 0.0), Swing(speed=12.0))
        for side, y in sides
    )


def realsense(name: str, by: str, base: str = "link") -> tuple[Mount, ...]:
    """Return the frames inside a RealSense camera, published by its own driver (the node called ``by``).

    Source: realsense2_camera's frame names; distances of a D435.
    """
    inside = []
    for part, y in (("depth", 0.0), ("color", 0.015)):
        inside.append(Mount(f"{name}_{base}", f"{name}_{part}_frame", Transform((0.0, y, 0.0)), driver=by))
        inside.append(Mount(f"{name}_{part}_frame", f"{name}_{part}_optical_frame", OPTICAL, driver=by))
    return tuple(inside)


def _turning(parent: str, child: str, transform: Transform, axis: tuple[float, float, float], swing: Swing) -> Mount:
    kind = "continuous" if swing.speed else "revolute"
    limits = None if swing.speed else urdf.Limits(-0.6, 0.6)
    joint = child.replace("_link", "_joint")
    return Mount(parent, child, transform, type=kind, joint=joint, axis=axis, limits=limits, swing=swing)


def _prefixed(mount: Mount, prefix: str) -> Mount:
    return dataclasses.replace(mount, parent=prefix + mount.parent, child=prefix + mount.child)


def amcl(**parameters: str) -> Driver:
    """Return AMCL with a known initial pose and small updates."""
    return driver("nav2_amcl", "amcl", set_initial_pose=True, update_min_d=0.05, update_min_a=0.05, **parameters)
