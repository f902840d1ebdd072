"""What happens when: one queue on the steady outside time, one on simulation time, which may pause or jump."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from fractions import Fraction

from tfsandbox.clock import Clock

Do = Callable[[], None]


class Agenda:
    """Things to do, in order of time, then of asking.

    Args:
        clock: simulation time; it follows outside time as it likes.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.outside_ns = 0
        self._outside: list[tuple[int, int, Do]] = []
        self._simulated: list[tuple[int, int, Do]] = []
        self._asked = 0

    def at(self, time_ns: int, do: Do) -> None:
        """Do something at an outside time in nanoseconds, or as soon as possible if that is past."""
        self._asked += 1
        heapq.heappush(self._outside, (max(time_ns, self.outside_ns), self._asked, do))

    def at_simulated(self, time_ns: int, do: Do) -> None:
        """Do something at a simulation time in nanoseconds, or as soon as possible if that is past."""
        self._asked += 1
        heapq.heappush(self._simulated, (max(time_ns, self.clock.now_ns), self._asked, do))

    def restart(self) -> None:
        """Set simulation time back to zero; what was due in a second of it is still due in a second."""
        back_ns = self.clock.now_ns
        self.clock.jump(0)
        self._simulated = [(max(0, due - back_ns), asked, do) for due, asked, do in self._simulated]

    def run_until(self, end_ns: int, enough: Callable[[], bool] | None = None) -> None:
        """Do everything due up to and including ``end_ns`` outside, moving both times along.

        Args:
            end_ns: outside time in nanoseconds.
            enough: asked before each step; stop early if it holds.
        """
        while enough is None or not enough():
            queue, due_ns = self._next()
            if due_ns is None or due_ns > end_ns:
                self._pass(end_ns)
                return
            self._pass(due_ns)
            heapq.heappop(queue)[2]()

    def _next(self) -> tuple[list[tuple[int, int, Do]], int | None]:
        outside, simulated = self._outside, self._simulated
        if simulated and not self.clock.paused:
            due_ns = self._outside_of(simulated[0][0])
            if not outside or (due_ns, simulated[0][1]) < outside[0][:2]:
                return simulated, due_ns
        return outside, outside[0][0] if outside else None

    def _outside_of(self, simulated_ns: int) -> int:
        ahead_ns = simulated_ns - self.clock.now_ns
        if ahead_ns <= 0:
            return self.outside_ns
        rate = self.clock.rate
        return self.outside_ns + (ahead_ns if rate == 1.0 else -(-ahead_ns // Fraction(rate)))

    def _pass(self, outside_ns: int) -> None:
        self.clock.step(outside_ns - self.outside_ns)
        self.outside_ns = outside_ns
