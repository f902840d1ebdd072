"""Nodes of the larger designs: base, camera, lidar, IMU and GPS drivers, AMCL, joint states, hand-written mounts."""

import dataclasses
import math

import pytest

from tfsandbox import bringup, robots
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.network import Machine, Network
from tfsandbox.nodes import NODE_TYPES
from tfsandbox.nodes.mounts import text_of
from tfsandbox.recording import TF_TYPE, Durability, JointStates, Kind, Reliability
from tfsandbox.world import Subscriber, World

ROBOT = robots.diff_drive()
WORLD = World(ROBOT, loop_closure=None)
ARM, DRONE, CAR = robots.mobile_arm(), robots.drone(), robots.car()


def node(package, executable="", name="", **parameters):
    dotted = {key.replace("__", "."): value for key, value in parameters.items()}
    return {"package": package, "executable": executable or package, "name": name, "parameters": dotted}


def run(*nodes, seconds=2.0, world=WORLD, **more):
    return world.with_bringup(list(nodes)).run(seconds, Subscriber(**more))


def changed(robot, name, **parameters):
    nodes = robot.bringup()
    next(n for n in nodes if n["name"] == name)["parameters"].update(parameters)
    return nodes


def sent(recording, parent, child):
    found = (t for d in recording.deliveries for t in d.transforms)
    return [t for t in found if (t.frame_id, t.child_frame_id) == (parent, child)]


def links(recording):
    return {(t.frame_id, t.child_frame_id) for d in recording.deliveries for t in d.transforms}


def headers(recording, topic):
    return [d.payload for d in recording.deliveries if d.topic == topic and d.kind is Kind.HEADER]


def said(recording, name):
    return [(line.severity, line.text) for line in recording.log if line.node == name]


def topics(recording):
    return {e.topic for e in recording.endpoints}


# Base drivers

BASES = {
    "turtlebot3": (
        node("turtlebot3_node", "turtlebot3_ros", odometry__frame_id="o", odometry__child_frame_id="b"),
        "odometry.publish_tf",
        "/odom",
        30,
    ),
    "controller": (
        node("diff_drive_controller", odom_frame_id="o", base_frame_id="b", publish_rate=20.0),
        "enable_odom_tf",
        "/diff_drive_controller/odom",
        20,
    ),
    "mavros": (
        node("mavros", "mavros_node", local_position__frame_id="o", local_position__tf__child_frame_id="b"),
        "local_position.tf.send",
        "/mavros/local_position/odom",
        30,
    ),
}


@pytest.mark.parametrize(("base", "switch", "topic", "hz"), BASES.values(), ids=BASES)
def test_a_base_driver_counts_wheels(base, switch, topic, hz):
    base["parameters"][switch] = True
    recording = run(base)
    samples = sent(recording, "o", "b")
    assert len(samples) == pytest.approx(2 * hz, abs=2)
    assert all(t.transform == WORLD.odometry(t.stamp_ns / 1e9) for t in samples)
    assert {h.frame_id for h in headers(recording, topic)} == {"o"}
    assert [(link.parent, link.child) for _, link in bringup.links([base])] == [("o", "b")]
    base["parameters"][switch] = False
    assert links(run(base)) == set()
    assert bringup.links([base]) == ()
    assert len(headers(run(base), topic)) == pytest.approx(2 * hz, abs=2)


@pytest.mark.parametrize(
    ("namespace", "parameters", "frames"),
    [
        ("", {}, ("odom", "base_link")),
        ("robot1", {}, ("robot1/odom", "robot1/base_link")),
        ("robot1", {"tf_frame_prefix_enable": False}, ("odom", "base_link")),
        ("robot1", {"tf_frame_prefix": "other"}, ("other/odom", "other/base_link")),
        ("", {"tf_frame_prefix": "/other/"}, ("other/odom", "other/base_link")),
        ("robot1", {"odom_frame_id": "robot1/odom"}, ("robot1/robot1/odom", "robot1/base_link")),
    ],
)
def test_the_controller_prefixes_its_frames(namespace, parameters, frames):
    controller = node("diff_drive_controller", **parameters) | {"namespace": namespace}
    assert links(run(controller)) == {frames}
    assert [(link.parent, link.child) for _, link in bringup.links([controller])] == [frames]


