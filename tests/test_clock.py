import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox.clock import Clock
from tfsandbox.errors import InputError


def test_steps_add_up():
    clock = Clock()
    assert clock.step(5) == 5
    assert clock.step(7) == 12
    assert clock.now_ns == 12


def test_pause_freezes_simulation_time():
    clock = Clock(3)
    clock.pause()
    assert clock.paused
    assert clock.step(100) == 3
    clock.resume()
    assert clock.step(1) == 4


@given(st.floats(0.01, 100), st.lists(st.integers(0, 10**9), max_size=20))
def test_a_dilated_clock_does_not_drift(rate, steps):
    clock = Clock()
    clock.dilate(rate)
    for step in steps:
        clock.step(step)
    whole = Clock()
    whole.dilate(rate)
    assert clock.rate == rate
    assert clock.now_ns == whole.step(sum(steps))


def test_jump_goes_both_ways():
    clock = Clock(10)
    clock.jump(0)
    assert clock.now_ns == 0
    clock.jump(99)
    assert clock.now_ns == 99


@pytest.mark.parametrize("junk", [-1, 1.5, True, None, "1"])
def test_junk_times(junk):
    for use in (Clock, Clock().step, Clock().jump):
        with pytest.raises(InputError, match="nanoseconds"):
            use(junk)


@pytest.mark.parametrize("junk", [0, -1, float("nan"), float("inf"), None, True, "2"])
def test_junk_rates(junk):
    with pytest.raises(InputError, match="rate"):
        Clock().dilate(junk)
