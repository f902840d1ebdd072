import itertools
import math

import pytest

from tfsandbox import bringup, robots
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Motion, stop
from tfsandbox.nodes import NODE_TYPES, resolve
from tfsandbox.recording import Durability, Kind
from tfsandbox.world import World

ROBOT = robots.diff_drive()
WORLD = World(ROBOT)


def node(package, executable, *arguments, name="", **more):
    return {"package": package, "executable": executable, "name": name, "arguments": list(arguments), **more}


def changed(name, **parameters):
    """The clean bringup with parameters of one node set."""
    nodes = ROBOT.bringup()
    next(n for n in nodes if n["name"] == name)["parameters"].update(parameters)
    return nodes


def without(*names):
    return [n for n in ROBOT.bringup() if n["name"] not in names]


def run(nodes, seconds=2.0):
    return WORLD.with_bringup(nodes).run(seconds)


def sent(recording, parent, child):
    transforms = [t for d in recording.deliveries if d.kind is Kind.TF for t in d.payload]
    return [t for t in transforms if (t.frame_id, t.child_frame_id) == (parent, child)]


def said(recording, name):
    return [(line.severity, line.text) for line in recording.log if line.node == name]


def topics(recording, name):
    return [e.topic for e in recording.endpoints if e.node == name]


def test_every_kind_of_node_starts_with_its_defaults():
    for kind in NODE_TYPES:
        run([node(kind.package, kind.executable)], 1.0)


@pytest.mark.parametrize(
    ("topic", "full"),
    [("/tf", "/tf"), ("scan", "/robot1/scan"), ("~/pose", "/robot1/driver/pose"), ("a/b", "/robot1/a/b")],
)
def test_topic_names_resolve_as_in_ros(topic, full):
    assert resolve(topic, "/robot1/driver") == full


# static_transform_publisher

STATIC = ("tf2_ros", "static_transform_publisher")
LASER = ("--x", "0.1", "--frame-id", "base_link", "--child-frame-id", "laser")


def test_a_static_publisher_latches_its_link_and_says_so():
    recording = run([node(*STATIC, *LASER, name="laser_mount")])
    (link,) = sent(recording, "base_link", "laser")
    assert link.transform == Transform((0.1, 0.0, 0.0))
    (endpoint,) = recording.endpoints
    assert (endpoint.node, endpoint.qos.durability, endpoint.qos.depth) == (
        "/laser_mount",
        Durability.TRANSIENT_LOCAL,
        1,
    )
    ((severity, text),) = said(recording, "/laser_mount")
    assert severity == "INFO"
    assert text == (
        "Spinning until stopped - publishing transform\n"
        "translation: ('0.100000', '0.000000', '0.000000')\n"
        "rotation: ('0.000000', '0.000000', '0.000000', '1.000000')\n"
        "from 'base_link' to 'laser'"
    )


def test_without_a_name_it_makes_one_up():
    (endpoint,) = run([node(*STATIC, *LASER)]).endpoints
    assert endpoint.node.startswith("/static_transform_publisher_")
    assert len(endpoint.node) == len("/static_transform_publisher_") + 16


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (("--frame-id", "a"), [("ERROR", "error parsing command line arguments: Child frame id must not be empty")]),
        (
            ("--x", "foo", *LASER[2:]),
            [("ERROR", "error parsing command line arguments: Failed to parse --x argument as float")],
        ),
        (
            ("--frame-id", "a", "--child-frame-id", "a"),
            [
                ("ERROR", "cannot publish static transform from 'a' to 'a', exiting"),
                ("FATAL", "child_frame_id cannot equal frame_id"),
            ],
        ),
        (
            ("--x", "1e999", *LASER[2:]),
            [("FATAL", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  stod")],
        ),
    ],
)
def test_with_bad_arguments_it_dies_and_the_rest_works(arguments, lines):
    recording = run([*ROBOT.bringup(), node(*STATIC, *arguments, name="bad")])
    assert said(recording, "/bad") == lines
    ((severity, text),) = said(recording, "launch")
    assert severity == "ERROR"
    assert text.startswith("[static_transform_publisher-10]: process has died")
    assert topics(recording, "/bad") == []
    assert Buffer.play(recording).can_transform("map", "camera_optical_frame")


