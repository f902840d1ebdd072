"""Whatever can be set up runs to its end, the same way twice; what cannot is refused by name, before it runs."""

import contextlib
import dataclasses
import math
import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tfsandbox import bringup, robots
from tfsandbox.buffer import Buffer
from tfsandbox.drift import LoopClosure
from tfsandbox.errors import InputError, TransformException
from tfsandbox.motion import Leg, Motion, figure_eight, stop, straight, turn
from tfsandbox.network import MOST_S, Machine, Network
from tfsandbox.nodes import NODE_TYPES
from tfsandbox.nodes.bridge import EVENTS
from tfsandbox.qos import Durability, QoS, Reliability
from tfsandbox.world import Event, Subscriber, World

FRAMES = st.sampled_from(["map", "odom", "base_link", "/odom", "", "base_scan", "a b", "robot1/odom"])
SENSORS = st.sampled_from(["odometry", "lidar_2d x=1 rate=50", "rgb_camera yaw=x", "imu_sensor frame_id=odom", "?"])
WORDS = st.sampled_from(["1", "nan", "--x", "--frame-id", "a", "--child-frame-id", "b", "-h", "--ros-args"])
TOPICS = st.sampled_from(["/tf", "tf", "/tf_static", "/clock", "scan", "odom", "joint_states", "~/x"])
URDF = st.sampled_from(["", "<robot/>", robots.diff_drive().urdf(), robots.mobile_arm().urdf()])
MOUNTS = st.lists(st.sampled_from(["a b 0 0 0 0 0 0 1", "'' b nan 0 inf 0 0 0 0", "odom odom 1 2 3 0 0 0 1"]))
VALUES = (
    st.none() | st.floats() | TOPICS | SENSORS | st.dictionaries(st.sampled_from(["node", "sensor", "frame"]), TOPICS)
)


def number(least, most, *usual):
    """A number in bounds, often at one of them or a usual one."""
    return st.floats(least, most) | st.sampled_from([least, most, *usual])


OFFSET = number(-MOST_S, MOST_S, 0.0, 0.1, -5.0)
WAY = number(0.0, 3600.0, 0.0, 0.01, 0.2)
WHEN = st.floats(0, 1.2)
EVENT = st.builds(Event, WHEN, st.sampled_from(["pause", "resume", "restart", *EVENTS]), VALUES)
DILATION = st.builds(Event, WHEN, st.just("dilate"), st.floats(1e-6, 4.0))
NETWORK = st.builds(Network, latency=WAY, jitter=WAY, loss=number(0.0, 0.99, 0.1), resend=WAY, overtaking=st.booleans())
MACHINES = st.lists(
    st.builds(Machine, st.sampled_from("ab"), st.just(("/same", "/robot1/", "/a/")), OFFSET), max_size=2
)
QOS = st.builds(QoS, st.integers(1, 200), st.sampled_from(Reliability), st.sampled_from(Durability))
SUBSCRIBER = st.builds(
    Subscriber,
    start=st.floats(0, 1),
    qos=QOS,
    static_qos=QOS,
    clock_offset=OFFSET,
    machine=st.sampled_from(["", "a"]),
    spin_period=st.just(0.0) | number(0.001, MOST_S, 0.1),
    namespace=st.sampled_from(["", "robot1", "/robot1/"]),
)
LEG = st.builds(Leg, number(-1e9, 1e9, 0.4), number(-1e9, 1e9, 0.0), number(1e-9, 1e9, 1.0)) | st.sampled_from(
    [straight(1.0), turn(-0.5), stop(0.3)]
)
MOTION = st.builds(Motion, st.lists(LEG, min_size=1, max_size=3)) | st.just(figure_eight(0.3))
CLOSURE = st.none() | st.builds(LoopClosure, at=number(1e-9, 1e9, 0.5), heading=number(-1e9, 1e9, 0.1))


def value_of(parameter):
    if getattr(parameter, "words", ()):
        return st.sampled_from(parameter.words)
    if parameter.name == "robot_description":
        return URDF
    kind = type(parameter.default)
    if kind is float:
        least, most = max(parameter.least, -1e6), min(parameter.most, 200.0)
        return st.floats(least, most) | st.sampled_from([least, parameter.default])
    return {bool: st.booleans(), str: FRAMES | TOPICS, tuple: MOUNTS}[kind]


@st.composite
def nodes(draw):
    kind = draw(st.sampled_from(NODE_TYPES))
    parameters = {p.name: draw(value_of(p)) for p in kind.declared if draw(st.booleans())}
    if kind.executable == "robot_bridge":
        parameters["sensors"] = draw(st.lists(SENSORS, max_size=4))
    return {
        "package": kind.package,
        "executable": kind.executable,
        "name": draw(st.sampled_from(["", "same", "other"])),
        "namespace": draw(st.sampled_from(["", "/", "robot1", "/a/b"])),
        "parameters": parameters,
        "arguments": draw(st.lists(WORDS, max_size=8)),
        "remappings": draw(st.lists(st.tuples(TOPICS, TOPICS), max_size=2)),
    }


