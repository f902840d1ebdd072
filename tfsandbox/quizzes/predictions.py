"""Predictions of lesson 02: questions without marks, whose answer the sandbox measures once one has been given."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.direction import clash_case, experiment, link
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.direction import outcome
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.views.frames import Placed, Scene, frames

_WINDOW = (-0.4, 0.4, -0.25, 0.3)
_SCENE = Scene(0, 1, (-0.4, -0.25), (0.4, 0.3), 400, "seen from above, a line every 0.1 m", 0.1, 0.07)


def shelf_gap(_rng: Random) -> Question:
    """Return: how far apart are the intended and the published shelf?"""
    gap = outcome("swap", link(0.0, z=1.0)).gap
    choices = (
        Choice(gap, "The shelf lands 1 m below the floor instead of 1 m above it."),
        Choice(1.0, "The shelf is not on the floor. It is on the other side of it.", "omit"),
        Choice(0.0, "The number is the same, but it is now read from the other frame.", "intended"),
    )
    statement = (
        "The shelf is 1 m above the floor. Somebody publishes frame_id shelf, child_frame_id floor, z = +1. "
        "How far from its intended place does tf2 put the shelf?"
    )
    hint = "Ask: where is the floor, seen from the shelf, if z = +1 is true? Then look from the floor."
    return Question("predict-shelf-gap", statement, Kind.NUMERIC, gap, choices, hint, 0.05, "m")


def cup(_rng: Random) -> Question:
    """Return: where is the cup, with names as intended?"""
    z = outcome("intended", link(0.0, z=1.0), probe=(0.0, 0.0, 0.5)).probe[2]
    choices = (
        Choice(z, "Data goes from shelf to floor by adding the shelf's place: 0.5 + 1."),
        Choice(-0.5, "That would be 0.5 - 1: the way back, from floor to shelf.", "inverse"),
        Choice(0.5, "That is its height above the shelf. Seen from the floor, the shelf itself is 1 m up.", "omit"),
    )
    statement = "The shelf is 1 m above the floor, a cup is 0.5 m above the shelf. What is the cup's z in floor?"
    hint = "Start at the floor, go up to the shelf, then up to the cup."
    return Question("predict-cup", statement, Kind.NUMERIC, z, choices, hint, 0.05, "m")


def turned_laser(_rng: Random) -> Question:
    """Return: click where a swapped laser with a yaw of 90 degrees lands."""
    mount = link(0.2, yaw=math.pi / 2)
    x, y, _ = outcome("swap", mount).origin
    landed = (round(x, 6) + 0.0, round(y, 6) + 0.0)
    choices = (
        Choice(landed, "The swap also undoes the turn, so the laser lands beside the robot."),
        Choice((-0.2, 0.0), "Without a rotation it would land there. The turn carries it round.", "sign"),
        Choice((0.2, 0.0), "That is the intended place.", "intended"),
        Choice((0.0, -0.2), "That is R^T t. The inverse needs a minus: -R^T t.", "missing_minus"),
        Choice((0.0, 0.0), "The offset was not left out.", "omit"),
    )
    picture = frames((Placed("base_link", Transform()), Placed("intended laser", mount.transform, True)), _SCENE)
    statement = (
        "The laser sits 0.2 m ahead of base_link and looks to the left (yaw 90 degrees). "
        "The names were swapped. Where does tf2 put the laser's origin?"
    )
    hint = "Close. The swap mirrors the offset and undoes the turn."
    return Question(
        "predict-turned-laser", statement, Kind.POINT, landed, choices, hint, 0.051, "m", picture, _WINDOW
    )  # fmt: skip


def ratio_at_180(_rng: Random) -> Question:
    """Return: the ratio of a swap when the sensor looks backwards."""
    ratio = round(outcome("swap", link(0.2, yaw=math.pi)).ratio, 9) + 0.0
    choices = (
        Choice(ratio, "At 180 degrees the two mistakes cancel. Only the tree shows this swap."),
        Choice(2.0, "That is the value without rotation. Turning by 180 degrees brings the laser back.", "sign"),
        Choice(1.0, "1 is what a swap gives at 120 degrees.", "omit"),
    )
    statement = "Now the laser looks backwards: yaw 180 degrees, names swapped. What is the ratio gap / offset?"
    hint = "The ratio of a swap is 2|cos(yaw/2)|."
    return Question("predict-ratio-180", statement, Kind.NUMERIC, ratio, choices, hint, 0.05)


def differences(_rng: Random) -> Question:
    """Return: in how many scenarios do prediction and measurement differ?"""
    rows = experiment()
    differ = sum(
        math.dist(row.predicted.origin, row.measured.origin) > 1e-6
        or row.predicted.child_parent != row.measured.child_parent
        for row in rows
    )
    choices = (
        Choice(float(differ), "Sines, cosines and the tree are enough to foresee every row."),
        Choice(float(len(rows)), "Then the formulas would be useless. Compare the two columns.", "all"),
    )
    statement = (
        f"{len(rows)} scenarios, predicted with sines and cosines, measured in a buffer. "
        "In how many of them will origin or tree differ from the prediction?"
    )
    hint = "Look for them in the table."
    return Question("predict-differences", statement, Kind.NUMERIC, float(differ), choices, hint, 0.1)


def who_is_lost(_rng: Random) -> Question:
    """Return: which frames leave odom when the swapped link arrives last over a static one?"""
    case = clash_case("static", "last")
    texts = {
        ("laser",): (
            "Only laser.",
            "base_link cannot win its place back: its own link is static and is not sent again.",
        ),
        ("base_link", "laser"): (
            "base_link and laser.",
            "A static link is sent once. The last arrival wins for good and takes base_link away.",
        ),
        (): ("None. tf2 keeps both parents.", "A frame has one parent at a time. The last arrival replaces the other."),
        ("base_footprint", "base_link", "laser"): (
            "base_footprint, base_link and laser.",
            "base_footprint keeps its own link to odom. Nobody touched it.",
        ),
    }
    slips = {("laser",): "dynamic_rule", (): "two_parents", ("base_footprint", "base_link", "laser"): "all_lost"}
    choices = tuple(Choice(text, feedback, slips.get(lost, "")) for lost, (text, feedback) in texts.items())
    statement = (
        "odom -> base_footprint is dynamic, base_footprint -> base_link is static. Then the swapped link "
        "laser -> base_link arrives last. Odometry keeps running. Which frames can no longer be reached from odom?"
    )
    return Question("predict-who-is-lost", statement, Kind.CHOICE, texts[case.lost_for_good][0], choices)
