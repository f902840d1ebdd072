"""Questions about axes and rotations (lesson 01): REP 103, headings, quaternions, the order of angles."""

from __future__ import annotations

import math
from random import Random

from tfsandbox import static_args
from tfsandbox.geometry import Transform, Vector, angle_between, multiply, quaternion_from_rpy
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn
from tfsandbox.quizzes.placing import number, triple

_LEFT: Vector = (0.0, 1.0, 0.0)
_UP: Vector = (0.0, 0.0, 1.0)
_WAYS = {
    (1, 0, 0): "ahead",
    (-1, 0, 0): "to the back",
    (0, 1, 0): "to the left",
    (0, -1, 0): "to the right",
    (0, 0, 1): "up",
    (0, 0, -1): "down",
}


def axes(rng: Random) -> Question:
    """Return a choice: a place in words, as coordinates of base_link."""
    ahead, side, up = rng.sample((0.3, 0.4, 0.6, 0.7, 0.9, 1.2), 3)
    right = rng.random() < 0.5
    y = -side if right else side
    choices = (
        Choice(triple((ahead, y, up)), "x ahead, y to the left, z up: what lies to the right has a negative y."),
        Choice(triple((ahead, -y, up)), "y points to the left. On the right side y is negative.", "y_right"),
        Choice(
            triple((-y, ahead, up)), "That has x to the right and y ahead, as on a map. Here x is ahead.", "x_right"
        ),
        Choice(triple((ahead, up, y)), "Here y and z have changed places. z is the one that points up.", "y_up"),
    )
    statement = (
        f"A lamp is {ahead:g} m ahead of base_link, {side:g} m to its {'right' if right else 'left'}, and {up:g} m "
        "above it. What are its coordinates in base_link (axes as in REP 103, metres)?"
    )
    return choosing("frames-axes", statement, rng, choices)


def compass(rng: Random) -> Question:
    """Return a numeric question: a compass bearing as a yaw in radians."""
    return drawn(rng, _compass)


def _compass(rng: Random) -> Question:
    bearing_deg = rng.choice((20, 30, 60, 70, 110, 120, 150, 160, 200, 210, 240, 300, 330))
    bearing = math.radians(bearing_deg)
    east, north = math.sin(bearing), math.cos(bearing)
    key = math.atan2(north, east)
    choices = (
        Choice(key, "Yaw starts at x, which points east, and grows to the left."),
        Choice(-key, "Yaw grows to the left, against the clock. The sign is the other one.", "sign"),
        Choice(bearing, "That is the bearing itself. It starts at north; yaw starts at east.", "from_north"),
        Choice(round(math.degrees(key), 6), "That is in degrees. ROS wants radians.", "degrees"),
        Choice(math.pi / 2 + key, "A quarter turn too far: yaw 0 is east, not south.", "quarter_turn"),
    )
    statement = (
        f"In map, x points east and y points north. A compass says that a robot heads {bearing_deg} degrees: from "
        "north, with the clock. What is its yaw in map, from -pi to pi?"
    )
    hint = "Draw it. Start at east and turn to the left until you look the robot's way. Then convert to radians."
    return Question("frames-compass", statement, Kind.NUMERIC, key, choices, hint, 0.03, "rad")


def quaternion_order(rng: Random) -> Question:
    """Return a choice: a quaternion with w first, written for ROS."""
    yaw_deg = rng.choice((40, 50, 70, 110, 130, 140))
    x, y, z, w = quaternion_from_rpy(0.0, 0.0, math.radians(yaw_deg))
    whole = math.radians(yaw_deg)
    choices = (
        Choice(triple((x, y, z, w)), "ROS writes x, y, z, w: the w goes last."),
        Choice(triple((w, x, y, z)), "That still has w first. ROS would take it for x.", "wxyz"),
        Choice(triple((x, y, w, z)), "The last two have changed places: w goes last, z before it.", "z_last"),
        Choice(
            triple((0.0, 0.0, math.sin(whole), math.cos(whole))),
            "That holds the sine of the whole angle. A quaternion holds half the angle; just move the w.",
            "whole_angle",
        ),
    )
    statement = (
        f"A sensor is turned by a yaw of {yaw_deg} degrees. Its driver prints the quaternion with w first: "
        f"{triple((w, x, y, z))}. What do you write into a ROS message, in its order?"
    )
    return choosing("frames-quaternion-order", statement, rng, choices)


