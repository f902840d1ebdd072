"""Faults in what frames and topics are called: the right answer of tf2, of a header or of a log for each."""

import itertools
import random

import pytest

from fault_checks import refusal, seen
from heard import Publishes, recording
from tfsandbox import faults, robots
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import ConnectivityException, InputError, InvalidArgumentException, LookupException
from tfsandbox.geometry import Transform
from tfsandbox.observations import Evidence
from tfsandbox.observations.published import Teleports
from tfsandbox.recording import Recording
from tfsandbox.world import Subscriber, World


def said_in(evidence, topic):
    return {header.frame_id for header in evidence.headers[topic]}


# Headers


def test_a_slash_in_a_header_fails_the_lookup_in_tf2s_words():
    evidence = seen(faults.LeadingSlash())
    assert said_in(evidence, "/scan") == {"/base_scan"}
    with pytest.raises(InvalidArgumentException) as caught:
        evidence.buffer.lookup_transform("base_link", "/base_scan")
    words = (
        'Invalid argument "/base_scan" passed to lookupTransform argument source_frame - in tf2 frame_ids cannot start '
        "with a '/'"
    )
    assert str(caught.value) == words
    assert words in faults.LeadingSlash.symptom
    answer = evidence.buffer.can_transform("base_link", "/base_scan", return_debug_tuple=True)
    assert answer == (False, words.replace("argument", "frame ID", 1).replace("lookupTransform", "canTransform"))


def test_a_slash_in_published_names_is_stripped():
    nodes = robots.diff_drive().bringup()
    place = next(i for i, node in enumerate(nodes) if node["name"] == "base_scan_mount")
    nodes[place]["arguments"] = [{"base_scan": "/base_scan"}.get(word, word) for word in nodes[place]["arguments"]]
    buffer = Buffer.play(World("diff_drive").with_bringup(nodes).run(4.0))
    assert buffer.can_transform("odom", "base_scan")


def test_scans_with_a_slash_are_dropped_by_slam():
    evidence = seen(faults.LeadingSlash())
    drops = [text for text in evidence.log if "Message Filter dropping message: frame '/base_scan'" in text]
    assert len(drops) > 20


def test_a_driver_left_as_it_came_names_its_authors_frame():
    evidence = seen(faults.HardCodedFrame())
    assert said_in(evidence, "/scan") == {"laser_frame"}
    answer = evidence.buffer.can_transform("base_link", "laser_frame", return_debug_tuple=True)
    words = 'Invalid frame ID "laser_frame" passed to canTransform argument source_frame - frame does not exist'
    assert answer == (False, words)
    assert words in faults.HardCodedFrame.symptom


def test_a_drawn_driver_has_its_own_default():
    cameras = {"stereo/left/camera": "default_cam", "stereo/right/camera": "default_cam"}
    known = {"ublox_gps_node": "gps", "bno055": "bno055", **cameras}  # the lidar's links and data agree by themselves
    for seed in range(5):
        drawn = faults.HardCodedFrame.draw(robots.car(), random.Random(seed))
        assert drawn.default == known[drawn.node]


def test_a_simulators_name_has_the_frame_in_its_middle():
    fault = faults.ScopedName()
    assert fault.wrong == "diff_drive/base_scan/sensor"
    assert said_in(seen(fault), "/scan") == {"diff_drive/base_scan/sensor"}
    two = faults.ScopedName.draw(robots.two_robots(), random.Random(1))
    assert two.wrong == f"{two.model}/{two.frame.split('/')[1]}/sensor"


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (faults.LeadingSlash("lidar"), "no node is called lidar"),
        (faults.LeadingSlash("slam_toolbox"), "slam_toolbox has no parameter for a frame that says base_scan"),
        (faults.LeadingSlash(topic="/points"), "rplidar_node does not publish on /points"),
        (faults.HardCodedFrame(default="imu_link"), "imu_link is a frame of this robot"),
        (faults.HardCodedFrame(default="base_scan"), "base_scan is a frame of this robot"),
    ],
)
def test_headers_that_cannot_be_wrong_so(fault, reason):
    assert refusal(fault) == reason


# Parameters


