"""Many lookups at once: the same answers as one by one, and the same errors."""

import builtins

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawn import EPOCH_NS, SECOND, same_rotation, trees
from junk import name_of
from tfsandbox import Buffer, StampedTransform, Time, Transform, messages
from tfsandbox.buffer import RULES
from tfsandbox.buffer.batch import Lookups
from tfsandbox.errors import (
    ExtrapolationException,
    InputError,
    LookupException,
    MissingPackageError,
    TransformException,
)

distros = st.sampled_from(sorted(RULES))
few = settings(max_examples=settings.default.max_examples // 2)


def one(buffer, target, source, ns):
    try:
        return buffer.lookup_transform(target, source, Time(nanoseconds=ns))
    except TransformException as error:
        return error


def assert_same(buffer, target, source, times_ns):
    many = buffer.lookup_transforms(target, source, times_ns=np.array(times_ns, dtype=np.int64))
    assert len(many) == len(times_ns)
    for i, ns in enumerate(times_ns):
        wanted = one(buffer, target, source, ns)
        if isinstance(wanted, TransformException):
            got = many.errors[i]
            assert (type(got), str(got)) == (type(wanted), str(wanted))
            assert np.isnan(many.translations[i]).all()
            assert np.isnan(many.rotations[i]).all()
            with pytest.raises(type(wanted)):
                many[i]
        else:
            assert i not in many.errors
            t, q, stamp = wanted.transform.translation, wanted.transform.rotation, wanted.header.stamp
            assert many.translations[i] == pytest.approx((t.x, t.y, t.z), rel=1e-12, abs=1e-9, nan_ok=True)
            assert same_rotation(many.rotations[i], (q.x, q.y, q.z, q.w))
            assert many.stamps_ns[i] == stamp.sec * SECOND + stamp.nanosec
            assert many[i] == Transform(tuple(many.translations[i]), tuple(many.rotations[i])) or np.isnan(t.x)


def assert_all_same(buffer, tree):
    for target in (*tree.frames, "nowhere"):
        for source in tree.frames:
            assert_same(buffer, target, source, tree.times_ns)


@few
@given(trees(), distros)
def test_drawn_trees(tree, distro):
    assert_all_same(tree.play(Buffer(distro=distro)), tree)


@few
@given(trees(), distros, st.data())
def test_pruned_and_cleared(tree, distro, data):
    buffer = tree.play(Buffer(3, distro=distro))
    assert_all_same(buffer, tree)
    buffer.clear()
    for link in tree.published:
        if data.draw(st.booleans()):
            buffer.set_transform(link.value, static=link.static)
    assert_all_same(buffer, tree)


@few
@given(trees(), distros, st.data())
def test_loops_and_repeated_stamps(tree, distro, data):
    buffer = tree.play(Buffer(distro=distro))
    stamps = [link.value.stamp_ns for link in tree.published] or [EPOCH_NS]
    pairs = st.tuples(*[st.sampled_from([*tree.frames, "NO_PARENT"])] * 2)
    for parent, child in data.draw(st.lists(pairs, max_size=4)):
        value = StampedTransform(parent, child, Transform((1, 2, 3)), data.draw(st.sampled_from(stamps)))
        buffer.set_transform(value, static=data.draw(st.booleans()))
    assert_all_same(buffer, tree)


def test_two_parents_at_one_stamp():
    buffer = Buffer()
    for parent, child in (("a", "b"), ("a", "c"), ("b", "c")):
        buffer.set_transform(StampedTransform(parent, child, Transform((1, 2, 3)), SECOND))
    for target in "abc":
        for source in "abc":
            assert_same(buffer, target, source, [0, SECOND])


@few
@given(st.tuples(*[st.sampled_from([0.0, 1.0, np.inf, -np.inf, 1e308])] * 3), distros)
def test_infinite_and_huge_numbers(translation, distro):
    buffer = Buffer(distro=distro)
    for parent, child in (("a", "b"), ("b", "c"), ("a", "d")):
        for second in (1, 2):
            value = Transform(translation, (0.0, 0.0, 0.6, 0.8))
            buffer.set_transform(StampedTransform(parent, child, value, second * SECOND))
    for target in "abcd":
        for source in "abcd":
            assert_same(buffer, target, source, [SECOND, 3 * SECOND // 2, 2 * SECOND])


@pytest.mark.parametrize("distro", ["kilted", "rolling"])
def test_rotations_a_little_too_long_are_kept(distro):
    buffer = Buffer(distro=distro)
    for parent, child in (("a", "b"), ("b", "c"), ("a", "d")):
        for second in (1, 2):
            value = Transform((1, second, 0), (0, 0, 0.6 * 1.004, (-1) ** second * 0.8 * 1.004))
            assert buffer.set_transform(StampedTransform(parent, child, value, second * SECOND))
    for target in "abcd":
        for source in "abcd":
            assert_same(buffer, target, source, [SECOND, 3 * SECOND // 2, 2 * SECOND])


def test_far_from_the_origin_nothing_is_lost():
    buffer = Buffer()
    buffer.set_transform_static(StampedTransform("utm", "odom", Transform((5e9, 4e9, 0), (0, 0, 0.6, 0.8))))
    buffer.set_transform_static(StampedTransform("odom", "base_link", Transform((0.125, 0.25, 0.5))))
    for target, source, x in (("odom", "base_link", 0.125), ("base_link", "odom", -0.125)):
        many = buffer.lookup_transforms(target, source, times_ns=[SECOND])
        assert many[0].translation[0] == x


def moving():
    buffer = Buffer()
    for second in range(6):
        buffer.set_transform(
            StampedTransform("odom", "base_link", Transform((second, 0, 0)), EPOCH_NS + second * SECOND)
        )
    return buffer


def test_epoch_size_stamps_are_exact():
    buffer = moving()
    times_ns = EPOCH_NS + np.array([0, 1, SECOND // 4, 5 * SECOND - 1, 5 * SECOND])
    many = buffer.lookup_transforms("odom", "base_link", times_ns=times_ns)
    assert not many.errors
    assert many.stamps_ns.tolist() == times_ns.tolist()
    assert many.translations[:, 0] == pytest.approx([0, 1e-9, 0.25, 5 - 1e-9, 5], abs=1e-15)


def test_every_kind_of_time():
    buffer = Buffer()
    for second in (1, 2):
        buffer.set_transform(StampedTransform("a", "b", Transform((second, 0, 0)), second * SECOND))
    kinds = [1.5, Time(seconds=1.5), messages.Time(1, 500_000_000), None, 2, np.float32(1.5)]
    assert buffer.lookup_transforms("a", "b", kinds).translations[:, 0].tolist() == [1.5, 1.5, 1.5, 2.0, 2.0, 1.5]
    for array in (np.array([1.5, 2.0]), np.array([1.5, 2.0], dtype=np.float32), (t for t in (1.5, 2.0))):
        assert buffer.lookup_transforms("a", "b", array).translations[:, 0].tolist() == [1.5, 2.0]
    assert buffer.lookup_transforms("a", "b", np.array([1, 2], dtype=np.uint8)).translations[:, 0].tolist() == [1, 2]
    for whole in ([SECOND], (SECOND,), np.array([SECOND], dtype=np.uint64), np.array([SECOND], dtype=np.int32)):
        assert buffer.lookup_transforms("a", "b", times_ns=whole).translations[:, 0].tolist() == [1.0]


@pytest.mark.parametrize("nothing", [[], (), np.array([])])
def test_no_times_no_answers(nothing):
    for many in (
        moving().lookup_transforms("odom", "base_link", nothing),
        moving().lookup_transforms("x", "y", nothing),
    ):
        assert len(many) == 0
        assert list(many) == []
        assert many.translations.shape == (0, 3)


def test_lookups_are_a_sequence():
    many = moving().lookup_transforms("odom", "base_link", times_ns=EPOCH_NS + np.arange(3) * SECOND)
    assert [t.translation[0] for t in many] == [0.0, 1.0, 2.0]
    assert many[-1] == many[2] == many[np.int64(2)]
    assert isinstance(many, Lookups)
    for junk in (3, -4, "0", None, 1.0, slice(0, 1)):
        with pytest.raises(InputError, match=r"^index is .*there are 3 lookups"):
            many[junk]


def test_lookups_cannot_be_written_to():
    many = moving().lookup_transforms("odom", "base_link", times_ns=[EPOCH_NS])
    for array in (many.stamps_ns, many.translations, many.rotations):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_times_given_stay_as_they_are():
    times_ns = np.array([EPOCH_NS, 0])
    many = moving().lookup_transforms("odom", "base_link", times_ns=times_ns)
    assert times_ns.tolist() == [EPOCH_NS, 0]
    assert many.stamps_ns.tolist() == [EPOCH_NS, EPOCH_NS + 5 * SECOND]
    times_ns[0] = 5
    assert many.stamps_ns[0] == EPOCH_NS


def test_errors_are_tf2s_own():
    many = moving().lookup_transforms("odom", "base_link", times_ns=[EPOCH_NS - 1, EPOCH_NS, EPOCH_NS + 6 * SECOND])
    assert set(many.errors) == {0, 2}
    assert "into the past" in str(many.errors[0])
    assert "into the future" in str(many.errors[2])
    assert type(many.errors[0]) is ExtrapolationException
    assert many.errors[2].__notes__
    with pytest.raises(LookupException, match="lamp"):
        moving().lookup_transforms("odom", "lamp", [0])[0]


JUNK_TIMES = {
    "times": [None, 5, "ab", object(), np.array(5.0)],
    "times[1]": [[1, "x"], [1, float("nan")], np.array([1, np.inf]), np.array([1, 1e300]), np.array([[1], [2]])[:, :],
                 np.array([1, -(2**63)]), np.array([1, 2**63], dtype=np.uint64), np.array([1, 1e10])],
    "times[0]": [np.array(["a"]), np.array([True]), np.array([1j]), np.array([[1.0]]), {"a": 1}, "x"],
}  # fmt: skip


@pytest.mark.parametrize(("argument", "junk"), [(a, j) for a, junks in JUNK_TIMES.items() for j in junks], ids=name_of)
def test_times_that_are_none(argument, junk):
    argument = "times[0]" if isinstance(junk, str) or getattr(junk, "ndim", 1) == 2 else argument
    with pytest.raises(InputError) as caught:
        moving().lookup_transforms("odom", "base_link", junk)
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    "junk", [5, "5", [1.0], [[1]], [None], [2**64], [True], np.array([1e9]), object()], ids=name_of
)
def test_nanoseconds_that_are_none(junk):
    with pytest.raises(InputError, match=r"^times_ns is "):
        moving().lookup_transforms("odom", "base_link", times_ns=junk)


def test_either_kind_of_times():
    for times in ({}, {"times": [0], "times_ns": [0]}):
        with pytest.raises(InputError, match="either times or times_ns"):
            moving().lookup_transforms("odom", "base_link", **times)


@pytest.mark.parametrize(("target", "source", "argument"), [(None, "a", "target_frame"), ("a", 5, "source_frame")])
def test_names_have_to_be_text(target, source, argument):
    with pytest.raises(InputError, match=f"^{argument} is "):
        moving().lookup_transforms(target, source, [0])


def test_without_numpy_it_says_what_to_install(monkeypatch):
    honest = builtins.__import__

    def without_numpy(name, *args, **kwargs):
        if name == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'")
        return honest(name, *args, **kwargs)

    buffer = moving()
    monkeypatch.setattr(builtins, "__import__", without_numpy)
    for times in ({"times": [1.0]}, {"times_ns": [1]}):
        with pytest.raises(MissingPackageError, match=r'pip install "tfsandbox\[numpy\]"'):
            buffer.lookup_transforms("odom", "base_link", **times)
    with pytest.raises(MissingPackageError, match="as_matrix needs numpy"):
        Transform().as_matrix()


@pytest.mark.parametrize("static", [False, True])
def test_a_frame_that_is_called_no_parent_joins_nothing(static):
    buffer = Buffer()
    for parent, child in (("f0", "NO_PARENT"), ("NO_PARENT", "f1"), ("f0", "f2")):
        value = StampedTransform(parent, child, Transform((1, 2, 3)), SECOND)
        buffer.set_transform(value, static=static)
    for target in ("f0", "f1", "f2", "NO_PARENT"):
        for source in ("f0", "f1", "f2", "NO_PARENT"):
            assert_same(buffer, target, source, [0, SECOND])
