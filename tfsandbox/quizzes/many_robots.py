"""Questions about several robots in one tree (lesson 09): prefixes, namespaces, collisions."""

from __future__ import annotations

import math
from random import Random

from tfsandbox.buffer import Buffer
from tfsandbox.geometry import Transform
from tfsandbox.nodes.bridge.plan import prefixed
from tfsandbox.nodes.host import resolve
from tfsandbox.quizzes.grading import Choice, Kind, Question
from tfsandbox.quizzes.handmade import choosing, drawn, fixed, refusal

_ROBOTS = ("robot1", "robot2", "scout", "tug3", "rover_a")
_SENSORS = ("laser", "lidar_2d", "imu_link", "rgb_camera", "base_scan")


def bridge_names(rng: Random) -> Question:
    """Return a choice: what a bridge that prefixes makes of three names."""
    robot, sensor = rng.choice(_ROBOTS), rng.choice(_SENSORS)
    given = (sensor, f"{robot}/odom", "world")

    def listed(*names: str) -> str:
        return ", ".join(names)

    choices = (
        Choice(
            listed(*(prefixed(name, robot) for name in given)),
            "The prefix is added once. A name that has it stays, and world belongs to everybody.",
        ),
        Choice(
            listed(*(f"{robot}/{name}" for name in given[:2]), "world"),
            f"{robot}/odom begins with the prefix already, so it is not added again.",
            "doubled",
        ),
        Choice(
            listed(f"{robot}/{sensor}", given[1], f"{robot}/world"),
            "world is never prefixed: it is the one frame that all robots share.",
            "world_prefixed",
        ),
        Choice(
            listed(*given),
            "Prefixing is on: the plain sensor's name gets the namespace in front.",
            "no_prefix",
        ),
    )
    statement = (
        f"A simulator's bridge runs in namespace {robot} and prefixes frames with it. Its settings name the frames "
        f"{listed(*given)}. Under which names are they published?"
    )
    return choosing("robots-bridge-names", statement, rng, choices)


def namespace_alone(rng: Random) -> Question:
    """Return a choice: what a namespace changes for tf, and what not."""
    robot, sensor = rng.choice(_ROBOTS), rng.choice(_SENSORS)
    topic = resolve("/tf_static", f"/{robot}/robot_state_publisher")
    moved = resolve("tf_static", f"/{robot}/robot_state_publisher")
    choices = (
        Choice(
            f"on {topic}, as {sensor}",
            "The topic begins with a slash, so the namespace does not move it. Frame names are plain text inside.",
        ),
        Choice(
            f"on {moved}, as {sensor}",
            "tf2 publishes on /tf_static, with a slash. Only a remapping moves it.",
            "topic_moved",
        ),
        Choice(
            f"on {topic}, as {robot}/{sensor}",
            "A namespace does not touch the text inside messages. frame_prefix does.",
            "frame_prefixed",
        ),
        Choice(
            f"on {moved}, as {robot}/{sensor}",
            "A namespace alone does neither: it needs a remapping and a frame_prefix.",
            "both_moved",
        ),
    )
    statement = (
        f"robot_state_publisher is started in the namespace {robot}, nothing else is set. The URDF has a link "
        f"{sensor} on a fixed joint. Where and under which name does it appear?"
    )
    return choosing("robots-namespace", statement, rng, choices)


def remapped(rng: Random) -> Question:
    """Return a choice: why a tool on the desk does not know a robot whose /tf was remapped."""
    robot = rng.choice(_ROBOTS)
    topic = resolve("tf", f"/{robot}/ekf_node")
    buffer = Buffer()
    fixed(buffer, "dock", "dock_camera")
    text = buffer.can_transform("odom", "base_link", return_debug_tuple=True)[1]
    choices = (
        Choice(
            f"-r /tf:=/{robot}/tf -r /tf_static:=/{robot}/tf_static",
            f"The robot publishes on {topic}: the tool has to listen there, too.",
        ),
        Choice(
            f"-p frame_prefix:={robot}/ -p use_sim_time:=true",
            "The frames' names were not changed. They arrive on another topic.",
            "prefix_for_topic",
        ),
        Choice(
            f"-r odom:={robot}/odom -r base_link:={robot}/base_link",
            "A remapping renames topics, never frames inside of messages.",
            "remapped_frames",
        ),
        Choice(
            "nothing, but tf2_echo has to wait for some seconds more",
            "Waiting does not help: nothing of this robot comes in on /tf.",
            "wait",
        ),
    )
    statement = (
        f"All nodes of {robot} run in its namespace, with /tf:=tf and /tf_static:=tf_static. On the desk "
        f"tf2_echo odom base_link waits and says: \u201c{text}\u201d What do you add after --ros-args?"
    )
    return choosing("robots-remapped", statement, rng, choices)


def frame_count(rng: Random) -> Question:
    """Return a numeric question: how many frames does a tree of several robots have?"""
    return drawn(rng, _frame_count)


def _frame_count(rng: Random) -> Question:
    robots, sensors = rng.randrange(2, 6), rng.randrange(2, 6)
    prefixes = rng.random() < 0.5
    counts = {with_: _frames(robots, sensors, with_) for with_ in (True, False)}
    key, other = counts[prefixes], counts[not prefixes]
    each = sensors + 2
    told = "with prefixes each robot has frames of its own" if prefixes else "equal names are one frame for tf2"
    choices = (
        Choice(key, f"Count map once; {told}."),
        Choice(other, f"Look at the names again: {told}.", "prefix_ignored" if prefixes else "names_are_not_robots"),
        Choice(float(robots * (each + 1)), "map is shared: count it once, and equal names once.", "map_per_robot"),
        Choice(key - 1.0, "map is a frame, too.", "map_left_out"),
    )
    how = "each with its own prefix" if prefixes else "all without a prefix"
    statement = (
        f"{robots} equal robots share /tf and the frame map, {how}. Each publishes map -> odom, odom -> base_link and "
        f"{sensors} sensors on base_link. How many frames does one listener know?"
    )
    hint = "A frame is a name. Write down the different names."
    return Question("robots-frame-count", statement, Kind.NUMERIC, key, choices, hint, 0.2)


