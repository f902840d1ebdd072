"""A learner's own listener, ``my_robot_bringup/pose_logger``: asks where a frame is or was, and logs the answer.

It stands for the many hand-written ones that keep too short a history or ask for what nobody can know yet.
"""

from __future__ import annotations

from tfsandbox.buffer import Buffer
from tfsandbox.errors import TransformException
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import NodeType, Parameter, rate
from tfsandbox.stamps import Time, seconds_to_ns

_SETTLED_S = 1.0


class PoseLogger:
    """One running node; it asks once there is as much history as it looks back, and a second more."""

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._target, self._source = get.text("target_frame"), get.text("source_frame")
        self._back_ns = seconds_to_ns(get.number("look_back"))
        self._buffer = Buffer(get.number("cache_time"), distro=host.distro)
        self._first_ns: int | None = None
        host.listen(self._buffer)
        host.every(1.0 / get.number("rate"), self._ask)

    def _ask(self) -> None:
        now_ns = self._host.now_ns
        if self._first_ns is None:
            self._first_ns = now_ns
        if now_ns - self._first_ns < self._back_ns + seconds_to_ns(_SETTLED_S):
            return
        try:
            found = self._buffer.lookup_transform(self._target, self._source, Time(nanoseconds=now_ns - self._back_ns))
        except TransformException as error:
            self._host.log("INFO", f"Could not transform {self._source} to {self._target}: {error}")
            return
        at = found.transform.translation
        self._host.log("INFO", f"{self._source} was at x {at.x:.3f} y {at.y:.3f} z {at.z:.3f} in {self._target}")


TYPE = NodeType(
    "my_robot_bringup",
    "pose_logger",
    "pose_logger",
    PoseLogger,
    (
        Parameter("target_frame", "odom"),
        Parameter("source_frame", "base_link"),
        Parameter("look_back", 0.0, 0.0, 3600.0),
        Parameter("cache_time", 10.0, 0.0, 3600.0),
        rate("rate", 2.0),
    ),
)
