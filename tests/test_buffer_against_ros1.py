"""Drawn trees against Debian's tf2_py: the C++ core of ROS 1.

Compared is where both generations agree: whether a lookup succeeds, and its numbers, for rotations of unit length that
are not half a turn apart (there the last bits decide which way to turn, and Jazzy normalises them) and distinct stamps
within the cache (ROS 1 refuses a second sample of one stamp). Stamps are small because its Python
binding turns every time into a float, which is exact to the nanosecond only there.
"""

import pytest
from hypothesis import HealthCheck, assume, given, settings

from drawn import SECOND, same_rotation, trees
from tfsandbox import Buffer, Time
from tfsandbox.errors import TransformException

quiet = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


class Ros1:
    """ROS 1's buffer, asked with our values."""

    def __init__(self, modules, tree):
        self.modules = modules
        self.core = modules.tf2_py.BufferCore(modules.genpy.Duration(10))
        for link in tree.published:
            setter = self.core.set_transform_static if link.static else self.core.set_transform
            setter(self.message(link.value), "somebody")

    def time(self, ns):
        return self.modules.genpy.Time(ns // SECOND, ns % SECOND)

    def message(self, value):
        message = self.modules.geometry_msgs.msg.TransformStamped()
        message.header.frame_id, message.child_frame_id = value.frame_id, value.child_frame_id
        message.header.stamp = self.time(value.stamp_ns)
        t, q = message.transform.translation, message.transform.rotation
        t.x, t.y, t.z = value.transform.translation
        q.x, q.y, q.z, q.w = value.transform.rotation
        return message

    def ask(self, question):
        try:
            return question()
        except self.modules.tf2_py.TransformException as error:
            return error

    def lookup(self, target, source, ns):
        return self.ask(lambda: self.core.lookup_transform_core(target, source, self.time(ns)))

    def lookup_full(self, target, target_ns, source, source_ns, fixed):
        times = self.time(target_ns), self.time(source_ns)
        return self.ask(lambda: self.core.lookup_transform_full_core(target, times[0], source, times[1], fixed))


def ours(question, *arguments):
    try:
        return question(*arguments)
    except TransformException as error:
        return error


def numbers(message):
    t, q = message.transform.translation, message.transform.rotation
    return (t.x, t.y, t.z), (q.x, q.y, q.z, q.w)


def assert_same(got, wanted, question):
    assert isinstance(got, Exception) is isinstance(wanted, Exception), (question, got, wanted)
    if isinstance(got, Exception):
        return
    (t1, q1), (t2, q2) = numbers(got), numbers(wanted)
    assert t1 == pytest.approx(t2, rel=1e-9, abs=1e-9), question
    assert same_rotation(q1, q2), question
    assert got.header.stamp.sec * SECOND + got.header.stamp.nanosec == wanted.header.stamp.to_nsec(), question
    assert (got.header.frame_id, got.child_frame_id) == (wanted.header.frame_id, wanted.child_frame_id)


@quiet
@given(tree=trees(start_ns=1000 * SECOND))
def test_every_lookup(ros1_tf2, tree):
    assume(not tree.turns_either_way)
    buffer, theirs = tree.play(Buffer()), Ros1(ros1_tf2, tree)
    for target in tree.frames:
        for source in tree.frames:
            for ns in tree.times_ns:
                got = ours(buffer.lookup_transform, target, source, Time(nanoseconds=ns))
                assert_same(got, theirs.lookup(target, source, ns), (target, source, ns))


@quiet
@given(tree=trees(start_ns=1000 * SECOND))
def test_time_travel(ros1_tf2, tree):
    assume(not tree.turns_either_way)
    buffer, theirs = tree.play(Buffer()), Ros1(ros1_tf2, tree)
    known = buffer.get_frame_names()
    for target, source, fixed in zip(known, known[1:], known[2:], strict=False):
        for then, now in zip(tree.times_ns[1:], tree.times_ns[2:], strict=False):
            question = target, Time(nanoseconds=then), source, Time(nanoseconds=now), fixed
            got = ours(buffer.lookup_transform_full, *question)
            assert_same(got, theirs.lookup_full(target, then, source, now, fixed), question)


@quiet
@given(tree=trees(start_ns=1000 * SECOND))
def test_yes_or_no_names_and_common_time(ros1_tf2, tree):
    buffer, theirs = tree.play(Buffer()), Ros1(ros1_tf2, tree)
    assert sorted(buffer.get_frame_names()) == sorted(theirs.core._getFrameStrings())
    assert buffer.all_frames_as_string() == theirs.core.all_frames_as_string()
    for target in buffer.get_frame_names():
        for source in buffer.get_frame_names():
            for ns in tree.times_ns:
                possible, _ = theirs.core.can_transform_core(target, source, theirs.time(ns))
                assert buffer.can_transform(target, source, Time(nanoseconds=ns)) == bool(possible)
            common = theirs.ask(lambda pair=(target, source): theirs.core.get_latest_common_time(*pair))
            got = ours(buffer.get_latest_common_time, target, source)
            assert isinstance(got, Exception) is isinstance(common, Exception)
            assert isinstance(got, Exception) or got.nanoseconds == common.to_nsec()
