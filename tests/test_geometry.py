"""Axioms, conventions and errors of the plain geometry."""

import math
import pickle

import pytest
from hypothesis import example, given

from drawn import angles, any_quaternions, quaternions, ratios, same_rotation, transforms, vectors
from junk import name_of
from tfsandbox import geometry
from tfsandbox.errors import InputError
from tfsandbox.geometry import IDENTITY_ROTATION, Transform, canonical, quaternion_from_rows, rows_from_quaternion

HALF = math.sqrt(0.5)
IDENTITY = Transform()


@given(transforms, transforms, transforms)
def test_composing_is_associative(a, b, c):
    assert ((a @ b) @ c).is_close(a @ (b @ c), tolerance=1e-8)


@given(transforms)
def test_identity_changes_nothing(t):
    assert (IDENTITY @ t).is_close(t)
    assert (t @ IDENTITY).is_close(t)


@given(transforms)
def test_inverse_undoes(t):
    assert (t @ t.inverse()).is_close(IDENTITY, tolerance=1e-8)
    assert (t.inverse() @ t).is_close(IDENTITY, tolerance=1e-8)
    assert t.inverse().inverse().is_close(t, tolerance=1e-8)


@given(transforms, transforms)
def test_inverse_of_a_product_turns_the_order(a, b):
    assert (a @ b).inverse().is_close(b.inverse() @ a.inverse(), tolerance=1e-8)


@given(transforms, transforms, vectors)
def test_a_product_moves_points_one_after_the_other(a, b, p):
    assert (a @ b) @ p == pytest.approx(a @ (b @ p), abs=1e-8)


@given(transforms, vectors, vectors)
def test_distances_stay(t, p, q):
    assert math.dist(t @ p, t @ q) == pytest.approx(math.dist(p, q), abs=1e-8)


@given(any_quaternions)
@example((1.0, 0.0, 0.0, 0.0))
@example((0.0, 0.0, 1.0, 1e-200))
@example((0.5, 0.5, 0.5, 0.5))
@example((-0.5, -0.5, -0.5, -0.5))
@example((0.0, 0.0, 0.0, -1.0))
def test_canonical_is_the_way_through_a_matrix(q):
    assert canonical(q) == quaternion_from_rows(rows_from_quaternion(q))


@given(any_quaternions)
def test_canonical_has_unit_length_and_turns_alike(q):
    got = canonical(q)
    assert math.hypot(*got) == pytest.approx(1, abs=1e-12)
    assert got[3] > 0 or max(got[:3], key=abs) > 0
    assert geometry.angle_between(q, got) < 1e-7


@given(any_quaternions)
def test_a_rotation_and_its_negative_are_one(q):
    negative = tuple(-n for n in q)
    assert Transform(rotation=canonical(q)).is_close(Transform(rotation=canonical(negative)), tolerance=1e-7)
    unit = canonical(q)
    assert Transform(rotation=unit).is_close(Transform(rotation=tuple(-n for n in unit)))


@pytest.mark.parametrize("q", [(0.0, 0.0, 0.0, 0.0), (math.nan, 0.0, 0.0, 1.0), (0.0, 0.0, math.inf, 0.0)])
def test_canonical_of_no_rotation_is_nan(q):
    assert any(math.isnan(n) for n in canonical(q))


def test_canonical_of_an_overflowing_rotation_is_identity():
    assert canonical((0.0, 0.0, 1e160, 1.0)) == IDENTITY_ROTATION


@given(quaternions, quaternions)
def test_slerp_starts_and_ends(a, b):
    assert same_rotation(geometry.slerp(a, b, 0.0), a, 1e-7)
    assert same_rotation(geometry.slerp(a, b, 1.0), b, 1e-7)


@given(quaternions, quaternions, ratios)
def test_slerp_takes_the_shorter_way(a, b, ratio):
    between = geometry.slerp(a, b, ratio)
    whole = geometry.angle_between(a, b)
    assert whole <= math.pi + 1e-12
    assert geometry.angle_between(a, between) == pytest.approx(ratio * whole, abs=1e-6)


@given(quaternions, ratios)
def test_slerp_between_equals_is_the_older(q, ratio):
    assert same_rotation(geometry.slerp(q, q, ratio), q, 1e-7)