def test_a_simulators_plugin_stamps_with_simulation_time():
    (kind,) = [kind for kind in NODE_TYPES if kind.executable == "diff_drive"]
    assert kind.inside_simulator
    world = dataclasses.replace(WORLD, wall_start=1000.0)
    recording = world.with_bringup(ROBOT.bringup()).run(1)
    assert max(t.stamp_ns for t in sent(recording, "odom", "base_footprint")) < 2e9
    assert min(h.stamp_ns for h in headers(recording, "/scan")) > 999e9


# A drone


def test_message_to_tf_makes_three_links_of_each_odometry_message():
    recording = run(*DRONE.bringup(), world=World(DRONE))
    stamps = [h.stamp_ns for h in headers(recording, "/mavros/local_position/odom")]
    for pair in (("odom", "base_footprint"), ("base_footprint", "base_stabilized"), ("base_stabilized", "base_link")):
        assert [t.stamp_ns for t in sent(recording, *pair)] == stamps


def test_message_to_tf_is_silent_without_odometry_and_takes_other_names():
    nodes = changed(DRONE, "message_to_tf", odometry_topic="nowhere")
    assert sent(run(*nodes, world=World(DRONE)), "base_footprint", "base_stabilized") == []
    nodes = changed(DRONE, "message_to_tf", footprint_frame_id="f", stabilized_frame_id="s", child_frame_id="c")
    assert {("odom", "f"), ("f", "s"), ("s", "c")} <= links(run(*nodes, world=World(DRONE)))


# AMCL


def test_amcl_publishes_map_to_odom_with_each_scan_stamped_ahead():
    recording = run(*CAR.bringup(), world=World(CAR))
    scans = {h.stamp_ns for h in headers(recording, "/ouster/scan")}
    samples = sent(recording, "map", "odom")
    assert len(samples) == pytest.approx(len(scans), abs=2)
    assert {t.stamp_ns - 1_000_000_000 for t in samples} <= scans
    assert headers(recording, "/amcl_pose")


@pytest.mark.parametrize(
    ("parameters", "pair"),
    [
        ({}, ("map", "odom")),
        ({"global_frame_id": "world"}, ("world", "odom")),
        ({"tf_broadcast": False}, None),
        ({"set_initial_pose": False}, None),
        ({"odom_frame_id": "odometry"}, None),
        ({"base_frame_id": "base_lnik"}, None),
        ({"scan_topic": "/scan"}, None),
    ],
)
def test_amcls_parameters(parameters, pair):
    recording = run(*changed(CAR, "amcl", **parameters), world=World(CAR))
    owners = {e.id for e in recording.endpoints if e.node == "/amcl"}
    seen = {(t.frame_id, t.child_frame_id) for d in recording.deliveries if d.endpoint in owners for t in d.transforms}
    assert seen == ({pair} if pair else set())


def test_amcl_says_what_it_lacks():
    lines = said(run(*changed(CAR, "amcl", set_initial_pose=False), world=World(CAR), seconds=5.0), "/amcl")
    pose = ("WARN", "AMCL cannot publish a pose or update the transform. Please set the initial pose...")
    assert lines.count(pose) == 3
    lines = said(run(*changed(CAR, "amcl", base_frame_id="base_lnik"), world=World(CAR)), "/amcl")
    assert lines[-1][0] == "ERROR"
    assert lines[-1][1].startswith("Couldn't transform from os_lidar to base_lnik, even though the message notifier")
    lines = said(run(*changed(CAR, "amcl", odom_frame_id="odometry"), world=World(CAR)), "/amcl")
    assert {text.split("'")[0] for _, text in lines} == {"Message Filter dropping message: frame "}
    nodes = [n for n in CAR.bringup() if n["name"] != "base_link_mount"]
    assert {text.split("'")[0] for _, text in said(run(*nodes, world=World(CAR)), "/amcl")} == {
        "Message Filter dropping message: frame "
    }


def test_amcl_corrects_only_after_some_way():
    nodes = changed(CAR, "amcl", update_min_d=100.0, update_min_a=100.0)
    samples = sent(run(*nodes, world=World(CAR)), "map", "odom")
    assert len(samples) > 10
    assert len({t.transform for t in samples}) == 1


