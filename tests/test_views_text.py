"""Text views and the robot's drawing: what they print for good, broken and empty robots."""

import xml.etree.ElementTree as ElementTree

import pytest

from autograder.checks.m7_l2 import broken_bringup
from tfsandbox import Buffer, robots
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.robots import Mount, Robot
from tfsandbox.views import text
from tfsandbox.views.robot import drawing, mounts_text, poses
from tfsandbox.world import World


@pytest.fixture(scope="module")
def recording():
    return World(robots.diff_drive()).with_bringup(broken_bringup()).run(seconds=3)


def test_the_tree_shows_roots_at_the_margin(recording):
    lines = text.tree(Buffer.play(recording)).splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["base_link", "map"]
    assert lines[lines.index("map") : lines.index("map") + 3] == ["map", "  odom", "    base_footprint"]


def test_a_loop_is_told_and_ends():
    buffer = Buffer()
    for parent, child in (("a", "b"), ("b", "a"), ("r", "s")):
        buffer.set_transform_static(StampedTransform(parent, child))
    assert text.tree(buffer).splitlines() == ["r", "  s", "a (in a loop, under b)", "b (in a loop, under a)"]


def test_nothing_heard_is_said(recording):
    nothing = Recording()
    assert text.tree(Buffer.play(nothing)).startswith("(no frames")
    assert text.messages(nothing, "a", "b") == "(no message carried a -> b)"
    assert text.static_links(nothing) == "(nothing was heard on /tf_static)"
    assert text.topic_info(nothing, "/tf") == "(nobody publishes on /tf)"
    assert text.log(nothing, "slam_toolbox") == "(slam_toolbox logged nothing)"


def test_lookups_show_values_or_tf2s_words(recording):
    buffer = Buffer.play(recording)
    found = text.lookup(buffer, "base_link", "base_scan")
    assert found == "base_link <- base_scan: x -0.032 y 0.000 z 0.172, roll 0.0 pitch 0.0 yaw 0.0 deg"
    assert "ConnectivityException: Could not find a connection between 'odom'" in text.lookup(
        buffer, "odom", "base_scan"
    )


def test_a_pose_has_no_minus_zero():
    assert text.pose(Transform((-1e-9, 0, 0))) == "x 0.000 y 0.000 z 0.000, roll 0.0 pitch 0.0 yaw 0.0 deg"


def test_messages_start_and_stop_where_they_are_told(recording):
    lines = text.messages(recording, "odom", "base_footprint", count=3, start=2.0).splitlines()
    assert len(lines) == 3
    assert all(float(line.split()[0]) >= 2.0 for line in lines)
    for junk in (0, -1, 2.5, True, "many"):
        with pytest.raises(InputError, match="at least one message"):
            text.messages(recording, "odom", "base_footprint", count=junk)


def test_topic_info_names_the_nodes_and_log_their_words(recording):
    assert "/tf  ekf_filter_node: " in text.topic_info(recording, "/tf")
    assert "/tf_static  camera_link_publisher: 1 message\n" in text.topic_info(recording, "/tf_static") + "\n"
    lines = text.log(recording, "/slam_toolbox", count=2).splitlines()
    assert lines[1].endswith("[WARN] [slam_toolbox]: Failed to compute odom pose")
    assert lines[2].startswith("... and ")
    assert "base_footprint -> camera_link: x 0.050 y 0.030 z 0.110" in text.static_links(recording)


def test_the_drawing_is_svg_and_says_every_mount():
    robot = robots.diff_drive()
    root = ElementTree.fromstring(drawing(robot))
    words = " ".join(root.itertext())
    for mount in robot.mounts:
        assert f"{mount.child} in {mount.parent}: {text.pose(mount.transform)}" in words
        assert f"{mount.parent} -> {mount.child}" in root.attrib["aria-label"]
    assert len(mounts_text(robot).splitlines()) == len(robot.mounts)


def test_poses_follow_the_mounts():
    robot = robots.diff_drive()
    placed = poses(robot)
    assert next(iter(placed)) == "base_footprint"
    for mount in robot.mounts:
        assert placed[mount.child].is_close(robot.transform("base_footprint", mount.child))


def test_odd_names_and_a_robot_without_mounts_can_be_drawn():
    odd = Robot("<&>", (Mount("base_footprint", "<b>"),), scan_frame="<b>")
    ElementTree.fromstring(drawing(odd))
    ElementTree.fromstring(drawing(Robot("bare", (), scan_frame="base_footprint")))
