"""M7-L2's checks: right repairs get full marks, every mutant fails exactly the checks it names, junk earns nothing."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.checks import repair, slips
from autograder.checks.findings import EVIDENCE
from autograder.checks.m7_l2 import ANSWERS, LAB, broken_bringup, check, robot
from autograder.checks.repair import METRES
from autograder.conditions import Conditions
from m7_l2_answers import (
    ALL_CHECKS,
    MUTANTS,
    RIGHT_FINDINGS,
    mutant,
    mutants,
    named,
    repaired,
    static,
    without,
)
from tfsandbox import robots
from tfsandbox.geometry import Transform
from tfsandbox.robots import Mount

SECRETS = [None, "one", pytest.param("another", marks=pytest.mark.slow)]


def results(bringup, secret=None):
    return {name: LAB.run(name, bringup, LAB.conditions(name, secret=secret)) for name in ALL_CHECKS}


def judge(findings):
    return LAB.run("findings", findings, LAB.conditions("findings"))


def by_urdf():
    """All mounts from one URDF, as a robot's maker would do it."""
    drivers = [n for n in repaired(base="") if n["executable"] != "static_transform_publisher"]
    return [*drivers, robots.diff_drive().urdf_bringup()[-1]]


def one_name_everywhere():
    """odom -> base_link everywhere, and base_footprint hung below it, where the drawing has it."""
    nodes = repaired(base_frame="base_link", base="--z -0.01 --frame-id base_link --child-frame-id base_footprint")
    named(nodes, "diff_drive")["parameters"]["robot_base_frame"] = "base_link"
    named(nodes, "ekf_filter_node")["parameters"]["base_link_frame"] = "base_link"
    return nodes


RIGHT = {
    "base frame mended, wheels silent": repaired(),
    "base frame mended, EKF silent": repaired(silent="ekf_filter_node"),
    "only the static added, wheels silent": repaired(base_frame="base_link"),
    "only the static added, EKF silent": repaired(base_frame="base_link", silent="ekf_filter_node"),
    "EKF deleted": without(repaired(silent=""), "ekf_filter_node"),
    "a URDF instead of static publishers": by_urdf(),
    "the clean bringup": robots.diff_drive().bringup(),
    "other node names and order": [n | {"name": f"my_{n['name']}"} for n in reversed(repaired())],
    "positional arguments": repaired(base="0 0 0.01 0 0 0 base_footprint base_link"),
    "leading slash in a published name, which tf2 strips": repaired(
        base="--z 0.01 --frame-id /base_footprint --child-frame-id /base_link"
    ),
    "only the fields that matter": [
        {k: v for k, v in n.items() if v and (k in ("package", "executable", "parameters", "arguments"))}
        for n in repaired()
    ],
}


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("name", RIGHT)
def test_right_repairs_get_full_marks(name, secret):
    wrong = {n: r.reasons for n, r in results(RIGHT[name], secret).items() if r.points != r.out_of}
    assert wrong == {}


def test_a_base_one_centimetre_off_the_floor_is_no_matter_of_taste():
    """One name everywhere is connected and smooth; the plane of odometry is then base_link's, a centimetre too low."""
    failed = {n for n, r in results(one_name_everywhere()).items() if r.points != r.out_of}
    assert failed == set()


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("name", mutants())
def test_a_mutant_fails_exactly_the_checks_it_names(name, secret):
    module = mutant(name)
    failed = [n for n, r in results(module.bringup(), secret).items() if r.points < r.out_of]
    assert failed == [n for n in ALL_CHECKS if n in module.FAILS]
    assert module.__doc__


def test_there_are_enough_mutants_and_nothing_else_among_them():
    assert len(mutants()) >= 12
    assert {p.suffix for p in MUTANTS.iterdir() if p.is_file()} == {".py"}


@pytest.mark.parametrize("name", ["untouched", "empty"])
def test_doing_nothing_earns_nothing(name):
    assert sum(r.points for r in results(mutant(name).bringup()).values()) == 0


@pytest.mark.slow
def test_every_reason_is_a_short_text_and_points_stay_within_bounds():
    for name in mutants():
        for result in results(mutant(name).bringup()).values():
            assert result.reasons
            assert all(0 < len(reason) < 600 for reason in result.reasons)
            assert 0 <= result.points <= result.out_of


EXPECTED_WORDS = {
    "base_link_upside_down": ("one_parent", "base_footprint has 2 parents"),
    "odom_to_base_link": ("robot_moves", "base_link does not move with base_footprint"),
    "map_to_odom_instead_of_slam": ("loop_closure", "map -> odom comes from map_odom"),
    "wrong_yaw": ("mounts", "sits where it is drawn, but is turned"),
    "wrong_height": ("mounts", "turned as drawn, but sits elsewhere"),
    "degrees": ("mounts", "has degrees where radians belong"),
    "no_lidar": ("nodes_kept", "the laser's driver is gone"),
    "no_child_name": ("nodes_kept", "Child frame id must not be empty"),
    "both_silent": ("one_publisher", "nobody publishes a link from odom"),
    "two_publishers_left": ("robot_moves", "two publishers take turns?"),
    "untouched": ("slam_runs", "Failed to compute odom pose"),
}