def _frames(robots: int, sensors: int, prefixes: bool) -> float:
    buffer = Buffer()
    for number in range(robots):
        space = f"robot{number}" if prefixes else ""
        odom, base = prefixed("odom", space), prefixed("base_link", space)
        fixed(buffer, "map", odom)
        fixed(buffer, odom, base)
        for sensor in range(sensors):
            fixed(buffer, base, prefixed(f"sensor{sensor}", space))
    return float(len(buffer.get_frame_names()))


def later_wins(rng: Random) -> Question:
    """Return a numeric question: two robots latch one sensor name with different mounts."""
    return drawn(rng, _later_wins)


def _later_wins(rng: Random) -> Question:
    first, second = rng.randrange(10, 50) / 100, rng.randrange(10, 50) / 100
    sensor = rng.choice(_SENSORS)
    buffer = Buffer()
    fixed(buffer, "base_link", sensor, Transform((first, 0.0, 0.0)))
    fixed(buffer, "base_link", sensor, Transform((second, 0.0, 0.0)))
    key = round(buffer.lookup_transform("base_link", sensor).transform.translation.x, 6)
    choices = (
        Choice(key, "A static link holds one value. The later one replaces the earlier one, for both robots."),
        Choice(first, "The first robot's mount was replaced when the second robot's arrived.", "first_stays"),
        Choice(round((first + second) / 2, 6), "tf2 does not average. It keeps the later value.", "mean"),
        Choice(round(first + second, 6), "Two values for one link are not chained. One replaces the other.", "sum"),
    )
    statement = (
        f"Two robots share /tf_static without prefixes. Robot 1 publishes base_link -> {sensor} with x = {first:g} m, "
        f"a second later robot 2 the same link with x = {second:g} m. Where does a lookup put robot 1's {sensor}?"
    )
    hint = "How many values does a static link hold?"
    return Question("robots-later-wins", statement, Kind.NUMERIC, key, choices, hint, 0.01, "m")


def lost_prefix(rng: Random) -> Question:
    """Return a choice: a driver that does not know its robot's prefix."""
    robot, sensor = rng.choice(_ROBOTS), rng.choice(_SENSORS)
    buffer = Buffer()
    fixed(buffer, prefixed("base_link", robot), prefixed(sensor, robot))
    text = refusal(buffer, prefixed("base_link", robot), sensor)
    mended = not refusal(buffer, prefixed("base_link", robot), prefixed(sensor, robot))
    choices = (
        Choice(
            f"Set the driver's frame_id to {robot}/{sensor}.",
            "The header has to name the frame as it stands in the tree, prefix included.",
            "" if mended else "driver",
        ),
        Choice(
            f"Start the driver in the namespace {robot}.",
            "A namespace moves topics. The name in the header stays as it is.",
            "namespace_for_prefix",
        ),
        Choice(
            f"Publish map -> {sensor} as a static link.",
            "Then the data hang on the map and no longer drive with the robot.",
            "tied_to_map",
        ),
        Choice(
            f"Set frame_prefix of the model to {robot}/{robot}/.",
            "The tree has its prefix. It is the driver that lacks it.",
            "doubled",
        ),
    )
    statement = (
        f"The model of {robot} is published with frame_prefix {robot}/. For its sensor data tf2 says: "
        f"\u201c{text}\u201d What mends it?"
    )
    return choosing("robots-lost-prefix", statement, rng, choices)


def meeting(rng: Random) -> Question:
    """Return a numeric question: where is one robot, seen from the other, through the shared map?"""
    return drawn(rng, _meeting)


def _meeting(rng: Random) -> Question:
    yaw_deg = rng.choice((-120, -90, -60, 60, 90, 120))
    x1, y1, x2, y2 = (rng.randrange(-30, 31) / 10 for _ in range(4))
    one, two = Transform.from_rpy(x1, y1, yaw=math.radians(yaw_deg)), Transform((x2, y2, 0.0))
    buffer = Buffer()
    fixed(buffer, "map", "robot1/base_link", one)
    fixed(buffer, "map", "robot2/base_link", two)
    key = _x(buffer, "robot1/base_link", "robot2/base_link")
    choices = (
        Choice(key, "From robot 2 up to map, then down to robot 1, with its heading."),
        Choice(round(x2 - x1, 6), "Robot 1 is turned. Subtracting the poses leaves its heading out.", "subtracted"),
        Choice(_x(buffer, "robot2/base_link", "robot1/base_link"), "That is robot 1 in robot 2's frame.", "inverse"),
        Choice(round((one @ two).translation[0], 6), "Go against the link map -> robot1: invert it first.", "order"),
    )
    statement = (
        f"In map, robot1/base_link is at ({x1:g}, {y1:g}) m with yaw {yaw_deg} degrees, robot2/base_link at "
        f"({x2:g}, {y2:g}) m with yaw 0. Which x has robot2/base_link in robot1/base_link?"
    )
    hint = "Use inverse(T_map_robot1) @ T_map_robot2."
    return Question("robots-meeting", statement, Kind.NUMERIC, key, choices, hint, 0.02, "m")


def _x(buffer: Buffer, target: str, source: str) -> float:
    return round(buffer.lookup_transform(target, source).transform.translation.x, 6) + 0.0


QUESTIONS = (bridge_names, namespace_alone, remapped, frame_count, later_wins, lost_prefix, meeting)
