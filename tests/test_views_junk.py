"""Junk into every view of a recording: one argument at a time; an InputError has to name it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heard import Publishes, recording
from junk import ODD, junk
from tfsandbox.errors import InputError
from tfsandbox.recording import StampedTransform
from tfsandbox.views import echo, links, monitor, text, tree_svg, view_frames

HEARD = recording(
    Publishes("/odometry", "odom", "base_link", rate=10, end=2),
    Publishes("/mount", "base_link", "laser", start=0.5),
)
YAML = (
    "b: \n  parent: 'a'\n  broadcaster: 'x'\n  rate: 10.000\n  most_recent_transform: 1.000000\n"
    "  oldest_transform: 0.000000\n  buffer_length: 1.000\n"
)
FRAMES = {"target_frame": "odom", "source_frame": "laser"}
TARGETS: Mapping[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {
    "echo.block": (echo.block, {"found": StampedTransform("a", "b"), "precision": 3}),
    "echo.echo": (echo.echo, {"recording": HEARD, **FRAMES, "rate": 1, "time": 1.0, "precision": 3, "distro": "jazzy"}),
    "echo.parse": (echo.parse, {"arguments": ["a", "b"]}),
    "echo.run": (echo.run, {"recording": HEARD, "arguments": ["odom", "laser"], "distro": "jazzy"}),
    "echo.waiting": (echo.waiting, {**FRAMES, "text": "why", "time_ns": 5}),
    "echo.failure": (echo.failure, {"seconds": 1.0, "text": "why", "frames": "a", "precision": 3}),
    "monitor.monitor": (monitor.monitor, {"recording": HEARD, "a": "odom", "b": "laser", "distro": "jazzy"}),
    "monitor.run": (monitor.run, {"recording": HEARD, "arguments": [], "distro": "jazzy"}),
    "view_frames.dot": (view_frames.dot, {"frames_yaml": YAML, "recorded_time": 2.0}),
    "view_frames.export": (
        view_frames.export,
        {"recording": HEARD, "wait_time": 5.0, "output": "frames", "when": datetime.datetime(2026, 1, 2)},
    ),
    "view_frames.file_names": (view_frames.file_names, {"when": datetime.datetime(2026, 1, 2)}),
    "links.link_table": (links.link_table, {"recording": HEARD, "at_ns": 10**9}),
    "tree_svg.drawing": (tree_svg.drawing, {"recording": HEARD, "at_ns": 10**9}),
    "text.links": (text.links, {"recording": HEARD, "at_ns": 10**9}),
}
CASES = [(name, argument) for name, (_, sound) in TARGETS.items() for argument in sound]


def try_out(name: str, argument: str, value: object) -> None:
    call, sound = TARGETS[name]
    complaint = None
    try:
        call(**(sound | {argument: value}))
    except InputError as err:
        complaint = err
    if complaint is not None and (name, argument) != ("echo.block", "found"):  # which names the field of the message
        assert complaint.argument.split("[")[0].split(",")[0] == argument, str(complaint)


@pytest.mark.parametrize("name", TARGETS)
def test_the_sound_arguments_are_sound(name):
    call, sound = TARGETS[name]
    call(**sound)


@pytest.mark.parametrize(("name", "argument"), CASES, ids=lambda part: part)
def test_odd_things_are_taken_or_refused_by_name(name, argument):
    for value in ODD:
        try_out(name, argument, value)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=settings.default.max_examples // 4)
@given(st.data())
def test_nested_junk_is_taken_or_refused_by_name(name, data):
    argument = data.draw(st.sampled_from(list(TARGETS[name][1])))
    try_out(name, argument, data.draw(junk))
