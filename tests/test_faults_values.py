import dataclasses
import math
import random

import pytest

from tfsandbox import bringup, faults, robots, static_args
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, LookupException
from tfsandbox.faults import values
from tfsandbox.geometry import Transform
from tfsandbox.nodes.mounts import text_of
from tfsandbox.observations import Evidence
from tfsandbox.robots import OPTICAL
from tfsandbox.world import World

ROBOT = robots.diff_drive()
WORLD = World(ROBOT)
SCAN = ROBOT.mount("base_scan").transform
HALF = math.sqrt(0.5)
names = [fault.name for fault in values.FAULTS]


def close(found, translation, rotation=(0.0, 0.0, 0.0, 1.0), tolerance=1e-6):
    return found.is_close(Transform(translation, rotation), tolerance=tolerance)


def static(transform, form="flags", rpy=None):
    """A bringup with one mount, base_link -> sensor, written down in one of the four ways that robots have."""
    numbers = [repr(n) for n in transform.translation]
    if form == "flags":
        words = static_args.arguments("base_link", "sensor", transform)
    elif form == "nine words":
        words = (*numbers, *map(repr, transform.rotation), "base_link", "sensor")
    elif form == "eight words":
        words = (*numbers, *map(repr, reversed(transform.rpy)), "base_link", "sensor")
    elif form == "mounts":
        mounts = [text_of("base_link", "sensor", transform)]
        return [{"package": "my_robot_bringup", "executable": "mounts", "parameters": {"mounts": mounts}}]
    else:
        joint = robots.Robot(
            "r", (robots.Mount("base_link", "sensor", transform),), base="base_link", scan_frame="sensor"
        )
        return [node for node in joint.urdf_bringup() if node["executable"] == "robot_state_publisher"]
    return [{"package": "tf2_ros", "executable": "static_transform_publisher", "arguments": list(words)}]


FORMS = ("flags", "nine words", "eight words", "urdf", "mounts")


def mended(fault, transform, form="flags"):
    """What is published for base_link -> sensor after the fault."""
    world = World(ROBOT).with_bringup(static(transform, form))
    buffer = Buffer.play(world.with_fault(fault).run(1))
    return transform_of(buffer.lookup_transform("base_link", "sensor"))


TILTED = Transform.from_rpy(0.3, -0.1, z=0.2, roll=0.1, pitch=0.2, yaw=0.5)
SENSOR = {"parent": "base_link", "child": "sensor"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        (faults.Sign(**SENSOR), Transform((-0.3, 0.1, -0.2), TILTED.rotation)),
        (faults.Omit(**SENSOR), Transform((0.0, 0.0, 0.0), TILTED.rotation)),
        (faults.InverseValue(**SENSOR), TILTED.inverse()),
        (faults.RotationLeftOut(**SENSOR), Transform(TILTED.translation)),
        (faults.MountRotated(**SENSOR, degrees=90.0), TILTED @ Transform.from_rpy(yaw=math.pi / 2)),
        (faults.MountRotated(**SENSOR, axis="x"), TILTED @ Transform.from_rpy(roll=math.pi)),
        (faults.EulerOrder(**SENSOR), Transform.from_rpy(0.3, -0.1, z=0.2, roll=0.5, pitch=0.2, yaw=0.1)),
        (
            faults.EulerAxes(**SENSOR),
            Transform(TILTED.translation)
            @ Transform.from_rpy(roll=0.1)
            @ Transform.from_rpy(pitch=0.2)
            @ Transform.from_rpy(yaw=0.5),
        ),
        (
            faults.DegreesForRadians(**SENSOR),
            Transform.from_rpy(0.3, -0.1, z=0.2, roll=5.729578, pitch=11.459156, yaw=28.64789),
        ),
        (faults.Millimetres(**SENSOR), Transform((300.0, -100.0, 200.0), TILTED.rotation)),
        (faults.Centimetres(**SENSOR), Transform((30.0, -10.0, 20.0), TILTED.rotation)),
        (faults.AxesSwapped(**SENSOR), Transform((-0.1, 0.3, 0.2), TILTED.rotation)),
        (faults.AxesSwapped(**SENSOR, order="zxy"), Transform((0.2, 0.3, -0.1), TILTED.rotation)),
        (faults.Mirrored(**SENSOR), Transform.from_rpy(0.3, 0.1, z=0.2, roll=-0.1, pitch=0.2, yaw=-0.5)),
        (
            faults.EnuNed(**SENSOR),
            Transform(TILTED.translation, (TILTED @ Transform(rotation=(HALF, HALF, 0.0, 0.0))).rotation),
        ),
        (faults.MountOff(**SENSOR, metres=(0.1, 0.0, 0.0), degrees=0.0), Transform((0.4, -0.1, 0.2), TILTED.rotation)),
    ],
    ids=lambda value: value.name if hasattr(value, "name") else "",
)
def test_a_slip_comes_out_alike_however_the_link_is_written(fault, wrong, form):
    assert mended(fault, TILTED, form).is_close(wrong, tolerance=1e-6)


