"""An arm on a mobile base: one URDF, moving joints, tool0 and a camera at the wrist."""

from __future__ import annotations

import math

from tfsandbox import urdf
from tfsandbox.geometry import Transform
from tfsandbox.motion import Swing
from tfsandbox.robots.ground import amcl, realsense
from tfsandbox.robots.parts import Mount, driver
from tfsandbox.robots.robot import Robot

_STILL = Swing()
_Z, _Y = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


def mobile_arm() -> Robot:
    """Return a six-jointed arm on a mobile base; robot_state_publisher publishes all of it from one URDF.

    Flange and tool0 are one point, turned against each other, as ROS-Industrial has it: the flange looks along x,
    tool0 along z. The camera's own driver publishes the frames inside the camera.
    """
    mounts = (*_base(), *_arm(), *_hand())
    return Robot(
        "mobile_arm",
        mounts,
        base="base_footprint",
        scan_frame="laser",
        described=True,
        drivers=(
            driver("diff_drive_controller", "diff_drive_controller", base_frame_id="base_footprint", publish_rate=50.0),
            driver("bno055", "bno055", frame_id="imu_link", data_query_frequency=50.0),
            driver("rplidar_ros", "rplidar_node", frame_id="laser"),
            driver("realsense2_camera", "realsense2_camera_node", "wrist_camera", camera_name="wrist_camera"),
            amcl(scan_topic="scan"),
        ),
    )


def _base() -> tuple[Mount, ...]:
    wheels = tuple(
        Mount(
            "base_link",
            f"wheel_{side}_link",
            Transform((0.0, y, -0.02)),
            type="continuous",
            joint=f"wheel_{side}_joint",
            axis=_Y,
            swing=Swing(speed=4.0),
        )
        for side, y in (("left", 0.25), ("right", -0.25))
    )
    return (
        Mount("base_footprint", "base_link", Transform((0.0, 0.0, 0.12))),
        Mount("base_link", "laser", Transform((0.28, 0.0, 0.11))),
        Mount("base_link", "imu_link", Transform.from_rpy(0.0, 0.05, z=0.08, yaw=-math.pi / 2)),
        *wheels,
    )


def _arm() -> tuple[Mount, ...]:
    stretch = math.pi / 2
    return (
        Mount("base_link", "arm_base_link", Transform.from_rpy(0.12, 0.0, z=0.24, yaw=0.3)),
        _joint("shoulder_pan", "arm_base_link", "shoulder_link", Transform((0, 0, 0.128)), _Z, Swing(0.2, 0.6, 6.0)),
        _joint("shoulder_lift", "shoulder_link", "upper_arm_link", Transform((0, 0.12, 0)), _Y, Swing(-0.9, 0.3, 5.0)),
        _joint("elbow", "upper_arm_link", "forearm_link", Transform((0.02, -0.09, 0.41)), _Y, Swing(1.2, 0.4, 4.5)),
        _joint("wrist_1", "forearm_link", "wrist_1_link", Transform((0, 0, 0.37)), _Y, Swing(0.4, 0.3, 3.5)),
        _joint("wrist_2", "wrist_1_link", "wrist_2_link", Transform((0, 0.1, 0)), _Z, Swing(0.1, 0.5, 3.0)),
        _joint(
            "wrist_3",
            "wrist_2_link",
            "wrist_3_link",
            Transform.from_rpy(0, 0, z=0.09, pitch=stretch),
            _Z,
            Swing(0, 0.7, 7),
        ),
    )


def _hand() -> tuple[Mount, ...]:
    left, right = Transform((0, 0.01, 0.11)), Transform.from_rpy(0, -0.01, z=0.11, yaw=math.pi)
    return (
        Mount("wrist_3_link", "flange", Transform.from_rpy(z=0.08, pitch=-math.pi / 2, yaw=-math.pi / 2)),
        Mount("flange", "tool0", Transform.from_rpy(roll=math.pi / 2, yaw=math.pi / 2)),
        _finger("left", left, swing=Swing(0.02, 0.015, 2.0)),
        # The right finger is geared to the left one and moves the other way.
        _finger("right", right, mimic=urdf.Mimic("finger_left_joint")),
        Mount("tool0", "wrist_camera_link", Transform.from_rpy(0.06, 0.0, z=0.03, pitch=-math.pi / 2)),
        *realsense("wrist_camera", "wrist_camera"),
    )


def _finger(side: str, place: Transform, *, swing: Swing = _STILL, mimic: urdf.Mimic | None = None) -> Mount:
    return Mount(
        "tool0",
        f"finger_{side}_link",
        place,
        type="prismatic",
        joint=f"finger_{side}_joint",
        axis=_Y,
        limits=urdf.Limits(0.0, 0.04),
        mimic=mimic,
        swing=swing,
    )


def _joint(
    name: str, parent: str, child: str, place: Transform, axis: tuple[float, float, float], swing: Swing
) -> Mount:
    limits = urdf.Limits(-math.pi, math.pi)
    return Mount(parent, child, place, type="revolute", joint=f"{name}_joint", axis=axis, limits=limits, swing=swing)
