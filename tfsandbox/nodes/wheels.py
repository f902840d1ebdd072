"""Base drivers: count wheel turns, publish odometry and, unless switched off, odom -> base on /tf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import TransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.nodes.streams import publish_measured
from tfsandbox.recording import QoS, StampedHeader

ODOMETRY_TYPE = "nav_msgs/msg/Odometry"
_TURTLEBOT3_HZ = 30.0
_MOST_JOINTS = 100


class WheelOdometry:
    """One running driver.

    Args:
        host: its process.
        odom: the frame it counts in.
        base: the frame it moves.
        topic: where odometry messages go, "" for nowhere.
        tf: whether it publishes odom -> base.
        hz: how often.
        stamp: returns what it stamps with, by default the node's own clock.
        crossed: whether it takes the left wheel for the right one, so that it counts every turn the other way.
    """

    def __init__(
        self,
        host: Host,
        odom: str,
        *,
        base: str,
        topic: str,
        tf: bool,
        hz: float,
        stamp: Callable[[], int] | None = None,
        crossed: bool = False,
    ) -> None:
        self._host, self._odom, self._base, self._crossed = host, odom, base, crossed
        self._stamp = stamp or (lambda: host.now_ns)
        self._tf = TransformBroadcaster(host) if tf else None
        self._odometry = host.publisher(topic, ODOMETRY_TYPE, QoS(depth=10)) if topic else None
        host.every(1.0 / hz, self._update)

    def _update(self) -> None:
        stamp_ns = self._stamp()
        if self._odometry:
            publish_measured(self._host, self._odometry, StampedHeader(stamp_ns, self._odom))
        if self._tf:
            pose = self._host.surroundings.odometry(self._host.seconds)
            self._tf.send(self._odom, self._base, _mirrored(pose) if self._crossed else pose, stamp_ns=stamp_ns)


def _mirrored(pose: Transform) -> Transform:
    """Return where the robot would be had it turned right for left; odometry starts at identity, on level ground."""
    (x, y, z), (_, _, qz, qw) = pose.translation, pose.rotation
    return Transform((x, -y, z), (0.0, 0.0, -qz, qw))


def are_crossed(left: str, right: str) -> bool:
    """Return whether the wheels' joints are exchanged; which side a joint is on is in its name."""
    return "right" in left and "left" in right


@dataclass(frozen=True, slots=True)
class Joints(Parameter):
    """A parameter that is a list of joint names."""

    default: Any = ()

    def read(self, value: object, place: str) -> Any:
        """Return the names as a tuple.

        Raises:
            InputError: not a list of names.
        """
        if (
            not isinstance(value, (list, tuple))
            or len(value) > _MOST_JOINTS
            or not all(isinstance(name, str) and name for name in value)
        ):
            raise InputError(place, value, 'give a list of joint names, e.g. ["left_wheel_joint"]')
        return tuple(value)


def _turtlebot3(host: Host) -> WheelOdometry:
    get = host.settings
    odom, base = get.text("odometry.frame_id"), get.text("odometry.child_frame_id")
    return WheelOdometry(host, odom, base=base, topic="odom", tf=get.flag("odometry.publish_tf"), hz=_TURTLEBOT3_HZ)


def _turtlebot3_links(get: Settings) -> tuple[Link, ...]:
    link = Link(get.text("odometry.frame_id"), get.text("odometry.child_frame_id"))
    return (link,) if get.flag("odometry.publish_tf") else ()


def _controller(host: Host) -> WheelOdometry:
    get = host.settings
    odom, base = _controller_frames(get)
    hz = get.number("publish_rate")
    left, right = (str(get.parameters[f"{side}_wheel_names"]) for side in ("left", "right"))
    crossed = are_crossed(left, right)
    return WheelOdometry(host, odom, base=base, topic="~/odom", tf=get.flag("enable_odom_tf"), hz=hz, crossed=crossed)


def _controller_frames(get: Settings) -> tuple[str, str]:
    """Return odom and base as the controller names them: after a prefix of its own, else after its namespace."""
    prefix = ""
    if get.flag("tf_frame_prefix_enable"):
        prefix = f"{(get.text('tf_frame_prefix') or get.namespace).removesuffix('/')}/".removeprefix("/")
    return prefix + get.text("odom_frame_id"), prefix + get.text("base_frame_id")


def _controller_links(get: Settings) -> tuple[Link, ...]:
    return (Link(*_controller_frames(get)),) if get.flag("enable_odom_tf") else ()


TURTLEBOT3 = NodeType(
    "turtlebot3_node",
    "turtlebot3_ros",
    "turtlebot3_node",
    _turtlebot3,
    (
        Parameter("odometry.publish_tf", True),
        Parameter("odometry.frame_id", "odom"),
        Parameter("odometry.child_frame_id", "base_footprint"),
    ),
    base_frame="odometry.child_frame_id",
    switch="odometry.publish_tf",
    links=_turtlebot3_links,
)
# On a real robot a plugin of ros2_control's controller manager; here a node on its own.
CONTROLLER = NodeType(
    "diff_drive_controller",
    "diff_drive_controller",
    "diff_drive_controller",
    _controller,
    (
        Joints("left_wheel_names", ("left_wheel_joint",)),
        Joints("right_wheel_names", ("right_wheel_joint",)),
        Parameter("enable_odom_tf", True),
        Parameter("odom_frame_id", "odom"),
        Parameter("base_frame_id", "base_link"),
        Parameter("tf_frame_prefix_enable", True),
        Parameter("tf_frame_prefix", ""),
        rate("publish_rate", 50.0),
    ),
    base_frame="base_frame_id",
    switch="enable_odom_tf",
    links=_controller_links,
)
