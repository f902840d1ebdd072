"""The keys of what each command prints with ``--format json``: they stay; new ones may come."""

from __future__ import annotations

SIMULATE = """JSON: design, seconds, seed, faults [text], messages, topics {topic: {type, messages, publishers [node]}},
tree {frame: parent}, log [{severity, node, text, count}] (repetitions counted once), saved (path or null)."""
FAULTS = """JSON: a list of {name, kind, family, story, rule, symptom, cure, changes ("bringup" or "deliveries"),
severity (whether it has one), parameters [{name, type, default}]}; with NAME one of these alone."""
TREE = """JSON: frames {frame: parent} ("" for a root), text, links [{parent, child, publishers [node], topic,
kind ("static" or "dynamic"), rate_hz, age_s, samples, current, standing}],
unheard [{node, topic, type, qos {depth, reliability, durability}}] (publishers that do not reach a listener: another
topic or type, or QoS that do not fit), svg and gv (path or null),
complaints [{severity, text, count}] (what tf2 logs)."""
TOOL = """JSON: stdout, stderr (as the tool's two streams have them), exit_code (the tool's own)."""
LOOKUP = """JSON: target, source, found; if found stamp_ns, translation [x, y, z] in metres, rotation [x, y, z, w],
rpy in radians; else error {class, text, notes}; complaints [{severity, text, count}] (what tf2 logs)."""
DIRECTION = """JSON: parent, child, expected {translation, rpy}, found; if found origin [x, y, z], gap, ratio (null if
no offset is expected), rotation_error in radians, else error {class, text}; parents [every parent the child ever had],
child_above (whether the child is above its parent), looks_like [ways of publishing that give exactly this],
row {name, seen, meaning, next_step}, right."""
EXPLAIN = """JSON: a list, the one to believe first in front, of {id, tf2_class, matched, facts, meaning,
likely [[cause, why]], confirm [command], cure, notes, kinds, count, believe, because}."""
