import pytest

from tfsandbox.bus import Bus, refusing_policy
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_LISTENER_QOS,
    TF_STATIC_PUBLISHER_QOS,
    TF_TYPE,
    Durability,
    Kind,
    QoS,
    Reliability,
    StampedTransform,
)

RELIABLE, BEST_EFFORT = Reliability
VOLATILE, LATCHED = Durability.VOLATILE, Durability.TRANSIENT_LOCAL


class Room:
    """A bus with a clock to turn by hand, and what a listener heard."""

    def __init__(self):
        self.now_ns, self.log, self.heard = 0, [], []
        self.bus = Bus(lambda: self.now_ns, self.log.append)

    def publisher(self, topic="/tf_static", qos=TF_STATIC_PUBLISHER_QOS, node="/talker"):
        return self.bus.publisher(node, topic, TF_TYPE, qos)

    def listen(self, topic="/tf_static", qos=TF_STATIC_LISTENER_QOS):
        return self.bus.subscribe("/listener", topic, qos, self.heard.append)

    def children(self):
        return [t.child_frame_id for delivery in self.heard for t in delivery.payload]


@pytest.fixture
def room():
    return Room()


def send(publisher, child):
    publisher.publish(Kind.TF, (StampedTransform("base_link", child),))


@pytest.mark.parametrize(
    ("offered", "requested", "policy"),
    [
        (QoS(1, RELIABLE, VOLATILE), QoS(1, RELIABLE, VOLATILE), ""),
        (QoS(1, RELIABLE, LATCHED), QoS(1, BEST_EFFORT, VOLATILE), ""),
        (QoS(1, BEST_EFFORT, VOLATILE), QoS(1, BEST_EFFORT, VOLATILE), ""),
        (QoS(1, BEST_EFFORT, VOLATILE), QoS(1, RELIABLE, VOLATILE), "RELIABILITY"),
        (QoS(1, RELIABLE, VOLATILE), QoS(1, RELIABLE, LATCHED), "DURABILITY"),
        (QoS(1, BEST_EFFORT, LATCHED), QoS(1, BEST_EFFORT, LATCHED), ""),
    ],
)
def test_who_hears_whom(offered, requested, policy):
    assert refusing_policy(offered, requested) == policy


def test_messages_arrive_at_once_in_order_and_numbered(room):
    room.listen("/tf", TF_QOS)
    talker = room.publisher("/tf", TF_QOS)
    for room.now_ns, child in ((5, "a"), (7, "b")):
        send(talker, child)
    assert [(d.receive_ns, d.topic, d.endpoint, d.sequence) for d in room.heard] == [(5, "/tf", 1, 1), (7, "/tf", 1, 2)]
    assert room.children() == ["a", "b"]


def test_other_topics_are_not_heard(room):
    room.listen("/tf", TF_QOS)
    send(room.publisher("/robot1/tf", TF_QOS), "a")
    assert room.heard == []


def test_late_joiners_get_what_each_publisher_kept(room):
    first, second = room.publisher(), room.publisher(qos=QoS(2, RELIABLE, LATCHED))
    for publisher, child in ((first, "a"), (first, "b"), (second, "c"), (second, "d"), (second, "e")):
        send(publisher, child)
    room.now_ns = 9
    room.listen()
    assert room.children() == ["b", "d", "e"]
    assert {d.receive_ns for d in room.heard} == {9}
    send(first, "f")
    assert room.children()[-1] == "f"


def test_a_late_joiner_keeps_only_its_own_depth(room):
    talker = room.publisher(qos=QoS(5, RELIABLE, LATCHED))
    for child in "abc":
        send(talker, child)
    room.listen(qos=QoS(2, RELIABLE, LATCHED))
    assert room.children() == ["b", "c"]


def test_volatile_listeners_get_nothing_old(room):
    talker = room.publisher()
    send(talker, "a")
    room.listen(qos=QoS(100))
    assert room.heard == []
    send(talker, "b")
    assert room.children() == ["b"]


@pytest.mark.parametrize("listener_first", [True, False])
def test_a_volatile_static_publisher_is_not_heard_and_both_sides_say_so(room, listener_first):
    room.now_ns = 3
    if listener_first:
        room.listen()
    talker = room.publisher(qos=QoS(1))
    ear = None if listener_first else room.listen()
    send(talker, "a")
    assert room.heard == []
    assert [(line.time_ns, line.node, line.severity) for line in room.log] == [
        (3, "/listener", "WARN"),
        (3, "/talker", "WARN"),
    ]
    assert room.log[0].text == (
        "New publisher discovered on topic '/tf_static', offering incompatible QoS. No messages will be received from "
        "it. Last incompatible policy: DURABILITY"
    )
    assert room.log[1].text == (
        "New subscription discovered on topic '/tf_static', requesting incompatible QoS. No messages will be sent to "
        "it. Last incompatible policy: DURABILITY"
    )
    assert ear is None or ear.matched == set()


def test_endpoints_and_watchers_know_every_publisher(room):
    room.publisher("/tf", TF_QOS)
    seen = []
    room.bus.watch(seen.append)
    room.publisher(node="/talker2")
    assert [e.id for e in room.bus.endpoints] == [1, 2]
    assert seen == list(room.bus.endpoints)
    assert room.listen().matched == {2}
