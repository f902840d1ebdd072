import json
import math

import pytest

from tfsandbox import bringup, robots
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.robots import Mount, Robot

ROBOT = robots.diff_drive()


def test_the_frames_of_the_small_robot():
    assert ROBOT.frames == (
        "map",
        "odom",
        "base_footprint",
        "base_link",
        "base_scan",
        "imu_link",
        "camera_link",
        "camera_optical_frame",
    )


def test_no_two_mounts_are_alike():
    transforms = [mount.transform for mount in ROBOT.mounts]
    assert len(set(transforms)) == len(transforms)
    assert all(a.is_close(b) == (a is b) for a in transforms for b in transforms)


def test_the_optical_frame_looks_along_its_z():
    camera = ROBOT.mount("camera_optical_frame").transform
    for axis, seen in (((0, 0, 1), (1, 0, 0)), ((1, 0, 0), (0, -1, 0)), ((0, 1, 0), (0, 0, -1))):
        assert camera @ axis == pytest.approx(seen)


def test_transforms_between_mounts_compose():
    assert ROBOT.transform("base_footprint", "base_scan").is_close(Transform((-0.032, 0.0, 0.182)))
    there, back = ROBOT.transform("base_scan", "camera_link"), ROBOT.transform("camera_link", "base_scan")
    assert (there @ back).is_close(Transform())
    assert ROBOT.transform("imu_link", "imu_link").is_close(Transform())


def test_each_mount_has_its_own_static_publisher():
    published = {(n.parent, n.child): n.transform for n in bringup.static_links(ROBOT.bringup())}
    assert published == {(m.parent, m.child): m.transform for m in ROBOT.mounts}
    names = [node["name"] for node in ROBOT.bringup()]
    assert len(set(names)) == len(names)


def test_with_a_urdf_one_node_publishes_all_mounts():
    published = {(n.parent, n.child): n.transform for n in bringup.static_links(ROBOT.urdf_bringup())}
    assert list(published) == [(m.parent, m.child) for m in ROBOT.mounts]
    for mount in ROBOT.mounts:
        assert published[mount.parent, mount.child].is_close(mount.transform)


def test_a_bringup_is_fresh_plain_data():
    first = ROBOT.bringup()
    assert json.loads(json.dumps(first)) == first
    first[0]["parameters"]["update_rate"] = 1.0
    assert ROBOT.bringup()[0]["parameters"]["update_rate"] == 30.0


def test_unknown_frames_are_named():
    with pytest.raises(InputError, match="base_laser"):
        ROBOT.mount("base_laser")
    with pytest.raises(InputError, match="odom"):
        ROBOT.transform("odom", "base_link")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"mounts": None}, "mounts"),
        ({"mounts": ("base_scan",)}, "mounts"),
        ({"mounts": (Mount("nowhere", "base_scan"),)}, "parent"),
        ({"mounts": (Mount("base_footprint", "odom"),)}, "child"),
        ({"mounts": (Mount("base_footprint", "base_scan"), Mount("base_footprint", "base_scan"))}, r"mounts\[1\]"),
        ({"mounts": (Mount("base_footprint", "/base_scan"),)}, "child"),
        ({"mounts": (Mount("base_footprint", ""),)}, "child"),
        ({"mounts": (Mount("base_footprint", "base_scan", None),)}, "transform"),
        ({"mounts": ()}, "scan_frame"),
        ({"map": "odom"}, "different"),
        ({"base": ""}, "base"),
        ({"odom": 3}, "odom"),
        ({"scan_frame": "laser"}, "scan_frame"),
    ],
)
def test_designs_that_make_no_sense(change, place):
    given = {"name": "r", "mounts": (Mount("base_footprint", "base_scan", Transform((0.0, 0.0, math.pi))),), **change}
    with pytest.raises(InputError, match=place):
        Robot(**given)
