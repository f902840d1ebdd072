"""Questions about the buffer and its times (lesson 06): what is kept, what is interpolated, which moment is meant."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.explain import explain
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import seconds_to_ns


def window(rng: Random) -> Question:
    """Return a numeric question: how far back does a buffer answer?"""
    return drawn(rng, _window)


def _window(rng: Random) -> Question:
    cache, newest = rng.choice((5, 15, 20, 30)), rng.randrange(40, 70)
    buffer = Buffer(cache)
    moving(buffer, "odom", "base_link", stamps=(i / 10 for i in range(10 * (newest - cache) - 10, 10 * newest + 1)))
    earliest = explain(refusal(buffer, "odom", "base_link", 1.0))[0].facts["available_s"]
    key = float(round(earliest)) if isinstance(earliest, float) else 0.0
    choices = (
        Choice(key, "The buffer forgets what is older than the newest stamp minus its length."),
        Choice(float(newest - 10), "10 s is the default. This buffer was given another length.", "default_length"),
        Choice(float(cache), "The length counts back from the newest stamp, not from zero.", "from_zero"),
        Choice(0.0, "A buffer does not keep everything. Old samples make room for new ones.", "keeps_all"),
        Choice(float(newest), "That is the newest stamp. The buffer remembers a while before it, too.", "only_newest"),
    )
    statement = (
        f"A Buffer is created with a cache time of {cache} s. odom -> base_link has arrived ten times a second "
        f"since 0 s; the newest stamp is {newest} s. From about which time on can it still answer?"
    )
    hint = "Start at the newest stamp and go back by the buffer's length."
    return Question("time-window", statement, Kind.NUMERIC, key, choices, hint, 0.2, "s")


def interpolation(rng: Random) -> Question:
    """Return a numeric question: which x does a lookup between two samples give?"""
    return drawn(rng, _interpolation)


def _interpolation(rng: Random) -> Question:
    start, period = rng.randrange(4, 20), rng.choice((0.2, 0.4, 0.5))
    older, newer = rng.randrange(10, 20) / 10, rng.randrange(24, 40) / 10
    part = rng.choice((0.25, 0.75))
    asked, end = start + part * period, start + period
    buffer = Buffer()
    for stamp, x in ((float(start), older), (end, newer)):
        buffer.set_transform(StampedTransform("odom", "base_link", Transform((x, 0.0, 0.0)), seconds_to_ns(stamp)))
    key = round(buffer.lookup_transform("odom", "base_link", asked).transform.translation.x, 6)
    choices = (
        Choice(key, "tf2 draws a straight line between the two samples and reads it at the asked time."),
        Choice(older, "tf2 does not hold the older sample. It interpolates between both.", "older"),
        Choice(newer, "tf2 does not take the newer sample. It interpolates between both.", "newer"),
        Choice(round(newer - part * (newer - older), 6), "Count from the older sample, not from the newer.", "order"),
        Choice(round((older + newer) / 2, 6), "The mean holds halfway. The asked time lies nearer to one end.", "mean"),
    )
    statement = (
        f"odom -> base_link: x = {older:g} m at {start} s, x = {newer:g} m at {end:g} s, nothing in between. "
        f"Which x does a lookup at {asked:g} s give?"
    )
    hint = "Which part of the way from the older to the newer stamp has passed?"
    return Question("time-interpolation", statement, Kind.NUMERIC, key, choices, hint, 0.01, "m")


def interpolated_yaw(rng: Random) -> Question:
    """Return a numeric question: interpolation of a rotation across 180 degrees takes the short way."""
    return drawn(rng, _interpolated_yaw)


def _interpolated_yaw(rng: Random) -> Question:
    a_deg, b_deg = rng.randrange(140, 172, 4), -rng.randrange(100, 140, 4)
    part = rng.choice((0.25, 0.75))
    buffer = Buffer()
    for stamp, yaw_deg in ((1.0, a_deg), (2.0, b_deg)):
        pose = Transform.from_rpy(yaw=math.radians(yaw_deg))
        buffer.set_transform(StampedTransform("odom", "base_link", pose, seconds_to_ns(stamp)))
    q = buffer.lookup_transform("odom", "base_link", 1.0 + part).transform.rotation
    key = round(math.degrees(2 * math.atan2(q.z, q.w)) % 360, 6)
    choices = (
        Choice(key, "tf2 turns the short way, across 180 degrees, at a steady rate."),
        Choice((a_deg + part * (b_deg - a_deg)) % 360, "That is the long way round, through 0.", "plain_mean"),
        Choice(float(a_deg), "tf2 does not hold the older sample.", "older"),
        Choice(b_deg % 360.0, "tf2 does not take the newer sample.", "newer"),
        Choice((b_deg - part * ((b_deg - a_deg) % 360)) % 360, "Count from the older sample.", "order"),
    )
    statement = (
        f"odom -> base_link has yaw {a_deg} degrees at 1 s and {b_deg} degrees at 2 s. Which yaw does a lookup at "
        f"{1 + part:g} s give? Write it between 0 and 360 degrees."
    )
    hint = "Draw both headings on a circle and take the shorter arc."
    return Question("time-yaw", statement, Kind.NUMERIC, key, choices, hint, 1.0, "degrees")


def latest_common(rng: Random) -> Question:
    """Return a numeric question: which stamp does an answer for Time(0) carry?"""
    return drawn(rng, _latest_common)


def _latest_common(rng: Random) -> Question:
    odometry = rng.randrange(200, 400) / 10
    slam = round(odometry - rng.randrange(2, 9) / 10, 1)
    now = round(odometry + rng.randrange(1, 4) / 10, 1)
    buffer = Buffer()
    moving(buffer, "map", "odom", stamps=(slam - 1, slam))
    moving(buffer, "odom", "base_link", stamps=(odometry - 1, odometry))
    fixed(buffer, "base_link", "laser")
    stamp = buffer.lookup_transform("map", "laser").header.stamp
    key = round(stamp.sec + stamp.nanosec / 1e9, 6)
    choices = (
        Choice(key, "Time(0) means the newest moment that every moving link on the way knows."),
        Choice(odometry, "At that moment map -> odom is not known yet.", "newest_of_all"),
        Choice(now, "Time(0) does not mean now. It means the newest moment known to all links.", "now"),
        Choice(0.0, "Zero is only the question. The answer carries the stamp it holds for.", "zero"),
    )
    statement = (
        f"It is {now:g} s. map -> odom came last with stamp {slam:g} s, odom -> base_link with {odometry:g} s, and "
        "base_link -> laser is static. You look up map <- laser with Time(0). Which stamp is in the answer?"
    )
    hint = "Look for the moving link whose data end first."
    return Question("time-latest", statement, Kind.NUMERIC, key, choices, hint, 0.02, "s")


def which_side(rng: Random) -> Question:
    """Return a choice: an asked time beside two links whose data cover different spans."""
    begin, end = rng.randrange(3, 9), rng.randrange(12, 18)
    early, late = begin + 0.5, end - 0.5
    asked = rng.choice((begin + 0.2, (begin + end) / 2, end - 0.2))
    buffer = Buffer(cache_time=30)
    moving(buffer, "odom", "base_link", stamps=(begin, end))
    moving(buffer, "map", "odom", stamps=(early, late))
    text = refusal(buffer, "map", "base_link", asked)
    side = "future" if "into the future" in text else "past" if "into the past" in text else "number"
    texts = {
        "number": ("A transform, interpolated.", "Both links would have to cover the asked time."),
        "future": ("An error: \u201cextrapolation into the future\u201d.", "No link ends before the asked time."),
        "past": ("An error: \u201cextrapolation into the past\u201d.", "No link begins after the asked time."),
        "newest": ("Each link's nearest sample, joined.", "tf2 never borrows a value from another time."),
    }
    reasons = {
        "number": "Both links hold samples before and after the asked time.",
        "future": "map -> odom ends before the asked time, and tf2 does not guess.",
        "past": "map -> odom begins after the asked time, and tf2 does not guess.",
    }
    choices = [
        Choice(answer, reasons[side] if name == side else f"{wrong} {reasons[side]}", "" if name == side else name)
        for name, (answer, wrong) in texts.items()
    ]
    statement = (
        f"odom -> base_link has samples from {begin} s to {end} s, map -> odom from {early:g} s to {late:g} s. "
        f"You look up map <- base_link at {asked:g} s. What do you get?"
    )
    return choosing("time-side", statement, rng, choices)


def travel(rng: Random) -> Question:
    """Return a numeric question: time travel, a thing seen earlier in today's base frame."""
    return drawn(rng, _travel)


