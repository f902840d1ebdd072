"""A drone's odometry: mavros passes on what the flight controller estimates, message_to_tf makes links of it."""

from __future__ import annotations

from itertools import pairwise

from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings
from tfsandbox.nodes.streams import SENSOR_QOS, Stream, taken
from tfsandbox.nodes.wheels import WheelOdometry
from tfsandbox.recording import Delivery, QoS, StampedHeader, StampedTransform

IMU_TYPE = "sensor_msgs/msg/Imu"
_HZ = 30.0


class Mavros:
    """One running mavros: odometry on ~/local_position/odom, the IMU on ~/imu/data."""

    def __init__(self, host: Host) -> None:
        get = host.settings
        WheelOdometry(
            host,
            get.text("local_position.frame_id"),
            base=get.text("local_position.tf.child_frame_id"),
            topic="~/local_position/odom",
            tf=get.flag("local_position.tf.send"),
            hz=_HZ,
        )
        Stream(host, get.text("imu.frame_id"), 50.0, {"~/imu/data": IMU_TYPE}, qos=SENSOR_QOS)


class MessageToTf:
    """One running message_to_tf: three links for each odometry message, with its stamp.

    The ground below (x, y, yaw), the height above it, and how the body tilts there (the joints ``altitude``, ``roll``
    and ``pitch`` of the design).
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._frames = _frames(host.settings)
        self._tf = TransformBroadcaster(host)
        host.subscribe(host.settings.text("odometry_topic"), QoS(depth=10), self._heard)

    def _heard(self, delivery: Delivery) -> None:
        if not isinstance(delivery.payload, StampedHeader):
            return
        host, stamp_ns = self._host, delivery.payload.stamp_ns
        seconds = taken(host, delivery)
        joints = host.surroundings.joints(seconds)
        links = (
            host.surroundings.odometry(seconds),
            Transform((0.0, 0.0, joints.get("altitude", 0.0))),
            Transform.from_rpy(roll=joints.get("roll", 0.0), pitch=joints.get("pitch", 0.0)),
        )
        pairs = zip(pairwise(self._frames), links, strict=True)
        self._tf.send_all(*(StampedTransform(*frames, link, stamp_ns) for frames, link in pairs))


def _frames(get: Settings) -> tuple[str, ...]:
    names = ("frame_id", "footprint_frame_id", "stabilized_frame_id", "child_frame_id")
    return tuple(get.text(name) for name in names)


def _links(get: Settings) -> tuple[Link, ...]:
    frames = _frames(get)
    return tuple(Link(parent, child) for parent, child in pairwise(frames))


def _mavros_links(get: Settings) -> tuple[Link, ...]:
    link = Link(get.text("local_position.frame_id"), get.text("local_position.tf.child_frame_id"))
    return (link,) if get.flag("local_position.tf.send") else ()


MAVROS = NodeType(
    "mavros",
    "mavros_node",
    "mavros",
    Mavros,
    (
        Parameter("local_position.frame_id", "map"),
        Parameter("local_position.tf.send", False),
        Parameter("local_position.tf.child_frame_id", "base_link"),
        Parameter("imu.frame_id", "base_link"),
    ),
    base_frame="local_position.tf.child_frame_id",
    switch="local_position.tf.send",
    links=_mavros_links,
)
MESSAGE_TO_TF = NodeType(
    "message_to_tf",
    "message_to_tf",
    "message_to_tf",
    MessageToTf,
    (
        Parameter("odometry_topic", "odom"),
        Parameter("frame_id", "odom"),
        Parameter("footprint_frame_id", "base_footprint"),
        Parameter("stabilized_frame_id", "base_stabilized"),
        Parameter("child_frame_id", "base_link"),
    ),
    base_frame="footprint_frame_id",
    links=_links,
)
