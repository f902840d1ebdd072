import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import robots, urdf
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <link name="base_link"><visual><origin xyz="9 9 9" rpy="1 1 1"/></visual></link>
  <link name="laser"/> <link name="wheel"/>
  <joint name="laser_joint" type="fixed">
    <parent link="base_link"/> <child link="laser"/> <origin xyz="0.1 0.2 0.3" rpy="0 0 1.5"/>
  </joint>
  <joint name="wheel_joint" type="continuous"> <parent link="base_link"/> <child link="wheel"/> </joint>
  <gazebo><sensor/></gazebo>
</robot>"""


def test_links_joints_and_origins_are_read():
    model = urdf.read(ARM)
    assert (model.name, model.links, model.roots) == ("arm", ("base_link", "laser", "wheel"), ("base_link",))
    laser, wheel = model.joints
    assert (laser.type, laser.parent, laser.child) == ("fixed", "base_link", "laser")
    assert laser.origin.is_close(Transform.from_rpy(0.1, 0.2, z=0.3, yaw=1.5))
    assert (wheel.type, wheel.origin) == ("continuous", Transform())


def test_a_robots_urdf_reads_back_to_its_mounts():
    robot = robots.diff_drive()
    model = urdf.read(robot.urdf())
    assert model.roots == (robot.base,)
    for mount, joint in zip(robot.mounts, model.joints, strict=True):
        assert (mount.parent, mount.child) == (joint.parent, joint.child)
        assert joint.origin.is_close(mount.transform)


def test_two_roots_and_loops_show_in_the_roots():
    two = ARM.replace('<link name="laser"/>', '<link name="laser"/> <link name="stray"/>')
    assert urdf.read(two).roots == ("base_link", "stray")
    loop = ARM.replace(
        '<parent link="base_link"/> <child link="wheel"/>', '<parent link="laser"/><child link="base_link"/>'
    )
    assert "base_link" not in urdf.read(loop).roots


MOVING = """<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
  <joint name="lift" type="prismatic"><parent link="a"/><child link="b"/><origin xyz="1 0 0" rpy="0 0 1.5"/>
    <axis xyz="0 0 2"/><limit lower="-0.1" upper="0.4" effort="1" velocity="1"/><dynamics damping="1"/></joint>
  <joint name="wheel" type="continuous"><parent link="b"/><child link="c"/><axis xyz="0 3 4"/><limit/></joint>
  <joint name="finger" type="revolute"><parent link="c"/><child link="d"/><mimic joint="lift" multiplier="-2"/></joint>
