"""Questions about other worlds' axes (lesson 08): cameras, NED, game engines, left-handed centimetres."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.geometry import Transform, Vector, conjugate, quaternion_from_rows
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn
from tfsandbox.quizzes.placing import triple
from tfsandbox.robots import OPTICAL

# Each turns a direction of the other world into ROS's: columns are its axes, seen from ROS.
T_ENU_NED = Transform(rotation=quaternion_from_rows(((0, 1, 0), (1, 0, 0), (0, 0, -1))))
T_ROS_GODOT = Transform(rotation=quaternion_from_rows(((0, 0, -1), (-1, 0, 0), (0, 1, 0))))


def optical_place(rng: Random) -> Question:
    """Return a choice: a place in words, as coordinates of a camera's optical frame."""
    ahead, side, up = rng.sample((0.2, 0.4, 0.7, 1.1, 1.6, 2.1), 3)
    left = rng.random() < 0.5
    body = (ahead, side if left else -side, up)
    x, y, z = OPTICAL.inverse() @ body
    choices = (
        Choice(triple((x, y, z)), "In an optical frame x points right, y down, z ahead."),
        Choice(
            triple(body), "Those are the body's axes: x ahead, y left, z up. An optical frame differs.", "body_axes"
        ),
        Choice(triple((x, -y, -z)), "That has y up and looks along -z, as 3D graphics do. Here y is down.", "graphics"),
        Choice(triple(OPTICAL @ body), "That turns the wrong way: from optical to body. Use the inverse.", "inverse"),
    )
    statement = (
        f"A ball is {ahead:g} m ahead of a camera, {side:g} m to its {'left' if left else 'right'} and {up:g} m above "
        "it. What are its coordinates in camera_optical_frame (metres)?"
    )
    return choosing("sensors-optical-place", statement, rng, choices)


def optical_rotation(rng: Random) -> Question:
    """Return a choice: the quaternion from a camera's body to its optical frame."""
    right = OPTICAL.rotation
    choices = (
        Choice(triple(right), "Its z then points ahead, its x to the right, its y down."),
        Choice(triple(conjugate(right)), "That is the inverse: the body, seen from the optical frame.", "inverse"),
        Choice(triple((0.0, 0.0, 0.0, 1.0)), "Without a rotation z points up, and so would the camera.", "omit"),
        Choice(triple((0.5, 0.5, 0.5, 0.5)), "That one has z ahead, but x to the left and y up.", "mirrored"),
    )
    statement = (
        "camera_link has the axes of a body. Which rotation, as x, y, z, w, has camera_optical_frame in camera_link?"
    )
    return choosing("sensors-optical-rotation", statement, rng, choices)


def _draw(rng: Random) -> Vector:
    x, y, z = (rng.choice((-1, 1)) * value for value in rng.sample((0.5, 1.5, 2.0, 3.5, 4.0, 6.5), 3))
    return (x, y, z)


def ned(rng: Random) -> Question:
    """Return a choice: a place in north, east, down, written for a ROS map."""
    return drawn(rng, _ned)


def _ned(rng: Random) -> Question:
    given = north, east, down = _draw(rng)
    choices = (
        Choice(triple(T_ENU_NED.rotate(given)), "ROS: x east, y north, z up. Two change places, down changes sign."),
        Choice(triple((north, east, -down)), "z is right. But in ROS x is east and y is north.", "not_swapped"),
        Choice(
            triple((east, north, down)), "East and north are right. But z points up: down changes its sign.", "z_down"
        ),
        Choice(
            triple((north, -east, -down)), "That fits a body (ahead, right, down). For a map, x is east.", "as_body"
        ),
    )
    statement = (
        f"An autopilot gives a place as north, east, down: {triple(given)} m. Which coordinates does it have in a map "
        "whose axes follow REP 103: x east, y north?"
    )
    return choosing("sensors-ned", statement, rng, choices)


def godot(rng: Random) -> Question:
    """Return a choice: a place in a game engine with y up, seen by a robot."""
    return drawn(rng, _godot)