def double_cover(rng: Random) -> Question:
    """Return a choice: what happened between q and -q?"""
    q = quaternion_from_rpy(0.0, 0.0, math.radians(rng.choice((30, 50, 80, 100, 130))))
    opposite = (-q[0], -q[1], -q[2], -q[3])
    turned = number(math.degrees(angle_between(q, opposite)))
    choices = (
        Choice(
            f"By {turned} degrees: both are the same rotation.",
            "q and -q turn every point alike. Compare rotations, not the four numbers.",
        ),
        Choice(
            "By 180 degrees: it now looks backwards.",
            "A half turn lets z and w change places. It does not negate both.",
            "half_turn",
        ),
        Choice(
            "By twice its yaw: it now looks to the other side.",
            "The opposite yaw has only z negated. Here w is negated, too.",
            "mirrored",
        ),
        Choice(
            "One cannot know: the second one is no rotation.",
            "Its length is 1, so it is a rotation like any other.",
            "not_unit",
        ),
    )
    statement = (
        f"A robot's rotation is printed twice, as x, y, z, w: first {triple(q)}, then {triple(opposite)}. "
        "By how much does the second one differ?"
    )
    return choosing("frames-double-cover", statement, rng, choices)


def angle_order(rng: Random) -> Question:
    """Return a choice: which command line turns the camera as wanted?"""
    pitch, yaw = rng.choice((0.3, 0.4, 0.5)), rng.choice((0.8, 1.1, 1.2))
    wanted = Transform.from_rpy(pitch=pitch, yaw=yaw)
    flags = "--frame-id base_link --child-frame-id camera"
    offered = (
        (f"0 0 0 {yaw:g} {pitch:g} 0 base_link camera", "Old-style words come as x y z yaw pitch roll.", ""),
        (
            f"0 0 0 0 {pitch:g} {yaw:g} base_link camera",
            "That has the yaw last. Old-style words want yaw, pitch, roll: it would become a roll.",
            "rpy_order",
        ),
        (
            f"--yaw {math.degrees(yaw):.0f} --pitch {math.degrees(pitch):.0f} {flags}",
            "Those angles are in degrees. The program wants radians.",
            "degrees",
        ),
        (
            f"--roll {yaw:g} --pitch {pitch:g} {flags}",
            "That rolls the camera: it tilts to its side instead of turning to the left.",
            "roll_for_yaw",
        ),
    )
    fits = [static_args.parse(words.split(), distro="jazzy").transform.is_close(wanted) for words, _, _ in offered]
    choices = [
        Choice(words, told, "" if right else slip or "unlike")
        for (words, told, slip), right in zip(offered, fits, strict=True)
    ]
    statement = (
        f"A camera at the origin of base_link is turned to the left by a yaw of {yaw:g} rad and tilted down by a pitch "
        f"of {pitch:g} rad. Which words after static_transform_publisher say that (ROS 2 Jazzy)?"
    )
    return choosing("frames-angle-order", statement, rng, choices)


def fixed_axes(rng: Random) -> Question:
    """Return a choice: where does an axis point after a roll and a yaw about fixed axes?"""
    return drawn(rng, _fixed_axes)


def _fixed_axes(rng: Random) -> Question:
    roll_deg, yaw_deg = rng.choice((-90, 90)), rng.choice((-90, 90))
    name, axis = rng.choice((("y", _LEFT), ("z", _UP)))
    roll, yaw = math.radians(roll_deg), math.radians(yaw_deg)
    pose = Transform.from_rpy(roll=roll, yaw=yaw)
    other = Transform(rotation=multiply(quaternion_from_rpy(roll, 0.0, 0.0), quaternion_from_rpy(0.0, 0.0, yaw)))
    foreseen = (
        (pose.rotate(axis), "First the roll about the parent's x, then the yaw about the parent's z.", ""),
        (other.rotate(axis), "That does the yaw first. Roll comes first, then pitch, then yaw.", "ypr_order"),
        (
            pose.inverse().rotate(axis),
            "That is an axis of the parent seen from the sensor: the inverse.",
            "inverse",
        ),
        (
            tuple(-value for value in pose.rotate(axis)),
            "Right line, wrong end. Positive angles turn like the fingers of a right hand.",
            "sign",
        ),
        (axis, "That is where it points without any rotation.", "not_turned"),
    )
    seen: dict[str, Choice] = {}
    for direction, told, slip in foreseen:
        x, y, z = (round(value) for value in direction)
        text = f"It points {_WAYS[x, y, z]}."
        seen.setdefault(text, Choice(text, told, slip))
    statement = (
        f"A sensor has roll {roll_deg} degrees and yaw {yaw_deg} degrees, as ROS counts them. "
        f"Where does its {name} axis point, seen in base_link?"
    )
    return choosing("frames-fixed-axes", statement, rng, seen.values())


QUESTIONS = (axes, compass, quaternion_order, double_cover, angle_order, fixed_axes)
