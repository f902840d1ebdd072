"""Every design that comes with the package: its numbers, its bringup, its documents."""

import itertools
import json
import math
from functools import cache

import pytest

from tfsandbox import bringup, robots, urdf
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Swing
from tfsandbox.nodes import NODE_TYPES
from tfsandbox.recording import Kind
from tfsandbox.robots import Fleet, Mount, Robot
from tfsandbox.world import World

DESIGNS = {name: make() for name, make in robots.DESIGNS.items()}
SECONDS = 3.0
each_design = pytest.mark.parametrize("name", DESIGNS)
each_robot = pytest.mark.parametrize(
    "robot", [r for design in DESIGNS.values() for r in design.robots], ids=lambda r: r.name
)


@cache
def run(name):
    recording = World(DESIGNS[name], loop_closure=None).run(SECONDS)
    return recording, Buffer.play(recording)


@each_design
def test_all_its_frames_hang_together_and_no_others(name):
    recording, buffer = run(name)
    design = DESIGNS[name]
    sent = {
        frame
        for delivery in recording.deliveries
        for t in delivery.transforms
        for frame in (t.frame_id, t.child_frame_id)
    }
    assert sent == set(design.frames)
    for frame in design.frames:
        assert buffer.can_transform("map", frame), frame


@each_design
def test_every_frame_has_one_parent_and_one_publisher(name):
    recording, _ = run(name)
    owners = {}
    for delivery in recording.deliveries:
        for t in delivery.transforms:
            owners.setdefault(t.child_frame_id, set()).add((t.frame_id, recording.endpoint(delivery.endpoint).node))
    assert {child: links for child, links in owners.items() if len(links) > 1} == {}


@each_design
def test_every_mount_is_where_the_design_has_it(name):
    _, buffer = run(name)
    for robot in DESIGNS[name].robots:
        for mount in robot.mounts:
            if not mount.moves:
                seen = transform_of(buffer.lookup_transform(mount.parent, mount.child))
                assert seen.is_close(mount.transform), mount.child


@each_design
def test_moving_mounts_are_where_the_joints_are_at_the_stamp(name):
    recording, _ = run(name)
    for robot in DESIGNS[name].robots:
        mounts = {(mount.parent, mount.child): mount for mount in robot.mounts if mount.moves}
        seen = set()
        for delivery in recording.deliveries:
            for t in delivery.transforms:
                mount = mounts.get((t.frame_id, t.child_frame_id))
                if mount:
                    joints = robot.joint_positions(t.stamp_ns / 1e9)
                    assert t.transform.is_close(mount.at(joints), tolerance=1e-9), mount.child
                    seen.add(mount.child)
        assert seen == {mount.child for mount in mounts.values()}


@each_design
def test_the_robot_is_seen_where_it_is(name):
    world = World(DESIGNS[name], loop_closure=None)
    _, buffer = run(name)
    for robot in DESIGNS[name].robots:
        seen = transform_of(buffer.lookup_transform("map", robot.base, 2.5))
        assert seen.is_close(world.truth(2.5, robot=robot.name), tolerance=0.04)


@each_design
def test_nothing_complains(name):
    recording, _ = run(name)
    bad = [(line.node, line.text) for line in recording.log if line.severity not in ("DEBUG", "INFO")]
    assert bad == []
    dropped = [line.text for line in recording.log if line.text.startswith("Message Filter")]
    assert len(dropped) <= len(DESIGNS[name].robots)
    assert all(endpoint.matched for endpoint in recording.endpoints if "tf" in endpoint.topic)


@each_design
def test_sensor_data_come_in_frames_of_the_robot(name):
    recording, _ = run(name)
    headers = {d.payload.frame_id for d in recording.deliveries if d.kind is Kind.HEADER}
    assert headers <= set(DESIGNS[name].frames)
    for robot in DESIGNS[name].robots:
        assert robot.scan_frame in headers


@each_design
def test_the_bringup_says_what_is_published(name):
    recording, _ = run(name)
    sent = {(t.frame_id, t.child_frame_id) for d in recording.deliveries for t in d.transforms}
    assert {(link.parent, link.child) for _, link in bringup.links(DESIGNS[name].bringup())} == sent


@each_design
def test_names_of_nodes_are_used_once(name):
    names = [(node["namespace"], node["name"]) for node in DESIGNS[name].bringup()]
    assert len(set(names)) == len(names)


