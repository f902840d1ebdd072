"""Lookups over Frames: numbers out, or tf2's exceptions with hints for the reader. Times in nanoseconds, 0 = latest."""

from __future__ import annotations

from typing import NoReturn

from tfsandbox.buffer import hints, texts
from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.walk import (
    LoopError,
    NotConnectedError,
    UnreadableError,
    compose_chain,
    find_chain,
    latest_common_time,
)
from tfsandbox.errors import (
    ConnectivityException,
    ExtrapolationException,
    InputError,
    InvalidArgumentException,
    LookupException,
    TransformException,
)
from tfsandbox.geometry import IDENTITY_ROTATION, Quaternion, Transform, Vector, canonical
from tfsandbox.timecache import Problem

Found = tuple[Vector, Quaternion, int]
"""Translation, rotation (as stored, not yet canonical) and stamp of T_target_source."""

LOOKUP = "lookupTransform argument {}"
COMMON_TIME = "get_latest_common_time"


def require_text(name: object, argument: str) -> str:
    """Return a frame name that is text at all.

    Raises:
        InputError: it is something else.
    """
    if not isinstance(name, str):
        raise InputError(argument, name, "give a frame name as text")
    return name


def frame_id(frames: Frames, name: str, argument: str, place: str = LOOKUP) -> int:
    """Return the id of a frame that a query may name.

    Raises:
        InvalidArgumentException: empty, or a leading slash.
        LookupException: unknown.
        InputError: not text.
    """
    require_text(name, argument)
    place = place.format(argument)
    error: TransformException
    if not name:
        error = InvalidArgumentException(texts.empty_name(place))
    elif name.startswith("/"):
        error = InvalidArgumentException(texts.slashed_name(name, place))
    elif name not in frames.queryable:
        error = LookupException(texts.unknown_name(name, place))
    else:
        return frames.queryable[name]
    hints.about_name(error, name, frames)
    raise error


def lookup(frames: Frames, target: str, source: str, time_ns: int) -> Found:
    """Return T_target_source at a time.

    Raises:
        LookupException, ConnectivityException, ExtrapolationException, InvalidArgumentException: as tf2.
        InputError: a name is not text.
    """
    if target.__class__ is not str or source.__class__ is not str:
        require_text(target, "target_frame")
        require_text(source, "source_frame")
    if target == source:
        return (0.0, 0.0, 0.0), IDENTITY_ROTATION, time_ns or newest_ns(frames, target)
    target_id = frames.queryable.get(target) or frame_id(frames, target, "target_frame")
    source_id = frames.queryable.get(source) or frame_id(frames, source, "source_frame")
    try:
        if time_ns == 0:
            time_ns = latest_common_time(frames.caches, target_id, source_id)
        chain = find_chain(frames.caches, target_id, source_id, time_ns, frames.rules)
    except UnreadableError as err:
        if err.failure.problem is not Problem.NONE:
            _raise_unreadable(frames, err, target, source, time_ns)
        return (0.0, 0.0, 0.0), IDENTITY_ROTATION, time_ns
    except NotConnectedError:
        _raise_not_connected(frames, target, source)
    except LoopError:
        raise LookupException(loop_text(frames)) from None
    v, q = compose_chain(chain, time_ns)
    return v, canonical(q) if frames.rules.normalises else q, time_ns


def lookup_full(frames: Frames, target: str, target_ns: int, source: str, source_ns: int, fixed: str) -> Found:
    """Return T_target_source between two times, through a frame that does not move in between.

    Raises:
        As ``lookup``.
    """
    for name, argument in ((target, "target_frame"), (source, "source_frame"), (fixed, "fixed_frame")):
        frame_id(frames, name, argument)
    v, q, _ = lookup(frames, fixed, source, source_ns)
    v2, q2, stamp_ns = lookup(frames, target, fixed, target_ns)
    both = Transform(v2, canonical(q2)) @ Transform(v, canonical(q))
    return both.translation, canonical(both.rotation), stamp_ns


def common_time(frames: Frames, target: str, source: str) -> int:
    """Return the newest time at which the chain between two frames is known; 0 if it is all static.

    Raises:
        LookupException, InvalidArgumentException: a bad or unknown name.
        TransformException: no chain, or a loop.
    """
    target_id = frame_id(frames, target, "target_frame", COMMON_TIME)
    source_id = frame_id(frames, source, "source_frame", COMMON_TIME)
    try:
        return latest_common_time(frames.caches, target_id, source_id)
    except NotConnectedError:
        raise TransformException(texts.not_connected(target, source)) from None
    except LoopError:
        raise TransformException(loop_text(frames)) from None


def newest_ns(frames: Frames, name: str) -> int:
    """Return the stamp of a frame's newest sample; 0 if static, a root or unknown.

    Raises:
        InputError: not text.
    """
    require_text(name, "frame")
    cache = frames.caches[frames.queryable.get(name, 0)]
    return cache.newest_ns if cache else 0


def loop_text(frames: Frames) -> str:
    """Return tf2's text for a loop, which lists every frame."""
    return f"{texts.LOOP}\n{frames.listing().frames_string()}\n"


def _raise_not_connected(frames: Frames, target: str, source: str) -> NoReturn:
    error = ConnectivityException(texts.not_connected(target, source))
    hints.about_trees(error, target, source, frames)
    raise error from None


def _raise_unreadable(frames: Frames, err: UnreadableError, target: str, source: str, time_ns: int) -> NoReturn:
    text = err.failure.text + texts.when_looking_up(target, source)
    error: TransformException
    if err.failure.problem is Problem.EMPTY_STATIC:
        error = LookupException(text)
    else:
        error = ExtrapolationException(text)
        error.cpp_exception = err.failure.problem.value if frames.rules.cpp_subclasses else None
        hints.about_window(error, frames, err.frame, time_ns)
    raise error from None
