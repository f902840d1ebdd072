"""Questions about map -> odom (lesson 04): who computes it, how, and what a loop closure does to it."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed
from tfsandbox.quizzes.placing import NEAR, WINDOW, flat, floor, number

_HINT = "Start from T_map_base = T_map_odom * T_odom_base and multiply both sides by inverse(T_odom_base) on the right."


def drawn_pose(rng: Random, *, far: float = 4.0) -> Transform:
    """Return a pose on the floor, 1 m or more out along x, turned by at least 0.4 rad either way."""
    x, y = round(rng.uniform(1.0, far), 1), round(rng.uniform(0.5, 2.0), 1) * rng.choice((-1, 1))
    return Transform.from_rpy(x, y, yaw=round(rng.uniform(0.4, 1.4), 1) * rng.choice((-1, 1)))


def pose_text(pose: Transform) -> str:
    """Return a pose as x and y in metres and yaw in radians."""
    x, y, _ = pose.translation
    return f"({number(x)} m, {number(y)} m, {number(pose.yaw)} rad)"


def correction(map_base: Transform, odom_base: Transform) -> Transform:
    """Return T_map_odom as a localizer finds it: it asks tf for odom in base, and hangs that to its own pose."""
    buffer = Buffer()
    fixed(buffer, "odom", "base_link", odom_base)
    return map_base @ _found(buffer, "base_link", "odom")


def _found(buffer: Buffer, target: str, source: str) -> Transform:
    message = buffer.lookup_transform(target, source).transform
    t, q = message.translation, message.rotation
    return Transform((t.x, t.y, t.z), (q.x, q.y, q.z, q.w))


def slips(map_base: Transform, odom_base: Transform) -> tuple[tuple[str, Transform, str], ...]:
    """Return name, outcome and feedback of each typical way to miss T_map_odom."""
    a, b = map_base.translation, odom_base.translation
    subtracted = Transform.from_rpy(a[0] - b[0], a[1] - b[1], yaw=map_base.yaw - odom_base.yaw)
    return (
        (
            "order",
            odom_base.inverse() @ map_base,
            "The two factors are in the wrong order. The pose in map comes first.",
        ),
        ("inverse", correction(map_base, odom_base).inverse(), "That is odom -> map: the inverse of what is asked."),
        ("subtracted", subtracted, "The poses were subtracted. That works only where no heading is involved."),
        ("not_inverted", map_base @ odom_base, "The odometry pose was not inverted before it was multiplied."),
    )


def _coordinate(rng: Random, axis: int) -> Question:
    map_base, odom_base = drawn_pose(rng), drawn_pose(rng)
    key = correction(map_base, odom_base)
    choices = (
        Choice(round(key.translation[axis], 3), "T_map_odom = T_map_base * inverse(T_odom_base)."),
        *(Choice(round(pose.translation[axis], 3), said, slip) for slip, pose, said in slips(map_base, odom_base)),
    )
    statement = (
        f"Odometry says T_odom_base = {pose_text(odom_base)}. SLAM says T_map_base = {pose_text(map_base)}. "
        f"Each is (x, y, yaw). What is the {'xy'[axis]} of T_map_odom, in metres?"
    )
    name = f"map-odom-{'xy'[axis]}"
    return Question(name, statement, Kind.NUMERIC, choices[0].answer, choices, _HINT, 0.02, "m")


def x_of_map_odom(rng: Random) -> Question:
    """Return a numeric question: x of map -> odom from two poses."""
    return drawn(rng, lambda r: _coordinate(r, 0))


def y_of_map_odom(rng: Random) -> Question:
    """Return a numeric question: y of map -> odom from two poses."""
    return drawn(rng, lambda r: _coordinate(r, 1))


def without_heading(rng: Random) -> Question:
    """Return the knowledge check's first question: two poses without any heading."""
    odom_base, map_base = Transform((2.0, 0.0, 0.0)), Transform((2.3, 0.1, 0.0))
    key = correction(map_base, odom_base)
    wrong = (
        (key.inverse(), "That is odom in reverse: where map is, seen from odom.", "inverse"),
        (
            map_base @ odom_base,
            "The poses were put one after the other. First invert the odometry pose.",
            "not_inverted",
        ),
        (map_base, "That is map -> base_link. Part of that way is odometry's own.", "map_to_base"),
    )
    choices = (
        Choice(pose_text(key), "Without heading it is the difference. With heading, subtracting no longer works."),
        *(Choice(pose_text(pose), said, slip) for pose, said, slip in wrong),
    )
    statement = (
        f"Odometry has base_link at {pose_text(odom_base)} in odom, SLAM has it at {pose_text(map_base)} in map. "
        "What is map -> odom, as (x, y, yaw)?"
    )
    return choosing("map-odom-no-heading", statement, rng, choices)


