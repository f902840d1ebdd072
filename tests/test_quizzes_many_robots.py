"""Questions about several robots (lesson 09), worked out once more from their statements."""

import math
import re
from random import Random

import pytest

from tfsandbox.quizzes import grade, many_robots

SEEDS = range(20)


def numbers(text: str) -> list[float]:
    return [float(n) for n in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("seed", SEEDS)
def test_bridge_names(seed):
    drawn = many_robots.bridge_names(Random(seed))
    robot = re.search(r"in namespace (\w+)", drawn.statement)[1]
    sensor = re.search(r"the frames (\w+),", drawn.statement)[1]
    assert drawn.key == f"{robot}/{sensor}, {robot}/odom, world"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_namespace_changes_neither_topic_nor_frame(seed):
    drawn = many_robots.namespace_alone(Random(seed))
    sensor = re.search(r"a link (\w+) on", drawn.statement)[1]
    assert drawn.key == f"on /tf_static, as {sensor}"


@pytest.mark.parametrize("seed", SEEDS)
def test_remapped(seed):
    drawn = many_robots.remapped(Random(seed))
    robot = re.search(r"All nodes of (\w+)", drawn.statement)[1]
    assert 'Invalid frame ID "odom" passed to canTransform argument target_frame' in drawn.statement
    assert drawn.key == f"-r /tf:=/{robot}/tf -r /tf_static:=/{robot}/tf_static"


@pytest.mark.parametrize("seed", SEEDS)
def test_frame_count(seed):
    drawn = many_robots.frame_count(Random(seed))
    robots, sensors = numbers(drawn.statement)
    own = robots if "with its own prefix" in drawn.statement else 1
    assert drawn.key == 1 + own * (2 + sensors)


@pytest.mark.parametrize("seed", SEEDS)
def test_later_wins(seed):
    drawn = many_robots.later_wins(Random(seed))
    _, first, _, second, _ = numbers(drawn.statement)
    assert drawn.key == second
    assert grade(drawn, first).slip == "first_stays"


@pytest.mark.parametrize("seed", SEEDS)
def test_lost_prefix(seed):
    drawn = many_robots.lost_prefix(Random(seed))
    robot, sensor = re.search(r"model of (\w+) .*\u201c\"(\w+)\" passed", drawn.statement).groups()
    assert drawn.key == f"Set the driver's frame_id to {robot}/{sensor}."


@pytest.mark.parametrize("seed", SEEDS)
def test_meeting(seed):
    drawn = many_robots.meeting(Random(seed))
    x1, y1, yaw_deg, x2, y2, _ = numbers(drawn.statement)
    yaw = math.radians(yaw_deg)
    assert abs(yaw) >= 0.3
    assert drawn.key == pytest.approx((x2 - x1) * math.cos(yaw) + (y2 - y1) * math.sin(yaw), abs=1e-5)
    assert grade(drawn, x2 - x1).slip == "subtracted"
