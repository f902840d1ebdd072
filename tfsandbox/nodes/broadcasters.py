"""tf2_ros's broadcasters: the one for /tf, and the static one in C++ and in Python, which differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from tfsandbox.bus import Publisher
from tfsandbox.geometry import Transform
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link
from tfsandbox.recording import TF_QOS, TF_STATIC_PUBLISHER_QOS, TF_TYPE, Kind, StampedTransform


class TransformBroadcaster:
    """Sends links on /tf."""

    def __init__(self, host: Host) -> None:
        self._publisher = host.publisher("/tf", TF_TYPE, TF_QOS)

    def send(self, parent: str, child: str, transform: Transform, *, stamp_ns: int) -> None:
        """Publish T_parent_child at a time."""
        self._publisher.publish(Kind.TF, (StampedTransform(parent, child, transform, stamp_ns),))

    def send_all(self, *transforms: StampedTransform) -> None:
        """Publish several links in one message."""
        self._publisher.publish(Kind.TF, transforms)


class StaticBroadcaster(Protocol):
    """Sends links on /tf_static."""

    def send(self, *transforms: StampedTransform) -> None:
        """Publish these links, and the earlier ones with them as far as the library does so."""


class StaticTransformBroadcaster:
    """C++'s: sends all links together each time, since late joiners get only the last message.

    A child sent again replaces the earlier one.
    """

    def __init__(self, host: Host) -> None:
        self._publisher = _latched(host)
        self._sent: dict[str, StampedTransform] = {}

    def send(self, *transforms: StampedTransform) -> None:
        """Publish these and all earlier links."""
        self._sent |= {t.child_frame_id: t for t in transforms}
        self._publisher.publish(Kind.TF, tuple(self._sent.values()))


def send_static(host: Host, links: Iterable[Link]) -> None:
    """Publish a driver's own fixed links now and for late joiners, if it has any."""
    stamped = tuple(link.stamped(host.now_ns) for link in links)
    if stamped:
        StaticTransformBroadcaster(host).send(*stamped)


class PythonStaticTransformBroadcaster:
    """Python's: what happens to earlier links and to a child that is sent again depends on the distro.

    Humble keeps nothing: each message holds just this call's links. Jazzy and Kilted keep all and ignore a child that
    is sent again. Rolling keeps all and replaces it, as C++ does everywhere.
    """

    def __init__(self, host: Host) -> None:
        self._publisher = _latched(host)
        self._keeps, self._replaces = host.distro != "humble", host.distro == "rolling"
        self._sent: dict[str, StampedTransform] = {}

    def send(self, *transforms: StampedTransform) -> None:
        """Publish these links, and the earlier ones if this distro keeps them."""
        if not self._keeps:
            self._publisher.publish(Kind.TF, transforms)
            return
        for transform in transforms:
            if self._replaces or transform.child_frame_id not in self._sent:
                self._sent[transform.child_frame_id] = transform
        self._publisher.publish(Kind.TF, tuple(self._sent.values()))


def _latched(host: Host) -> Publisher:
    return host.publisher("/tf_static", TF_TYPE, TF_STATIC_PUBLISHER_QOS)
