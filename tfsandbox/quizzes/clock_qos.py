"""Questions about /clock (lesson 07): use_sim_time, pause, dilation and reset. What is latched: see ``latching``."""

from __future__ import annotations

from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.clock import Clock
from tfsandbox.explain import explain
from tfsandbox.geometry import Transform
from tfsandbox.quizzes import latching
from tfsandbox.quizzes.gaps import EPOCH_S
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS, seconds_to_ns


def paused_clock(rng: Random) -> Question:
    """Return a numeric question: what does /clock say after a pause and at another rate?"""
    return drawn(rng, _paused_clock)


def _paused_clock(rng: Random) -> Question:
    before, pause, after = rng.randrange(5, 20), rng.randrange(3, 12), rng.randrange(4, 16, 2)
    rate = rng.choice((0.5, 2.0))
    clock = Clock()
    clock.step(before * NANOSECONDS)
    clock.pause()
    clock.step(pause * NANOSECONDS)
    clock.resume()
    clock.dilate(rate)
    key = clock.step(after * NANOSECONDS) / NANOSECONDS
    choices = (
        Choice(key, "The clock stands still during the pause and then runs at its new rate."),
        Choice(key + pause, "During the pause /clock goes on with a frozen value: no time is added.", "pause_counted"),
        Choice(float(before + after), "After the pause the clock runs at another rate.", "rate_left_out"),
        Choice(before + after / rate, "Multiply the seconds outside by the rate, do not divide.", "rate_inverted"),
        Choice(float(before + pause + after), "That is the time on your watch, not on /clock.", "wall_time"),
    )
    statement = (
        f"A simulation starts at 0 s and runs for {before} s. It is paused for {pause} s. Then it runs for {after} s "
        f"more by your watch, with {rate:g} simulated seconds in each real one. What does /clock say now?"
    )
    hint = "Add up the three parts. One of them adds nothing."
    return Question("clock-paused", statement, Kind.NUMERIC, key, choices, hint, 0.1, "s")


def frozen_clock(rng: Random) -> Question:
    """Return a choice: what does the simulator send while it is paused?"""
    at = rng.randrange(50, 900) / 10
    clock = Clock(seconds_to_ns(at))
    clock.pause()
    said = clock.step(5 * NANOSECONDS) / NANOSECONDS
    choices = (
        Choice(
            f"/clock keeps coming and says {said:g} s; sensors send nothing.",
            "Time stands still, so there is nothing to measure; /clock still tells everybody so.",
        ),
        Choice(
            f"/clock keeps coming and says {at + 5:g} s; sensors send nothing.",
            "The five real seconds do not count. A paused clock repeats its value.",
            "pause_counted",
        ),
        Choice(
            "/clock falls silent, and so do the sensors.",
            "/clock goes on with a frozen value, so that nodes that start now learn the time.",
            "silent_clock",
        ),
        Choice(
            f"/clock says {said:g} s; sensors repeat their last message.",
            "While the simulation is paused, sensors do not measure and do not send.",
            "sensors_repeat",
        ),
    )
    statement = (
        f"A simulator with a ROS bridge is paused when /clock says {at:g} s. Five seconds later, by your watch, "
        "what is on the topics?"
    )
    return choosing("clock-frozen", statement, rng, choices)


def who_forgot(rng: Random) -> Question:
    """Return a choice: which node lacks use_sim_time, told by the two times in an error."""
    simulated, wall = rng.randrange(200, 900) / 10, float(EPOCH_S + rng.randrange(100_000))
    listener_forgot = rng.random() < 0.5
    data, asked = (simulated, wall) if listener_forgot else (wall, simulated)
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=(data - 1, data))
    text = refusal(buffer, "odom", "base_link", asked)
    two_clocks = "sim-time-mismatch" in explain(text)[0].kinds
    right = ("listener" if "into the future" in text else "odometry") if two_clocks else "neither"
    told = (
        "The asked time is today's date and the data count from 0: the listener uses wall time."
        if listener_forgot
        else "The data carry today's date and the asked time counts from 0: odometry uses wall time."
    )
    texts = {
        "listener": "The listener.",
        "odometry": "The odometry node.",
        "neither": "Neither: odometry is late.",
        "clock": "Neither: /clock is silent.",
    }
    silent = "With a silent /clock a node that waits for it stays at time 0, and here no time is 0."
    late = "No node is late by more than 50 years."
    extra = {"neither": late, "clock": silent}
    choices = [
        Choice(answer, f"{extra.get(name, '')} {told}".strip(), "" if name == right else name)
        for name, answer in texts.items()
    ]
    statement = (
        f"A simulation runs. A listener asks for the transform at its own now. It gets: \u201c{text}\u201d "
        "Which node was started without use_sim_time?"
    )
    return choosing("clock-who-forgot", statement, rng, choices)