@pytest.mark.parametrize("name", EXPECTED_WORDS)
def test_the_reason_names_the_slip(name):
    check_name, words = EXPECTED_WORDS[name]
    assert any(words in reason for reason in results(mutant(name).bringup())[check_name].reasons)


def test_a_link_counts_as_shared_when_both_owners_have_the_same_name():
    nodes = repaired(silent="")
    named(nodes, "ekf_filter_node")["name"] = "diff_drive"
    assert results(nodes)["one_publisher"].points == 0


@pytest.mark.slow
@given(st.integers(0, 2**63 - 1))
@settings(max_examples=40)
def test_marks_do_not_depend_on_the_seed(seed):
    for name in ALL_CHECKS:
        whole = LAB.run(name, repaired(base_frame="base_link"), Conditions(seed))
        assert whole.points == whole.out_of, whole
    for wrong, checks in (("two_publishers_left", ["robot_moves"]), ("odom_to_base_link", ["loop_closure"])):
        for name in checks:
            assert LAB.run(name, mutant(wrong).bringup(), Conditions(seed)).points == 0


# --- part A ---


def test_right_findings_get_full_marks_in_any_order_and_form():
    assert judge(RIGHT_FINDINGS).points == 9
    other = [dict(f) for f in reversed(RIGHT_FINDINGS)]
    other[2]["evidence"] = "not_same_tree"
    other[1]["publishers"] = ["/diff_drive", "/ekf_filter_node"]
    assert judge(other).points == 9


@pytest.mark.parametrize(
    ("change", "points", "words"),
    [
        ({"link": ["base_link", "base_footprint"]}, 5, "the wrong way round"),
        ({"publishers": ["slam_toolbox"]}, 8, "its publishers are not"),
        ({"evidence": "slash_in_name"}, 8, "the evidence does not show it"),
        ({"link": ["base_footprint", "base_scan"]}, 5, "fits no fault"),
    ],
)
def test_partial_credit_for_each_part_of_a_finding(change, points, words):
    result = judge([RIGHT_FINDINGS[0] | change, *RIGHT_FINDINGS[1:]])
    assert result.points == points
    assert any(words in reason for reason in result.reasons)


def test_the_drawn_link_of_a_frame_with_two_parents_is_half_right():
    drawn = {"link": ["base_link", "camera_link"], "publishers": ["camera_link_mount"], "evidence": "two_parents_heard"}
    result = judge([*RIGHT_FINDINGS[:2], drawn])
    assert result.points == 7
    assert any("is the link of the drawing" in reason for reason in result.reasons)


def test_guessing_does_not_pay():
    links = [["map", "odom"], ["odom", "base_footprint"], ["base_footprint", "base_link"], ["base_link", "base_scan"]]
    many = [{"link": link, "publishers": [], "evidence": key} for link in links for key in EVIDENCE]
    assert judge(many).points == 0
    assert "more than guessing allows" in judge(many).reasons[0]
    extra = {"link": ["base_link", "imu_link"], "publishers": [], "evidence": "bad_quaternion"}
    assert judge([*RIGHT_FINDINGS, extra]).points == 8
    assert judge([extra, extra]).points == 0
    assert judge([RIGHT_FINDINGS[0]] * 3).points == 1
    assert judge([]).points == 0


def test_the_form_check_gives_no_points_and_does_not_tell_right_from_wrong(capsys):
    assert check("findings_form", RIGHT_FINDINGS) == 0
    right = capsys.readouterr().out
    wrong = [{"link": ["map", "odom"], "publishers": [], "evidence": "slam_log"}] * 3
    check("findings_form", wrong)
    assert capsys.readouterr().out == right
    check("findings_form", [RIGHT_FINDINGS[0] | {"evidence": "a hunch"}])
    assert "not in the list of evidence" in capsys.readouterr().out


def test_three_faults_wait_in_the_broken_bringup_and_the_clean_one_has_none():
    clean = robots.diff_drive().bringup()
    assert all(r.points == r.out_of for r in results(clean).values())
    assert broken_bringup() is not broken_bringup()
    assert broken_bringup() == broken_bringup()


# --- junk ---

