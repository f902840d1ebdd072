"""One frame's history against a naive model written from tf2's rules: a list, newest first, and linear scans."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox.timecache import DynamicCache, Problem, StaticCache

SPAN = 10


class NaiveCache:
    """tf2's dynamic cache, one rule after the other."""

    def __init__(self, span):
        self.span = span
        self.entries = []

    def insert(self, entry):
        newest = self.entries[0][0] if self.entries else 0
        while self.entries and self.entries[-1][0] + self.span < newest:
            self.entries.pop()
        if self.entries and entry[0] < newest - self.span:
            return False
        place = 0
        while place < len(self.entries) and self.entries[place][0] > entry[0]:
            place += 1
        if not any(old == entry for old in self.entries):
            self.entries.insert(place, entry)
        return True

    def read(self, time):
        """The entries around a time (older, newer), or the kind of problem and the stamp it names."""
        if not self.entries:
            return Problem.NO_DATA, None
        first, last = self.entries[0], self.entries[-1]
        if time == 0 or time == first[0]:
            return first, first
        if time == last[0]:
            return last, last
        if len(self.entries) == 1:
            return Problem.NO_DATA, first[0]
        if time > first[0]:
            return Problem.FUTURE, first[0]
        if time < last[0]:
            return Problem.PAST, last[0]
        place = next(i for i, entry in enumerate(self.entries) if entry[0] <= time)
        older, newer = self.entries[place], self.entries[place - 1]
        return (older, newer) if older[1] == newer[1] else (older, older)


def sample(stamp, parent=1, x=0.0):
    return (stamp, parent, x, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)


stamps = st.integers(-5, 60)
samples = st.builds(sample, stamps, st.sampled_from([1, 1, 1, 2]), st.sampled_from([0.0, 1.0]))
steps = st.lists(st.tuples(st.just("insert"), samples) | st.tuples(st.sampled_from(["clear"]), st.none()), max_size=60)
marching = st.lists(st.tuples(st.integers(-8, 4), st.sampled_from([1, 2])), max_size=60)


def read(cache, time):
    got = cache.read(time)
    if got is not None:
        return got
    failure = cache.failure(time)
    return failure.problem, failure.available_ns


def check(cache, model):
    assert list(cache.stamps) == [entry[0] for entry in model.entries[::-1]]
    assert list(cache.samples) == model.entries[::-1]
    assert len(cache) == len(model.entries)
    newest, oldest = (model.entries[0], model.entries[-1]) if model.entries else ((0, 0), (0, 0))
    assert (cache.newest_ns, cache.newest_parent, cache.oldest_ns) == (*newest[:2], oldest[0])


@given(steps)
def test_any_order_of_arrival(ops):
    cache, model = DynamicCache(SPAN), NaiveCache(SPAN)
    for op, entry in ops:
        if op == "clear":
            cache.clear()
            model.entries.clear()
        else:
            assert cache.insert(entry) is model.insert(entry)
        check(cache, model)
    for time in range(-7, 63):
        assert read(cache, time) == model.read(time), time


@given(marching, st.integers(0, 12))
def test_time_marches_on(strides, span):
    cache, model, now = DynamicCache(span), NaiveCache(span), 1_000
    for i, (stride, parent) in enumerate(strides):
        now += stride
        entry = sample(now, parent, float(i))
        assert cache.insert(entry) is model.insert(entry)
        for time in range(now - span - 2, now + 2):
            assert read(cache, time) == model.read(time), time
    check(cache, model)


def test_a_reading_does_not_change_the_cache():
    cache = DynamicCache(SPAN)
    cache.insert(sample(1))
    cache.insert(sample(3))
    before = list(cache.samples)
    for time in range(5):
        cache.read(time)
        cache.failure(time)
    assert cache.samples == before


def test_stale_data_goes_with_the_next_insert():
    cache = DynamicCache(SPAN)
    for stamp in (1, 12):
        cache.insert(sample(stamp))
    assert cache.read(1) == (sample(1), sample(1))
    cache.insert(sample(13))
    assert cache.read(1) is None


def test_exactly_the_span_is_kept_and_accepted():
    cache = DynamicCache(SPAN)
    assert cache.insert(sample(11))
    assert cache.insert(sample(1))
    assert not cache.insert(sample(0))
    assert cache.insert(sample(12))
    assert cache.oldest_ns == 1
    assert cache.insert(sample(13))
    assert cache.oldest_ns == 11


def test_equal_stamps_newest_query_gives_the_last_oldest_query_the_first():
    cache = DynamicCache(SPAN)
    for x in (1.0, 2.0):
        cache.insert(sample(5, x=x))
    for x in (3.0, 4.0):
        cache.insert(sample(9, x=x))
    assert cache.read(5)[0][2] == 1.0
    assert cache.read(9)[0][2] == 4.0


TEXTS = {
    (): (Problem.NO_DATA, "", None),
    (2,): (
        Problem.NO_DATA,
        "Lookup would require extrapolation at time {}, but only time 2.000000 is in the buffer",
        2 * 10**9,
    ),
    (2, 4): (
        Problem.PAST,
        "Lookup would require extrapolation into the past.  "
        "Requested time {} but the earliest data is at time 2.000000",
        2 * 10**9,
    ),
}


@pytest.mark.parametrize("held", TEXTS, ids=str)
def test_failures_in_tf2s_words(held):
    cache = DynamicCache(10**10)
    for stamp in held:
        cache.insert(sample(stamp * 10**9))
    problem, text, available = TEXTS[held]
    assert cache.failure(1_500_000_000) == (problem, text.format("1.500000"), available)


def test_future_in_tf2s_words():
    cache = DynamicCache(10**10)
    for stamp in (2, 4):
        cache.insert(sample(stamp * 10**9))
    text = (
        "Lookup would require extrapolation into the future.  "
        "Requested time 4.000000 but the latest data is at time 4.000000"
    )
    assert cache.failure(4_000_000_001) == (Problem.FUTURE, text, 4 * 10**9)


def test_a_static_cache_answers_every_time_with_the_last():
    cache = StaticCache()
    assert (len(cache), cache.read(5)) == (0, None)
    for x in (1.0, 2.0):
        assert cache.insert(sample(7, 3, x))
    for time in (-(10**18), 0, 7, 10**18):
        assert cache.read(time) == (sample(7, 3, 2.0), sample(7, 3, 2.0))
    assert (len(cache), cache.newest_ns, cache.oldest_ns, cache.newest_parent) == (1, 0, 0, 3)


def test_an_emptied_static_cache_remembers_its_parent():
    cache = StaticCache()
    cache.insert(sample(7, 3))
    cache.clear()
    assert (len(cache), cache.read(0), cache.newest_parent) == (0, None, 3)
    assert cache.failure(1)[:2] == (Problem.EMPTY_STATIC, "Static cache is empty")