@pytest.mark.parametrize("robot", [CAR, ROBOT], ids=lambda r: r.name)
def test_localisers_see_the_walls_when_the_scan_is_taken_whatever_its_stamp_says(robot):
    """A wall clock far from simulation time: all stamps agree, so the robot is still where it is."""
    nodes = robot.bringup() if robot is CAR else changed(ROBOT, "diff_drive", publish_odom_tf=False)
    if robot is ROBOT:
        nodes[1]["parameters"]["publish_tf"] = True
    world = World(robot, wall_start=5000.0, loop_closure=None)
    buffer = Buffer.play(world.with_bringup(nodes).run(3))
    seen = transform_of(buffer.lookup_transform("map", robot.base, 5002.5))
    assert seen.is_close(world.truth(2.5), tolerance=0.04)


@pytest.mark.parametrize("robot", [CAR, ROBOT, DRONE], ids=lambda r: r.name)
def test_a_slow_network_makes_maps_late_but_not_wrong(robot):
    """The sensors' computer is 0.2 s away from the one that finds the robot in the map."""
    computer = Machine("computer", ("/amcl", "/slam_toolbox", "/message_to_tf"))
    slow = World(robot, machines=(computer,), network=Network(latency=0.2), loop_closure=None)
    buffer = Buffer.play(slow.run(4))
    seen = transform_of(buffer.lookup_transform("map", robot.base, 3.0))
    assert seen.is_close(slow.truth(3.0), tolerance=0.04)


# Sensors

SENSORS = {
    "imu": (node("bno055", frame_id="i", data_query_frequency=20.0), {"/bno055/imu": ("i", 20)}),
    "gps": (node("ublox_gps", "ublox_gps_node", frame_id="g", rate=5.0), {"/ublox_gps_node/fix": ("g", 5)}),
    "usb_cam": (
        node("usb_cam", "usb_cam_node_exe", frame_id="c", framerate=10.0),
        {"/image_raw": ("c", 10), "/camera_info": ("c", 10)},
    ),
    "realsense": (
        node("realsense2_camera", "realsense2_camera_node", camera_name="eye"),
        {
            "/camera/color/image_raw": ("eye_color_optical_frame", 15),
            "/camera/color/camera_info": ("eye_color_optical_frame", 15),
            "/camera/depth/image_rect_raw": ("eye_depth_optical_frame", 15),
            "/camera/depth/camera_info": ("eye_depth_optical_frame", 15),
        },
    ),
    "ouster": (
        node("ouster_ros", "os_driver", lidar_frame="l", imu_frame="i"),
        {"/points": ("l", 10), "/scan": ("l", 10), "/imu": ("i", 100)},
    ),
    "rplidar": (node("rplidar_ros", "rplidar_node", frame_id="l", scan_frequency=7.0), {"/scan": ("l", 7)}),
}


@pytest.mark.parametrize(("sensor", "expected"), SENSORS.values(), ids=SENSORS)
def test_a_driver_stamps_what_it_sends_with_its_frame(sensor, expected):
    recording = run(sensor, seconds=3.0)
    assert topics(recording) - {"/tf_static"} == set(expected)
    for topic, (frame, hz) in expected.items():
        found = headers(recording, topic)
        assert {h.frame_id for h in found} == {frame}
        assert len(found) == pytest.approx(3 * hz, abs=2)


def test_an_image_and_its_calibration_have_one_stamp():
    recording = run(node("usb_cam", "usb_cam_node_exe"))
    assert headers(recording, "/image_raw") == headers(recording, "/camera_info")


def test_ousters_data_are_best_effort():
    (qos,) = {e.qos for e in run(node("ouster_ros", "os_driver")).endpoints if e.topic != "/tf_static"}
    assert qos.reliability is Reliability.BEST_EFFORT


def test_cameras_and_lidars_publish_the_frames_inside_them():
    recording = run(node("realsense2_camera", "realsense2_camera_node", tf_prefix="r/", base_frame_id="base"))
    inside = {("r/camera_base", "r/camera_depth_frame"), ("r/camera_depth_frame", "r/camera_depth_optical_frame")}
    assert inside <= links(recording)
    assert len([d for d in recording.deliveries if d.topic == "/tf_static"]) == 1
    recording = run(node("realsense2_camera", "realsense2_camera_node", enable_color=False))
    assert not any("color" in child for _, child in links(recording))
    assert links(run(node("ouster_ros", "os_driver"))) == {("os_sensor", "os_lidar"), ("os_sensor", "os_imu")}


