"""Faults in the shape of the tree: the right answer of tf2, of view_frames or of a log for each."""

import random

import pytest

from fault_checks import LATE, refusal, seen
from tfsandbox import bringup, faults, robots
from tfsandbox.conversions import transform_of
from tfsandbox.errors import ConnectivityException, InputError, LookupException
from tfsandbox.geometry import Transform
from tfsandbox.observations import Evidence
from tfsandbox.observations.tree import HangsUnder
from tfsandbox.world import World

# Missing links


def test_a_missing_static_of_a_sensor_makes_it_unknown():
    with pytest.raises(LookupException) as caught:
        seen(faults.MissingStatic()).buffer.lookup_transform("odom", "base_scan")
    assert str(caught.value) == '"base_scan" passed to lookupTransform argument source_frame does not exist. '


def test_a_missing_static_in_a_urdf_takes_joint_and_link():
    fault = faults.MissingStatic("base_link", "laser")
    evidence = seen(fault, design="mobile_arm")
    assert not evidence.buffer.frame_exists("laser")
    assert evidence.buffer.can_transform("odom", "imu_link")
    assert not any("root link" in text for text in evidence.log)


@pytest.mark.parametrize(
    ("parent", "child", "reason"),
    [
        ("base_link", "arm_base_link", "carries other links of the URDF"),
        ("arm_base_link", "shoulder_link", "is no fixed joint of the URDF"),
        ("base_link", "gps_link", "nothing publishes base_link -> gps_link"),
        ("wrist_camera_link", "wrist_camera_depth_frame", "published by realsense2_camera_node"),
    ],
)
def test_what_cannot_be_left_out_of_a_urdf(parent, child, reason):
    assert reason in refusal(faults.MissingStatic(parent, child), "mobile_arm")


def test_without_the_odometry_link_slam_says_so_although_odometry_is_there():
    evidence = seen(faults.MissingOdometryLink())
    assert evidence.headers["/odom"]
    assert "Failed to compute odom pose" in evidence.log
    dropped = [text for text in evidence.log if text.startswith("Message Filter dropping message")]
    assert dropped[0].startswith("Message Filter dropping message: frame 'base_scan' at time ")
    assert dropped[0].endswith("for reason 'discarding message because the queue is full'")
    with pytest.raises(
        ConnectivityException, match="'odom' and 'base_footprint' because they are not part of the same"
    ):
        evidence.buffer.lookup_transform("odom", "base_footprint")


def test_a_node_without_a_switch_is_not_started():
    changed = faults.MissingOdometryLink().change_bringup(robots.drone().bringup())
    assert "message_to_tf" not in {node["name"] for node in changed}


def test_silent_joints_take_the_moving_links_only():
    evidence = seen(faults.SilentJoints(), design="mobile_arm")
    robot = robots.mobile_arm()
    moving = {mount.child for mount in robot.mounts if mount.moves}
    assert moving.isdisjoint(evidence.parents)
    assert {mount.child for mount in robot.mounts if not mount.moves} <= evidence.parents.keys()
    assert refusal(faults.SilentJoints()) == "no node is called joint_state_publisher"
    assert refusal(faults.SilentJoints("amcl"), "mobile_arm") == "amcl publishes no joint states"


def test_a_trailing_period_is_read_as_a_quaternion():
    evidence = seen(faults.TrailingPeriod())
    assert "error parsing command line arguments: Failed to parse qw argument as float" in evidence.log
    assert any(text.endswith("process has died [exit code 1]") for text in evidence.log)
    arguments = faults.TrailingPeriod().change_bringup(robots.diff_drive().bringup())[5]["arguments"]
    assert arguments == ["-0.032", "0", "0.172", "0", "0", "0", "base_link", "base_scan", "100"]


@pytest.mark.parametrize(
    ("distro", "why"),
    [
        ("humble", "Failed to parse qw argument as float"),
        ("jazzy", "Failed to parse qw argument as float"),
        ("kilted", "Frame id must not be empty"),
        ("rolling", "Frame id must not be empty"),
    ],
)
def test_positional_arguments_depend_on_the_distro(distro, why):
    fault = faults.TrailingPeriod()
    evidence = Evidence(World("diff_drive", distro=distro).with_fault(fault).run(1.0))
    assert f"error parsing command line arguments: {why}" in evidence.log
    assert fault.confirm(robots.diff_drive()).holds(evidence)


# Base frames


def test_odometry_of_the_other_base_cuts_the_footprint_off():
    evidence = seen(faults.BaseMismatch())
    assert evidence.parents["base_link"] == ("base_footprint", "odom")
    with pytest.raises(ConnectivityException, match="'odom' and 'base_footprint'"):
        evidence.buffer.lookup_transform("odom", "base_footprint")


