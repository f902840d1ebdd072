"""Messages to values and back: the only place where the two meet.

Reading goes by field names, so ROS's own messages and ours are taken alike.
"""

from __future__ import annotations

from typing import Any

from tfsandbox import messages
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS, to_ns


def time_message(stamp_ns: int) -> messages.Time:
    """Return nanoseconds as a builtin_interfaces/Time message."""
    return messages.Time(stamp_ns // NANOSECONDS, stamp_ns % NANOSECONDS)


def transform_message(value: StampedTransform) -> messages.TransformStamped:
    """Return a fresh geometry_msgs/TransformStamped with the same content."""
    return messages.TransformStamped(
        messages.Header(time_message(value.stamp_ns), value.frame_id),
        value.child_frame_id,
        messages.Transform(
            messages.Vector3(*value.transform.translation), messages.Quaternion(*value.transform.rotation)
        ),
    )


def stamped_transform(message: Any) -> StampedTransform:
    """Return a TransformStamped message (ours or ROS's) as a frozen value.

    Raises:
        InputError: a field is missing or of the wrong kind.
    """
    try:
        t, q = message.transform.translation, message.transform.rotation
        transform = Transform((t.x, t.y, t.z), (q.x, q.y, q.z, q.w))
        parent, child, stamp = message.header.frame_id, message.child_frame_id, message.header.stamp
    except AttributeError as err:
        cure = f"give a geometry_msgs/TransformStamped or a message with its fields ({err})"
        raise InputError("transform", message, cure) from err
    if not isinstance(parent, str) or not isinstance(child, str):
        raise InputError("transform", message, "frame_id and child_frame_id must be text")
    return StampedTransform(parent, child, transform, to_ns(stamp, "header.stamp"))


def transform_of(message: Any) -> Transform:
    """Return T_frame_child of a TransformStamped message (ours or ROS's) as a value.

    Raises:
        InputError: as ``stamped_transform``.
    """
    return stamped_transform(message).transform
