"""ROS 2's warnings about publishers and subscribers that do not fit together."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.pattern import Found, Said, Text

_SIDES = (
    "New publisher discovered on topic {topic:sq}, offering incompatible QoS. No messages will be received from it.",
    "New publisher discovered on topic {topic:sq}, offering incompatible QoS. No messages will be sent to it.",
    "New publisher discovered on this topic, offering incompatible QoS. No messages will be received from it.",
    "New subscription discovered on topic {topic:sq}, requesting incompatible QoS. No messages will be sent to it.",
    "New subscription discovered on this topic, requesting incompatible QoS. No messages will be sent to it.",
    "offering incompatible QoS. No messages will be received from it.",
    "requesting incompatible QoS. No messages will be sent to it.",
)

_STATIC = Said(
    "A publisher of {topic} offers volatile durability, and tf2's listeners insist on transient_local: they hear "
    "nothing from it.",
    (
        Cause(
            "A publisher made by hand with default QoS.",
            "the default is volatile; StaticTransformBroadcaster does it right",
        ),
        Cause(
            "A bag played without its QoS: recorded with empty or volatile durability.",
            "then the publisher is the player",
        ),
        Cause("A relay, bridge or topic tool in between.", "they publish with defaults, too"),
    ),
    ("ros2 topic info -v {topic}",),
    "Publish statics with StaticTransformBroadcaster (reliable, transient_local). For a bag: ros2 bag play "
    "--qos-profile-overrides-path with durability: transient_local for {topic}.",
    kinds=("static-qos",),
    rank=1,
)

_ANY = Said(
    "A publisher and a subscriber of {topic} do not fit ({policy}): not one message passes between them.",
    (
        Cause(
            "The subscriber asks for more than the publisher offers.",
            "reliable asks more than best effort, transient_local more than volatile",
        ),
    ),
    ("ros2 topic info -v {topic}",),
    "Make the publisher's QoS at least as strong as the subscriber's, or ask for less.",
    kinds=("static-qos",),
    rank=2,
)


def _qos(found: Found) -> Said:
    topic = found.values.get("topic", "this topic")
    policy = found.values.get("policy", "").removesuffix("_QOS_POLICY")
    static = topic.rsplit("/", 1)[-1] == "tf_static" and policy in ("DURABILITY", "")
    return dataclasses.replace(
        _STATIC if static else _ANY, facts={"topic": topic, "policy": policy or "policy not named"}
    )


TEXTS = (
    Text(
        "incompatible-qos",
        "QoS",
        (*(side + " Last incompatible policy: {policy:policy}" for side in _SIDES), *_SIDES),
        _qos,
        ("topic", "policy"),
    ),
    Text(
        "names-twice",
        "rcl",
        (
            "Publisher already registered for node name: {node:sq}",
            "Publisher already registered for provided node name",
        ),
        Said(
            "Two nodes run under one name.",
            (Cause("A launch file was started twice, or two robots without namespaces.", "names should be unique"),),
            ("ros2 node list",),
            "Stop one of them, or give each robot its own namespace. Two of the same node also publish the same "
            "link twice.",
            kinds=("multi-robot", "two-publishers-same-edge"),
            rank=3,
        ),
        ("node",),
    ),
)