@pytest.mark.parametrize(
    ("package", "executable", "switch"),
    [("realsense2_camera", "realsense2_camera_node", "publish_tf"), ("ouster_ros", "os_driver", "pub_static_tf")],
)
def test_those_frames_have_an_off_switch(package, executable, switch):
    off = node(package, executable, **{switch: False})
    assert links(run(off)) == set()
    assert bringup.links([off]) == ()


# Joint states and the robot's description


def joints(recording):
    return [d.payload for d in recording.deliveries if isinstance(d.payload, JointStates)]


def test_joint_states_say_where_all_movable_joints_are():
    recording = run(node("joint_state_publisher", rate=20.0), world=World(ARM))
    found = joints(recording)
    assert len(found) == pytest.approx(40, abs=1)
    for states in found:
        expected = ARM.joint_positions(states.stamp_ns / 1e9)
        assert dict(zip(states.names, states.positions, strict=True)) == pytest.approx(expected)


def arm(**parameters):
    return changed(ARM, "robot_state_publisher", **parameters)


def test_movable_joints_come_at_the_stamps_of_the_joint_states():
    recording = run(*ARM.bringup(), world=World(ARM))
    stamps = {states.stamp_ns for states in joints(recording)}
    found = sent(recording, "shoulder_link", "upper_arm_link")
    assert {t.stamp_ns for t in found} <= stamps
    assert len(found) == pytest.approx(60, abs=2)


@pytest.mark.parametrize(
    ("parameters", "hz"),
    [
        # 30 joint states a second, of which those closer than 1 / 20 s to the last one are passed over.
        ({"publish_frequency": 20.0}, 15),
        ({"publish_frequency": 5.0}, 5),
        ({"publish_frequency": 5.0, "ignore_timestamp": True}, 30),
        ({"publish_frequency": 0.0}, 30),
    ],
)
def test_publish_frequency_is_an_upper_bound(parameters, hz):
    found = sent(run(*arm(**parameters), world=World(ARM), seconds=4.0), "shoulder_link", "upper_arm_link")
    assert len(found) == pytest.approx(4 * hz, abs=3)


def test_without_joint_states_only_movable_links_are_missing():
    nodes = [n for n in ARM.bringup() if n["name"] != "joint_state_publisher"]
    buffer = Buffer.play(run(*nodes, world=World(ARM)))
    assert buffer.can_transform("base_link", "arm_base_link")
    assert not buffer.can_transform("base_link", "shoulder_link")
    assert buffer.can_transform("flange", "tool0")


def test_a_mimic_joint_needs_its_leader_only():
    """A joint_states message that names just the leader, made from the robot's without the mimic."""
    leader = dataclasses.replace(ARM.mount("finger_left_link"), joint="gear")
    bare = robots.Robot("bare", (*(m for m in ROBOT.mounts),), drivers=())
    world = World(dataclasses.replace(bare, mounts=(*bare.mounts, dataclasses.replace(leader, parent="base_link"))))
    follower = "<mimic joint='gear' multiplier='-2' offset='0.1'/>"
    text = (
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='gear' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='0 1 0'/></joint>"
        f"<joint name='slave' type='prismatic'><parent link='a'/><child link='c'/>{follower}</joint></robot>"
    )
    nodes = (node("joint_state_publisher"), node("robot_state_publisher", robot_description=text))
    recording = run(*nodes, world=world)
    assert {states.names for states in joints(recording)} == {("gear",)}
    for lead, follow in zip(sent(recording, "a", "b"), sent(recording, "a", "c"), strict=True):
        assert follow.transform.translation[0] == pytest.approx(0.1 - 2.0 * lead.transform.translation[1])


def test_planar_joints_count_as_fixed_and_floating_ones_are_left_out():
    text = (
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='p' type='planar'><parent link='a'/><child link='b'/></joint>"
        "<joint name='f' type='floating'><parent link='a'/><child link='c'/></joint></robot>"
    )
    assert links(run(node("robot_state_publisher", robot_description=text))) == {("a", "b")}


