"""Junk into every public function that takes frames, times, quaternions, command lines or bringups.

One argument at a time is junk, the others are sound. Only the documented exceptions may come out, and an InputError
has to name the argument.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograder.checks import m7_l2
from drawn import SECOND
from junk import ODD, junk
from tfsandbox import (
    Buffer,
    BufferCore,
    Duration,
    Recording,
    StampedTransform,
    Time,
    Transform,
    World,
    bringup,
    conversions,
    direction,
    explain,
    faults,
    messages,
    motion,
    quizzes,
    robots,
    stamped,
    stamps,
    static_args,
    tf2_py_compat,
    urdf,
)
from tfsandbox.clock import Clock
from tfsandbox.drift import LoopClosure
from tfsandbox.errors import InputError, TransformException, TypeException
from tfsandbox.nodes import NODE_TYPES, bridge
from tfsandbox.recording import TF_QOS, TF_TYPE, Endpoint
from tfsandbox.world import Subscriber

TF2S = (TransformException, TypeException)


@dataclass(frozen=True)
class Target:
    """A public function under fuzz.

    Attributes:
        call: the function, taking keyword arguments.
        sound: a sound value for each argument.
        names: further words an InputError may name a place by.
        allowed: exceptions it documents, besides InputError.
        harmless: which junk not to try (it would be sound, and slow).
    """

    call: Callable[..., Any]
    sound: dict[str, Any]
    names: tuple[str, ...] = ()
    allowed: tuple[type[Exception], ...] = ()
    harmless: Callable[[Any], bool] = field(default=lambda value: False)


def link(parent: str = "odom", child: str = "base_link", second: int = 1) -> StampedTransform:
    return StampedTransform(parent, child, Transform((1.0, 2.0, 3.0), (0.0, 0.0, 0.6, 0.8)), second * SECOND)


def filled(kind: type = Buffer, **options: Any) -> Any:
    buffer = kind(**options)
    for second in (1, 2):
        buffer.set_transform(link(second=second), "wheels")
        buffer.set_transform(link("map", "odom", second), "slam")
    buffer.set_transform_static(link("base_link", "laser"), "mount")
    return buffer


def of_buffer(name: str) -> Callable[..., Any]:
    return lambda **arguments: getattr(filled(), name)(**arguments)


def of_compat(name: str) -> Callable[..., Any]:
    def call(**arguments: Any) -> Any:
        buffer = tf2_py_compat.BufferCore()
        for second in (1, 2):
            buffer.set_transform(link(second=second), "wheels")
            buffer.set_transform(link("map", "odom", second), "slam")
        buffer.set_transform_static(link("base_link", "laser"), "mount")
        return getattr(buffer, name)(**arguments)

    return call


def not_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except Exception:
        return True
    return False


def as_xml(value: Any) -> bool:
    return isinstance(value, str) and "<" in value


def as_seconds(value: Any) -> bool:
    return isinstance(value, (int, float)) and 0.01 < value < 1e5


LOOKUP = {"target_frame": "map", "source_frame": "laser", "time": 1.5, "timeout": 0}
FULL = {
    "target_frame": "map",
    "target_time": 1.0,
    "source_frame": "laser",
    "source_time": 2.0,
    "fixed_frame": "odom",
    "timeout": 0,
}
POINT = messages.PointStamped(messages.Header(messages.Time(1, 5), "laser"), messages.Point(1.0, 2.0, 3.0))
ROBOT = robots.diff_drive()
FLEET = robots.two_robots()
DOCUMENT = json.loads(robots.to_json(robots.mobile_arm()))
WORLD = World(ROBOT)
RECORDING = Recording(endpoints=(Endpoint(1, "/wheels", "/tf", TF_TYPE, TF_QOS),))
BRINGUP = ROBOT.bringup()
NODE = BRINGUP[0]
QUESTION = {make(Random(0)).id: make(Random(0)) for make in (*quizzes.QUESTIONS, *quizzes.PREDICTIONS)}


def without(arguments: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in arguments.items() if name not in names}


def with_times(arguments: dict[str, Any]) -> dict[str, Any]:
    """tf2_py's times are objects."""
    return {name: Time(seconds=1.5) if "time" in name else value for name, value in arguments.items()}


