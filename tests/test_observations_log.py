"""What is read off logs."""

import pytest

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.observations import Evidence
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.log import AsksFor, CannotLocalize, Says
from tfsandbox.recording import TF_QOS, TF_TYPE, Delivery, Endpoint, Kind, LogLine, Recording, StampedTransform


def logged(*lines):
    return Evidence(Recording(log=tuple(LogLine(i, node, "WARN", text) for i, (node, text) in enumerate(lines))))


HEARD = logged(("/robot1/amcl", "lost scan of laser"), ("/slam", "lost scan of laser"), ("/slam", "lost scan of lidar"))


@pytest.mark.parametrize(
    ("says", "answer"),
    [
        (Says("lost"), True),
        (Says("found"), False),
        (Says("lost", "amcl"), True),
        (Says("lost", "robot1/amcl"), True),
        (Says("lost", "/robot1/amcl"), True),
        (Says("lost", "robot2/amcl"), False),
        (Says("lost", "mcl"), False),
        (Says("lost", "slam", "lidar"), True),
        (Says("lost", "amcl", "lidar"), False),
        (Says("lost", times=3), True),
        (Says("lost", times=4), False),
        (Says("lost", "slam", times=2), True),
    ],
)
def test_who_says_what_and_how_often(says, answer):
    assert says.holds(HEARD) is answer


def test_the_listeners_own_buffer_counts_for_anybody():
    endpoint = Endpoint(1, "/wheels", "/tf", TF_TYPE, TF_QOS)
    delivery = Delivery(Kind.TF, 1, "/tf", 1, 1, (StampedTransform("odom", "odom", Transform(), 1),))
    evidence = Evidence(Recording((delivery,), (endpoint,)))
    assert Says("TF_SELF_TRANSFORM").holds(evidence)
    assert not Says("TF_SELF_TRANSFORM", "wheels").holds(evidence)


def test_a_localizer_complains_more_than_once_or_twice():
    for text in (
        "Failed to compute odom pose",
        "Couldn't determine robot's pose associated with laser scan",
        "Couldn't transform from laser to base, even though the message notifier is in use: (why)",
    ):
        assert CannotLocalize("slam").holds(logged(*[("/slam", text)] * 5))
        assert not CannotLocalize("slam").holds(logged(*[("/slam", text)] * 2))
        assert not CannotLocalize("amcl").holds(logged(*[("/slam", text)] * 5))


@pytest.mark.parametrize("observation", [Says("a"), Says("a", "n", "b", 2), CannotLocalize("amcl")])
def test_command_and_question(observation):
    assert observation.instrument == "log"
    assert observation.command == "ros2 topic echo /rosout"
    assert observation.question.endswith("?")


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Says(""), "text"),
        (lambda: Says(3), "text"),
        (lambda: Says("a", None), "node"),
        (lambda: Says("a", times=0), "times"),
        (lambda: Says("a", times=True), "times"),
        (lambda: CannotLocalize(""), "node"),
    ],
)
def test_fields_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


def test_a_node_that_asks_by_the_calendar():
    text = "extrapolation into the future.  Requested time 1700000002.5 but the latest data is at time 3.0"
    evidence = logged(("/robot1/logger", text), ("/slam", "Requested time 3.000000 but"))
    assert AsksFor("logger", Bounds(least=1e9)).holds(evidence)
    assert not AsksFor("logger", Bounds(most=1e6)).holds(evidence)
    assert not AsksFor("slam", Bounds(least=1e9)).holds(evidence)
    assert AsksFor("slam", Bounds(3.0, 3.0)).question == "Does slam log that it requested a time of exactly 3 s?"
    with pytest.raises(InputError, match="node"):
        AsksFor("", Bounds(least=1.0))
