"""Questions about the times in tf2's errors (lesson 06): reading the gap, and what stamps and message filters do."""

from __future__ import annotations

from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.explain import explain
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal

EPOCH_S = 1_700_000_000


def _late_lookup(newest: float, asked: float) -> str:
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=(newest - 1, newest))
    return refusal(buffer, "odom", "base_link", asked)


def gap(rng: Random) -> Question:
    """Return a numeric question: how far outside the data does the asked time lie?"""
    return drawn(rng, _gap)


def _gap(rng: Random) -> Question:
    edge, size = rng.randrange(200, 600) / 10, rng.randrange(12, 76) / 100
    past = rng.random() < 0.5
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=(edge, edge + 8) if past else (edge - 8, edge))
    text = refusal(buffer, "odom", "base_link", round(edge - size if past else edge + size, 2))
    value = explain(text)[0].facts["gap_s"]
    key = round(float(value), 6) if isinstance(value, float) else 0.0
    word = "before the first" if past else "after the last"
    choices = (
        Choice(key, f"The asked time lies that much {word} sample. The size of the gap tells the cause."),
        Choice(-key, "A gap is a span: no sign. The words past and future tell the side.", "sign"),
        Choice(round(1000 * key, 3), "That is in milliseconds. The question is in seconds.", "milliseconds"),
        Choice(edge, "That is the edge of the data. Take the difference of the two times.", "edge"),
    )
    statement = f"tf2 says: \u201c{text}\u201d How far outside the data does the asked time lie?"
    hint = "Subtract one of the two times from the other."
    return Question("time-gap", statement, Kind.NUMERIC, key, choices, hint, 0.004, "s")


_CAUSES = {
    "race": ("The newest transform is still on its way.", "A transform on its way leaves less than about 50 ms."),
    "dead": ("The publisher of odom -> base_link has died.", "A dead publisher leaves seconds, and the gap grows."),
    "clock": ("One node counts simulation time, one wall time.", "Two kinds of time lie more than 50 years apart."),
    "trees": ("The two frames are in two separate trees.", "For two trees tf2 speaks of trees, not of times."),
}


def cause_of_gap(rng: Random) -> Question:
    """Return a choice: what does the size of a gap say?"""
    newest = rng.randrange(200, 900) / 10
    spans = (rng.randrange(4, 40) / 1000, float(rng.randrange(8, 40)), EPOCH_S + rng.randrange(100_000) - newest)
    text = _late_lookup(newest, round(newest + rng.choice(spans), 3))
    found = explain(text)[0]
    kinds = set(found.kinds)
    right = "clock" if "sim-time-mismatch" in kinds else "dead" if "stale-frame" in kinds else "race"
    told = f"Here the gap is {found.facts['gap_s']:.6g} s."
    choices = [
        Choice(cause, f"{feedback} {told}", "" if name == right else name)
        for name, (cause, feedback) in _CAUSES.items()
    ]
    statement = f"Once a robot has run for a while, tf2 says: \u201c{text}\u201d Which cause fits the gap?"
    return choosing("time-gap-cause", statement, rng, choices)


def single_sample(rng: Random) -> Question:
    """Return a choice: the mount that was sent once on /tf."""
    sent, later = rng.randrange(20, 90) / 10, rng.randrange(5, 30) / 10
    buffer = Buffer()
    moving(buffer, "base_link", "laser", stamps=(sent,))
    text = refusal(buffer, "base_link", "laser", round(sent + later, 1))
    choices = (
        Choice("Send the mount on /tf_static.", "A static link holds at every time, so sending it once is enough."),
        Choice(
            "Give the lookup a timeout of 1 s.",
            "Nobody sends a second sample, so waiting does not help.",
            "timeout",
        ),
        Choice(
            "Create the Buffer with 60 s of cache time.",
            "The sample is still there. It holds for its own moment only.",
            "cache",
        ),
        Choice(
            "Ask for a time half a second earlier.",
            "A lone sample on /tf answers for exactly its own stamp.",
            "other_time",
        ),
    )
    statement = (
        f"A node sent the mount base_link -> laser once, on /tf. Later tf2 says: \u201c{text}\u201d "
        "The laser is bolted on. What mends it for good?"
    )
    return choosing("time-single", statement, rng, choices)


