"""Simulated ROS 2 nodes: every kind of node a bringup may start."""

from tfsandbox.nodes import (
    amcl,
    bridge,
    cameras,
    diff_drive,
    ekf,
    flight,
    joint_states,
    lidar,
    mounts,
    pose_logger,
    sensors,
    slam,
    state_publisher,
    static_publisher,
    wheels,
)
from tfsandbox.nodes.agenda import Agenda
from tfsandbox.nodes.host import Host, Surroundings, resolve
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings

NODE_TYPES: tuple[NodeType, ...] = (
    diff_drive.TYPE,
    wheels.TURTLEBOT3,
    wheels.CONTROLLER,
    flight.MAVROS,
    flight.MESSAGE_TO_TF,
    ekf.TYPE,
    slam.TYPE,
    amcl.TYPE,
    lidar.TYPE,
    lidar.OUSTER,
    cameras.USB_CAM,
    cameras.REALSENSE,
    sensors.IMU,
    sensors.GPS,
    joint_states.TYPE,
    state_publisher.TYPE,
    static_publisher.TYPE,
    mounts.TYPE,
    pose_logger.TYPE,
    bridge.TYPE,
)

__all__ = [
    "NODE_TYPES",
    "Agenda",
    "Host",
    "Link",
    "NodeType",
    "Parameter",
    "Settings",
    "Surroundings",
    "resolve",
]
