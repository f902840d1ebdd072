"""What must hold for every fault on every design: used by the catalogue's test and by each family's own."""

import itertools
import random
from functools import lru_cache

from tfsandbox import robots
from tfsandbox.conversions import transform_of
from tfsandbox.errors import InputError, TransformException
from tfsandbox.faults.lookalikes import LATE, SECONDS
from tfsandbox.observations import INSTRUMENTS, Evidence
from tfsandbox.recording import Kind
from tfsandbox.world import World

LOOKUP_PAIRS = 40


def seen(*many, design="diff_drive", seconds=4.0, listener=LATE):
    """What a listener sees of a design to which these faults happened."""
    world = World(design)
    for fault in many:
        world = world.with_fault(fault)
    return Evidence(world.run(seconds, listener))


def refusal(fault, design="diff_drive"):
    """Why the fault cannot happen to a design as it is delivered, or None."""
    return fault.applies_to(robots.find(design).bringup())


@lru_cache(maxsize=64)
def clean(design: str, seed: int) -> tuple[World, Evidence]:
    """The healthy robot and what it shows."""
    world = World(robots.find(design), seed=seed)
    return world, Evidence(world.run(SECONDS, LATE))


def drawn(fault_class, design, seed):
    """The fault for this design, or None if it says that it cannot happen there."""
    world, _ = clean(design, seed)
    try:
        fault = fault_class.draw(world.design, random.Random(f"{design}/{seed}"))
    except InputError as refusal:
        if not refusal.cure.strip():
            raise
        return None
    reason = fault.applies_to(world.bringup)
    if reason is not None:
        assert reason.strip()
        return None
    return fault


def check(fault_class, design: str, seed: int = 0) -> bool:
    """Whether the fault happens to the design; fails unless all promises hold there."""
    fault = drawn(fault_class, design, seed)
    if fault is None:
        return False
    world, healthy = clean(design, seed)
    broken_world = world.with_fault(fault)
    broken = Evidence(broken_world.run(SECONDS, LATE))
    assert broken_world.run(SECONDS, LATE) == broken.recording, "the same seed gives the same recording"
    observation = fault.confirm(world.design)
    assert observation.instrument in INSTRUMENTS
    assert observation.command
    assert observation.question.endswith("?")
    assert not observation.holds(healthy), f"{observation} holds on the clean robot"
    assert observation.holds(broken), f"{observation} does not hold with {fault}"
    check_nothing_else_changed(fault.touched(world.bringup), healthy, broken, seed)
    assert broken_world.without_fault(fault).run(SECONDS, LATE) == healthy.recording, "it can be undone"
    if hasattr(fault, "severity"):
        check_severity(fault, world, healthy)
    return True


def check_severity(fault, world, healthy):
    import dataclasses

    none = dataclasses.replace(fault, severity=0.0)
    if none.applies_to(world.bringup) is None:
        assert world.with_fault(none).run(SECONDS, LATE) == healthy.recording, "severity 0 is the clean recording"


def check_nothing_else_changed(touched, healthy, broken, seed):
    for link in {child for _, child in (*healthy.links, *broken.links)} - touched:
        assert arrivals(healthy, link) == arrivals(broken, link), f"{link} changed, but is not in touched()"
    for topic in {d.topic for e in (healthy, broken) for d in e.recording.deliveries if d.kind is not Kind.TF}:
        if topic not in touched:
            assert messages(healthy, topic) == messages(broken, topic), f"{topic} changed, but is not in touched()"
    for target, source in untouched_pairs(healthy, touched, seed):
        for time in (None, SECONDS - 1.0):
            before, after = looked_up(healthy, target, source, time), looked_up(broken, target, source, time)
            assert alike(before, after), f"lookup_transform({target!r}, {source!r}, {time}) changed"


def arrivals(evidence, child):
    return [
        (s.receive_ns, s.stamp_ns, s.parent, s.topic, s.transform)
        for s in evidence.samples
        if s.child.removeprefix("/") == child
    ]


def messages(evidence, topic):
    return [(d.receive_ns, d.payload) for d in evidence.recording.deliveries if d.topic == topic]


def looked_up(evidence, target, source, time):
    try:
        found = evidence.buffer.lookup_transform(target, source, time)
    except TransformException as error:
        return str(error)
    return found


def alike(before, after):
    """Whether two answers are equal, up to last bits: tf2 climbs to the top of the tree and back, whatever is there."""
    if isinstance(before, str) or isinstance(after, str):
        return before == after
    same_header = (before.header, before.child_frame_id) == (after.header, after.child_frame_id)
    return same_header and transform_of(before).is_close(transform_of(after))


def untouched_pairs(healthy, touched, seed):
    """Pairs of frames whose path on the clean robot uses no touched link."""
    parents = {child: given[-1] for child, given in healthy.parents.items()}

    def above(frame):
        path = [frame]
        while frame in parents and len(path) <= len(parents):
            frame = parents[frame]
            path.append(frame)
        return path

    pairs = []
    for a, b in itertools.permutations(sorted(healthy.buffer.get_frame_names()), 2):
        up, down = above(a), above(b)
        shared = set(up) & set(down)
        walked = {frame for frame in (*up, *down) if frame not in shared}
        if shared and not walked & touched:
            pairs.append((a, b))
    random.Random(seed).shuffle(pairs)
    return pairs[:LOOKUP_PAIRS]
