"""A lidar driver: publishes scans that say which frame they were taken in; it publishes no transform."""

from __future__ import annotations

from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import NodeType, Parameter, rate
from tfsandbox.recording import Kind, QoS, StampedHeader

SCAN_TYPE = "sensor_msgs/msg/LaserScan"


class Lidar:
    """One running driver."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._frame = host.settings.text("frame_id")
        self._scans = host.publisher("scan", SCAN_TYPE, QoS(depth=10))
        host.every(1.0 / host.settings.number("scan_frequency"), self._scan)

    def _scan(self) -> None:
        self._scans.publish(Kind.HEADER, StampedHeader(self._host.now_ns, self._frame))


TYPE = NodeType(
    "rplidar_ros",
    "rplidar_node",
    "rplidar_node",
    Lidar,
    (Parameter("frame_id", "laser_frame"), rate("scan_frequency", 10.0)),
)
