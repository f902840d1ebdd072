import dataclasses
import itertools
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox import robots
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.drift import Drift, LoopClosure
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.motion import Leg, Motion, patrol, stop, straight, turn
from tfsandbox.recording import TF_STATIC_LISTENER_QOS, Kind, QoS
from tfsandbox.world import Subscriber, World

ROBOT = robots.diff_drive()
WORLD = World(ROBOT)
RUN = WORLD.run(6)


def links(recording, parent, child):
    """Every published sample of one link: (stamp in seconds, transform)."""
    sent = [t for d in recording.deliveries if d.kind is Kind.TF for t in d.payload]
    return [(t.stamp_ns / 1e9, t.transform) for t in sent if (t.frame_id, t.child_frame_id) == (parent, child)]


def steps(samples):
    """Distance and turn between neighbours."""
    poses = [pose for _, pose in samples]
    return [(math.dist(a.translation, b.translation), abs(b.yaw - a.yaw)) for a, b in itertools.pairwise(poses)]


def look(recording, target, source, seconds=None):
    return transform_of(Buffer.play(recording).lookup_transform(target, source, seconds))


# How the robot drives


def test_legs_add_up():
    square = Motion((straight(2.0), turn(math.pi / 2)) * 4)
    assert square.pose(square.seconds).is_close(Transform())
    assert square.pose(5.0).is_close(Transform((2.0, 0.0, 0.0)))
    assert square.pose(1e9) == square.pose(square.seconds)
    assert square.pose(-1.0) == square.start == Transform()
    assert Motion((straight(-1.0, 0.5),)).pose(2.0).is_close(Transform((-1.0, 0.0, 0.0)))
    assert Motion((stop(1.0),), Transform((1.0, 2.0, 0.0))).pose(0.5).is_close(Transform((1.0, 2.0, 0.0)))


@given(st.floats(-2, 2), st.floats(-3, 3) | st.floats(-1e-8, 1e-8), st.floats(0.01, 20))
def test_an_arc_is_what_many_short_steps_make(forward, turning, seconds):
    count = 2_000
    x = y = 0.0
    for i in range(count):
        yaw = turning * seconds * (i + 0.5) / count
        x += forward * seconds / count * math.cos(yaw)
        y += forward * seconds / count * math.sin(yaw)
    end = Leg(forward, turning, seconds).after(seconds)
    assert end.is_close(Transform.from_rpy(x, y, yaw=turning * seconds), tolerance=1e-2)


@given(st.floats(0, 60))
def test_the_drive_is_smooth(seconds):
    now, soon = patrol().pose(seconds), patrol().pose(seconds + 0.001)
    assert now.is_close(soon, tolerance=0.002)


def test_no_drift_feels_the_truth():
    assert Drift().felt(patrol()) == patrol()


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Leg(math.nan, 0, 1), "forward"),
        (lambda: Leg(0, "fast", 1), "turning"),
        (lambda: Leg(0, 0, 0), "seconds"),
        (lambda: straight(1.0, 0.0), "speed"),
        (lambda: turn(math.inf), "amount|radians"),
        (lambda: Motion(()), "legs"),
        (lambda: Motion(None), "legs"),
        (lambda: Motion((1,)), "legs"),
        (lambda: Motion((stop(1),), None), "start"),
        (lambda: Drift(scale="a"), "scale"),
        (lambda: LoopClosure(at=0), "at"),
        (lambda: LoopClosure(shift=1.0), "shift"),
        (lambda: LoopClosure(shift=(1.0, math.inf)), "shift"),
        (lambda: LoopClosure(heading=None), "heading"),
    ],
)
def test_motions_that_make_no_sense(make, place):
    with pytest.raises(InputError, match=place):
        make()


# What a clean world publishes


def test_odometry_is_smooth_and_drifts():
    samples = links(RUN, "odom", "base_footprint")
    assert len(samples) == pytest.approx(6 * 30, abs=2)
    assert max(step for step, _ in steps(samples)) < 0.02
    assert max(turned for _, turned in steps(samples)) < 0.04
    for stamp, pose in samples:
        assert pose == WORLD.odometry(stamp)
    assert WORLD.odometry(0) == Transform()
    off = [math.dist(WORLD.odometry(t).translation, WORLD.truth(t).translation) for t in (1, 6)]
    assert 0.005 < off[0] < off[1]


