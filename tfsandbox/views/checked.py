"""Arguments that several views take, checked."""

from __future__ import annotations

from tfsandbox.errors import InputError


def text(value: object, argument: str) -> str:
    """Return a text as it is.

    Raises:
        InputError: not text.
    """
    if not isinstance(value, str):
        raise InputError(argument, value, "give text")
    return value


def nanoseconds(value: object, argument: str) -> int:
    """Return whole nanoseconds as they are.

    Raises:
        InputError: not a whole number of 64 bits.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
        raise InputError(argument, value, "give whole nanoseconds that fit 64 bits")
    return value


def number(value: object, argument: str) -> float:
    """Return a number as a float.

    Raises:
        InputError: not a number, or beyond a float.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(argument, value, "give a number")
    try:
        return float(value)
    except OverflowError as err:
        raise InputError(argument, value, "give a number of ordinary size") from err
