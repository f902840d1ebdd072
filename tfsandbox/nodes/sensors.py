"""Drivers of an IMU and of a GPS receiver: stamped headers at a rate, no transforms."""

from __future__ import annotations

from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import NodeType, Parameter, rate
from tfsandbox.nodes.streams import Stream

IMU_TYPE, FIX_TYPE = "sensor_msgs/msg/Imu", "sensor_msgs/msg/NavSatFix"


def _imu(host: Host) -> Stream:
    get = host.settings
    topics = {f"{get.text('ros_topic_prefix')}imu": IMU_TYPE}
    return Stream(host, get.text("frame_id"), get.number("data_query_frequency"), topics)


def _gps(host: Host) -> Stream:
    get = host.settings
    return Stream(host, get.text("frame_id"), get.number("rate"), {"~/fix": FIX_TYPE})


IMU = NodeType(
    "bno055",
    "bno055",
    "bno055",
    _imu,
    (Parameter("frame_id", "bno055"), Parameter("ros_topic_prefix", "bno055/"), rate("data_query_frequency", 10.0)),
)
GPS = NodeType(
    "ublox_gps",
    "ublox_gps_node",
    "ublox_gps_node",
    _gps,
    (Parameter("frame_id", "gps"), rate("rate", 4.0)),
)
