"""Questions about quality of service (lesson 07): who hears whom, late joiners, and what a latched topic keeps."""

from __future__ import annotations

from random import Random

from tfsandbox.bus import Bus, refusing_policy
from tfsandbox.qos import TF_STATIC_PUBLISHER_QOS, Durability, QoS, Reliability
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn
from tfsandbox.recording import Delivery, StampedTransform
from tfsandbox.recording import Kind as Message

_TYPE = "tf2_msgs/msg/TFMessage"
_VOLATILE, _LATCHED = Durability.VOLATILE, Durability.TRANSIENT_LOCAL


def heard(offered: tuple[QoS, ...], requested: QoS, *, early: int = 1, late: int = 0) -> int:
    """Return how many messages a subscription gets that joins after ``early`` and before ``late`` messages of each."""
    bus = Bus(lambda: 0, lambda line: None)
    publishers = [bus.publisher(f"/node{i}", "/topic", _TYPE, qos) for i, qos in enumerate(offered)]
    got: list[Delivery] = []
    for publisher in publishers:
        for _ in range(early):
            publisher.publish(Message.TF, (StampedTransform("base_link", "laser"),))
    bus.subscribe("/listener", "/topic", requested, got.append)
    for publisher in publishers:
        for _ in range(late):
            publisher.publish(Message.TF, (StampedTransform("base_link", "laser"),))
    return len(got)


def _words(qos: QoS) -> str:
    return f"{qos.reliability.value} / {qos.durability.value}"


_ALL = [QoS(10, reliability, durability) for reliability in Reliability for durability in Durability]
_PAIRS = [
    (offered, requested)
    for offered in _ALL
    for requested in _ALL
    if not {"RELIABILITY", "DURABILITY"}
    <= {
        refusing_policy(QoS(1, offered.reliability), QoS(1, requested.reliability)),
        refusing_policy(QoS(1, durability=offered.durability), QoS(1, durability=requested.durability)),
    }
]


def match(rng: Random) -> Question:
    """Return a choice: what does a subscription get from a publisher with these two profiles?"""
    wanted = rng.choice(("both", "new", "RELIABILITY", "DURABILITY"))
    offered, requested = rng.choice([pair for pair in _PAIRS if _outcome(*pair) == wanted])
    told = f"Offered {_words(offered)}, requested {_words(requested)}."
    texts = {
        "both": (
            "The message sent before and the new ones.",
            "Old messages need transient_local on both sides.",
        ),
        "new": (
            "Only messages sent after it joined.",
            "A pair that matches without transient_local on both sides gives new messages only.",
        ),
        "RELIABILITY": (
            "Nothing. Incompatible policy: RELIABILITY.",
            "This happens if reliable is requested and only best_effort is offered.",
        ),
        "DURABILITY": (
            "Nothing. Incompatible policy: DURABILITY.",
            "This happens if transient_local is requested and only volatile is offered.",
        ),
    }
    choices = [
        Choice(answer, f"{feedback} {told}", "" if name == wanted else f"not_{name.lower()}")
        for name, (answer, feedback) in texts.items()
    ]
    statement = (
        f"A publisher offers {_words(offered)} and sends one message. Then a subscription joins that requests "
        f"{_words(requested)}; more messages follow. What does it get?"
    )
    return choosing("qos-match", statement, rng, choices)


def _outcome(offered: QoS, requested: QoS) -> str:
    got = heard((offered,), requested, early=1, late=1)
    return {2: "both", 1: "new"}.get(got) or refusing_policy(offered, requested)


def depth_one(rng: Random) -> Question:
    """Return a numeric question: mounts sent one by one from one latched publisher."""
    return drawn(rng, _depth_one)


def _depth_one(rng: Random) -> Question:
    depth, mounts = rng.choice((1, 2, 3)), rng.randrange(5, 10)
    key = float(heard((QoS(depth, durability=_LATCHED),), QoS(100, durability=_LATCHED), early=mounts))
    choices = (
        Choice(key, "A late joiner gets the publisher's last messages, as many as its depth."),
        Choice(float(mounts), "The publisher keeps only its last messages for late joiners.", "keeps_all"),
        Choice(0.0, "Both sides are transient_local: something is kept.", "keeps_nothing"),
        Choice(float(mounts - depth), "Those are the ones that were pushed out.", "pushed_out"),
        Choice(100.0, "100 is how many the listener can hold. The publisher decides what is kept.", "listener_depth"),
    )
    statement = (
        f"A home-made node sends {mounts} mounts on /tf_static, each in a message of its own, from one publisher: "
        f"transient_local, depth {depth}. A listener (transient_local, depth 100) joins later. "
        "How many mounts does it get?"
    )
    hint = "Which side keeps messages for those who come late, and how many?"
    return Question("qos-depth", statement, Kind.NUMERIC, key, choices, hint, 0.2)


def own_publishers(rng: Random) -> Question:
    """Return a numeric question: one static_transform_publisher for each mount."""
    return drawn(rng, _own_publishers)


def _own_publishers(rng: Random) -> Question:
    mounts = rng.randrange(3, 9)
    offered = (TF_STATIC_PUBLISHER_QOS,) * mounts
    key = float(heard(offered, QoS(100, durability=_LATCHED)))
    choices = (
        Choice(key, "The depth holds for each publisher: each keeps its own one message."),
        Choice(1.0, "Each publisher keeps one message, not the whole topic.", "one_for_the_topic"),
        Choice(0.0, "Both sides are transient_local: late joiners are served.", "keeps_nothing"),
        Choice(mounts - 1.0, "No publisher pushes out the message of another.", "one_lost"),
    )
    statement = (
        f"{mounts} static_transform_publisher nodes run, one for each mount, each with a publisher of depth 1, "
        "transient_local. A listener (transient_local) joins a minute later. How many mounts does it get?"
    )
    hint = "Does the depth belong to the topic or to each publisher?"
    return Question("qos-own-publishers", statement, Kind.NUMERIC, key, choices, hint, 0.2)


def late_listener(rng: Random) -> Question:
    """Return a choice: which change lets a late, volatile subscription hear /tf_static?"""
    late, depth = rng.randrange(5, 60), rng.choice((5, 10, 20))
    changes = {
        "durability: transient_local": (
            QoS(depth, durability=_LATCHED),
            "Only who requests transient_local gets what was sent before.",
        ),
        "reliability: best_effort": (
            QoS(depth, Reliability.BEST_EFFORT),
            "The old message was never sent to this subscription. Asking for less reliability brings none back.",
        ),
        "history depth: 100": (
            QoS(100),
            "Depth is room for messages that arrive. A volatile subscription is sent no old ones.",
        ),
        "nothing, only wait longer": (
            QoS(depth),
            "Static links are sent once. The next message may never come.",
        ),
    }
    choices = [
        Choice(change, feedback, "" if heard((TF_STATIC_PUBLISHER_QOS,), qos) else change.split()[0].strip(":,"))
        for change, (qos, feedback) in changes.items()
    ]
    statement = (
        f"Your own node subscribes to /tf_static {late} s after the mounts were sent, with reliable / volatile / "
        f"depth {depth}. It hears nothing. What do you change in its subscription?"
    )
    return choosing("qos-late", statement, rng, choices)


QUESTIONS = (match, depth_one, own_publishers, late_listener)
