"""Junk given to a function on plain tuples is named; what it computes is tested in test_geometry*.py."""

import math

import pytest

from tfsandbox import quaternions
from tfsandbox.errors import InputError

Q, V = (0.0, 0.0, 0.0, 1.0), (1.0, 2.0, 3.0)
ROWS = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
CALLS = {
    "multiply": {"a": Q, "b": Q},
    "conjugate": {"q": Q},
    "rotate": {"q": Q, "v": V},
    "rows_from_quaternion": {"q": Q},
    "quaternion_from_rows": {"m": ROWS},
    "canonical": {"q": Q},
    "slerp": {"a": Q, "b": (0.0, 0.0, 1.0, 0.0), "ratio": 0.5},
    "quaternion_from_rpy": {"roll": 0.1, "pitch": 0.2, "yaw": 0.3},
    "rpy_from_quaternion": {"q": Q},
    "angle_between": {"a": Q, "b": Q},
}
ARGUMENTS = [(function, argument) for function, arguments in CALLS.items() for argument in arguments]
JUNK = [None, "abcd", "x", b"1", [1, "2", 3, 4], {}, {"x": 1}, object(), (1, 2), (1,) * 5, 10**400, (None,) * 4]


@pytest.mark.parametrize(("function", "argument"), ARGUMENTS)
@pytest.mark.parametrize("junk", JUNK, ids=[str(i) for i in range(len(JUNK))])
@pytest.mark.parametrize("by_name", [False, True])
def test_junk_is_named(function, argument, junk, by_name):
    arguments = CALLS[function] | {argument: junk}
    call = getattr(quaternions, function)
    with pytest.raises(InputError) as caught:
        call(**arguments) if by_name else call(*arguments.values())
    assert caught.value.argument == argument
    assert caught.value.cure


@pytest.mark.parametrize("angle", [math.inf, -math.inf])
def test_an_infinite_angle_is_named(angle):
    with pytest.raises(InputError, match=r"pitch is -?inf: give a finite number"):
        quaternions.quaternion_from_rpy(0.0, angle, 0.0)


@pytest.mark.parametrize("function", CALLS)
def test_sound_arguments_pass(function):
    assert getattr(quaternions, function)(**CALLS[function]) is not None


def test_a_missing_argument_is_python_s_own_error():
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        quaternions.multiply(Q)