BUFFER_TARGETS = {
    "Buffer": Target(Buffer, {"cache_time": 10.0, "distro": "jazzy"}),
    "BufferCore": Target(BufferCore, {"cache_time": 10.0, "distro": "jazzy"}),
    "Buffer.play": Target(Buffer.play, {"recording": Recording(), "cache_time": 10.0, "distro": "jazzy"}),
    "lookup_transform": Target(of_buffer("lookup_transform"), LOOKUP, allowed=TF2S),
    "lookup_transform_full": Target(of_buffer("lookup_transform_full"), FULL, allowed=TF2S),
    "lookup_transforms": Target(
        of_buffer("lookup_transforms"), {"target_frame": "map", "source_frame": "laser", "times": [1.5]}
    ),
    "lookup_transforms in ns": Target(
        of_buffer("lookup_transforms"),
        {"target_frame": "map", "source_frame": "laser", "times_ns": [SECOND]},
        ("times",),
    ),
    "can_transform": Target(of_buffer("can_transform"), LOOKUP),
    "can_transform_full": Target(of_buffer("can_transform_full"), FULL),
    "set_transform": Target(
        of_buffer("set_transform"), {"transform": link(), "authority": "me"}, ("header", "translation", "rotation")
    ),
    "set_transform_static": Target(
        of_buffer("set_transform_static"),
        {"transform": link(), "authority": "me"},
        ("header", "translation", "rotation"),
    ),
    "get_latest_common_time": Target(
        of_buffer("get_latest_common_time"), {"target_frame": "map", "source_frame": "laser"}, allowed=TF2S
    ),
    "lookup_velocity": Target(
        of_buffer("lookup_velocity"),
        {"tracking_frame": "laser", "observation_frame": "map", "time": 1.5, "averaging_interval": 0.5},
        ("target_frame", "source_frame"),
        TF2S,
    ),
    "add_transformable_request": Target(
        lambda **a: filled().add_transformable_request(**a, callback=print),
        {"target_frame": "map", "source_frame": "laser", "time": 1.5},
    ),
    "wait_for_transform_async": Target(of_buffer("wait_for_transform_async"), without(LOOKUP, "timeout"), allowed=TF2S),
    "wait_for_transform_full_async": Target(
        of_buffer("wait_for_transform_full_async"), without(FULL, "timeout"), allowed=TF2S
    ),
    "transform": Target(
        of_buffer("transform"),
        {"object_stamped": POINT, "target_frame": "map", "timeout": 0},
        ("stamped", "source_frame", "time", "point"),
        TF2S,
    ),
    "transform_full": Target(
        of_buffer("transform_full"),
        {"object_stamped": POINT, "target_frame": "map", "target_time": 1.5, "fixed_frame": "odom", "timeout": 0},
        ("stamped", "source_frame", "source_time", "point"),
        TF2S,
    ),
    "frame_exists": Target(of_buffer("frame_exists"), {"frame": "map"}),
    "get_frame_parent": Target(of_buffer("get_frame_parent"), {"frame": "map", "time": 1.5}),
    "get_frame_latest_time": Target(of_buffer("get_frame_latest_time"), {"frame": "map"}),
    "all_frames_as_yaml": Target(of_buffer("all_frames_as_yaml"), {"time": 1.5}),
    "all_frames_as_dot": Target(of_buffer("all_frames_as_dot"), {"time": 1.5}),
    "do_transform": Target(
        stamped.do_transform,
        {"stamped": POINT, "transform": conversions.transform_message(link())},
        ("header", "translation", "rotation"),
        (TypeException,),
    ),
}
COMPAT_TARGETS = {
    f"tf2_py.{name}": Target(of_compat(name), arguments, allowed=(TransformException, TypeError))
    for name, arguments in {
        "lookup_transform_core": with_times(without(LOOKUP, "timeout")),
        "lookup_transform_full_core": with_times(without(FULL, "timeout")),
        "can_transform_core": with_times(without(LOOKUP, "timeout")),
        "can_transform_full_core": with_times(without(FULL, "timeout")),
        "get_latest_common_time": {"target_frame": "odom", "source_frame": "base_link"},
        "set_transform": {"transform": link(), "authority": "me"},
        "set_transform_static": {"transform": link(), "authority": "me"},
        "_frameExists": {"frame": "odom"},
    }.items()
}
VALUE_TARGETS = {
    "to_ns": Target(lambda time: stamps.to_ns(time), {"time": 1.5}),
    "seconds_to_ns": Target(lambda seconds: stamps.seconds_to_ns(seconds), {"seconds": 1.5}),
    "format_time": Target(stamps.format_time, {"ns": 5}, ("nanoseconds",)),
    "Time": Target(Time, {"seconds": 1.5, "nanoseconds": 5}, ("time",)),
    "Duration": Target(Duration, {"seconds": 1.5, "nanoseconds": 5}, ("time",)),
    "Transform": Target(Transform, {"translation": (1, 2, 3), "rotation": (0, 0, 0, 1)}),
    "Transform.from_rpy": Target(
        Transform.from_rpy, {"x": 1, "y": 2, "z": 3, "roll": 0.1, "pitch": 0.2, "yaw": 0.3}, ("(roll", "translation")
    ),
    "@": Target(lambda point: Transform() @ point, {"point": (1, 2, 3)}),
    "Transform.rotate": Target(Transform().rotate, {"vector": (1, 2, 3)}),
    "Transform.interpolate": Target(Transform().interpolate, {"other": Transform(), "ratio": 0.5}),
    "Transform.is_close": Target(Transform().is_close, {"other": Transform(), "tolerance": 0.5}),
    "stamped_transform": Target(
        lambda transform: conversions.stamped_transform(transform),
        {"transform": conversions.transform_message(link())},
        ("header", "translation", "rotation"),
    ),
    "Recording.from_json": Target(
        Recording.from_json, {"text": Recording().to_json()}, ("recording", "deliveries", "endpoints", "log")
    ),
    "Recording.endpoint": Target(lambda **a: RECORDING.endpoint(**a), {"id": 1}, ("endpoint",)),
    "Clock.step": Target(lambda **a: Clock().step(**a), {"outside_ns": 5}),
    "Clock.dilate": Target(lambda **a: Clock().dilate(**a), {"rate": 2.0}),
    "Clock.jump": Target(lambda **a: Clock().jump(**a), {"to_ns": 5}),
}
BRINGUP_TARGETS = {
    "static_args.parse": Target(static_args.parse, {"arguments": ["--frame-id", "a", "--child-frame-id", "b"]}),
    "static_args distro": Target(
        lambda distro: static_args.parse(["1", "2", "3", "0", "0", "0", "a", "b"], distro=distro), {"distro": "jazzy"}
    ),
    "static_args word": Target(
        lambda word: static_args.parse([word, "1", "--frame-id", "a", "--child-frame-id", "b"]),
        {"word": "--x"},
        ("arguments",),
    ),
    "static_args value": Target(
        lambda word: static_args.parse(["--x", word, "--frame-id", "a", "--child-frame-id", "b"]),
        {"word": "1"},
        ("arguments",),
    ),
    "static_args.arguments": Target(static_args.arguments, {"parent": "a", "child": "b", "transform": Transform()}),
    "static_args.without_ros_arguments": Target(static_args.without_ros_arguments, {"arguments": ["--x", "1"]}),
    "urdf.read": Target(urdf.read, {"text": ROBOT.urdf()}, ("urdf", "link", "joint")),
    "urdf.load": Target(urdf.load, {"source": ROBOT.urdf()}, ("urdf", "link", "joint", "xacro")),
    "urdf.expand": Target(urdf.expand, {"text": "<robot/>"}, ("xacro",), harmless=as_xml),
    "urdf.write": Target(lambda **a: urdf.write(urdf.read(**a)), {"text": ROBOT.urdf()}, ("urdf", "link", "joint")),
    "bringup.parse": Target(bringup.parse, {"data": BRINGUP}, ("bringup",)),
    "bringup.links": Target(bringup.links, {"data": BRINGUP}, ("bringup",)),
    "bringup.publishers": Target(
        bringup.publishers, {"data": BRINGUP, "parent": "odom", "child": "base_footprint"}, ("bringup",)
    ),
    "bringup.parents": Target(bringup.parents, {"data": BRINGUP, "child": "base_footprint"}, ("bringup",)),
    **{
        f"bringup field {name}": Target(
            lambda _name=name, **a: bringup.parse([NODE | a]), {name: NODE[name]}, ("bringup",)
        )
        for name in NODE
    },
    "bringup arguments[0]": Target(
        lambda word: bringup.parse([NODE | {"arguments": [word]}]), {"word": "a"}, ("bringup",)
    ),
    "bringup remapping": Target(
        lambda pair: bringup.parse([NODE | {"remappings": [pair]}]), {"pair": ["/tf", "tf"]}, ("bringup",)
    ),
    **{
        f"{kind.executable} {parameter.name}": Target(
            lambda value, _kind=kind, _name=parameter.name: bringup.links(
                [{"package": _kind.package, "executable": _kind.executable, "parameters": {_name: value}}]
            ),
            {"value": parameter.default},
            ("bringup",),
        )
        for kind in NODE_TYPES
        for parameter in kind.parameters
    },
}
WORLD_TARGETS = {
    "Mount": Target(
        lambda **a: robots.Robot("r", (robots.Mount(**a),), scan_frame="base_scan"),
        {
            "parent": "base_footprint",
            "child": "base_scan",
            "transform": Transform(),
            "type": "revolute",
            "joint": "j",
            "axis": (0.0, 0.0, 1.0),
            "limits": urdf.Limits(-1.0, 1.0),
            "mimic": urdf.Mimic("k"),
            "swing": motion.Swing(),
            "driver": "",
        },
        ("mounts", "scan_frame"),
    ),
    "Robot": Target(
        robots.Robot,
        {
            "name": "r",
            "mounts": ROBOT.mounts,
            "base": "base_footprint",
            "odom": "odom",
            "map": "map",
            "scan_frame": "base_scan",
            "namespace": "robot1",
            "prefix": "robot1/",
            "start": Transform(),
            "described": False,
            "drivers": (),
        },
        ("mounts", "scan_frame"),
    ),
    "Robot.joint_positions": Target(ROBOT.joint_positions, {"seconds": 1.5}),
    "Fleet": Target(robots.Fleet, {"name": "f", "robots": (ROBOT,)}),
    "Fleet.mount": Target(FLEET.mount, {"child": "robot1/base_scan"}),
    "Fleet.transform": Target(FLEET.transform, {"parent": "robot1/base_link", "child": "robot1/base_scan"}),
    "robots.find": Target(robots.find, {"design": "car"}),
    "robots.from_urdf": Target(robots.from_urdf, {"source": ROBOT.urdf()}, ("urdf", "link", "joint", "xacro")),
    "robots.from_json": Target(robots.from_json, {"text": robots.to_json(FLEET)}, ("design",)),
    "robots.to_json": Target(robots.to_json, {"design": FLEET}),
    **{
        f"design field {name}": Target(
            lambda _name=name, **a: robots.from_json(json.dumps(DOCUMENT | a)),
            {name: value},
            ("design",),
            harmless=not_json,
        )
        for name, value in DOCUMENT.items()
    },
    "Swing": Target(motion.Swing, {"centre": 0.0, "amplitude": 1.0, "period": 4.0, "speed": 0.0}),
    "figure_eight": Target(
        motion.figure_eight, {"radius": 1.0, "speed": 0.4, "laps": 2}, ("amount", "forward", "turning", "seconds")
    ),
    "drive_straight": Target(motion.drive_straight, {"metres": 1.0, "speed": 0.4}, ("amount", "forward", "seconds")),
    "turn_on_the_spot": Target(
        motion.turn_on_the_spot, {"radians": 1.0, "speed": 0.4}, ("amount", "turning", "seconds")
    ),
    "standing": Target(motion.standing, {"seconds": 5.0}),
    "Robot.mount": Target(ROBOT.mount, {"child": "base_scan"}),
    "Robot.transform": Target(ROBOT.transform, {"parent": "base_link", "child": "base_scan"}, ("child",)),
    "World": Target(
        World,
        {"design": ROBOT, "seed": 0, "motion": motion.patrol(), "loop_closure": LoopClosure(), "nodes": BRINGUP},
        ("bringup",),
    ),
    "World.with_bringup": Target(WORLD.with_bringup, {"data": BRINGUP}, ("bringup",)),
    "World.with_fault": Target(WORLD.with_fault, {"fault": faults.MissingStatic()}),
    "World.truth": Target(WORLD.truth, {"seconds": 1.5}),
    "World.odometry": Target(WORLD.odometry, {"seconds": 1.5}),
    "World.run": Target(WORLD.run, {"seconds": 0.01, "subscriber": Subscriber()}, harmless=as_seconds),
    "Subscriber": Target(
        Subscriber,
        {
            "start": 0.0,
            "qos": Subscriber().qos,
            "static_qos": Subscriber().static_qos,
            "clock_offset": 0.0,
            "node": "/a",
        },
    ),
    "Leg": Target(motion.Leg, {"forward": 1.0, "turning": 1.0, "seconds": 1.0}),
    "Motion": Target(motion.Motion, {"legs": (motion.Leg(1.0, 0.0, 1.0),), "start": Transform()}),
    "straight": Target(motion.straight, {"metres": 1.0, "speed": 0.4}, ("amount", "forward", "seconds")),
    "turn": Target(motion.turn, {"radians": 1.0, "speed": 0.4}, ("amount", "turning", "seconds")),
    "stop": Target(motion.stop, {"seconds": 1.0}),
    "faults.Swap": Target(faults.Swap, {"parent": "base_link", "child": "base_scan"}),
    "faults.MissingStatic": Target(faults.MissingStatic, {"parent": "base_link", "child": "base_scan"}),
    "faults.WrongBaseFrame": Target(faults.WrongBaseFrame, {"node": "slam_toolbox", "frame": "base_link"}),
    "faults.TwoParents": Target(
        faults.TwoParents, {"child": "base_scan", "parent": "base_footprint", "order": "last", "transform": None}
    ),
    **{
        f"{fault.name}.{method}": Target(getattr(fault(), method), {"bringup": BRINGUP})
        for fault in faults.FAULTS
        for method in ("applies_to", "change_bringup")
        if hasattr(fault, method)
    },
}
LESSON_TARGETS = {
    "explain": Target(explain.explain, {"text": "Detected jump back in time. Clearing tf buffer."}),
    "explain.as_text": Target(explain.as_text, {"explanations": ()}),
    "bridge.for_robot": Target(bridge.for_robot, {"design": ROBOT}),
    "direction.way": Target(direction.way, {"name": "swap"}, ("way",)),
    "direction.publish": Target(direction.publish, {"name": "swap", "intended": link()}, ("way",)),
    "direction.predict": Target(
        direction.predict, {"name": "swap", "intended": direction.link(0.2), "probe": (1, 2, 3)}, ("way",)
    ),
    "direction.measure": Target(
        direction.measure, {"buffer": filled(), "intended": link(), "probe": (1, 2, 3)}, ("point",), TF2S
    ),
    "direction.link": Target(
        direction.link,
        {"offset": 0.2, "z": 0.1, "yaw": 0.3, "parent": "base_link", "child": "laser"},
        ("translation", "(roll"),
    ),
    "direction.decision": Target(direction.decision, {"name": "swap"}, ("decision",)),
    "direction.diagnose_ratio": Target(
        direction.diagnose_ratio, {"ratio": 2.0, "rotated": False, "child_above": True, "tolerance": 0.02}
    ),
    "direction.clash_case": Target(direction.clash_case, {"own_link": "dynamic", "swap": "first"}),
    "direction.run_clash": Target(direction.run_clash, {"seconds": 0.1}, harmless=as_seconds),
    "quizzes.question": Target(quizzes.question, {"id": "direction-imu", "seed": 0}),
    **{
        f"quizzes.grade {id}": Target(lambda answer, _one=one: quizzes.grade(_one, answer), {"answer": one.key})
        for id, one in QUESTION.items()
    },
    "quizzes.check_transform": Target(
        lambda given: quizzes.check_transform(given, Transform((1, 2, 3))), {"given": Transform((1, 2, 3))}
    ),
    "quizzes.check_transform link": Target(lambda given: quizzes.check_transform(given, link()), {"given": link()}),
    **{
        f"quizzes.check_transform {name}": Target(
            lambda _name=name, **a: quizzes.check_transform(
                {"x": 1, "y": 2, "z": 3, "yaw": 0} | a, Transform((1, 2, 3))
            ),
            {name: 1},
        )
        for name in ("x", "yaw", "frame_id", "rotation")
    },
    "m7_l2.check": Target(lambda name: m7_l2.check(name, []), {"name": "findings_form"}, ("check",)),
    "m7_l2.check findings": Target(lambda answer: m7_l2.check("findings_form", answer), {"answer": []}),
    "m7_l2.check bringup": Target(lambda answer: m7_l2.check("connected", answer), {"answer": []}, ("check",)),
}
TARGETS = BUFFER_TARGETS | COMPAT_TARGETS | VALUE_TARGETS | BRINGUP_TARGETS | WORLD_TARGETS | LESSON_TARGETS
CASES = [(name, argument) for name, target in TARGETS.items() for argument in target.sound]