def test_a_slash_in_slams_odometry_frame_connects_and_yet_fails():
    evidence = seen(faults.SlashInParameter())
    assert {sample.child for sample in evidence.links["map", "odom"]} == {"/odom"}
    assert evidence.buffer.can_transform("map", "base_footprint")
    assert evidence.log.count("Failed to compute odom pose") > 10


def test_a_slash_in_the_base_frame_is_told_by_amcl():
    evidence = seen(faults.SlashInParameter("amcl", "base_frame_id"), design="mobile_arm")
    words = (
        "Couldn't transform from laser to /base_footprint, even though the message notifier is in use: (Invalid "
        "argument "
        '"/base_footprint" passed to lookupTransform argument target_frame - in tf2 frame_ids cannot start with a '
        "'/')"
    )
    assert words in evidence.log
    assert "odom" not in evidence.parents


@pytest.mark.parametrize("parameter", ["scan_topic", "transform_timeout", "nothing", "map_frame"])
def test_only_frames_that_are_looked_up_suffer_from_a_slash(parameter):
    reason = refusal(faults.SlashInParameter(parameter=parameter))
    assert reason == f"slam_toolbox looks up no frame that its parameter {parameter} names without a slash"
    assert "looks up no frame" in refusal(faults.SlashInParameter("diff_drive", "robot_base_frame"))
    assert refusal(faults.SlashInParameter("rviz")) == "no node is called rviz"


def test_a_wrong_base_frame_keeps_the_map_still():
    evidence = seen(faults.WrongBaseFrame())
    assert len({sample.transform for sample in evidence.links["map", "odom"]}) == 1
    assert evidence.log.count("Failed to compute odom pose") > 10
    words = "Couldn't transform from os_lidar to base, even though the message notifier is in use: "
    log = seen(faults.WrongBaseFrame("amcl", "base"), design="car").log
    assert f'{words}("base" passed to lookupTransform argument target_frame does not exist. )' in log


@pytest.mark.parametrize("node", ["slam_toolbox", "diff_drive"])
def test_a_wrong_base_frame_is_confirmed_at_whoever_has_it(node):
    fault = faults.WrongBaseFrame(node, "base_link")
    question = fault.confirm(robots.diff_drive())
    assert not question.holds(seen())
    assert question.holds(seen(fault)) == (node == "diff_drive")  # to SLAM base_link is as good as base_footprint


# Spelling


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        (faults.WrongCase(), "Base_Scan"),
        (faults.WrongCase(end="parent"), "Base_Link"),
        (faults.WrongCase("robot1/base_link", "robot1/base_scan"), "robot1/Base_Scan"),
        (faults.Misspelling(), "base_sacn"),
        (faults.Misspelling(end="parent"), "base_lnik"),
        (faults.Misspelling(child="laser"), "lsaer"),
        (faults.Misspelling(child="oo_aa"), "o_oaa"),
        (faults.Misspelling(child="aa"), "aa"),
    ],
)
def test_almost_right(fault, wrong):
    assert fault.wrong == wrong


def test_a_mistyped_child_leaves_the_right_name_unknown():
    buffer = seen(faults.WrongCase()).buffer
    assert buffer.can_transform("odom", "Base_Scan")
    with pytest.raises(LookupException) as caught:
        buffer.lookup_transform("odom", "base_scan")
    assert str(caught.value) == '"base_scan" passed to lookupTransform argument source_frame does not exist. '


def test_a_mistyped_parent_makes_a_second_tree():
    buffer = seen(faults.Misspelling(end="parent")).buffer
    assert buffer.get_frame_parent("base_scan") == "base_lnik"
    with pytest.raises(ConnectivityException) as caught:
        buffer.lookup_transform("odom", "base_scan")
    assert str(caught.value) == (
        "Could not find a connection between 'odom' and 'base_scan' because they are not part of the same tree."
        "Tf has two or more unconnected trees."
    )