NAN_STATIC = static("--x nan --frame-id base_footprint --child-frame-id base_link", "nan")
LOOP = [
    static("--frame-id base_scan --child-frame-id base_footprint", "loop"),
    static("--frame-id base_link --child-frame-id base_footprint", "loop2"),
]
ODD = {
    "None": None,
    "text": "bringup",
    "number": 3,
    "nan": math.nan,
    "dict": {},
    "list of numbers": [1, 2, 3],
    "unknown package": [{"package": "nav2", "executable": "amcl"}],
    "executable missing": [{"package": "tf2_ros"}],
    "text as flag": [{"package": "robot_localization", "executable": "ekf_node", "parameters": {"publish_tf": "no"}}],
    "too many nodes": broken_bringup() * 10,
    "too fast": [
        {"package": "gazebo_plugins", "executable": "diff_drive", "parameters": {"update_rate": 900.0}}
        for _ in range(3)
    ],
    "nan in arguments": [*repaired(base=""), NAN_STATIC],
    "huge in arguments": [
        *repaired(base=""),
        static("--x 1e300 --frame-id base_footprint --child-frame-id base_link", "h"),
    ],
    "a loop": [*repaired(), *LOOP],
    "an odd URDF": [
        {
            "package": "robot_state_publisher",
            "executable": "robot_state_publisher",
            "parameters": {"robot_description": "<robot"},
        }
    ],
    "one node": [{"package": "slam_toolbox", "executable": "async_slam_toolbox_node"}],
}


@pytest.mark.parametrize("name", ODD)
def test_odd_bringups_get_reasons_and_never_all_points(name):
    points = 0.0
    for result in results(ODD[name]).values():
        assert result.reasons
        assert not any("broke down" in reason for reason in result.reasons), result
        points += result.points
    assert points < 24


def test_a_bringup_is_refused_with_the_place_and_the_cure():
    nodes = broken_bringup()
    named(nodes, "slam_toolbox")["parametres"] = {}
    reason = results(nodes)["connected"].reasons[0]
    assert "bringup[3].parametres" in reason
    assert "did you mean parameters?" in reason


values = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
changes = st.tuples(
    st.integers(0, 9),
    st.sampled_from(["package", "executable", "name", "namespace", "parameters", "arguments", "remappings", "more"]),
    values | st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=8), values, max_size=2),
)


@given(st.lists(changes, max_size=3), st.sampled_from(ALL_CHECKS))
def test_mangled_bringups_never_break_a_check(edits, name):
    nodes = repaired()
    for i, field, value in edits:
        nodes[i % len(nodes)][field] = value
    result = LAB.run(name, nodes, Conditions(1))
    assert 0 <= result.points <= result.out_of
    assert not any("broke down" in reason for reason in result.reasons), result


# --- the parts ---


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (Transform.from_rpy(-0.1, 0.0, z=-0.2), "inverse"),
        (Transform(), "all zeros"),
        (Transform.from_rpy(100.0, 0.0, z=200.0), "millimetres"),
        (Transform.from_rpy(0.1, 0.0, z=0.2, yaw=0.3), "but is turned"),
        (Transform.from_rpy(0.1, 0.05, z=0.2), "sits elsewhere"),
        (Transform.from_rpy(0.1, 0.05, z=0.2, yaw=0.3), "another mount"),
        (Transform((math.nan, 0, 0)), "nan or inf"),
    ],
)
def test_slips_have_names(seen, words):
    mount = Mount("a", "b", Transform.from_rpy(0.1, 0.0, z=0.2))
    assert words in slips.mount_slip(mount, seen)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (Transform.from_rpy(0.1, 0.2, z=0.3, roll=0.4, pitch=0.5, yaw=-0.6).inverse(), "inverse"),
        (Transform.from_rpy(0.1, 0.2, z=0.3, roll=-0.6, pitch=0.5, yaw=0.4), "yaw, pitch, roll"),
        (Transform.from_rpy(0.1, 0.2, z=0.3, roll=22.9183, pitch=28.6479, yaw=-34.3775), "degrees"),
        (Transform.from_rpy(-0.1, -0.2, z=-0.3, roll=0.4, pitch=0.5, yaw=-0.6), "sign"),
    ],
)
def test_slips_of_a_turned_mount_have_names(seen, words):
    wanted = Transform.from_rpy(0.1, 0.2, z=0.3, roll=0.4, pitch=0.5, yaw=-0.6)
    assert words in slips.slip(wanted, seen)


def test_declarations_fit_together():
    assert set(ANSWERS.values()) <= {"findings", "bringup"}
    assert [c.name for c in LAB.checks if c.hidden] == ["findings", "robot_moves", "loop_closure", "late_listener"]
    for c in LAB.checks:
        assert LAB.run(c.name, None, Conditions(0)).out_of == c.out_of
        assert LAB.run(c.name, [], Conditions(0)).out_of == c.out_of
    assert set(repair.frames()) == set(robot().frames) - {"map"}
    assert METRES < 0.01
