"""More questions about direction (lesson 02), with drawn numbers: data both ways, ratios, inverses, what to do next."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.direction import decision, diagnose_ratio, link
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.direction import outcome
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn
from tfsandbox.quizzes.placing import NEAR, WINDOW, flat, floor


def data_both_ways(rng: Random) -> Question:
    """Return a numeric question: the height of a thing, converted between floor and shelf."""
    height, z = rng.choice((0.7, 0.9, 1.1, 1.3)), rng.choice((0.2, 0.4, 0.5, 1.5, 1.6))
    return data_question(height, z, into=rng.choice(("floor", "shelf")))


def data_question(height: float, z: float, *, into: str) -> Question:
    """Return the question for a shelf this high and a thing at z (metres) in the other frame."""
    buffer = Buffer()
    buffer.set_transform_static(link(0.0, z=height, parent="floor", child="shelf"))
    other = "shelf" if into == "floor" else "floor"
    thing = (0.0, 0.0, z)
    key = transform_of(buffer.lookup_transform(into, other)) @ thing
    wrong = transform_of(buffer.lookup_transform(other, into)) @ thing
    done = "added" if into == "floor" else "subtracted"
    choices = (
        Choice(key[2], f"From {other} to {into} the shelf's height is {done}."),
        Choice(wrong[2], f"That is the way from {into} to {other}: the inverse.", "inverse"),
        Choice(z, f"That is its z in {other}. The two frames are {height:g} m apart.", "omit"),
        Choice(-key[2], "The amount is right, the sign is not. z points up in both frames.", "sign"),
    )
    statement = (
        f"floor -> shelf is z = +{height:g}, and it was published the right way. A thing is at z = {z:g} m in {other}. "
        f"What is its z in {into}?"
    )
    hint = "Draw the floor, the shelf and the thing from the side."
    return Question("direction-data", statement, Kind.NUMERIC, key[2], choices, hint, 0.01, "m")


def ratio(rng: Random) -> Question:
    """Return a numeric question: the ratio of what tf2 shows."""
    return ratio_question(rng.choice((0.2, 0.3, 0.4, 0.6)), rng.choice(("swap", "sign", "omit")))


def ratio_question(offset: float, way: str) -> Question:
    """Return the question for a laser meant to be at x = offset (metres) and published this way, without rotation."""
    seen = outcome(way, link(offset))
    told, other = ("The inverse was published. The tree tells how.", 1.0)
    if seen.ratio < 1.5:
        told, other = ("The value is missing. That is no direction mistake.", 2.0)
    place = f"{seen.origin[0] + 0.0:g}"
    choices = (
        Choice(seen.ratio, told),
        Choice(other, f"Measure from {place} to {offset:g}: that is the gap.", "gap_from_zero"),
        Choice(-seen.ratio, "A gap is a distance, so the ratio has no sign.", "sign"),
        Choice(seen.gap, "That is the gap itself. Divide it by the length of the offset.", "gap"),
        Choice(0.0, "A ratio of 0 means that the laser is where it should be.", "intended"),
    )
    statement = (
        f"base_link -> laser should be x = +{offset:g} without rotation. tf2 shows the laser at x = "
        f"{place} in base_link. What is the ratio gap / offset?"
    )
    hint = "The gap is the distance between where it is and where it should be."
    return Question("direction-ratio", statement, Kind.NUMERIC, seen.ratio, choices, hint, 0.02)


def inverse_offset(rng: Random) -> Question:
    """Return a question to click in a drawing: the offset of the inverse of a turned mount."""
    return inverse_question(rng.choice((0.6, 0.8, 1.0, 1.2)), rng.choice((-120, -90, -60, 60, 90, 120)))


def inverse_question(offset: float, yaw_deg: int) -> Question:
    """Return the question for a laser at x = offset (metres) with this yaw (degrees)."""
    mount = Transform.from_rpy(offset, yaw=math.radians(yaw_deg))
    back = mount.inverse()
    key, turned = flat(back.translation), flat(back.rotate(mount.translation))
    choices: tuple[Choice, ...] = (
        Choice(key, "The offset of the inverse is -R^T t: turned back, then the minus."),
        Choice((-offset, 0.0), "A minus alone is not enough: the laser is turned, so -t turns back, too.", "sign"),
        Choice(turned, "That is R^T t. The minus is missing.", "missing_minus"),
        Choice((offset, 0.0), "That is the laser in base_link. Asked is base_link in laser.", "not_inverted"),
    )
    other = flat(mount.rotate((-offset, 0.0, 0.0)))
    if min(math.dist(other, key), math.dist(other, turned)) > 2 * NEAR:  # at 90 degrees R and -R^T do the same to t
        choices += (Choice(other, "Turned the wrong way. The inverse turns back: R^T, not R.", "not_back"),)
    statement = (
        f"The laser is at x = {offset:g} m in base_link, with yaw {yaw_deg} degrees. Now sit on the laser: the drawing "
        "shows its axes. Where is the origin of base_link?"
    )
    hint = "Look along the red axis. On which side of you is the robot, and how far away?"
    picture = floor(laser=Transform())
    return Question("direction-inverse", statement, Kind.POINT, key, choices, hint, NEAR, "m", picture, WINDOW)


def pasted_calibration(rng: Random) -> Question:
    """Return a numeric question: how wrong is the rotation when a calibration file was pasted as it is?"""
    return drawn(rng, _pasted_calibration)


def _pasted_calibration(rng: Random) -> Question:
    yaw_deg, offset = rng.choice((20, 25, 35, 40, 50, 65, 70)), rng.choice((0.2, 0.3, 0.5))
    seen = outcome("inverse_value", link(offset, yaw=math.radians(yaw_deg)))
    choices = (
        Choice(seen.rotation_error, "From +yaw to -yaw: twice the yaw. The tree looks normal all the while."),
        Choice(math.radians(yaw_deg), "The inverse is turned to the other side, not left unturned.", "once"),
        Choice(0.0, "Only with a yaw of 0 would the rotation stay right.", "offset_only"),
        Choice(2.0 * yaw_deg, "That is in degrees. The question asks for radians.", "degrees"),
    )
    statement = (
        f"A camera is mounted at x = {offset:g} m with a yaw of {yaw_deg} degrees. A calibration file holds the value "
        "that converts points of base_link into points of the camera. Somebody publishes it unchanged, with parent "
        "base_link and child camera. By which angle is the camera's rotation wrong?"
    )
    hint = "Which yaw does the file hold? Compare it with the intended one."
    key = seen.rotation_error
    return Question("direction-calibration", statement, Kind.NUMERIC, key, choices, hint, 0.03, "rad")


_MEASURED = (
    (2.0, False, False, "ratio 2, no rotation, and the intended parent is still the parent"),
    (2.0, False, True, "ratio 2, no rotation, and the intended child has become a root"),
    (1.0, False, False, "ratio 1, no rotation, and the tree looks normal"),
    (1.0, True, True, "ratio 1, the mount has a rotation, and the intended child has become a root"),
    (None, False, False, "no ratio at all: tf2 says that the frames are not part of the same tree"),
)
_STEPS = ("sign", "swap", "value", "compare", "no_lookup")


def next_step(rng: Random) -> Question:
    """Return a choice: from what was measured to the next thing to do."""
    measured, rotated, above, words = rng.choice(_MEASURED)
    right = diagnose_ratio(measured, rotated=rotated, child_above=above)
    others = rng.sample([name for name in _STEPS if name != right.name], 3)
    choices = [Choice(right.next_step, f"This says: {right.meaning}.")]
    for name in others:
        row = decision(name)
        choices.append(Choice(row.next_step, f"Do this when you see: {row.seen}.", f"row_{name}"))
    statement = f"You compare one static transform with what tf2 shows. You find: {words}. What do you do next?"
    return choosing("direction-next-step", statement, rng, choices)


QUESTIONS = (data_both_ways, ratio, inverse_offset, pasted_calibration, next_step)
