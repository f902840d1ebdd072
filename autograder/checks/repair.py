"""M7-L2 part B: one check for each thing the repaired robot must do, judged by what a listener sees."""

from __future__ import annotations

import math
from typing import Any

from autograder.checks.contract import Check, Result
from autograder.checks.observed import named, publishers, several_parents
from autograder.checks.slips import mount_slip
from autograder.checks.story import NEEDED, robot
from autograder.checks.trial import Trial, run
from autograder.conditions import Conditions
from tfsandbox.geometry import Transform, angle_between
from tfsandbox.recording import StampedHeader
from tfsandbox.stamps import NANOSECONDS

Nodes = list[dict[str, Any]]

METRES, RADIANS = 0.002, 0.005
"""How exact a mount must be."""


def frames() -> tuple[str, ...]:
    """Return every frame of the whole robot below map."""
    design = robot()
    return (design.odom, design.base, *(m.child for m in design.mounts))


def connected(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether all frames hang in one tree and scans can be placed in the map."""
    trial = run(nodes, conditions)
    lost = _lost(trial)
    if lost:
        return Result(1 if len(lost) == 1 else 0, 4, (_apart(trial, lost),))
    frame = _scan_frame(trial)
    if not frame:
        return Result(2, 4, ("no scans arrive: is the laser's driver still started?",))
    missed = [t for t in trial.moments() if isinstance(trial.look(robot().map, frame, t), str)]
    if missed:
        text = trial.look(robot().map, frame, missed[-1])
        return Result(2, 4, (f"scans cannot be placed in the map at some moments, e.g. at {missed[-1]:.2f} s: {text}",))
    return Result(4, 4, ("all frames are joined, and every scan finds its way to the map",))


def _scan_frame(trial: Trial) -> str:
    """Return the frame that the last scan heard says it was taken in, "" where none was heard."""
    headers = (d.payload for d in reversed(trial.recording.deliveries) if d.topic == "/scan")
    return next((header.frame_id for header in headers if isinstance(header, StampedHeader)), "")


def _lost(trial: Trial) -> dict[str, str]:
    """Return the frames that no chain joins to map, each with tf2's words."""
    looks = {frame: trial.look(robot().map, frame) for frame in frames()}
    return {frame: text for frame, text in looks.items() if isinstance(text, str)}


def _apart(trial: Trial, lost: dict[str, str]) -> str:
    """Return a sentence about lost frames: the links that are missing, then tf2's words for one of them."""
    children = {child for _, child in publishers(trial.recording)}
    missing = [frame for frame in lost if frame not in children]
    slip = f"nobody publishes a link to {named(missing)}" if missing else "no chain of links leads there"
    frame, text = next(iter(lost.items()))
    return f"{named(lost)} cannot be found from map: {slip} ({frame}: {text})"


def mounts(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether every mount, looked up, is that of the drawing; two points less for each that is not."""
    trial = run(nodes, conditions)
    reasons = []
    for mount in robot().mounts:
        seen = trial.look(mount.parent, mount.child)
        if isinstance(seen, str):
            reasons.append(f"{mount.parent} -> {mount.child} is missing: {seen}")
        elif not _near(seen, mount.transform, METRES, RADIANS):
            reasons.append(mount_slip(mount, seen))
    return Result(max(0, 4 - 2 * len(reasons)), 4, tuple(reasons) or ("every mount is as drawn",))


def _near(a: Transform, b: Transform, metres: float, radians: float) -> bool:
    near = all(abs(x - y) <= metres for x, y in zip(a.translation, b.translation, strict=True))
    return near and angle_between(a.rotation, b.rotation) <= radians


def one_parent(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether every frame below map was given exactly one parent; one frame off still earns a point."""
    heard = publishers(run(nodes, conditions).recording)
    crowded = several_parents(heard)
    children = {child for _, child in heard}
    reasons = [
        f"{child} has {len(parents)} parents: "
        + named(f"{parent} (from {named(heard[parent, child])})" for parent in parents)
        + "; a frame has one, and the last message wins"
        for child, parents in crowded.items()
    ]
    reasons += [f"{frame} has no parent: nobody publishes a link to it" for frame in frames() if frame not in children]
    return Result(max(0, 2 - len(reasons)), 2, tuple(reasons) or ("every frame has one parent",))


def one_publisher(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether no link has two publishers, and something publishes odom -> base."""
    heard = publishers(run(nodes, conditions).recording)
    shared = {link: names for link, names in heard.items() if len(names) > 1}
    reasons = [f"{p} -> {c} is published by {named(n)}: one node owns a link" for (p, c), n in shared.items()]
    if not any(parent == robot().odom for parent, _ in heard):
        reasons.append("nobody publishes a link from odom: one of its two owners has to stay")
    return Result(0 if reasons else 2, 2, tuple(reasons) or ("every link has one publisher",))


def slam_runs(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether SLAM publishes map -> odom and, after start-up, complains no more."""
    trial = run(nodes, conditions)
    heard = publishers(trial.recording)
    if not _slam_names(trial) & set(heard.get((robot().map, robot().odom), ())):
        return Result(0, 2, ("SLAM does not publish map -> odom: is it still started?",))
    complaint = _complaint(trial)
    if complaint:
        return Result(0, 2, (f"SLAM still complains after start-up: {complaint}",))
    return Result(2, 2, ("SLAM finds the robot in every scan",))


def _slam_names(trial: Trial) -> set[str]:
    slams = (node for node in trial.world.nodes if node.package == "slam_toolbox")
    return {f"{node.namespace}/{node.name or node.type.default_name}".strip("/") for node in slams}


def _complaint(trial: Trial) -> str:
    """Return the first line in which SLAM complains after start-up, "" where there is none."""
    slam, settled_ns = _slam_names(trial), trial.settled * NANOSECONDS
    said = [line.text for line in trial.recording.log if line.time_ns >= settled_ns and line.node.strip("/") in slam]
    for beginning in ("Failed", "Message Filter dropping"):
        if found := [text for text in said if text.startswith(beginning)]:
            return found[0]
    return ""


def nodes_kept(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether what the robot needs is still started, runs, and works together."""
    trial = run(nodes, conditions)
    kinds = {(node.package, node.executable) for node in trial.world.nodes}
    reasons = [f"{what} is gone ({'/'.join(kind)})" for kind, what in NEEDED.items() if kind not in kinds]
    last_words = {
        line.node.strip("/"): line.text for line in trial.recording.log if line.severity in ("ERROR", "FATAL")
    }
    reasons += [f"{node}: {text}" for node, text in last_words.items() if node not in _slam_names(trial)]
    if not reasons and _complaint(trial):
        reasons = ["they are all there, but SLAM cannot use what the others send"]
    return Result(0 if reasons else 2, 2, tuple(reasons) or ("every node the robot needs runs",))


def robot_moves(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether odom -> base moves as the robot does, smoothly, and the body keeps together."""
    trial = run(nodes, conditions)
    return _moves(trial)


def _moves(trial: Trial) -> Result:
    design = robot()
    times = trial.moments()
    looks = [trial.look(design.odom, design.base, t) for t in times]
    poses = [pose for pose in looks if isinstance(pose, Transform)]
    if len(poses) < len(times):
        text = next(pose for pose in looks if isinstance(pose, str))
        return Result(0, 3, (f"odom <- {design.base} is missing while the robot drives: {text}",))
    truths = [trial.world.truth(t) for t in times]
    if _near(poses[0], poses[-1], 0.02, 0.02) and not _near(truths[0], truths[-1], 0.02, 0.02):
        return Result(0, 3, ("the robot drives, and odom -> base stands still: is it a static transform?",))
    torn = _torn(trial, times)
    worst = max(_step_error(poses, truths, i) for i in range(len(times) - 1))
    reasons = [torn] if torn else []
    if worst > JUMP:
        reasons.append(
            f"odom -> base jumps by {worst:.2f} m between two looks, the robot does not: two publishers take turns?"
        )
    return Result(0 if worst > JUMP else 3 - bool(torn) * 2, 3, tuple(reasons) or ("the robot moves as its wheels do",))


JUMP = 0.006
"""Metres by which a step of the odometry may differ from the step the robot made in the same time."""


def _step_error(poses: list[Transform], truths: list[Transform], i: int) -> float:
    step = poses[i].inverse() @ poses[i + 1]
    true = truths[i].inverse() @ truths[i + 1]
    return math.dist(step.translation, true.translation)


def _torn(trial: Trial, times: tuple[float, ...]) -> str:
    """Return what is wrong where a fixed part of the robot moves against its base; "" where it keeps together."""
    design = robot()
    for mount in design.mounts:
        seen = [trial.look(design.base, mount.child, t) for t in times]
        there = [pose for pose in seen if isinstance(pose, Transform)]
        if len(there) < len(seen):
            return f"{design.base} <- {mount.child} is missing while the robot drives"
        if not all(_near(pose, there[0], 0.01, 0.01) for pose in there):
            return f"{mount.child} does not move with {design.base}: the robot drives away from its own parts"
    return ""


def loop_closure(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether SLAM's correction reaches the robot's pose in map, through map -> odom alone."""
    design = robot()
    trial = run(nodes, conditions)
    before, after = (trial.look(design.map, design.odom, trial.closure + s) for s in (-0.2, 0.5))
    if isinstance(before, str) or isinstance(after, str):
        return Result(
            0, 3, (f"map -> odom is missing while the loop closes: {before if isinstance(before, str) else after}",)
        )
    off = 0.0
    for t in trial.moments(trial.closure + 0.5):
        seen = trial.look(design.map, design.base, t)
        if isinstance(seen, str):
            return Result(0, 3, (f"map <- {design.base} is missing after the loop closed: {seen}",))
        off = max(off, math.dist(seen.translation, trial.world.truth(t).translation))
    if off > ASTRAY or math.dist(before.translation, after.translation) < CORRECTED:
        numbers = f"after the loop closed, the robot's pose in map is up to {off:.2f} m off"
        return Result(0, 3, (_why_uncorrected(trial), numbers))
    smooth = _moves(trial)
    if smooth.points < smooth.out_of:
        return Result(1, 3, (f"the pose in map is right after the correction, but {smooth.reasons[0]}",))
    return Result(3, 3, ("the correction moves map -> odom and nothing else",))


ASTRAY, CORRECTED = 0.05, 0.05
"""Metres: how far off the pose in map may be after the loop closed; how far map -> odom has to move at least."""


def _why_uncorrected(trial: Trial) -> str:
    complaint = _complaint(trial)
    if complaint:
        return f"SLAM cannot correct anything while it complains: {complaint}"
    owners = publishers(trial.recording).get((robot().map, robot().odom), ())
    if len(owners) > 1 or not _slam_names(trial) & set(owners):
        return f"map -> odom comes from {named(owners)}: only SLAM can correct it"
    return "SLAM's correction does not reach the robot: does what SLAM takes for the robot (base_frame) move?"


def late_listener(nodes: Nodes, conditions: Conditions) -> Result:
    """Judge whether a listener that starts late still gets every frame."""
    trial = run(nodes, conditions, late=True)
    lost = _lost(trial)
    if lost:
        return Result(max(0, 2 - len(lost)), 2, (f"for a listener that joins late, {_apart(trial, lost)}",))
    return Result(2, 2, ("a late listener gets the whole tree",))


CHECKS = (
    Check("connected", "bringup", 4, connected, drawn_as="drive"),
    Check("mounts", "bringup", 4, mounts, drawn_as="drive"),
    Check("one_parent", "bringup", 2, one_parent, drawn_as="drive"),
    Check("one_publisher", "bringup", 2, one_publisher, drawn_as="drive"),
    Check("slam_runs", "bringup", 2, slam_runs, drawn_as="drive"),
    Check("nodes_kept", "bringup", 2, nodes_kept, drawn_as="drive"),
    Check("robot_moves", "bringup", 3, robot_moves, hidden=True, drawn_as="drive"),
    Check("loop_closure", "bringup", 3, loop_closure, hidden=True, drawn_as="drive"),
    Check("late_listener", "bringup", 2, late_listener, hidden=True, drawn_as="drive"),
)