def test_odometry_of_a_footprint_that_the_robot_lacks_cuts_off_the_robot():
    world = World("diff_drive_no_footprint")
    fault = faults.BaseMismatch.draw(world.design, random.Random(0))
    assert fault.frame == "base_footprint"
    with pytest.raises(ConnectivityException):
        seen(fault, design="diff_drive_no_footprint").buffer.lookup_transform("odom", "base_link")


# Too many parents and publishers


@pytest.mark.parametrize(("order", "parent"), [("last", "base_footprint"), ("first", "base_link")])
def test_of_two_static_parents_the_last_arrival_stays(order, parent):
    evidence = seen(faults.TwoParents(order=order))
    assert set(evidence.parents["base_scan"]) == {"base_link", "base_footprint"}
    assert evidence.buffer.get_frame_parent("base_scan") == parent


@pytest.mark.parametrize("order", ["first", "last"])
def test_a_static_parent_for_a_moving_frame_loses_to_the_next_sample(order):
    evidence = seen(faults.TwoParents("base_footprint", "map", order))
    assert evidence.parents["base_footprint"] == ("map", "odom")
    assert evidence.buffer.get_frame_parent("base_footprint") == "odom"
    assert evidence.buffer.can_transform("map", "base_footprint")


def test_two_publishers_add_up_their_rates():
    clean = len(seen().links["odom", "base_footprint"])
    assert len(seen(faults.TwoPublishers()).links["odom", "base_footprint"]) == pytest.approx(2 * clean, abs=2)


def test_two_publishers_name_their_robot():
    fault = faults.TwoPublishers("robot2/turtlebot3_node")
    evidence = seen(fault, design="two_robots")
    counts = {robot: len({s.endpoint for s in evidence.links[f"{robot}/odom", f"{robot}/base_footprint"]})
              for robot in ("robot1", "robot2")}  # fmt: skip
    assert counts == {"robot1": 1, "robot2": 2}
    assert refusal(faults.TwoPublishers("amcl")).startswith("amcl does not publish that moving link")


def test_map_to_base_gives_the_base_two_moving_parents():
    evidence = seen(faults.MapToBase())
    assert set(evidence.parents["base_footprint"]) == {"odom", "map"}
    assert len(evidence.links["map", "base_footprint"]) > 30
    assert not any(sample.static for sample in evidence.links["map", "base_footprint"])
    assert "another parent already" in faults.MapToBase().applies_to(
        faults.MapToBase().change_bringup(robots.diff_drive().bringup())
    )


def test_a_cycle_is_told_in_tf2s_words():
    buffer = seen(faults.Cycle()).buffer
    with pytest.raises(LookupException) as caught:
        buffer.lookup_transform("odom", "imu_link")
    assert str(caught.value).startswith("The tf tree is invalid because it contains a loop.\n")
    assert "Frame base_link exists with parent base_scan.\n" in str(caught.value)
    assert "Frame base_scan exists with parent base_link.\n" in str(caught.value)
    there = transform_of(buffer.lookup_transform("base_link", "base_scan"))
    assert there.is_close(robots.diff_drive().mount("base_scan").transform)  # a lookup inside the circle succeeds


# Moving links with wrong names


def test_an_inverted_map_hangs_under_odom():
    for design in ("diff_drive", "mobile_arm"):
        evidence = seen(faults.InvertedMapOdom(), design=design)
        assert evidence.parents["map"] == ("odom",)
        assert "odom" not in evidence.parents
        assert evidence.buffer.can_transform("map", "base_footprint")


def test_inverted_odometry_gives_odom_two_parents():
    evidence = seen(faults.InvertedOdometry())
    assert set(evidence.parents["odom"]) == {"map", "base_footprint"}
    assert "base_footprint" not in evidence.parents


def test_a_self_transform_is_refused_in_tf2s_words():
    words = (
        'TF_SELF_TRANSFORM: Ignoring transform from authority "default_authority" with frame_id and  child_frame_id '
        '"odom" because they are the same'
    )
    assert words in seen(faults.SelfTransform()).log
    assert words in faults.SelfTransform.symptom


def test_an_ekf_checks_its_frames_by_itself():
    assert refusal(faults.SelfTransform(), "car") == "ekf_filter_node checks its frames and publishes nothing instead"


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("child", 'TF_NO_CHILD_FRAME_ID: Ignoring transform from authority "default_authority" because child_frame_id '
         "not set "),
        ("parent", 'TF_NO_FRAME_ID: Ignoring transform with child_frame_id "base_footprint"  from authority '
         '"default_authority" because frame_id not set'),
    ],
)  # fmt: skip
def test_an_empty_name_is_refused_in_tf2s_words(end, words):
    assert words in seen(faults.EmptyName(end=end)).log


# Links that silence an error


def test_fake_odometry_stands_still_while_the_robot_drives():
    world = World("diff_drive").with_fault(faults.FakeOdometry())
    buffer = Evidence(world.run(6.0, LATE)).buffer
    assert transform_of(buffer.lookup_transform("odom", "base_footprint")).is_close(Transform())
    assert abs(world.truth(6.0).translation[0] - world.truth(2.0).translation[0]) > 0.1
    assert "base_footprint: \n  parent: 'odom'\n" in buffer.all_frames_as_yaml()
    assert refusal(faults.FakeOdometry(), "drone") == "message_to_tf has no switch for its tf"


