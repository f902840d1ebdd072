"""How fast the buffer is, beside Debian's tf2_py (ROS 1's C++ core) and pytransform3d in the same run.

The tree is map -> odom -> base_link -> laser: three dynamic links of 101 samples each, every lookup interpolates in
all of them, own messages go in and come out. Prints; fails nothing.
"""

from __future__ import annotations

import random
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
from _table import HEAD, alternately_us, at_least, at_most, best_us, show

from tfsandbox import Buffer, Time
from tfsandbox.conversions import transform_message
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS

DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages"
INSTALL = (
    "sudo apt-get install python3-tf2 python3-geometry-msgs python3-rospy (and run with Debian's own Python version)"
)
LINKS = (("map", "odom"), ("odom", "base_link"), ("base_link", "laser"))
SAMPLES, PERIOD_NS, START_NS = 101, NANOSECONDS // 20, 1000 * NANOSECONDS
MANY = 10_000


def published() -> list[StampedTransform]:
    """Return the samples of all links in the order of their stamps."""
    rng = random.Random(1)

    def value() -> Transform:
        x, y, z, roll, pitch, yaw = (rng.uniform(-1, 1) for _ in range(6))
        return Transform.from_rpy(x, y, z=z, roll=roll, pitch=pitch, yaw=yaw)

    return [
        StampedTransform(parent, child, value(), START_NS + i * PERIOD_NS)
        for i in range(SAMPLES)
        for parent, child in LINKS
    ]


def asked_ns() -> np.ndarray:
    """Return the times of the many lookups: within the data, none on a sample."""
    end = START_NS + (SAMPLES - 1) * PERIOD_NS
    return np.linspace(START_NS + 1_000_003, end - 1_000_003, MANY).astype(np.int64)


def debian() -> SimpleNamespace | None:
    """Return Debian's ROS 1 modules, or None where they are not installed."""
    sys.path.append(DEBIAN_PACKAGES)
    try:
        import genpy
        import geometry_msgs.msg
        import rospy  # noqa: F401 (tf2_py's lookups ask for it)
        import tf2_py
    except ImportError:
        return None
    finally:
        sys.path.remove(DEBIAN_PACKAGES)
    return SimpleNamespace(tf2_py=tf2_py, genpy=genpy, msg=geometry_msgs.msg)


def ros1_message(ros1: SimpleNamespace, value: StampedTransform) -> Any:
    """Return the same link as a ROS 1 message."""
    message = ros1.msg.TransformStamped()
    message.header.frame_id, message.child_frame_id = value.frame_id, value.child_frame_id
    message.header.stamp = ros1.genpy.Time(*divmod(value.stamp_ns, NANOSECONDS))
    t, q = message.transform.translation, message.transform.rotation
    t.x, t.y, t.z = value.transform.translation
    q.x, q.y, q.z, q.w = value.transform.rotation
    return message


def fill(buffer: Any, transforms: list[Any]) -> Any:
    """Set every transform."""
    for transform in transforms:
        buffer.set_transform(transform, "bench")
    return buffer


def against_debian(values: list[StampedTransform], ros1: SimpleNamespace) -> list[tuple[str, ...]]:
    """Return the rows that need Debian's tf2_py."""
    mine, theirs = [transform_message(v) for v in values], [ros1_message(ros1, v) for v in values]
    new_buffer = Buffer, lambda: ros1.tf2_py.BufferCore(ros1.genpy.Duration(10))
    buffer, core = fill(Buffer(), mine), fill(new_buffer[1](), theirs)
    ns = START_NS + 2_510_000_000
    ours, ros = Time(nanoseconds=ns), ros1.genpy.Time(*divmod(ns, NANOSECONDS))
    lookups = alternately_us(
        [
            lambda: buffer.lookup_transform("map", "laser", ours),
            lambda: core.lookup_transform_core("map", "laser", ros),
        ],
        number=4000,
    )
    sets = alternately_us([lambda: fill(Buffer(), mine), lambda: fill(new_buffer[1](), theirs)], number=10)
    times = asked_ns()
    ros_times = [ros1.genpy.Time(*divmod(int(t), NANOSECONDS)) for t in times]
    many = alternately_us(
        [
            lambda: buffer.lookup_transforms("map", "laser", times_ns=times),
            lambda: [core.lookup_transform_core("map", "laser", t) for t in ros_times],
        ],
        number=1,
    )
    return [
        at_most("one lookup", *lookups, "Debian's tf2_py", 2.0),
        at_most("one set_transform", sets[0] / len(values), sets[1] / len(values), "Debian's tf2_py", 1.0),
        at_least(f"one of {MANY} lookups", many[0] / MANY, many[1] / MANY, "Debian's tf2_py in a loop", 10.0),
    ]