def _travel(rng: Random) -> Question:
    speed, seen_at = rng.choice((0.2, 0.3, 0.5, 0.8)), rng.randrange(3, 9)
    ahead, later = rng.randrange(12, 30) / 10, rng.randrange(1, 5)
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=range(seen_at + later + 1), speed=speed)
    when = float(seen_at + later), float(seen_at)
    found = buffer.lookup_transform_full("base_link", when[0], "base_link", when[1], "odom")
    key = round(found.transform.translation.x + ahead, 6)
    choices = (
        Choice(key, "The cup stays where it is in odom. The robot has come nearer."),
        Choice(ahead, "The cup stayed, but base_link has moved on since then.", "no_time_travel"),
        Choice(round(2 * ahead - key, 6), "The robot drives towards the cup: the distance shrinks.", "sign"),
        Choice(round(seen_at * speed + ahead, 6), "That is the cup's x in odom. Go on to base_link.", "fixed_frame"),
        Choice(round(ahead - when[0] * speed, 6), "Take away only the way driven since then.", "from_start"),
    )
    statement = (
        f"A robot drives along x in odom at {speed:g} m/s, from x = 0 at 0 s. At {seen_at} s it sees a cup {ahead:g} m "
        f"ahead in base_link. Which x has the cup in base_link at {seen_at + later} s? It stands still in odom."
    )
    hint = "Go from base_link then to odom, and from odom to base_link now."
    return Question("time-travel", statement, Kind.NUMERIC, key, choices, hint, 0.01, "m")


