"""What a bridge will publish with given settings: its frames, prefixed, and its links, moving and static."""

from __future__ import annotations

from dataclasses import dataclass

from tfsandbox.geometry import Transform
from tfsandbox.nodes.bridge.sensors import DEFAULT_SENSORS, Sensor, SensorError, parse
from tfsandbox.nodes.node import Link, Settings

OPTICAL = Transform(rotation=(-0.5, 0.5, -0.5, 0.5))
"""T_camera_optical: z forward, x right, y down."""
WORLD = "world"


def prefixed(name: str, namespace: str) -> str:
    """Return a frame's name with a robot's namespace before it; those that have it, and ``world``, stay."""
    space = namespace.strip("/")
    if not space or name == WORLD or name.startswith(f"{space}/"):
        return name
    return f"{space}/{name}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A bridge's settings, read.

    Attributes:
        sensors: those that make sense, in order.
        odom: the configured odometry frame, prefixed.
        base: the base frame, prefixed; an odometry sensor has to be fixed to it.
        own_base: the same without override.
        base_pose: T_robot_base, identity unless the base was overridden.
        namespace: what frames are prefixed with; "" for nothing.
        problems: sensors that make no sense, one sentence each.
    """

    sensors: tuple[Sensor, ...]
    odom: str
    base: str
    own_base: str
    base_pose: Transform = Transform()
    namespace: str = ""
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, get: Settings) -> Plan:
        """Return the plan that a bridge's settings make."""
        namespace = (get.text("robot_namespace") or get.namespace) if get.flag("prefix_frames") else ""
        sensors, problems = _parsed(get.parameters.get("sensors", DEFAULT_SENSORS))
        own = base = get.text("base_frame_id")
        pose = Transform()
        if get.text("base_override"):
            try:
                override = parse(f"marker frame_id={get.text('base_override')}")
                base, pose = override.frame_id, override.pose
            except SensorError as error:
                problems = (*problems, f"base_override is ignored: {error}")
        odom, base, own = (prefixed(name, namespace) for name in (get.text("odom_frame_id"), base, own))
        return cls(sensors, odom, base, own, pose, namespace, problems)

    def name(self, frame: str) -> str:
        """Return a frame's published name."""
        return prefixed(frame, self.namespace)

    @property
    def odometry(self) -> Sensor | None:
        """The first odometry sensor."""
        return next((sensor for sensor in self.sensors if sensor.is_odometry), None)

    @property
    def refusal(self) -> str:
        """Why the moving link cannot be published, "" if it can."""
        sensor = self.odometry
        if sensor is None:
            return "there is no odometry sensor"
        tracked = self.name(sensor.tracks) if sensor.tracks else self.own_base
        if tracked != self.base:
            return f'the odometry sensor tracks "{tracked}", not the base "{self.base}"'
        said = self.name(sensor.frame_id), self.name(sensor.child_frame_id)
        if said != (self.odom, self.base):
            return (
                f'the odometry sensor says "{said[0]}" -> "{said[1]}", and the bridge is set to "{self.odom}" -> '
                f'"{self.base}"'
            )
        return ""

    @property
    def statics(self) -> tuple[Link, ...]:
        """The static links of all sensors; every camera has two."""
        out = []
        for sensor in self.sensors:
            if sensor.is_odometry or self.is_skipped(sensor):
                continue
            frame = self.name(sensor.frame_id)
            if frame.lstrip("/") != self.base.lstrip("/"):
                out.append(Link(self.base, frame, True, self.base_pose.inverse() @ sensor.pose))
            if sensor.optical:
                out.append(Link(frame, self.name(sensor.optical), True, OPTICAL))
        return tuple(out)

    def is_skipped(self, sensor: Sensor) -> bool:
        """Whether a sensor's frame is the odometry frame: a static link to it would close a loop."""
        return not sensor.is_odometry and self.name(sensor.frame_id).lstrip("/") == self.odom.lstrip("/")

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to say about sensors that get no static link although one might expect it."""
        skipped = (sensor for sensor in self.sensors if self.is_skipped(sensor))
        return (
            *self.problems,
            *(
                f'sensor "{s.type}" is skipped: its frame "{self.name(s.frame_id)}" is the odometry frame'
                for s in skipped
            ),
        )


def _parsed(given: object) -> tuple[tuple[Sensor, ...], tuple[str, ...]]:
    texts = (given,) if isinstance(given, str) else given
    if not isinstance(texts, (tuple, list)):
        return (), (f"sensors is {given!r}: give a list of texts",)
    sensors, problems = [], []
    for text in texts:
        try:
            sensors.append(parse(text if isinstance(text, str) else repr(text)))
        except SensorError as error:
            problems.append(f'sensor "{text}" is skipped: {error}')
    return tuple(sensors), tuple(problems)
