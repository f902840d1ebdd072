"""Gaps by their size alone, when nothing but one size is known; and what reads a gap in the right order."""

from __future__ import annotations

from collections.abc import Sequence

from tfsandbox.explain import clocks
from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.gaps import (
    CHRONY,
    COMPARE_DELAY,
    LOOK_AT_STAMPS,
    ONE_MESSAGE,
    RATE,
    WHO,
    Gap,
    different,
    seconds_text,
)
from tfsandbox.explain.pattern import Said

_MS = 1_000_000
_RACE_NS, _SLOW_NS, _STARVED_NS, _DAY_NS = 50 * _MS, 1_000 * _MS, 60_000 * _MS, 86_400_000 * _MS


def read(gaps: Sequence[Gap]) -> Said:
    """Return what one or several gaps of one link mean."""
    for reading in (clocks.two_clocks, clocks.unstamped, clocks.time_zone):
        said = reading(gaps[0])
        if said is not None:
            return said
    unlike = different(gaps)
    said = clocks.several(unlike)
    if said is not None:
        return said
    worst = max(unlike, key=lambda gap: gap.ns)
    said = _past(worst) if worst.past else _future(worst)
    return said if len(unlike) > 1 else _alone(said)


def _alone(said: Said) -> Said:
    import dataclasses

    return dataclasses.replace(said, notes=(*said.notes, ONE_MESSAGE))


def _future(gap: Gap) -> Said:
    if gap.ns < _RACE_NS:
        return _race(gap)
    if gap.ns < _SLOW_NS:
        return _slow(gap)
    return _dead(gap) if gap.ns < _DAY_NS else _other_days(gap)


def _race(gap: Gap) -> Said:
    return Said(
        f"The data end {_alike(gap)} before the asked time: they are on their way.",
        (
            Cause(
                "Normal latency: the question came before the newest transform did.",
                "less than one period of a 20 Hz publisher (50 ms)",
            ),
            Cause("Clocks of two machines that differ by a little.", "looks the same in a single message"),
        ),
        (RATE, COMPARE_DELAY, CHRONY),
        "Give the lookup a timeout, ask for the time of the data rather than for now, or catch the exception and "
        "try again. "
        "In Nav2 it is transform_tolerance of the node that complains.",
        ("A link that never moves does not belong on /tf: on /tf_static any time is valid.",),
        ("extrapolation-future", "clock-domain"),
        rank=7,
    )


def _alike(gap: Gap) -> str:
    return seconds_text(gap.ns) if gap.ns else "less than a microsecond (the message prints no more digits)"


def _slow(gap: Gap) -> Said:
    return Said(
        f"The data end {seconds_text(gap.ns)} before the asked time: more than one period of a 20 Hz publisher "
        f"(50 ms).",
        (
            Cause("A slow publisher: its rate is lower than the rate of the questions.", "a few periods are missing"),
            Cause(
                "A localiser that stamps map -> odom with the time of its last scan.",
                "it is as old as the scan's processing takes",
            ),
            Cause("Clocks of two machines differ.", "looks the same in a single message"),
        ),
        (RATE, COMPARE_DELAY, CHRONY),
        "Raise the publisher's rate (robot_state_publisher: publish_frequency), let the localiser date ahead "
        "(slam_toolbox: "
        "transform_timeout, amcl: transform_tolerance), or make a link that never moves static.",
        ("A timeout only helps if it is longer than the publisher's period.",),
        ("extrapolation-future", "low-rate", "clock-domain"),
        rank=6,
    )


def _dead(gap: Gap) -> Said:
    return Said(
        f"The data end {seconds_text(gap.ns)} before the asked time: far more than any latency.",
        (
            Cause("The publisher of one link has died, stalled or lost its network.", "nothing new for many periods"),
            Cause("Clocks of two machines differ.", "then the gap is the same in every message"),
            Cause("The machine is starved: too little CPU for too many nodes.", "then gaps come in bursts"),
        ),
        (COMPARE_DELAY, WHO, CHRONY, "top"),
        "Find the link whose data are old, then the node that should publish it. Raising a tolerance only hides this.",
        kinds=("extrapolation-future", "stale-frame", "clock-domain"),
        rank=5,
    )


def _other_days(gap: Gap) -> Said:
    return Said(
        f"The two times lie {seconds_text(gap.ns)} apart.",
        (
            Cause("Clocks of two machines that were never synchronised.", "no process is late by days"),
            Cause(
                "A bag is played beside live data, or recorded data are used with their old stamps.",
                "old stamps are as old as the bag",
            ),
        ),
        ("date -u   # on every machine", CHRONY, LOOK_AT_STAMPS, "ros2 topic info -v /clock"),
        "Synchronise the clocks (chrony) and restart the drivers; with a bag: play it with --clock, set use_sim_time "
        "everywhere, and stop the live publishers. No tolerance can help.",
        kinds=("clock-domain", "bag-vs-live"),
        rank=3,
    )


def _past(gap: Gap) -> Said:
    if gap.ns >= _DAY_NS:
        return _other_days(gap)
    if gap.ns < _SLOW_NS:
        return _starting(gap)
    return _old(gap, long=gap.ns >= _STARVED_NS)


def _starting(gap: Gap) -> Said:
    return Said(
        f"The asked time lies {_alike(gap)} before the first data.",
        (
            Cause(
                "Start-up: the sensor spoke before the first transform arrived.",
                "less than a second, and it should stop soon",
            ),
            Cause("The buffer was just cleared or the listener has just started.", "then it also stops by itself"),
            Cause("Clocks of two machines differ.", "then it does not stop"),
        ),
        (COMPARE_DELAY, CHRONY),
        "Nothing, if it stops within a few seconds. If it does not: compare the clocks.",
        kinds=("extrapolation-past", "clock-domain"),
        rank=8,
    )


def _old(gap: Gap, *, long: bool) -> Said:
    starved = Cause(
        "The data waited in a queue: the consumer is too slow for its input, or starved of CPU.",
        "it asks about a moment long gone",
    )
    reused = Cause(
        "An old stamp is used again, e.g. a goal that is sent unchanged.", "the asked time does not move then"
    )
    skew = Cause("Clocks of two machines differ.", "then the gap is the same in every message")
    return Said(
        f"The asked time lies {seconds_text(gap.ns)} before the oldest data that are kept (tf2 keeps 10 s by default).",
        (reused, skew, starved) if long else (starved, reused, skew),
        ("top", COMPARE_DELAY, CHRONY),
        "Stamp the request anew, or lower the load (fewer, smaller messages). A longer buffer only hides a "
        "consumer that "
        "cannot keep up.",
        kinds=("extrapolation-past", "clock-domain"),
        rank=6,
    )
