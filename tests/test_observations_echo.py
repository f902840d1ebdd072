import dataclasses

import pytest

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.observations import INSTRUMENTS, Evidence
from tfsandbox.observations.bounds import Bounds
from tfsandbox.observations.echo import HeaderStamp, Heard, Stamps, StepsBack
from tfsandbox.recording import Delivery, Kind, Recording, StampedHeader, StampedTransform

LINK = ("a", "b")


def heard(*stamps, moves=True, topic="/tf"):
    """One link's messages with these stamps in seconds, one each second."""
    return Evidence(
        Recording(
            tuple(
                Delivery(
                    Kind.TF,
                    i * 10**9,
                    topic,
                    1,
                    i + 1,
                    (StampedTransform("a", "/b", Transform((float(i * moves), 0, 0)), round(stamp * 10**9)),),
                )
                for i, stamp in enumerate(stamps)
            )
        )
    )


NOTHING = Evidence(Recording())


@pytest.mark.parametrize(
    ("figure", "stamps", "value"),
    [
        ("newest", (1.5, 3.0, 2.0), 3.0),
        ("per stamp", (1.0, 1.0, 2.0, 2.0), 2.0),
        ("contradicting", (1.0, 1.0, 2.0, 2.0, 3.0), 0.5),
        ("gaps", (1.0, 2.0, 3.0, 6.0, 7.0), 0.25),
        ("gaps", (1.0, 2.0, 3.0, 4.0), 0.0),
    ],
)
def test_figures_of_stamps(figure, stamps, value):
    assert Stamps(*LINK, figure, Bounds(value, value)).holds(heard(*stamps))
    assert not Stamps(*LINK, figure, Bounds(least=value + 0.01)).holds(heard(*stamps))
    assert not Stamps(*LINK, figure, Bounds(most=1e9)).holds(NOTHING)


def test_the_same_numbers_again_contradict_nothing():
    assert Stamps(*LINK, "contradicting", Bounds(most=0.0)).holds(heard(1.0, 1.0, 2.0, moves=False))


def test_steps_back_are_counted_by_their_size():
    evidence = heard(1.0, 2.0, 1.5, 3.0, 2.999, 50.0, 4.0)
    assert StepsBack(*LINK, Bounds(least=10.0), Bounds(1, 1)).holds(evidence)
    assert StepsBack(*LINK, Bounds(0.0005, 1.0), Bounds(2, 2)).holds(evidence)
    assert StepsBack(*LINK, Bounds(most=0.01)).holds(evidence)
    assert not StepsBack(*LINK, Bounds(least=100.0)).holds(evidence)
    assert not StepsBack(*LINK, Bounds(least=0.0)).holds(heard(1.0, 1.0, 2.0))


def test_the_stamp_of_a_header():
    data = Delivery(Kind.HEADER, 5, "/scan", 2, 1, StampedHeader(2 * 10**9, "laser"))
    evidence = Evidence(Recording((data,)))
    assert HeaderStamp("/scan", Bounds(2.0, 2.0)).holds(evidence)
    assert not HeaderStamp("/scan", Bounds(most=0.0)).holds(evidence)
    assert not HeaderStamp("/points", Bounds(most=0.0)).holds(evidence)


def test_what_a_topic_brings():
    evidence = heard(1.0, topic="/tf_static")
    assert Heard("/tf_static", ("b",), ("c",)).holds(evidence)
    assert not Heard("/tf_static", ("b", "c")).holds(evidence)
    assert not Heard("/tf_static", missing=("b",)).holds(evidence)
    assert not Heard("/tf", ("b",)).holds(evidence)


@pytest.mark.parametrize(
    ("observation", "question"),
    [
        (
            Stamps(*LINK, "newest", Bounds(0.0, 0.0)),
            "In the messages of a -> b, is the newest stamp exactly 0 s?",
        ),
        (
            Stamps(*LINK, "gaps", Bounds(least=0.2)),
            "In the messages of a -> b, is the share of gaps of more than one and a half usual steps between stamps "
            "at least 0.2?",
        ),
        (StepsBack(*LINK, Bounds(least=10.0)), "Does the stamp of a -> b step back by at least 10 s?"),
        (
            StepsBack(*LINK, Bounds(0.002, 10.0), Bounds(1, 1)),
            "Does the stamp of a -> b step back by between 0.002 and 10 s, exactly once?",
        ),
        (HeaderStamp("/scan", Bounds(most=0.0)), "Is the newest stamp on /scan at most 0 s?"),
        (Heard("/tf_static", ("b",), ("c", "d")), "Does /tf_static bring b but none of c, d?"),
    ],
)
def test_questions_read_well(observation, question):
    assert observation.question == question
    assert observation.instrument in INSTRUMENTS
    assert observation.command.startswith("ros2 topic echo /")
    assert dataclasses.replace(observation) == observation


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Stamps(*LINK, "colour", Bounds(least=1)), "figure"),
        (lambda: Heard("/tf"), "children"),
        (lambda: Bounds(), "least"),
        (lambda: Bounds(least="1"), "least"),
        (lambda: Bounds(most=float("nan")), "most"),
    ],
)
def test_questions_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()
