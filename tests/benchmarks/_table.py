"""What the benchmarks share: timing, and a table of measured, reference, ratio and bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence


def best_us(task: Callable[[], object], *, number: int, repeat: int = 7) -> float:
    """Return the shortest mean time of one call in microseconds: the other rounds were disturbed by something."""
    rounds = []
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(number):
            task()
        rounds.append(time.perf_counter() - start)
    return min(rounds) / number * 1e6


def alternately_us(tasks: Sequence[Callable[[], object]], *, number: int, repeat: int = 9) -> list[float]:
    """Return the best time of each task, measured in turn, so that a busy moment hits all of them."""
    rounds = [[best_us(task, number=number, repeat=1) for task in tasks] for _ in range(repeat)]
    return [min(column) for column in zip(*rounds, strict=True)]


def show(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Print rows of text as a table under a title."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    print(f"\n{title}")
    for row in rows:
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


HEAD = ("what", "measured", "reference", "ratio", "bar", "")


def at_most(what: str, measured_us: float, reference_us: float, reference: str, bar: float) -> tuple[str, ...]:
    """Return a row: measured / reference shall be at most the bar."""
    ratio = measured_us / reference_us
    cells = f"{measured_us:.2f} us", f"{reference_us:.2f} us ({reference})", f"{ratio:.2f} x", f"<= {bar:g} x"
    return (what, *cells, "met" if ratio <= bar else "NOT MET")


def at_least(what: str, measured_us: float, reference_us: float, reference: str, bar: float) -> tuple[str, ...]:
    """Return a row: reference / measured (how much faster) shall be at least the bar."""
    ratio = reference_us / measured_us
    cells = f"{measured_us:.3f} us", f"{reference_us:.2f} us ({reference})", f"{ratio:.1f} x faster", f">= {bar:g} x"
    return (what, *cells, "met" if ratio >= bar else "NOT MET")
