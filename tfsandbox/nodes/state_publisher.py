"""robot_state_publisher: publishes the fixed joints of a URDF on /tf_static.

Movable joints need /joint_states, which nothing publishes here yet, so their links stay missing.
"""

from __future__ import annotations

from tfsandbox import urdf
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import StaticTransformBroadcaster
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings, rate
from tfsandbox.recording import StampedTransform

_ABORTED = -6


class RobotStatePublisher:
    """One running (or failed) node."""

    def __init__(self, host: Host) -> None:
        text = host.settings.text("robot_description")
        problem = _problem(text)
        if problem:
            host.log("ERROR", problem)
            host.log("FATAL", "Unable to initialize urdf::model from robot description")
            host.die(_ABORTED)
            return
        for link in urdf.read(text).links:
            host.log("INFO", f"got segment {link}")
        fixed = _fixed(host.settings)
        if fixed:
            stamped = (StampedTransform(f.parent, f.child, f.transform or Transform(), host.now_ns) for f in fixed)
            StaticTransformBroadcaster(host).send(*stamped)


def _problem(text: str) -> str:
    if not text:
        return "robot_description parameter must not be empty"
    try:
        roots = urdf.read(text).roots
    except InputError as error:
        return error.cure
    if not roots:
        return "Failed to find root link: No root link found. The robot xml is not a valid tree."
    if len(roots) > 1:
        return f"Failed to find root link: Two root links found: [{roots[0]}] and [{roots[1]}]"
    return ""


def _fixed(get: Settings) -> tuple[Link, ...]:
    prefix = get.text("frame_prefix")
    joints = (joint for joint in urdf.read(get.text("robot_description")).joints if joint.type == "fixed")
    return tuple(Link(prefix + j.parent, prefix + j.child, static=True, transform=j.origin) for j in joints)


def _links(get: Settings) -> tuple[Link, ...]:
    return () if _problem(get.text("robot_description")) else _fixed(get)


TYPE = NodeType(
    "robot_state_publisher",
    "robot_state_publisher",
    "robot_state_publisher",
    RobotStatePublisher,
    (Parameter("robot_description", ""), Parameter("frame_prefix", ""), rate("publish_frequency", 20.0)),
    links=_links,
)
