"""One test for each rule of what a simulator's bridge publishes."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from tfsandbox import Buffer, Recording, Transform, World, bringup, robots
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.nodes import bridge
from tfsandbox.nodes.bridge.plan import OPTICAL, prefixed
from tfsandbox.nodes.bridge.sensors import SensorError, parse, pose_text
from tfsandbox.recording import (
    TF_QOS,
    TF_STATIC_LISTENER_QOS,
    TF_STATIC_PUBLISHER_QOS,
    ClockReading,
    Durability,
    QoS,
    Reliability,
    StampedHeader,
    StampedTransform,
)
from tfsandbox.world import Event, Subscriber

MS = 1_000_000
LIDAR = "lidar_2d x=0.1 z=0.2"
DEFAULTS = ["odometry", "imu_sensor", "lidar_2d", "rgb_camera"]


def a_bridge(*sensors: str, namespace: str = "", name: str = "", **parameters: Any) -> dict[str, Any]:
    given = {"sensors": list(sensors), **parameters} if sensors else parameters
    return {
        "package": "simulator_bridge",
        "executable": "robot_bridge",
        "namespace": namespace,
        "name": name,
        "parameters": given,
    }


def world(*nodes: dict[str, Any], events: tuple[Event, ...] = ()) -> World:
    return World(robots.diff_drive(), nodes=bringup.parse(list(nodes or [a_bridge()])), events=events)


def run(*nodes: dict[str, Any], events: tuple[Event, ...] = (), seconds: float = 1.0, **subscriber: Any) -> Recording:
    return world(*nodes, events=events).run(seconds, Subscriber(**subscriber))


def moving(seen: Recording) -> list[StampedTransform]:
    return [t for d in seen.deliveries if d.topic == "/tf" for t in d.transforms]


def latched(seen: Recording) -> dict[str, StampedTransform]:
    """The last message on /tf_static, by child: what a late joiner gets."""
    messages = [d for d in seen.deliveries if d.topic == "/tf_static"]
    return {t.child_frame_id: t for t in messages[-1].transforms} if messages else {}


def edges(seen: Recording) -> set[tuple[str, str]]:
    return {(t.frame_id, t.child_frame_id) for t in latched(seen).values()}


def clock(seen: Recording, topic: str = "/clock") -> list[int]:
    return [d.payload.clock_ns for d in seen.deliveries if d.topic == topic and isinstance(d.payload, ClockReading)]


def headers(seen: Recording, topic: str) -> list[StampedHeader]:
    return [d.payload for d in seen.deliveries if d.topic == topic and isinstance(d.payload, StampedHeader)]


def said(seen: Recording, severity: str) -> list[str]:
    return [line.text for line in seen.log if line.severity == severity]


def qos(seen: Recording, topic: str) -> QoS:
    (found,) = {e.qos for e in seen.endpoints if e.topic == topic}
    return found


# Dynamic


def test_the_first_odometry_sensor_moves_the_base_on_tf() -> None:
    seen = run(a_bridge("odometry rate=20", "odometry frame_id=wheel_odom topic=wheels rate=100"))
    assert {(t.frame_id, t.child_frame_id) for t in moving(seen)} == {("odom", "base_link")}
    assert len(moving(seen)) == len(headers(seen, "/odom")) == 20
    assert len(headers(seen, "/wheels")) == 99


def test_the_moving_link_carries_simulation_time_and_the_odometry_then() -> None:
    here = world(a_bridge("odometry", use_sim_time=True))
    for sent in moving(here.run(1.0)):
        assert 0 < sent.stamp_ns < 1_000 * MS
        assert sent.transform.is_close(here.odometry(sent.stamp_ns / 1e9))


def test_qualities_of_service_are_as_told() -> None:
    seen = run()
    assert qos(seen, "/tf") == QoS(100, Reliability.RELIABLE, Durability.VOLATILE) == TF_QOS
    assert qos(seen, "/tf_static") == QoS(1, Reliability.RELIABLE, Durability.TRANSIENT_LOCAL)
    assert qos(seen, "/clock") == QoS(10, Reliability.RELIABLE, Durability.VOLATILE)


@pytest.mark.parametrize(("asked", "least"), [(False, 500 * MS), (True, 0)])
def test_invalid_samples_are_published_only_if_asked_for(asked: bool, least: int) -> None:
    sent = moving(run(a_bridge("odometry valid_from=0.5", publish_invalid=asked)))
    early = [t for t in sent if t.stamp_ns < 500 * MS]
    assert bool(early) is asked
    assert min(t.stamp_ns for t in sent) >= least
    assert all(t.transform == Transform() for t in early)


@pytest.mark.parametrize(
    ("node", "reason"),
    [
        (a_bridge(LIDAR), "there is no odometry sensor"),
        (a_bridge("odometry tracks=wheel", LIDAR), 'tracks "wheel", not the base "base_link"'),
        (a_bridge("odometry frame_id=map", LIDAR), 'says "map" -> "base_link"'),
        (a_bridge("odometry", LIDAR, base_frame_id="base_footprint"), 'set to "odom" -> "base_footprint"'),
        (a_bridge("odometry", LIDAR, odom_frame_id="wheel_odom"), 'set to "wheel_odom" -> "base_link"'),
        (a_bridge("odometry", LIDAR, base_override="chassis z=0.1"), 'not the base "chassis"'),
    ],
)
def test_refused_dynamic_tf_is_one_error_and_the_rest_works(node: dict[str, Any], reason: str) -> None:
    seen = run(node)
    assert moving(seen) == []
    (error,) = said(seen, "ERROR")
    assert reason in error
    assert "lidar_2d" in latched(seen)
    assert headers(seen, "/scan")
    assert clock(seen)
    assert [link for _, link in bringup.links([node]) if not link.static] == []


def test_names_that_agree_are_accepted() -> None:
    node = a_bridge("odometry child_frame_id=base tracks=base", base_frame_id="base")
    assert {t.child_frame_id for t in moving(run(node))} == {"base"}


def test_map_to_odom_is_never_published() -> None:
    seen = run()
    assert "map" not in {
        name for t in (*moving(seen), *latched(seen).values()) for name in (t.frame_id, t.child_frame_id)
    }


# Static


def test_default_frames_hang_below_the_base() -> None:
    assert edges(run()) == {
        ("base_link", "imu_sensor"),
        ("base_link", "lidar_2d"),
        ("base_link", "rgb_camera"),
        ("rgb_camera", "rgb_camera_optical"),
    }


def test_cameras_have_an_optical_frame_that_image_and_camera_info_use() -> None:
    seen = run(a_bridge("odometry", "rgb_camera frame_id=front topic=front x=0.2"))
    assert latched(seen)["front_optical"].transform == OPTICAL == Transform((0, 0, 0), (-0.5, 0.5, -0.5, 0.5))
    for topic in ("/front/image_raw", "/front/camera_info"):
        assert {header.frame_id for header in headers(seen, topic)} == {"front_optical"}
    assert {header.frame_id for header in headers(run(), "/scan")} == {"lidar_2d"}


def test_the_static_is_the_sensors_pose_with_scale_removed() -> None:
    plain = latched(run(a_bridge("lidar_2d x=0.1 z=0.2 yaw=1.5")))["lidar_2d"].transform
    scaled = latched(run(a_bridge("lidar_2d x=0.1 z=0.2 yaw=1.5 scale=3.0")))["lidar_2d"].transform
    assert plain == scaled == Transform.from_rpy(0.1, 0.0, z=0.2, yaw=1.5)


def test_the_odometry_sensor_has_no_static() -> None:
    seen = run(a_bridge("odometry x=1.0", "odometry frame_id=other", LIDAR))
    assert set(latched(seen)) == {"lidar_2d"}


def test_a_sensor_in_the_odometry_frame_is_skipped_with_a_warning() -> None:
    seen = run(a_bridge("odometry", "rgb_camera frame_id=odom", LIDAR))
    assert set(latched(seen)) == {"lidar_2d"}
    assert said(seen, "WARN") == ['sensor "rgb_camera" is skipped: its frame "odom" is the odometry frame']


def test_a_sensor_in_the_base_frame_needs_no_static() -> None:
    seen = run(a_bridge("odometry", "imu_sensor frame_id=base_link", "rgb_camera frame_id=base_link"))
    assert edges(seen) == {("base_link", "base_link_optical")}
    assert said(seen, "WARN") == []


def test_statics_of_all_bridges_are_one_latched_message_of_one_publisher() -> None:
    nodes = [a_bridge("lidar_2d frame_id=a"), a_bridge("lidar_2d frame_id=b", namespace="two")]
    seen = run(*nodes, start=0.5)
    assert [e.node for e in seen.endpoints if e.topic == "/tf_static"] == ["/robot_bridge"]
    (only,) = [d for d in seen.deliveries if d.topic == "/tf_static"]
    assert {t.child_frame_id for t in only.transforms} == {"a", "b"}


def test_a_volatile_listener_never_gets_latched_statics() -> None:
    seen = run(static_qos=QoS(100), start=0.5)
    assert latched(seen) == {}
    assert latched(run(static_qos=TF_STATIC_LISTENER_QOS, start=0.5))
    assert TF_STATIC_PUBLISHER_QOS.depth == 1


def test_a_moved_sensor_changes_tf_only_after_a_refresh() -> None:
    move = Event(0.3, "move_sensor", {"frame": "lidar_2d", "pose": "x=0.5"})
    seen = run(events=(move,))
    assert latched(seen)["lidar_2d"].transform == Transform()
    seen = run(events=(move, Event(0.6, "refresh")))
    assert latched(seen)["lidar_2d"].transform == Transform((0.5, 0.0, 0.0))
    assert said(seen, "WARN") == []


def test_statics_come_at_start_after_refresh_and_after_every_reconnect() -> None:
    events = (Event(0.2, "refresh"), Event(0.4, "disconnect"), Event(0.5, "reconnect"), Event(0.7, "reconnect"))
    seen = run(events=events)
    times = [d.receive_ns // MS for d in seen.deliveries if d.topic == "/tf_static"]
    assert times == [10, 200, 500, 700]


def test_nothing_is_published_while_disconnected() -> None:
    seen = run(events=(Event(0.4, "disconnect"), Event(0.6, "reconnect")))
    between = [d for d in seen.deliveries if 400 * MS < d.receive_ns < 600 * MS]
    assert between == []
    for topic in ("/tf", "/tf_static", "/clock", "/scan"):
        assert [d for d in seen.deliveries if d.topic == topic and d.receive_ns >= 600 * MS], topic
    late = run(events=(Event(0.4, "disconnect"),), start=0.5)
    assert late.deliveries == ()


def test_a_refresh_while_disconnected_waits_for_the_reconnect() -> None:
    seen = run(events=(Event(0.4, "disconnect"), Event(0.5, "refresh"), Event(0.8, "reconnect")), start=0.45)
    assert {d.receive_ns // MS for d in seen.deliveries if d.topic == "/tf_static"} == {800}


def test_the_later_registration_wins_with_a_warning_if_the_content_differs() -> None:
    same = run(a_bridge(LIDAR, name="one"), a_bridge(LIDAR, name="two"))
    assert said(same, "WARN") == []
    seen = run(a_bridge(LIDAR, name="one"), a_bridge("lidar_2d x=0.7", name="two"))
    assert latched(seen)["lidar_2d"].transform.translation == (0.7, 0.0, 0.0)
    (line,) = [line for line in seen.log if line.severity == "WARN"]
    assert line.node == "/two"
    assert "the later one" in line.text
    assert '"lidar_2d" was registered before with other content' in line.text


def test_who_registers_again_is_the_later_one() -> None:
    nodes = (a_bridge(LIDAR, name="one"), a_bridge("lidar_2d x=0.7", name="two"))
    seen = run(*nodes, events=(Event(0.5, "register", {"node": "/one", "sensor": "imu_sensor"}),))
    assert latched(seen)["lidar_2d"].transform.translation == (0.1, 0.0, 0.2)
    assert "imu_sensor" in latched(seen)


def test_a_sensor_registered_while_running_is_published_and_samples() -> None:
    seen = run(a_bridge("odometry"), events=(Event(0.5, "register", "lidar_2d frame_id=late topic=late rate=20"),))
    assert set(latched(seen)) == {"late"}
    assert 8 <= len(headers(seen, "/late")) <= 10


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lidr", 'no sensor type "lidr"'),
        ("lidar_2d x=abc", "x has to be a finite number"),
        ("lidar_2d x=nan", "finite"),
        ("lidar_2d rate=0", "rate has to be"),
        ("lidar_2d colour=red", '"colour=red" is not an option'),
        ("lidar_2d frame_id", '"frame_id" is not an option'),
        ("", 'no sensor type ""'),
    ],
)
def test_sensors_that_make_no_sense_are_skipped_with_a_warning(text: str, reason: str) -> None:
    seen = run(a_bridge("odometry", text, "imu_sensor"), events=(Event(0.5, "register", text),))
    assert len(said(seen, "WARN")) == 2
    assert all("is skipped" in line and reason in line for line in said(seen, "WARN"))
    assert set(latched(seen)) == {"imu_sensor"}
    with pytest.raises(SensorError):
        parse(text)


def test_junk_for_sensors_and_events_leaves_the_bridge_running() -> None:
    junk: tuple[Any, ...] = (None, 5, {}, {"frame": 3}, {"sensor": None}, [1], object())
    events = [Event(0.3, name, value) for value in junk for name in ("register", "move_sensor", "refresh")]
    events.append(Event(0.3, "move_sensor", {"frame": "lidar_2d", "pose": "x=?"}))
    seen = run(events=tuple(events))
    assert set(latched(seen)) == {"imu_sensor", "lidar_2d", "rgb_camera", "rgb_camera_optical"}
    assert 'sensor "lidar_2d" is not moved' in said(seen, "WARN")[-1]
    seen = run(a_bridge(sensors=5))
    assert said(seen, "WARN") == ["sensors is 5: give a list of texts"]
    assert clock(seen)
    assert set(latched(run(a_bridge(sensors=LIDAR)))) == {"lidar_2d"}


# Off-switches, base, prefix


@pytest.mark.parametrize("off", ["publish_tf", "publish_static_tf", "publish_clock"])
def test_each_output_can_be_switched_off_alone(off: str) -> None:
    node = a_bridge(**{off: False})
    seen = run(node)
    outputs = {"publish_tf": moving(seen), "publish_static_tf": latched(seen), "publish_clock": clock(seen)}
    assert [name for name, output in outputs.items() if not output] == [off]
    assert headers(seen, "/odom")
    assert headers(seen, "/scan")
    assert said(seen, "ERROR") == []
    kinds = {link.static for _, link in bringup.links([node])}
    assert kinds == {"publish_tf": {True}, "publish_static_tf": {False}}.get(off, {True, False})


def test_another_base_changes_every_static_and_the_moving_link() -> None:
    chassis = Transform.from_rpy(0.1, 0.0, z=0.2, yaw=0.3)
    node = a_bridge(
        "odometry child_frame_id=chassis tracks=chassis", LIDAR, base_override=f"chassis {pose_text(chassis)}"
    )
    here = world(node)
    seen = here.run(1.0)
    on_chassis = latched(seen)["lidar_2d"]
    assert on_chassis.frame_id == "chassis"
    assert (chassis @ on_chassis.transform).is_close(Transform((0.1, 0.0, 0.2)))
    for sent in moving(seen):
        robot = chassis @ sent.transform @ chassis.inverse()
        assert robot.is_close(here.odometry(sent.stamp_ns / 1e9))


def test_an_override_that_makes_no_sense_is_ignored_with_a_warning() -> None:
    seen = run(a_bridge(base_override="chassis z=high"))
    assert "base_override is ignored" in said(seen, "WARN")[0]
    assert {t.frame_id for t in moving(seen)} == {"odom"}


@pytest.mark.parametrize("named", [{"robot_namespace": "robot1"}, {}])
def test_the_namespace_goes_before_every_frame_once_and_never_before_world(named: dict[str, str]) -> None:
    sensors = ("odometry", "lidar_2d frame_id=robot1/lidar_2d", "rgb_camera", "marker frame_id=world")
    node = a_bridge(*sensors, namespace="robot1", prefix_frames=True, **named)
    seen = run(node)
    assert edges(seen) == {
        ("robot1/base_link", "robot1/lidar_2d"),
        ("robot1/base_link", "robot1/rgb_camera"),
        ("robot1/rgb_camera", "robot1/rgb_camera_optical"),
        ("robot1/base_link", "world"),
    }
    assert {(t.frame_id, t.child_frame_id) for t in moving(seen)} == {("robot1/odom", "robot1/base_link")}
    assert {h.frame_id for h in headers(seen, "/robot1/scan")} == {"robot1/lidar_2d"}
    assert {(link.parent, link.child) for _, link in bringup.links([node])} == edges(seen) | {
        ("robot1/odom", "robot1/base_link")
    }


@pytest.mark.parametrize(
    ("name", "namespace", "full"),
    [
        ("odom", "robot1", "robot1/odom"),
        ("odom", "/robot1/", "robot1/odom"),
        ("robot1/odom", "robot1", "robot1/odom"),
        ("robot10/odom", "robot1", "robot1/robot10/odom"),
        ("world", "robot1", "world"),
        ("odom", "", "odom"),
    ],
)
def test_prefixing_names(name: str, namespace: str, full: str) -> None:
    assert prefixed(name, namespace) == full


def test_robots_with_equal_frames_collide_and_prefixes_keep_them_apart() -> None:
    def two(**more: Any) -> list[dict[str, Any]]:
        return [
            a_bridge("odometry", f"lidar_2d x={x}", namespace=name, robot_namespace=name, **more)
            for x, name in ((0.1, "robot1"), (0.9, "robot2"))
        ]

    seen = run(*two())
    assert len(said(seen, "WARN")) == 1
    assert len(moving(seen)) > 90
    assert {t.child_frame_id for t in moving(seen)} == {"base_link"}
    seen = run(*two(prefix_frames=True))
    assert said(seen, "WARN") == []
    assert set(latched(seen)) == {"robot1/lidar_2d", "robot2/lidar_2d"}


# Clock


def test_one_clock_message_per_tick_of_the_world() -> None:
    seen = run(a_bridge(tick_rate=20.0), seconds=1.0)
    assert clock(seen) == [10 * MS + i * 50 * MS for i in range(20)]


def test_several_bridges_share_one_clock() -> None:
    seen = run(a_bridge(tick_rate=20.0), a_bridge(namespace="two"), seconds=1.0)
    assert len(clock(seen)) == 20
    assert [e.node for e in seen.endpoints if e.topic == "/clock"] == ["/robot_bridge"]


def test_while_paused_the_clock_is_told_frozen_and_sensors_do_not_sample() -> None:
    seen = run(events=(Event(0.4, "pause"), Event(0.8, "resume")))
    paused = [d for d in seen.deliveries if 400 * MS < d.receive_ns < 800 * MS]
    assert {d.topic for d in paused} == {"/clock"}
    assert len(paused) == 20
    assert {d.payload.clock_ns for d in paused} == {400 * MS}
    assert clock(seen)[-1] == pytest.approx(590 * MS, abs=21 * MS)
    assert max(t.stamp_ns for t in moving(seen)) <= 600 * MS


def test_a_dilated_world_slows_clock_and_sensors() -> None:
    seen = run(events=(Event(0.0, "dilate", 0.5),))
    assert clock(seen)[-1] == pytest.approx(495 * MS, abs=11 * MS)
    assert 23 <= len(moving(seen)) <= 25
    assert len(clock(seen)) == 50


def test_a_new_session_starts_from_zero_and_sends_statics_again() -> None:
    seen = run(events=(Event(0.5, "restart"),))
    times = clock(seen)
    back = next(i for i in range(1, len(times)) if times[i] < times[i - 1])
    assert times[back] <= 20 * MS
    assert [d.receive_ns // MS for d in seen.deliveries if d.topic == "/tf_static"] == [10, 500]


def test_a_listeners_buffer_is_cleared_by_a_new_session() -> None:
    session = world(events=(Event(2.0, "restart"),)).start()
    buffer = session.listen(use_sim_time=True)
    session.step(1.5)
    assert buffer.can_transform("odom", "lidar_2d", 1.2)
    session.step(0.8)
    assert not buffer.can_transform("odom", "lidar_2d", 1.2)
    assert buffer.can_transform("odom", "lidar_2d", 0.2)


@pytest.mark.parametrize(
    ("distro", "said", "static"), [("humble", 0, True), ("jazzy", 1, True), ("kilted", 1, True), ("rolling", 1, False)]
)
def test_what_a_python_listener_loses_in_a_new_session(distro: str, said: int, static: bool, caplog: Any) -> None:
    words = ["--frame-id", "base_link", "--child-frame-id", "mast"]
    mast = {"package": "tf2_ros", "executable": "static_transform_publisher", "name": "mast", "arguments": words}
    running = world(a_bridge("odometry"), mast, events=(Event(2.0, "restart"),))
    session = dataclasses.replace(running, distro=distro).start()
    buffer = session.listen(use_sim_time=True)
    session.step(2.1)
    assert caplog.text.count("Detected jump back in time. Clearing tf buffer.") == said
    if static:
        buffer.lookup_transform("base_link", "mast")
    else:
        with pytest.raises(TransformException):
            buffer.lookup_transform("base_link", "mast")


def test_the_clock_can_be_renamed_while_running() -> None:
    seen = run(events=(Event(0.5, "clock_topic", "/sim/clock"),))
    assert clock(seen)[-1] < 500 * MS
    assert clock(seen, "/sim/clock")[0] >= 490 * MS
    assert len(clock(seen)) + len(clock(seen, "/sim/clock")) == 50


@pytest.mark.parametrize("name", ["clock", "", "/", "/clock/", "//clock", "/1clock", "/clo ck", "~/clock"])
def test_an_invalid_clock_topic_is_one_warning_and_no_clock(name: str) -> None:
    seen = run(a_bridge(clock_topic=name), a_bridge(namespace="two", clock_topic=name))
    assert [e for e in seen.endpoints if "Clock" in e.type] == []
    assert said(seen, "WARN") == [f"{name!r} is not a valid absolute topic: the clock is not published"]
    assert moving(seen)


def test_an_invalid_name_stops_a_running_clock_and_a_valid_one_brings_it_back() -> None:
    events = (Event(0.3, "clock_topic", "clock"), Event(0.4, "clock_topic", 7), Event(0.6, "clock_topic", "/clock"))
    seen = run(events=events)
    assert not [t for t in clock(seen) if 310 * MS < t < 600 * MS]
    assert clock(seen)[-1] > 900 * MS
    assert len(said(seen, "WARN")) == 2


def test_nodes_opt_in_with_use_sim_time() -> None:
    def lidar(name: str, **parameters: Any) -> dict[str, Any]:
        more = {"namespace": name, "parameters": parameters}
        return {"package": "rplidar_ros", "executable": "rplidar_node", "name": name, **more}

    seen = run(a_bridge("odometry"), lidar("opted", use_sim_time=True), lidar("forgot"))
    assert all(header.stamp_ns < 1_000 * MS for header in headers(seen, "/opted/scan"))
    assert all(header.stamp_ns > 10**18 for header in headers(seen, "/forgot/scan"))


# For a whole design


@pytest.mark.parametrize("name", ["diff_drive", "diff_drive_no_footprint", "car", "two_robots"])
def test_the_bringup_for_a_design_gives_its_frames_their_places(name: str) -> None:
    design = robots.find(name)
    seen = World(design).with_bringup(bridge.for_robot(design)).run(3.0)
    buffer = Buffer.play(seen)
    # (A scan from before the first odometry is dropped, as on every robot.)
    assert [line for line in seen.log if line.severity in ("WARN", "ERROR") and line.time_ns > 200 * MS] == []
    assert set(design.frames) == set(buffer._getFrameStrings())
    for robot in design.robots:
        assert buffer.can_transform(robot.map, robot.scan_frame)
        for frame in (mount.child for mount in robot.mounts):
            found = buffer.lookup_transform(robot.base, frame)
            if found.header.stamp.sec == found.header.stamp.nanosec == 0:  # nothing moves on the way
                assert transform_of(found).is_close(robot.transform(robot.base, frame)), frame


def test_links_declared_equal_links_published() -> None:
    design = robots.diff_drive()
    nodes = bridge.for_robot(design)
    seen = World(design).with_bringup(nodes).run(2.0)
    declared = {(link.parent, link.child) for _, link in bringup.links(nodes)}
    assert declared == edges(seen) | {(t.frame_id, t.child_frame_id) for t in moving(seen)}
    for link in bringup.static_links(nodes):
        assert link.transform == latched(seen)[link.child].transform


def test_a_design_that_only_drivers_can_move_or_junk_is_refused() -> None:
    with pytest.raises(InputError, match="base_stabilized moves"):
        bridge.for_robot(robots.drone())
    for junk in (None, 5, "diff_drive", object()):
        with pytest.raises(InputError, match=r"^design is "):
            bridge.for_robot(junk)


def test_poses_survive_their_text() -> None:
    pose = Transform.from_rpy(0.1, -0.2, z=1 / 3, roll=0.3, pitch=-0.4, yaw=3.0)
    assert parse(f"marker {pose_text(pose)}").pose.is_close(pose, tolerance=1e-15)
    assert pose_text(Transform()) == ""