</robot>"""


def test_axes_limits_and_mimics_are_read():
    lift, wheel, finger = urdf.read(MOVING).joints
    assert (lift.axis, lift.limits) == ((0.0, 0.0, 1.0), urdf.Limits(-0.1, 0.4))
    assert wheel.axis == pytest.approx((0.0, 0.6, 0.8))
    assert (wheel.limits, wheel.mimic) == (None, None)
    assert (finger.axis, finger.mimic) == ((1.0, 0.0, 0.0), urdf.Mimic("lift", -2.0, 0.0))


def test_joints_move_along_and_about_their_axes():
    lift, wheel, _ = urdf.read(MOVING).joints
    assert lift.at(0.25).is_close(Transform.from_rpy(1.0, 0.0, z=0.25, yaw=1.5))
    turned = wheel.at(0.7)
    assert turned.rotate((0.0, 0.6, 0.8)) == pytest.approx((0.0, 0.6, 0.8))
    scipy = pytest.importorskip("scipy.spatial.transform")
    expected = scipy.Rotation.from_rotvec([0.0, 0.7 * 0.6, 0.7 * 0.8])
    assert turned.rotate((1.0, 2.0, 3.0)) == pytest.approx(tuple(expected.apply([1.0, 2.0, 3.0])))


def test_a_model_with_moving_joints_is_written_and_read_back():
    model = urdf.read(MOVING)
    again = urdf.read(urdf.write(model))
    for a, b in zip(model.joints, again.joints, strict=True):
        assert a.origin.is_close(b.origin)
        assert (a.name, a.type, a.mimic) == (b.name, b.type, b.mimic)
        assert a.axis == pytest.approx(b.axis)
    assert again.joints[0].limits == urdf.Limits(-0.1, 0.4)


unit = st.floats(-1, 1)


@given(st.tuples(unit, unit, unit, unit).filter(lambda q: math.hypot(*q) > 0.1))
def test_any_rotation_is_written_and_read_back(q):
    length = math.hypot(*q)
    origin = Transform((1.0, 2.0, 3.0), tuple(part / length for part in q))
    model = urdf.Model("r", ("a", "b"), (urdf.Joint("j", "fixed", "a", "b", origin),))
    assert urdf.read(urdf.write(model)).joints[0].origin.is_close(origin, tolerance=1e-7)


@pytest.mark.parametrize("pitch", [math.pi / 2, -math.pi / 2, math.pi / 2 - 1e-8])
@pytest.mark.parametrize(("roll", "yaw"), [(0.0, 0.4), (1.0, 0.0), (-0.7, 2.0)])
def test_straight_up_and_down_is_written_and_read_back(roll, pitch, yaw):
    origin = Transform.from_rpy(roll=roll, pitch=pitch, yaw=yaw)
    model = urdf.Model("r", ("a", "b"), (urdf.Joint("j", "fixed", "a", "b", origin),))
    assert urdf.read(urdf.write(model)).joints[0].origin.is_close(origin, tolerance=1e-7)


def test_half_an_origin_is_enough():
    text = ARM.replace(' rpy="0 0 1.5"', "")
    assert urdf.read(text).joints[0].origin == Transform((0.1, 0.2, 0.3))
    text = ARM.replace('xyz="0.1 0.2 0.3" ', "")
    assert urdf.read(text).joints[0].origin.is_close(Transform.from_rpy(yaw=1.5))


def test_joints_come_parents_first():
    text = MOVING.replace('<parent link="a"/><child link="b"/>', '<parent link="d"/><child link="b"/>').replace(
        '<parent link="c"/><child link="d"/>', '<parent link="a"/><child link="d"/>'
    )
    assert [joint.name for joint in urdf.read(text).in_order()] == ["finger", "lift", "wheel"]


def tree(links, *joints):
    """URDF text: one letter a link, two letters (parent, child) a joint."""
    parts = [f'<link name="{link}"/>' for link in links]
    parts += [
        f'<joint name="{parent}{child}" type="fixed"><parent link="{parent}"/><child link="{child}"/></joint>'
        for parent, child in joints
    ]
    return f'<robot name="r">{"".join(parts)}</robot>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            tree("abcs", "ab", "bc"),
            r'two root links: \[a\] and \[s\]; add the missing joint with <child link="s"/> and, for instance, '
            '<parent link="a"/>',
        ),
        (tree("sabc", "ab", "bc"), r'two root links: \[s\] and \[a\]; .*<child link="s"/>.*<parent link="a"/>'),
        (tree("abcd", "ab", "cd", "dc"), r"\['c', 'd'\]: these links go round in a circle"),
        (tree("abc", "ac", "bc"), r"the joints \['ac', 'bc'\] all have this link as child"),
        (tree("ab", "ab", "ba"), "no root link"),
        (tree(""), "at least one|no root link"),
    ],
)
def test_what_is_no_tree_is_told(text, words):
    with pytest.raises(InputError, match=words):
        urdf.read(text).in_order()
    with pytest.raises(InputError, match=words):
        robots.from_urdf(text)


def test_links_that_stand_for_the_world_are_refused_as_a_design():
    text = ARM.replace('"base_link"', '"odom"')
    with pytest.raises(InputError, match="remove the link odom"):
        robots.from_urdf(text)


def test_any_urdf_makes_a_robot_that_moves():
    robot = robots.from_urdf(MOVING)
    assert (robot.base, robot.name, robot.scan_frame) == ("a", "r", "a")
    assert robot.joint_positions(0.0) != robot.joint_positions(0.5)
    for seconds in (0.0, 0.3, 1.9):
        assert -0.1 <= robot.joint_positions(seconds)["lift"] <= 0.4
        lift = robot.joint_positions(seconds)["lift"]
        assert robot.joint_positions(seconds)["finger"] == pytest.approx(-2.0 * lift)
    laser = robots.from_urdf(ARM)
    assert (laser.scan_frame, laser.mount("laser").type) == ("laser", "fixed")


BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><robot name="&b;"/>'


@pytest.mark.parametrize(
    ("text", "cure"),
    [
        (BOMB, "DOCTYPE"),
        ('<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot/>', "DOCTYPE"),
        ("<a>" * 100 + "</a>" * 100, "deep"),
        ("<a>" * 100_000, "deep"),
        ("", "well-formed"),
        ("<robot>", "well-formed"),
        ("<robot>&nobody;</robot>", "well-formed"),
        ("<robot>\x00</robot>", "well-formed"),
        ("\ud800", "well-formed"),
        ("<sdf/>", "outermost"),
        ("<robot><link/></robot>", "name="),
        ('<robot><link name="a"/><link name="a"/></robot>', "own name"),
        (MOVING.replace('name="wheel"', 'name="lift"'), "every joint needs its own name"),
        (ARM.replace('type="fixed"', 'type="glued"'), "revolute"),
        (ARM.replace('type="fixed"', ""), "type="),
        (ARM.replace('<parent link="base_link"/> <child link="laser"/>', '<child link="laser"/>'), "<parent"),
        (ARM.replace('<child link="laser"/>', '<child link="nobody"/>'), "links of this URDF"),
        (ARM.replace("0.1 0.2 0.3", "0.1 0.2"), "three numbers"),
        (ARM.replace("0.1 0.2 0.3", "0.1 0.2 nan"), "finite"),
        (ARM.replace("0 0 1.5", "0 0 east"), "three numbers"),
        (MOVING.replace("0 0 2", "0 2"), "three numbers"),
        (MOVING.replace('lower="-0.1"', 'lower="low"'), "give a number"),
        (MOVING.replace('upper="0.4"', 'upper="inf"'), "finite"),
        (MOVING.replace('mimic joint="lift"', "mimic"), "joint="),
        (MOVING.replace('multiplier="-2"', 'multiplier="x"'), "give a number"),
        (None, "text"),
        (b"<robot/>", "text"),
        ("x" * (urdf.MOST_CHARACTERS + 1), "at most"),
    ],
)
def test_what_is_refused(text, cure):
    with pytest.raises(InputError, match=cure):
        urdf.read(text)


def test_large_files_are_read_quickly():
    links = [f"l{i}" for i in range(15_000)]
    joints = "".join(
        f'<joint name="{k}" type="fixed"><parent link="l0"/><child link="{k}"/></joint>' for k in links[1:]
    )
    text = f"<robot>{''.join(f'<link name={k!r}/>' for k in links)}{joints}</robot>"
    assert urdf.read(text).roots == ("l0",)


PARTS = st.sampled_from(
    ["<robot>", "</robot>", "<link name='a'/>", "<joint name='j' type='fixed'>", "</joint>", "&a;", "<!--"]
)


@given(st.lists(PARTS | st.text(max_size=5), max_size=12).map("".join))
def test_junk_is_refused_with_input_error_only(text):
    try:
        model = urdf.read(text)
    except InputError:
        return
    assert all(math.isfinite(n) for joint in model.joints for n in joint.origin.translation)
