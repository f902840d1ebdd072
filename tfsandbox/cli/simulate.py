"""``tfsandbox simulate``: run a design, tell what a listener gets, keep it as a bag."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tfsandbox.cli.fault_text import describe
from tfsandbox.cli.naming import named
from tfsandbox.cli.reply import Progress, Reply
from tfsandbox.cli.runs import DEFAULT_SECONDS, alike, buffer_of, is_recorded, simulated, times, world_of
from tfsandbox.errors import InputError

if TYPE_CHECKING:
    from tfsandbox.buffer import Buffer
    from tfsandbox.recording import Recording

_MOST_LINES = 12


def run(arguments: argparse.Namespace) -> Reply:
    """Return the tree, the log and where it was saved."""
    from tfsandbox.views import text

    if is_recorded(arguments.design):
        cure = "this was recorded already; look at it with tfsandbox tree, echo, monitor, lookup or direction"
        raise InputError("DESIGN", arguments.design, cure)
    if arguments.output is not None:
        _check(arguments.output)
    seconds = DEFAULT_SECONDS if arguments.seconds is None else arguments.seconds
    world = world_of(arguments, arguments.design)
    recording = simulated(world, seconds)
    buffer = buffer_of(recording, arguments)
    if arguments.output is not None:
        _save(recording, arguments.output, arguments.storage)
    data = {
        "design": world.design.name,
        "seconds": seconds,
        "seed": world.seed,
        "faults": [describe(fault) for fault in world.faults],
        "messages": len(recording.deliveries),
        "topics": _topics(recording),
        "tree": {frame: buffer.get_frame_parent(frame) for frame in sorted(buffer.get_frame_names())},
        "log": _log(recording, buffer),
        "saved": arguments.output,
    }
    return Reply("\n\n".join(_paragraphs(data, text.tree(buffer))), data)


def _check(output: str) -> None:
    """Refuse a place that cannot be written to before the long work, not after."""
    path = Path(output)
    if not output:
        raise InputError("--output", output, "give the name of a new folder, or of a file ending .json")
    if not path.parent.is_dir():
        raise InputError("--output", output, f"there is no folder {path.parent}; make it first")
    if path.exists() and not output.endswith(".json"):
        raise InputError("--output", output, "it exists already; name a new folder, or remove this one first")


def _save(recording: Recording, output: str, storage: str) -> None:
    if output.endswith(".json"):
        try:
            Path(output).write_text(recording.to_json(), encoding="utf-8")
        except OSError as err:
            raise InputError("--output", output, f"it cannot be written ({err.strerror or err})") from err
        return
    from tfsandbox.readers import bag

    with named({"path": "--output"}):
        bag.write(recording, output, storage=storage, progress=Progress(f"writing {Path(output).name}"))


def _topics(recording: Recording) -> dict[str, Any]:
    heard = Counter(delivery.topic for delivery in recording.deliveries)
    topics: dict[str, Any] = {}
    for endpoint in recording.endpoints:
        new = {"type": endpoint.type, "messages": heard[endpoint.topic], "publishers": []}
        topics.setdefault(endpoint.topic, new)["publishers"].append(endpoint.node)
    return topics


def _log(recording: Recording, buffer: Buffer) -> list[dict[str, Any]]:
    lines = [(line.severity, line.node, line.text) for line in recording.log]
    lines += [(severity, "/listener (its buffer)", text) for severity, text in buffer.log]
    keys = ("severity", "node", "text")
    return [{**dict(zip(keys, line, strict=True)), "count": n} for line, n in Counter(lines).items()]


def _paragraphs(data: dict[str, Any], tree: str) -> list[str]:
    head = f"{data['design']}, {data['seconds']:g} s, seed {data['seed']}"
    head += "".join(f"\nfault: {fault}" for fault in data["faults"])
    publishers = sum(len(topic["publishers"]) for topic in data["topics"].values())
    head += f"\n{data['messages']} messages on {len(data['topics'])} topics from {publishers} publishers"
    return [head, tree, _log_text(data["log"]), *([f"saved as {data['saved']}"] if data["saved"] else [])]


def _log_text(log: list[dict[str, Any]]) -> str:
    severities = Counter({line["severity"]: 0 for line in log})
    for line in log:
        severities[line["severity"]] += line["count"]
    head = f"log: {', '.join(f'{n} {severity}' for severity, n in severities.items()) or 'empty'}"
    worth = alike(line for line in log if line["severity"] not in ("DEBUG", "INFO"))
    told = [f"  [{line['severity']}] [{line['node']}]: {line['text']}{times(line)}" for line in worth[:_MOST_LINES]]
    more = [f"  ... and {len(worth) - _MOST_LINES} more (--format json has all)"] if len(worth) > _MOST_LINES else []
    return "\n".join([head, *told, *more])