def test_help_ends_it_quietly():
    recording = run([node(*STATIC, "--help", name="asked")])
    assert (recording.endpoints, recording.log) == ((), ())


def test_old_style_arguments_warn_and_work():
    recording = run([node(*STATIC, "1", "2", "3", "0.5", "0", "0", "a", "b", name="old")])
    assert said(recording, "/old")[0][0] == "WARN"
    assert sent(recording, "a", "b")[0].transform.yaw == pytest.approx(0.5)


# Odometry: the plugin and the filter


def test_the_plugin_is_silent_unless_switched_on():
    recording = run([node("gazebo_plugins", "diff_drive", name="wheels")])
    assert recording.endpoints == ()
    assert topics(run(without("ekf_filter_node")), "/diff_drive") == ["/tf", "/odom"]


def test_frames_and_rate_are_parameters():
    recording = run(changed("diff_drive", odometry_frame="o", robot_base_frame="b", update_rate=10))
    assert len(sent(recording, "o", "b")) == pytest.approx(20, abs=1)
    assert sent(recording, "odom", "base_footprint") == []


def test_either_owner_of_odometry_will_do():
    nodes = changed("ekf_filter_node", publish_tf=True)
    nodes[0]["parameters"]["publish_odom_tf"] = False
    recording = run(nodes, 5.0)
    owner = {e.node for e in recording.endpoints if e.topic == "/tf"}
    assert owner == {"/ekf_filter_node", "/slam_toolbox"}
    seen = transform_of(Buffer.play(recording).lookup_transform("map", "base_footprint", 4.5))
    assert seen.is_close(WORLD.truth(4.5), tolerance=0.02)


def test_two_owners_alternate_visibly():
    samples = sent(run(changed("ekf_filter_node", publish_tf=True), 3.0), "odom", "base_footprint")[10:]
    gaps = [math.dist(a.transform.translation, b.transform.translation) for a, b in itertools.pairwise(samples)]
    assert min(gaps) > 0.03
    apart = [
        math.dist(a.transform.translation, b.transform.translation) for a, b in zip(samples, samples[2:], strict=False)
    ]
    assert max(apart) < 0.03


def test_a_filter_without_odometry_stays_silent():
    recording = run([n for n in changed("ekf_filter_node", publish_tf=True) if n["name"] != "diff_drive"])
    assert sent(recording, "odom", "base_footprint") == []
    assert topics(recording, "/ekf_filter_node") == ["/tf", "/odometry/filtered"]


def test_a_filter_on_the_map_publishes_map_to_odom():
    nodes = changed("ekf_filter_node", publish_tf=True, world_frame="map")
    recording = run([n for n in nodes if n["name"] != "slam_toolbox"])
    assert sent(recording, "map", "odom")
    assert sent(recording, "map", "base_footprint") == []


def test_a_filter_that_finds_no_odometry_link_says_so_once():
    nodes = changed("ekf_filter_node", publish_tf=True, world_frame="map", base_link_frame="base_lnik")
    lines = said(run(nodes), "/ekf_filter_node")
    assert lines == [("ERROR", "Could not obtain transform from odom->base_lnik")]


