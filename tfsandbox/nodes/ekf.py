"""robot_localization's EKF: smooths odometry and, by default, publishes odom -> base as well.

Its estimate is not that of the wheels: with both on /tf, the robot is seen in two places in turn.
"""

from __future__ import annotations

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.nodes.wheels import ODOMETRY_TYPE
from tfsandbox.recording import Delivery, Kind, QoS, StampedHeader
from tfsandbox.stamps import seconds_to_ns

_BAD_FRAMES = (
    "Invalid frame configuration! The values for map_frame, odom_frame, and base_link_frame must be unique. "
    "If using a base_link_frame_output values, it must not match the map_frame or odom_frame."
)


class Ekf:
    """One running filter; silent until its first odometry message arrives on the topic in ``odom0``.

    With ``world_frame`` equal to ``map_frame`` it publishes map -> odom and leaves odom -> base to another node.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._map, self._odom = get.text("map_frame"), get.text("odom_frame")
        self._base, self._world = _base_frame(get), _world_frame(get)
        self._ahead_ns = seconds_to_ns(get.number("transform_time_offset"))
        frames = {self._map, self._odom, get.text("base_link_frame")}
        if len(frames) < 3 or self._base in (self._map, self._odom):
            host.log("FATAL", _BAD_FRAMES)
            host.die(-6)
            return
        self._fed = self._complained = False
        self._tf = TransformBroadcaster(host) if get.flag("publish_tf") else None
        self._buffer = Buffer(distro=host.distro)
        if self._world == self._map:
            host.listen(self._buffer)
        self._filtered = host.publisher("odometry/filtered", ODOMETRY_TYPE, QoS(depth=10))
        if get.text("odom0"):
            host.subscribe(get.text("odom0"), QoS(depth=10), self._feed)
        host.every(1.0 / get.number("frequency"), self._update)

    def _feed(self, _: Delivery) -> None:
        self._fed = True

    def _update(self) -> None:
        if not self._fed:
            return
        now_ns = self._host.now_ns
        self._filtered.publish(Kind.HEADER, StampedHeader(now_ns, self._world))
        if self._tf:
            self._send(self._tf, self._host.surroundings.filtered(self._host.seconds), now_ns + self._ahead_ns)

    def _send(self, tf: TransformBroadcaster, world_base: Transform, stamp_ns: int) -> None:
        if self._world == self._odom:
            tf.send(self._world, self._base, world_base, stamp_ns=stamp_ns)
        elif self._world != self._map:
            expected = f"expected {self._map} or {self._odom}"
            self._complain(f"Odometry message frame_id was {self._world}, {expected}")
        else:
            try:
                odom_base = transform_of(self._buffer.lookup_transform(self._odom, self._base))
            except TransformException:
                self._complain(f"Could not obtain transform from {self._odom}->{self._base}")
                return
            tf.send(self._world, self._odom, world_base @ odom_base.inverse(), stamp_ns=stamp_ns)

    def _complain(self, text: str) -> None:
        if not self._complained:
            self._complained = True
            self._host.log("ERROR", text)


def _world_frame(get: Settings) -> str:
    return get.text("world_frame") or get.text("odom_frame")


def _base_frame(get: Settings) -> str:
    return get.text("base_link_frame_output") or get.text("base_link_frame")


def _links(get: Settings) -> tuple[Link, ...]:
    world, odom = _world_frame(get), get.text("odom_frame")
    children = {get.text("map_frame"): odom, odom: _base_frame(get)}
    return (Link(world, children[world]),) if get.flag("publish_tf") and world in children else ()


TYPE = NodeType(
    "robot_localization",
    "ekf_node",
    "ekf_filter_node",
    Ekf,
    (
        Parameter("publish_tf", True),
        Parameter("map_frame", "map"),
        Parameter("odom_frame", "odom"),
        Parameter("base_link_frame", "base_link"),
        # Empty stands for the real default, which is whatever base_link_frame and odom_frame are.
        Parameter("base_link_frame_output", ""),
        Parameter("world_frame", ""),
        Parameter("odom0", ""),
        Parameter("transform_time_offset", 0.0, -60.0, 60.0),
        rate("frequency", 30.0),
    ),
    base_frame="base_link_frame",
    switch="publish_tf",
    links=_links,
)
