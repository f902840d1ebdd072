"""One run of a learner's bringup under conditions drawn from a seed, and what can be asked about it."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

from autograder.checks.story import robot
from autograder.conditions import Conditions
from tfsandbox.bringup import NodeSpec, parse
from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_of
from tfsandbox.drift import LoopClosure
from tfsandbox.errors import TransformException
from tfsandbox.geometry import Transform
from tfsandbox.motion import Leg, Motion
from tfsandbox.recording import Recording
from tfsandbox.world import Subscriber, World

START_UP = 1.5
"""Seconds after joining in which nodes may still wait for each other."""

SECONDS = 8.0
"""How long a run takes."""

STEP = 0.0371
"""Seconds between two looks; no multiple of a usual publishing period, so that alternating values are seen."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A bringup that was run, and a listener's view of it; times in simulated seconds.

    Attributes:
        world: what was run; knows the truth.
        recording: what one listener heard.
        buffer: that listener's buffer at the end.
        settled: when everything should work.
        end: when the run ended.
        closure: when the loop closed.
    """

    world: World
    recording: Recording
    buffer: Buffer
    settled: float
    end: float
    closure: float

    def look(self, target: str, source: str, seconds: float | None = None) -> Transform | str:
        """Return T_target_source at a time (None: the latest), or tf2's own words where there is none."""
        try:
            return transform_of(self.buffer.lookup_transform(target, source, seconds))
        except TransformException as err:
            return f"{type(err).__name__}: {err}"

    def moments(self, begin: float | None = None) -> tuple[float, ...]:
        """Return moments from ``begin`` (None: when settled) until shortly before the end, ``STEP`` apart."""
        first = self.settled if begin is None else begin
        return tuple(first + STEP * i for i in range(max(2, int((self.end - 0.4 - first) / STEP))))


def run(bringup: object, conditions: Conditions, *, late: bool = False) -> Trial:
    """Return the run of a bringup under conditions: where the robot starts, how it drives, when the loop closes.

    Args:
        bringup: the nodes, as ``bringup.parse`` takes them.
        conditions: what everything random follows from.
        late: whether the listener joins long after everything has started, not before.
    """
    return _run(parse(bringup), conditions, late)


@lru_cache(maxsize=3)  # nine checks watch the same run; it follows from its arguments alone
def _run(nodes: tuple[NodeSpec, ...], conditions: Conditions, late: bool) -> Trial:
    rng = random.Random(conditions.seed)
    world = _world(nodes, conditions.seed, rng)
    start = rng.uniform(4.0, 5.0) if late else 0.0
    recording = world.run(SECONDS, Subscriber(start=start))
    closure = world.loop_closure.at if world.loop_closure else math.inf
    return Trial(world, recording, Buffer.play(recording), start + START_UP, SECONDS, closure)


def _world(nodes: tuple[NodeSpec, ...], seed: int, rng: random.Random) -> World:
    shift, towards = rng.uniform(0.25, 0.4), rng.uniform(0, 2 * math.pi)
    closure = LoopClosure(
        at=rng.uniform(4.0, 5.0),
        shift=(shift * math.cos(towards), shift * math.sin(towards)),
        heading=rng.choice((-1, 1)) * rng.uniform(0.03, 0.08),
    )
    return World(robot(), seed=seed, motion=_motion(rng), loop_closure=closure, nodes=nodes)


def _motion(rng: random.Random) -> Motion:
    """Return a drive that begins anywhere in the map, heads anywhere, and never stands still."""
    side = rng.choice((-1, 1))
    legs = tuple(
        Leg(rng.uniform(0.3, 0.5), side * turn * rng.uniform(0.4, 0.8), rng.uniform(1.4, 2.2))
        for turn in (0.0, 1.0, -0.7, 0.5, 0.0, 1.0)
    )
    start = Transform.from_rpy(
        rng.choice((-1, 1)) * rng.uniform(0.8, 2.0),
        rng.choice((-1, 1)) * rng.uniform(0.8, 2.0),
        yaw=rng.choice((-1, 1)) * rng.uniform(0.6, 2.4),
    )
    return Motion(legs, start)
