"""The table of slips: each one is named, and none is named where nothing of the kind happened."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tfsandbox.geometry import Transform
from tfsandbox.slips import OTHERS, SLIPS, likely

WANTED = Transform.from_rpy(0.3, 0.1, z=0.2, roll=0.4, pitch=-0.3, yaw=1.1)
angles = st.floats(0.3, 1.2)
lengths = st.floats(0.1, 0.8)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_has_its_name(slip):
    value = slip.value(WANTED)
    seen = Transform(WANTED.translation, value.rotation) if slip.turn_only else value
    assert likely(WANTED, seen) == slip.name


def test_right_is_right_whatever_the_sign_of_the_quaternion():
    assert likely(WANTED, WANTED) == ""
    assert likely(WANTED, Transform(WANTED.translation, tuple(-n for n in WANTED.rotation))) == ""


def test_without_a_rotation_no_slip_of_angles_is_named():
    wanted = Transform((0.3, 0.1, 0.2))
    assert likely(wanted, Transform((0.3, 0.2, 0.2))) == "offset"
    assert likely(wanted, Transform((-0.3, -0.1, -0.2))) == "sign"
    assert likely(wanted, Transform()) == "omit"


def test_what_is_no_slip_is_told_by_what_differs():
    t, q = WANTED.translation, WANTED.rotation
    assert likely(WANTED, Transform((1.0, 2.0, 3.0), q)) == "offset"
    assert likely(WANTED, Transform.from_rpy(*t[:2], z=t[2], yaw=2.0)) == "rotation"
    assert likely(WANTED, Transform.from_rpy(1.0, 2.0, yaw=2.0)) == "both"


def test_a_slip_that_cannot_have_happened_is_passed_over():
    quarter = Transform.from_rpy(0.3, yaw=math.pi / 2)
    seen = Transform.from_rpy(0.3, roll=math.pi / 2)
    assert likely(quarter, seen) == "yaw_first"
    assert likely(quarter, seen, without=("yaw_first",)) == "wxyz"


@given(lengths, lengths, lengths, angles, angles, angles, st.sampled_from(SLIPS))
def test_drawn_slips_are_found(x, y, z, roll, pitch, yaw, slip):
    wanted = Transform.from_rpy(x, y, z=z, roll=roll, pitch=pitch, yaw=yaw)
    value = slip.value(wanted)
    seen = Transform(wanted.translation, value.rotation) if slip.turn_only else value
    assume(not seen.is_close(wanted, tolerance=0.01))
    named = likely(wanted, seen)
    assert named not in ("", *OTHERS)
    assert next(s for s in SLIPS if s.name == named).fits(wanted, seen, tolerance=1e-3)
