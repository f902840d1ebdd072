"""Texts about frame names that tf2 refuses or does not know."""

from __future__ import annotations

from tfsandbox.explain import hints
from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.pattern import Found, Said, Text

ALL_FRAMES = "ros2 run tf2_tools view_frames"
MONITOR = "ros2 run tf2_ros tf2_monitor"


def _unknown(found: Found) -> Said:
    name = found.values["frame"]
    near = hints.nearest(name, found.known)
    return Said(
        'Nobody has published a transform with the frame "{frame}" yet: as far as this buffer knows, it does not '
        "exist.",
        (
            *hints.about(name, found.known),
            Cause("Its publisher is not running, or died at its start.", "a frame exists from its first transform on"),
            Cause(
                "The name is spelt differently: case, prefix, base_link or base_footprint.",
                "tf2 compares names letter by letter",
            ),
            Cause(
                "It is on /tf_static and got lost: volatile durability, or a bag without it.", "statics are sent once"
            ),
            Cause("The listener has only just started.", "then the message stops after a second or two"),
        ),
        (ALL_FRAMES, "ros2 topic echo /tf_static --qos-durability transient_local --once", "ros2 node list"),
        "List the frames that exist, find the one that was meant, and correct the name in the parameter or start "
        "the node "
        "that publishes it.",
        kinds=(
            "missing-static",
            "missing-odom-edge",
            "prefix",
            "hard-coded-frame",
            "scoped-sim-frame",
            "bag-missing-static",
        ),
        rank=1,
        facts={"nearest": near} if near else {},
    )


_EMPTY = Said(
    "A frame name was left empty.",
    (
        Cause("A parameter for a frame was never set.", "an unset text parameter is empty"),
        Cause("A message with an empty header.frame_id was used for the lookup.", "headers start empty"),
    ),
    ("ros2 param dump NODE", "ros2 topic echo TOPIC --once --field header.frame_id"),
    "Fill in the frame parameter, or header.frame_id of the message.",
    kinds=("empty-frame-id",),
    rank=0,
)

_SLASH = Said(
    'tf2 names never begin with a slash; "{frame}" does.',
    (
        Cause("A configuration from ROS 1, where a leading slash was common.", "old files say /map, /odom"),
        Cause(
            "An empty prefix and a name were joined with a slash.", 'an empty text + "/" + "base_link" is "/base_link"'
        ),
    ),
    ("ros2 param dump NODE", ALL_FRAMES),
    'Write "{bare}": take the slash off in the parameter or the message that names it.',
    ("On publishing tf2 takes one leading slash off without a word; in questions it refuses it.",),
    ("leading-slash",),
    rank=0,
)


def _slash(found: Found) -> Said:
    import dataclasses

    return dataclasses.replace(_SLASH, facts={"bare": found.values["frame"].lstrip("/")})


TEXTS = (
    Text(
        "unknown-frame",
        "LookupException",
        (
            "{frame:dq} passed to lookupTransform argument {argument:word} does not exist.",
            "{frame:dq} passed to get_latest_common_time does not exist.",
            "Invalid frame ID {frame:dq} passed to canTransform argument {argument:word} - frame does not exist",
            "canTransform: {argument:word} {frame:name} does not exist.",
            "Frame {frame:br} does not exist",
        ),
        _unknown,
        ("frame",),
    ),
    Text(
        "empty-name",
        "InvalidArgumentException",
        (
            'Invalid argument "" passed to lookupTransform argument {argument:word} - in tf2 frame_ids cannot be empty',
            'Invalid argument "" passed to lookupTransform argument {argument:word} in tf2 frame_ids cannot be empty',
            'Invalid argument "" passed to canTransform argument {argument:word} in tf2 frame_ids cannot be empty',
            'Invalid argument "" passed to get_latest_common_time - in tf2 frame_ids cannot be empty',
            'Invalid frame ID "" passed to canTransform argument {argument:word} - in tf2 frame_ids cannot be empty',
        ),
        _EMPTY,
    ),
    Text(
        "leading-slash",
        "InvalidArgumentException",
        (
            "Invalid argument {frame:dq} passed to lookupTransform argument {argument:word} - in tf2 frame_ids "
            "cannot start with a '/'",
            "Invalid argument {frame:dq} passed to lookupTransform argument {argument:word} in tf2 frame_ids "
            "cannot start with a '/'",
            "Invalid argument {frame:dq} passed to canTransform argument {argument:word} in tf2 frame_ids cannot "
            "start with a '/'",
            "Invalid argument {frame:dq} passed to get_latest_common_time - in tf2 frame_ids cannot start with a '/'",
            "Invalid frame ID {frame:dq} passed to canTransform argument {argument:word} - in tf2 frame_ids "
            "cannot start with a '/'",
        ),
        _slash,
        ("frame",),
    ),
    Text(
        "frames-undefined",
        "LookupException",
        ("Source or target frame is not yet defined",),
        Said(
            "One of the two frames is not known to the buffer.",
            (
                Cause(
                    "Its publisher is not running, or its name is spelt differently.",
                    "the text does not say which frame",
                ),
            ),
            (ALL_FRAMES,),
            "List the frames that exist and compare the names letter by letter.",
            ("tf2's public functions check names first, so that this text is hardly ever seen.",),
            rank=1,
        ),
    ),
)