def origin_of_odom(rng: Random) -> Question:
    """Return a point to click: where the origin of odom lies in map."""
    question = drawn(rng, _origin)
    while not all(_inside(choice.answer) for choice in question.choices):
        question = drawn(rng, _origin)
    return question


def _inside(answer: object) -> bool:
    left, right, bottom, top = WINDOW
    return isinstance(answer, tuple) and left < answer[0] < right and bottom < answer[1] < top


def _origin(rng: Random) -> Question:
    map_base, odom_base = drawn_pose(rng, far=1.5), drawn_pose(rng, far=1.5)
    key = flat(correction(map_base, odom_base).translation)
    choices = (
        Choice(key, "From the robot in map, walk odometry's way back to where it started: there is odom."),
        *(Choice(flat(pose.translation), said, slip) for slip, pose, said in slips(map_base, odom_base)[:3]),
    )
    statement = (
        f"The drawing shows map, and base_link where SLAM sees it: {pose_text(map_base)}. Odometry has "
        f"base_link at {pose_text(odom_base)} in odom. Each is (x, y, yaw). Where in map is the origin of odom?"
    )
    picture = floor(map=Transform(), base_link=map_base)
    return Question("map-odom-origin", statement, Kind.POINT, key, choices, _HINT, NEAR, "m", picture, WINDOW)


def yaw_of_map_odom(rng: Random) -> Question:
    """Return a numeric question: the heading of map -> odom."""
    return drawn(rng, _yaw)


def _yaw(rng: Random) -> Question:
    map_base, odom_base = drawn_pose(rng), drawn_pose(rng)
    while abs(map_base.yaw - odom_base.yaw) < 0.3:
        map_base, odom_base = drawn_pose(rng), drawn_pose(rng)
    key = round(correction(map_base, odom_base).yaw, 3)
    added = round((map_base @ odom_base).yaw, 3)
    choices = (
        Choice(key, "Headings about one axis do subtract. Positions do not."),
        Choice(-key, "That is the turn from map's side to odom's, backwards.", "inverse"),
        Choice(added, "The headings were added. Odometry's heading has to be taken away.", "not_inverted"),
        Choice(
            round(math.degrees(key), 3), "That is the right turn in degrees. The question asks for radians.", "degrees"
        ),
    )
    statement = (
        f"T_odom_base = {pose_text(odom_base)} and T_map_base = {pose_text(map_base)}, each as (x, y, yaw). "
        "What is the yaw of T_map_odom, in radians?"
    )
    hint = "Which heading is left when odometry's heading is taken away from SLAM's?"
    return Question("map-odom-yaw", statement, Kind.NUMERIC, key, choices, hint, 0.02, "rad")


def pose_given_back(rng: Random) -> Question:
    """Return a numeric question: where a correction puts a new odometry pose."""
    return drawn(rng, _given_back)


def _given_back(rng: Random) -> Question:
    map_odom, odom_base = drawn_pose(rng, far=2.0), drawn_pose(rng)
    buffer = Buffer()
    fixed(buffer, "map", "odom", map_odom)
    fixed(buffer, "odom", "base_link", odom_base)
    a, b = map_odom.translation, odom_base.translation
    choices = (
        Choice(round(_found(buffer, "map", "base_link").translation[0], 3), "The links are put one after the other."),
        Choice(round(a[0] + b[0], 3), "The x were added. odom is turned in map, so turn the pose first.", "added"),
        Choice(
            round((odom_base @ map_odom).translation[0], 3), "The order is reversed: map -> odom comes first.", "order"
        ),
        Choice(round((map_odom.inverse() @ odom_base).translation[0], 3), "map -> odom was inverted first.", "inverse"),
    )
    statement = (
        f"SLAM publishes map -> odom = {pose_text(map_odom)}. Odometry publishes odom -> base_link = "
        f"{pose_text(odom_base)}. Each is (x, y, yaw). What is the x of base_link in map, in metres?"
    )
    hint = "Turn odometry's (x, y) by the yaw of map -> odom, then add the x of map -> odom."
    return Question("map-odom-given-back", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


QUESTIONS = (without_heading, x_of_map_odom, y_of_map_odom, origin_of_odom, yaw_of_map_odom, pose_given_back)
