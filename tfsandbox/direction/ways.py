"""Ways of publishing one link: the right one and the slips people make, each as a function of the intended link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform, conjugate
from tfsandbox.recording import StampedTransform


@dataclass(frozen=True, slots=True)
class Way:
    """One way of publishing a link.

    Attributes:
        name: short name, e.g. ``"swap"``.
        label: what a learner reads, e.g. ``"names swapped"``.
        explanation: one sentence about what the person did.
        swaps_names: whether frame_id and child_frame_id change places.
        value: the published value as a function of T_parent_child.
    """

    name: str
    label: str
    explanation: str
    swaps_names: bool
    value: Callable[[Transform], Transform]


def _negated(t: Transform) -> tuple[float, float, float]:
    x, y, z = t.translation
    return (-x, -y, -z)


def _as_it_is(t: Transform) -> Transform:
    return t


def _sign(t: Transform) -> Transform:
    return Transform(_negated(t), t.rotation)


def _omit(t: Transform) -> Transform:
    return Transform((0.0, 0.0, 0.0), t.rotation)


def _negate_both(t: Transform) -> Transform:
    return Transform(_negated(t), conjugate(t.rotation))


WAYS: tuple[Way, ...] = (
    Way("intended", "as intended", "Names and value are right.", False, _as_it_is),
    Way("swap", "names swapped", "frame_id and child_frame_id changed places, the value stayed.", True, _as_it_is),
    Way("sign", "sign flipped", "Names are right, the offset has the opposite sign.", False, _sign),
    Way("omit", "offset left out", "Names and rotation are right, the offset is zero.", False, _omit),
    Way(
        "swap_true_inverse",
        "names swapped, value inverted",
        "The names changed places, and the value is the true inverse.",
        True,
        Transform.inverse,
    ),
    Way(
        "swap_neg_t",
        "names swapped, numbers negated",
        "The names changed places, and the offset and the angle each got a minus sign.",
        True,
        _negate_both,
    ),
    Way(
        "inverse_value",
        "names right, value inverted",
        "The names are right, but the value converts data the other way, as many calibration files do.",
        False,
        Transform.inverse,
    ),
)


def way(name: str) -> Way:
    """Return the way of publishing with this name.

    Raises:
        InputError: no such way.
    """
    for candidate in WAYS:
        if isinstance(name, str) and candidate.name == name:
            return candidate
    raise InputError("way", name, f"give one of {', '.join(w.name for w in WAYS)}")


def require_link(intended: object) -> None:
    """Raise InputError unless this is a StampedTransform."""
    if not isinstance(intended, StampedTransform):
        raise InputError("intended", intended, "give a StampedTransform, e.g. direction.link(0.2)")


def publish(name: str, intended: StampedTransform) -> StampedTransform:
    """Return what is published when someone who means ``intended`` does it this way.

    Args:
        name: name of the way, e.g. ``"swap"``.
        intended: the link as it should be: T_parent_child under its two names.

    Raises:
        InputError: no such way, or no link.
    """
    chosen = way(name)
    require_link(intended)
    parent, child = intended.frame_id, intended.child_frame_id
    if chosen.swaps_names:
        parent, child = child, parent
    return StampedTransform(parent, child, chosen.value(intended.transform), intended.stamp_ns)
