"""Questions about six broken robots (lesson 05): the symptom, the command that confirms it, the cure."""

from __future__ import annotations

import functools
import random
from random import Random

from tfsandbox import faults, robots
from tfsandbox.buffer import Buffer
from tfsandbox.errors import InputError
from tfsandbox.explain import explain
from tfsandbox.faults import lookalikes
from tfsandbox.faults.lookalikes import Matrix
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, moving, refusal

_SIX = {
    "base-mismatch": "SLAM says \u201cFailed to compute odom pose\u201d, and view_frames draws two trees",
    "two-publishers": "the robot's drawing jitters between two places, and tf2 says nothing",
    "missing-static": "scans come, but none reaches the map, and the laser hangs nowhere in the tree",
    "mount-rotated": "every lookup answers, but an obstacle ahead is drawn beside the robot",
    "leading-slash": "lookups with the scan's own frame fail with \u201cframe_ids cannot start with a '/'\u201d",
    "stamps-ahead": "all links are there, but a lookup at a scan's stamp asks for extrapolation into the future",
}
_CAUSES = {
    "base-mismatch": "One node says base_link, another base_footprint.",
    "two-publishers": "Two nodes publish the same moving link.",
    "missing-static": "Nobody publishes the sensor's mount.",
    "mount-rotated": "The sensor's mount is turned by 90 degrees.",
    "leading-slash": "A driver's frame_id begins with a slash.",
    "stamps-ahead": "A sensor's clock is ahead of the others.",
}
_DESIGN = "diff_drive"


def _others(rng: Random, name: str) -> list[str]:
    return rng.sample([other for other in _SIX if other != name], 3)


@functools.cache
def _confirmation(name: str) -> tuple[str, str]:
    """Return the command and the yes/no question of the catalogue that confirm a fault of the laser or the base."""
    design = robots.find(_DESIGN)
    for seed in range(40):
        try:
            seen = faults.find(name).draw(design, random.Random(seed)).confirm(design)
        except InputError:
            continue
        if name not in ("missing-static", "mount-rotated") or "base_scan" in seen.question:
            break
    return seen.command, seen.question


def symptom(rng: Random) -> Question:
    """Return a choice: what is behind a symptom?"""
    name = rng.choice(list(_SIX))
    choices = [
        Choice(_CAUSES[one], _judged(one, name), "" if one == name else f"not_{one.replace('-', '_')}")
        for one in (name, *_others(rng, name))
    ]
    return choosing("broken-symptom", f"This is what you see: {_SIX[name]}. What do you suspect first?", rng, choices)


def _judged(one: str, name: str) -> str:
    return f"The cure: {faults.find(one).cure}" if one == name else f"With that you would see this: {_SIX[one]}."


def confirm(rng: Random) -> Question:
    """Return a choice: which observation confirms a suspicion?"""
    name = rng.choice(list(_SIX))
    choices = [
        Choice(
            " - ".join(_confirmation(one)),
            "Yes here means that the suspicion is right." if one == name else f"This confirms another: {_CAUSES[one]}",
            "" if one == name else f"confirms_{one.replace('-', '_')}",
        )
        for one in (name, *_others(rng, name))
    ]
    statement = (
        "A robot has a laser, base_scan. Its odometry should publish odom -> base_footprint. "
        f"You suspect: {_CAUSES[name]} Which look confirms it?"
    )
    return choosing("broken-confirm", statement, rng, choices)


def cure(rng: Random) -> Question:
    """Return a choice: what mends a confirmed fault?"""
    name = rng.choice(list(_SIX))
    choices = [
        Choice(
            faults.find(one).cure,
            "This removes the cause, not only the message." if one == name else f"This cures another: {_CAUSES[one]}",
            "" if one == name else f"cures_{one.replace('-', '_')}",
        )
        for one in (name, *_others(rng, name))
    ]
    statement = f"You have confirmed it: {_CAUSES[name]} What do you do?"
    return choosing("broken-cure", statement, rng, choices)


def confused(rng: Random) -> Question:
    """Return a choice: which look tells one suspicion from another, as measured on the sandbox's robots?"""
    matrix = _measured()
    one, other = rng.sample(list(_SIX), 2)
    a, b = matrix.answers[one], matrix.answers[other]
    asked = [f"{question.command} - {question.question}" for question in matrix.questions]
    first = [i for i in range(len(a)) if a[i] and not b[i]]
    second = [i for i in range(len(a)) if b[i] and not a[i]]
    neither = [i for i in range(len(a)) if not a[i] and not b[i]]
    choices = [
        Choice(asked[rng.choice(first)], "Measured: yes with the first, no with the second."),
        Choice(asked[rng.choice(second)], "Measured: no with the first, yes with the second.", "reversed"),
        *(Choice(asked[i], "Measured: no with both.", "answered_alike") for i in rng.sample(neither, 2)),
    ]
    statement = (
        "A small robot with a laser misbehaves. Two suspicions are left. "
        f"First: {_CAUSES[one]} Second: {_CAUSES[other]} "
        "Which question gets a yes if the first is true, and a no if the second is true?"
    )
    return choosing("broken-confused", statement, rng, choices)


@functools.cache
def _measured() -> Matrix:
    return next(matrix for matrix in lookalikes.matrices().values() if matrix.design == _DESIGN)


