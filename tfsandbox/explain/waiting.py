"""Texts of those who wait for a transform: timeouts, message filters, the buffer's client, wrong arguments."""

from __future__ import annotations

import dataclasses

from tfsandbox.explain import gaps
from tfsandbox.explain.explanation import Cause
from tfsandbox.explain.names import ALL_FRAMES
from tfsandbox.explain.pattern import Found, Said, Text
from tfsandbox.stamps import Seconds

_INNER = "The reason stands in tf2's own words beside it: believe those first."
_COMPLAINT = 9

_TIMED_OUT = Said(
    "Somebody waited for a transform, and it did not come in time.",
    (
        Cause("The link is missing: it would never have come.", "then tf2's text speaks of names or of two trees"),
        Cause("The link is slow or late.", "then tf2's text speaks of extrapolation"),
        Cause("Nobody served the listener while it waited.", "a callback that waits blocks a single-threaded executor"),
    ),
    (ALL_FRAMES, "ros2 run tf2_ros tf2_monitor"),
    "Cure what tf2's text says. Wait outside callbacks, or with a multi-threaded executor.",
    (
        _INNER,
        "tf2's core never raises TimeoutException itself; its Python lookups raise their usual errors after the wait.",
    ),
    rank=_COMPLAINT,
)

_FULL = Said(
    'A message in frame "{frame}" waited for its transform until newer ones pushed it out of the queue.',
    (
        Cause("No way from that frame to the filter's target frame.", "a link is missing or a name differs"),
        Cause("Nobody publishes odom -> base.", "then every sensor's messages are dropped"),
        Cause(
            "Messages and transforms carry different kinds of time.",
            "then no transform ever covers the message's stamp",
        ),
        Cause("The node has just started.", "a few lines in the first seconds are normal"),
    ),
    ("ros2 run tf2_ros tf2_echo TARGET {frame}", ALL_FRAMES, "ros2 param get NODE use_sim_time"),
    "Ask tf2_echo for that transform: its text says what is missing. If the lines stop after a few seconds, "
    "nothing is wrong.",
    kinds=("missing-odom-edge", "missing-static", "sim-time-mismatch", "negative-display"),
    rank=_COMPLAINT,
)

_TOO_EARLY = Said(
    'A message in frame "{frame}" is older than every transform that is kept.',
    (
        Cause(
            "Its stamp comes from another clock: an unsynchronised machine, an uptime clock, wall against "
            "simulation time.",
            "a message cannot be older than the robot otherwise",
        ),
        Cause("The node has just started, or the buffer was cleared.", "then it stops within seconds"),
        Cause("The message waited longer than the buffer reaches back (10 s).", "a starved consumer"),
    ),
    (
        "ros2 topic echo TOPIC --once --field header.stamp",
        gaps.LOOK_AT_STAMPS,
        gaps.CHRONY,
        "ros2 param get NODE use_sim_time",
    ),
    "Compare the two stamps: synchronise the clocks, or set use_sim_time on all nodes.",
    kinds=("clock-domain", "sim-time-mismatch"),
    rank=5,
)

_UNSAID = dataclasses.replace(
    _FULL,
    meaning='A message filter dropped a message in frame "{frame}"; its reason: {reason}.',
)


def _filter(found: Found) -> Said:
    reason = found.values.get("reason", "")
    kinds = ((_TOO_EARLY, "earlier than all the data"), (_FULL, "queue is full"))
    said = next((said for said, words in kinds if words in reason), _UNSAID)
    ns = gaps.exact_ns(found.values["stamp"]) if "stamp" in found.values else None
    facts = {} if ns is None else {"stamp_ns": ns, "stamp_s": Seconds(ns)}
    return dataclasses.replace(said, facts={"reason": reason or "none given", **facts})


_SERVER = Said(
    "A BufferClient asked a buffer server over an action, and got no answer.",
    (
        Cause("No buffer server runs, or under another name.", "the client needs the server's action name"),
        Cause("The server waits for a transform that never comes.", "its own log says which"),
    ),
    ("ros2 action list | grep tf2", ALL_FRAMES),
    "Start the buffer server, or use a Buffer with a listener of your own.",
    rank=4,
)

