"""Questions about REP 105 (lesson 04): what map and odom promise, loop closure, and the four misconceptions."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed
from tfsandbox.quizzes.map_odom import correction
from tfsandbox.quizzes.placing import number


def who_jumps(rng: Random) -> Question:
    """Return a choice: which link carries a loop closure?"""
    shift = rng.choice((0.2, 0.3, 0.4, 0.6))
    odom_base = Transform.from_rpy(5.0, yaw=0.5)
    before, after = Transform.from_rpy(5.4, 0.3, yaw=0.6), Transform.from_rpy(5.4, 0.3 + shift, yaw=0.6)
    step = math.dist(correction(before, odom_base).translation, correction(after, odom_base).translation)
    choices = (
        Choice(
            f"map -> odom, by {number(step)} m in one step",
            "Odometry goes on as before. The correction is in map -> odom.",
        ),
        Choice(
            f"odom -> base_link, by {number(step)} m in one step",
            "Odometry knows no loops. Its link stays smooth.",
            "odom_jumps",
        ),
        Choice(
            f"both links, by {number(step / 2)} m each",
            "Nobody shares the correction out. odom -> base_link stays as it is.",
            "shared",
        ),
        Choice(
            "neither: a correction is drawn, not published",
            "The robot's place in map has moved, so a link has changed.",
            "none",
        ),
    )
    statement = (
        f"SLAM closes a loop: its estimate of the robot's place moves by {shift:g} m, the heading stays. "
        "The robot stands still. Which link changes?"
    )
    return choosing("map-odom-loop-closure", statement, rng, choices)


def heading_moves_odom(rng: Random) -> Question:
    """Return a numeric question: how far a correction of heading alone moves map -> odom."""
    return drawn(rng, _heading)


def _heading(rng: Random) -> Question:
    out, turn = float(rng.choice((4, 5, 6, 8, 10))), rng.choice((0.3, 0.35, 0.4, 0.45, 0.5))
    odom_base = Transform((out, 0.0, 0.0))
    step = math.dist(correction(Transform.from_rpy(out, yaw=turn), odom_base).translation, (0.0, 0.0, 0.0))
    choices = (
        Choice(round(step, 3), "odom's origin swings round the robot, on a circle as wide as the robot is far out."),
        Choice(0.0, "The robot stays, but odom's origin swings round it.", "robot_not_origin"),
        Choice(
            turn, "That is the turn in radians, not a way in metres. The distance matters, too.", "angle_as_distance"
        ),
        Choice(out, "That is how far out the robot is. The turn matters, too.", "distance_alone"),
    )
    statement = (
        f"Odometry has the robot {out:g} m out along x. map and odom agree. Now SLAM corrects only the heading, by "
        f"{turn:g} rad; the robot's place in map stays. How far does the origin of odom move in map, in metres?"
    )
    hint = "The robot is the fixed point: odom's origin moves on a circle around it. Take the chord."
    return Question("map-odom-heading", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


def controller_view(rng: Random) -> Question:
    """Return a numeric question: how far the robot steps in odom at a loop closure."""
    speed, shift = rng.choice((0.5, 0.8, 1.0)), rng.choice((0.3, 0.4, 0.6))
    buffer = Buffer()
    fixed(buffer, "odom", "base_link", Transform((speed, 0.0, 0.0)))
    x = buffer.lookup_transform("odom", "base_link").transform.translation.x
    choices = (
        Choice(x, "In odom there is only the driving. The correction is in map -> odom."),
        Choice(
            round(x + shift, 3),
            "That is what the planner sees in map: driving and correction together.",
            "planner_view",
        ),
        Choice(shift, "That is the correction alone. It does not reach odom -> base_link.", "correction_alone"),
        Choice(0.0, "The robot did drive, and odometry counts it.", "standing"),
    )
    statement = (
        f"A robot drives straight on along x for 1 s at {speed:g} m/s. Within that second SLAM moves map -> odom by "
        f"{shift:g} m along x. By how many metres does the robot's place change for a controller that works in odom?"
    )
    hint = "Which of the two links does the controller look at?"
    return Question("map-odom-controller", statement, Kind.NUMERIC, choices[0].answer, choices, hint, 0.02, "m")


def why_not_map_to_base(rng: Random) -> Question:
    """Return the knowledge check's second question: why SLAM publishes map -> odom."""
    choices = (
        Choice(
            "base_link has a parent already, and odometry has to stay smooth.",
            "One parent each; the jumps go into map -> odom.",
        ),
        Choice(
            "map -> base_link would be too much data for the network.",
            "It would be as much: one link either way.",
            "bandwidth",
        ),
        Choice(
            "SLAM does not know where base_link is in map.",
            "It does: that is its estimate. It works out map -> odom from it.",
            "slam_unaware",
        ),
        Choice(
            "odom is the global frame, so everything starts there.",
            "odom drifts. map is the global frame.",
            "odom_global",
        ),
    )
    statement = "SLAM estimates the pose of base_link in map. Why does it publish map -> odom and not map -> base_link?"
    return choosing("map-odom-why", statement, rng, choices)


