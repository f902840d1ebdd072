"""tf2's words for bad names, refused transforms and failed lookups, to the letter. Nothing here is ours."""

from __future__ import annotations

from tfsandbox.stamps import format_time

LOOP = "The tf tree is invalid because it contains a loop."
OLD_DATA_HELP = "Possible reasons are listed at http://wiki.ros.org/tf/Errors%20explained"


def empty_name(place: str) -> str:
    """Return the text for an empty frame name in a lookup."""
    return f'Invalid argument "" passed to {place} - in tf2 frame_ids cannot be empty'


def slashed_name(frame: str, place: str) -> str:
    """Return the text for a frame name with a leading slash in a lookup."""
    return f"Invalid argument \"{frame}\" passed to {place} - in tf2 frame_ids cannot start with a '/'"


def unknown_name(frame: str, place: str) -> str:
    """Return the text for an unknown frame in a lookup."""
    return f'"{frame}" passed to {place} does not exist. '


def cannot_transform(frame: str, argument: str) -> str:
    """Return can_transform's text for a name that is empty, slashed or (else) unknown."""
    if not frame:
        reason = "in tf2 frame_ids cannot be empty"
    elif frame.startswith("/"):
        reason = "in tf2 frame_ids cannot start with a '/'"
    else:
        reason = "frame does not exist"
    return f'Invalid frame ID "{frame}" passed to canTransform argument {argument} - {reason}'


def when_looking_up(target: str, source: str) -> str:
    """Return what every extrapolation text ends with."""
    return f", when looking up transform from frame [{source}] to frame [{target}]"


def not_connected(target: str, source: str) -> str:
    """Return the text for frames in two trees."""
    reason = "because they are not part of the same tree.Tf has two or more unconnected trees."
    return f"Could not find a connection between '{target}' and '{source}' {reason}"


def old_data(child: str, stamp_ns: int, authority: str) -> str:
    """Return the warning for a transform older than the cache reaches back."""
    what = f"ignoring data from the past for frame {child} at time {format_time(stamp_ns)}"
    return f"TF_OLD_DATA {what} according to authority {authority}\n{OLD_DATA_HELP}"


def self_transform(child: str, authority: str) -> str:
    """Return the error for a child that is its own parent."""
    ignoring = f'Ignoring transform from authority "{authority}"'
    return f'TF_SELF_TRANSFORM: {ignoring} with frame_id and  child_frame_id "{child}" because they are the same'


def no_child(authority: str) -> str:
    """Return the error for an empty child name."""
    return f'TF_NO_CHILD_FRAME_ID: Ignoring transform from authority "{authority}" because child_frame_id not set '


def no_parent(child: str, authority: str) -> str:
    """Return the error for an empty parent name."""
    ignoring = f'Ignoring transform with child_frame_id "{child}"  from authority "{authority}"'
    return f"TF_NO_FRAME_ID: {ignoring} because frame_id not set"


def nan_input(child: str, authority: str, numbers: tuple[float, ...]) -> str:
    """Return the error for a NaN among the seven numbers of a transform."""
    ignoring = f'Ignoring transform for child_frame_id "{child}" from authority "{authority}"'
    because = "because of a nan value in the transform"
    return f"TF_NAN_INPUT: {ignoring} {because} ({_listed(numbers[:3])}) ({_listed(numbers[3:])})"


def denormalized(child: str, authority: str, numbers: tuple[float, ...]) -> str:
    """Return the error for a rotation that is not of unit length."""
    ignoring = f'Ignoring transform for child_frame_id "{child}" from authority "{authority}"'
    because = "because of an invalid quaternion in the transform"
    return f"TF_DENORMALIZED_QUATERNION: {ignoring} {because} ({_listed(numbers[3:])})"


def _listed(numbers: tuple[float, ...]) -> str:
    return " ".join(f"{n:f}" for n in numbers)
