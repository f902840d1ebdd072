"""Lidar drivers: the RPLIDAR's publishes scans only; the Ouster's publishes the frames inside the sensor as well."""

from __future__ import annotations

from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import send_static
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.nodes.streams import SENSOR_QOS, Stream

SCAN_TYPE = "sensor_msgs/msg/LaserScan"
CLOUD_TYPE = "sensor_msgs/msg/PointCloud2"
IMU_TYPE = "sensor_msgs/msg/Imu"
_OUSTER_HZ, _OUSTER_IMU_HZ = 10.0, 100.0


def _rplidar(host: Host) -> Stream:
    get = host.settings
    return Stream(host, get.text("frame_id"), get.number("scan_frequency"), {"scan": SCAN_TYPE})


class Ouster:
    """One running driver: points and scans in the lidar's frame, IMU data in the IMU's."""

    def __init__(self, host: Host) -> None:
        get = host.settings
        send_static(host, _ouster_links(get))
        cloud = get.text("point_cloud_frame") or get.text("lidar_frame")
        Stream(host, cloud, _OUSTER_HZ, {"points": CLOUD_TYPE, "scan": SCAN_TYPE}, qos=SENSOR_QOS)
        Stream(host, get.text("imu_frame"), _OUSTER_IMU_HZ, {"imu": IMU_TYPE}, qos=SENSOR_QOS)


def _ouster_links(get: Settings) -> tuple[Link, ...]:
    sensor = get.text("sensor_frame")
    lidar = Transform((0.0, 0.0, 0.036180), (0.0, 0.0, 1.0, 0.0))
    imu = Transform((0.006253, -0.011775, 0.007645))
    inside = ((get.text("lidar_frame"), lidar), (get.text("imu_frame"), imu))
    links = tuple(Link(sensor, child, static=True, transform=transform) for child, transform in inside)
    return links if get.flag("pub_static_tf") else ()


TYPE = NodeType(
    "rplidar_ros",
    "rplidar_node",
    "rplidar_node",
    _rplidar,
    (Parameter("frame_id", "laser_frame"), rate("scan_frequency", 10.0)),
)
OUSTER = NodeType(
    "ouster_ros",
    "os_driver",
    "os_driver",
    Ouster,
    (
        Parameter("sensor_frame", "os_sensor"),
        Parameter("lidar_frame", "os_lidar"),
        Parameter("imu_frame", "os_imu"),
        Parameter("point_cloud_frame", ""),
        Parameter("pub_static_tf", True),
    ),
    links=_ouster_links,
)