def test_a_filter_may_call_the_base_otherwise_and_stamp_ahead():
    usual = changed("ekf_filter_node", publish_tf=True)
    usual[0]["parameters"]["publish_odom_tf"] = False
    nodes = changed("ekf_filter_node", publish_tf=True, base_link_frame_output="base_ekf", transform_time_offset=0.25)
    assert ("odom", "base_ekf") in {(link.parent, link.child) for _, link in bringup.links(nodes)}
    renamed, plain = sent(run(nodes), "odom", "base_ekf"), sent(run(usual), "odom", "base_footprint")
    assert [t.transform for t in renamed] == [t.transform for t in plain]
    assert [t.stamp_ns for t in renamed] == [t.stamp_ns + 250_000_000 for t in plain]


@pytest.mark.parametrize("frames", [{"odom_frame": "map"}, {"base_link_frame_output": "odom"}])
def test_a_filter_needs_three_frames(frames):
    ((severity, text),) = said(run(changed("ekf_filter_node", **frames)), "/ekf_filter_node")
    assert severity == "FATAL"
    assert "must be unique" in text


def test_a_filter_with_an_unknown_world_frame_says_so():
    lines = said(run(changed("ekf_filter_node", publish_tf=True, world_frame="world")), "/ekf_filter_node")
    assert lines == [("ERROR", "Odometry message frame_id was world, expected map or odom")]


# SLAM


def test_map_to_odom_is_stamped_a_little_ahead_of_the_scan():
    recording = run(ROBOT.bringup())
    scans = {d.payload.stamp_ns for d in recording.deliveries if d.topic == "/scan"}
    samples = sent(recording, "map", "odom")
    assert len(samples) == pytest.approx(2 / 0.02, abs=10)
    assert {t.stamp_ns - 200_000_000 for t in samples} <= scans


def test_map_to_odom_may_be_stamped_with_the_clock():
    samples = sent(run(changed("slam_toolbox", restamp_tf=True)), "map", "odom")
    apart = [b.stamp_ns - a.stamp_ns for a, b in itertools.pairwise(samples)]
    assert set(apart) == {20_000_000}


def test_no_scans_no_map():
    assert sent(run(without("rplidar_node")), "map", "odom") == []


def test_zero_period_switches_publishing_off():
    assert sent(run(changed("slam_toolbox", transform_publish_period=0)), "map", "odom") == []


@pytest.mark.parametrize("base", ["base_lnik", "/base_footprint", ""])
def test_a_wrong_base_frame_fails_the_odom_pose_and_leaves_the_map_at_odom(base):
    recording = run(changed("slam_toolbox", base_frame=base), 5.0)
    lines = said(recording, "/slam_toolbox")
    assert set(lines) == {("WARN", "Failed to compute odom pose")}
    assert len(lines) <= 50
    samples = sent(recording, "map", "odom")
    assert samples
    assert {t.transform for t in samples} == {Transform()}


def test_base_link_below_base_footprint_will_do_as_base_frame():
    recording = run(changed("slam_toolbox", base_frame="base_link"), 5.0)
    assert said(recording, "/slam_toolbox") == []
    seen = transform_of(Buffer.play(recording).lookup_transform("map", "base_footprint", 4.5))
    assert seen.is_close(WORLD.truth(4.5), tolerance=0.02)


def test_two_names_for_the_base_and_no_link_between_them():
    nodes = [n for n in changed("slam_toolbox", base_frame="base_link") if n["name"] != "base_link_mount"]
    lines = said(run(nodes), "/slam_toolbox")
    assert ("WARN", "Failed to compute odom pose") in lines
    assert any(text.startswith("Message Filter dropping message: frame 'base_scan' at time 0.") for _, text in lines)


def test_a_missing_laser_is_told_in_tf2s_words():
    lines = said(run(without("base_scan_mount")), "/slam_toolbox")
    texts = {text for _, text in lines}
    assert "Failed to create laser device for base_scan; discarding scan" in texts
    assert (
        "Failed to compute laser pose, aborting initialization "
        '("base_scan" passed to lookupTransform argument source_frame does not exist. )'
    ) in texts


