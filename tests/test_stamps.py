"""Whole nanoseconds in, whole nanoseconds out."""

import copy
import math
import pickle
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawn import EPOCH_NS, SECOND
from junk import name_of
from tfsandbox import Buffer, StampedTransform, messages
from tfsandbox.errors import InputError
from tfsandbox.stamps import Duration, Seconds, Time, format_time, seconds_to_ns, tf2_seconds, to_ns

LIMIT = 2**63 - 1
stamps = st.integers(-LIMIT, LIMIT)
epoch_stamps = st.integers(EPOCH_NS, EPOCH_NS + 10 * SECOND)


@given(epoch_stamps)
def test_the_latest_time_handed_back_finds_the_sample(stamp):
    buffer = Buffer()
    buffer.set_transform(StampedTransform("odom", "base_link", stamp_ns=stamp))
    latest = buffer.get_frame_latest_time("base_link")
    assert isinstance(latest, float)
    assert latest == stamp / 1e9
    found = buffer.lookup_transform("odom", "base_link", latest)
    assert to_ns(found.header.stamp) == stamp


def test_a_plain_float_would_miss_it():
    assert to_ns(float(Seconds(EPOCH_NS))) != EPOCH_NS


@given(stamps)
def test_every_kind_of_time_is_read(ns):
    message = messages.Time(ns // SECOND, ns % SECOND)
    for time in (Time(nanoseconds=ns), Duration(nanoseconds=ns), Seconds(ns), message, SimpleNamespace(nanoseconds=ns)):
        assert to_ns(time) == ns


def test_none_is_latest():
    assert to_ns(None) == 0
    assert to_ns(Time()) == 0


@given(st.integers(-(2**31), 2**31 - 1), st.integers(0, SECOND - 1))
def test_time_splits_as_a_message_does(sec, nanosec):
    time = Time(nanoseconds=sec * SECOND + nanosec)
    assert (time.sec, time.nanosec) == (sec, nanosec)


@given(st.integers(-10_000_000, 10_000_000))
def test_milliseconds_are_exact(ms):
    assert seconds_to_ns(ms / 1000) == ms * 1_000_000
    assert Time(seconds=ms / 1000) == Time(nanoseconds=ms * 1_000_000)


@given(stamps)
def test_seconds_survive_copies(ns):
    seconds = Time(nanoseconds=ns).seconds
    for again in (pickle.loads(pickle.dumps(seconds)), copy.copy(seconds), copy.deepcopy(seconds)):
        assert type(again) is Seconds
        assert (again, again.nanoseconds) == (seconds, ns)


def test_arithmetic_and_order():
    a, b = Time(seconds=1.5), Duration(seconds=0.25, nanoseconds=1)
    assert a + b == Time(nanoseconds=1_750_000_001)
    assert (a + b) - a == b
    assert (a + b) - b == a
    assert a < a + b
    assert {a: 1}[Time(seconds=1, nanoseconds=500_000_000)] == 1
    assert Duration(seconds=-1).seconds == -1.0
    for wrong in (lambda: a + a, lambda: a + 1, lambda: a - 1, lambda: a < 1, lambda: a < b):
        with pytest.raises(TypeError):
            wrong()


TEXTS = {
    0: "0.000000",
    1: "0.000000",
    999_999_499: "0.999999",
    1_500_000_000: "1.500000",
    -1: "-0.000000",
    -1_500_000_000: "-1.500000",
    -999_999_999: "-1.000000",
    EPOCH_NS: "1700000000.123457",
    LIMIT: "9223372036.854776",
    -LIMIT: "-9223372036.854776",
}


@pytest.mark.parametrize(("ns", "text"), TEXTS.items())
def test_times_print_as_in_tf2(ns, text):
    assert format_time(ns) == text


@given(stamps)
def test_tf2_seconds_splits_toward_zero(ns):
    assert tf2_seconds(-ns) == -tf2_seconds(ns)
    assert abs(tf2_seconds(ns) - ns / SECOND) <= 2e-6


@pytest.mark.parametrize("number", [np.float64(1.5), np.float32(1.5), np.int64(2), np.uint8(2), Fraction(3, 2)])
def test_numbers_of_other_packages_are_seconds(number):
    assert to_ns(number) == int(float(number) * SECOND)
    assert Time(seconds=number) == Time(seconds=float(number))


NO_TIMES = [
    "1",
    b"1",
    True,
    False,
    math.nan,
    math.inf,
    -math.inf,
    [],
    {},
    object(),
    SimpleNamespace(sec=1),
    SimpleNamespace(sec=1.0, nanosec=0),
    SimpleNamespace(nanoseconds=1.5),
    SimpleNamespace(nanoseconds=True),
    SimpleNamespace(nanoseconds=2**63),
    SimpleNamespace(sec=2**62, nanosec=0),
    np.True_,
    np.float32("nan"),
    Fraction(10**400),
    1j,
    10**400,
    -(10**400),
    1e300,
    9.3e9,
]


@pytest.mark.parametrize("junk", NO_TIMES, ids=name_of)
def test_what_is_no_time_is_refused_by_name(junk):
    with pytest.raises(InputError, match=r"^start is ") as caught:
        to_ns(junk, "start")
    assert caught.value.argument == "start"


@pytest.mark.parametrize("kind", [Time, Duration])
@pytest.mark.parametrize(("argument", "junk"), [("seconds", "1"), ("seconds", math.nan), ("nanoseconds", 1.0)])
def test_times_are_made_from_numbers(kind, argument, junk):
    with pytest.raises(InputError, match=f"^{argument} is "):
        kind(**{argument: junk})


@pytest.mark.parametrize("kind", [Time, Duration])
def test_times_fit_in_64_bits(kind):
    with pytest.raises(InputError, match="64 bits"):
        kind(nanoseconds=2**63)
    with pytest.raises(InputError, match="64 bits"):
        kind(seconds=9e9, nanoseconds=LIMIT)