def test_a_prefix_goes_before_moving_frames_too():
    fleet = robots.two_robots()
    recording = World(fleet).run(1)
    assert sent(recording, "robot1/base_link", "robot1/wheel_left_link")
    nodes = [n for n in fleet.bringup() if n["executable"] == "robot_state_publisher"]
    assert [n["parameters"]["frame_prefix"] for n in nodes] == ["robot1/", "robot2/"]
    assert "robot1/" not in nodes[0]["parameters"]["robot_description"]


# Hand-written mounts

LASER, CAMERA = Transform((0.1, 0.0, 0.2)), Transform.from_rpy(0.2, 0.1, yaw=0.5)
TEXTS = [text_of("base_link", "laser", LASER), text_of("base_link", "camera", CAMERA)]
MOVED = [text_of("base_link", "laser", CAMERA)]


def mounts(**parameters):
    return node("my_robot_bringup", "mounts", **{"mounts": TEXTS, **parameters})


def laser_of(recording):
    return [
        [t.transform for t in d.transforms if t.child_frame_id == "laser"]
        for d in recording.deliveries
        if d.topic == "/tf_static"
    ]


@pytest.mark.parametrize("broadcaster", ["rclcpp", "rclpy", "plain"])
def test_all_mounts_go_out_in_one_latched_message(broadcaster):
    recording = run(mounts(broadcaster=broadcaster), start=1.0)
    (delivery,) = recording.deliveries
    assert [(t.child_frame_id, t.transform) for t in delivery.transforms] == [("laser", LASER), ("camera", CAMERA)]
    assert [link.transform for _, link in bringup.links([mounts(broadcaster=broadcaster)])] == [LASER, CAMERA]


SEEN = {
    ("rclcpp", "jazzy"): [CAMERA],
    ("rclcpp", "humble"): [CAMERA],
    ("rclpy", "jazzy"): [LASER],
    ("rclpy", "kilted"): [LASER],
    ("rclpy", "rolling"): [CAMERA],
    ("rclpy", "humble"): [CAMERA],
    ("plain", "jazzy"): [CAMERA],
}


@pytest.mark.parametrize(("case", "last"), SEEN.items(), ids=str)
def test_a_corrected_mount_replaces_the_first_or_does_not(case, last):
    """Which of the two a listener believes in the end; in Jazzy's Python the correction is never sent."""
    broadcaster, distro = case
    world = dataclasses.replace(WORLD, distro=distro)
    recording = run(mounts(broadcaster=broadcaster, correction=MOVED, correction_after=0.5), world=world)
    first, second = laser_of(recording)
    assert (first, second) == ([LASER], last)
    accumulates = broadcaster == "rclcpp" or (broadcaster == "rclpy" and distro != "humble")
    assert len(recording.deliveries[1].transforms) == (2 if accumulates else 1)


def test_one_message_each_leaves_late_joiners_the_last_only():
    plain = {"broadcaster": "plain", "one_message_each": True}
    assert links(run(mounts(**plain), start=1.0)) == {("base_link", "camera")}
    assert links(run(mounts(**plain))) == {("base_link", "laser"), ("base_link", "camera")}


def test_volatile_mounts_reach_no_static_listener():
    recording = run(mounts(broadcaster="plain", durability="volatile", resend_period=0.5))
    assert recording.deliveries == ()
    ((severity, text),) = said(recording, "/listener")
    assert severity == "WARN"
    assert text.endswith("Last incompatible policy: DURABILITY")
    (endpoint,) = recording.endpoints
    assert endpoint.qos.durability is Durability.VOLATILE


def test_mounts_sent_again_and_again():
    assert len(laser_of(run(mounts(resend_period=0.1)))) == pytest.approx(21, abs=1)
    recording = run(mounts(broadcaster="plain", topic="/tf", resend_period=0.1, durability="volatile"))
    assert {d.topic for d in recording.deliveries} == {"/tf"}
    assert not any(link.static for _, link in bringup.links([mounts(broadcaster="plain", topic="/tf")]))


