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
        (ARM.replace('type="fixed"', 'type="glued"'), "revolute"),
        (ARM.replace('type="fixed"', ""), "type="),
        (ARM.replace('<parent link="base_link"/> <child link="laser"/>', '<child link="laser"/>'), "<parent"),
        (ARM.replace('<child link="laser"/>', '<child link="nobody"/>'), "links of this URDF"),
        (ARM.replace("0.1 0.2 0.3", "0.1 0.2"), "three numbers"),
        (ARM.replace("0.1 0.2 0.3", "0.1 0.2 nan"), "finite"),
        (ARM.replace("0 0 1.5", "0 0 east"), "three numbers"),
        (None, "text"),
        (b"<robot/>", "text"),
        ("x" * (urdf.MOST_CHARACTERS + 1), "at most"),
    ],
)
def test_what_is_refused(text, cure):
    with pytest.raises(InputError, match=cure):
        urdf.read(text)


def test_large_files_are_read_quickly():
    links = [f"l{i}" for i in range(20_000)]
    joints = "".join(f'<joint name="j" type="fixed"><parent link="l0"/><child link="{k}"/></joint>' for k in links[1:])
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
