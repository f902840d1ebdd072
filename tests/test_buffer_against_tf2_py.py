"""Drawn trees against tf2_py, the C++ core of ROS 2: numbers, classes, texts.

It runs against our own tf2_py face always, and against the real one where a ROS 2 is sourced.
"""

import os
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from drawn import SECOND, same_rotation, trees
from tfsandbox import BufferCore, StampedTransform, Time, Transform, messages, tf2_py_compat

DISTROS = {"humble": "humble", "jazzy": "jazzy", "kilted": "kilted", "rolling": "rolling"}
few = settings(
    max_examples=settings.default.max_examples // 2,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Peer:
    """A tf2_py module's BufferCore, asked with our values through its own methods."""

    def __init__(self, tf2_py, distro, message=messages.TransformStamped):
        self.tf2_py, self.distro, self.message_type = tf2_py, distro, message

    def play(self, tree):
        self.core = self.tf2_py.BufferCore(Time(seconds=10))
        for link in tree.published:
            setter = self.core.set_transform_static if link.static else self.core.set_transform
            assert setter(self.message(link.value), "somebody") is None

    def message(self, value):
        message = self.message_type()
        message.header.frame_id, message.child_frame_id = value.frame_id, value.child_frame_id
        message.header.stamp.sec, message.header.stamp.nanosec = divmod(value.stamp_ns, SECOND)
        t, q = message.transform.translation, message.transform.rotation
        t.x, t.y, t.z = value.transform.translation
        q.x, q.y, q.z, q.w = value.transform.rotation
        return message


@pytest.fixture(scope="module")
def our_peer():
    return Peer(tf2_py_compat, "jazzy")


@pytest.fixture(scope="module")
def real_peer(tf2_py_jazzy):
    geometry_msgs = pytest.importorskip("geometry_msgs.msg")
    distro = DISTROS.get(os.environ["ROS_DISTRO"], "rolling")
    return Peer(tf2_py_jazzy, distro, geometry_msgs.TransformStamped)


def outcome(question, *arguments):
    """What a lookup gives, as comparable data: numbers, or class and text."""
    try:
        return numbers(question(*arguments))
    except Exception as error:  # two packages' exceptions; a class that is not tf2's shows in the comparison
        return type(error).__name__, str(error)


def numbers(message):
    t, q, stamp = message.transform.translation, message.transform.rotation, message.header.stamp
    names = message.header.frame_id, message.child_frame_id
    return names, stamp.sec * SECOND + stamp.nanosec, (t.x, t.y, t.z), (q.x, q.y, q.z, q.w)


def same(got, wanted):
    if len(got) != 4 or len(wanted) != 4:
        return got == wanted
    near = got[2] == pytest.approx(wanted[2], rel=1e-9, abs=1e-9)
    return got[:2] == wanted[:2] and near and same_rotation(got[3], wanted[3])


def at(ns):
    return Time(nanoseconds=ns)


def compare_lookups(peer, tree):
    peer.play(tree)
    ours = tree.play(BufferCore(distro=peer.distro))
    for target in (*tree.frames, "nowhere", "", "/f0"):
        for source in tree.frames:
            for ns in tree.times_ns:
                question = target, source, at(ns)
                got, wanted = (
                    outcome(ours.lookup_transform, *question),
                    outcome(peer.core.lookup_transform_core, *question),
                )
                assert same(got, wanted), (question, got, wanted)
                yes = ours.can_transform(*question, return_debug_tuple=True)
                assert yes == peer.core.can_transform_core(*question)


def compare_time_travel(peer, tree):
    peer.play(tree)
    ours = tree.play(BufferCore(distro=peer.distro))
    for target, source, fixed in zip(tree.frames, tree.frames[1:], tree.frames[2:], strict=False):
        for then, now in zip(tree.times_ns, tree.times_ns[1:], strict=False):
            question = target, at(then), source, at(now), fixed
            got = outcome(ours.lookup_transform_full, *question)
            wanted = outcome(peer.core.lookup_transform_full_core, *question)
            assert same(got, wanted), (question, got, wanted)
            yes = ours.can_transform_full(*question, return_debug_tuple=True)
            assert yes == peer.core.can_transform_full_core(*question)


def compare_listings(peer, tree):
    peer.play(tree)
    ours = tree.play(BufferCore(distro=peer.distro))
    assert ours.all_frames_as_yaml() == peer.core.all_frames_as_yaml()
    assert ours.all_frames_as_string() == peer.core.all_frames_as_string()
    assert ours.get_frame_names() == list(peer.core._getFrameStrings())
    assert ours.all_frames_as_dot() == peer.core._allFramesAsDot()
    for target in tree.frames:
        for source in tree.frames:
            got, wanted = (common_time(core, target, source) for core in (ours, peer.core))
            assert got == wanted, (target, source)


def common_time(core, target, source):
    try:
        return core.get_latest_common_time(target, source).nanoseconds
    except Exception as error:
        return type(error).__name__, str(error)


COMPARISONS = {"lookups": compare_lookups, "time travel": compare_time_travel, "listings": compare_listings}


@pytest.mark.parametrize("comparison", COMPARISONS)
@few
@given(tree=trees())
def test_our_own_face_of_tf2_py(our_peer, comparison, tree):
    COMPARISONS[comparison](our_peer, tree)


@pytest.mark.parametrize("comparison", COMPARISONS)
@few
@given(tree=trees())
def test_the_real_tf2_py(real_peer, comparison, tree):
    assume(not tree.turns_either_way)
    COMPARISONS[comparison](real_peer, tree)


junk_rotations = st.tuples(*[st.sampled_from([0.0, 0.5, -1.0, 1.0049, 2.0, float("nan"), float("inf")])] * 4)
names = st.sampled_from(["", "/", "/a", "a", "b", "//a"])


@few
@given(parent=names, child=names, rotation=junk_rotations)
def test_the_real_tf2_py_refuses_the_same(real_peer, parent, child, rotation):
    value = StampedTransform(parent, child, Transform((1, 2, 3), rotation), SECOND)
    ours = BufferCore(distro=real_peer.distro)
    ours.set_transform(value)
    real_peer.play(SimpleNamespace(published=()))
    real_peer.core.set_transform(real_peer.message(value), "default_authority")
    assert ours.get_frame_names() == list(real_peer.core._getFrameStrings())
    for target, source in (("a", "b"), ("b", "a")):
        question = target, source, at(SECOND)
        wanted = outcome(real_peer.core.lookup_transform_core, *question)
        assert same(outcome(ours.lookup_transform, *question), wanted)


def test_a_difference_is_noticed():
    name, stamp, t, q = ("a", "b"), 5, (1.0, 2.0, 3.0), (0.0, 0.0, 0.6, 0.8)
    assert same((name, stamp, t, q), (name, stamp, t, tuple(-n for n in q)))
    assert not same((name, stamp, t, q), (name, stamp + 1, t, q))
    assert not same((name, stamp, t, q), (name, stamp, (1.0, 2.0, 3.00001), q))
    assert not same((name, stamp, t, q), ("LookupException", "text"))