def _godot(rng: Random) -> Question:
    given = x, y, z = _draw(rng)
    choices = (
        Choice(triple(T_ROS_GODOT.rotate(given)), "Ahead is -z, left is -x, up is y. In this order: x, y, z."),
        Choice(
            triple((x, -z, y)), "z is up now, but x still points to the right. In a body frame x is ahead.", "x_right"
        ),
        Choice(triple((z, -x, y)), "Here +z was taken for ahead. In Godot the way ahead is -z.", "z_ahead"),
        Choice(triple(T_ROS_GODOT.inverse().rotate(given)), "That goes from ROS to Godot: the inverse.", "inverse"),
    )
    statement = (
        "In the game engine Godot x points right, y up, and a robot looks along -z. A lamp is at "
        f"{triple(given)} m in its robot's axes. What are its coordinates in base_link?"
    )
    return choosing("sensors-y-up", statement, rng, choices)


def unreal_place(rng: Random) -> Question:
    """Return a choice: a place in left-handed centimetres, written for ROS."""
    given = x, y, z = tuple(100 * value for value in _draw(rng))
    right = (x / 100, -y / 100, z / 100)
    choices = (
        Choice(triple(right), "Metres, and y changes its sign: there it points right, here left."),
        Choice(triple((x, -y, z)), "y is right, but those are centimetres. ROS wants metres.", "centimetres"),
        Choice(
            triple((x / 100, y / 100, z / 100)), "The unit is right. But y points right there, left here.", "y_right"
        ),
        Choice(triple((-y / 100, x / 100, z / 100)), "x is ahead in both worlds. Only y is mirrored.", "turned"),
    )
    statement = (
        "The game engine Unreal counts in centimetres and is left-handed: x ahead, y right, z up. A sensor is at "
        f"{triple(given)} cm there. Where is it in base_link, in metres?"
    )
    return choosing("sensors-left-handed-place", statement, rng, choices)


def unreal_yaw(rng: Random) -> Question:
    """Return a numeric question: a yaw of a left-handed world in radians of ROS."""
    yaw_deg = rng.choice((-1, 1)) * rng.choice((25, 40, 65, 110, 130, 155))
    ahead, right = math.cos(math.radians(yaw_deg)), math.sin(math.radians(yaw_deg))
    key = math.atan2(-right, ahead)
    choices = (
        Choice(key, "Mirroring y turns left into right: the yaw changes its sign. Then radians."),
        Choice(-key, "Radians are right. But there a positive yaw turns right, in ROS it turns left.", "sign"),
        Choice(float(-yaw_deg), "The sign is right. But ROS wants radians.", "degrees"),
        Choice(float(yaw_deg), "ROS wants radians, and a positive yaw turns to the left.", "sign_and_degrees"),
    )
    statement = (
        f"In Unreal (x ahead, y right, z up, angles in degrees) a robot's yaw is {yaw_deg}: from x towards y. "
        "What is its yaw in ROS?"
    )
    hint = "From x towards y is a turn to the right there. Which sign has that in ROS?"
    return Question("sensors-left-handed-yaw", statement, Kind.NUMERIC, key, choices, hint, 0.03, "rad")


def mirror(rng: Random) -> Question:
    """Return a choice: why no transform leads from a left-handed frame to a right-handed one."""
    choices = (
        Choice(
            "A rotation never turns left into right. Mirror y before you publish.",
            "A transform turns and moves. A mirror image cannot be reached that way.",
        ),
        Choice(
            "A yaw of 180 degrees turns y round. Publish that rotation.",
            "It turns x round as well: then the robot looks backwards.",
            "half_turn",
        ),
        Choice(
            "A roll of 180 degrees turns y round. Publish that rotation.",
            "It turns z round as well: then the robot stands on its head.",
            "roll",
        ),
        Choice(
            "A quaternion with a negated y mirrors. Publish that rotation.",
            "Negating one number gives another rotation, never a mirror image.",
            "negated_y",
        ),
    )
    statement = (
        "A simulator's frames are left-handed: x ahead, y right, z up. Somebody wants one static transform that turns "
        "them into ROS's axes. What do you say?"
    )
    return choosing("sensors-mirror", statement, rng, choices)


QUESTIONS = (optical_place, optical_rotation, ned, godot, unreal_place, unreal_yaw, mirror)
