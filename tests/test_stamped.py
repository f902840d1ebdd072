"""Five kinds of stamped messages moved by hand-calculated transforms, and by scipy."""

import copy
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from drawn import lengths, quaternions, same_rotation, transforms, vectors
from junk import name_of
from tfsandbox import StampedTransform, Transform
from tfsandbox.conversions import transform_message
from tfsandbox.errors import InputError, TypeException
from tfsandbox.messages import (
    Header,
    Point,
    Point32,
    PointStamped,
    Polygon,
    PolygonStamped,
    Pose,
    PoseStamped,
    PoseWithCovariance,
    PoseWithCovarianceStamped,
    Quaternion,
    Time,
    TransformStamped,
    Vector3,
    Vector3Stamped,
)
from tfsandbox.stamped import do_transform

HALF = math.sqrt(0.5)
HEADER = Header(Time(1, 5), "laser")
QUARTER = transform_message(
    StampedTransform("base_link", "laser", Transform.from_rpy(0.2, 0.0, z=0.1, yaw=math.pi / 2), 7_000_000_009)
)
"""T_base_laser: 0.2 ahead, 0.1 up, turned left by a quarter. Laser's x points along base's y."""


def moved(message, transform=QUARTER):
    result = do_transform(message, transform)
    assert result.header == Header(Time(7, 9), "base_link")
    assert type(result) is type(message)
    return result


def xyz(v):
    return (v.x, v.y, v.z)


def xyzw(q):
    return (q.x, q.y, q.z, q.w)


def test_a_point_is_turned_and_moved():
    assert xyz(moved(PointStamped(HEADER, Point(1, 0, 0))).point) == pytest.approx((0.2, 1.0, 0.1))


def test_a_vector_is_turned_only():
    assert xyz(moved(Vector3Stamped(HEADER, Vector3(1, 0, 3))).vector) == pytest.approx((0, 1, 3))
    assert QUARTER.transform.translation.x == 0.2


def test_a_pose_is_turned_and_moved():
    pose = moved(PoseStamped(HEADER, Pose(Point(1, 2, 3), Quaternion(0, 0, HALF, HALF)))).pose
    assert xyz(pose.position) == pytest.approx((-1.8, 1.0, 3.1))
    assert same_rotation(xyzw(pose.orientation), (0, 0, 1, 0))


def test_a_pose_comes_back_with_w_not_negative():
    pose = moved(PoseStamped(HEADER, Pose(Point(), Quaternion(0, 0, 0, -1)))).pose
    assert xyzw(pose.orientation) == pytest.approx((0, 0, HALF, HALF))


def test_the_covariance_turns_in_all_four_blocks():
    covariance = [0.0] * 36
    covariance[0], covariance[7], covariance[14] = 1.0, 2.0, 3.0  # xx, yy, zz
    covariance[21], covariance[28], covariance[35] = 4.0, 5.0, 6.0  # about x, y, z
    covariance[3] = covariance[18] = 7.0  # x with the turn about x
    message = PoseWithCovarianceStamped(HEADER, PoseWithCovariance(Pose(Point(1, 0, 0)), covariance))
    got = moved(message).pose
    assert xyz(got.pose.position) == pytest.approx((0.2, 1.0, 0.1))
    wanted = [0.0] * 36
    wanted[0], wanted[7], wanted[14] = 2.0, 1.0, 3.0
    wanted[21], wanted[28], wanted[35] = 5.0, 4.0, 6.0
    wanted[10] = wanted[25] = 7.0  # y with the turn about y
    assert list(got.covariance) == pytest.approx(wanted, abs=1e-12)


def test_a_polygon_moves_point_by_point():
    polygon = Polygon([Point32(1, 0, 0), Point32(0, 1, 0), Point32()])
    got = moved(PolygonStamped(HEADER, polygon)).polygon.points
    assert [xyz(p) for p in got] == [
        pytest.approx((0.2, 1.0, 0.1)),
        pytest.approx((-0.8, 0.0, 0.1)),
        pytest.approx((0.2, 0.0, 0.1)),
    ]
    assert moved(PolygonStamped(HEADER)).polygon.points == []