def test_a_name_mistyped_in_a_urdf_is_mistyped_for_all_below():
    evidence = seen(faults.WrongCase("base_link", "arm_base_link"), design="mobile_arm")
    assert evidence.parents["Arm_Base_Link"] == ("base_link",)
    assert evidence.parents["shoulder_link"] == ("Arm_Base_Link",)
    reason = refusal(faults.WrongCase("base_link", "arm_base_link", "parent"), "mobile_arm")
    assert reason == "base_link cannot be mistyped so in robot_state_publisher"
    assert refusal(faults.WrongCase("a", "b")) == "nothing publishes a -> b"
    assert refusal(faults.Misspelling("odom", "base_footprint")) == "base_footprint cannot be mistyped so in diff_drive"


# Prefixes


@pytest.mark.parametrize(
    ("fault", "mount", "odometry"),
    [
        (faults.HalfPrefix(), "robot1/base_link", "base_footprint"),
        (faults.DoubledPrefix(), "robot1/robot1/base_link", "robot1/base_footprint"),
        (faults.GluedPrefix(), "robot1base_link", "robot1/base_footprint"),
    ],
)
def test_a_prefix_splits_mounts_from_odometry(fault, mount, odometry):
    evidence = seen(fault)
    assert evidence.buffer.frame_exists(mount)
    assert {child for parent, child in evidence.links if parent.endswith("odom")} == {odometry}
    with pytest.raises(ConnectivityException, match="two or more unconnected trees"):
        evidence.buffer.lookup_transform("map", mount)


@pytest.mark.parametrize(
    ("fault", "mount"),
    [
        (faults.HalfPrefix("robot2/"), "base_link"),
        (faults.DoubledPrefix("robot2/"), "robot2/robot2/base_link"),
        (faults.GluedPrefix("robot2/"), "robot2base_link"),
    ],
)
def test_a_prefix_of_one_robot_is_no_trouble_for_the_other(fault, mount):
    buffer = seen(fault, design="two_robots").buffer
    assert buffer.frame_exists(mount)
    assert buffer.can_transform("map", "robot1/base_link")
    assert not buffer.can_transform("map", mount)
    there = transform_of(buffer.lookup_transform("robot1/base_link", "robot1/base_scan"))
    assert there.is_close(robots.two_robots().mount("robot1/base_scan").transform)


def test_half_a_prefix_does_not_happen_twice_in_a_row():
    once = faults.HalfPrefix().change_bringup(robots.diff_drive().bringup())
    assert faults.HalfPrefix().applies_to(once) == "some of its frames begin with robot1/ and some do not already"
    assert faults.GluedPrefix().applies_to([]) == "nothing publishes mounts for the robot of robot1/"


def test_robots_with_equal_names_are_in_two_places_at_once():
    evidence = seen(faults.EqualNames(), design="two_robots", seconds=8.0)
    assert len({s.endpoint for s in evidence.links["odom", "base_footprint"]}) == 2
    x = [sample.transform.translation[0] for sample in evidence.links["map", "odom"]]
    jumps = [abs(b - a) for a, b in itertools.pairwise(x) if abs(b - a) > 1.0]
    assert len(jumps) > 20  # the robots start 1.7 m apart
    assert refusal(faults.EqualNames()) == "there are no two robots with prefixes on their frames"
    with pytest.raises(InputError, match="one robot alone"):
        faults.EqualNames.draw(robots.diff_drive(), random.Random(0))


def test_a_neighbours_robot_doubles_a_link_some_metres_away():
    clean, evidence = seen(), seen(faults.NeighboursRobot(apart=2.0))
    samples = evidence.links["odom", "base_footprint"]
    assert len(samples) == 2 * len(clean.links["odom", "base_footprint"]) - 1  # the last came after the end
    places = [sample.transform for sample in samples[:2]]
    assert places[1].is_close(Transform.from_rpy(2.0, 0.0, yaw=2.0) @ places[0])
    nodes = [evidence.endpoints[id].node for id in {sample.endpoint for sample in samples}]
    assert nodes == ["/diff_drive", "/diff_drive"]
    assert [d.receive_ns for d in evidence.recording.deliveries] == sorted(
        d.receive_ns for d in evidence.recording.deliveries
    )
    nobody = Recording()
    assert faults.NeighboursRobot().change_deliveries(nobody, seed=0) == nobody


