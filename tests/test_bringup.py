import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import bringup, robots
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.nodes import NODE_TYPES
from tfsandbox.world import World

CLEAN = robots.diff_drive().bringup()
STATIC = {"package": "tf2_ros", "executable": "static_transform_publisher"}
EKF = {"package": "robot_localization", "executable": "ekf_node"}
SLAM = {"package": "slam_toolbox", "executable": "async_slam_toolbox_node"}


def test_plain_data_goes_through_unchanged():
    assert bringup.plain(bringup.parse(CLEAN)) == CLEAN
    assert bringup.parse(bringup.parse(CLEAN)) == bringup.parse(CLEAN)
    assert bringup.parse(json.dumps(CLEAN)) == bringup.parse(CLEAN)
    assert bringup.parse({"format": "tfsandbox/bringup", "version": 1, "nodes": CLEAN}) == bringup.parse(CLEAN)


def test_missing_fields_are_filled_in():
    assert bringup.plain(bringup.parse([STATIC])) == [
        {**STATIC, "name": "", "namespace": "", "parameters": {}, "arguments": [], "remappings": []}
    ]


def test_parameters_are_read_by_their_declared_types():
    (node,) = bringup.parse([{**EKF, "parameters": {"frequency": 25, "odom0_config": [True, False], "debug": None}}])
    assert dict(node.parameters) == {"frequency": 25.0, "odom0_config": (True, False), "debug": None}
    assert node.settings.number("frequency") == 25.0
    assert node.settings.flag("publish_tf")
    assert node.settings.text("base_link_frame") == "base_link"


def test_nested_parameters_get_dotted_names():
    nested = {"parameters": {"qos_overrides": {"/tf": {"publisher": {"depth": 5}}}}}
    (plain,) = bringup.plain(bringup.parse([{**SLAM, **nested}]))
    assert plain["parameters"] == {"qos_overrides./tf.publisher.depth": 5}


def test_links_name_their_publishers():
    places = {link: i for i, link in bringup.links(CLEAN)}
    edges = {(link.parent, link.child): (CLEAN[i]["name"], link.static) for link, i in places.items()}
    assert edges == {
        ("odom", "base_footprint"): ("diff_drive", False),
        ("map", "odom"): ("slam_toolbox", False),
        ("base_footprint", "base_link"): ("base_link_mount", True),
        ("base_link", "base_scan"): ("base_scan_mount", True),
        ("base_link", "imu_link"): ("imu_link_mount", True),
        ("base_link", "camera_link"): ("camera_link_mount", True),
        ("camera_link", "camera_optical_frame"): ("camera_optical_frame_mount", True),
    }
    assert [CLEAN[i]["name"] for i in bringup.publishers(CLEAN, "odom", "base_footprint")] == ["diff_drive"]
    assert bringup.parents(CLEAN, "base_scan") == ("base_link",)
    assert bringup.parents(CLEAN, "map") == ()


def test_a_link_loses_one_slash_as_in_tf2():
    (link,) = bringup.static_links([{**STATIC, "arguments": ["--frame-id", "/a", "--child-frame-id", "//b"]}])
    assert (link.parent, link.child, link.transform) == ("a", "/b", Transform())


def node(**fields):
    return [{**STATIC, **fields}]


CYCLE: list = []
CYCLE.append(CYCLE)
DEEP: list = []
for _ in range(100_000):
    DEEP = [DEEP]
