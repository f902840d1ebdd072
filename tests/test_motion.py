"""Drives and swings: where they lead, worked out by hand."""

import math

import pytest

from tfsandbox import motion
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform


def test_straight_turn_and_stop():
    assert motion.drive_straight(2.0, 0.5).pose(3.0).is_close(Transform((1.5, 0.0, 0.0)))
    assert motion.drive_straight(2.0, 0.5).pose(60.0).is_close(Transform((2.0, 0.0, 0.0)))
    assert motion.drive_straight(-1.0, 0.5).pose(60.0).is_close(Transform((-1.0, 0.0, 0.0)))
    assert motion.turn_on_the_spot(1.0, 0.5).pose(1.0).is_close(Transform.from_rpy(yaw=0.5))
    assert motion.turn_on_the_spot(-1.0, 0.5).pose(9.0).is_close(Transform.from_rpy(yaw=-1.0))
    assert motion.standing().pose(30.0) == Transform()


def test_a_figure_eight_comes_back_and_mirrors_itself():
    eight = motion.figure_eight(radius=0.5, speed=0.5, laps=1)
    circle = 2.0 * math.pi
    assert eight.seconds == pytest.approx(2.0 * circle)
    assert eight.pose(circle / 2.0).is_close(Transform.from_rpy(0.0, 1.0, yaw=math.pi))
    assert eight.pose(circle).is_close(Transform())
    assert eight.pose(1.5 * circle).is_close(Transform.from_rpy(0.0, -1.0, yaw=math.pi))
    assert eight.pose(2.0 * circle).is_close(Transform())
    assert motion.figure_eight(laps=3).seconds == pytest.approx(3 * motion.figure_eight(laps=1).seconds)


def test_a_swing_goes_to_and_fro_and_on():
    swing = motion.Swing(0.2, 0.5, 4.0, 0.1)
    assert [swing.position(t) for t in (0.0, 1.0, 2.0, 3.0)] == pytest.approx([0.2, 0.8, 0.4, 0.0])
    assert motion.Swing().position(7.0) == 0.0


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: motion.figure_eight(0), "radius"),
        (lambda: motion.figure_eight(math.nan), "radius"),
        (lambda: motion.figure_eight(1.0, -1.0), "speed"),
        (lambda: motion.figure_eight(laps=0), "laps"),
        (lambda: motion.figure_eight(laps=True), "laps"),
        (lambda: motion.figure_eight(laps=10**9), "laps"),
        (lambda: motion.drive_straight(math.inf), "metres"),
        (lambda: motion.turn_on_the_spot(1.0, 0.0), "speed"),
        (lambda: motion.standing(0), "seconds"),
        (lambda: motion.Swing(period=0.0), "period"),
        (lambda: motion.Swing(centre="left"), "centre"),
        (lambda: motion.Swing(amplitude=math.inf), "amplitude"),
        (lambda: motion.Swing(speed=None), "speed"),
    ],
)
def test_drives_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()
