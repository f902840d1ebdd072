"""Faults of a home-made publisher whose topic or message type nobody listens to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from tfsandbox.errors import InputError
from tfsandbox.faults.transport.broadcasters import OwnBroadcaster
from tfsandbox.observations import Observation
from tfsandbox.observations.monitor import Offered
from tfsandbox.recording import TF_TYPE
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class WrongTopic(OwnBroadcaster):
    """Somebody misremembers the topic's name in a broadcaster of their own; the message goes out, and nobody listens.

    Attributes:
        parent: the mount's parent.
        child: its child.
        topic: where the mount is published.
    """

    name: ClassVar[str] = "wrong-topic"
    kind: ClassVar[str] = "wrong-topic-or-type"
    rule: ClassVar[str] = "tf2 listens on /tf and /tf_static, and nowhere else."
    symptom: ClassVar[str] = (
        'No warning anywhere: "base_scan" passed to lookupTransform argument source_frame does not exist. ros2 topic '
        "list -t shows one more topic of type tf2_msgs/msg/TFMessage."
    )
    cure: ClassVar[str] = "Publish on /tf_static, best with StaticTransformBroadcaster, which knows the name."

    topic: str = "/static_tf"

    def __post_init__(self) -> None:
        OwnBroadcaster.__post_init__(self)
        if not re.fullmatch(r"(?:/[A-Za-z_]\w*)+", self.topic, re.ASCII) or self.topic in ("/tf", "/tf_static"):
            raise InputError("topic", self.topic, 'give another full topic name, e.g. "/static_tf"')

    def parameters(self) -> dict[str, Any]:
        """Return a plain publisher's on the other topic."""
        return {"broadcaster": "plain", "topic": self.topic}

    def confirm(self, design: Design) -> Observation:
        """Return whether somebody publishes transforms there."""
        return Offered(self.topic, TF_TYPE)


@dataclass(frozen=True, slots=True)
class WrongType(OwnBroadcaster):
    """Somebody publishes a TransformStamped on /tf_static, not the TFMessage that is a list of them.

    Attributes:
        parent: the mount's parent.
        child: its child.
        type: the message type used.
    """

    name: ClassVar[str] = "wrong-type"
    kind: ClassVar[str] = "wrong-topic-or-type"
    rule: ClassVar[str] = "Publisher and subscriber meet only if topic name and message type are the same."
    symptom: ClassVar[str] = (
        'Nothing at all: "base_scan" passed to lookupTransform argument source_frame does not exist. ros2 topic echo: '
        "Cannot echo topic '/tf_static', as it contains more than one type: [geometry_msgs/msg/TransformStamped, "
        "tf2_msgs/msg/TFMessage]."
    )
    cure: ClassVar[str] = "Publish tf2_msgs/msg/TFMessage, best through StaticTransformBroadcaster."

    type: str = "geometry_msgs/msg/TransformStamped"

    def __post_init__(self) -> None:
        OwnBroadcaster.__post_init__(self)
        if not re.fullmatch(r"\w+/msg/\w+", self.type, re.ASCII) or self.type == TF_TYPE:
            raise InputError("type", self.type, 'give another message type, e.g. "geometry_msgs/msg/TransformStamped"')

    def parameters(self) -> dict[str, Any]:
        """Return a plain publisher's of the other type."""
        return {"broadcaster": "plain", "type": self.type}

    def confirm(self, design: Design) -> Observation:
        """Return whether somebody publishes another type on /tf_static."""
        return Offered("/tf_static", self.type)
