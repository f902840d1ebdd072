"""The numbers of the floor and the shelf, and of the laser, worked out by hand: the geometry alone, no buffer.

Floor A; shelf B is 1 m above A; a cup stands 0.5 m above the shelf.
"""

from __future__ import annotations

import math

import pytest

from tfsandbox.geometry import Transform

UP = Transform((0.0, 0.0, 1.0))
DOWN = Transform((0.0, 0.0, -1.0))
CUP = (0.0, 0.0, 0.5)


def close(expected):
    return pytest.approx(expected, abs=1e-9)


def test_01_plus_one_with_swapped_names_puts_the_shelf_at_minus_one():
    assert UP.inverse().translation == close((0, 0, -1))


def test_02_plus_one_with_a_flipped_sign_puts_the_shelf_at_minus_one():
    assert DOWN.translation == close((0, 0, -1))


def test_03_either_way_the_gap_is_two_metres():
    assert math.dist(UP.inverse().translation, UP.translation) == close(2)
    assert math.dist(DOWN.translation, UP.translation) == close(2)


def test_04_the_cup_moves_from_one_and_a_half_to_minus_one_half():
    assert UP @ CUP == close((0, 0, 1.5))
    assert DOWN @ CUP == close((0, 0, -0.5))


def test_05_data_from_shelf_to_floor_adds_one():
    assert (UP @ (0.0, 0.0, 0.5))[2] == close(1.5)


def test_06_data_from_floor_to_shelf_subtracts_one():
    assert (UP.inverse() @ (0.0, 0.0, 1.5))[2] == close(0.5)


def test_07_a_laser_backwards_is_at_minus_0_2_gap_0_4_ratio_2():
    mount = Transform((0.2, 0.0, 0.0))
    seen = mount.inverse().translation
    gap = math.dist(seen, mount.translation)
    assert seen == close((-0.2, 0, 0))
    assert (gap, gap / 0.2) == close((0.4, 2))


def test_08_an_omitted_0_3_is_a_gap_of_0_3_and_ratio_1():
    gap = math.dist((0.0, 0.0, 0.0), (0.3, 0.0, 0.0))
    assert (gap, gap / 0.3) == close((0.3, 1))


def test_09_at_yaw_90_r_transposed_t_is_minus_0_2_on_y():
    mount = Transform.from_rpy(0.2, yaw=math.pi / 2)
    assert mount.inverse().rotate(mount.translation) == close((0, -0.2, 0))


def test_10_at_yaw_90_the_inverse_translation_is_plus_0_2_on_y_not_minus_0_2_on_x():
    mount = Transform.from_rpy(0.2, yaw=math.pi / 2)
    assert mount.inverse().translation == close((0, 0.2, 0))
    assert mount.inverse().translation != close((-0.2, 0, 0))
