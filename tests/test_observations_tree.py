"""What is read off a drawing of the tree."""

import pytest

from heard import Publishes, recording
from tfsandbox.errors import InputError
from tfsandbox.observations import Evidence
from tfsandbox.observations.tree import (
    Circle,
    Elsewhere,
    Exists,
    HangsUnder,
    Lacks,
    Named,
    NowStatic,
    SeveralPublishers,
)
from tfsandbox.recording import TF_QOS, TF_TYPE, Delivery, Endpoint, Kind, Recording, StampedHeader

TREE = Evidence(
    recording(
        Publishes("/wheels", "odom", "base", rate=10.0),
        Publishes("/ekf", "odom", "base", rate=10.0),
        Publishes("/mount", "base", "laser"),
        Publishes("/launch", "map", "laser"),
        Publishes("/driver", "laser", "base"),
        Publishes("/camera", "camera", "lens"),
        Publishes("/arm", "base", "arm"),
    )
)


@pytest.mark.parametrize(
    ("observation", "answer"),
    [
        (HangsUnder("laser", "base"), True),
        (HangsUnder("laser", "map"), True),
        (HangsUnder("laser", "odom"), False),
        (HangsUnder("base", "odom", "/tf"), True),
        (HangsUnder("base", "odom", "/tf_static"), False),
        (HangsUnder("laser", "base", only=True), False),
        (HangsUnder("arm", "base", only=True), True),
        (HangsUnder("nothing", "base", only=True), False),
        (NowStatic("base", "odom"), False),
        (NowStatic("arm", "base"), True),
        (NowStatic("arm", "odom"), False),
        (SeveralPublishers("base", "odom"), True),
        (SeveralPublishers("arm", "base"), False),
        (SeveralPublishers("arm", "odom"), False),
        (Exists("lens"), True),
        (Exists("camera"), True),
        (Exists("/lens"), False),
        (Lacks("camera"), True),
        (Lacks("lens"), False),
        (Lacks("gps"), True),
        (Circle("base", "laser"), True),
        (Circle("laser", "base"), True),
        (Circle("base", "arm"), False),
    ],
)
def test_what_the_tree_shows(observation, answer):
    assert observation.holds(TREE) is answer


def test_a_header_names_a_frame_outside_the_tree():
    scan = Delivery(Kind.HEADER, 1, "/scan", 1, 1, StampedHeader(1, "/laser"))
    evidence = Evidence(Recording((scan, *TREE.recording.deliveries), TREE.recording.endpoints))
    assert Named("/scan", "/laser").holds(evidence)
    assert not Named("/scan", "laser").holds(evidence)
    assert not Named("/points", "/laser").holds(evidence)
    known = Delivery(Kind.HEADER, 1, "/scan", 1, 1, StampedHeader(1, "laser"))
    assert not Named("/scan", "laser").holds(Evidence(Recording((known, *TREE.recording.deliveries))))


def test_transforms_elsewhere():
    endpoints = (Endpoint(1, "/robot1/wheels", "/robot1/tf", TF_TYPE, TF_QOS),)
    assert Elsewhere("/robot1/tf", "base").holds(Evidence(Recording((), endpoints)))
    assert not Elsewhere("/robot2/tf", "base").holds(Evidence(Recording((), endpoints)))
    assert not Elsewhere("/tf", "base").holds(TREE)


ALL = [
    HangsUnder("a", "b"),
    HangsUnder("a", "b", "/tf", only=True),
    NowStatic("a", "b"),
    SeveralPublishers("a", "b"),
    Exists("a"),
    Lacks("a"),
    Circle("a", "b"),
    Named("/scan", "a"),
    Elsewhere("/robot1/tf", "a"),
]


@pytest.mark.parametrize("observation", ALL, ids=lambda o: type(o).__name__)
def test_command_and_question(observation):
    assert observation.instrument == "tree"
    assert observation.command.startswith("ros2 ")
    assert observation.question.endswith("?")
    assert observation.holds(Evidence(Recording())) is isinstance(observation, Lacks)


@pytest.mark.parametrize("observation", ALL, ids=lambda o: type(o).__name__)
def test_names_are_text(observation):
    kind = type(observation)
    names = [name for name in kind.__dataclass_fields__ if kind.__dataclass_fields__[name].type == "str"]
    for name in names:
        with pytest.raises(InputError, match=name):
            kind(**{field: 3 if field == name else "a" for field in names})
