"""tf2's texts about data that do not reach to the asked time, and about time that runs backwards."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain import gaps, sizes
from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.gaps import CLOCK, COMPARE_DELAY, WHO, Gap
from tfsandbox.explain.pattern import Found, Said, Text

_SUFFIX = ", when looking up transform from frame {source:br} to frame {target:br}"
_ECHO = "ros2 run tf2_ros tf2_echo {target} {source}"


def _gaps(found: Found, available: str, *, past: bool) -> list[Gap]:
    timed = [v for v in found.all_values if "requested" in v and available in v]
    pairs = [(gaps.exact_ns(v["requested"]), gaps.exact_ns(v[available])) for v in timed]
    return [Gap(asked, there, past) for asked, there in pairs if asked is not None and there is not None]


_GAP_TELLS = "the gap between the two times tells which"
_NO_TIMES = Said(
    "What it means depends on the two times in the sentence, and I cannot read them here.",
    (),
    (COMPARE_DELAY, gaps.CHRONY),
    "Paste the whole sentence, best several of them.",
    rank=6,
)
_NO_TIMES_CAUSES = {
    "future": Cause("Latency, a slow or dead publisher, clocks that differ, or use_sim_time.", _GAP_TELLS),
    "past": Cause(
        "Start-up, data that waited too long in a queue, an old stamp used again, or clocks that differ.", _GAP_TELLS
    ),
}


def _extrapolated(found: Found, found_gaps: list[Gap], side: str, opening: str) -> Said:
    """Return what a text says whose times are known."""
    if not found_gaps:
        return dataclasses.replace(
            _NO_TIMES,
            meaning=f"{opening} {_NO_TIMES.meaning}",
            likely=(_NO_TIMES_CAUSES[side],),
            kinds=(f"extrapolation-{side}", "clock-domain"),
        )
    said = sizes.read(found_gaps)
    confirm = (_ECHO, *said.confirm) if "source" in found.values else said.confirm
    facts = gaps.facts(found_gaps, side)
    return dataclasses.replace(said, meaning=f"{opening} {said.meaning}", confirm=confirm, facts=facts)


def _future(found: Found) -> Said:
    return _extrapolated(
        found, _gaps(found, "latest", past=False), "future", "You asked for a time after the newest data of one link."
    )


def _past(found: Found) -> Said:
    return _extrapolated(
        found, _gaps(found, "earliest", past=True), "past", "You asked for a time before the oldest data of one link."
    )


def _single(found: Found) -> Said:
    pairs = _gaps(found, "only", past=False)
    past = bool(pairs) and pairs[0].ns < 0
    said = _extrapolated(
        found,
        [dataclasses.replace(gap, past=past) for gap in pairs],
        "past" if past else "future",
        "One link holds a single sample, and that is for another time.",
    )
    once = Cause("A link that never moves was sent once on /tf.", "a single sample is valid for its own moment only")
    cure = said.cure + " A link that never moves: publish it on /tf_static."
    return dataclasses.replace(said, likely=(*said.likely, once), cure=cure)


_OLD = Said(
    'A transform for "{frame}" came with a stamp more than the buffer\'s length (10 s by default) older than the '
    "newest "
    "one, and was thrown away.",
    (
        Cause(
            "Time jumped back: the simulation was restarted or a bag plays again.",
            "then every frame says so until the buffer is cleared",
        ),
        Cause(
            "Two publishers on one link with different clocks: bag and live robot, or two machines.",
            "then it goes on for ever, for that link only",
        ),
        Cause("A publisher sends old stamps after a pause or a network break.", "then it stops by itself"),
    ),
    (CLOCK, "ros2 topic info -v /clock", WHO, COMPARE_DELAY),
    "After a restart: restart the listener, or let it clear its buffer. Otherwise find the second publisher of "
    "this link "
    "and stop it.",
    (
        "The page named in the message is ROS 1's; smaller steps back are sorted in without a message.",
        "ROS 2 always calls the authority default_authority or Authority undetectable: the name is no clue.",
    ),
    ("clock-reset", "bag-vs-live", "clock-domain"),
    rank=4,
)


def _old(found: Found) -> Said:
    ns = gaps.exact_ns(found.values["stamp"]) if "stamp" in found.values else None
    from tfsandbox.stamps import Seconds

    return dataclasses.replace(_OLD, facts={} if ns is None else {"stamp_ns": ns, "stamp_s": Seconds(ns)})


_JUMP = Said(
    "The clock went back, so the listener threw away what it knew and starts afresh.",
    (
        Cause(
            "The simulation was restarted or reset, or a bag plays in a loop.", "simulation time starts from 0 again"
        ),
        Cause("Two nodes publish /clock.", "then it comes again and again"),
        Cause("The wall clock was set back.", "NTP right after a boot"),
    ),
    (CLOCK, "ros2 topic info -v /clock"),
    "Nothing, if you restarted the simulation: it is normal, once. If it goes on: there must be one publisher of "
    "/clock.",
    (
        "Python clears from a jump of 1 s on, C++ at any step back; Humble's Python buffer never clears by itself.",
        "Static transforms survive, except in Rolling since 0.45: there they have to be sent again.",
    ),
    ("clock-reset",),
    rank=3,
)

TEXTS = (
    Text(
        "extrapolation-future",
        "ExtrapolationException",
        (
            "Lookup would require extrapolation into the future. Requested time {requested:num} but the latest "
            "data is at time {latest:num}" + _SUFFIX,
            "Lookup would require extrapolation {by:num}s into the future. Requested time {requested:num} but "
            "the latest data is at time {latest:num}" + _SUFFIX,
            "Lookup would require extrapolation into the future. Requested time {requested:num} but the latest "
            "data is at time {latest:num}",
            "Requested time {requested:num} but the latest data is at time {latest:num}",
            "the latest data is at time {latest:num}" + _SUFFIX,
            "extrapolation into the future",
        ),
        _future,
        ("source", "target"),
        ("source", "target"),
    ),
    Text(
        "extrapolation-past",
        "ExtrapolationException",
        (
            "Lookup would require extrapolation into the past. Requested time {requested:num} but the earliest "
            "data is at time {earliest:num}" + _SUFFIX,
            "Lookup would require extrapolation {by:num}s into the past. Requested time {requested:num} but the "
            "earliest data is at time {earliest:num}" + _SUFFIX,
            "Lookup would require extrapolation into the past. Requested time {requested:num} but the earliest "
            "data is at time {earliest:num}",
            "Requested time {requested:num} but the earliest data is at time {earliest:num}",
            "the earliest data is at time {earliest:num}" + _SUFFIX,
            "extrapolation into the past",
        ),
        _past,
        ("source", "target"),
        ("source", "target"),
    ),
    Text(
        "extrapolation-single",
        "ExtrapolationException",
        (
            "Lookup would require extrapolation at time {requested:num}, but only time {only:num} is in the buffer"
            + _SUFFIX,
            "Lookup would require extrapolation at time {requested:num}, but only time {only:num} is in the buffer",
            "Lookup would require extrapolation at time",
        ),
        _single,
        ("source", "target"),
        ("source", "target"),
    ),
    Text(
        "static-emptied",
        "LookupException",
        ("Static cache is empty" + _SUFFIX, "Static cache is empty"),
        Said(
            "A static link was thrown away when the buffer was cleared.",
            (
                Cause(
                    "Time jumped back, and the buffer was cleared.", "since then nobody has sent the static link again"
                ),
            ),
            (CLOCK, "ros2 topic echo /tf_static --qos-durability transient_local --once"),
            "Restart the listener, or let the static publishers send again.",
            ("Rolling only (0.45 and later); older distributions keep static links when they clear.",),
            ("clock-reset",),
            rank=3,
        ),
        ("source", "target"),
        ("source", "target"),
    ),
    Text(
        "link-emptied",
        "ExtrapolationException",
        ("{only:begin}" + _SUFFIX,),
        Said(
            "A link on the way holds no data at all: tf2 prints only the end of its sentence.",
            (
                Cause(
                    "The buffer was cleared after time jumped back, and this link has not come again.",
                    "clearing keeps the names",
                ),
            ),
            (CLOCK, COMPARE_DELAY, _ECHO),
            "Wait for the next transforms; if none come, their publisher has stopped.",
            ('Humble and Jazzy print only the end; Kilted and Rolling say "only time 0.000000 is in the buffer".',),
            ("clock-reset", "stale-frame"),
            rank=4,
        ),
        ("source", "target"),
        ("source", "target"),
    ),
    Text(
        "old-data",
        "TF_OLD_DATA",
        (
            "TF_OLD_DATA ignoring data from the past for frame {frame:name} at time {stamp:num} according to authority",
            "TF_OLD_DATA ignoring data from the past for frame {frame:name} (parent {parent:name}) at time "
            "{stamp:num} according to authority",
            "TF_OLD_DATA",
        ),
        _old,
        ("frame",),
        ("frame",),
    ),
    Text(
        "jump-back",
        "Buffer",
        (
            "Detected jump back in time. Clearing tf buffer",
            "Detected jump back in time. Clearing TF buffer",
            "Detected jump back in time",
        ),
        _JUMP,
    ),
    Text(
        "time-source",
        "Buffer",
        ("Detected time source change. Clearing TF buffer", "Detected time source change. Clearing tf buffer"),
        Said(
            "The node changed from wall time to simulation time or back, and threw its buffer away.",
            (
                Cause(
                    "use_sim_time was set while the node ran, or just after its start.",
                    "launch files and parameter services can do that",
                ),
            ),
            ("ros2 param get NODE use_sim_time",),
            "Set use_sim_time where the node is started. Once at the start is harmless.",
            kinds=("sim-time-mismatch",),
            rank=6,
        ),
    ),
)
