"""Gaps that no latency explains: two kinds of clock, no stamps, time zones, skew, a link that stands still."""

from __future__ import annotations

from itertools import pairwise

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.gaps import CHRONY, CLOCK, COMPARE_DELAY, LOOK_AT_STAMPS, SIM_TIME, WHO, Gap, seconds_text
from tfsandbox.explain.pattern import Said
from tfsandbox.stamps import NANOSECONDS

_WALL_NS, _UPTIME_NS = 10**9 * NANOSECONDS, 10**6 * NANOSECONDS
_HALF_HOUR_NS, _LONGEST_ZONE_NS = 1800 * NANOSECONDS, 15 * 3600 * NANOSECONDS
_ZONE_TOLERANCE_NS = 5 * NANOSECONDS
_STEADY, _STEADY_MESSAGES = 0.25, 5
_VERY_STEADY, _VERY_STEADY_MESSAGES = 0.02, 3


def two_clocks(gap: Gap) -> Said | None:
    """Say so if one time is wall-clock time and the other is not."""
    small, large = sorted((abs(gap.requested_ns), abs(gap.available_ns)))
    if not (large > _WALL_NS and small < _UPTIME_NS) or small == 0:
        return None
    asker_is_wall = abs(gap.requested_ns) == large
    who = "The node that asks" if asker_is_wall else "The node that publishes"
    return Said(
        f"One time is wall-clock time ({large // NANOSECONDS} s since 1970), the other "
        f"({small / NANOSECONDS:.6g} s) is not: two kinds of clock.",
        (
            Cause(
                f"{who} runs on wall time while the rest runs on simulation time: it lacks use_sim_time.",
                f"the {'asked' if asker_is_wall else 'available'} time is the wall-clock one",
            ),
            Cause(
                "A device or driver stamps with its uptime (its clock starts in 1970).",
                "without a simulator or bag, a small number is seconds since power-on",
            ),
        ),
        (SIM_TIME, CLOCK, LOOK_AT_STAMPS),
        "With a simulator or a bag that plays /clock: set use_sim_time to true on every node, no exceptions. On a real "
        "robot: set the device's clock (NTP, chrony) or re-stamp its data on arrival. No tolerance can help.",
        kinds=("sim-time-mismatch", "clock-domain"),
        rank=3,
    )


def unstamped(gap: Gap) -> Said | None:
    """Say so if the data carry no stamp."""
    if gap.available_ns != 0:
        return None
    return Said(
        "The data carry stamp 0, as if the moment were the start of time.",
        (
            Cause("The publisher never fills in header.stamp.", "the only stamp in the buffer is 0"),
            Cause(
                "It has use_sim_time but hears no /clock, so its time stands at 0.", "time is 0 until /clock arrives"
            ),
            Cause("The buffer was cleared.", "Kilted and Rolling say time 0.000000 for a link whose data were cleared"),
        ),
        (LOOK_AT_STAMPS, CLOCK, "ros2 param get NODE use_sim_time"),
        "Stamp every transform on /tf with the time of its measurement; a link that never moves belongs on /tf_static, "
        "where the stamp does not matter.",
        kinds=("frozen-stamp", "sim-time-mismatch"),
        rank=3,
    )


def time_zone(gap: Gap) -> Said | None:
    """Say so if the gap is a whole number of half hours."""
    size = abs(gap.ns)
    off = abs(size - round(size / _HALF_HOUR_NS) * _HALF_HOUR_NS)
    if not (_HALF_HOUR_NS - _ZONE_TOLERANCE_NS <= size <= _LONGEST_ZONE_NS and off <= _ZONE_TOLERANCE_NS):
        return None
    hours = round(size / _HALF_HOUR_NS) / 2
    return Said(
        f"The gap is {seconds_text(size)}, a whole number of half hours ({hours:g} h).",
        (
            Cause(
                "A clock was set to local time instead of UTC: a time-zone mistake.", "time zones differ by half hours"
            ),
            Cause("A recording is exactly that old.", "rare, but possible"),
        ),
        ("timedatectl   # on every machine", "date -u   # on every machine", CHRONY),
        "Set every machine's clock to UTC and let chrony or NTP keep it there.",
        kinds=("clock-domain",),
        rank=3,
    )


def several(gaps: list[Gap]) -> Said | None:
    """Say what several gaps have in common: always the same, or growing because one side stands still."""
    spans = [g.ns for g in gaps]
    middle, spread = sorted(spans)[len(spans) // 2], max(spans) - min(spans)
    if len(gaps) >= _VERY_STEADY_MESSAGES and _stands_still(gaps):
        return _frozen(gaps, spread)
    steady = len(gaps) >= _STEADY_MESSAGES and spread <= _STEADY * abs(middle)
    steady = steady or (len(gaps) >= _VERY_STEADY_MESSAGES and spread <= _VERY_STEADY * abs(middle))
    return _skew(len(gaps), min(spans), max(spans)) if steady else None


def _stands_still(gaps: list[Gap]) -> bool:
    """Whether one side stands still while the other goes on, so that the gap grows."""
    spans = [g.ns for g in gaps]
    grows = all(a < b for a, b in pairwise(spans))
    return grows and (len({g.available_ns for g in gaps}) == 1 or len({g.requested_ns for g in gaps}) == 1)


def _frozen(gaps: list[Gap], spread: int) -> Said:
    same = "the newest data" if not gaps[0].past and len({g.available_ns for g in gaps}) == 1 else "the asked time"
    return Said(
        f"The gap grows by {seconds_text(spread)} over {len(gaps)} different messages while {same} stays the "
        f"same: something no longer "
        "moves in time.",
        (
            Cause("A publisher sends the same stamp again and again, or has stopped.", f"{same} stands still"),
            Cause("Somebody asks for the same old moment again and again.", "an old goal or message is used repeatedly")
            if gaps[0].past
            else Cause("The network to that publisher broke.", "then everything it sends stops together"),
        ),
        (COMPARE_DELAY, WHO, LOOK_AT_STAMPS),
        "Find the link whose stamp stands still and the node that publishes it: it has to send a fresh stamp "
        "with every "
        "transform, or the process has died.",
        kinds=("frozen-stamp", "stale-frame", "extrapolation-past" if gaps[0].past else "extrapolation-future"),
        rank=4,
    )


def _skew(count: int, least: int, most: int) -> Said:
    return Said(
        f"The gap is nearly the same in {count} different messages ({seconds_text(least)} to {seconds_text(most)}).",
        (
            Cause(
                "The clocks of two machines differ by about that much.",
                "latency varies from message to message, skew does not",
            ),
            Cause("A publisher stamps with a constant delay or ahead of time.", "some drivers add a fixed latency"),
        ),
        (CHRONY, COMPARE_DELAY, "ntpdate -q OTHER_MACHINE"),
        "Synchronise the machines' clocks (chrony). A tolerance or a longer buffer only hides a small difference.",
        kinds=("clock-domain",),
        rank=4,
    )
