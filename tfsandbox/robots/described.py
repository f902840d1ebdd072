"""Any robot that has a URDF, as a design."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tfsandbox import urdf
from tfsandbox.errors import InputError
from tfsandbox.motion import Swing
from tfsandbox.robots.parts import Mount
from tfsandbox.robots.robot import Robot

_LIDARS = ("scan", "laser", "lidar", "velodyne", "hokuyo", "rplidar")
_MOST_LINKS = 2_000


def from_urdf(source: str | os.PathLike[str]) -> Robot:
    """Return the robot that a URDF describes, its joints moving a little, with simulated wheels, EKF, lidar and SLAM.

    Args:
        source: URDF or xacro text, or a path ending in .urdf or .xacro. What xacro may do is told in
            ``urdf.expand``.

    Raises:
        InputError: not a URDF, or no tree (says which joint is missing or too many).
        MissingPackageError: it is xacro, and xacro is not installed.
    """
    model = urdf.load(source)
    if not model.links:
        raise InputError("urdf", model.name, 'a robot has at least one <link name="..."/>')
    if len(model.links) > _MOST_LINKS:
        raise InputError("urdf", f"{len(model.links)} links", f"give at most {_MOST_LINKS}")
    joints = model.in_order()
    base = model.roots[0]
    taken = next((name for name in ("map", "odom") if name in model.links), None)
    if taken:
        cure = f"the robot's own links start below odom; remove the link {taken} and the joint to it"
        raise InputError("urdf", taken, cure)
    mounts = tuple(_mount(joint, i) for i, joint in enumerate(joints))
    return Robot(_name(model, source), mounts, base=base, scan_frame=_lidar(model.links, base), described=True)


def _name(model: urdf.Model, source: str | os.PathLike[str]) -> str:
    return model.name or (Path(source).stem if "<" not in str(source) else "robot")


def _lidar(links: Iterable[str], base: str) -> str:
    return next((link for link in links if any(word in link.lower() for word in _LIDARS)), base)


def _mount(joint: urdf.Joint, i: int) -> Mount:
    return Mount(
        joint.parent,
        joint.child,
        joint.origin,
        type=joint.type,
        joint=joint.name,
        axis=joint.axis,
        limits=joint.limits,
        mimic=joint.mimic,
        swing=_swing(joint, i),
    )


def _swing(joint: urdf.Joint, i: int) -> Swing:
    """Return a small movement within the joint's limits; every joint in its own time."""
    period = 3.0 + 0.37 * (i % 11)
    if not joint.moves or joint.mimic:
        return Swing()
    if joint.type == "continuous":
        return Swing(speed=1.0)
    low, high = (joint.limits.lower, joint.limits.upper) if joint.limits else (0.0, 0.0)
    most = 0.5 if joint.type == "revolute" else 0.05
    centre = min(max(0.0, low), high) if low <= high else 0.0
    room = max(0.0, high - low)
    amplitude = min(most, room / 4.0)
    return Swing(min(max(centre, low + amplitude), high - amplitude) if room else centre, amplitude, period)
