import math

import pytest

from tfsandbox import robots
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.observations import Evidence
from tfsandbox.observations.lookup import Refused, Shows, TurnsAgainst, in_words
from tfsandbox.observations.published import Published, SaysFrame, TwoValues
from tfsandbox.world import World

ROBOT = robots.diff_drive()
SEEN = Evidence(World(ROBOT).run(4))
SCAN = ROBOT.mount("base_scan").transform


def test_a_lookup_shows_a_transform_to_half_a_millimetre():
    question = Shows("base_link", "base_scan", SCAN)
    assert question.holds(SEEN)
    assert question.command == "ros2 run tf2_ros tf2_echo base_link base_scan"
    assert question.question == (
        "Is base_scan, seen from base_link, at [-0.032, 0.000, 0.172], RPY (degree) [0.000, 0.000, 0.000]?"
    )
    assert Shows("base_link", "base_scan", Transform((-0.0324, 0.0, 0.172))).holds(SEEN)
    assert not Shows("base_link", "base_scan", Transform((-0.0326, 0.0, 0.172))).holds(SEEN)
    assert not Shows("base_link", "gps", SCAN).holds(SEEN)


def test_a_lookup_that_fails_says_so():
    question = Refused("base_link", "gps", "gps")
    assert question.holds(SEEN)
    assert question.question == 'Does looking up gps in base_link fail with "gps"?'
    assert Refused("base_link", "gps").holds(SEEN)
    assert not Refused("base_link", "gps", "loop").holds(SEEN)
    assert not Refused("base_link", "base_scan").holds(SEEN)


def test_turning_the_same_way_is_not_turning_against():
    question = TurnsAgainst("map", "odom", "base_footprint")
    assert not question.holds(SEEN)
    assert not TurnsAgainst("map", "odom", "gps").holds(SEEN)
    assert question.command.count("tf2_echo") == 2


def test_a_published_link_is_read_number_by_number():
    assert Published("base_link", "base_scan", SCAN).holds(SEEN)
    assert Published("base_link", "base_scan", Transform(SCAN.translation, (0.0, 0.0, 0.0, -1.0))).holds(SEEN)
    longer = Published("base_link", "base_scan", Transform(SCAN.translation, (0.0, 0.0, 0.0, 0.9)))
    assert not longer.holds(SEEN)
    assert "the quaternion (0.000, 0.000, 0.000, 0.900)" in longer.question
    assert not Published("base_scan", "base_link", SCAN).holds(SEEN)
    assert "topic echo" in longer.command


def test_one_value_is_not_two():
    assert not TwoValues("base_link", "base_scan").holds(SEEN)
    assert not TwoValues("odom", "base_footprint").holds(SEEN)  # it moves
    assert not TwoValues("base_link", "gps").holds(SEEN)


def test_headers_say_their_frame():
    assert SaysFrame("/scan", "base_scan").holds(SEEN)
    assert not SaysFrame("/scan", "laser").holds(SEEN)
    assert not SaysFrame("/image", "base_scan").holds(SEEN)


def test_a_transform_in_words():
    assert in_words(Transform.from_rpy(1.0, yaw=math.pi / 2)) == (
        "[1.000, 0.000, 0.000], RPY (degree) [0.000, 0.000, 90.000]"
    )
    assert in_words(Transform((0.0, 0.0, math.nan), (0.0, 0.0, 0.0, 0.0))) == "[0.000, 0.000, nan], RPY (degree) []"


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Shows("", "a", Transform()), "target"),
        (lambda: Shows("a", 1, Transform()), "source"),
        (lambda: Shows("a", "b", None), "transform"),
        (lambda: Refused("a", "b", None), "text"),
        (lambda: TurnsAgainst("a", "b", ""), "below"),
        (lambda: Published("a", "b", None), "transform"),
        (lambda: Published(None, "b", Transform()), "parent"),
        (lambda: TwoValues("a", 3), "child"),
        (lambda: SaysFrame(None, "b"), "topic"),
    ],
)
def test_questions_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()
