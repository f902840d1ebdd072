"""Gazebo's differential drive plugin: counts wheel turns, publishes /odom and, if asked to, odom -> base on /tf.

It lives inside the simulator and stamps with simulation time, whatever clock the other nodes follow.
"""

from __future__ import annotations

from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.nodes.wheels import WheelOdometry, are_crossed


def _start(host: Host) -> WheelOdometry:
    get = host.settings
    return WheelOdometry(
        host,
        get.text("odometry_frame"),
        base=get.text("robot_base_frame"),
        topic="odom" if get.flag("publish_odom") else "",
        tf=get.flag("publish_odom_tf"),
        hz=get.number("update_rate"),
        stamp=lambda: host.simulation_ns,
        crossed=are_crossed(get.text("left_joint"), get.text("right_joint")),
    )


def _links(get: Settings) -> tuple[Link, ...]:
    link = Link(get.text("odometry_frame"), get.text("robot_base_frame"))
    return (link,) if get.flag("publish_odom_tf") else ()


TYPE = NodeType(
    "gazebo_plugins",
    "diff_drive",
    "diff_drive",
    _start,
    (
        Parameter("left_joint", "wheel_left_joint"),
        Parameter("right_joint", "wheel_right_joint"),
        Parameter("publish_odom", False),
        Parameter("publish_odom_tf", False),
        Parameter("odometry_frame", "odom"),
        Parameter("robot_base_frame", "base_footprint"),
        rate("update_rate", 100.0),
    ),
    base_frame="robot_base_frame",
    switch="publish_odom_tf",
    links=_links,
    inside_simulator=True,
)