def test_yaw_turns_x_to_y():
    q = geometry.quaternion_from_rpy(0, 0, math.pi / 2)
    assert q == pytest.approx((0, 0, HALF, HALF))
    assert geometry.rotate(q, (1, 0, 0)) == pytest.approx((0, 1, 0))


def test_rpy_is_about_fixed_axes_roll_first():
    q = geometry.quaternion_from_rpy(math.pi / 2, 0, math.pi / 2)
    # y turns to z by the roll, then z stays; x stays by the roll, then turns to y
    assert geometry.rotate(q, (0, 1, 0)) == pytest.approx((0, 0, 1), abs=1e-12)
    assert geometry.rotate(q, (1, 0, 0)) == pytest.approx((0, 1, 0), abs=1e-12)


@given(angles, angles.map(lambda a: a * 0.49), angles)
def test_rpy_reads_back(roll, pitch, yaw):
    t = Transform.from_rpy(1, 2, z=3, roll=roll, pitch=pitch, yaw=yaw)
    again = geometry.quaternion_from_rpy(*t.rpy)
    assert t.translation == (1, 2, 3)
    assert same_rotation(again, t.rotation, 1e-7)
    assert t.yaw == t.rpy[2]


@pytest.mark.parametrize("sign", [1, -1])
def test_gimbal_lock_has_no_yaw(sign):
    roll, pitch, yaw = geometry.rpy_from_quaternion((0.0, sign * 1.0, 0.0, 1.0))
    assert (pitch, yaw) == (sign * math.pi / 2, 0.0)
    assert roll == 0


def test_zero_rotation_has_a_nan_matrix():
    assert all(math.isnan(n) for row in rows_from_quaternion((0.0, 0.0, 0.0, 0.0)) for n in row)


def test_a_transform_is_a_frozen_value():
    t = Transform([1, 2, 3], (0, 0, 0, 1))
    assert t.translation == (1.0, 2.0, 3.0)
    assert all(type(n) is float for n in (*t.translation, *t.rotation))
    assert t == Transform((1, 2, 3))
    assert hash(t) == hash(Transform((1, 2, 3)))
    assert pickle.loads(pickle.dumps(t)) == t
    with pytest.raises(AttributeError):
        t.translation = (0, 0, 0)


def test_what_broken_robots_publish_is_kept():
    broken = Transform((math.nan, math.inf, 0), (0, 0, 90, 1))
    assert math.isnan(broken.translation[0])
    assert broken.rotation == (0, 0, 90, 1)
    assert not broken.is_close(broken)


def test_is_close_looks_at_both_parts():
    near = Transform((0.001, 0, 0), geometry.quaternion_from_rpy(0, 0, 0.001))
    assert near.is_close(IDENTITY, tolerance=0.002)
    assert not Transform((0.001, 0, 0)).is_close(IDENTITY)
    assert not Transform(rotation=near.rotation).is_close(IDENTITY)


NO_VECTOR = [None, 1, "123", (1, 2), (1, 2, 3, 4), (1, 2, "3"), (1, 2, True), (1, 2, None), (1, 2, 10**400), b"123"]
CASES = {
    "translation": lambda junk: Transform(junk),
    "rotation": lambda junk: Transform(rotation=junk if not isinstance(junk, tuple) else (*junk, "w")),
    "point": lambda junk: IDENTITY @ junk,
    "vector": lambda junk: IDENTITY.rotate(junk),
}


@pytest.mark.parametrize("junk", NO_VECTOR, ids=name_of)
@pytest.mark.parametrize("argument", CASES)
def test_numbers_that_are_none_are_named(argument, junk):
    with pytest.raises(InputError, match=rf"^{argument} is .*: give .* numbers$") as caught:
        CASES[argument](junk)
    assert caught.value.argument == argument


@pytest.mark.parametrize("angle", [math.nan, math.inf, "1", None])
def test_angles_have_to_be_finite(angle):
    with pytest.raises(InputError, match=r"^\(roll, pitch, yaw\)"):
        Transform.from_rpy(yaw=angle)


def test_other_operands_are_refused():
    with pytest.raises(InputError, match=r"^point is"):
        IDENTITY @ {"x": 1}
    with pytest.raises(TypeError):
        2 @ IDENTITY