MESSAGES = [
    PointStamped(HEADER, Point(1, 2, 3)),
    Vector3Stamped(HEADER, Vector3(1, 2, 3)),
    PoseStamped(HEADER, Pose(Point(1, 2, 3))),
    PoseWithCovarianceStamped(HEADER, PoseWithCovariance(Pose(Point(1, 2, 3)), [1.0] * 36)),
    PolygonStamped(HEADER, Polygon([Point32(1, 2, 3)])),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: type(m).__name__)
def test_the_given_message_stays_as_it_was(message):
    before, turn = copy.deepcopy(message), copy.deepcopy(QUARTER)
    result = do_transform(message, QUARTER)
    assert message == before
    assert turn == QUARTER
    assert result != message
    result.header.stamp.sec = 99
    assert message.header == HEADER


@given(transforms, vectors, quaternions, st.lists(lengths, min_size=36, max_size=36))
def test_against_scipy(transform, position, rotation, covariance):
    turn = Rotation.from_quat(transform.rotation)
    message = transform_message(StampedTransform("base_link", "laser", transform, 7_000_000_009))
    pose = Pose(Point(*position), Quaternion(*rotation))
    got = moved(PoseWithCovarianceStamped(HEADER, PoseWithCovariance(pose, covariance)), message).pose
    assert xyz(got.pose.position) == pytest.approx(turn.apply(position) + transform.translation, abs=1e-9)
    assert same_rotation(xyzw(got.pose.orientation), (turn * Rotation.from_quat(rotation)).as_quat())
    both = np.kron(np.eye(2), turn.as_matrix())
    expected = both @ np.array(covariance).reshape(6, 6) @ both.T
    assert np.allclose(np.array(got.covariance).reshape(6, 6), expected, atol=1e-9)
    vector = moved(Vector3Stamped(HEADER, Vector3(*position)), message).vector
    assert xyz(vector) == pytest.approx(turn.apply(position), abs=1e-9)


def test_ros_messages_are_known_by_their_field_names():
    class PointStamped:
        def __init__(self):
            self.header = SimpleNamespace(stamp=SimpleNamespace(sec=1, nanosec=2), frame_id="laser")
            self.point = SimpleNamespace(x=1.0, y=0.0, z=0.0)

    got = do_transform(PointStamped(), QUARTER)
    assert type(got) is PointStamped
    assert got.point == SimpleNamespace(x=pytest.approx(0.2), y=pytest.approx(1.0), z=pytest.approx(0.1))
    assert (got.header.frame_id, got.header.stamp) == ("base_link", SimpleNamespace(sec=7, nanosec=9))


@pytest.mark.parametrize("junk", [None, 5, Point(), TransformStamped(), "PointStamped"], ids=name_of)
def test_other_types_are_refused_in_tf2s_words(junk):
    with pytest.raises(TypeException) as caught:
        do_transform(junk, QUARTER)
    assert caught.value.errstr == str(caught.value) == f"Type {type(junk)} is not loaded or supported"


BROKEN = {
    "no header": PointStamped(None, Point()),
    "no stamp": PointStamped(Header(None, "laser"), Point()),
    "no point": PointStamped(HEADER, None),
    "words": PointStamped(HEADER, Point("1", 2, 3)),
    "no pose": PoseStamped(HEADER, None),
    "no orientation": PoseStamped(HEADER, Pose(Point(), None)),
    "orientation of words": PoseStamped(HEADER, Pose(Point(), Quaternion("0", 0, 0, 1))),
    "short covariance": PoseWithCovarianceStamped(HEADER, PoseWithCovariance(Pose(), [1.0] * 35)),
    "covariance of words": PoseWithCovarianceStamped(HEADER, PoseWithCovariance(Pose(), ["1"] * 36)),
    "no points": PolygonStamped(HEADER, Polygon(None)),
    "points of words": PolygonStamped(HEADER, Polygon(["1"])),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_messages_are_refused(name):
    with pytest.raises(InputError):
        do_transform(BROKEN[name], QUARTER)


@pytest.mark.parametrize("junk", [None, 5, PointStamped()], ids=name_of)
def test_the_transform_has_to_be_one(junk):
    with pytest.raises(InputError, match=r"^transform is "):
        do_transform(PointStamped(HEADER), junk)