def test_map_to_odom_jumps_once_at_the_loop_closure_by_its_shift():
    samples = links(RUN, "map", "odom")
    jumps = [i for i, (step, _) in enumerate(steps(samples)) if step > 0.1]
    assert len(jumps) == 1
    (before, old), (after, new) = samples[jumps[0]], samples[jumps[0] + 1]
    assert before - 0.2 < 3.0 <= after - 0.2 < 3.15
    assert math.dist(old.translation, new.translation) == pytest.approx(0.3, abs=0.02)
    assert new.translation[0] - old.translation[0] == pytest.approx(0.24, abs=0.02)
    assert abs(new.yaw - old.yaw) < 0.01
    assert max(step for i, (step, _) in enumerate(steps(samples)) if i not in jumps) < 0.03


def test_the_closure_leaves_odometry_alone():
    around = [s for s in links(RUN, "odom", "base_footprint") if 2.9 < s[0] < 3.3]
    assert max(step for step, _ in steps(around)) < 0.02


@pytest.mark.parametrize("seed", [0, 1, "2"])
def test_truth_is_reproduced_after_the_closure(seed):
    world = World(ROBOT, seed)
    recording = world.run(6)
    for seconds in (3.6, 4.4, 5.2, 5.8):
        assert look(recording, "map", "base_footprint", seconds).is_close(world.truth(seconds), tolerance=0.02)
    early = look(recording, "map", "base_footprint", 2.9)
    assert math.dist(early.translation, world.truth(2.9).translation) > 0.2


def test_a_closure_can_turn_the_map():
    world = World(ROBOT, loop_closure=LoopClosure(at=2.0, shift=(0.0, 0.0), heading=0.2))
    samples = links(world.run(4), "map", "odom")
    assert max(turned for _, turned in steps(samples)) == pytest.approx(0.2, abs=0.02)


def test_without_a_closure_slam_is_right_throughout():
    world = World(ROBOT, loop_closure=None)
    recording = world.run(3)
    for seconds in (0.8, 1.7, 2.8):
        assert look(recording, "map", "base_footprint", seconds).is_close(world.truth(seconds), tolerance=0.02)


def test_a_motion_may_start_anywhere_in_the_map():
    motion = Motion((straight(2.0),), Transform.from_rpy(3.0, -1.0, yaw=2.0))
    world = World(ROBOT, motion=motion, loop_closure=None)
    recording = world.run(2)
    assert look(recording, "map", "base_footprint", 1.5).is_close(world.truth(1.5), tolerance=0.02)
    assert look(recording, "odom", "base_footprint", 1.5).is_close(world.odometry(1.5), tolerance=1e-3)
    assert look(recording, "map", "odom", 1.5).is_close(motion.start, tolerance=0.1)


def test_every_mount_is_where_it_was_designed():
    for mount in ROBOT.mounts:
        assert look(RUN, mount.parent, mount.child).is_close(mount.transform)


def test_the_urdf_bringup_makes_the_same_tree():
    recording = WORLD.with_bringup(ROBOT.urdf_bringup()).run(2)
    for frame in ROBOT.frames[2:]:
        assert look(recording, "base_footprint", frame).is_close(ROBOT.transform("base_footprint", frame))


def test_scans_carry_the_lidars_frame():
    scans = [d for d in RUN.deliveries if d.topic == "/scan"]
    assert len(scans) == pytest.approx(60, abs=2)
    assert {d.payload.frame_id for d in scans} == {"base_scan"}
    assert all(d.payload.stamp_ns == d.receive_ns for d in scans)


def test_a_clean_robot_has_nothing_to_complain_about():
    assert {line.severity for line in RUN.log} == {"INFO"}
    assert all(endpoint.matched for endpoint in RUN.endpoints)


# Who listens


def test_a_late_joiner_gets_all_statics_first():
    recording = WORLD.run(4, Subscriber(start=2.5))
    first = recording.deliveries[: len(ROBOT.mounts)]
    assert [d.payload[0].child_frame_id for d in first] == [m.child for m in ROBOT.mounts]
    assert {d.topic for d in first} == {"/tf_static"}
    assert {d.receive_ns for d in first} == {2_500_000_000}
    assert all(t.stamp_ns < 1e8 for d in first for t in d.payload)
    assert min(d.receive_ns for d in recording.deliveries) == 2_500_000_000
    assert look(recording, "map", "camera_optical_frame", 3.5)