RUNG: dict = {}
for _ in range(1_000):
    RUNG = {"a": RUNG}


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "bringup is None"),
        (7, "bringup is 7"),
        ({"nodes": []}, "format"),
        ({"format": "tfsandbox/bringup", "version": 2, "nodes": []}, "version"),
        ({"format": "tfsandbox/bringup", "version": 1}, "list of nodes"),
        ("[", "not JSON"),
        ("[" * 100_000, "not JSON"),
        (b"\xff\xfe\xfd", "not JSON"),
        ([None], r"bringup\[0\]"),
        (CYCLE, r"bringup\[0\]"),
        ([DEEP], r"bringup\[0\]"),
        (node(params={}), "did you mean parameters"),
        ([*node(), {}], r"bringup\[1\]\.package"),
        (node(package="tf2_rso"), "did you mean tf2_ros"),
        (node(package=[]), r"bringup\[0\]\.package"),
        (node(executable="static_transform_broadcaster"), "did you mean static_transform_publisher"),
        (node(executable={}), "executable"),
        (node(name=3), r"bringup\[0\]\.name"),
        (node(name="my node"), r"\.name"),
        (node(name="x" * 5_000), r"\.name"),
        (node(namespace="//robot"), r"\.namespace"),
        (node(arguments="--x 1"), r"\.arguments"),
        (node(arguments=["--x", 1]), r"\.arguments\[1\]"),
        (node(remappings=[["/tf"]]), r"\.remappings\[0\]"),
        (node(remappings={"/tf": "tf"}), r"\.remappings"),
        (node(remappings=[["/tf", ""]]), r"\.remappings\[0\]"),
        (node(remappings=[["/tf", "t f"]]), r"\.remappings\[0\]"),
        (node(parameters=[]), r"\.parameters"),
        (node(parameters={1: 2}), r"\.parameters"),
        (node(parameters=RUNG), r"\.parameters"),
        (node(parameters={"a": CYCLE}), r"\.parameters\.a\[0\]"),
        (node(parameters={"a": float("nan")}), r"\.parameters\.a"),
        (node(parameters={"a": 10**400}), r"\.parameters\.a"),
        (node(parameters={"a": object()}), r"\.parameters\.a"),
        (node(parameters={str(i): i for i in range(1_000)}), "at most 500"),
        (node() * 1_000, "at most 200"),
        ([{**EKF, "parameters": {"publish_tf": "false"}}], r"bringup\[0\]\.parameters\.publish_tf"),
        ([{**EKF, "parameters": {"publish_tf": 0}}], "true or false"),
        ([{**EKF, "parameters": {"frequency": True}}], "give a number"),
        ([{**EKF, "parameters": {"frequency": 0}}], "from 0.1 to 1000"),
        ([{**EKF, "parameters": {"frequency": float("inf")}}], "give a number"),
        ([{**EKF, "parameters": {"frequency": 10**400}}], "give a number|from 0.1"),
        ([{**EKF, "parameters": {"base_link_frame": None}}], "give text"),
        ([{**SLAM, "parameters": {"transform_publish_period": -1}}], "transform_publish_period"),
    ],
)
def test_nonsense_is_refused_by_place(data, place):
    with pytest.raises(InputError, match=place):
        bringup.parse(data)


def test_zero_stays_an_off_switch_where_it_is_one():
    (node,) = bringup.parse([{**SLAM, "parameters": {"transform_publish_period": 0}}])
    assert node.links == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KINDS = st.sampled_from([{"package": t.package, "executable": t.executable} for t in NODE_TYPES])
NAMES = st.sampled_from([p.name for t in NODE_TYPES for p in t.parameters]) | st.text(max_size=3)
FIELD = st.sampled_from(["package", "executable", "name", "namespace", "parameters", "arguments", "remappings", "x"])
NODES = st.builds(
    lambda kind, fields, parameters: {**kind, "parameters": parameters, **fields},
    KINDS,
    st.dictionaries(FIELD, JSON, max_size=2),
    st.dictionaries(NAMES, JSON, max_size=3),
)


@given(st.lists(NODES | JSON, max_size=4) | JSON)
def test_junk_gives_input_error_or_a_bringup(data):
    try:
        nodes = bringup.parse(data)
    except InputError:
        return
    assert bringup.parse(bringup.plain(nodes)) == nodes
    bringup.links(nodes)


FRAMES = st.sampled_from(["map", "odom", "base_link", "base_footprint", "/odom", "", "base_scan", "//x"])
MOUNTS = st.lists(
    st.sampled_from(["a b 0 0 0 0 0 0 1", "'' b nan 0 inf 0 0 0 0", "odom odom 1 2 3 0 0 0 1"]), max_size=3
)
VALUES = {bool: st.booleans(), str: FRAMES, float: st.sampled_from([1, 7.5, 50.0]), tuple: MOUNTS}
TOPICS = st.sampled_from(["/tf", "tf", "/tf_static", "scan", "/scan", "~/odom", "odom"])


def values_of(parameter):
    words = getattr(parameter, "words", ())
    return st.sampled_from(words) if words else VALUES[type(parameter.default)]


@st.composite
def working_nodes(draw):
    kind = draw(st.sampled_from(NODE_TYPES))
    chosen = draw(st.sets(st.sampled_from(kind.parameters))) if kind.parameters else ()
    words = ["--frame-id", "--child-frame-id", "--x", "nan", "1e300", "-h", *draw(st.lists(FRAMES, max_size=4))]
    return {
        "package": kind.package,
        "executable": kind.executable,
        "name": draw(st.sampled_from(["", "same", "other"])),
        "namespace": draw(st.sampled_from(["", "/robot1", "a/b"])),
        "parameters": {p.name: draw(values_of(p)) for p in sorted(chosen, key=lambda p: p.name)},
        "arguments": draw(st.lists(st.sampled_from(words), max_size=6)),
        "remappings": draw(st.lists(st.tuples(TOPICS, TOPICS).map(list), max_size=2)),
    }


@given(st.lists(working_nodes(), max_size=6))
def test_any_valid_bringup_runs(data):
    World(robots.diff_drive()).with_bringup(data).run(1)