def fixed_frame(rng: Random) -> Question:
    """Return a choice: which fixed frame tells the way that the robot itself has driven?"""
    way, jump = rng.randrange(4, 12) / 10, rng.randrange(3, 8) / 10
    buffer = Buffer()
    fixed(buffer, "base_link", "laser")
    for stamp, x, correction in ((1.0, 0.0, 0.0), (2.0, way, jump)):
        for parent, child, value in (("map", "odom", correction), ("odom", "base_link", x)):
            pose = Transform((value, 0.0, 0.0))
            buffer.set_transform(StampedTransform(parent, child, pose, seconds_to_ns(stamp)))
    texts = {
        "odom": "odom does not jump: the answer is what the wheels counted.",
        "map": "map holds SLAM's correction, so the jump counts as driving.",
        "base_link": "base_link moves with the laser: seen from it, nothing ever moves.",
        "laser": "The laser moves with itself. Choose a frame that stands still.",
    }
    choices = []
    for frame, feedback in texts.items():
        x = buffer.lookup_transform_full("laser", 1.0, "laser", 2.0, frame).transform.translation.x
        right = math.isclose(x, way, abs_tol=1e-9)
        told = f"{feedback} It gives {round(x, 6) + 0.0:g} m."
        choices.append(Choice(f"fixed_frame = {frame}", told, "" if right else f"fixed_{frame}"))
    statement = (
        f"Between two scans the wheels drove {way:g} m, and SLAM moved map -> odom by {jump:g} m. You look up the "
        "laser now, seen from the laser then. Which fixed frame gives the way the wheels drove?"
    )
    return choosing("time-fixed-frame", statement, rng, choices)


QUESTIONS = (window, interpolation, interpolated_yaw, latest_common, which_side, travel, fixed_frame)