def test_fake_static_odometry_silences_slam_but_the_robot_stands_still():
    fake = node(*STATIC, "--frame-id", "odom", "--child-frame-id", "base_link", name="fake")
    nodes = [n for n in changed("slam_toolbox", base_frame="base_link") if n["name"] != "base_link_mount"]
    recording = run([*nodes, fake], 5.0)
    assert "Failed to compute odom pose" not in {text for _, text in said(recording, "/slam_toolbox")[2:]}
    buffer = Buffer.play(recording)
    poses = {transform_of(buffer.lookup_transform("map", "base_link", t)).translation for t in (1.0, 2.5, 4.5)}
    assert len(poses) == 1


def test_a_robot_that_never_moves_is_mapped_once():
    world = World(ROBOT, motion=Motion((stop(5.0),)))
    assert len({t.transform for t in sent(world.run(4), "map", "odom")}) == 1


# robot_state_publisher

RSP = ("robot_state_publisher", "robot_state_publisher")


def describe(text, **more):
    return run([node(*RSP, name="rsp", parameters={"robot_description": text, **more})])


def test_fixed_joints_go_out_together_and_movable_ones_wait():
    text = ROBOT.urdf().replace('name="imu_link_joint" type="fixed"', 'name="imu_link_joint" type="continuous"')
    recording = describe(text)
    (delivery,) = recording.deliveries
    assert [t.child_frame_id for t in delivery.payload] == [m.child for m in ROBOT.mounts if m.child != "imu_link"]


def test_a_prefix_goes_before_every_frame():
    (delivery,) = describe(ROBOT.urdf(), frame_prefix="robot1/").deliveries
    first = delivery.payload[0]
    assert (first.frame_id, first.child_frame_id) == ("robot1/base_footprint", "robot1/base_link")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "robot_description parameter must not be empty"),
        ("<robot", "not well-formed"),
        ('<robot name="r"><link name="a"/><link name="b"/></robot>', "Two root links found: [a] and [b]"),
        ('<robot name="r"/>', "No root link found"),
    ],
)
def test_a_bad_description_ends_the_node(text, words):
    recording = describe(text)
    assert recording.deliveries == ()
    lines = said(recording, "/rsp")
    assert words in lines[0][1]
    assert lines[1] == ("FATAL", "Unable to initialize urdf::model from robot description")


# Names, namespaces and remappings


def test_namespaces_move_relative_topics_and_leave_tf():
    nodes = ROBOT.bringup()
    for each in nodes:
        each["namespace"] = "/robot1"
    recording = run(nodes)
    assert topics(recording, "/robot1/rplidar_node") == ["/robot1/scan"]
    assert topics(recording, "/robot1/diff_drive") == ["/tf", "/robot1/odom"]
    assert sent(recording, "map", "odom") == []


def test_remappings_move_tf_out_of_hearing():
    nodes = ROBOT.bringup()
    for each in nodes:
        each["namespace"], each["remappings"] = (
            "robot1",
            [["/tf", "tf"], ["/tf_static", "tf_static"], ["/scan", "scan"]],
        )
    recording = run(nodes)
    assert topics(recording, "/robot1/slam_toolbox") == ["/robot1/tf"]
    assert not [d for d in recording.deliveries if d.kind is Kind.TF]
    assert not any(e.matched for e in recording.endpoints if "tf" in e.topic)
    assert said(recording, "/robot1/slam_toolbox") == []


def test_equal_names_are_allowed_and_warned_about():
    nodes = [node(*STATIC, *LASER, name="same"), node(*STATIC, *LASER[:-1], "camera", name="same")]
    recording = run(nodes)
    ((severity, text),) = said(recording, "rcl.logging_rosout")
    assert severity == "WARN"
    assert text.startswith("Publisher already registered for node name: 'same'.")
    assert [e.node for e in recording.endpoints] == ["/same", "/same"]


def test_declared_types_hold():
    with pytest.raises(InputError, match="base_frame"):
        run(changed("slam_toolbox", base_frame=1))