def vibrating(rng: Random) -> Question:
    """Return the knowledge check's third question: the robot vibrates between two places."""
    choices = (
        Choice(
            "tf2_echo: do two values alternate? Then switch one off.",
            "Two publishers of one link. One owner a link cures it.",
        ),
        Choice(
            "tf2_echo: is a frame missing? Then publish its mount.",
            "A missing frame gives an error, not two places.",
            "missing",
        ),
        Choice(
            "ros2 topic delay: is it negative? Then set the clock.",
            "A wrong clock makes lookups fail. It does not alternate.",
            "clock",
        ),
        Choice(
            "view_frames: two trees? Then give them one base name.",
            "Two trees give an error, not two places.",
            "two_trees",
        ),
    )
    statement = "In RViz the robot's drawing vibrates between two places. How do you confirm the cause, and cure it?"
    return choosing("broken-vibrating", statement, rng, choices)


def summed_rate(rng: Random) -> Question:
    """Return a numeric question: the rate on a link with two publishers."""
    plugin, ekf = rng.choice((40, 50, 60)), rng.choice((20, 25, 30))
    both = plugin + ekf
    choices = (
        Choice(float(both), "Both streams arrive. A rate that is the sum of two is a sign of two publishers."),
        Choice(float(plugin), "That is the plugin alone. Nothing silences the filter.", "one_alone"),
        Choice(float(ekf), "That is the filter alone. The plugin still publishes.", "other_alone"),
        Choice((plugin + ekf) / 2, "The messages add up. No mean is taken.", "mean"),
    )
    statement = (
        f"A simulator's plugin publishes odom -> base_link at {plugin} Hz, an EKF the same link at {ekf} Hz. "
        "How many samples a second arrive for this link on /tf?"
    )
    return Question(
        "broken-summed-rate", statement, Kind.NUMERIC, float(both), choices, "Count both streams.", 0.4, "Hz"
    )


def turned_wall(rng: Random) -> Question:
    """Return a numeric question: where a laser mounted with a forgotten turn puts an obstacle."""
    return drawn(rng, _turned_wall)


def _turned_wall(rng: Random) -> Question:
    offset, ahead, turn = rng.choice((0.2, 0.3, 0.4)), round(rng.uniform(1.0, 3.0), 1), rng.choice((-1, 1))
    y = {
        quarter: (Transform.from_rpy(offset, yaw=quarter * 1.5707963267948966) @ (ahead, 0.0, 0.0))[1]
        for quarter in (0, turn, -turn)
    }
    choices = (
        Choice(round(y[turn], 3), "Straight ahead for the laser is sideways for the robot, by the mount's turn."),
        Choice(round(y[0], 3) + 0.0, "That is where the obstacle really is. The mount says otherwise.", "true_place"),
        Choice(round(y[-turn], 3), "The side is wrong: a positive yaw turns to the left, towards +y.", "sign"),
        Choice(round(turn * (ahead + offset), 3), "The offset lies along x; it is not turned.", "offset_turned"),
    )
    statement = (
        f"A laser sits {offset:g} m ahead of base_link and looks ahead. Its static link says yaw {90 * turn:+d} "
        f"degrees by mistake. An obstacle is {ahead:g} m in front of the laser. "
        "At which y in base_link is it drawn, in metres?"
    )
    hint = "The laser's x axis points along the robot's y axis, says the link."
    return Question("broken-turned-wall", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


def stamp_ahead(rng: Random) -> Question:
    """Return a numeric question: how long a lookup has to wait for a stamp from the future."""
    return drawn(rng, _stamp_ahead)


def _stamp_ahead(rng: Random) -> Question:
    newest, ahead = round(rng.uniform(3.0, 9.0), 1), round(rng.uniform(0.3, 1.5), 1)
    buffer = Buffer()
    moving(buffer, "odom", "base_link", stamps=(newest - 1.0, newest))
    said = refusal(buffer, "odom", "base_link", newest + ahead)
    facts = explain(said)[0].facts
    wait = float(str(facts["requested_s"])) - float(str(facts["available_s"]))
    choices = (
        Choice(round(wait, 3), "So far is the stamp ahead of the newest link: a clock to be set."),
        Choice(round(newest, 3), "That is the stamp of the newest link, not a difference.", "newest"),
        Choice(round(newest + ahead, 3), "That is the stamp which was asked for, not a difference.", "requested"),
        Choice(round(-wait, 3), "Requested minus latest is positive: the stamp is ahead.", "sign"),
    )
    statement = (
        f"A lookup at a scan's stamp fails: \u201c{said}\u201d "
        "By how many seconds is this stamp ahead of the newest link?"
    )
    hint = "tf2 names both times: the requested one and the latest one."
    return Question("broken-stamp-ahead", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "s")


def slash(rng: Random) -> Question:
    """Return a choice: where does a leading slash do harm?"""
    sensor = rng.choice(("laser", "camera_link", "imu_link"))
    buffer = Buffer()
    fixed(buffer, "base_link", f"/{sensor}")
    works = buffer.can_transform("base_link", sensor)
    text = refusal(buffer, "base_link", f"/{sensor}")
    choices = (
        Choice(
            f"The lookup of /{sensor} fails; the one of {sensor} {'works' if works else 'fails'}.",
            "tf2 strips a slash from what is published, and refuses it in a question.",
        ),
        Choice(
            "Both lookups work: tf2 strips every slash.",
            "Only from published names. A question with a slash is refused.",
            "stripped_everywhere",
        ),
        Choice("Both lookups fail: the link was refused.", "The link was taken, without its slash.", "link_refused"),
        Choice(
            f"The lookup of {sensor} fails; the one of /{sensor} works.",
            f"It is the other way round. tf2 says: {text}",
            "kept",
        ),
    )
    statement = (
        f"A node publishes base_link -> /{sensor}, with a slash. One program looks up {sensor} in base_link, "
        f"another one /{sensor}. What happens?"
    )
    return choosing("broken-slash", statement, rng, choices)


QUESTIONS = (symptom, confirm, cure, confused, vibrating, summed_rate, turned_wall, stamp_ahead, slash)