def test_a_volatile_late_joiner_misses_the_statics():
    volatile = Subscriber(start=2.5, static_qos=QoS(100))
    assert not [d for d in WORLD.run(4, volatile).deliveries if d.topic == "/tf_static"]


def test_a_listener_that_wants_too_much_hears_nothing_and_is_told():
    recording = WORLD.run(1, Subscriber(qos=TF_STATIC_LISTENER_QOS))
    assert not [d for d in recording.deliveries if d.topic == "/tf"]
    assert [e.node for e in recording.endpoints if not e.matched] == ["/diff_drive", "/slam_toolbox"]
    assert "Last incompatible policy: DURABILITY" in next(n.text for n in recording.log if n.severity == "WARN")


def test_another_clock_shifts_arrival_only():
    ahead = WORLD.run(1, Subscriber(clock_offset=-0.25))
    here = WORLD.run(1)
    assert [d.receive_ns + 250_000_000 for d in ahead.deliveries] == [d.receive_ns for d in here.deliveries]
    assert [d.payload for d in ahead.deliveries] == [d.payload for d in here.deliveries]


def test_deliveries_come_in_order_and_numbered():
    times = [d.receive_ns for d in RUN.deliveries]
    assert times == sorted(times)
    for endpoint in RUN.endpoints:
        counts = [d.sequence for d in RUN.deliveries if d.endpoint == endpoint.id]
        assert counts == list(range(1, len(counts) + 1))


# Sameness


def test_equal_worlds_make_equal_recordings():
    assert World(ROBOT, 5).run(2) == World(robots.diff_drive(), 5).run(2)
    assert World(ROBOT, 5).run(2) != World(ROBOT, 6).run(2)


def test_other_processes_make_the_same_recording():
    code = "import hashlib; from tfsandbox import robots; from tfsandbox.world import World\n"
    code += "print(hashlib.sha256(World(robots.diff_drive(), 'x').run(1).to_json().encode()).hexdigest())"
    seen = {subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(seen) == 1


def test_longer_runs_begin_like_shorter_ones():
    short, long = WORLD.run(1).deliveries, RUN.deliveries
    assert long[: len(short)] == short


def test_worlds_do_not_change():
    plain = WORLD.bringup
    plain.clear()
    assert WORLD.bringup == ROBOT.bringup()
    assert WORLD.with_bringup([]).bringup == []
    assert WORLD.with_bringup([]).run(1).deliveries == ()
    assert dataclasses.replace(WORLD) == WORLD
    with pytest.raises(dataclasses.FrozenInstanceError):
        WORLD.seed = 1


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: World(None), "robot"),
        (lambda: World(ROBOT, 1.5), "seed"),
        (lambda: World(ROBOT, True), "seed"),
        (lambda: World(ROBOT, motion="fast"), "motion"),
        (lambda: World(ROBOT, loop_closure=3.0), "loop_closure"),
        (lambda: World(ROBOT, nodes=[{}]), r"bringup\[0\]"),
        (lambda: WORLD.with_bringup(None), "bringup"),
        (lambda: WORLD.with_fault("swap"), "fault"),
        (lambda: WORLD.run(0), "seconds"),
        (lambda: WORLD.run(-1), "seconds"),
        (lambda: WORLD.run(math.nan), "seconds"),
        (lambda: WORLD.run(1e9), "seconds"),
        (lambda: WORLD.run("5"), "seconds"),
        (lambda: WORLD.run(1, 2.0), "subscriber"),
        (lambda: WORLD.run(1, Subscriber(start=2.0)), "subscriber"),
        (lambda: Subscriber(start=-1), "start"),
        (lambda: Subscriber(start="late"), "start"),
        (lambda: Subscriber(qos=1), "qos"),
        (lambda: Subscriber(static_qos=None), "static_qos"),
        (lambda: Subscriber(clock_offset=math.inf), "clock_offset"),
        (lambda: Subscriber(node=1), "node"),
        (lambda: WORLD.truth(math.nan), "seconds"),
        (lambda: WORLD.odometry(None), "seconds"),
    ],
)
def test_nonsense_is_refused_by_name(make, place):
    with pytest.raises(InputError, match=place):
        make()
