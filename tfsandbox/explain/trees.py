"""Texts about a tree that is in pieces or bites its tail, from tf2 and from those who use it."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.names import ALL_FRAMES, MONITOR
from tfsandbox.explain.pattern import Found, Said, Text

_LONGEST_LOOP = 20
_JOIN = (
    "Find the link that should join the two trees and publish it where it belongs. Do not bridge the trees with "
    "a static "
    "transform just to silence the message: it would pin the robot to one place."
)
_ECHO_STATIC = "ros2 topic echo /tf_static --qos-durability transient_local --once"

_TWO_TREES = Said(
    '"{target}" and "{source}" are both known, but no chain of links joins them: they hang in two trees.',
    (
        Cause(
            "One link is missing: odometry, SLAM or a sensor's mount.",
            "each tree has its own root; one of them should have a parent",
        ),
        Cause(
            "The driver publishes for base_link and the URDF hangs from base_footprint, or the other way round.",
            "two names for one body",
        ),
        Cause(
            "A second publisher took a frame away to another parent.",
            "a child has one parent; the last publisher wins, silently",
        ),
        Cause(
            "Part of the names has a prefix (robot1/) and part has not.",
            "prefixed and plain names are different frames",
        ),
        Cause("The buffer was cleared after a jump of the clock.", "then the message stops by itself"),
    ),
    (ALL_FRAMES, "ros2 topic echo /tf", _ECHO_STATIC),
    _JOIN,
    kinds=("disconnected", "missing-odom-edge", "missing-static", "two-parents", "prefix"),
    rank=2,
)

_LOOP = Said(
    "Walking up from child to parent never ends: the tree holds a loop (or is more than 1000 links deep).",
    (
        Cause("A link is published in both directions by two nodes.", "a -> b and b -> a together are a loop"),
        Cause(
            "Several nodes close a ring, e.g. one publishes base -> map beside map -> odom -> base.",
            "every frame then has a parent, none is a root",
        ),
    ),
    (ALL_FRAMES, "ros2 topic echo /tf", "ros2 topic info -v /tf"),
    "Follow the list that tf2 printed from child to parent until a name comes up twice; stop the node that "
    "publishes the "
    "link against the order map -> odom -> base -> sensor.",
    ("tf2 does not check for loops when a transform is set: only a lookup that walks into one finds it.",),
    ("cycle", "swapped-parent-child"),
    rank=2,
)

_NO_TRANSFORM = Said(
    'RViz knows no way from "{source}" to "{target}".',
    (
        Cause("The frame is a root of its own: its mount (a static link) is missing.", "common for cameras and lidars"),
        Cause(
            "Only movable links (wheels, arm) say so: nobody publishes /joint_states.",
            "robot_state_publisher needs it for movable joints",
        ),
        Cause(
            "The prefix of the frames does not match RViz's TF prefix.",
            "two robots, or frame_prefix set in one place only",
        ),
        Cause("RViz's fixed frame does not exist.", "then every link says so"),
    ),
    (ALL_FRAMES, "ros2 topic hz /joint_states", "ros2 run tf2_ros tf2_echo {target} {source}"),
    "If only movable links are missing, start the joint state publisher or driver; otherwise publish the missing "
    "mount.",
    kinds=("missing-static", "joint-states-missing"),
    rank=3,
)

_NO_ODOM_POSE = Said(
    "SLAM could not look up the robot's pose in odom at the time of the scan.",
    (
        Cause("Nobody publishes odom -> base on /tf.", "a topic /odom alone is not a transform"),
        Cause(
            "base_frame or odom_frame of SLAM names a frame that does not exist.",
            "base_footprint is the default of slam_toolbox",
        ),
        Cause("Scan and odometry carry different kinds of time.", "then tf2's own text speaks of extrapolation"),
    ),
    (
        "ros2 run tf2_ros tf2_echo odom base_link",
        "ros2 run tf2_ros tf2_echo odom base_footprint",
        "ros2 topic echo /odom --once",
    ),
    "Let the wheel driver, the EKF or the simulator publish odom -> base, and give SLAM that base frame's name.",
    kinds=("missing-odom-edge",),
    rank=6,
)


def _two_trees(found: Found) -> Said:
    """Say in which tree each frame hangs, if a listing in the paste shows it."""
    roots = {name: found.listing.root(found.values[name]) for name in ("target", "source")}
    if not all(roots.values()) or roots["target"] == roots["source"]:
        return _TWO_TREES
    cause = Cause(
        'The link that is missing belongs above "{target_root}" or above "{source_root}".',
        'the listing in the paste has "{target}" below the one and "{source}" below the other',
    )
    facts = {f"{name}_root": root for name, root in roots.items()}
    return dataclasses.replace(_TWO_TREES, likely=(cause, *_TWO_TREES.likely), facts=facts)


def _loop(found: Found) -> Said:
    """Name the loop, if the listing that tf2 prints is in the paste."""
    loop = found.listing.loop
    if not loop:
        return _LOOP
    shown = " -> ".join((*loop[:_LONGEST_LOOP], "..." if len(loop) > _LONGEST_LOOP else loop[0]))
    meaning = _LOOP.meaning + " From child to parent: {loop}."
    kind = _LOOP.likely if len(loop) == 2 else _LOOP.likely[::-1]
    return dataclasses.replace(_LOOP, meaning=meaning, likely=kind, facts={"loop": shown})


TEXTS = (
    Text(
        "not-connected",
        "ConnectivityException",
        (
            "Could not find a connection between {target:sq} and {source:sq} because they are not part of the "
            "same tree."
            "Tf has two or more unconnected trees.",
            "Could not find a connection between {target:sq} and {source:sq} because they are not part of the "
            "same tree",
        ),
        _two_trees,
        ("target", "source"),
        ("target", "source"),
    ),
    Text("loop", "LookupException", ("The tf tree is invalid because it contains a loop.",), _loop),
    Text(
        "no-transform",
        "RViz",
        ("No transform from {source:br} to {target:br}", "No transform to fixed frame {target:br}"),
        _NO_TRANSFORM,
        ("source", "target"),
    ),
    Text("no-odom-pose", "slam_toolbox", ("Failed to compute odom pose",), _NO_ODOM_POSE),
    Text(
        "no-laser-pose",
        "slam_toolbox",
        ("Failed to compute laser pose, aborting initialization",),
        Said(
            "SLAM could not look up where the lidar sits on the robot.",
            (
                Cause(
                    "The mount base -> lidar is missing or its name differs from the scan's frame_id.",
                    "tf2's reason stands in brackets behind it",
                ),
            ),
            ("ros2 topic echo /scan --once --field header.frame_id", ALL_FRAMES),
            "Publish the lidar's mount, with the scan's frame_id as child.",
            kinds=("missing-static", "hard-coded-frame"),
            rank=6,
        ),
    ),
    Text(
        "no-odom-to-base",
        "robot_localization",
        ("Could not obtain transform from {parent:name}->{child_tail:tail}",),
        Said(
            "The filter needs the link {parent} -> {child}, and it is not there.",
            (Cause("Nobody publishes it.", "a filter with world_frame = map leaves odom -> base to another node"),),
            ("ros2 run tf2_ros tf2_echo {parent} {child}",),
            "Start the node that publishes {parent} -> {child} (a second EKF with world_frame = odom, or the "
            "wheel driver).",
            kinds=("missing-odom-edge",),
            rank=5,
        ),
        ("parent", "child"),
    ),
    Text(
        "odometry-frame",
        "robot_localization",
        ("Odometry message frame_id was {frame:name}, expected {map:name} or {odom_tail:tail}",),
        Said(
            'The odometry message is in frame "{frame}", but a filter works in "{map}" or "{odom}" only; nothing '
            "is published.",
            (
                Cause("header.frame_id of the odometry is wrong.", "REP 105 calls the frame odom"),
                Cause(
                    "The filter's world_frame is neither its map_frame nor its odom_frame.",
                    "it has to be one of the two",
                ),
            ),
            ("ros2 topic echo /odom --once --field header.frame_id", "ros2 param dump NODE"),
            "Set the odometry's frame_id, or the filter's map_frame, odom_frame and world_frame, to agree.",
            kinds=("wrong-rep105-edge",),
            rank=4,
        ),
        ("frame",),
    ),
    Text(
        "filter-frames",
        "robot_localization",
        ("Invalid frame configuration! The values for map_frame, odom_frame, and base_link_frame must be unique.",),
        Said(
            "Two of the filter's frame parameters have the same value, and it stops.",
            (Cause("Copy and paste, or a parameter set where a default was meant.", "the names have to differ"),),
            ("ros2 param dump NODE",),
            "Give map_frame, odom_frame and base_link_frame three different names.",
            kinds=("self-transform",),
            rank=1,
        ),
    ),
    Text(
        "no-tf-data",
        "view_frames",
        ("No tf data received", "no tf data recieved", "no tf data received"),
        Said(
            "The tool heard nothing on /tf and /tf_static.",
            (
                Cause("No node publishes transforms, or all of them died.", "nothing at all arrived"),
                Cause("They publish on another topic, e.g. /robot1/tf.", "the tool listens to /tf and /tf_static"),
                Cause(
                    "The topic is not there for this shell: another ROS_DOMAIN_ID, or another machine without "
                    "multicast.",
                    "then other topics are silent, too",
                ),
                Cause("The topic has another type than tf2_msgs/msg/TFMessage.", "then nobody connects to it"),
            ),
            ("ros2 topic list -t | grep tf", MONITOR, "ros2 topic info -v /tf"),
            "Remap the tool (--ros-args -r /tf:=/robot1/tf -r /tf_static:=/robot1/tf_static) or start the publishers.",
            kinds=("namespaced-tf-topic", "wrong-topic-or-type"),
            rank=1,
        ),
    ),
    Text(
        "several-authorities",
        "roswtf",
        ("TF multiple authority contention",),
        Said(
            "Two nodes publish the same frame.",
            (
                Cause(
                    "Two publishers of one link: wheel driver and filter, simulator and filter, driver and URDF.",
                    "one of them has to be silent",
                ),
            ),
            ("ros2 topic info -v /tf", "ros2 topic echo /tf"),
            "Switch one of them off (publish_tf: false or what its package calls it).",
            ("ROS 1 only: in ROS 2 no message tells of this, the two tracks just alternate.",),
            ("two-publishers-same-edge", "two-parents"),
            rank=2,
        ),
    ),
)
