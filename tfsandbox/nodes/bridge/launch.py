"""A bringup in which the simulator's bridge publishes everything but map -> odom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tfsandbox.errors import InputError
from tfsandbox.nodes import state_publisher
from tfsandbox.nodes.bridge.plan import OPTICAL
from tfsandbox.nodes.bridge.sensors import pose_text

_DESCRIBERS = ("robot_state_publisher", "joint_state_publisher")


def for_robot(design: Any) -> list[dict[str, Any]]:
    """Return a bringup for a robot or a fleet in a simulator, as fresh plain data: a bridge and SLAM for each robot.

    Every frame of the design is there, with the design's names and places. What never moves hangs straight from the
    base, except optical frames; joints that move keep their robot_state_publisher. All nodes follow simulation time.

    Args:
        design: a Robot or a Fleet.

    Raises:
        InputError: no design, or one with frames that only a driver publishes and that move.
    """
    robots = getattr(design, "robots", None)
    if not isinstance(robots, tuple) or not all(isinstance(getattr(robot, "mounts", None), tuple) for robot in robots):
        raise InputError("design", design, "give a robot or a fleet, e.g. robots.diff_drive()")
    return [node for robot in robots for node in _started(robot)]


def _started(robot: Any) -> list[dict[str, Any]]:
    describers = [node for node in robot.bringup() if node["executable"] in _DESCRIBERS]
    for node in describers:
        node["parameters"]["use_sim_time"] = True
    described = {child for node in describers for child in _children(node)}
    mounts = [mount for mount in robot.mounts if mount.child not in described]
    loose = [mount.child for mount in mounts if not _is_fixed(robot, mount)]
    if loose:
        cure = f"{loose[0]} moves, and no robot_state_publisher publishes it; the bridge publishes what never moves"
        raise InputError("design", robot.name, cure)
    return [_bridge(robot, mounts), *describers, _slam(robot)]


def _children(node: dict[str, Any]) -> Iterator[str]:
    if node["executable"] == state_publisher.TYPE.executable:
        settings = state_publisher.TYPE.settings(node["parameters"], ())
        yield from (link.child for link in state_publisher.TYPE.links(settings))


def _is_fixed(robot: Any, mount: Any) -> bool:
    """Whether nothing moves between the base and this mount."""
    while not mount.moves:
        if mount.parent == robot.base:
            return True
        mount = robot.mount(mount.parent)
    return False


def _bridge(robot: Any, mounts: Sequence[Any]) -> dict[str, Any]:
    parameters = {
        "odom_frame_id": robot.odom,
        "base_frame_id": robot.base,
        "robot_namespace": robot.namespace,
        "sensors": [f"odometry frame_id={robot.odom} child_frame_id={robot.base} rate=30.0", *_sensors(robot, mounts)],
    }
    return _node("simulator_bridge", "robot_bridge", robot.namespace, parameters)


def _sensors(robot: Any, mounts: Sequence[Any]) -> list[str]:
    optical = {
        mount.parent: mount.child for mount in mounts if mount.transform == OPTICAL and mount.parent != robot.base
    }
    out = []
    for mount in mounts:
        if optical.get(mount.parent) == mount.child:
            continue  # the bridge publishes it with its camera
        words = [_type(mount, robot.scan_frame, optical), f"frame_id={mount.child}"]
        if mount.child in optical:
            words += [f"optical_frame_id={optical[mount.child]}", f"topic={_last(mount.child)}"]
        out.append(" ".join(filter(None, (*words, pose_text(robot.transform(robot.base, mount.child))))))
    return out


def _type(mount: Any, scan_frame: str, optical: Mapping[str, str]) -> str:
    if mount.child == scan_frame:
        return "lidar_2d"
    if mount.child in optical:
        return "rgb_camera"
    return "imu_sensor" if "imu" in mount.child else "marker"


def _slam(robot: Any) -> dict[str, Any]:
    parameters = {
        "map_frame": robot.map,
        "odom_frame": robot.odom,
        "base_frame": robot.base,
        "scan_topic": "scan",
        "transform_publish_period": 0.02,
        "transform_timeout": 0.2,
        "use_sim_time": True,
    }
    return _node("slam_toolbox", "async_slam_toolbox_node", robot.namespace, parameters, name="slam_toolbox")


def _node(
    package: str, executable: str, namespace: str, parameters: dict[str, Any], *, name: str = ""
) -> dict[str, Any]:
    return {
        "package": package,
        "executable": executable,
        "name": name or executable,
        "namespace": namespace,
        "parameters": parameters,
        "arguments": [],
        "remappings": [],
    }


def _last(frame: str) -> str:
    return frame.rsplit("/", 1)[-1]
