"""Every rotation and rigid transform against scipy's Rotation and RigidTransform."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from scipy.spatial.transform import RigidTransform, Rotation, Slerp

from drawn import angles, any_quaternions, quaternions, ratios, same_rotation, transforms, vectors
from tfsandbox import geometry
from tfsandbox.geometry import Transform

TURNED_HALF = [(1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.6, 0.8, 0.0, 0.0)]


def scipys(t: Transform) -> RigidTransform:
    return RigidTransform.from_components(t.translation, Rotation.from_quat(t.rotation))


def close(a, b, tolerance=1e-9):
    return np.allclose(a, b, rtol=1e-12, atol=tolerance)


@given(quaternions, quaternions)
def test_product(a, b):
    expected = Rotation.from_quat(a) * Rotation.from_quat(b)
    assert same_rotation(geometry.multiply(a, b), expected.as_quat())


@given(quaternions, vectors)
def test_rotate(q, v):
    assert close(geometry.rotate(q, v), Rotation.from_quat(q).apply(v))


@given(quaternions)
def test_conjugate_is_inverse(q):
    assert same_rotation(geometry.conjugate(q), Rotation.from_quat(q).inv().as_quat())


@given(any_quaternions)
@example((0.0, 0.0, 0.0, 2.0))
@example((1.0, 1.0, 1.0, 1.0))
@example((0.0, 0.0, 90.0, 1.0))
def test_matrix_of_any_length(q):
    assert close(geometry.rows_from_quaternion(q), Rotation.from_quat(q).as_matrix())


@given(any_quaternions)
@example(TURNED_HALF[0])
@example(TURNED_HALF[1])
@example(TURNED_HALF[2])
@example(TURNED_HALF[3])
def test_quaternion_of_a_matrix(q):
    m = Rotation.from_quat(q).as_matrix()
    got = geometry.quaternion_from_rows(tuple(map(tuple, m.tolist())))
    assert same_rotation(got, Rotation.from_quat(q).as_quat(), 1e-7)
    assert close(geometry.rows_from_quaternion(got), m)


@given(quaternions, quaternions, ratios)
def test_slerp(a, b, ratio):
    dot = abs(sum(m * n for m, n in zip(a, b, strict=True)))
    assume(dot > 1e-6)  # half a turn apart, both ways are as short
    expected = Slerp([0, 1], Rotation.from_quat([a, b]))(ratio)
    # acos, as tf2 has it, loses half of the digits near zero
    assert same_rotation(geometry.slerp(a, b, ratio), expected.as_quat(), 1e-7)


@given(angles, angles, angles)
def test_rpy_to_quaternion(roll, pitch, yaw):
    expected = Rotation.from_euler("xyz", [roll, pitch, yaw])
    assert same_rotation(geometry.quaternion_from_rpy(roll, pitch, yaw), expected.as_quat())


@given(any_quaternions)
def test_quaternion_to_rpy(q):
    r = Rotation.from_quat(q)
    m = r.as_matrix()
    assume(abs(m[2][0]) < 0.999999)  # gimbal lock is tf2's own choice: see test_geometry
    apart = np.array(geometry.rpy_from_quaternion(q)) - r.as_euler("xyz")
    assert np.allclose(np.remainder(apart + 1, math.tau), 1, atol=1e-6)  # pi and -pi are one heading


@given(quaternions, quaternions)
def test_angle_between(a, b):
    expected = (Rotation.from_quat(a).inv() * Rotation.from_quat(b)).magnitude()
    assert geometry.angle_between(a, b) == pytest.approx(expected, abs=1e-7)
    assert 0 <= geometry.angle_between(a, b) <= math.pi


@given(transforms, transforms)
def test_compose(a, b):
    assert close((a @ b).as_matrix(), (scipys(a) * scipys(b)).as_matrix(), 1e-8)


@given(transforms)
def test_inverse(t):
    assert close(t.inverse().as_matrix(), scipys(t).inv().as_matrix())


@given(transforms, vectors)
def test_points_and_directions(t, p):
    assert close(t @ p, scipys(t).apply(p))
    assert close(t.rotate(p), scipys(t).rotation.apply(p))
    assert close(t.inverse() @ p, scipys(t).apply(p, inverse=True))


@given(transforms)
def test_matrix(t):
    assert close(t.as_matrix(), scipys(t).as_matrix())
    assert close(t.rows(), scipys(t).as_matrix())


@given(transforms, transforms, ratios)
def test_interpolate_turns_as_slerp_and_moves_straight(a, b, ratio):
    assume(abs(sum(m * n for m, n in zip(a.rotation, b.rotation, strict=True))) > 1e-6)
    between = a.interpolate(b, ratio)
    assert close(between.translation, (1 - ratio) * np.array(a.translation) + ratio * np.array(b.translation))
    expected = Slerp([0, 1], Rotation.from_quat([a.rotation, b.rotation]))(ratio)
    assert same_rotation(between.rotation, expected.as_quat(), 1e-7)
