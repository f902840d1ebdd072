"""Judging a diagnosis: which link, who publishes it, what shows it. The truth is read off the broken robot itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from autograder.checks.observed import Link, publishers, several_parents
from tfsandbox.recording import Recording
from tfsandbox.robots import Robot

EVIDENCE: Mapping[str, str] = MappingProxyType(
    {
        "slam_log": "SLAM's log keeps saying that it cannot compute the pose in odom",
        "not_same_tree": "a lookup fails because two frames are not part of the same tree",
        "echo_alternates": "the messages of one link alternate between two values",
        "two_parents_heard": "one frame is announced under two different parents",
        "differs_from_drawing": "a lookup works but gives another value than the drawing",
        "into_the_future": "a lookup fails because the data asked for is newer than any that came",
        "slash_in_name": "a lookup fails because a frame name starts with a slash",
        "bad_quaternion": "tf2 refuses a transform because of its quaternion",
    }
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a robot, as a finding should tell it.

    Attributes:
        hint: what to look at, for a learner who missed it.
        link: (parent, child) at fault.
        publishers: nodes that publish the link.
        evidence: keys of EVIDENCE that show it.
    """

    hint: str
    link: Link
    publishers: frozenset[str]
    evidence: frozenset[str]


def faults_of(robot: Robot, recording: Recording) -> tuple[Fault, ...]:
    """Return what is wrong: drawn links that nobody publishes, links with two publishers, stray second parents."""
    heard = publishers(recording)
    drawn = {(m.parent, m.child) for m in robot.mounts}
    found = [
        Fault("two trees: what should join them?", link, frozenset(), frozenset({"slam_log", "not_same_tree"}))
        for link in sorted(drawn - set(heard))
    ]
    found += [
        Fault("echo the moving links: is each one story?", link, frozenset(nodes), frozenset({"echo_alternates"}))
        for link, nodes in sorted(heard.items())
        if len(nodes) > 1
    ]
    found += [
        Fault(
            "does any frame have two parents?",
            (parent, child),
            frozenset(heard[parent, child]),
            frozenset({"two_parents_heard"}),
        )
        for child, parents in sorted(several_parents(heard).items())
        for parent in parents
        if (parent, child) not in drawn
    ]
    return tuple(found)


def judge(findings: list[dict[str, Any]], faults: tuple[Fault, ...]) -> tuple[int, tuple[str, ...]]:
    """Return the points (three a fault: link, publishers, evidence) and the reasons.

    A finding that fits no fault takes one point away, never below zero; more than one finding too many is refused.
    """
    if not findings:
        return 0, ("findings is empty: write one finding for each fault you see",)
    if len(findings) > len(faults) + 1:
        return 0, (f"{len(findings)} findings are more than guessing allows: this robot has {len(faults)} faults",)
    points, reasons = 0, []
    left = list(findings)
    for number, fault in enumerate(faults, 1):
        best = max(left, key=lambda f: _points(f, fault), default=None)
        if best is None or _points(best, fault) == 0:
            reasons.append(f"fault {number}: not found ({fault.hint})")
            continue
        left.remove(best)
        points += _points(best, fault)
        reasons.append(f"fault {number}: {_comment(best, fault)}")
    for extra in left:
        points -= 1
        reasons.append(_extra(extra, faults))
    return max(points, 0), tuple(reasons)


def _parts(finding: dict[str, Any], fault: Fault) -> tuple[bool, bool, bool]:
    """Return whether link, publishers and evidence are right; the other two only count for the frame at fault."""
    link = tuple(finding["link"]) == fault.link
    frame = link or finding["link"][1] == fault.link[1]
    who = {name.lstrip("/") for name in finding["publishers"]} == fault.publishers
    return link, link and who, frame and finding["evidence"] in fault.evidence


def _points(finding: dict[str, Any], fault: Fault) -> int:
    return sum(_parts(finding, fault))


def _comment(finding: dict[str, Any], fault: Fault) -> str:
    link, who, evidence = _parts(finding, fault)
    said = f"{finding['link'][0]} -> {finding['link'][1]}"
    parts = [f"{said} is the link" if link else f"the frame is right, but {said} is the link of the drawing"]
    if link:
        parts.append("its publishers are right" if who else "its publishers are not (who sends it, and nobody else?)")
    parts.append("the evidence shows it" if evidence else "the evidence does not show it: it fits other faults too")
    return "; ".join(parts)


def _extra(finding: dict[str, Any], faults: tuple[Fault, ...]) -> str:
    parent, child = finding["link"]
    if any((child, parent) == fault.link for fault in faults):
        return f"{parent} -> {child} is written the wrong way round: parent first, then child (one point less)"
    return f"{parent} -> {child} fits no fault (one point less)"
