"""``tfsandbox tree``, ``echo``, ``monitor`` and ``lookup``: what tf2's tools say about a run."""

from __future__ import annotations

import argparse
import decimal
import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfsandbox.cli.naming import named
from tfsandbox.cli.reply import NO, YES, Reply
from tfsandbox.cli.runs import aside, buffer_of, complaints_of, recording_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.stamps import NANOSECONDS

if TYPE_CHECKING:
    from tfsandbox.recording import Recording
    from tfsandbox.views.links import LinkRow
    from tfsandbox.views.terminal import Output


def tree(arguments: argparse.Namespace) -> Reply:
    """Return the tree a listener holds and every link that was published; draw it if asked to."""
    from tfsandbox.views import text
    from tfsandbox.views.links import link_table, standing

    recording = recording_of(arguments)
    buffer = buffer_of(recording, arguments)
    rows = link_table(recording)
    drawn = text.tree(buffer)
    frames = {frame: buffer.get_frame_parent(frame) for frame in sorted(buffer.get_frame_names())}
    links = [{**asdict(row), "standing": standing(row, rows)} for row in rows]
    if arguments.svg is not None:
        _keep("--svg", arguments.svg, _drawing(recording))
    if arguments.gv is not None:
        _keep("--gv", arguments.gv, _graph(recording, arguments))
    unheard = [
        {"node": e.node, "topic": e.topic, "type": e.type, "qos": e.qos} for e in recording.endpoints if not e.matched
    ]
    told = complaints_of(buffer)
    data = {
        "frames": frames,
        "text": drawn,
        "links": links,
        "unheard": unheard,
        "svg": arguments.svg,
        "gv": arguments.gv,
    }
    paragraphs = [drawn, _links_text(rows) if arguments.links and rows else "", _unheard_text(unheard)]
    paragraphs += [f"drawn as {file}" for file in (arguments.svg, arguments.gv) if file]
    return Reply("\n\n".join(filter(None, paragraphs)), {**data, "complaints": told}, aside=aside(told))


def _links_text(rows: tuple[LinkRow, ...]) -> str:
    from tfsandbox.views.links import age_text, rate_text, standing
    from tfsandbox.views.tables import table

    head = ("parent", "child", "published by", "topic", "rate", "newest", "note")
    return table(
        head,
        [
            (r.parent, r.child, ", ".join(r.publishers), r.topic, rate_text(r), age_text(r), standing(r, rows))
            for r in rows
        ],
    )


def _unheard_text(unheard: list[dict[str, Any]]) -> str:
    """Return the publishers whose messages never reach the listener: another topic, another type, QoS that differ."""
    return "\n".join(
        f"not heard: {e['node']} on {e['topic']} "
        f"({e['type']}, {e['qos'].reliability.value}, {e['qos'].durability.value})"
        for e in unheard
    )


def _drawing(recording: Recording) -> str:
    from tfsandbox.views.tree_svg import drawing

    return drawing(recording).standalone()


def _graph(recording: Recording, arguments: argparse.Namespace) -> str:
    from tfsandbox.views import view_frames

    with named({"frames_yaml": "--gv"}):
        return view_frames.export(recording, output="frames", distro=arguments.distro).dot


def _keep(option: str, file: str, text: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8", errors="backslashreplace")
    except OSError as err:
        raise InputError(option, file, f"it cannot be written ({err.strerror or err})") from err


def echo(arguments: argparse.Namespace) -> Reply:
    """Return what tf2_echo prints; "no" if it never gets a transform."""
    from tfsandbox.views import echo as tool

    options = tool.Arguments(arguments.a, arguments.b, arguments.rate, arguments.time, arguments.precision)
    recording = recording_of(arguments)
    with named({name: f"--{name}" for name in ("rate", "time", "precision")}):
        output = tool.output(recording, options, distro=arguments.distro)
    return _tool(output, YES if "At time" in output.stdout else NO)


def monitor(arguments: argparse.Namespace) -> Reply:
    """Return what tf2_monitor prints; "no" if it never reports or dies."""
    from tfsandbox.views import monitor as tool

    *frames, arguments.run = arguments.frames
    if len(frames) not in (0, 2):
        raise InputError("A B", " ".join(frames), "give two frames or none before the RUN")
    output = tool.monitor(recording_of(arguments), *frames, distro=arguments.distro)
    return _tool(output, YES if "RESULTS" in output.stdout and not output.exit_code else NO)


def _tool(output: Output, code: int) -> Reply:
    data = {"stdout": output.stdout, "stderr": output.stderr, "exit_code": output.exit_code}
    return Reply("", data, code, chunks=output.chunks)


def lookup(arguments: argparse.Namespace) -> Reply:
    """Return T_target_source, or tf2's own words where there is none."""
    from tfsandbox.conversions import stamped_transform
    from tfsandbox.stamps import Time
    from tfsandbox.views.echo import block

    target, source = arguments.target, arguments.source
    at = Time(nanoseconds=_exact_ns("--time", arguments.time))
    buffer = buffer_of(recording_of(arguments), arguments)
    told = complaints_of(buffer)
    asked = {"target": target, "source": source, "complaints": told}
    try:
        found = stamped_transform(buffer.lookup_transform(target, source, at))
    except TransformException as err:
        notes = tuple(getattr(err, "__notes__", ()))
        error = {"class": type(err).__name__, "text": str(err), "notes": notes}
        text = "\n* ".join([f"{type(err).__name__}: {err}", *notes])
        return Reply(text, {**asked, "found": False, "error": error}, NO, aside(told))
    t = found.transform
    data = {"stamp_ns": found.stamp_ns, "translation": t.translation, "rotation": t.rotation, "rpy": t.rpy}
    return Reply(block(found).removesuffix("\n"), {**asked, "found": True, **data}, aside=aside(told))


def _exact_ns(place: str, seconds: str | None) -> int:
    """Return seconds as nanoseconds, exactly as written: a float would lose some of a time of today."""
    if seconds is None:
        return 0
    try:
        value = decimal.Decimal(seconds)
    except decimal.InvalidOperation as err:
        raise InputError(place, seconds, "give seconds, e.g. 2.5, or leave it out for the latest") from err
    if not value.is_finite() or not 0 <= value < math.floor(2**63 / NANOSECONDS):
        raise InputError(place, seconds, "give seconds from 0 up; ROS 2 keeps times in 64 bits of nanoseconds")
    return int(value.scaleb(9).to_integral_value())