@pytest.mark.parametrize(("stamp", "count"), [("now", 20), ("start", 1), ("zero", 1)])
def test_what_mounts_are_stamped_with(stamp, count):
    plain = {"broadcaster": "plain", "topic": "/tf", "durability": "volatile"}
    stamps = {t.stamp_ns for t in sent(run(mounts(**plain, stamp=stamp, resend_period=0.1)), "base_link", "laser")}
    assert len(stamps) == pytest.approx(count, abs=1)
    assert (stamps == {0}) == (stamp == "zero")


@pytest.mark.parametrize("wrong", [{"topic": "/static_tf"}, {"type": "geometry_msgs/msg/TransformStamped"}])
def test_on_the_wrong_topic_or_of_the_wrong_type_nobody_hears_them(wrong):
    recording = run(mounts(broadcaster="plain", **wrong))
    assert not Buffer.play(recording).can_transform("base_link", "laser")
    assert bringup.links([mounts(broadcaster="plain", **wrong)]) == ()


def test_names_may_be_empty_and_numbers_odd():
    odd = ["'' b nan 0 0 0 0 0 0", "a b inf 0 0 0 0 0 1"]
    recording = run(mounts(mounts=odd))
    assert [t.frame_id for t in recording.deliveries[0].transforms] == ["a"]
    recording = run(mounts(mounts=odd, broadcaster="plain"))
    first, _ = recording.deliveries[0].transforms
    assert first.frame_id == ""
    assert math.isnan(first.transform.translation[0])


def test_a_mounts_text_reads_back():
    tricky = Transform((1e-17, -2.5, 3.0), (0.1, 0.2, 0.3, 0.9))
    (_, link), *_ = bringup.links([mounts(mounts=[text_of("a b", "", tricky)])])
    assert (link.parent, link.child, link.transform) == ("a b", "", tricky)


@pytest.mark.parametrize(
    ("parameters", "place"),
    [
        ({"mounts": "base_link laser 0 0 0 0 0 0 1"}, "mounts"),
        ({"mounts": ["base_link laser 0 0 0"]}, r"mounts\[0\]"),
        ({"mounts": [TEXTS[0], "a b 0 0 0 0 0 0 one"]}, r"mounts\[1\]"),
        ({"mounts": ["'a b 0 0 0 0 0 0 1"]}, r"mounts\[0\]"),
        ({"mounts": [3]}, r"mounts\[0\]"),
        ({"mounts": TEXTS * 200}, "mounts"),
        ({"correction": [""]}, r"correction\[0\]"),
        ({"broadcaster": "C++"}, "broadcaster"),
        ({"durability": "latched"}, "durability"),
        ({"stamp": 0}, "stamp"),
        ({"resend_period": -1.0}, "resend_period"),
        ({"topic": 1}, "topic"),
        ({"type": None}, "type"),
    ],
)
def test_mounts_that_make_no_sense(parameters, place):
    with pytest.raises(InputError, match=place):
        run(mounts(**parameters))


def test_no_mounts_no_publisher():
    assert run(node("my_robot_bringup", "mounts")).endpoints == ()


def test_the_type_is_the_usual_one():
    (endpoint,) = run(mounts(broadcaster="plain")).endpoints
    assert (endpoint.topic, endpoint.type, endpoint.qos.depth) == ("/tf_static", TF_TYPE, 1)


# Old-style static publishers

OLD = {"arguments": ["1", "2", "3", "0.5", "0", "0", "a", "b"], "package": "tf2_ros"}


@pytest.mark.parametrize("distro", ["humble", "jazzy", "kilted", "rolling"])
def test_old_style_arguments_are_gone_after_jazzy(distro):
    old = OLD | {"executable": "static_transform_publisher", "name": "old"}
    recording = run(old, world=dataclasses.replace(WORLD, distro=distro))
    lines = said(recording, "/old")
    if distro in ("humble", "jazzy"):
        assert lines[0][0] == "WARN"
        assert sent(recording, "a", "b")[0].transform.yaw == pytest.approx(0.5)
    else:
        assert lines == [("ERROR", "error parsing command line arguments: Frame id must not be empty")]
        assert [line.text for line in recording.log if line.node == "launch"] == [
            "[static_transform_publisher-1]: process has died [exit code 1]"
        ]
