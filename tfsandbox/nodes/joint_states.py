"""joint_state_publisher: says where every movable joint is, on /joint_states."""

from __future__ import annotations

from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import NodeType, rate
from tfsandbox.recording import JointStates, Kind, QoS

JOINT_STATES_TYPE = "sensor_msgs/msg/JointState"


class JointStatePublisher:
    """One running node; it reads the joints' encoders, so it stands for any driver of joints."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._publisher = host.publisher("joint_states", JOINT_STATES_TYPE, QoS(depth=10))
        host.every(1.0 / host.settings.number("rate"), self._publish)

    def _publish(self) -> None:
        joints = self._host.surroundings.joints(self._host.seconds)
        states = JointStates(self._host.now_ns, tuple(joints), tuple(joints.values()))
        self._publisher.publish(Kind.JOINT_STATES, states)


TYPE = NodeType(
    "joint_state_publisher",
    "joint_state_publisher",
    "joint_state_publisher",
    JointStatePublisher,
    (rate("rate", 10.0),),
)