TEXTS = (
    Text(
        "timed-out",
        "TimeoutException",
        (
            "Timed out waiting for transform from {source:name} to {target:name} to become available, tf error:",
            "Timed out waiting for transform from {source:name} to {target:name} to become available",
            "Timed out waiting for transform",
        ),
        _TIMED_OUT,
        ("source", "target"),
    ),
    Text(
        "waited",
        "canTransform",
        ("canTransform returned after {waited:num} timeout was {timeout:num}.",),
        dataclasses.replace(
            _TIMED_OUT,
            meaning="A C++ node asked whether it can transform and waited up to {timeout} s for a yes, {waited} "
            "s in all.",
            notes=(_INNER, "Only C++ adds this sentence; Python never does."),
        ),
    ),
    Text(
        "no-dedicated-thread",
        "Buffer",
        (
            "Do not call canTransform or lookupTransform with a timeout unless you are using another thread for "
            "populating data.",
        ),
        Said(
            "A C++ node waits for a transform in the very thread that should receive it.",
            (Cause("A Buffer without its own thread for the listener.", "it would always time out"),),
            (),
            "Let TransformListener spin its own thread, or call setUsingDedicatedThread(true) if you have one.",
            ("Humble refuses even a timeout of 0; newer distributions allow that.",),
            rank=2,
        ),
    ),
    Text(
        "failed-to-transform",
        "LookupException",
        ("Failed to transform from {source:name} to {target_tail:tail}",),
        dataclasses.replace(_TIMED_OUT, meaning='C++\'s waitForTransform gave up on "{source}" to "{target}".'),
        ("source", "target"),
    ),
    Text(
        "server-not-ready",
        "TimeoutException",
        (
            "The BufferServer is not ready.",
            "The LookupTransform goal sent to the BufferServer did not come back in the specified time.",
            "The LookupTransform goal sent to the BufferServer did not come back with accepted status.",
        ),
        _SERVER,
    ),
    Text(
        "message-dropped",
        "MessageFilter",
        (
            "Message Filter dropping message: frame {frame:sq} at time {stamp:num} for reason {reason:sq}",
            "Message Filter dropping message: frame {frame:sq}...for reason {reason:sq}",
            "Message Filter dropping message: frame {frame:sq}...{reason:sq}",
            "Message Filter dropping message: frame {frame:sq}",
            "discarding message because the queue is full",
            "the timestamp on the message is earlier than all the data in the transform cache",
        ),
        _filter,
        ("frame", "reason"),
    ),
    Text(
        "messages-dropped",
        "MessageFilter",
        ("MessageFilter [target={target:name}]: Dropped {percent:num}% of messages so far.",),
        dataclasses.replace(
            _FULL,
            meaning='A message filter could transform hardly any message to "{target}" ({percent}% dropped).',
            confirm=("rosrun tf tf_echo {target} SENSOR_FRAME", "rosrun tf view_frames"),
            notes=("This wording is ROS 1's.",),
        ),
        ("target",),
    ),
    Text(
        "wrong-time",
        "TypeError",
        ("{what:word} must have sec and nanosec, or nanoseconds.", "Must pass a rclpy.time.Time object."),
        Said(
            "A time or duration was given as something else.",
            (Cause("A plain number where an rclpy Time or Duration belongs.", "timeout=0.5 is the usual one"),),
            (),
            "Give rclpy.time.Time() for the latest, rclpy.time.Time.from_msg(msg.header.stamp), or "
            "Duration(seconds=0.5).",
            ("Rolling's BufferClient takes no builtin_interfaces Time any more.",),
            rank=0,
        ),
    ),
    Text(
        "type-not-loaded",
        "TypeException",
        ("Type {type:type} is not loaded or supported",),
        Said(
            "transform() does not know how to transform a message of type {type}.",
            (Cause("tf2_geometry_msgs was not imported.", "importing it teaches tf2 the geometry types"),),
            (),
            "import tf2_geometry_msgs; for other types transform their points and poses yourself.",
            rank=0,
        ),
        ("type",),
    ),
    Text(
        "interval-too-small",
        "TransformException",
        ("averaging_interval is too small to compute a valid velocity",),
        Said(
            "A velocity was asked for over no time at all.",
            (
                Cause(
                    "averaging_interval below a nanosecond, or time 0 over static links only.",
                    "distance by zero time has no value",
                ),
            ),
            (),
            "Give an averaging interval of a few publisher periods.",
            ("Rolling raises this; older distributions return nan.",),
        ),
    ),
)
