"""``tfsandbox faults`` and ``tfsandbox explain``: what is known about faults and about tf2's texts."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import textwrap
from typing import Any

from tfsandbox.cli.fault_text import kind_of
from tfsandbox.cli.reply import NO, YES, Reply
from tfsandbox.errors import InputError

_WIDTH = 100


def faults(arguments: argparse.Namespace) -> Reply:
    """Return the catalogue, or one entry."""
    from tfsandbox import faults as room

    entries = room.catalog()
    if arguments.name is None:
        return Reply(_families(entries), entries)
    name = kind_of(arguments.name, "NAME").name
    entry = next(entry for entry in entries if entry["name"] == name)
    return Reply(_entry(entry), entry)


def _families(entries: list[dict[str, Any]]) -> str:
    width = max(len(entry["name"]) for entry in entries)
    paragraphs = []
    for family in dict.fromkeys(entry["family"] for entry in entries):
        rows = [_hung(f"  {e['name']:<{width}}  ", e["story"]) for e in entries if e["family"] == family]
        paragraphs.append("\n".join([family, *rows]))
    paragraphs.append("tfsandbox faults NAME tells more; tfsandbox simulate DESIGN --fault NAME makes it happen.")
    return "\n\n".join(paragraphs)


def _entry(entry: dict[str, Any]) -> str:
    lines = [f"{entry['name']} ({entry['family']}, {entry['kind']})"]
    for label in ("story", "rule", "symptom", "cure"):
        lines.append(_hung(f"  {label + ':':<9}", entry[label]))
    if entry["severity"]:
        lines.append("  severity: from 0 (as on the clean robot); 1 is the usual one")
    lines.append("  parameters:" if entry["parameters"] else "  no parameters")
    lines += [f"    {p['name']}={_default(p['default'])}  ({p['type']})" for p in entry["parameters"]]
    return "\n".join(lines)


def _hung(label: str, text: str) -> str:
    """Return a text with hanging lines under its label."""
    return "\n".join(textwrap.wrap(text, _WIDTH, initial_indent=label, subsequent_indent=" " * len(label)))


def _default(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def explain(arguments: argparse.Namespace) -> Reply:
    """Return what error texts mean."""
    from tfsandbox import explain as room

    found = room.explain(_pasted(arguments.text))
    known = any(explanation.id != "unknown" for explanation in found)
    return Reply(room.as_text(found), found, YES if known else NO)


def _pasted(words: list[str]) -> str:
    if len(words) == 1 and os.path.isfile(words[0]):
        cure = f"this is a file; pipe its text in: tfsandbox explain < {shlex.quote(words[0])}"
        raise InputError("TEXT", words[0], cure)
    if words and words != ["-"]:
        return " ".join(words)
    if not words and sys.stdin.isatty():
        raise InputError("TEXT", "", 'give the error text in quotes, e.g. tfsandbox explain "...", or pipe it in')
    return sys.stdin.buffer.read().decode("utf-8", "replace") if hasattr(sys.stdin, "buffer") else sys.stdin.read()