def what_odom_promises(rng: Random) -> Question:
    """Return a choice: what does odom promise?"""
    choices = (
        Choice(
            "Smooth, without jumps, but it drifts away slowly.",
            "Good for a controller now, not for a goal an hour from now.",
        ),
        Choice(
            "Right in the whole building, but it may jump.", "That is map. odom drifts and never jumps.", "map_promise"
        ),
        Choice(
            "Smooth, and right in the whole building as well.",
            "Small errors of wheels add up, so odom drifts.",
            "odom_global",
        ),
        Choice(
            "Fixed to the robot's body, wherever it drives.",
            "That is base_link. odom stays in the world.",
            "odom_on_body",
        ),
    )
    return choosing("map-odom-promise", "What does REP 105 promise of base_link's pose in odom?", rng, choices)


def goal_kept_in(rng: Random) -> Question:
    """Return a choice: in which frame is a distant goal kept?"""
    metres = rng.choice((20, 30, 40, 60))
    choices = (
        Choice(
            "Keep the goal in map, and turn it into odom for each step.",
            "The goal gets every correction, the controller no jump.",
        ),
        Choice(
            "Turn the goal into odom once, and keep it there.",
            "odom drifts in map, and the goal would drift along.",
            "odom_global",
        ),
        Choice(
            "Keep the goal in base_link: the robot's own frame.",
            "base_link moves, so the goal would run ahead.",
            "goal_on_body",
        ),
        Choice(
            "Add up the robot's steps in map until the goal is reached.",
            "A jump in map would count as a step.",
            "integrates_map",
        ),
    )
    statement = f"A goal is {metres} m away in map. The controller steers in odom. What do you do with the goal?"
    return choosing("map-odom-goal", statement, rng, choices)


def just_labels(rng: Random) -> Question:
    """Return a choice: what happens when one node says base_footprint and another base_link?"""
    buffer = Buffer()
    fixed(buffer, "odom", "base_footprint")
    fixed(buffer, "base_link", "laser")
    connected = buffer.can_transform("odom", "laser")
    choices = (
        Choice(
            f"{'One tree' if connected else 'Two trees'}: odom and laser are {'' if connected else 'not '}connected.",
            "tf2 compares names letter by letter. Nothing joins base_footprint and base_link.",
        ),
        Choice(
            "One tree: tf2 joins links at the same place.",
            "tf2 knows names, not places, when it joins links.",
            "names_are_labels",
        ),
        Choice("One tree: both names mean the robot's base.", "To people, not to tf2.", "names_are_labels"),
        Choice("No tree: tf2 refuses names that differ.", "tf2 refuses nothing here. It keeps both parts.", "refused"),
    )
    statement = (
        "Odometry publishes odom -> base_footprint. A launch file publishes base_link -> laser. "
        "Nothing else is published. What does tf2 hold?"
    )
    return choosing("map-odom-labels", statement, rng, choices)


def one_owner(rng: Random) -> Question:
    """Return a choice: who may publish a static link?"""
    choices = (
        Choice(
            "No. One owner: the later one would replace the first.",
            "Which value holds would depend on who starts last.",
        ),
        Choice(
            "Yes. A static link is the same for everybody.",
            "Only while the two agree to the last digit, for ever.",
            "any_node",
        ),
        Choice(
            "Yes. tf2 takes the mean of the two values.", "tf2 takes no mean. The later one replaces the first.", "mean"
        ),
        Choice(
            "No. Only SLAM may publish static links.",
            "SLAM publishes map -> odom. Mounts come from the description.",
            "slam_owns",
        ),
    )
    statement = "robot_state_publisher publishes base_link -> laser. May a driver publish the same static link as well?"
    return choosing("map-odom-owner", statement, rng, choices)


QUESTIONS = (
    who_jumps, heading_moves_odom, controller_view, why_not_map_to_base,
    what_odom_promises, goal_kept_in, just_labels, one_owner,
)  # fmt: skip
