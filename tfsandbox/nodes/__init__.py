"""Simulated ROS 2 nodes: every kind of node a bringup may start."""

from tfsandbox.nodes import diff_drive, ekf, lidar, slam, state_publisher, static_publisher
from tfsandbox.nodes.agenda import Agenda
from tfsandbox.nodes.host import Host, Surroundings, resolve
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings

NODE_TYPES: tuple[NodeType, ...] = (
    diff_drive.TYPE,
    ekf.TYPE,
    slam.TYPE,
    lidar.TYPE,
    state_publisher.TYPE,
    static_publisher.TYPE,
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