def test_every_kind_of_node_works_for_some_robot():
    used = {(node["package"], node["executable"]) for design in DESIGNS.values() for node in design.bringup()}
    rest = {kind for kind in NODE_TYPES if not kind.inside_simulator and kind.package != "my_robot_bringup"}
    assert {(kind.package, kind.executable) for kind in rest} - used == set()


# What the designs look like


@each_robot
def test_optical_frames_look_along_their_z(robot):
    for mount in robot.mounts:
        if mount.child.endswith("_optical_frame"):
            assert mount.transform.rotate((0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0))
            assert mount.transform.rotate((1.0, 0.0, 0.0)) == pytest.approx((0.0, -1.0, 0.0))


@each_robot
def test_no_two_mounts_beside_each_other_are_alike(robot):
    for a, b in itertools.combinations(robot.mounts, 2):
        assert a.parent != b.parent or not a.transform.is_close(b.transform, tolerance=1e-3), (a.child, b.child)


@each_robot
def test_a_robot_is_as_big_as_a_robot(robot):
    for frame in robot.frames[2:]:
        assert math.dist((0, 0, 0), robot.transform(robot.base, frame).translation) < 2.0


def test_the_largest_design_has_some_forty_frames():
    assert 38 <= len(DESIGNS["two_robots"].frames) <= 42
    assert max(len(design.frames) for design in DESIGNS.values()) == len(DESIGNS["two_robots"].frames)


def test_flange_and_tool0_share_a_point_and_the_tool_looks_along_z():
    arm = DESIGNS["mobile_arm"]
    flange = arm.mount("tool0").transform
    assert flange.translation == (0.0, 0.0, 0.0)
    assert flange.rotate((0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0))
    assert arm.transform("wrist_3_link", "tool0").is_close(Transform((0.0, 0.0, 0.08)))


def test_forward_kinematics_of_the_arm_by_hand():
    """Two joints worked out on paper: the shoulder turns left about z, the lift tips over forwards about y."""
    arm = DESIGNS["mobile_arm"]
    assert arm.transform("arm_base_link", "upper_arm_link").translation == pytest.approx((0.0, 0.12, 0.128))
    turned = arm.transform("arm_base_link", "upper_arm_link", joints={"shoulder_pan_joint": math.pi / 2})
    assert turned.translation == pytest.approx((-0.12, 0.0, 0.128))
    tipped = {"shoulder_pan_joint": math.pi / 2, "shoulder_lift_joint": math.pi / 2}
    elbow = arm.transform("arm_base_link", "forearm_link", joints=tipped)
    # The elbow's (0.02, -0.09, 0.41), tipped about y, is (0.41, -0.09, -0.02); turned about z, (0.09, 0.41, -0.02).
    assert elbow.translation == pytest.approx((-0.12 + 0.09, 0.41, 0.128 - 0.02))


def test_the_fingers_close_on_each_other():
    arm = DESIGNS["mobile_arm"]
    for seconds in (0.0, 0.4, 1.1):
        joints = arm.joint_positions(seconds)
        left, right = (arm.transform("tool0", f"finger_{side}_link", joints=joints) for side in ("left", "right"))
        assert left.translation[1] == pytest.approx(-right.translation[1])


def test_the_drones_stabilized_frame_is_level_and_above_its_footprint():
    drone = DESIGNS["drone"]
    joints = drone.joint_positions(0.8)
    level = drone.transform("base_footprint", "base_stabilized", joints=joints)
    assert level.rpy == pytest.approx((0.0, 0.0, 0.0))
    assert level.translation[:2] == (0.0, 0.0)
    assert level.translation[2] > 1.0
    body = drone.transform("base_stabilized", "base_link", joints=joints)
    assert abs(body.rpy[1]) > 0.01
    assert body.translation == pytest.approx((0.0, 0.0, 0.0))


# Documents


@each_design
def test_a_design_survives_json(name):
    text = robots.to_json(DESIGNS[name])
    assert json.loads(text)["format"] == "tfsandbox/design"
    assert robots.from_json(text) == DESIGNS[name]


@each_robot
def test_a_robots_urdf_is_one_tree_and_reads_back(robot):
    model = urdf.read(robot.urdf())
    described = [mount for mount in robot.mounts if not mount.driver]
    assert len(model.roots) == 1 or not any(mount.parent == robot.base for mount in described)
    joints = {joint.child: joint for joint in model.joints}
    for mount in described:
        joint = joints[mount.child.removeprefix(robot.prefix)]
        assert joint.origin.is_close(mount.transform)
        assert (joint.type, joint.limits, joint.mimic) == (mount.type, mount.limits, mount.mimic)
        if mount.moves:
            assert joint.axis == pytest.approx(mount.axis)
            assert joint.name == mount.joint_name


