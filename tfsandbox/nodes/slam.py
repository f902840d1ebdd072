"""slam_toolbox: finds the robot in the map from scans and publishes map -> odom, never map -> base."""

from __future__ import annotations

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings
from tfsandbox.nodes.scans import Scan, ScanFilter
from tfsandbox.stamps import Time, seconds_to_ns

_STANDING = 0.005  # metres and radians


class SlamToolbox:
    """One running node.

    A scan waits, as in tf2's message filter, until its frame can be seen from odom at its stamp. When the next scan
    comes first, the waiting one is dropped; here it is still asked for the robot's pose, so that the log says which
    step fails. Like the real node it takes no new scan into its map before odometry has moved: with odometry that
    stands still, map -> odom stays what the first scan made it.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._map, self._odom, self._base = (get.text(f"{name}_frame") for name in ("map", "odom", "base"))
        self._ahead_ns = seconds_to_ns(get.number("transform_timeout"))
        self._buffer = Buffer(get.number("tf_buffer_duration"), distro=host.distro)
        self._tf = TransformBroadcaster(host)
        self._map_odom = Transform()
        self._first: Transform | None = None
        self._moved = False
        self._last: Scan | None = None
        ScanFilter(host, self._buffer, self._odom, process=self._process, process_dropped=True)
        if get.number("transform_publish_period"):
            host.every(get.number("transform_publish_period"), self._publish)

    def _publish(self) -> None:
        if self._last:
            stamp_ns = self._host.now_ns if self._host.settings.flag("restamp_tf") else self._last.stamp_ns
            self._tf.send(self._map, self._odom, self._map_odom, stamp_ns=stamp_ns + self._ahead_ns)

    def _process(self, scan: Scan) -> None:
        self._last = scan
        time = Time(nanoseconds=scan.stamp_ns)
        try:
            odom_base = transform_of(self._buffer.lookup_transform(self._odom, self._base, time))
        except TransformException:
            self._host.log("WARN", "Failed to compute odom pose")
            return
        try:
            self._buffer.lookup_transform(self._base, scan.frame_id, time)
        except TransformException as error:
            self._host.log("ERROR", f"Failed to compute laser pose, aborting initialization ({error})")
            self._host.log("WARN", f"Failed to create laser device for {scan.frame_id}; discarding scan")
            return
        if self._is_new(odom_base):
            self._map_odom = self._map_base(scan.seconds) @ odom_base.inverse()

    def _is_new(self, odom_base: Transform) -> bool:
        if self._first is None:
            self._first = odom_base
            return True
        self._moved = self._moved or not odom_base.is_close(self._first, tolerance=_STANDING)
        return self._moved

    def _map_base(self, seconds: float) -> Transform:
        """Return the estimated pose of ``base_frame`` in the map (a frame unknown to the design counts as the base)."""
        around = self._host.surroundings
        mount = around.mounts.get(self._base, Transform())
        return around.slam_error(seconds) @ around.truth(seconds) @ mount


def _links(get: Settings) -> tuple[Link, ...]:
    publishes = get.number("transform_publish_period") > 0
    return (Link(get.text("map_frame"), get.text("odom_frame")),) if publishes else ()


TYPE = NodeType(
    "slam_toolbox",
    "async_slam_toolbox_node",
    "slam_toolbox",
    SlamToolbox,
    (
        Parameter("map_frame", "map"),
        Parameter("odom_frame", "odom"),
        Parameter("base_frame", "base_footprint"),
        Parameter("scan_topic", "/scan"),
        Parameter("transform_publish_period", 0.05, 0.001, 60.0, zero=True),
        Parameter("transform_timeout", 0.5, 0.0, 60.0),
        Parameter("tf_buffer_duration", 30.0, 0.0, 3600.0),
        Parameter("restamp_tf", False),
    ),
    base_frame="base_frame",
    links=_links,
)
