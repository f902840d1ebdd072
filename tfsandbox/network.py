"""The way between machines: how long a message takes, what gets lost, and whose clock says what."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.motion import bounded
from tfsandbox.stamps import seconds_to_ns

LONGEST_WAY_S = 3600.0
MOST_S = 2.0**31 - 1  # what the seconds of a ROS stamp hold; sums of a few such times stay within 64 bits
_MOST_LOSS = 0.99  # beyond it a reliable publisher hardly ever gets done


@dataclass(frozen=True, slots=True)
class Network:
    """What lies between two machines; within one machine messages arrive at once.

    As in ROS 2, a reliable publisher repeats what its reliable listener missed, so a loss becomes a wait, and the
    messages behind it wait too. Towards a best-effort listener a lost message is gone, and so is one that a later
    message has overtaken.

    Attributes:
        latency: seconds that every message takes.
        jitter: seconds that it may take longer, evenly drawn.
        loss: share of messages lost on the way, from 0 to 0.99.
        resend: seconds after which a reliable publisher repeats a lost message.
        overtaking: deliver overtaken messages late instead of dropping them, as relays and radio links do.

    Raises:
        InputError: a number that makes no sense.
    """

    latency: float = 0.0
    jitter: float = 0.0
    loss: float = 0.0
    resend: float = 0.05
    overtaking: bool = False

    def __post_init__(self) -> None:
        for name in ("latency", "jitter", "resend"):
            bounded(getattr(self, name), name, least=0, most=LONGEST_WAY_S, unit="seconds")
        bounded(self.loss, "loss", least=0, most=_MOST_LOSS, unit="a share of all messages")
        if not isinstance(self.overtaking, bool):
            raise InputError("overtaking", self.overtaking, "give True or False")


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer on the network.

    Attributes:
        name: what to call it.
        nodes: full names of the nodes it runs; a name ending in / stands for every node below it.
        clock_offset: seconds its clock is ahead of the right time.

    Raises:
        InputError: a name or number that makes no sense.
    """

    name: str
    nodes: tuple[str, ...] = ()
    clock_offset: float = 0.0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise InputError("name", self.name, "give the machine a name")
        if not isinstance(self.nodes, (tuple, list)) or not all(isinstance(node, str) for node in self.nodes):
            raise InputError("nodes", self.nodes, 'give full node names, e.g. ("/slam_toolbox", "/robot1/")')
        object.__setattr__(self, "nodes", tuple(self.nodes))
        bounded(self.clock_offset, "clock_offset", least=-MOST_S, most=MOST_S, unit="seconds")

    def runs(self, node: str) -> bool:
        """Return whether the node with this full name runs here."""
        return any(node == name or (name.endswith("/") and node.startswith(name)) for name in self.nodes)


class Wire:
    """What one publisher's messages go through on their way to one listener."""

    def __init__(self, network: Network, rng: random.Random, *, reliable: bool) -> None:
        self._network, self._rng, self._reliable = network, rng, reliable
        self._last_ns = 0

    def arrival(self, sent_ns: int) -> int | None:
        """Return when a message sent now arrives, in nanoseconds; None if never."""
        network, draw = self._network, self._rng.random
        seconds = network.latency + draw() * network.jitter
        while draw() < network.loss:
            if not self._reliable:
                return None
            seconds += network.resend or network.latency
        due_ns = sent_ns + seconds_to_ns(seconds)
        if due_ns < self._last_ns and not network.overtaking:
            return self._last_ns if self._reliable else None
        self._last_ns = max(due_ns, self._last_ns)
        return due_ns
