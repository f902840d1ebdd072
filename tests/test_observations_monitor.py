import pytest

from tfsandbox.errors import InputError
from tfsandbox.observations import INSTRUMENTS, Evidence
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.monitor import LinkArrives, Offered, TopicArrives
from tfsandbox.recording import (
    TF_STATIC_PUBLISHER_QOS,
    TF_TYPE,
    Delivery,
    Endpoint,
    Kind,
    QoS,
    Recording,
    StampedHeader,
    StampedTransform,
)

LINK = ("a", "b")
ENDPOINTS = (
    Endpoint(1, "/driver", "/tf", TF_TYPE, QoS(100)),
    Endpoint(2, "/mount", "/tf_static", TF_TYPE, TF_STATIC_PUBLISHER_QOS),
    Endpoint(3, "/own", "/tf_static", "geometry_msgs/msg/TransformStamped", QoS(1), matched=False),
)


def tf(arrival, stamp):
    transforms = (StampedTransform("a", "b", stamp_ns=round(stamp * 10**9)),)
    return Delivery(Kind.TF, round(arrival * 10**9), "/tf", 1, 1, transforms)


def scan(arrival, stamp):
    return Delivery(Kind.HEADER, round(arrival * 10**9), "/scan", 4, 1, StampedHeader(round(stamp * 10**9), "laser"))


EVIDENCE = Evidence(
    Recording((tf(1.0, 0.8), tf(1.5, 1.3), tf(2.0, 1.8), tf(2.0, 1.9), tf(3.0, 2.8), scan(4.0, 4.5)), ENDPOINTS)
)
NOTHING = Evidence(Recording())


@pytest.mark.parametrize(
    ("figure", "value"), [("delay", 0.18), ("rate", 2.0), ("silence", 1.0), ("bunched", 0.25), ("messages", 5.0)]
)
def test_figures_of_a_link(figure, value):
    assert LinkArrives(*LINK, figure, Bounds(value - 1e-6, value + 1e-6)).holds(EVIDENCE)
    assert not LinkArrives(*LINK, figure, Bounds(least=value + 0.01)).holds(EVIDENCE)
    assert LinkArrives(*LINK, figure, Bounds(most=1e9)).holds(NOTHING) == (figure == "messages")


def test_figures_of_a_topic():
    assert TopicArrives("/scan", "delay", Bounds(-0.5, -0.5)).holds(EVIDENCE)
    assert TopicArrives("/tf", "messages", Bounds(5, 5)).holds(EVIDENCE)
    assert TopicArrives("/tf_static", "messages", Bounds(most=0)).holds(EVIDENCE)
    assert not TopicArrives("/scan", "rate", Bounds(least=0.0)).holds(EVIDENCE)  # one message has none


def test_who_offers_what():
    assert Offered("/tf_static").holds(EVIDENCE)
    assert Offered("/tf_static", durability="volatile").holds(EVIDENCE)
    assert not Offered("/tf_static", TF_TYPE, "volatile").holds(EVIDENCE)
    assert Offered("/tf_static", TF_TYPE, heard=False).holds(EVIDENCE)
    assert not Offered("/tf", heard=False).holds(EVIDENCE)
    assert Offered("/tf_static", heard=False, node="mount").holds(EVIDENCE)
    assert not Offered("/tf_static", TF_TYPE, node="own").holds(EVIDENCE)
    assert Offered("/tf", heard=True).holds(EVIDENCE)
    assert not Offered("/static_tf").holds(EVIDENCE)


@pytest.mark.parametrize(
    ("observation", "command", "question"),
    [
        (
            LinkArrives(*LINK, "delay", Bounds(least=0.35)),
            "ros2 run tf2_ros tf2_monitor a b",
            "Is the average delay (arrival minus stamp) of a -> b at least 0.35 s?",
        ),
        (
            TopicArrives("/scan", "delay", Bounds(most=-0.25)),
            "ros2 topic delay /scan",
            "Is the average delay (arrival minus stamp) of /scan at most -0.25 s?",
        ),
        (
            TopicArrives("/tf_static", "messages", Bounds(most=0.0)),
            "ros2 topic hz /tf_static",
            "Is the number of messages on /tf_static at most 0?",
        ),
        (
            Offered("/tf", heard=False, node="mount"),
            "ros2 topic info -v /tf",
            "Does mount have a publisher on /tf from which nothing is heard?",
        ),
        (
            Offered("/tf", TF_TYPE, "volatile", heard=False),
            "ros2 topic info -v /tf",
            "Is there a publisher of type tf2_msgs/msg/TFMessage on /tf with durability volatile from which nothing is "
            "heard?",
        ),
    ],
)
def test_questions_read_well(observation, command, question):
    assert observation.command == command
    assert observation.question == question
    assert observation.instrument in INSTRUMENTS


@pytest.mark.parametrize("make", [LinkArrives, lambda *given: TopicArrives(*given[1:])])
def test_an_unknown_figure(make):
    with pytest.raises(InputError, match="figure"):
        make("a", "b", "colour", Bounds(least=1))