@pytest.mark.parametrize("form", ["flags", "nine words", "eight words", "mounts"])
def test_w_first_turns_a_quarter_turn_into_something_else(form):
    quarter = Transform((1.0, 0.0, 0.0), (0.0, 0.0, HALF, HALF))
    assert close(mended(faults.QuaternionOrder(**SENSOR), quarter, form), (1.0, 0.0, 0.0), (HALF, 0.0, 0.0, HALF))


def test_w_first_turns_nothing_upside_down():
    found = mended(faults.QuaternionOrder(**SENSOR), Transform((1.0, 0.0, 0.0)))
    assert close(found, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


def test_ninety_degrees_typed_as_radians_look_like_117():
    right = Transform.from_rpy(yaw=math.pi / 2)
    changed = faults.DegreesForRadians(**SENSOR).change_bringup(static(right))
    assert changed[0]["arguments"][6:12] == ["--roll", "0.0", "--pitch", "0.0", "--yaw", "90.0"]
    assert math.degrees(mended(faults.DegreesForRadians(**SENSOR), right).yaw) == pytest.approx(116.62, abs=0.01)


def test_degrees_stand_in_the_urdf_as_they_were_typed():
    right = Transform.from_rpy(yaw=math.pi / 2)
    changed = faults.DegreesForRadians(**SENSOR).change_bringup(static(right, "urdf"))
    assert 'rpy="0.0 0.0 90.0"' in changed[0]["parameters"]["robot_description"]


def test_roll_pitch_yaw_go_into_the_yaw_first_form_in_that_order():
    right = Transform.from_rpy(roll=0.1, pitch=0.2, yaw=0.5)
    (node,) = faults.EulerOrder(**SENSOR).change_bringup(static(right, "eight words"))
    assert [float(word) for word in node["arguments"][3:6]] == pytest.approx([0.1, 0.2, 0.5])


def published(fault, parent, child, *, design=ROBOT):
    (sample, *_) = Evidence(World(design).with_fault(fault).run(1)).links[parent, child]
    return sample.transform


def test_three_ways_of_exchanging_the_names():
    robot = robots.diff_drive_no_footprint()
    right = robot.mount("laser").transform  # turned by half a turn
    where = {"parent": "base_link", "child": "laser"}
    for fault, wrong in (
        (faults.Swap(**where), right),
        (faults.SwapTrueInverse(**where), right.inverse()),
        (faults.SwapNegT(**where), Transform((0.12, 0.0, -0.21), right.inverse().rotation)),
    ):
        assert published(fault, "laser", "base_link", design=robot).is_close(wrong)


def test_a_urdf_refuses_a_swap_with_the_reason():
    world = WORLD.with_bringup(ROBOT.urdf_bringup())
    for fault in (faults.Swap(), faults.SwapTrueInverse(), faults.SwapNegT()):
        with pytest.raises(InputError, match="two roots, and its publisher exits"):
            world.with_fault(fault)


def test_an_optical_frame_without_its_rotation_and_with_it_twice():
    ends = ("camera_link", "camera_optical_frame")
    assert published(faults.OpticalMissing(), *ends).is_close(Transform())
    assert published(faults.OpticalTwice(), *ends).is_close(OPTICAL @ OPTICAL)
    assert "not the mount of an optical frame" in faults.OpticalMissing("base_link", "base_scan").applies_to(
        WORLD.bringup
    )
    assert "optical-missing" in faults.RotationLeftOut(*ends).applies_to(WORLD.bringup)


def test_a_camera_a_degree_off_is_still_optical():
    mount = robots.Mount("base_link", "sensor", OPTICAL @ Transform.from_rpy(roll=0.02))
    assert faults.OpticalMissing(**SENSOR).applies_to(static(mount.transform)) is None


def test_zeros_in_a_quaternion_are_refused_in_each_distros_words():
    recording = WORLD.with_fault(faults.ZeroQuaternion()).run(1)
    texts = {distro: [text for _, text in Buffer.play(recording, distro=distro).log] for distro in ("jazzy", "kilted")}
    place = 'Ignoring transform for child_frame_id "base_scan" from authority "default_authority" because of'
    assert any(f"TF_NAN_INPUT: {place} a nan value" in text for text in texts["jazzy"])
    assert any("invalid quaternion in the transform (nan nan nan nan)" in text for text in texts["jazzy"])
    (only,) = texts["kilted"]
    zeros = "(0.000000 0.000000 0.000000 0.000000)"
    assert only == f"TF_DENORMALIZED_QUATERNION: {place} an invalid quaternion in the transform {zeros}"


def test_a_quaternion_of_another_length_is_hidden_by_jazzy_and_refused_by_kilted():
    recording = WORLD.with_fault(faults.DenormalisedQuaternion()).run(1)
    assert published(faults.DenormalisedQuaternion(), "base_link", "base_scan").rotation == (0.0, 0.0, 0.0, 0.9)
    jazzy, kilted = (Buffer.play(recording, distro=distro) for distro in ("jazzy", "kilted"))
    assert transform_of(jazzy.lookup_transform("base_link", "base_scan")).is_close(SCAN)
    assert not jazzy.log
    assert "TF_DENORMALIZED_QUATERNION" in kilted.log[0][1]
    with pytest.raises(LookupException, match="base_scan"):
        kilted.lookup_transform("base_link", "base_scan")


def test_on_kilted_a_quaternion_of_another_length_takes_the_scanner_from_slam():
    worlds = (World(ROBOT, distro=distro).with_fault(faults.DenormalisedQuaternion()) for distro in ("jazzy", "kilted"))
    jazzy, kilted = (Evidence(world.run(2)) for world in worlds)
    assert ("map", "odom") in jazzy.links
    assert not any("dropping message" in text for text in jazzy.log)
    assert any("dropping message: frame 'base_scan'" in text for text in kilted.log)
    assert "odom" in faults.DenormalisedQuaternion().touched(WORLD.bringup)


def test_a_length_that_is_as_good_as_one_is_no_fault():
    assert "as good as 1" in faults.DenormalisedQuaternion(length=0.999).applies_to(WORLD.bringup)
    assert "as good as 1" in faults.DenormalisedQuaternion(severity=0.01).applies_to(WORLD.bringup)
    assert faults.DenormalisedQuaternion(length=0.99).applies_to(WORLD.bringup) is None


def test_nan_is_refused_and_cuts_the_scanner_off():
    evidence = Evidence(WORLD.with_fault(faults.NotANumber()).run(1))
    assert any('child_frame_id "base_scan"' in text and "(-0.032000 0.000000 nan)" in text for text in evidence.log)
    with pytest.raises(LookupException):
        evidence.buffer.lookup_transform("base_link", "base_scan")
    assert "odom" in faults.NotANumber().touched(WORLD.bringup)  # SLAM does not see its scans any more


@pytest.mark.parametrize("fault", [faults.ZeroQuaternion, faults.DenormalisedQuaternion, faults.NotANumber])
def test_a_urdf_has_no_bad_quaternions(fault):
    assert "angles" in fault().applies_to(ROBOT.urdf_bringup())


def test_a_height_from_the_floor_typed_from_base_link():
    assert close(published(faults.ReferenceFrame(), "base_link", "base_scan"), (-0.032, 0.0, 0.182))


def test_a_flange_pose_typed_for_tool0():
    arm = robots.mobile_arm()
    fault = faults.ReferenceFrame("tool0", "wrist_camera_link", "flange")
    seen = published(fault, "tool0", "wrist_camera_link", design=arm)
    assert seen.is_close(arm.transform("flange", "wrist_camera_link"), tolerance=1e-6)
    assert "no fixed links join it" in dataclasses.replace(fault, other="shoulder_link").applies_to(arm.bringup())


def test_a_calibration_chained_the_wrong_way_round():
    camera = ROBOT.mount("camera_link").transform
    seen = published(faults.CalibrationInverted(), "base_link", "camera_link")
    # As far behind the lidar as it is really before it, as far above as below.
    assert close(seen, tuple(2 * s - c for s, c in zip(SCAN.translation, camera.translation, strict=True)))


def test_two_sensors_in_one_place():
    buffer = Buffer.play(WORLD.with_fault(faults.PlaceholderIdentity()).run(1))
    for child in ("base_scan", "imu_link"):
        assert transform_of(buffer.lookup_transform("base_link", child)).is_close(Transform())
    twice = WORLD.with_fault(faults.PlaceholderIdentity()).bringup
    assert "in one place already" in faults.PlaceholderIdentity().applies_to(twice)


def test_the_second_definition_wins_and_is_a_little_off():
    fault = faults.DoubleDefinition(metres=(0.01, 0.0, 0.0), degrees=0.0)
    recording = WORLD.with_fault(fault).run(1)
    seen = transform_of(Buffer.play(recording).lookup_transform("base_link", "base_scan"))
    assert close(seen, (-0.022, 0.0, 0.172))
    assert len(Evidence(recording).links["base_link", "base_scan"]) == 2
    assert "twice already" in fault.applies_to(fault.change_bringup(WORLD.bringup))


def test_a_drivers_own_frames_can_be_defined_twice_but_not_mistyped():
    car = robots.car()
    ends = ("os_sensor", "os_imu")
    assert faults.DoubleDefinition(*ends).applies_to(car.bringup()) is None
    assert faults.Sign(*ends).applies_to(car.bringup()) == (
        "os_sensor -> os_imu is published by os_driver itself, with numbers that nobody types"
    )


@pytest.mark.parametrize(
    "fault", [faults.MountOff(), faults.DoubleDefinition(), faults.DenormalisedQuaternion()], ids=lambda f: f.name
)
def test_severity_zero_is_the_clean_robot_and_more_is_more(fault):
    none = dataclasses.replace(fault, severity=0.0)
    assert WORLD.with_fault(none).run(2) == WORLD.run(2)
    sizes = []
    for severity in (0.5, 1.0, 2.0):
        world = WORLD.with_fault(dataclasses.replace(fault, severity=severity))
        found = Evidence(world.run(1)).links["base_link", "base_scan"][-1].transform
        sizes.append(
            math.dist((*found.translation, *found.rotation), (*SCAN.translation, *SCAN.rotation)),
        )
    assert sizes == sorted(sizes)
    assert sizes[0] > 0.001


def test_crossed_wheels_turn_the_odometry_the_other_way():
    right, wrong = (Buffer.play(world.run(6)) for world in (WORLD, WORLD.with_fault(faults.WheelsCrossed())))
    for seconds in (2.0, 5.0):
        (x, y, _), yaw = _place(right, seconds)
        (x2, y2, _), yaw2 = _place(wrong, seconds)
        assert (x2, y2, yaw2) == pytest.approx((x, -y, -yaw))
    assert abs(_place(right, 5.0)[1]) > 0.1
    again = WORLD.with_fault(faults.WheelsCrossed()).bringup
    assert "exchanged already" in faults.WheelsCrossed().applies_to(again)
    assert "does not publish odom -> base" in faults.WheelsCrossed("slam_toolbox").applies_to(WORLD.bringup)


def _place(buffer, seconds):
    found = transform_of(buffer.lookup_transform("odom", "base_footprint", seconds))
    return found.translation, found.yaw


def test_a_camera_that_names_its_body():
    robot = robots.diff_drive_no_footprint()
    evidence = Evidence(World(robot).with_fault(faults.BodyForOptical()).run(1))
    assert {header.frame_id for header in evidence.headers["/image_raw"]} == {"camera_link"}
    assert "no parameter that holds an optical frame" in faults.BodyForOptical("laser_driver").applies_to(
        [{"package": "rplidar_ros", "executable": "rplidar_node", "name": "laser_driver"}]
    )


# Where a slip would not show, it is refused.


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (faults.EulerOrder("base_link", "base_scan"), "is not turned"),
        (faults.EulerOrder("camera_link", "camera_optical_frame"), "would stay as it is"),
        (faults.DegreesForRadians("base_link", "base_scan"), "is not turned"),
        (faults.Omit("camera_link", "camera_optical_frame"), "would stay as it is"),
        (faults.Millimetres("camera_link", "camera_optical_frame"), "would stay as it is"),
        (faults.Mirrored("base_link", "base_scan"), "would stay as it is"),
        (faults.MountRotated(degrees=360.0), "would stay as it is"),
        (faults.AxesSwapped(order="xyz"), "would stay as it is"),
        (faults.Sign("odom", "base_footprint"), "odom -> base_footprint moves, so nobody types its numbers"),
        (faults.Sign("base_link", "gps"), "nothing publishes base_link -> gps"),
        (faults.DoubleDefinition("odom", "base_footprint"), "is not defined but measured"),
        (faults.DoubleDefinition("base_link", "gps"), "nothing publishes base_link -> gps"),
        (faults.PlaceholderIdentity(second="gps"), "nothing publishes base_link -> gps"),
        (faults.ReferenceFrame(other="gps"), "no fixed links join it"),
        (faults.WheelsCrossed("gps"), "no node is called gps"),
        (faults.BodyForOptical("gps"), "no node is called gps"),
    ],
    ids=str,
)
def test_a_slip_that_would_not_show_is_refused(fault, reason):
    assert reason in fault.applies_to(WORLD.bringup)


