"""The times in an extrapolation error, exactly, and the commands that look at times on a robot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tfsandbox.stamps import NANOSECONDS, Seconds

LOOK_AT_STAMPS = "ros2 topic echo /tf --once --field transforms[0].header.stamp"
COMPARE_DELAY = "ros2 run tf2_ros tf2_monitor"
CHRONY = "chronyc tracking   # on every machine"
CLOCK = "ros2 topic echo /clock --once"
SIM_TIME = "ros2 param get NODE use_sim_time   # for every node in the chain"
WHO = "ros2 topic info -v /tf"
RATE = "ros2 topic hz /tf"

ONE_MESSAGE = (
    "One message cannot tell clock skew from latency: paste several of them, or compare the clocks. A constant gap is "
    "skew; a gap that varies up to one publisher period is latency."
)


def exact_ns(text: str) -> int | None:
    """Return a number of seconds as whole nanoseconds without a detour over floats; None if beyond 64 bits."""
    if "e" not in text:
        whole, _, fraction = text.lstrip("-").partition(".")
        ns = int(whole) * NANOSECONDS + int((fraction + "0" * 9)[:9])
    else:
        from decimal import Decimal

        ns = abs(int(Decimal(text).scaleb(9)))
    return None if ns >= 2**63 else -ns if text.startswith("-") else ns


def seconds_text(ns: int) -> str:
    """Return a span as a person would say it: ``"3.4 ms"``, ``"0.199 s"``, ``"96.2 days"``."""
    size = abs(ns)
    if size < 1_000_000:
        return f"{size / 1000:.3g} us"
    if size < 100 * 1_000_000:
        return f"{size / 1e6:.3g} ms"
    if size < 172_800 * NANOSECONDS:
        return f"{size / NANOSECONDS:.6g} s"
    return f"{size / NANOSECONDS:.0f} s ({size / (86_400 * NANOSECONDS):.4g} days)"


@dataclass(frozen=True, slots=True)
class Gap:
    """Asked and available time of one message.

    Attributes:
        requested_ns: the time asked for.
        available_ns: the end of the data nearest to it.
        past: whether it was asked for before the data begin (else after they end).
    """

    requested_ns: int
    available_ns: int
    past: bool

    @property
    def ns(self) -> int:
        """How far outside the data the asked time lies."""
        return self.available_ns - self.requested_ns if self.past else self.requested_ns - self.available_ns


def facts(gaps: Sequence[Gap], side: str) -> dict[str, object]:
    """Return the times of the first message as facts, and the spread of all gaps if there are several."""
    gap = gaps[0]
    numbers = {"requested": gap.requested_ns, "available": gap.available_ns, "gap": gap.ns}
    out: dict[str, object] = {"side": side}
    for name, ns in numbers.items():
        out |= {f"{name}_ns": ns, f"{name}_s": Seconds(ns)}
    unlike = different(gaps)
    if len(unlike) > 1:
        spans = [g.ns for g in unlike]
        out |= {"gaps": len(spans), "smallest_gap_ns": min(spans), "largest_gap_ns": max(spans)}
    return out


def different(gaps: Sequence[Gap]) -> list[Gap]:
    """Return one gap for each asked time: a question asked again and again is one observation."""
    return list({(g.requested_ns, g.available_ns): g for g in gaps}.values())
