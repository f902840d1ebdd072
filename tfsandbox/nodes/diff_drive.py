"""Gazebo's differential drive plugin: counts wheel turns, publishes /odom and, if asked to, odom -> base on /tf."""

from __future__ import annotations

from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.recording import Kind, QoS, StampedHeader
from tfsandbox.stamps import NANOSECONDS

ODOMETRY_TYPE = "nav_msgs/msg/Odometry"


class DiffDrive:
    """One running plugin."""

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._odom, self._base = get.text("odometry_frame"), get.text("robot_base_frame")
        self._tf = TransformBroadcaster(host) if get.flag("publish_odom_tf") else None
        self._odometry = host.publisher("odom", ODOMETRY_TYPE, QoS(depth=10)) if get.flag("publish_odom") else None
        host.every(1.0 / get.number("update_rate"), self._update)

    def _update(self) -> None:
        now_ns = self._host.now_ns
        if self._odometry:
            self._odometry.publish(Kind.HEADER, StampedHeader(now_ns, self._odom))
        if self._tf:
            pose = self._host.surroundings.odometry(now_ns / NANOSECONDS)
            self._tf.send(self._odom, self._base, pose, stamp_ns=now_ns)


def _links(get: Settings) -> tuple[Link, ...]:
    link = Link(get.text("odometry_frame"), get.text("robot_base_frame"))
    return (link,) if get.flag("publish_odom_tf") else ()


TYPE = NodeType(
    "gazebo_plugins",
    "diff_drive",
    "diff_drive",
    DiffDrive,
    (
        Parameter("publish_odom", False),
        Parameter("publish_odom_tf", False),
        Parameter("odometry_frame", "odom"),
        Parameter("robot_base_frame", "base_footprint"),
        rate("update_rate", 100.0),
    ),
    base_frame="robot_base_frame",
    switch="publish_odom_tf",
    links=_links,
)
