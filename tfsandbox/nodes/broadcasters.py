"""tf2_ros's two broadcasters."""

from __future__ import annotations

from tfsandbox.bus import Publisher
from tfsandbox.geometry import Transform
from tfsandbox.nodes.host import Host
from tfsandbox.recording import TF_QOS, TF_STATIC_PUBLISHER_QOS, TF_TYPE, Kind, StampedTransform


class TransformBroadcaster:
    """Sends links on /tf."""

    def __init__(self, host: Host) -> None:
        self._publisher = host.publisher("/tf", TF_TYPE, TF_QOS)

    def send(self, parent: str, child: str, transform: Transform, *, stamp_ns: int) -> None:
        """Publish T_parent_child at a time."""
        self._publisher.publish(Kind.TF, (StampedTransform(parent, child, transform, stamp_ns),))


class StaticTransformBroadcaster:
    """Sends links on /tf_static, always all of them together, since late joiners get only the last message.

    A child sent again replaces the earlier one, as in C++.
    """

    def __init__(self, host: Host) -> None:
        self._publisher: Publisher = host.publisher("/tf_static", TF_TYPE, TF_STATIC_PUBLISHER_QOS)
        self._sent: dict[str, StampedTransform] = {}

    def send(self, *transforms: StampedTransform) -> None:
        """Publish these and all earlier links."""
        self._sent |= {t.child_frame_id: t for t in transforms}
        self._publisher.publish(Kind.TF, tuple(self._sent.values()))
