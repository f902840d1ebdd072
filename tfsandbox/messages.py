"""Messages with ROS 2's field names, mutable as rclpy's are.

They exist at the edges only (Buffer input and output, bags, rclpy); inside, frozen values travel.
Source: builtin_interfaces, std_msgs, geometry_msgs, tf2_msgs of ROS 2 Jazzy.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Time:
    """builtin_interfaces/msg/Time."""

    sec: int = 0
    nanosec: int = 0


@dataclass(slots=True)
class Header:
    """std_msgs/msg/Header."""

    stamp: Time = field(default_factory=Time)
    frame_id: str = ""


@dataclass(slots=True)
class Vector3:
    """geometry_msgs/msg/Vector3, metres."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


@dataclass(slots=True)
class Point:
    """geometry_msgs/msg/Point, metres."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


@dataclass(slots=True)
class Point32:
    """geometry_msgs/msg/Point32, metres."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


@dataclass(slots=True)
class Quaternion:
    """geometry_msgs/msg/Quaternion."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    w: float = 1.0


@dataclass(slots=True)
class Transform:
    """geometry_msgs/msg/Transform."""

    translation: Vector3 = field(default_factory=Vector3)
    rotation: Quaternion = field(default_factory=Quaternion)


@dataclass(slots=True)
class TransformStamped:
    """geometry_msgs/msg/TransformStamped: pose of child_frame_id in header.frame_id."""

    header: Header = field(default_factory=Header)
    child_frame_id: str = ""
    transform: Transform = field(default_factory=Transform)


@dataclass(slots=True)
class TFMessage:
    """tf2_msgs/msg/TFMessage."""

    transforms: list[TransformStamped] = field(default_factory=list)


@dataclass(slots=True)
class PointStamped:
    """geometry_msgs/msg/PointStamped."""

    header: Header = field(default_factory=Header)
    point: Point = field(default_factory=Point)


@dataclass(slots=True)
class Vector3Stamped:
    """geometry_msgs/msg/Vector3Stamped."""

    header: Header = field(default_factory=Header)
    vector: Vector3 = field(default_factory=Vector3)


@dataclass(slots=True)
class Pose:
    """geometry_msgs/msg/Pose."""

    position: Point = field(default_factory=Point)
    orientation: Quaternion = field(default_factory=Quaternion)


@dataclass(slots=True)
class PoseStamped:
    """geometry_msgs/msg/PoseStamped."""

    header: Header = field(default_factory=Header)
    pose: Pose = field(default_factory=Pose)


@dataclass(slots=True)
class PoseWithCovariance:
    """geometry_msgs/msg/PoseWithCovariance; covariance is 6 x 6, row-major: x y z, then rotations about x y z."""

    pose: Pose = field(default_factory=Pose)
    covariance: list[float] = field(default_factory=lambda: [0.0] * 36)


@dataclass(slots=True)
class PoseWithCovarianceStamped:
    """geometry_msgs/msg/PoseWithCovarianceStamped."""

    header: Header = field(default_factory=Header)
    pose: PoseWithCovariance = field(default_factory=PoseWithCovariance)


@dataclass(slots=True)
class Polygon:
    """geometry_msgs/msg/Polygon."""

    points: list[Point32] = field(default_factory=list)


@dataclass(slots=True)
class PolygonStamped:
    """geometry_msgs/msg/PolygonStamped."""

    header: Header = field(default_factory=Header)
    polygon: Polygon = field(default_factory=Polygon)


@dataclass(slots=True)
class Twist:
    """geometry_msgs/msg/Twist, m/s and rad/s."""

    linear: Vector3 = field(default_factory=Vector3)
    angular: Vector3 = field(default_factory=Vector3)


@dataclass(slots=True)
class VelocityStamped:
    """geometry_msgs/msg/VelocityStamped: velocity of body_frame_id in reference_frame_id."""

    header: Header = field(default_factory=Header)
    body_frame_id: str = ""
    reference_frame_id: str = ""
    velocity: Twist = field(default_factory=Twist)
