"""can_transform over Frames: yes or no, and tf2's text why not. Times in nanoseconds, 0 = latest."""

from __future__ import annotations

from typing import NamedTuple

from tfsandbox.buffer import texts
from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.lookup import loop_text, require_text
from tfsandbox.buffer.walk import LoopError, NotConnectedError, UnreadableError, find_chain, latest_common_time
from tfsandbox.timecache import Problem


class Answer(NamedTuple):
    """Whether a lookup would answer, and tf2's text why not.

    In Rolling an emptied static link passes, yet leaves a text; ``on_target_side`` says where it was met.
    """

    possible: bool
    text: str = ""
    on_target_side: bool = False


def can_transform(frames: Frames, target: str, source: str, time_ns: int) -> Answer:
    """Return whether ``lookup`` would answer.

    Raises:
        InputError: a name is not text.
    """
    if require_text(target, "target_frame") == require_text(source, "source_frame"):
        return Answer(True)
    if not _known(frames, target) or not _known(frames, source):
        return _unknown(frames, {"target_frame": target, "source_frame": source})
    target_id, source_id = frames.queryable[target], frames.queryable[source]
    try:
        if time_ns == 0:
            time_ns = latest_common_time(frames.caches, target_id, source_id)
        find_chain(frames.caches, target_id, source_id, time_ns, frames.rules)
    except UnreadableError as err:
        return _unreadable(err, target, source)
    except NotConnectedError:
        return Answer(False, texts.not_connected(target, source))
    except LoopError:
        return Answer(False, loop_text(frames))
    return Answer(True)


def can_transform_full(frames: Frames, target: str, target_ns: int, source: str, source_ns: int, fixed: str) -> Answer:
    """Return whether ``lookup_full`` would answer; it judges the target's half first, unlike the lookup.

    Raises:
        InputError: a name is not text.
    """
    names = {"target_frame": target, "source_frame": source, "fixed_frame": fixed}
    if not all(_known(frames, require_text(name, argument)) for argument, name in names.items()):
        return _unknown(frames, names)
    first = can_transform(frames, target, fixed, target_ns)
    if not first.possible:
        return first
    second = can_transform(frames, fixed, source, source_ns)
    if not second.possible:
        return second
    if second.text and second.on_target_side:
        return Answer(True, first.text + second.text)
    return second if second.text else first


def _known(frames: Frames, name: str) -> bool:
    return name in frames.queryable


def _unknown(frames: Frames, names: dict[str, str]) -> Answer:
    argument, name = next((a, n) for a, n in names.items() if not _known(frames, n))
    return Answer(False, texts.cannot_transform(name, argument))


def _unreadable(err: UnreadableError, target: str, source: str) -> Answer:
    """Return tf2's answer, which reads an emptied static link as a failure without code and text."""
    passes = err.failure.problem in (Problem.NONE, Problem.EMPTY_STATIC)
    text = "" if passes else err.failure.text
    return Answer(passes, text + texts.when_looking_up(target, source), err.on_target_side)
