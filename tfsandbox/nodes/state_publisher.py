"""robot_state_publisher: a URDF's fixed joints on /tf_static, movable ones on /tf as /joint_states moves them."""

from __future__ import annotations

from tfsandbox import urdf
from tfsandbox.errors import InputError
from tfsandbox.nodes.broadcasters import TransformBroadcaster, send_static
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings
from tfsandbox.nodes.streams import SENSOR_QOS
from tfsandbox.recording import Delivery, JointStates, StampedTransform
from tfsandbox.stamps import NANOSECONDS

_ABORTED = -6


class RobotStatePublisher:
    """One running (or failed) node.

    It has no timer of its own: each /joint_states message moves the links of the joints it names, at that message's
    stamp, unless they were moved less than 1 / ``publish_frequency`` before (``ignore_timestamp``: always). Joints that
    no message names stay missing from tf.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        text = host.settings.text("robot_description")
        problem = _problem(text)
        if problem:
            host.log("ERROR", problem)
            host.log("FATAL", "Unable to initialize urdf::model from robot description")
            host.die(_ABORTED)
            return
        model = urdf.read(text)
        for link in model.links:
            host.log("INFO", f"got segment {link}")
        send_static(host, _fixed(host.settings))
        self._joints = {joint.name: joint for joint in model.joints if joint.moves}
        if self._joints:
            self._follow()

    def _follow(self) -> None:
        get = self._host.settings
        self._prefix = get.text("frame_prefix")
        self._period_ns = round(NANOSECONDS / get.number("publish_frequency")) if get.number("publish_frequency") else 0
        self._last_heard_ns = 0
        self._published: dict[str, int] = {}
        self._tf = TransformBroadcaster(self._host)
        self._host.subscribe("joint_states", SENSOR_QOS, self._heard)

    def _heard(self, delivery: Delivery) -> None:
        states = delivery.payload
        if not isinstance(states, JointStates):
            return
        if states.stamp_ns < self._last_heard_ns:
            self._host.log("WARN", "Moved backwards in time, re-publishing joint transforms!")
            self._published.clear()
        self._last_heard_ns = states.stamp_ns
        longest_ago_ns = min((self._published.get(name, 0) for name in states.names), default=0)
        due = states.stamp_ns >= longest_ago_ns + self._period_ns or self._host.settings.flag("ignore_timestamp")
        if due:
            self._publish(states)

    def _publish(self, states: JointStates) -> None:
        positions = dict(zip(states.names, states.positions, strict=False))
        for name, joint in self._joints.items():
            if joint.mimic and joint.mimic.joint in positions:
                leader = positions[joint.mimic.joint]
                positions[name] = joint.mimic.multiplier * leader + joint.mimic.offset
        moved = (self._joints[name] for name in positions if name in self._joints)
        links = tuple(
            StampedTransform(self._prefix + j.parent, self._prefix + j.child, j.at(positions[j.name]), states.stamp_ns)
            for j in moved
        )
        if links:
            self._tf.send_all(*links)
        self._published |= dict.fromkeys(states.names, states.stamp_ns)


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
    # As in the real node, planar joints count as fixed and floating ones are left to someone else.
    joints = (j for j in urdf.read(get.text("robot_description")).joints if j.type in ("fixed", "planar"))
    return tuple(Link(prefix + j.parent, prefix + j.child, static=True, transform=j.origin) for j in joints)


def _links(get: Settings) -> tuple[Link, ...]:
    if _problem(get.text("robot_description")):
        return ()
    prefix = get.text("frame_prefix")
    moving = (joint for joint in urdf.read(get.text("robot_description")).joints if joint.moves)
    return (*_fixed(get), *(Link(prefix + joint.parent, prefix + joint.child) for joint in moving))


TYPE = NodeType(
    "robot_state_publisher",
    "robot_state_publisher",
    "robot_state_publisher",
    RobotStatePublisher,
    (
        Parameter("robot_description", ""),
        Parameter("frame_prefix", ""),
        Parameter("publish_frequency", 20.0, 0.001, 1000.0, zero=True),
        Parameter("ignore_timestamp", False),
    ),
    links=_links,
)
