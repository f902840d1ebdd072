"""A learner's own static broadcaster, ``my_robot_bringup/mounts``: one node that publishes all mounts it is given.

It stands for the many hand-written ones: with rclcpp's broadcaster, with rclpy's, or with a plain publisher and all
the mistakes that one allows.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tfsandbox.bus import Publisher
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.nodes.broadcasters import (
    PythonStaticTransformBroadcaster,
    StaticBroadcaster,
    StaticTransformBroadcaster,
)
from tfsandbox.nodes.host import Host
from tfsandbox.nodes.node import Link, NodeType, Parameter, Settings
from tfsandbox.recording import TF_TYPE, Durability, Kind, QoS, StampedHeader, StampedTransform
from tfsandbox.stamps import seconds_to_ns

_MOST, _LONGEST = 200, 2_000


def text_of(parent: str, child: str, transform: Transform) -> str:
    """Return a mount as the node's parameters have it: ``parent child x y z qx qy qz qw``."""
    numbers = (repr(value) for value in (*transform.translation, *transform.rotation))
    return " ".join((shlex.quote(parent), shlex.quote(child), *numbers))


def link_of(text: str, place: str) -> Link:
    """Return the link in a mount's text (names may stand in quotes, so that they can be empty).

    Raises:
        InputError: not two names and seven numbers; names ``place``.
    """
    cure = 'give "parent child x y z qx qy qz qw"'
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise InputError(place, text, cure)
    try:
        parent, child, *words = shlex.split(text)
        x, y, z, qx, qy, qz, qw = map(float, words)
    except ValueError:
        raise InputError(place, text, cure) from None
    return Link(parent, child, static=True, transform=Transform((x, y, z), (qx, qy, qz, qw)))


@dataclass(frozen=True, slots=True)
class Mounts(Parameter):
    """A parameter that is a list of mounts' texts."""

    default: Any = ()

    def read(self, value: object, place: str) -> Any:
        """Return the texts as a tuple.

        Raises:
            InputError: not a list of mounts.
        """
        if not isinstance(value, (list, tuple)) or len(value) > _MOST:
            cure = f'give a list of at most {_MOST} texts "parent child x y z qx qy qz qw"'
            raise InputError(place, value, cure)
        for i, text in enumerate(value):
            link_of(text, f"{place}[{i}]")
        return tuple(value)


@dataclass(frozen=True, slots=True)
class OneOf(Parameter):
    """A parameter that is one of a few words; the first is the default."""

    words: tuple[str, ...] = ()

    def read(self, value: object, place: str) -> Any:
        """Return the word.

        Raises:
            InputError: another one.
        """
        if not isinstance(value, str) or value not in self.words:
            raise InputError(place, value, f"give one of {', '.join(self.words)}")
        return value


class PlainPublisher:
    """A publisher without tf2's broadcaster around it."""

    def __init__(self, host: Host) -> None:
        get = host.settings
        self._is_tf = get.text("type") == TF_TYPE
        self._one_each = get.flag("one_message_each")
        qos = QoS(depth=1, durability=Durability(get.text("durability")))
        self._publisher: Publisher = host.publisher(get.text("topic"), get.text("type"), qos)

    def send(self, *transforms: StampedTransform) -> None:
        """Publish the links: in one message, or in one each, of which a late joiner gets only the last."""
        for message in [(t,) for t in transforms] if self._one_each else [transforms]:
            if self._is_tf:
                self._publisher.publish(Kind.TF, message)
            else:
                header = StampedHeader(message[0].stamp_ns, message[0].frame_id)
                self._publisher.publish(Kind.HEADER, header)


_BROADCASTERS: dict[str, Callable[[Host], StaticBroadcaster]] = {
    "rclcpp": StaticTransformBroadcaster,
    "rclpy": PythonStaticTransformBroadcaster,
    "plain": PlainPublisher,
}


class MountsNode:
    """One running node."""

    def __init__(self, host: Host) -> None:
        self._host = host
        get = host.settings
        self._started_ns = host.now_ns
        self._mounts = _mounts(get, "mounts")
        if not self._mounts:
            return
        self._broadcaster = _BROADCASTERS[get.text("broadcaster")](host)
        self._send()
        if get.number("resend_period"):
            host.every(get.number("resend_period"), self._send)
        if _mounts(get, "correction"):
            after_ns = seconds_to_ns(get.number("correction_after"))
            host.agenda.at(host.agenda.outside_ns + after_ns, self._correct)

    def _send(self) -> None:
        stamps = {"now": self._host.now_ns, "start": self._started_ns, "zero": 0}
        stamp_ns = stamps[self._host.settings.text("stamp")]
        self._broadcaster.send(*(mount.stamped(stamp_ns) for mount in self._mounts))

    def _correct(self) -> None:
        if self._host.alive:
            self._mounts = _mounts(self._host.settings, "correction")
            self._send()


def _mounts(get: Settings, name: str) -> tuple[Link, ...]:
    texts = get.parameters[name]
    return tuple(link_of(text, name) for text in texts) if isinstance(texts, tuple) else ()


def _links(get: Settings) -> tuple[Link, ...]:
    if get.text("broadcaster") != "plain":
        return _mounts(get, "mounts")
    if get.text("type") != TF_TYPE or get.text("topic") not in ("/tf", "/tf_static"):
        return ()
    static = get.text("topic") == "/tf_static"
    return tuple(Link(m.parent, m.child, static, m.transform) for m in _mounts(get, "mounts"))


TYPE = NodeType(
    "my_robot_bringup",
    "mounts",
    "mounts",
    MountsNode,
    (
        Mounts("mounts"),
        Mounts("correction"),
        Parameter("correction_after", 1.0, 0.0, 3600.0),
        Parameter("resend_period", 0.0, 0.001, 3600.0, zero=True),
        OneOf("broadcaster", "rclcpp", words=("rclcpp", "rclpy", "plain")),
        OneOf("stamp", "now", words=("now", "start", "zero")),
        # The rest is for the plain publisher.
        OneOf("durability", "transient_local", words=("transient_local", "volatile")),
        Parameter("one_message_each", False),
        Parameter("topic", "/tf_static"),
        Parameter("type", TF_TYPE),
    ),
    links=_links,
)