def alone(values: list[StampedTransform]) -> list[tuple[str, ...]]:
    """Return our own times, where there is nothing to compare with."""
    messages = [transform_message(v) for v in values]
    buffer, time = fill(Buffer(), messages), Time(nanoseconds=START_NS + 2_510_000_000)
    lookup = best_us(lambda: buffer.lookup_transform("map", "laser", time), number=4000)
    set_ = best_us(lambda: fill(Buffer(), messages), number=10) / len(values)
    rows = [("one lookup", lookup, "<= 2 x"), ("one set_transform", set_, "<= 1 x")]
    return [(what, f"{us:.2f} us", "needs Debian's tf2_py", "", bar, "") for what, us, bar in rows]


def against_pytransform3d(values: list[StampedTransform]) -> tuple[str, ...]:
    """Return the row of many lookups beside TemporalTransformManager's batch."""
    from pytransform3d.transform_manager import NumpyTimeseriesTransform, TemporalTransformManager

    manager = TemporalTransformManager()
    for parent, child in LINKS:
        rows = [v for v in values if (v.frame_id, v.child_frame_id) == (parent, child)]
        seconds = np.array([(v.stamp_ns - START_NS) / NANOSECONDS for v in rows])
        x, y, z, w = range(4)
        poses = np.array([(*v.transform.translation, *(v.transform.rotation[i] for i in (w, x, y, z))) for v in rows])
        manager.add_transform(child, parent, NumpyTimeseriesTransform(seconds, poses))
    times = asked_ns()
    seconds = (times - START_NS) / NANOSECONDS
    buffer = fill(Buffer(), [transform_message(v) for v in values])
    check_same_tree(buffer, manager)
    many = alternately_us(
        [
            lambda: buffer.lookup_transforms("map", "laser", times_ns=times),
            lambda: manager.get_transform_at_time("laser", "map", seconds),
        ],
        number=1,
    )
    return at_least(f"one of {MANY} lookups", many[0] / MANY, many[1] / MANY, "pytransform3d's batch", 15.0)


def check_same_tree(buffer: Buffer, manager: Any) -> None:
    """Stop if the two disagree on the samples; in between pytransform3d moves along screws, tf2 along lines."""
    times = START_NS + np.arange(SAMPLES) * PERIOD_NS
    ours = buffer.lookup_transforms("map", "laser", times_ns=times)
    theirs = manager.get_transform_at_time("laser", "map", (times - START_NS) / NANOSECONDS)
    if not np.allclose(ours.translations, theirs[:, :3, 3], atol=1e-6):
        raise SystemExit("pytransform3d was given another tree: its time would mean nothing")


def import_ms(repeat: int = 7) -> float:
    """Return the time of `import tfsandbox` in a fresh interpreter in milliseconds, as -X importtime counts it."""
    times = []
    for _ in range(repeat):
        command = [sys.executable, "-X", "importtime", "-c", "import tfsandbox"]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        line = next(line for line in report.splitlines() if line.endswith("| tfsandbox"))
        times.append(int(line.split("|")[1]) / 1000)
    return min(times)


def main() -> None:
    """Measure and print."""
    values = published()
    ros1 = debian()
    rows = against_debian(values, ros1) if ros1 else alone(values)
    rows.append(against_pytransform3d(values))
    ms = import_ms()
    rows.append(("import tfsandbox", f"{ms:.1f} ms", "", "", "<= 60 ms", "met" if ms <= 60 else "NOT MET"))
    show("The core", [HEAD, *rows])
    if ros1 is None:
        print(f"  To compare with Debian's tf2_py: {INSTALL}")


if __name__ == "__main__":
    main()
