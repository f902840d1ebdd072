import copy
import json

import pytest

from tfsandbox import bringup, faults, robots
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import ConnectivityException, InputError
from tfsandbox.geometry import Transform
from tfsandbox.world import Subscriber, World

ROBOT = robots.diff_drive()
CLEAN = ROBOT.bringup()
WORLD = World(ROBOT)

ALL = [
    faults.TwoParents(),
    faults.TwoParents("base_footprint", "base_link"),
    faults.TwoParents(order="first"),
    faults.TwoParents(transform=Transform((1.0, 0.0, 0.0))),
    faults.TwoPublishers(),
    faults.WrongBaseFrame(),
    faults.WrongBaseFrame("diff_drive"),
    faults.WrongBaseFrame("ekf_filter_node", "base_lnik"),
    faults.MissingStatic(),
    faults.Swap("base_link", "base_scan"),
]


def buffer(*many, start=0.0):
    world = WORLD
    for fault in many:
        world = world.with_fault(fault)
    return Buffer.play(world.run(4, Subscriber(start=start)))


def said(*many):
    world = WORLD
    for fault in many:
        world = world.with_fault(fault)
    return {line.text for line in world.run(2).log if line.node == "/slam_toolbox"}


@pytest.mark.parametrize("fault", ALL, ids=str)
def test_a_fault_changes_a_copy(fault):
    before = copy.deepcopy(CLEAN)
    assert fault.applies_to(CLEAN) is None
    changed = fault.change_bringup(CLEAN)
    assert before == CLEAN
    assert changed != CLEAN
    assert bringup.plain(bringup.parse(changed)) == json.loads(json.dumps(changed))
    assert WORLD.with_fault(fault).bringup == changed
    assert WORLD.bringup == CLEAN


@pytest.mark.parametrize("fault", ALL, ids=str)
def test_a_fault_refuses_an_empty_bringup_and_says_why(fault):
    assert fault.applies_to([])
    with pytest.raises(InputError, match="fault"):
        WORLD.with_bringup([]).with_fault(fault)
    fault.change_bringup([])


@pytest.mark.parametrize("fault", [f for f in ALL if not isinstance(f, faults.TwoParents)], ids=str)
def test_the_same_fault_does_not_happen_twice(fault):
    assert fault.applies_to(fault.change_bringup(CLEAN))


@pytest.mark.parametrize("fault", faults.FAULTS)
def test_each_fault_has_a_name_a_kind_and_a_story(fault):
    assert fault.name == fault.name.lower().replace("_", "-")
    assert fault.kind
    assert fault.__doc__
    assert len(fault.__doc__.splitlines()[0]) > 40


def test_names_are_unique():
    assert len({fault.name for fault in faults.FAULTS}) == len(faults.FAULTS)


def test_the_last_static_parent_wins_and_the_first_loses():
    assert buffer(faults.TwoParents()).get_frame_parent("base_scan") == "base_footprint"
    assert buffer(faults.TwoParents(), start=2.0).get_frame_parent("base_scan") == "base_footprint"
    assert buffer(faults.TwoParents(order="first")).get_frame_parent("base_scan") == "base_link"
    seen = transform_of(buffer(faults.TwoParents()).lookup_transform("base_footprint", "base_scan"))
    assert seen.is_close(ROBOT.mount("base_scan").transform)


def test_a_second_parent_for_a_moving_frame_loses_to_the_next_sample():
    assert buffer(faults.TwoParents("base_footprint", "base_link")).get_frame_parent("base_footprint") == "odom"


def test_two_publishers_share_one_link():
    changed = faults.TwoPublishers().change_bringup(CLEAN)
    owners = [changed[i]["name"] for i in bringup.publishers(changed, "odom", "base_footprint")]
    assert owners == ["diff_drive", "ekf_filter_node"]


def test_two_publishers_adds_a_filter_where_there_is_none():
    alone = [node for node in CLEAN if node["executable"] != "ekf_node"]
    changed = faults.TwoPublishers().change_bringup(alone)
    assert len(bringup.publishers(changed, "odom", "base_footprint")) == 2


