"""Simulated time: whole nanoseconds that only move when somebody steps them."""

from __future__ import annotations

import math
import sys
from fractions import Fraction

from tfsandbox.errors import InputError


class Clock:
    """Simulation time beside a steady outside time.

    ``step`` lets outside time pass; simulation time follows at ``rate`` (1 unless dilated), or stands still while
    paused. Fractions of a nanosecond are carried over, so a dilated clock never drifts.
    """

    def __init__(self, now_ns: int = 0) -> None:
        """Start at ``now_ns`` nanoseconds, running at rate 1.

        Raises:
            InputError: not a whole number of nanoseconds, or negative.
        """
        self._now_ns = _whole(now_ns, "now_ns")
        self._rate = Fraction(1)
        self._carry = Fraction(0)
        self._paused = False

    @property
    def now_ns(self) -> int:
        """Simulation time in nanoseconds."""
        return self._now_ns

    @property
    def rate(self) -> float:
        """Simulated seconds for each outside second while running."""
        return float(self._rate)

    @property
    def paused(self) -> bool:
        """Whether simulation time stands still."""
        return self._paused

    def step(self, outside_ns: int) -> int:
        """Let ``outside_ns`` nanoseconds pass outside and return the new simulation time in nanoseconds.

        Raises:
            InputError: not a whole number of nanoseconds, or negative (``jump`` goes back).
        """
        step_ns = _whole(outside_ns, "outside_ns")
        if not self._paused and self._rate == 1:
            self._now_ns += step_ns
        elif not self._paused:
            exact = step_ns * self._rate + self._carry
            whole = math.floor(exact)
            self._carry = exact - whole
            self._now_ns += whole
        return self._now_ns

    def pause(self) -> None:
        """Freeze simulation time."""
        self._paused = True

    def resume(self) -> None:
        """Let simulation time run again."""
        self._paused = False

    def dilate(self, rate: float) -> None:
        """Run ``rate`` simulated seconds for each outside second.

        Raises:
            InputError: not a finite number above zero (``pause`` stops the clock).
        """
        if isinstance(rate, bool) or not isinstance(rate, (int, float)) or not 0 < rate <= sys.float_info.max:
            raise InputError("rate", rate, "give a finite number above zero; pause() stops the clock")
        self._rate = Fraction(rate)

    def jump(self, to_ns: int) -> None:
        """Set simulation time, forwards or backwards, as a restarted simulator does.

        Raises:
            InputError: not a whole number of nanoseconds, or negative.
        """
        self._now_ns = _whole(to_ns, "to_ns")
        self._carry = Fraction(0)


def _whole(ns: int, argument: str) -> int:
    if isinstance(ns, bool) or not isinstance(ns, int) or ns < 0:
        raise InputError(argument, ns, "give a whole number of nanoseconds, zero or more")
    return ns
