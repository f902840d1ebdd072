"""The bridge's sensors as text: ``"lidar_2d frame_id=base_scan x=0.1 z=0.2 rate=10"``.

The first word is the type; all else is optional. ``x y z roll pitch yaw`` (metres, radians) is where the sensor sits,
seen from the robot's own base; ``scale`` is the simulator's and means nothing to tf. ``topic`` and ``rate`` (hertz) are
those of its data, relative to the node's namespace. An odometry sensor has ``child_frame_id`` (what its messages say
moves), ``tracks`` (what really moves) and ``valid_from`` (seconds of simulation time before which its samples are
invalid) as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.geometry import Transform

_POSE = ("x", "y", "z", "roll", "pitch", "yaw")
_NUMBERS = (*_POSE, "rate", "valid_from", "scale")
_WORDS = ("frame_id", "topic", "child_frame_id", "tracks", "optical_frame_id")


@dataclass(frozen=True, slots=True)
class SensorType:
    """A type of sensor.

    Attributes:
        frame_id: its frame by default.
        topic: its topic by default.
        rate: its rate by default, hertz.
        messages: message type for each topic below its own ("" for the topic itself).
    """

    frame_id: str
    topic: str
    rate: float
    messages: tuple[tuple[str, str], ...]


TYPES = {
    "odometry": SensorType("odom", "odom", 50.0, (("", "nav_msgs/msg/Odometry"),)),
    "imu_sensor": SensorType("imu_sensor", "imu", 100.0, (("", "sensor_msgs/msg/Imu"),)),
    "lidar_2d": SensorType("lidar_2d", "scan", 10.0, (("", "sensor_msgs/msg/LaserScan"),)),
    "rgb_camera": SensorType(
        "rgb_camera",
        "rgb_camera",
        15.0,
        (("image_raw", "sensor_msgs/msg/Image"), ("camera_info", "sensor_msgs/msg/CameraInfo")),
    ),
    # A part of the robot with a frame and no data.
    "marker": SensorType("marker", "", 1.0, ()),
}
DEFAULT_SENSORS = ("odometry", "imu_sensor", "lidar_2d", "rgb_camera")


class SensorError(Exception):
    """A sensor's text makes no sense; says why."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """A sensor as it was set up; frames without prefix.

    Attributes:
        type: a name in TYPES.
        frame_id: its frame; an odometry sensor's is the one it measures in.
        pose: T_robot_sensor, scale removed.
        topic: where its data go.
        rate: hertz.
        child_frame_id: what an odometry sensor says it moves.
        tracks: what an odometry sensor is fixed to, "" for the robot's own base.
        valid_from: simulation time of its first valid sample, seconds.
        optical_frame_id: a camera's optical frame, "" for ``<frame_id>_optical``.
    """

    type: str
    frame_id: str
    pose: Transform = Transform()
    topic: str = ""
    rate: float = 1.0
    child_frame_id: str = "base_link"
    tracks: str = ""
    valid_from: float = 0.0
    optical_frame_id: str = ""

    @property
    def is_odometry(self) -> bool:
        """Whether it measures how far the robot has come."""
        return self.type == "odometry"

    @property
    def optical(self) -> str:
        """A camera's optical frame; "" for other sensors."""
        return (self.optical_frame_id or f"{self.frame_id}_optical") if self.type == "rgb_camera" else ""


def parse(text: str) -> Sensor:
    """Return the sensor that a text describes.

    Raises:
        SensorError: an unknown type or option, or a value that makes no sense.
    """
    head, *options = text.split() or [""]
    kind = TYPES.get(head)
    if kind is None:
        raise SensorError(f'there is no sensor type "{head}" (known: {", ".join(TYPES)})')
    words: dict[str, str] = {}
    numbers: dict[str, float] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if name in _WORDS and equals:
            words[name] = value
        elif name in _NUMBERS and equals:
            numbers[name] = _number(name, value)
        else:
            raise SensorError(f'"{option}" is not an option (known: {", ".join((*_WORDS, *_NUMBERS))})')
    if not 0.1 <= numbers.get("rate", kind.rate) <= 1000.0:
        raise SensorError("rate has to be from 0.1 to 1000")
    return Sensor(
        head,
        words.get("frame_id", kind.frame_id),
        pose_of(numbers),
        words.get("topic", kind.topic),
        numbers.get("rate", kind.rate),
        words.get("child_frame_id", "base_link"),
        words.get("tracks", ""),
        numbers.get("valid_from", 0.0),
        words.get("optical_frame_id", ""),
    )


def pose_of(numbers: dict[str, float]) -> Transform:
    """Return the pose in a sensor's options."""
    x, y, z, roll, pitch, yaw = (numbers.get(name, 0.0) for name in _POSE)
    return Transform.from_rpy(x, y, z=z, roll=roll, pitch=pitch, yaw=yaw)


def pose_text(pose: Transform) -> str:
    """Return a pose as a sensor's options, to the last digit; "" for no offset at all."""
    values = zip(_POSE, (*pose.translation, *pose.rpy), strict=True)
    return " ".join(f"{name}={value!r}" for name, value in values if value)


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SensorError(f'{name} has to be a finite number, not "{value}"')
    return number