def test_a_jump_counts_from_its_size_and_number():
    one, other = Transform(), Transform((3.0, 4.0, 0.0))
    steps = [Publishes(f"/a{k}", "odom", "base", rate=1.0, start=k, end=k + 1, transform=(one, other)[k % 2])
             for k in range(6)]  # fmt: skip
    five, four = Evidence(recording(*steps)), Evidence(recording(*steps[:5]))
    assert Teleports("odom", "base", 5.0).holds(five)
    assert not Teleports("odom", "base", 5.1).holds(five)
    assert not Teleports("odom", "base", 5.0).holds(four)
    assert not Teleports("map", "base", 5.0).holds(five)
    question = Teleports("odom", "base", 5.0)
    assert (question.instrument, question.command) == ("echo", "ros2 topic echo /tf")
    assert question.question == "Does odom -> base jump by 5 m or more, again and again?"
    with pytest.raises(InputError, match="metres"):
        Teleports("odom", "base", 0.0)


# Topics


def test_a_namespaced_tf_shows_a_plain_listener_nothing():
    evidence = seen(faults.NamespacedTf())
    assert evidence.samples == ()
    assert "/robot1/tf" in {endpoint.topic for endpoint in evidence.recording.endpoints}
    assert "Failed to compute odom pose" not in evidence.log  # the robot itself goes on
    with pytest.raises(LookupException, match='"odom" passed to lookupTransform argument target_frame does not exist'):
        evidence.buffer.lookup_transform("odom", "base_scan")


def test_a_listener_in_the_namespace_sees_it_all():
    listener = Subscriber(start=2.0, namespace="robot1")
    buffer = seen(faults.NamespacedTf(), listener=listener).buffer
    assert buffer.can_transform("map", "base_scan")


def test_one_robot_of_two_goes_into_its_namespace():
    evidence = seen(faults.NamespacedTf("robot2"), design="two_robots")
    assert "robot1/base_link" in evidence.parents
    assert "robot2/base_link" not in evidence.parents
    once = faults.NamespacedTf().change_bringup(robots.diff_drive().bringup())
    assert faults.NamespacedTf().applies_to(once) == "/tf is remapped already"


# Fields that make no sense


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.WrongBaseFrame(""), "node"),
        (lambda: faults.SlashInParameter(parameter=None), "parameter"),
        (lambda: faults.LeadingSlash(frame=""), "frame"),
        (lambda: faults.HardCodedFrame(default=3), "default"),
        (lambda: faults.ScopedName(model=""), "model"),
        (lambda: faults.WrongCase(end="middle"), "end"),
        (lambda: faults.Misspelling(""), "parent"),
        (lambda: faults.HalfPrefix("robot1"), "prefix"),
        (lambda: faults.GluedPrefix("/"), "prefix"),
        (lambda: faults.DoubledPrefix(None), "prefix"),
        (lambda: faults.NamespacedTf(""), "namespace"),
        (lambda: faults.NeighboursRobot(apart=0.0), "apart"),
        (lambda: faults.NeighboursRobot(""), "parent"),
    ],
)
def test_fields_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


@pytest.mark.parametrize("fault", faults.names.FAULTS, ids=lambda fault: fault.name)
def test_nothing_is_touched_where_it_cannot_happen(fault):
    assert fault().applies_to([])
    if hasattr(fault, "change_bringup"):
        assert fault().touched([]) == frozenset()
        assert fault().change_bringup([]) == []


def test_touched_is_precise_and_knows_consequences():
    clean = robots.diff_drive().bringup()
    assert faults.LeadingSlash().touched(clean) == {"/scan", "odom"}
    assert faults.WrongBaseFrame().touched(clean) == {"odom"}
    assert faults.WrongCase("base_link", "imu_link").touched(clean) == {"imu_link", "Imu_Link"}
    assert faults.Misspelling(end="parent").touched(clean) == {"base_scan", "odom"}
    camera = faults.HardCodedFrame("camera", "camera_optical_frame", "/image_raw", "default_cam")
    assert camera.touched(robots.drone().bringup()) == {"/image_raw", "/camera_info"}
    fleet = robots.two_robots().bringup()
    assert not any(name.startswith("robot1/") for name in faults.HalfPrefix("robot2/").touched(fleet))