@pytest.mark.parametrize("name", ["diff_drive", "car", "mobile_arm"])
def test_a_design_survives_urdf(name):
    robot = DESIGNS[name]
    again = robots.from_urdf(robot.urdf())
    for mount in robot.mounts:
        if not mount.driver:
            assert again.mount(mount.child).parent == mount.parent
            there = robot.transform(robot.base, mount.child, joints=robot.joint_positions(1.0))
            assert again.transform(again.base, mount.child, joints=robot.joint_positions(1.0)).is_close(there)


@each_design
def test_designs_are_found_by_name_value_and_file(name, tmp_path):
    assert robots.find(name) == DESIGNS[name]
    assert robots.find(DESIGNS[name]) is DESIGNS[name]
    path = tmp_path / "design.json"
    path.write_text(robots.to_json(DESIGNS[name]))
    assert robots.find(path) == robots.find(str(path)) == DESIGNS[name]


def test_a_urdf_file_is_a_design(tmp_path):
    path = tmp_path / "car.urdf"
    path.write_text(DESIGNS["car"].urdf())
    found = robots.find(str(path))
    assert found.name == "car"
    assert Buffer.play(World(found).run(1)).can_transform("map", "rear_left_wheel_link")


@pytest.mark.parametrize(
    ("design", "words"),
    [
        ("dif_drive", "did you mean diff_drive"),
        ("Drone", "did you mean drone"),
        ("submarine", "diff_drive_no_footprint"),
        ("nowhere.json", "cannot be read"),
        ("nowhere.urdf", "cannot be read"),
        (None, "give one of"),
        (b"car", "give one of"),
        (3, "give one of"),
        ("a\x00b.json", "cannot be read"),
    ],
)
def test_what_is_no_design(design, words):
    with pytest.raises(InputError, match=words):
        robots.find(design)


def document(**changes):
    data = json.loads(robots.to_json(DESIGNS["two_robots"].robots[0])) | changes
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "not JSON"),
        ("[1", "not JSON"),
        ("[]", "format"),
        (document(version=2), "version"),
        (document(base=1), r"design.base"),
        (document(bse="x"), "did you mean base"),
        (document(mounts={}), "design.mounts"),
        (document(mounts=[{"parent": "robot1/base_footprint"}]), r"design.mounts\[0\].child"),
        (document(mounts=[{"parent": "x", "child": "y"}]), r"design.mounts\[0\].parent"),
        (document(mounts=[{"parent": "x", "child": "y", "transform": {"translation": [1]}}]), "3 numbers"),
        (document(mounts=[{"parent": "x", "child": "y", "swing": {"period": 0}}]), r"swing.period"),
        (document(drivers=[{"package": "p"}]), r"drivers\[0\].executable"),
        (document(drivers=[{"package": "p", "executable": "e", "parameters": {"a": None}}]), "parameters.a"),
        (document(described="yes"), "design.described"),
        (document(start={"x": 1}), "design.start"),
        (json.dumps({"format": "tfsandbox/design", "version": 1, "name": "f", "robots": []}), "robots"),
        (None, "JSON text"),
    ],
)
def test_documents_that_make_no_sense(text, place):
    with pytest.raises(InputError, match=place):
        robots.from_json(text)


def test_only_designs_are_written():
    with pytest.raises(InputError, match="design"):
        robots.to_json("car")


# Fleets


def test_a_fleet_knows_its_robots_frames():
    fleet = DESIGNS["two_robots"]
    assert fleet.mount("robot2/base_scan") == fleet.robots[1].mount("robot2/base_scan")
    assert fleet.transform("robot1/base_link", "robot1/base_scan") == fleet.robots[0].transform(
        "robot1/base_link", "robot1/base_scan"
    )
    for parent, child in (("robot1/base_link", "robot2/base_link"), ("map", "robot1/odom"), (None, "robot1/base_scan")):
        with pytest.raises(InputError):
            fleet.transform(parent, child)
    with pytest.raises(InputError, match="robot1/base_scan"):
        fleet.mount("base_scan")