def test_a_missing_static_splits_the_tree():
    split = buffer(faults.MissingStatic("base_footprint", "base_link"))
    words = "Could not find a connection between 'odom' and 'base_scan' because they are not part of the same tree"
    with pytest.raises(ConnectivityException, match=words):
        split.lookup_transform("odom", "base_scan")
    assert split.can_transform("odom", "base_footprint")
    assert split.can_transform("base_link", "base_scan")


def test_a_swapped_sensor_takes_the_robot_with_it():
    swapped = buffer(faults.Swap("base_link", "base_scan"))
    assert swapped.get_frame_parent("base_link") == "base_scan"
    assert swapped.get_frame_parent("base_scan") == ""
    with pytest.raises(ConnectivityException, match="two or more unconnected trees"):
        swapped.lookup_transform("odom", "base_scan")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--yaw", "0.5", "--child-frame-id", "laser", "--frame-id", "base_link"],
        ["0", "0", "1", "0", "0", "0", "base_link", "laser"],
        ["0", "0", "1", "0", "0", "0", "1", "base_link", "laser", "--ros-args", "-r", "__node:=n"],
    ],
)
def test_a_swap_exchanges_names_and_keeps_numbers(arguments):
    nodes = [{"package": "tf2_ros", "executable": "static_transform_publisher", "arguments": arguments}]
    (before,) = bringup.static_links(nodes)
    (after,) = bringup.static_links(faults.Swap("base_link", "laser").change_bringup(nodes))
    assert (after.parent, after.child, after.transform) == ("laser", "base_link", before.transform)


def payloads(world, nodes):
    """What these nodes published, by node and topic."""
    recording = world.run(2)
    names = {e.id: (e.node, e.topic) for e in recording.endpoints if e.node in nodes}
    return [(names[d.endpoint], d.receive_ns, d.payload) for d in recording.deliveries if d.endpoint in names]


@pytest.mark.parametrize("fault", ALL, ids=str)
def test_untouched_nodes_go_on_as_before(fault):
    changed = WORLD.with_fault(fault)
    same = {f"/{node['name']}" for node in changed.bringup if node in CLEAN} - {"/slam_toolbox", "/ekf_filter_node"}
    assert len(same) >= 5
    assert payloads(changed, same) == payloads(WORLD, same)


def test_a_misspelt_base_frame_fails_the_odom_pose():
    assert said(faults.WrongBaseFrame("slam_toolbox", "base_lnik")) == {"Failed to compute odom pose"}


def test_the_lessons_mismatch_is_two_faults_together():
    texts = said(
        faults.MissingStatic("base_footprint", "base_link"), faults.WrongBaseFrame("slam_toolbox", "base_link")
    )
    assert "Failed to compute odom pose" in texts


def test_odometry_for_the_other_base_cuts_the_footprint_off():
    wrong = buffer(faults.WrongBaseFrame("diff_drive", "base_link"))
    assert wrong.get_frame_parent("base_link") == "odom"
    assert wrong.get_frame_parent("base_footprint") == ""
    assert "Failed to compute odom pose" in said(faults.WrongBaseFrame("diff_drive", "base_link"))


def test_links_from_a_urdf_are_not_static_publishers_to_change():
    reason = faults.Swap().applies_to(ROBOT.urdf_bringup())
    assert reason.startswith("base_link -> base_scan is published by robot_state_publisher, not by a static_transform_")
    assert faults.Swap("base_link", "gps").applies_to(CLEAN) == "nothing publishes base_link -> gps"


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.Swap(1, "a"), "parent"),
        (lambda: faults.Swap("a", ""), "child"),
        (lambda: faults.MissingStatic(None), "parent"),
        (lambda: faults.WrongBaseFrame(frame=None), "frame"),
        (lambda: faults.TwoParents(order="middle"), "order"),
        (lambda: faults.TwoParents("a", "a"), "parent"),
        (lambda: faults.TwoParents(transform=3), "transform"),
    ],
)
def test_faults_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()
