"""What differs between ROS 2 distributions, as data."""

from __future__ import annotations

from dataclasses import dataclass

from tfsandbox.errors import InputError


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one distribution's tf2 core.

    Attributes:
        normalises: rotations go through a matrix on set and on lookup; else raw values are checked and kept.
        newer_side_reports: when both sides of a walk fail, the one with newer data is reported (else the target's).
        names_empty_cache: an emptied dynamic cache says "only time 0.000000" (else it says nothing).
        clear_empties_statics: ``clear`` empties static transforms too.
        dot_of_nothing: the drawing of an empty buffer.
        cpp_subclasses: C++ splits ExtrapolationException in three.
        refuses_short_velocity_intervals: a velocity over less than 1 ns raises (else it is NaN).
        cancel_drops_last_callback: cancelling a request silences the last queued one (a bug of that version).
        future_holds_transform: ``wait_for_transform_async`` gives the transform (else True).
        clears_on_jump: Python's buffer clears itself when its clock jumps back.
    """

    normalises: bool = True
    newer_side_reports: bool = True
    names_empty_cache: bool = False
    clear_empties_statics: bool = False
    dot_of_nothing: str = '"no tf data recieved"'
    cpp_subclasses: bool = True
    refuses_short_velocity_intervals: bool = False
    cancel_drops_last_callback: bool = False
    future_holds_transform: bool = True
    clears_on_jump: bool = True


RULES = {
    "humble": Rules(cpp_subclasses=False, future_holds_transform=False, clears_on_jump=False),
    "jazzy": Rules(),
    "jazzy_0_36_4": Rules(newer_side_reports=False, cancel_drops_last_callback=True),
    "kilted": Rules(normalises=False, names_empty_cache=True),
    "rolling": Rules(
        normalises=False,
        names_empty_cache=True,
        clear_empties_statics=True,
        dot_of_nothing='"no tf data received"',
        refuses_short_velocity_intervals=True,
    ),
}
"""humble 0.25.20, jazzy 0.36.20, jazzy_0_36_4 (Jazzy before March 2026), kilted 0.41.7, rolling 0.46.0."""


def rules_of(distro: str) -> Rules:
    """Return the rules of a distribution.

    Raises:
        InputError: not one of RULES.
    """
    rules = RULES.get(distro) if isinstance(distro, str) else None
    if rules is None:
        raise InputError("distro", distro, f"give one of {', '.join(RULES)}")
    return rules
