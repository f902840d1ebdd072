"""The direction experiment: nineteen scenarios side by side in one buffer, predicted and measured.

Source: a public two-language experiment on ROS 2 Jazzy, "frame offset doubled?".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_message
from tfsandbox.direction.outcome import Outcome, measure, predict
from tfsandbox.direction.ways import publish
from tfsandbox.geometry import Transform, Vector
from tfsandbox.recording import StampedTransform


@dataclass(frozen=True, slots=True)
class Scenario:
    """One row of the experiment.

    Attributes:
        family: the first part of the id, e.g. ``"rot90"``.
        way: how the link is published.
        offset: intended offset of the child in the parent, metres.
        yaw_deg: intended yaw, degrees.
        probe: a point in the child, metres.
    """

    family: str
    way: str
    offset: Vector
    yaw_deg: float
    probe: Vector

    @property
    def id(self) -> str:
        """E.g. ``"rot90_swap"``; its frames are called ``rot90_swap_parent`` and ``rot90_swap_child``."""
        return f"{self.family}_{self.way}"

    @property
    def intended(self) -> StampedTransform:
        """The link as it should be."""
        x, y, z = self.offset
        value = Transform.from_rpy(x, y, z=z, yaw=math.radians(self.yaw_deg))
        return StampedTransform(f"{self.id}_parent", f"{self.id}_child", value)


@dataclass(frozen=True, slots=True)
class Row:
    """A scenario with what was published, what was predicted and what was measured."""

    scenario: Scenario
    published: StampedTransform
    predicted: Outcome
    measured: Outcome


_UP, _AHEAD = (0.0, 0.0, 1.0), (0.2, 0.0, 0.0)
_ABOVE_SHELF, _BEFORE_LASER = (0.0, 0.0, 0.5), (0.5, 0.0, 0.0)
_TURNED = ("swap", "sign", "swap_true_inverse", "swap_neg_t")

SCENARIOS: tuple[Scenario, ...] = (
    *(Scenario("z1m", way, _UP, 0.0, _ABOVE_SHELF) for way in ("intended", "swap", "sign")),
    *(Scenario("laser02", way, _AHEAD, 0.0, _BEFORE_LASER) for way in ("intended", "swap", "sign", "omit")),
    *(Scenario(f"rot{yaw}", way, _AHEAD, float(yaw), _BEFORE_LASER) for yaw in (90, 120, 180) for way in _TURNED),
)


def experiment(scenarios: tuple[Scenario, ...] = SCENARIOS) -> tuple[Row, ...]:
    """Return the whole table: every scenario published into one buffer, predicted beside measured."""
    buffer = Buffer()
    published = [publish(s.way, s.intended) for s in scenarios]
    for link in published:
        buffer.set_transform_static(transform_message(link), "direction")
    return tuple(
        Row(s, link, predict(s.way, s.intended, probe=s.probe), measure(buffer, s.intended, probe=s.probe))
        for s, link in zip(scenarios, published, strict=True)
    )