def test_a_static_bridge_leaves_the_sensor_behind():
    buffer = seen(faults.StaticBridge()).buffer
    assert transform_of(buffer.lookup_transform("map", "base_scan")).is_close(Transform())
    here = transform_of(buffer.lookup_transform("base_link", "base_scan"))
    assert not here.is_close(robots.diff_drive().mount("base_scan").transform, tolerance=0.1)
    assert refusal(faults.StaticBridge(top="base_link")) == "base_link is one of the link's own frames"


# URDF


@pytest.mark.parametrize("design", ["diff_drive", "mobile_arm"])
def test_two_roots_end_robot_state_publisher(design):
    fault = faults.TwoRoots({"diff_drive": "camera_link", "mobile_arm": "arm_base_link"}[design])
    evidence = seen(fault, design=design)
    words = f"Failed to find root link: Two root links found: [base_footprint] and [{fault.child}]"
    assert words in evidence.log
    assert "base_link" not in evidence.parents


def test_mounts_become_a_urdf_with_the_same_numbers():
    nodes, place = _described(robots.diff_drive().bringup(), "camera_link")
    links = {link.child: link for link in nodes[place].links}
    for mount in robots.diff_drive().mounts:
        assert links[mount.child].parent == mount.parent
        assert links[mount.child].transform.is_close(mount.transform)


def _described(data, child):
    from tfsandbox.faults.structure.description import described

    return described(bringup.parse(data), child)


def test_what_no_urdf_could_hold():
    assert _described(robots.diff_drive().bringup(), "odom").startswith("odom has no static publisher")
    assert _described(robots.mobile_arm().bringup(), "odom") == "odom is no joint's child in the URDF"
    torn = faults.MissingStatic("base_link", "camera_link").change_bringup(robots.diff_drive().bringup())
    assert "do not make one tree" in _described(torn, "base_scan")


def test_unexpanded_xacro_keeps_the_tree_but_not_the_names():
    buffer = seen(faults.UnexpandedXacro()).buffer
    assert buffer.get_frame_parent("${prefix}camera_optical_frame") == "${prefix}camera_link"
    assert buffer.get_frame_parent("${prefix}camera_link") == "base_link"
    with pytest.raises(LookupException, match='"camera_link" passed to lookupTransform argument source_frame does not'):
        buffer.lookup_transform("base_link", "camera_link")


def test_unexpanded_names_come_after_the_prefix():
    fault = faults.UnexpandedXacro("robot1/wheel_left_link")
    assert fault.confirm(robots.two_robots()).frame == "robot1/${prefix}wheel_left_link"
    assert seen(fault, design="two_robots").buffer.frame_exists("robot1/${prefix}wheel_left_link")


# Fields that make no sense


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.MissingStatic("", "a"), "parent"),
        (lambda: faults.MissingOdometryLink(None), "node"),
        (lambda: faults.SilentJoints(""), "node"),
        (lambda: faults.TrailingPeriod(child=3), "child"),
        (lambda: faults.BaseMismatch(frame=""), "frame"),
        (lambda: faults.TwoPublishers(3), "node"),
        (lambda: faults.Cycle(""), "parent"),
        (lambda: faults.EmptyName(end="both"), "end"),
        (lambda: faults.StaticBridge(top=None), "top"),
        (lambda: faults.TwoRoots(""), "child"),
    ],
)
def test_fields_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


@pytest.mark.parametrize("fault", faults.structure.FAULTS, ids=lambda fault: fault.name)
def test_nothing_is_touched_where_it_cannot_happen(fault):
    assert fault().applies_to([])
    assert fault().touched([]) == frozenset()
    assert fault().change_bringup([]) == [] or isinstance(fault(), faults.TwoParents | faults.Cycle)


def test_touched_is_precise_and_knows_consequences():
    clean = robots.diff_drive().bringup()
    assert faults.MissingStatic("base_link", "camera_link").touched(clean) == {"camera_link"}
    assert faults.MissingStatic().touched(clean) == {"base_scan", "odom"}  # SLAM cannot use its scans any more
    assert faults.MissingOdometryLink().touched(clean) == {"base_footprint", "odom"}
    assert faults.InvertedMapOdom().touched(clean) == {"map", "odom"}
    below = {"base_link", "base_scan", "imu_link", "camera_link", "camera_optical_frame"}
    assert faults.Cycle().touched(clean) == {*below, "odom"}  # the walk up from any of them ends in the circle


def test_an_observation_is_about_the_robot_of_the_node():
    fault = faults.InvertedOdometry("robot2/turtlebot3_node")
    assert fault.confirm(robots.two_robots()) == HangsUnder("robot2/odom", "robot2/base_footprint")
