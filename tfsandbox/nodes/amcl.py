"""AMCL: finds the robot in a finished map from scans and publishes map -> odom with each scan, never map -> base."""

from __future__ import annotations

import math

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform, angle_between
from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings
from tfsandbox.nodes.scans import Scan, ScanFilter
from tfsandbox.recording import Durability, Kind, QoS, StampedHeader
from tfsandbox.stamps import NANOSECONDS, Time, seconds_to_ns

_UNKNOWN = "AMCL cannot publish a pose or update the transform. Please set the initial pose..."
_POSE_TYPE = "geometry_msgs/msg/PoseWithCovarianceStamped"
_UNKNOWN_EVERY_NS = 2 * NANOSECONDS


class Amcl:
    """One running node; silent until it knows its initial pose (``set_initial_pose``).

    In a finished map nothing drifts: the pose it finds is the true one. Between updates (each ``update_min_d`` metres
    or ``update_min_a`` radians) it sends the last correction again, stamped with the newest scan.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._map, self._odom, self._base = (get.text(f"{name}_frame_id") for name in ("global", "odom", "base"))
        self._ahead_ns = seconds_to_ns(get.number("transform_tolerance"))
        self._least = get.number("update_min_d"), get.number("update_min_a")
        self._buffer = Buffer(distro=host.distro)
        self._tf = TransformBroadcaster(host) if get.flag("tf_broadcast") else None
        self._poses = host.publisher("amcl_pose", _POSE_TYPE, QoS(1, durability=Durability.TRANSIENT_LOCAL))
        self._map_odom: Transform | None = None
        self._updated_at = Transform()
        self._complained_ns = -_UNKNOWN_EVERY_NS
        ScanFilter(host, self._buffer, self._odom, process=self._process)

    def _process(self, scan: Scan) -> None:
        time = Time(nanoseconds=scan.stamp_ns)
        try:
            self._buffer.lookup_transform(self._base, scan.frame_id)
        except TransformException as error:
            names = f"{scan.frame_id} to {self._base}"
            self._complain(f"Couldn't transform from {names}, even though the message notifier is in use: ({error})")
            return
        try:
            odom_base = transform_of(self._buffer.lookup_transform(self._odom, self._base, time))
        except TransformException:
            self._complain("Couldn't determine robot's pose associated with laser scan")
            return
        if self._host.settings.flag("set_initial_pose"):
            self._update(scan, odom_base)
        elif scan.stamp_ns - self._complained_ns >= _UNKNOWN_EVERY_NS:
            self._complained_ns = scan.stamp_ns
            self._host.log("WARN", _UNKNOWN)

    def _update(self, scan: Scan, odom_base: Transform) -> None:
        if self._map_odom is None or self._has_moved(odom_base):
            around = self._host.surroundings
            # A base frame unknown to the design counts as the base.
            map_base = around.truth(scan.seconds) @ around.mounts.get(self._base, Transform())
            self._map_odom, self._updated_at = map_base @ odom_base.inverse(), odom_base
            self._poses.publish(Kind.HEADER, StampedHeader(scan.stamp_ns, self._map))
        if self._tf:
            self._tf.send(self._map, self._odom, self._map_odom, stamp_ns=scan.stamp_ns + self._ahead_ns)

    def _has_moved(self, odom_base: Transform) -> bool:
        metres, radians = self._least
        driven = math.dist(odom_base.translation, self._updated_at.translation)
        return driven >= metres or angle_between(odom_base.rotation, self._updated_at.rotation) >= radians

    def _complain(self, text: str) -> None:
        self._host.log("ERROR", text)


def _links(get: Settings) -> tuple[Link, ...]:
    publishes = get.flag("tf_broadcast") and get.flag("set_initial_pose")
    return (Link(get.text("global_frame_id"), get.text("odom_frame_id")),) if publishes else ()


TYPE = NodeType(
    "nav2_amcl",
    "amcl",
    "amcl",
    Amcl,
    (
        Parameter("global_frame_id", "map"),
        Parameter("odom_frame_id", "odom"),
        Parameter("base_frame_id", "base_footprint"),
        Parameter("scan_topic", "scan"),
        Parameter("tf_broadcast", True),
        Parameter("transform_tolerance", 1.0, 0.0, 60.0),
        Parameter("set_initial_pose", False),
        Parameter("update_min_d", 0.25, 0.0, 100.0),
        Parameter("update_min_a", 0.2, 0.0, 100.0),
    ),
    base_frame="base_frame_id",
    switch="tf_broadcast",
    links=_links,
)
