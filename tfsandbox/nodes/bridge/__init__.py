"""The bridge between a simulator and ROS 2: odometry on /tf, sensor mounts on /tf_static, /clock, and sensor data."""

from tfsandbox.nodes.bridge.launch import for_robot
from tfsandbox.nodes.bridge.robot_bridge import EVENTS, TYPE

__all__ = ["EVENTS", "TYPE", "for_robot"]
