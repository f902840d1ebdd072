"""The small tree that the tests of Buffer ask about."""

from drawn import SECOND
from tfsandbox import StampedTransform, Transform, messages


def link(parent, child, x=0.0, second=1.0, yaw=0.0):
    return StampedTransform(parent, child, Transform.from_rpy(x, yaw=yaw), round(second * SECOND))


def fill(buffer):
    """map -> odom -> base_link (x = stamp, 1 s to 3 s), base_link -> laser static, lamp -> bulb apart."""
    for second in (1, 2, 3):
        buffer.set_transform(link("map", "odom", 10.0, second), "slam")
        buffer.set_transform(link("odom", "base_link", second, second), "wheels")
    buffer.set_transform_static(link("base_link", "laser", 0.5), "mount")
    buffer.set_transform_static(link("lamp", "bulb"), "mount")
    return buffer


def x_of(message):
    return message.transform.translation.x


def point(frame, second):
    return messages.PointStamped(messages.Header(messages.Time(int(second), 0), frame), messages.Point(1.0, 0.0, 0.0))
