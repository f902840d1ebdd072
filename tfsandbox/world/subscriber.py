"""Who records: when it listens, with which QoS, on which machine, and how often it looks."""

from __future__ import annotations

from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.motion import bounded
from tfsandbox.network import MOST_S
from tfsandbox.recording import TF_QOS, TF_STATIC_LISTENER_QOS, QoS

_SHORTEST_SPIN_S = 0.001


@dataclass(frozen=True, slots=True)
class Subscriber:
    """One node listening to tf, /clock, /joint_states and the headers of everything else.

    Attributes:
        start: seconds after the world began at which it starts listening; later than 0 is a late joiner.
        qos: what it requests on /tf.
        static_qos: what it requests on /tf_static.
        clock_offset: seconds its own clock is ahead (of its machine's, if the world has that machine).
        node: its node name.
        machine: name of the machine it runs on.
        spin_period: seconds between looks into its queues (a starved executor), at least 0.001; of what arrives
            meanwhile only the last ``depth`` messages of each topic are left. 0 looks all the time.
        namespace: its tf topics are /namespace/tf and /namespace/tf_static; "" for /tf and /tf_static.

    Raises:
        InputError: a time that makes no sense, or a field of the wrong kind.
    """

    start: float = 0.0
    qos: QoS = TF_QOS
    static_qos: QoS = TF_STATIC_LISTENER_QOS
    clock_offset: float = 0.0
    node: str = "/listener"
    machine: str = ""
    spin_period: float = 0.0
    namespace: str = ""

    def __post_init__(self) -> None:
        for name, least in (("start", 0.0), ("spin_period", 0.0), ("clock_offset", -MOST_S)):
            bounded(getattr(self, name), name, least=least, most=MOST_S, unit="seconds")
        if 0 < self.spin_period < _SHORTEST_SPIN_S:
            raise InputError("spin_period", self.spin_period, f"give 0, or {_SHORTEST_SPIN_S:g} seconds or more")
        for name in ("qos", "static_qos"):
            if not isinstance(getattr(self, name), QoS):
                raise InputError(name, getattr(self, name), "give a QoS")
        for name, cure in (
            ("node", "give a node name"),
            ("machine", "give a machine's name"),
            ("namespace", 'give a namespace, e.g. "robot1"'),
        ):
            if not isinstance(getattr(self, name), str):
                raise InputError(name, getattr(self, name), cure)

    @property
    def tf_topic(self) -> str:
        """Where it expects moving links."""
        return f"{self._root}/tf"

    @property
    def tf_static_topic(self) -> str:
        """Where it expects static links."""
        return f"{self._root}/tf_static"

    @property
    def _root(self) -> str:
        namespace = self.namespace.strip("/")
        return f"/{namespace}" if namespace else ""
