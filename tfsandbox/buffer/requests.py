"""Requests that wait for a transform, after tf2's addTransformableRequest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from tfsandbox.buffer.frames import Frames
from tfsandbox.buffer.walk import LoopError, NotConnectedError, latest_common_time


class RequestResult(Enum):
    """What a request is told when it is done."""

    AVAILABLE = "available"
    FAILURE = "failure"


class RequestState(Enum):
    """What was known when the request was made."""

    ALREADY = "already"
    PENDING = "pending"
    NEVER = "never"


def _never() -> bool:
    return False


@dataclass(slots=True, eq=False)
class Request:
    """A wait.

    Attributes:
        possible: whether the transform is there now; called while the buffer is locked, so it must not lock it.
        callback: called once, when the wait is over.
        too_old: whether it can never come any more.
        state: what was known when the request was made.
    """

    possible: Callable[[], bool]
    callback: Callable[[RequestResult], None] | None
    too_old: Callable[[], bool] = _never
    state: RequestState = RequestState.PENDING


class Requests:
    """The requests that still wait, in ``pending``."""

    __slots__ = ("_frames", "pending")

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self.pending: list[Request] = []

    def add(self, request: Request) -> Request:
        """Queue a request unless it is settled at once; return it with its state."""
        if request.possible():
            request.state = RequestState.ALREADY
        elif request.too_old():
            request.state = RequestState.NEVER
        else:
            self.pending.append(request)
        return request

    def cancel(self, request: Request) -> None:
        """Forget a pending request; the last queued one takes its place, as in tf2."""
        if request not in self.pending:
            return
        last = self.pending.pop()
        if last is not request:
            self.pending[self.pending.index(request)] = last
            if self._frames.rules.cancel_drops_last_callback:
                last.callback = None

    def take_finished(self) -> list[tuple[Callable[[RequestResult], None], RequestResult]]:
        """Drop every request that is done; return the callbacks to call, each with its result.

        The last queued request takes a finished one's place, as in tf2.
        """
        finished = []
        i = 0
        while i < len(self.pending):
            request = self.pending[i]
            failed = request.too_old()
            if not failed and not request.possible():
                i += 1
                continue
            last = self.pending.pop()
            if last is not request:
                self.pending[i] = last
            if request.callback is not None:
                finished.append((request.callback, RequestResult.FAILURE if failed else RequestResult.AVAILABLE))
        return finished


def too_old(frames: Frames, target: str, source: str, time_ns: int) -> bool:
    """Return whether a time lies further back than the cache reaches from the latest common time."""
    target_id, source_id = frames.queryable.get(target), frames.queryable.get(source)
    if not target_id or not source_id:
        return False
    try:
        latest = latest_common_time(frames.caches, target_id, source_id)
    except (NotConnectedError, LoopError):
        return False
    return latest != 0 and time_ns + frames.cache_span_ns < latest