def stamps_ahead(rng: Random) -> Question:
    """Return a choice: a gap that is the same in every message."""
    ahead, newest = rng.randrange(20, 90) / 10, rng.randrange(100, 300) / 10
    times = [newest + later for later in (0.0, 1.1, 2.3, 3.8)]
    texts = [_late_lookup(round(t, 3), round(t + ahead, 3)) for t in times]
    steady = "clock-domain" in explain("\n".join(texts))[0].kinds
    choices = (
        Choice(
            "Compare the two machines' clocks.",
            "A gap that stays the same comes from clocks, not from waiting.",
            "" if steady else "clocks",
        ),
        Choice(
            "Let odometry publish more often.",
            "A slow publisher leaves gaps of all sizes, up to its period.",
            "rate",
        ),
        Choice(
            "Give the Buffer a longer cache.",
            "The cache reaches back. Here the asked time lies after the data.",
            "cache",
        ),
        Choice(
            "Send the laser's mount on /tf_static.",
            "The mount is not the link that lacks data: the error names odom and base_link.",
            "static",
        ),
    )
    statement = (
        f"A scanner on its own computer stamps its scans. Each lookup at a scan's stamp fails; the first says: "
        f"\u201c{texts[0]}\u201d In every later error the gap is {ahead:g} s again. What do you do first?"
    )
    return choosing("time-ahead", statement, rng, choices)


def _dropped(frame: str, stamp: float, reason: str) -> str:
    return f"Message Filter dropping message: frame '{frame}' at time {stamp:.3f} for reason '{reason}'"


def queue_full(rng: Random) -> Question:
    """Return a choice: what a full message filter waited for."""
    frame = rng.choice(("laser", "base_scan", "camera_link", "lidar_2d"))
    text = _dropped(frame, rng.randrange(3000, 90_000) / 1000, "discarding message because the queue is full")
    choices = (
        Choice(
            f"No transform from {frame} covers these stamps.",
            "Each message waits for its transform until newer ones push it out.",
        ),
        Choice("The network loses most of the messages.", "A lost message never gets into the filter's queue.", "loss"),
        Choice(
            "The queue is short: make it ten times longer.",
            "A longer queue drops later, but the transform still does not come.",
            "longer_queue",
        ),
        Choice(
            "The tf buffer is full of old transforms.",
            "It is the filter's queue of messages that is full, not the tf buffer.",
            "tf_buffer",
        ),
    )
    statement = f"For minutes a node repeats: \u201c{text}\u201d What is the most likely reason?"
    return choosing("time-filter-full", statement, rng, choices)


def earlier_than_all(rng: Random) -> Question:
    """Return a choice: a message that is older than the whole cache, by 50 years."""
    reason = "the timestamp on the message is earlier than all the data in the transform cache"
    stamp, now = rng.randrange(3000, 90_000) / 1000, float(EPOCH_S + rng.randrange(100_000))
    text = _dropped("laser", stamp, reason)
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=(now - 5, now))
    fixed(buffer, "base_link", "laser")
    past = "into the past" in refusal(buffer, "odom", "laser", stamp)
    choices = (
        Choice(
            "Scans count from power-on, tf by the date.",
            "A small stamp beside stamps of 1.7 billion: two clocks, more than 50 years apart.",
            "" if past else "clocks",
        ),
        Choice(
            "The scans' stamps run ahead of tf.",
            "Then the stamp would be larger than tf's. Here it is far smaller.",
            "other_side",
        ),
        Choice(
            "The scans wait too long in a queue.",
            "Waiting makes a scan old by seconds, not by 50 years.",
            "starved",
        ),
        Choice(
            "Nobody publishes the laser's mount.",
            "Then the filter would wait and say that its queue is full.",
            "missing_static",
        ),
    )
    statement = f"A node says: \u201c{text}\u201d The stamps on /tf are near {now:.0f} s. What is wrong?"
    return choosing("time-filter-early", statement, rng, choices)


QUESTIONS = (gap, cause_of_gap, single_sample, stamps_ahead, queue_full, earlier_than_all)
