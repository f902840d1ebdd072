"""Ways to wait for a transform: blocking until another thread brings it, or a Future."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer.requests import RequestResult
from tfsandbox.errors import TransformException

if TYPE_CHECKING:
    from tfsandbox.buffer.future import Future

POLL_S = 0.02

Wait = Callable[[Callable[[], bool], int], None]
"""Called with a condition and a timeout in nanoseconds; returns when the condition holds or the time is up."""


def wait_for_threads(condition: Callable[[], bool], timeout_ns: int) -> None:
    """Wait on the system clock for what another thread brings about, asking every 20 ms as tf2_ros does."""
    end = time.monotonic_ns() + timeout_ns
    while not condition() and time.monotonic_ns() < end:
        time.sleep(POLL_S)


def future_of(find: Callable[[], Any]) -> tuple[Future, Callable[[RequestResult], None]]:
    """Return a Future, and the callback of a request that settles it with what ``find`` gives or raises."""
    from tfsandbox.buffer.future import Future

    future = Future()

    def settle(_: RequestResult) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(find())
        except TransformException as error:
            future.set_exception(error)

    return future, settle
