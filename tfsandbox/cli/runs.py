"""What a RUN on the command line stands for: a bag, a saved recording, or a design that is simulated."""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfsandbox.cli.fault_text import PLACE, describe, fault_of
from tfsandbox.cli.naming import named
from tfsandbox.cli.reply import Progress
from tfsandbox.errors import InputError

if TYPE_CHECKING:
    from tfsandbox.buffer import Buffer
    from tfsandbox.recording import Recording
    from tfsandbox.robots import Design
    from tfsandbox.world import World

_BAGS = (".mcap", ".db3", ".bag")
_DESCRIPTIONS = (".urdf", ".xacro")
DEFAULT_SECONDS = 10.0
_MOST_COMPLAINTS = 12
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def recording_of(arguments: argparse.Namespace) -> Recording:
    """Return what was recorded, or is now simulated.

    Raises:
        InputError: no such design or file, a file that cannot be read, or options that only a design takes.
    """
    run: str = arguments.run
    if _is_design(run):
        return simulated(world_of(arguments, run, place="RUN"), _seconds(arguments))
    given = (*((PLACE, fault) for fault in arguments.fault[:1]), ("--seconds", arguments.seconds))
    for option, value in (*given, ("--seed", arguments.seed)):
        if value is not None:
            raise InputError(option, value, f"this is for a design; {run} was recorded already, so leave it out")
    from tfsandbox import readers

    with named({"path": "RUN"}):
        recording = readers.read(run, progress=Progress(f"reading {Path(run).name}"))
    for line in recording.log:
        if line.node == readers.NODE and line.severity in ("WARN", "ERROR"):
            print(f"[{line.severity}] {line.text}", file=sys.stderr)
    return recording


def world_of(arguments: argparse.Namespace, design: str, *, place: str = "DESIGN") -> World:
    """Return the world that the options ask for.

    Args:
        arguments: with the options of a world.
        design: name or path.
        place: what the command line calls the design.

    Raises:
        InputError: no such design, or a fault that cannot happen to it.
    """
    from tfsandbox.world import World

    seed = _seed(arguments)
    world = World(_design(design, place), seed, distro=arguments.distro)
    for text in arguments.fault:
        fault = fault_of(text, world.design, seed=seed, bringup=world.bringup)
        reason = fault.applies_to(world.bringup)
        if reason:
            raise InputError(PLACE, describe(fault), f"it cannot happen to {world.design.name} as it is: {reason}")
        world = world.with_fault(fault)
    return world


def _design(text: str, place: str) -> Design:
    from tfsandbox import robots

    path = Path(text)
    if path.suffix.lower() in (*_DESCRIPTIONS, ".json") and not path.exists():
        raise InputError(place, text, "there is no such file; check the spelling")
    try:
        return robots.find(text)
    except InputError as err:
        if str(err.value) in (text, str(path)):
            raise InputError(place, text, err.cure) from err
        raise InputError(f"{place} {text}: {err.argument}", err.value, err.cure) from err


def simulated(world: World, seconds: float) -> Recording:
    """Return a run; shows how far it is when it takes long."""
    from tfsandbox.world import LONGEST_RUN_S

    if not 0 < seconds <= LONGEST_RUN_S:
        raise InputError("--seconds", seconds, f"give a number above 0 and at most {LONGEST_RUN_S:g}")
    progress = Progress("simulating")
    if not progress.watched:
        return world.run(seconds)
    session = world.start()
    for second in range(int(seconds)):
        progress(second / seconds)
        session.step(1.0)
    session.step(seconds - int(seconds))
    progress(1.0)
    return session.recording


def buffer_of(recording: Recording, arguments: argparse.Namespace) -> Buffer:
    """Return the buffer of a listener that heard it all; it keeps its complaints to itself."""
    from tfsandbox.views.quiet import QuietBuffer

    return QuietBuffer.play(recording, distro=arguments.distro)


def complaints_of(buffer: Buffer) -> list[dict[str, Any]]:
    """Return what tf2 would have logged, repetitions once: severity, text, count."""
    counts = Counter(buffer.log)
    return [{"severity": severity, "text": text, "count": count} for (severity, text), count in counts.items()]


def aside(complaints: list[dict[str, Any]]) -> str:
    """Return complaints as lines for standard error."""
    told = alike(complaints)
    lines = [f"[{c['severity']}] {c['text'].rstrip()}{times(c)}\n" for c in told[:_MOST_COMPLAINTS]]
    more = len(told) - len(lines)
    return "".join([*lines, *([f"... and {more} more (--format json has all)\n"] if more else [])])


def alike(log: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return lines (severity, text, count, perhaps node) that differ only in their numbers as one, with all counts."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for line in log:
        key = (line["severity"], line.get("node", ""), _NUMBER.sub("0", line["text"]))
        first = found.setdefault(key, {**line, "count": 0})
        first["count"] += line["count"]
    return list(found.values())


def times(line: dict[str, Any]) -> str:
    """Return what stands behind a line that came more than once."""
    return f"  (and {line['count'] - 1} like it)" if line["count"] > 1 else ""


def _seconds(arguments: argparse.Namespace) -> float:
    return DEFAULT_SECONDS if arguments.seconds is None else float(arguments.seconds)


def _seed(arguments: argparse.Namespace) -> int | str:
    text = "0" if arguments.seed is None else str(arguments.seed)
    return int(text) if text.lstrip("-").isdecimal() else text


def _is_design(run: str) -> bool:
    from tfsandbox import robots

    if run in robots.DESIGNS:
        return True
    path = Path(run)
    if path.suffix in _DESCRIPTIONS:
        return True
    if path.suffix == ".json":
        return not is_recorded(run)
    if path.suffix in _BAGS or path.exists():
        return False
    near = difflib.get_close_matches(run, list(robots.DESIGNS), 1)
    hint = f"did you mean {near[0]}? Designs are" if near else "designs are"
    cure = f"no file has this name; {hint} {', '.join(robots.DESIGNS)}; or give a bag, or a .urdf, .xacro or .json file"
    raise InputError("RUN", run, cure)


def is_recorded(run: str) -> bool:
    """Whether this is a bag or a saved recording, as far as its name or its first words tell."""
    from tfsandbox.recording import FORMAT

    path = Path(run)
    if path.suffix != ".json":
        return path.suffix in _BAGS or (path / "metadata.yaml").is_file()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False  # the reader of designs says what is wrong with it
    return isinstance(data, dict) and data.get("format") == FORMAT
