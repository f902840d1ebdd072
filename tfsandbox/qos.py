"""Quality of service: what a publisher offers and a subscription requests, and what tf2's own ones have."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tfsandbox.errors import InputError


class Reliability(Enum):
    """QoS reliability, spelled as ROS 2's command line spells it."""

    RELIABLE = "reliable"
    BEST_EFFORT = "best_effort"


class Durability(Enum):
    """QoS durability, spelled as ROS 2's command line spells it."""

    VOLATILE = "volatile"
    TRANSIENT_LOCAL = "transient_local"


@dataclass(frozen=True, slots=True)
class QoS:
    """A quality-of-service profile with keep-last history.

    Attributes:
        depth: messages kept, at least 1.
        reliability: reliable or best effort.
        durability: volatile, or transient local (the publisher's last ``depth`` messages reach late joiners).

    Raises:
        InputError: a depth below 1 or beyond 31 bits, or a policy that is none.
    """

    depth: int = 10
    reliability: Reliability = Reliability.RELIABLE
    durability: Durability = Durability.VOLATILE

    def __post_init__(self) -> None:
        depth = self.depth
        if isinstance(depth, bool) or not isinstance(depth, int) or not 0 < depth < 2**31:
            raise InputError("depth", depth, "give a whole number of messages, 1 or more")
        if not isinstance(self.reliability, Reliability):
            raise InputError("reliability", self.reliability, "give Reliability.RELIABLE or Reliability.BEST_EFFORT")
        if not isinstance(self.durability, Durability):
            raise InputError("durability", self.durability, "give Durability.VOLATILE or Durability.TRANSIENT_LOCAL")


TF_QOS = QoS(depth=100)
TF_STATIC_PUBLISHER_QOS = QoS(depth=1, durability=Durability.TRANSIENT_LOCAL)
TF_STATIC_LISTENER_QOS = QoS(depth=100, durability=Durability.TRANSIENT_LOCAL)