@pytest.mark.parametrize("second", values.FAULTS, ids=names)
@pytest.mark.parametrize("first", [faults.NotANumber(), faults.ZeroQuaternion(), faults.Millimetres()], ids=str)
def test_a_second_slip_of_the_same_link_applies_or_says_why_not(first, second):
    broken = first.change_bringup(WORLD.bringup)
    fields = {field.name for field in dataclasses.fields(second)}
    fault = second(parent="base_link", child="base_scan") if "child" in fields else second()
    reason = fault.applies_to(broken)
    changed = fault.change_bringup(broken)
    assert reason or changed != broken
    bringup.parse(changed)


def test_two_slips_of_one_link_add_up():
    world = WORLD.with_fault(faults.Sign()).with_fault(faults.Centimetres())
    buffer = Buffer.play(world.run(1))
    assert close(transform_of(buffer.lookup_transform("base_link", "base_scan")), (3.2, 0.0, -17.2))


def test_other_joints_of_a_urdf_stay_as_they_are_written():
    before = ROBOT.urdf_bringup()
    after = faults.Sign().change_bringup(before)
    texts = [b["parameters"]["robot_description"] for b in (before[-1], after[-1]) if "parameters" in b]
    changed = [pair for pair in zip(*(text.splitlines() for text in texts), strict=True) if pair[0] != pair[1]]
    assert len(changed) == 1
    assert 'xyz="0.032 0.0 -0.172"' in changed[0][1]


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: faults.Sign(1, "a"), "parent"),
        (lambda: faults.Omit("a", ""), "child"),
        (lambda: faults.MountRotated(axis="w"), "axis"),
        (lambda: faults.MountRotated(degrees=math.nan), "degrees"),
        (lambda: faults.AxesSwapped(order="xxy"), "order"),
        (lambda: faults.NotANumber(axis="w"), "axis"),
        (lambda: faults.DenormalisedQuaternion(length=0.0), "length"),
        (lambda: faults.DenormalisedQuaternion(length="1"), "length"),
        (lambda: faults.DenormalisedQuaternion(severity=-1.0), "severity"),
        (lambda: faults.MountOff(metres=(1.0, 2.0)), "metres"),
        (lambda: faults.MountOff(metres=(0.0, 0.0, 0.0), degrees=0.0), "metres"),
        (lambda: faults.DoubleDefinition(severity=math.inf), "severity"),
        (lambda: faults.PlaceholderIdentity(second="base_scan"), "second"),
        (lambda: faults.ReferenceFrame(other=""), "other"),
        (lambda: faults.WheelsCrossed(""), "node"),
    ],
)
def test_values_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


@pytest.mark.parametrize("fault", values.FAULTS, ids=names)
def test_a_design_with_nothing_to_mistype_is_refused(fault):
    bare = robots.Robot("bare", (), base="base_link", scan_frame="base_link", drivers=())
    with pytest.raises(InputError, match="bare"):
        fault.draw(bare, random.Random(0))