quick = settings(
    max_examples=settings.default.max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    monkeypatch.setattr(logging.getLogger("tfsandbox.tf2"), "disabled", True)


@pytest.mark.parametrize("name", TARGETS)
def test_the_sound_arguments_are_sound(name):
    TARGETS[name].call(**TARGETS[name].sound)


def shown(value: object) -> str:
    try:
        return repr(value)[:80]
    except Exception:
        return type(value).__name__


def complaint(name: str, argument: str, value: object) -> str:
    """What is wrong with how a function takes a value; "" when nothing is."""
    target = TARGETS[name]
    if target.harmless(value):
        return ""
    try:
        target.call(**target.sound | {argument: value})
    except InputError as error:
        place = re.split(r"[\[., ]", error.argument)[0]
        named = place in (argument, *target.names) and str(error).startswith(f"{error.argument} is ") and error.cure
        return "" if named else f"{shown(value)}: names {error.argument!r}"
    except Exception as error:
        return "" if isinstance(error, target.allowed) and str(error) else f"{shown(value)}: {error!r}"
    return ""


@pytest.mark.parametrize(("name", "argument"), CASES, ids=lambda part: part)
def test_odd_things_are_taken_or_refused_by_name(name, argument):
    complaints = [found for value in ODD if (found := complaint(name, argument, value))]
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("name", TARGETS)
@quick
@given(st.data())
def test_nested_junk_is_taken_or_refused_by_name(name, data):
    argument, value = data.draw(st.sampled_from(list(TARGETS[name].sound))), data.draw(junk)
    assert not complaint(name, argument, value)


names = st.text(st.characters(codec="utf-8"), max_size=3) | st.sampled_from(["odom", "base_link", "/", "", "NO_PARENT"])
numbers = st.floats() | st.integers(-(2**70), 2**70) | st.sampled_from([0.0, 1.0])
times = st.integers(-(2**63) + 1, 2**63 - 1) | st.integers(0, 5 * SECOND)


@quick
@given(
    st.lists(st.tuples(names, names, st.tuples(*[numbers] * 7), times, st.booleans()), max_size=8),
    st.tuples(names, names, names),
    times,
    st.sampled_from(["humble", "jazzy", "jazzy_0_36_4", "kilted", "rolling"]),
)
def test_any_numbers_and_names_a_robot_may_publish(published, frames, ns, distro):
    buffer = Buffer(distro=distro)
    for parent, child, values, stamp_ns, static in published:
        try:
            value = StampedTransform(parent, child, Transform(values[:3], values[3:]), stamp_ns)
        except InputError:
            continue
        assert buffer.set_transform(value, static=static) in (True, False)
    time = Time(nanoseconds=ns)
    for ask in (
        lambda: buffer.lookup_transform(frames[0], frames[1], time),
        lambda: buffer.lookup_transform(frames[0], frames[1]),
        lambda: buffer.lookup_transform_full(frames[0], time, frames[1], 0, frames[2]),
        lambda: buffer.get_latest_common_time(frames[0], frames[1]),
        lambda: buffer.lookup_velocity(frames[0], frames[1], time, 0.1),
    ):
        try:
            ask()
        except TransformException as error:
            str(error)
    buffer.can_transform(frames[0], frames[1], time)
    buffer.can_transform_full(frames[0], time, frames[1], 0, frames[2])
    buffer.lookup_transforms(frames[0], frames[1], times_ns=[ns, 0])
    for text in (buffer.all_frames_as_yaml(time), buffer.all_frames_as_string(), buffer.all_frames_as_dot(time)):
        assert isinstance(text, str)


@quick
@given(junk)
def test_a_bringup_survives_json(value):
    try:
        nodes = bringup.parse([NODE | {"parameters": {"odometry_frame": value, "other": value}}])
    except InputError:
        return
    assert bringup.parse(json.loads(json.dumps(bringup.plain(nodes)))) == nodes
