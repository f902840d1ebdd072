"""One robot's bridge between the simulator and ROS 2.

The package ``simulator_bridge`` with its executable ``robot_bridge`` is the sandbox's own, as are the parameters; the
behaviour is that of a game-engine simulator's bridge. It lives inside the simulator: its stamps are simulation time
whatever ``use_sim_time`` says, and while the simulation is paused its sensors do not sample.

Parameters: ``sensors`` (list of texts, see ``sensors``; by default one of each type), ``odom_frame_id``,
``base_frame_id``, ``base_override`` (another frame as base, with its place on the robot: ``"chassis z=0.2"``),
``publish_tf``, ``publish_static_tf``, ``publish_clock``, ``clock_topic``, ``prefix_frames`` with ``robot_namespace``
(by default the node's own namespace), ``publish_invalid``, ``tick_rate`` (of the world, for /clock).

Events of the world: "refresh", "disconnect", "reconnect", "restart", "clock_topic" (value: the new name), "register"
(value: a sensor's text, or {"node": ..., "sensor": ...} for one bridge), "move_sensor" (value: {"frame": ..., "pose":
"x=0.1 yaw=1.57"}, with "node" if two bridges have such a frame).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from tfsandbox.bus import Publisher
from tfsandbox.geometry import Transform
from tfsandbox.nodes.bridge import sensors as texts
from tfsandbox.nodes.bridge.plan import Plan
from tfsandbox.nodes.bridge.sensors import Sensor, SensorError
from tfsandbox.nodes.bridge.simulator import Simulator, tick_period_ns
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.recording import TF_QOS, TF_TYPE, Kind, QoS, StampedHeader, StampedTransform

EVENTS = ("refresh", "disconnect", "reconnect", "register", "move_sensor", "clock_topic")
"""What a world can do to its bridges, besides restarting simulation time."""
_DATA_QOS = QoS(depth=10)


class RobotBridge:
    """One running bridge."""

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._simulator = Simulator.of(host)
        self._plan = Plan.read(get)
        self._publishers: dict[tuple[str, str], Publisher] = {}
        for warning in self._plan.warnings:
            host.log("WARN", warning)
        self._moves = get.flag("publish_tf") and not self._refused()
        self._connect()
        if get.flag("publish_clock"):
            self._clock_topic(get.text("clock_topic"))
            self._simulator.start_ticking(tick_period_ns(get.number("tick_rate")))
        for sensor in self._plan.sensors:
            self._sample(sensor)
        for event in EVENTS:
            host.on(event, getattr(self, f"_{event}"))
        host.on("restart", self._refresh)  # a new session: everything is registered anew

    def _refused(self) -> bool:
        reason = self._plan.refusal
        if reason:
            self._host.log("ERROR", f"odometry is not published on /tf: {reason}")
        return bool(reason)

    # What it publishes

    def _connect(self) -> None:
        if self._moves:
            self._publisher("/tf", TF_TYPE, TF_QOS)
        for sensor in self._plan.sensors:
            for topic, type_ in _topics(sensor):
                self._publisher(topic, type_, _DATA_QOS)
        self._refresh()

    def _publisher(self, topic: str, type_: str, qos: QoS) -> Publisher:
        if (topic, type_) not in self._publishers:
            self._publishers[topic, type_] = self._host.publisher(topic, type_, qos)
        return self._publishers[topic, type_]

    def _sample(self, sensor: Sensor) -> None:
        first = sensor is self._plan.odometry

        def sample() -> None:
            if self._simulator.connected:
                self._publish_sample(sensor, moves=first and self._moves)

        if sensor.is_odometry or _topics(sensor):
            self._host.every(1.0 / sensor.rate, sample)

    def _publish_sample(self, sensor: Sensor, *, moves: bool) -> None:
        now_ns, valid = self._host.simulation_ns, self._host.seconds >= sensor.valid_from
        if not (valid or self._host.settings.flag("publish_invalid")):
            return
        header = StampedHeader(now_ns, self._plan.name(sensor.optical or sensor.frame_id))
        for topic, type_ in _topics(sensor):
            self._publisher(topic, type_, _DATA_QOS).publish(Kind.HEADER, header)
        if moves:
            link = StampedTransform(self._plan.odom, self._plan.base, self._odom_base(valid=valid), now_ns)
            self._publisher("/tf", TF_TYPE, TF_QOS).publish(Kind.TF, (link,))

    def _odom_base(self, *, valid: bool) -> Transform:
        """Return T_odom_base; a sample without a measurement holds the start."""
        counted = self._host.surroundings.odometry(self._host.seconds) if valid else Transform()
        pose = self._plan.base_pose
        return pose.inverse() @ counted @ pose if pose != Transform() else counted

    # What happens to it

    def _clock_topic(self, topic: Any) -> None:
        if self._host.settings.flag("publish_clock"):
            self._simulator.show_clock(self, self._host, topic)

    def _refresh(self, _: Any = None) -> None:
        if not (self._host.settings.flag("publish_static_tf") and self._simulator.connected):
            return
        now_ns = self._host.simulation_ns
        links = tuple(link.stamped(now_ns) for link in self._plan.statics)
        self._simulator.statics(self._host).register(self, links, lambda text: self._host.log("WARN", text))

    def _disconnect(self, _: Any = None) -> None:
        self._simulator.disconnect()
        for publisher in self._publishers.values():
            publisher.close()
        self._publishers.clear()

    def _reconnect(self, _: Any = None) -> None:
        self._simulator.connect()
        self._connect()

    def _register(self, value: Any) -> None:
        text = self._mine(value, "sensor")
        if text is None:
            return
        try:
            sensor = texts.parse(text)
        except SensorError as error:
            self._host.log("WARN", f'sensor "{text}" is skipped: {error}')
            return
        before = self._plan.warnings
        self._plan = dataclasses.replace(self._plan, sensors=(*self._plan.sensors, sensor))
        for warning in self._plan.warnings[len(before) :]:
            self._host.log("WARN", warning)
        self._sample(sensor)
        self._refresh()

    def _move_sensor(self, value: Any) -> None:
        """Move a sensor in the simulator; tf keeps what was computed until the next refresh."""
        frame = self._mine(value, "frame")
        if frame is None:
            return
        try:
            pose = texts.parse(f"marker {value.get('pose', '')}").pose if isinstance(value, Mapping) else Transform()
        except SensorError as error:
            self._host.log("WARN", f'sensor "{frame}" is not moved: {error}')
            return
        moved = (
            dataclasses.replace(sensor, pose=pose)
            if frame in (sensor.frame_id, self._plan.name(sensor.frame_id))
            else sensor
            for sensor in self._plan.sensors
        )
        self._plan = dataclasses.replace(self._plan, sensors=tuple(moved))

    def _mine(self, value: Any, key: str) -> str | None:
        """Return an event's text if it is meant for this bridge."""
        if isinstance(value, Mapping):
            text = value.get(key)
            return text if isinstance(text, str) and value.get("node", self._host.node) == self._host.node else None
        return value if isinstance(value, str) else None


def _topics(sensor: Sensor) -> tuple[tuple[str, str], ...]:
    messages = texts.TYPES[sensor.type].messages
    return tuple((f"{sensor.topic}/{below}" if below else sensor.topic, type_) for below, type_ in messages)


def _links(get: Settings) -> tuple[Link, ...]:
    plan = Plan.read(get)
    moving = (Link(plan.odom, plan.base),) if get.flag("publish_tf") and not plan.refusal else ()
    return (*moving, *(plan.statics if get.flag("publish_static_tf") else ()))


TYPE = NodeType(
    "simulator_bridge",
    "robot_bridge",
    "robot_bridge",
    RobotBridge,
    (
        Parameter("odom_frame_id", "odom"),
        Parameter("base_frame_id", "base_link"),
        Parameter("base_override", ""),
        Parameter("publish_tf", True),
        Parameter("publish_static_tf", True),
        Parameter("publish_clock", True),
        Parameter("clock_topic", "/clock"),
        Parameter("prefix_frames", False),
        Parameter("robot_namespace", ""),
        Parameter("publish_invalid", False),
        rate("tick_rate", 50.0),
    ),
    base_frame="base_frame_id",
    switch="publish_tf",
    links=_links,
    inside_simulator=True,
)