def test_robots_of_a_fleet_drive_apart_and_share_the_map():
    world = World(DESIGNS["two_robots"])
    assert math.dist(*(world.truth(2.0, robot=name).translation for name in ("robot1", "robot2"))) > 0.5
    assert {robot.map for robot in DESIGNS["two_robots"].robots} == {"map"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"robots": ()}, "at least one"),
        ({"robots": (None,)}, "tuple of Robot"),
        ({"robots": (robots.diff_drive(), robots.diff_drive())}, "its own name"),
        ({"robots": (robots.diff_drive(), robots.car())}, "its own namespace"),
        (
            {"robots": (robots.diff_drive(), Robot("b", (Mount("odom", "x"),), "odom", "o", "m", "x", namespace="b"))},
            "pre",
        ),
        ({"name": 3}, "name"),
    ],
)
def test_fleets_that_make_no_sense(given, words):
    with pytest.raises(InputError, match=words):
        Fleet(**{"name": "fleet", "robots": (robots.diff_drive(),)} | given)


# Moving parts


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"type": "glued"}, "type"),
        ({"type": None}, "type"),
        ({"axis": (0, 0, 0)}, "axis"),
        ({"axis": (0, 1)}, "axis"),
        ({"axis": "z"}, "axis"),
        ({"axis": (0, math.nan, 1)}, "axis"),
        ({"joint": 1}, "joint"),
        ({"limits": (0, 1)}, "limits"),
        ({"mimic": "other"}, "mimic"),
        ({"swing": 1.0}, "swing"),
        ({"driver": None}, "driver"),
    ],
)
def test_joints_that_make_no_sense(change, place):
    with pytest.raises(InputError, match=rf"mounts\[0\].{place}"):
        Robot("r", (Mount("base_footprint", "base_scan", **change),))


def test_two_joints_need_two_names():
    mounts = (Mount("base_footprint", "base_scan", joint="j"), Mount("base_footprint", "imu_link", joint="j"))
    with pytest.raises(InputError, match=r"mounts\[1\].joint"):
        Robot("r", mounts)


def test_an_axis_may_have_any_length():
    mount = Robot("r", (Mount("base_footprint", "base_scan", type="revolute", axis=(0, 0, 2)),)).mounts[0]
    assert mount.at({"base_scan_joint": 0.5}).is_close(Transform.from_rpy(yaw=0.5))


def test_a_mimic_follows_its_leader():
    joint = {"type": "revolute", "axis": (0.0, 0.0, 1.0)}
    mounts = (
        Mount("base_footprint", "follower", mimic=urdf.Mimic("lead", -2.0, 0.1), **joint),
        Mount("base_footprint", "base_scan", joint="lead", swing=Swing(0.3, 0.2, 4.0), **joint),
    )
    at = Robot("r", mounts).joint_positions(1.0)
    assert at == {"lead": pytest.approx(0.5), "follower_joint": pytest.approx(-0.9)}


def test_joints_on_different_parents_still_make_one_description():
    """Wheels at the bottom and a camera that tilts on a mast: the mast goes into the URDF, too."""
    wheel = {"type": "continuous", "axis": (0.0, 1.0, 0.0)}
    robot = Robot(
        "r",
        (
            Mount("base_footprint", "base_link", Transform((0.0, 0.0, 0.1))),
            Mount("base_link", "base_scan", Transform((0.1, 0.0, 0.0))),
            Mount("base_link", "mast", Transform((0.0, 0.0, 0.5))),
            Mount("mast", "camera", type="revolute", axis=(0.0, 1.0, 0.0), swing=Swing(amplitude=0.4)),
            Mount("base_link", "wheel", Transform((0.0, 0.2, 0.0)), swing=Swing(speed=3.0), **wheel),
        ),
    )
    (text,) = [n["parameters"]["robot_description"] for n in robot.bringup() if n["package"] == "robot_state_publisher"]
    assert set(urdf.read(text).links) == {"base_footprint", "base_link", "mast", "camera", "wheel"}
    buffer = Buffer.play(World(robot).run(1))
    assert all(buffer.can_transform("map", frame) for frame in robot.frames)


def test_planar_and_floating_joints_of_a_urdf_stand_still():
    joints = "".join(
        f"<joint name='{kind}_joint' type='{kind}'><parent link='base'/><child link='{kind}'/>"
        f"<origin xyz='{x} 0 0'/></joint>"
        for kind, x in (("planar", 1), ("floating", 2))
    )
    robot = robots.from_urdf(
        f"<robot name='r'><link name='base'/><link name='planar'/><link name='floating'/>{joints}</robot>"
    )
    buffer = Buffer.play(World(robot).run(1))
    for frame, x in (("planar", 1.0), ("floating", 2.0)):
        assert transform_of(buffer.lookup_transform("base", frame)).translation == (x, 0.0, 0.0)
