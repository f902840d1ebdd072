"""Texts of command-line tools and of nodes that judge a mount or a URDF."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.names import ALL_FRAMES
from tfsandbox.explain.pattern import Found, Said, Text

_STATIC_USAGE = "ros2 run tf2_ros static_transform_publisher --help"
_LIKE_THIS = (
    "Write it with flags: ros2 run tf2_ros static_transform_publisher --x 0.1 --z 0.2 --yaw 0 --frame-id base_link "
    "--child-frame-id base_scan (metres and radians)."
)
_POSITIONAL = (
    "The old form without flags was x y z yaw pitch roll parent child: yaw first, and ROS 1's trailing period "
    "does not exist. "
    "Up to Jazzy it still works, with a warning; newer distributions have removed it."
)

_BAD_COMMAND = Said(
    "static_transform_publisher did not understand its command line ({reason}) and ended: its link does not exist.",
    (),
    (_STATIC_USAGE,),
    _LIKE_THIS,
    (_POSITIONAL, "Numbers are read leniently (1.5m is 1.5), and rotations are not checked."),
    ("cli-syntax",),
    rank=0,
)

_REASONS = {
    "Frame id must not be empty": Cause(
        "The old form without flags on a distribution that has removed it, or --frame-id is missing.",
        "loose numbers are ignored there, so no name is left",
    ),
    "Child frame id must not be empty": Cause("--child-frame-id is missing.", "both names are required"),
    "Extra unparsed arguments on command-line": Cause(
        "Too many or too few values for the old form (8 or 9), or a mistyped flag.",
        "ROS 1's period in milliseconds is one value too many",
    ),
    "Cannot specify both quaternion and Euler rotations": Cause(
        "--qx ... and --roll ... together.", "one rotation can be given in one way only"
    ),
    "Cannot specify both new-style (flags) and old-style (arguments)": Cause(
        "Flags and loose values are mixed.", "give everything with flags"
    ),
    "Not enough arguments for": Cause("The value of a flag is missing.", "it is the last word of the command line"),
    "Failed to parse": Cause(
        "A value is not a number.", "e.g. a name or an expression that a launch file did not evaluate"
    ),
}


def _command(found: Found) -> Said:
    said = found.values.get("reason", found.rest)
    unknown = Cause("A flag is misspelt or a value is missing.", "its usage text lists the flags")
    cause = next((cause for start, cause in _REASONS.items() if said.startswith(start)), unknown)
    return dataclasses.replace(_BAD_COMMAND, likely=(cause,), facts={"reason": said[:200] or "no reason pasted"})


def _planar(found: Found) -> Said:
    text = found.values.get("z", "")
    try:
        z = float(text)
    except ValueError:
        return _LASER
    height = z - 1.0
    facts = {"z": z}
    if 1.0 < z < 4.0:
        return dataclasses.replace(_POINT, facts={**facts, "mounting_height_m": round(height, 6)})
    if -1.0 < z < 1.0:
        return dataclasses.replace(_LASER, facts=facts)
    return dataclasses.replace(_LASER, facts=facts, likely=_LASER.likely[::-1])


_LASER = Said(
    "The node found that the laser's scan plane is not level: its z axis, seen from the base, should point "
    "straight up or down.",
    (
        Cause(
            "The mount's rotation is wrong: a roll or pitch of 90 degrees, an optical frame, degrees for radians.",
            "a level laser has z = 1, an upside-down one -1",
        ),
        Cause(
            "The node turned a point instead of a direction, so that the mount's position leaked into the number.",
            "then the number equals an offset of the mount",
        ),
    ),
    ("ros2 run tf2_ros tf2_echo base_link LASER_FRAME",),
    "Look at the last column of the rotation matrix tf2_echo prints: its third number should be 1 or -1. Correct "
    "the angles, "
    "not x, y, z.",
    kinds=("mount-rotation", "point-vs-vector"),
    rank=3,
)
_POINT = Said(
    "The printed {z} is 1 plus {mounting_height_m} m: the node turned a point where it meant a direction. The "
    "mount is fine.",
    (
        Cause(
            "A fault of the node: it adds the mounting height to the direction.",
            "1 + height; a direction is never longer than 1",
        ),
        Cause("The mount's rotation is wrong as well.", "tf2_echo shows it"),
    ),
    ("ros2 run tf2_ros tf2_echo base_link LASER_FRAME",),
    "Do not change the transform to please the check. Correct the node: rotate the vector (0, 0, 1), without "
    "translation.",
    kinds=("point-vs-vector",),
    rank=3,
)

_TWO_ROOTS = Said(
    'The URDF has two links that are nobody\'s child, "{first}" and "{second}", so robot_state_publisher ends '
    "and publishes nothing.",
    (
        Cause(
            "The joint that should join them is missing, or was left out by a xacro condition.", "one root is allowed"
        ),
        Cause(
            "A joint has parent and child the wrong way round.",
            "then the old root gets a parent and another link loses its own",
        ),
        Cause(
            "A link's name is spelt differently in link and joint.", "XML attributes are not checked for typing errors"
        ),
    ),
    ("check_urdf robot.urdf", "xacro robot.urdf.xacro | grep -E '<joint|parent|child'"),
    "Join the two with one fixed joint, at its measured place.",
    kinds=("urdf-two-roots",),
    rank=0,
)

_GONE = "robot_state_publisher ends without a model: none of the URDF's links exist in tf."

TEXTS = (
    Text(
        "static-command",
        "static_transform_publisher",
        (
            "error parsing command line arguments: {reason:refusal}",
            "error parsing command line arguments:",
            "{reason:refusal}",
        ),
        _command,
        ("reason",),
    ),
    Text(
        "static-old-style",
        "static_transform_publisher",
        ("Old-style arguments are deprecated; see --help for new-style arguments",),
        Said(
            "The command line gives numbers without flags.",
            (Cause("A launch file from ROS 1 or an early ROS 2.", "it works up to Jazzy"),),
            (_STATIC_USAGE,),
            _LIKE_THIS,
            (_POSITIONAL,),
            ("euler-order", "cli-syntax"),
            rank=7,
        ),
    ),
    Text(
        "static-self",
        "static_transform_publisher",
        (
            "cannot publish static transform from {parent:sq} to {child:sq}, exiting",
            "child_frame_id cannot equal frame_id",
        ),
        Said(
            "Parent and child of a static transform have the same name; the program ends.",
            (Cause("A name was copied twice, or one launch argument feeds both.", "a frame cannot be its own parent"),),
            (_STATIC_USAGE,),
            "Give two different names.",
            kinds=("self-transform", "cli-syntax"),
            rank=0,
        ),
    ),
    Text(
        "echo-argument",
        "tf2_echo",
        ("Unknown argument: {argument_tail:tail}",),
        Said(
            'tf2_echo does not know the argument "{argument}".',
            (
                Cause(
                    "A rate after the two frames, as in older versions.",
                    "since Jazzy 0.36.16 (Humble 0.25.15) it is -r 10",
                ),
            ),
            ("ros2 run tf2_ros tf2_echo --help",),
            "ros2 run tf2_ros tf2_echo base_link base_scan -r 10",
            kinds=("cli-syntax",),
            rank=6,
        ),
        ("argument",),
    ),
    Text(
        "echo-rate",
        "tf2_echo",
        ("Rate must be positive",),
        Said(
            "tf2_echo was given a rate that is not a number above 0.",
            (Cause("A frame name or a sign slipped into its place.", "the rate is in hertz"),),
            (),
            "ros2 run tf2_ros tf2_echo base_link base_scan -r 10",
            kinds=("cli-syntax",),
            rank=6,
        ),
    ),
    Text(
        "monitor-usage",
        "tf2_monitor",
        ("TF_Monitor: usage: tf2_monitor framea frameb", "usage: tf2_monitor framea frameb"),
        Said(
            "tf2_monitor wants two frames, or none.",
            (Cause("One frame was given.", "none means all frames"),),
            ("ros2 run tf2_ros tf2_monitor", "ros2 run tf2_ros tf2_monitor odom base_link"),
            "Give both ends of the chain, or nothing.",
            kinds=("cli-syntax",),
            rank=6,
        ),
    ),
    Text(
        "echo-waiting",
        "tf2_echo",
        ("Waiting for transform {target:name} -> {source:name}:",),
        Said(
            "tf2_echo waits until it can look up {target} <- {source}; the reason stands behind the colon.",
            (Cause("What tf2 says behind the colon.", "tf2_echo asks once a second"),),
            (ALL_FRAMES,),
            "One line right after the start is normal. If it stays, cure what the reason says.",
            rank=9,
        ),
        ("target", "source"),
    ),
    Text(
        "two-roots",
        "urdf",
        ("Failed to find root link: Two root links found: {first:br} and {second:br}",),
        _TWO_ROOTS,
        ("first", "second"),
    ),
    Text(
        "no-root",
        "urdf",
        (
            "Failed to find root link: No root link found. The robot xml is not a valid tree.",
            "No root link found. The robot xml is not a valid tree",
        ),
        Said(
            "Every link of the URDF is the child of another one: its joints form a ring, or there is no link. " + _GONE,
            (Cause("A joint has parent and child the wrong way round.", "the root must be nobody's child"),),
            ("check_urdf robot.urdf",),
            "Turn that joint round.",
            kinds=("cycle",),
            rank=0,
        ),
    ),
    Text(
        "no-description",
        "robot_state_publisher",
        ("robot_description parameter must not be empty", "Unable to initialize urdf::model from robot description"),
        Said(
            _GONE,
            (
                Cause("robot_description is empty or not a URDF.", "a launch file gave a path, or xacro failed"),
                Cause("The URDF has no root or two.", "then the line before says so"),
            ),
            ("ros2 param get /robot_state_publisher robot_description", "check_urdf robot.urdf"),
            "Hand over the text of the URDF (xacro's output), not its path.",
            kinds=("urdf-two-roots", "unexpanded-xacro"),
            rank=0,
        ),
    ),
    Text(
        "laser-not-planar",
        "gmapping",
        (
            "Laser has to be mounted planar! Z-coordinate has to be 1 or -1, but gave: {z:num}",
            "Laser has to be mounted planar!",
        ),
        _planar,
        ("z",),
    ),
)