def after_reset(rng: Random) -> Question:
    """Return a choice: what answers right after the clock jumped back and the buffer was cleared."""
    at = rng.randrange(200, 900) / 10
    buffer = Buffer()
    buffer.complain = lambda severity, text: None  # type: ignore[method-assign]
    moving(buffer, "odom", "base_link", stamps=(at - 1, at))
    fixed(buffer, "base_link", "laser", Transform((0.2, 0.0, 0.0)))
    buffer.follow_clock(seconds_to_ns(at))
    buffer.follow_clock(0)
    text = buffer.log[-1][1]
    answers = (buffer.can_transform("base_link", "laser"), buffer.can_transform("odom", "base_link"))
    texts = {
        (True, False): (
            "base_link <- laser, but not odom <- base_link.",
            "The jump clears moving links only. Odometry has to send again; the mount stays.",
        ),
        (False, False): ("Neither of them.", "A static link has no moment that could be outdated: it stays."),
        (True, True): ("Both, as before.", "The samples of odom -> base_link belong to the old run and are gone."),
        (False, True): (
            "odom <- base_link, but not base_link <- laser.",
            "It is the other way round: what moves is forgotten, what is static stays.",
        ),
    }
    slips = {(False, False): "statics_lost", (True, True): "nothing_lost", (False, True): "reversed"}
    choices = [
        Choice(answer, feedback, "" if which == answers else slips.get(which, "moving_lost"))
        for which, (answer, feedback) in texts.items()
    ]
    statement = (
        f"ROS 2 Jazzy. At {at:g} s somebody resets the simulation, and a Python listener logs: \u201c{text}\u201d "
        "odom -> base_link moves, base_link -> laser is static. Before any new message, which lookup answers?"
    )
    return choosing("clock-after-reset", statement, rng, choices)


def old_data(rng: Random) -> Question:
    """Return a numeric question: without clearing, from which new stamp on is data kept again?"""
    return drawn(rng, _old_data)


def _old_data(rng: Random) -> Question:
    newest, cache = rng.randrange(40, 75), rng.choice((10, 15))
    buffer = Buffer(cache)
    buffer.complain = lambda severity, text: None  # type: ignore[method-assign]
    moving(buffer, "odom", "base_link", stamps=range(newest - cache, newest + 1))
    fresh = (StampedTransform("odom", "base_link", Transform(), seconds_to_ns(t)) for t in range(newest))
    key = next((t.stamp_ns / NANOSECONDS for t in fresh if buffer.set_transform(t)), 0.0)
    choices = (
        Choice(key, "Until then every new stamp is older than the newest one minus the buffer's length."),
        Choice(float(newest), "The buffer already takes what fits between its oldest and newest sample.", "newest"),
        Choice(0.0, "The buffer still holds the old run. To it, stamps near 0 are long past.", "at_once"),
        Choice(float(cache), "Count the buffer's length back from the old newest stamp, not from 0.", "from_zero"),
        Choice(float(newest + cache), "The span reaches back from the newest stamp, not ahead.", "sign"),
    )
    statement = (
        f"A listener's buffer keeps {cache} s and has data up to {newest} s. The simulation starts again at 0 s, and "
        "this buffer is not cleared: it logs TF_OLD_DATA. From which stamp on does it take new data?"
    )
    hint = "What is the oldest stamp that the buffer still takes?"
    return Question("clock-old-data", statement, Kind.NUMERIC, key, choices, hint, 0.2, "s")


QUESTIONS = (paused_clock, frozen_clock, who_forgot, after_reset, old_data, *latching.QUESTIONS)
