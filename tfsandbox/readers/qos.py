"""QoS profiles as bags keep them: one per publisher of a topic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from tfsandbox.recording import TF_QOS, TF_STATIC_PUBLISHER_QOS, Durability, QoS, Reliability

if TYPE_CHECKING:
    from rosbags.interfaces import Qos

Policy = TypeVar("Policy", Reliability, Durability)

_FOREVER = (9223372036, 854775807)


def offered(qos: QoS) -> Qos:
    """Return a profile as rosbags writes it; deadline, lifespan and lease have no end."""
    from rosbags.interfaces import Qos, QosDurability, QosHistory, QosLiveliness, QosReliability, QosTime

    forever = QosTime(*_FOREVER)
    return Qos(
        QosHistory.KEEP_LAST,
        qos.depth,
        QosReliability[qos.reliability.name],
        QosDurability[qos.durability.name],
        forever,
        forever,
        QosLiveliness.AUTOMATIC,
        forever,
        False,
    )


def profiles(topic: str, found: Iterable[Qos]) -> tuple[QoS, ...]:
    """Return the profiles of a bag's topic, one per publisher; what the recorder did not know is filled in.

    ROS 2's discovery does not tell a publisher's depth, so most bags say 0: then it is what tf2's own publishers have.
    """
    usual = usual_qos(topic)
    return tuple(
        QoS(
            profile.depth if isinstance(profile.depth, int) and 0 < profile.depth < 2**31 else usual.depth,
            _named(Reliability, profile.reliability.name, usual.reliability),
            _named(Durability, profile.durability.name, usual.durability),
        )
        for profile in found
    )


def usual_qos(topic: str) -> QoS:
    """Return what publishers of a topic offer as a rule."""
    return {"tf": TF_QOS, "tf_static": TF_STATIC_PUBLISHER_QOS}.get(topic.rsplit("/", 1)[-1], QoS())


def _named(kind: type[Policy], name: str, usual: Policy) -> Policy:
    return kind[name] if name in kind.__members__ else usual


def latched(latching: bool) -> QoS:
    """Return what a ROS 1 publisher comes to in ROS 2: a latched one keeps its last message for late joiners."""
    return TF_STATIC_PUBLISHER_QOS if latching else TF_QOS