WORLDS = st.builds(
    World,
    design=st.sampled_from(list(robots.DESIGNS)),
    seed=st.integers() | st.text(max_size=3),
    motion=MOTION,
    loop_closure=CLOSURE,
    nodes=st.none() | st.lists(nodes(), max_size=6),
    machines=MACHINES,
    network=NETWORK,
    events=st.lists(EVENT | DILATION, max_size=5),
    wall_start=st.none() | number(0.0, MOST_S, 1.7e9),
    distro=st.sampled_from(["humble", "jazzy", "kilted", "rolling"]),
)


@settings(max_examples=60, deadline=None)
@given(WORLDS, SUBSCRIBER)
def test_any_world_runs_and_twice_the_same(world, subscriber):
    bringup.links(world.bringup)
    recording = world.run(1.2, subscriber)
    assert world.run(1.2, subscriber).to_json() == recording.to_json()  # as text: nan differs from itself
    received = [delivery.receive_ns for delivery in recording.deliveries]
    assert received == sorted(received)
    Buffer.play(recording)


@settings(max_examples=30, deadline=None)
@given(WORLDS, SUBSCRIBER, st.booleans())
def test_any_world_can_be_asked_while_it_runs(world, subscriber, simulated):
    session = world.start(subscriber)
    buffer = session.listen(subscriber=subscriber, use_sim_time=simulated)
    session.step(0.6)
    with contextlib.suppress(TransformException):
        buffer.lookup_transform("map", "base_link", timeout=0.3)
    session.step(0.3)
    assert 0.9 <= session.now <= 1.3


@pytest.mark.parametrize("name", robots.DESIGNS)
def test_the_same_seed_is_the_same_recording_with_any_network(name):
    machine = Machine("computer", ("/slam_toolbox", "/amcl", "/robot1/"), clock_offset=0.1)
    world = World(name, 7, machines=(machine,), network=Network(0.01, 0.02, 0.1))
    assert world.run(1) == dataclasses.replace(world).run(1)
    assert world.run(1) != dataclasses.replace(world, seed=8).run(1)


def test_every_design_is_the_same_recording_in_any_process():
    code = (
        "import hashlib\nfrom tfsandbox import World, robots\n"
        "for name in robots.DESIGNS: print(hashlib.sha256(World(name, 7).run(1).to_json().encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "77")
    }
    assert len(seen) == 1
    assert len(seen.pop().split()) == len(robots.DESIGNS)


# Limits


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: Network(latency=1e300), "latency"),
        (lambda: Network(resend=math.inf), "resend"),
        (lambda: Network(loss=1 - 1e-12), "loss"),
        (lambda: Machine("a", clock_offset=1e300), "clock_offset"),
        (lambda: Subscriber(start=1e300), "start"),
        (lambda: Subscriber(clock_offset=-1e300), "clock_offset"),
        (lambda: Subscriber(spin_period=1e-9), "spin_period"),
        (lambda: World("car", wall_start=1e300), "wall_start"),
        (lambda: Event(1e300, "pause"), "at"),
        (lambda: Event(0.0, "dilate", 1e9), "rate"),
        (lambda: Event(0.0, "dilate"), "rate"),
        (lambda: Event(0.0, "pasue"), "name"),
        (lambda: World("car").start().step(1e300), "seconds"),
    ],
)
def test_what_would_never_end_or_fit_is_refused_by_name(make, place):
    with pytest.raises(InputError, match=f"^{place} "):
        make()


def test_a_subscriber_has_its_machines_clock():
    laptop = Machine("laptop", clock_offset=5.0)
    world = World("diff_drive", machines=(laptop,))
    right, ahead = (world.run(1, Subscriber(machine=name)) for name in ("", "laptop"))
    assert [d.receive_ns + 5 * 10**9 for d in right.deliveries] == [d.receive_ns for d in ahead.deliveries]


def accepted(parameter, values):
    for value in values:
        with contextlib.suppress(InputError):
            yield parameter.read(value, parameter.name)


@pytest.mark.parametrize("kind", NODE_TYPES, ids=lambda kind: kind.executable)
def test_every_number_is_safe_at_its_bounds(kind):
    needed = {"robot_state_publisher": {"robot_description": robots.mobile_arm().urdf()}}.get(kind.executable, {})
    for parameter in (p for p in kind.declared if isinstance(p.default, float)):
        for value in accepted(parameter, (parameter.least, parameter.most, 0.0, 5e-324, -5e-324)):
            node = {"package": kind.package, "executable": kind.executable}
            World("diff_drive", nodes=[node | {"parameters": {parameter.name: value, **needed}}]).run(0.1)
