"""A swapped link under a frame that already has a parent: which frames are lost, measured rather than assumed."""

from __future__ import annotations

from dataclasses import dataclass

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_message
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform
from tfsandbox.stamps import NANOSECONDS, to_ns

PERIOD_NS = NANOSECONDS // 20
SAMPLE_NS = NANOSECONDS // 40

OWN_LINKS = ("dynamic", "static")
SWAPS = ("first", "last")


@dataclass(frozen=True, slots=True)
class ClashRun:
    """The run of the experiment: one laser mounted the right way, one backwards, odometry for both bases.

    Attributes:
        parents_before: (frame, parent) of both bases before odometry starts; "" for none.
        error_before: class and text of the lookup odom <- laser before odometry starts.
        samples: number of lookups of each laser.
        ok: how many of the right one's succeeded.
        ok_x: x of the right laser in odom, metres.
        clash: how many of the backwards one's succeeded.
        clash_errors: every different (class, text) of the failures.
        clash_parents: every parent that the backwards one's base had.
    """

    parents_before: tuple[tuple[str, str], ...]
    error_before: tuple[str, str]
    samples: int
    ok: int
    ok_x: float
    clash: int
    clash_errors: tuple[tuple[str, str], ...]
    clash_parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClashCase:
    """One cell of the 2 x 2.

    Attributes:
        own_link: whether the base's own link is dynamic (odom -> base_link) or static (base_footprint -> base_link).
        swap: whether the backwards laser -> base_link arrives first or last.
        frames: the frames that should be reachable from odom.
        lost_at_once: those that are not, right after the last arrival.
        lost_for_good: those that are not, after odometry has gone on.
        links: (parent, child) of every link of these frames in the end; a frame in none of them stands alone.
        error: class and text of the lookup odom <- laser in the end, ("", "") when it works.
    """

    own_link: str
    swap: str
    frames: tuple[str, ...]
    lost_at_once: tuple[str, ...]
    lost_for_good: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    error: tuple[str, str]

    @property
    def base_parent(self) -> str:
        """Parent of base_link in the end."""
        return next(parent for parent, child in self.links if child == "base_link")


def run_clash(seconds: float = 3.0) -> ClashRun:
    """Return what a listener sees: two static links first, then odometry every 0.05 s, lookups every 0.025 s.

    Args:
        seconds: length of the run, at most a minute.

    Raises:
        InputError: not a number of seconds above zero.
    """
    end_ns = to_ns(seconds, "seconds")
    if not 0 < end_ns <= 60 * NANOSECONDS:
        raise InputError("seconds", seconds, "give a number above 0 and at most 60")
    buffer = Buffer()
    _hear(buffer, StampedTransform("ok_base", "ok_laser", Transform((0.2, 0.0, 0.0))), static=True)
    _hear(buffer, StampedTransform("clash_laser", "clash_base", Transform((0.2, 0.0, 0.0))), static=True)
    before = tuple((base, buffer.get_frame_parent(base)) for base in ("ok_base", "clash_base"))
    error_before = failure(buffer, "odom", "clash_laser")
    samples = ok = clash = 0
    errors: dict[tuple[str, str], None] = {}
    parents: dict[str, None] = {}
    for now in range(0, end_ns, SAMPLE_NS):
        if now % PERIOD_NS == 0:
            for base in ("ok_base", "clash_base"):
                _hear(buffer, StampedTransform("odom", base, Transform((1.0, 0.0, 0.0)), now + PERIOD_NS))
        samples += 1
        ok += failure(buffer, "odom", "ok_laser") == ("", "")
        error = failure(buffer, "odom", "clash_laser")
        clash += error == ("", "")
        errors[error] = parents[buffer.get_frame_parent("clash_base")] = None
    x = buffer.lookup_transform("odom", "ok_laser").transform.translation.x
    return ClashRun(before, error_before, samples, ok, x, clash, tuple(errors), tuple(parents))


def clash_case(own_link: str, swap: str) -> ClashCase:
    """Return one cell of the 2 x 2, measured in a buffer of its own.

    Args:
        own_link: ``"dynamic"`` or ``"static"``.
        swap: ``"first"`` or ``"last"``.

    Raises:
        InputError: another word.
    """
    for argument, word, words in (("own_link", own_link, OWN_LINKS), ("swap", swap, SWAPS)):
        if not isinstance(word, str) or word not in words:
            raise InputError(argument, word, f"give one of {', '.join(words)}")
    dynamic = own_link == "dynamic"
    moving = "base_link" if dynamic else "base_footprint"
    frames = ("base_link", "laser") if dynamic else ("base_footprint", "base_link", "laser")
    backwards = StampedTransform("laser", "base_link", Transform((0.2, 0.0, 0.0)))
    buffer = Buffer()
    if swap == "first":
        _hear(buffer, backwards, static=True)
    if not dynamic:
        _hear(buffer, StampedTransform("base_footprint", "base_link", Transform((0.0, 0.0, 0.1))), static=True)
    _odometry(buffer, moving, 1)
    if swap == "last":
        _hear(buffer, backwards, static=True)
    at_once = _lost(buffer, frames)
    _odometry(buffer, moving, 2)
    links = tuple((parent, frame) for frame in frames if (parent := buffer.get_frame_parent(frame)))
    lost = _lost(buffer, frames)
    return ClashCase(own_link, swap, frames, at_once, lost, links, failure(buffer, "odom", "laser"))


def clash_table() -> tuple[ClashCase, ...]:
    """Return all four cells: own link dynamic and static, swap first and last."""
    return tuple(clash_case(own_link, swap) for own_link in OWN_LINKS for swap in SWAPS)


def failure(buffer: Buffer, target: str, source: str) -> tuple[str, str]:
    """Return (class, text) of tf2's exception for this lookup, or ("", "") when it works."""
    try:
        buffer.lookup_transform(target, source)
    except TransformException as err:
        return (type(err).__name__, str(err))
    return ("", "")


def _odometry(buffer: Buffer, child: str, sample: int) -> None:
    _hear(buffer, StampedTransform("odom", child, Transform((1.0, 0.0, 0.0)), sample * PERIOD_NS))


def _hear(buffer: Buffer, link: StampedTransform, *, static: bool = False) -> None:
    receive = buffer.set_transform_static if static else buffer.set_transform
    receive(transform_message(link), "direction")


def _lost(buffer: Buffer, frames: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(frame for frame in frames if failure(buffer, "odom", frame) != ("", ""))
