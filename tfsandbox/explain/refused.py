"""tf2's log lines about transforms that it did not take into the buffer."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.gaps import WHO
from tfsandbox.explain.pattern import Found, Said, Text

_ONE = "ros2 topic echo /tf --once"
_BOTH = (_ONE, "ros2 topic echo /tf_static --qos-durability transient_local --once", WHO)
_NO_NAMES = "The authority is no clue: ROS 2 always prints default_authority or Authority undetectable."
_GONE = "The transform is refused: to tf2 the link does not exist, so that lookups fail with other texts later."

_SELF = Said(
    'A node published "{frame}" as its own parent.',
    (
        Cause(
            "Two of its frame parameters hold the same name.", "e.g. odom_frame equal to published_frame or base_frame"
        ),
        Cause(
            'One name has a leading slash and the other has not ("/odom" and "odom").',
            "tf2 takes the slash off before it compares",
        ),
    ),
    ("ros2 param dump NODE", *_BOTH),
    "Give the node two different frame names; if another node publishes the link already, switch its tf off instead.",
    (_GONE, _NO_NAMES),
    ("self-transform",),
    rank=0,
)

_NO_CHILD = Said(
    "A node published a transform without a child frame.",
    (
        Cause(
            "A message nobody filled in, or an empty frame parameter.",
            "empty names, stamp 0 and a zero quaternion come together",
        ),
    ),
    _BOTH,
    "Fill in child_frame_id, or the parameter it comes from.",
    (_GONE, _NO_NAMES),
    ("empty-frame-id",),
    rank=0,
)

_NAN = Said(
    'A transform for "{frame}" holds a number that is not one (nan), and was refused.',
    (
        Cause("A division by zero or an uncalibrated sensor upstream.", "nan spreads through every calculation"),
        Cause("The quaternion was all zeros.", "Humble and Jazzy normalise it first, which gives nan and this text"),
    ),
    _BOTH,
    "Find the first link with nan, from the root down: frames below it only suffer from it. Check numbers before "
    "you publish.",
    (
        _GONE,
        "Humble and Jazzy print nan and an invalid quaternion together for a zero rotation; Kilted and Rolling "
        "only the latter.",
        "Infinite translations are not refused.",
        _NO_NAMES,
    ),
    ("nan", "quaternion-zero"),
    rank=0,
)

_BAD_QUATERNION = Said(
    'The rotation of a transform for "{frame}" is not a unit quaternion, and was refused.',
    (Cause("The quaternion was computed or typed wrongly.", "its length has to be 1"),),
    _BOTH,
    "Divide the quaternion by its length before you publish; an unrotated frame is (0, 0, 0, 1), x y z w.",
    (
        "The limit is 0.01 on the squared length. ROS 1 once had 0.00001.",
        "Humble and Jazzy normalise silently, so that only zero, nan or infinity ends here; Kilted and Rolling "
        "refuse every "
        "other length as well.",
        _NO_NAMES,
    ),
    ("quaternion-denormalised", "quaternion-zero"),
    rank=0,
)


def _quaternion(found: Found) -> Said:
    """Say which of the ways to a bad quaternion the printed numbers show."""
    from tfsandbox.explain.numbers import floats, quaternion_cause

    numbers = floats(found.values.get("rotation", ""))
    if len(numbers) != 4:
        return _BAD_QUATERNION
    cause, kind = quaternion_cause(numbers)
    facts = {"rotation_xyzw": tuple(numbers), "squared_length": sum(n * n for n in numbers)}
    kinds = (kind, *(k for k in _BAD_QUATERNION.kinds if k != kind))
    return dataclasses.replace(_BAD_QUATERNION, likely=(cause, *_BAD_QUATERNION.likely), facts=facts, kinds=kinds)


_FROM = "from authority {authority:dq}"

TEXTS = (
    Text(
        "self-transform",
        "TF_SELF_TRANSFORM",
        (
            f"TF_SELF_TRANSFORM: Ignoring transform {_FROM} with frame_id and child_frame_id {{frame:dq}} "
            f"because they are the same",
            "TF_SELF_TRANSFORM",
        ),
        _SELF,
        ("frame",),
    ),
    Text(
        "no-child",
        "TF_NO_CHILD_FRAME_ID",
        (f"TF_NO_CHILD_FRAME_ID: Ignoring transform {_FROM} because child_frame_id not set", "TF_NO_CHILD_FRAME_ID"),
        _NO_CHILD,
    ),
    Text(
        "no-parent",
        "TF_NO_FRAME_ID",
        (
            f"TF_NO_FRAME_ID: Ignoring transform with child_frame_id {{frame:dq}} {_FROM} because frame_id not set",
            "TF_NO_FRAME_ID",
        ),
        dataclasses.replace(
            _NO_CHILD,
            meaning='A transform for "{frame}" came without a parent frame.',
            cure="Fill in header.frame_id, or the parameter it comes from.",
        ),
        ("frame",),
    ),
    Text(
        "nan",
        "TF_NAN_INPUT",
        (
            f"TF_NAN_INPUT: Ignoring transform for child_frame_id {{frame:dq}} {_FROM} because of a nan value in "
            f"the transform",
            "TF_NAN_INPUT",
        ),
        _NAN,
        ("frame",),
    ),
    Text(
        "bad-quaternion",
        "TF_DENORMALIZED_QUATERNION",
        (
            f"TF_DENORMALIZED_QUATERNION: Ignoring transform for child_frame_id {{frame:dq}} {_FROM} "
            "because of an invalid quaternion in the transform {rotation:par}",
            f"TF_DENORMALIZED_QUATERNION: Ignoring transform for child_frame_id {{frame:dq}} {_FROM} "
            "because of an invalid quaternion in the transform",
            "TF_DENORMALIZED_QUATERNION",
        ),
        _quaternion,
        ("frame",),
    ),
    Text(
        "repeated-data",
        "TF_REPEATED_DATA",
        (
            "TF_REPEATED_DATA ignoring data with redundant timestamp for frame {frame:name} (parent "
            "{parent:name}) at time {stamp:num}",
            "TF_REPEATED_DATA ignoring data with redundant timestamp for frame {frame:name} at time {stamp:num}",
            "TF_REPEATED_DATA",
        ),
        Said(
            "The same frame was published twice with one stamp; the second was thrown away.",
            (
                Cause("Two publishers of one link.", "e.g. wheel driver and filter"),
                Cause(
                    "One publisher sends faster than its stamps change.",
                    "it repeats its last measurement, or simulation time stands still",
                ),
            ),
            ("rosrun tf tf_monitor", "rostopic info /tf"),
            "Switch the second publisher off, or send only when there is something new.",
            ("This is ROS 1 (Noetic); ROS 2 has no such message: there the same fault is silent.",),
            ("duplicate-stamp", "two-publishers-same-edge"),
            rank=5,
        ),
        ("frame",),
        ("frame", "parent"),
    ),
)
