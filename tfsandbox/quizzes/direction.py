"""Questions about the direction of a transform (lesson 02). Numbers come from the sandbox, not from here."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_message
from tfsandbox.direction import Outcome, link, measure, publish, run_clash
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.recording import StampedTransform


def outcome(way: str, intended: StampedTransform, *, probe: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Outcome:
    """Return what a buffer of its own answers after ``intended`` was published this way."""
    buffer = Buffer()
    buffer.set_transform_static(transform_message(publish(way, intended)), "quiz")
    return measure(buffer, intended, probe=probe)


def _shuffled(rng: Random, *choices: Choice) -> tuple[Choice, ...]:
    order = list(choices)
    rng.shuffle(order)
    return tuple(order)


def _key(choices: tuple[Choice, ...]) -> str:
    return str(next(c.answer for c in choices if not c.slip))


def imu_on_the_wrong_side(rng: Random) -> Question:
    """Return quiz question 1: a clean factor of two, and what tells swap from sign."""
    intended = link(0.1, child="imu")
    seen = outcome("swap", intended)
    choices = _shuffled(
        rng,
        Choice(
            f"The ratio is {seen.ratio:g}: the inverse was published. The tree tells whether the names are "
            "swapped or the sign is wrong.",
            "Both slips put the imu at -0.1. If imu has become a root, the names are swapped. "
            "If base_link is still its parent, the sign is wrong.",
        ),
        Choice(
            f"The ratio is {seen.ratio:g}, so the names are swapped for sure.",
            "The ratio is right, but a flipped sign gives it too. Look at the tree: is base_link still the parent?",
            "tree_not_checked",
        ),
        Choice(
            "The ratio is 1: somebody forgot the offset.",
            "A forgotten offset leaves the imu at 0, a gap of 0.1. Here the gap runs from -0.1 to +0.1: 0.2 m.",
            "gap_from_zero",
        ),
        Choice(
            "The ratio is -1: the gap has a sign, and here it points backwards.",
            "A gap is a distance, so it has no sign. From -0.1 to +0.1 it is 0.2 m, twice the offset.",
            "signed_gap",
        ),
    )
    x = seen.origin[0]
    statement = (
        f"base_link -> imu should be x = +0.1 without rotation. imu is a motion sensor. Nothing else is running. "
        f"tf2 says the imu is at x = {x:g} in base_link. What do you conclude?"
    )
    return Question("direction-imu", statement, Kind.CHOICE, _key(choices), choices)


def ratio_one_at_120_degrees(rng: Random) -> Question:
    """Return quiz question 2: a ratio of one does not clear the direction when there is a rotation."""
    swapped = outcome("swap", link(0.2, yaw=math.radians(120)))
    choices = _shuffled(
        rng,
        Choice(
            f"No. With this rotation a swap gives exactly {swapped.ratio:g} as well. Compare with (R^T, -R^T t) "
            "and look at the tree.",
            "2|cos(60 degrees)| is 1. With any rotation the ratio alone decides nothing.",
        ),
        Choice(
            "Yes. A direction mistake always gives 2.",
            "That holds without a rotation. With a yaw, a swap gives 2|cos(yaw/2)|: here 1.",
            "always_two",
        ),
        Choice(
            "Yes. A ratio of 1 means that the offset was left out.",
            "A left-out offset gives 1, but it is not the only way to get 1. What does a swap give at 120 degrees?",
            "only_omission",
        ),
        Choice(
            "No. A flipped sign gives 1 at 120 degrees.",
            "A flipped sign gives 2 at every angle. Which slip depends on the angle?",
            "sign_depends_on_yaw",
        ),
    )
    statement = (
        "A sensor is mounted with a yaw of 120 degrees. tf2 shows its origin wrong by exactly the length of the "
        "offset: ratio 1. May you rule out a direction mistake?"
    )
    return Question("direction-ratio-one", statement, Kind.CHOICE, _key(choices), choices)


def not_part_of_the_same_tree(rng: Random) -> Question:
    """Return quiz question 3: a frame that lost its link."""
    name, text = run_clash(0.1).clash_errors[0]
    message = text.replace("clash_laser", "laser")
    choices = _shuffled(
        rng,
        Choice(
            "For a child_frame_id that already has a parent (laser -> base_link would do it), and for a misspelt name.",
            "A frame keeps one parent. Whoever publishes base_link as a child of laser competes with odom -> "
            "base_link, and the laser loses its place in the tree.",
        ),
        Choice(
            "For a wrong sign in the offset of the laser.",
            "A wrong sign leaves the tree in one piece: the lookup works and answers with a wrong place.",
            "sign_breaks_tree",
        ),
        Choice(
            "For a slow network: wait longer and the answer will come.",
            "Both frames are known already, so their data has arrived. What is missing is a chain of links.",
            "timing",
        ),
        Choice(
            "For a laser that is mounted at twice the distance.",
            "Twice the distance would be a number. Here there is no number at all: a link is missing.",
            "two_times_expected",
        ),
    )
    statement = (
        f"Odometry is running. The lookup odom <- laser raises {name}: \u201c{message}\u201d "
        "What do you look for first?"
    )
    return Question("direction-same-tree", statement, Kind.CHOICE, _key(choices), choices)


def cup_on_a_swapped_shelf(rng: Random) -> Question:
    """Return a numeric question with fresh numbers: where does a point of the child land after a swap?"""
    height, cup = rng.choice((0.6, 0.8, 1.2, 1.4)), rng.choice((0.1, 0.2, 0.3))
    shelf = link(0.0, z=height, parent="floor", child="shelf")
    seen = {way: outcome(way, shelf, probe=(0.0, 0.0, cup)).probe[2] for way in ("swap", "intended", "omit")}
    choices = (
        Choice(seen["swap"], "The shelf lands below the floor; the cup stands on it all the same."),
        Choice(seen["intended"], "That is where the cup should be. The names were swapped.", "intended"),
        Choice(seen["omit"], "The offset was not left out: it was used the wrong way round.", "omit"),
        Choice(
            -seen["intended"],
            "Only the shelf is on the wrong side. The cup still stands above its shelf, not below.",
            "mirrored_data",
        ),
    )
    statement = (
        f"floor -> shelf should be z = +{height:g}. It was published with the names swapped. A cup stands "
        f"{cup:g} m above the shelf. At which z in floor does tf2 put the cup?"
    )
    hint = "First find where the shelf lands, then add the cup."
    return Question("direction-cup", statement, Kind.NUMERIC, seen["swap"], choices, hint, 0.01, "m")


def gap_of_a_turned_mount(rng: Random) -> Question:
    """Return a numeric question with fresh numbers: the gap after a swap at a right angle."""
    offset = rng.choice((0.3, 0.4, 0.5, 0.6))
    mount = link(offset, yaw=math.pi / 2)
    gaps = {way: outcome(way, mount).gap for way in ("swap", "sign", "omit", "intended")}
    choices = (
        Choice(gaps["swap"], "From (offset, 0) to (0, offset): the diagonal of a square."),
        Choice(gaps["sign"], "Twice the offset is what a flipped sign gives, at any angle.", "sign"),
        Choice(gaps["omit"], "Once the offset is what a left-out offset gives.", "omit"),
        Choice(gaps["intended"], "With a yaw of 180 degrees the gap would vanish. Here the yaw is 90.", "intended"),
    )
    statement = (
        f"A laser is mounted at x = {offset:g} with a yaw of 90 degrees, and the names are swapped. "
        "How far from its intended place is its origin?"
    )
    hint = "Find where the origin lands first: it is no longer on the x axis."
    return Question("direction-gap-90", statement, Kind.NUMERIC, gaps["swap"], choices, hint, 0.01, "m")
