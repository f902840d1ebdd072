"""The Future that waits for a transform: concurrent.futures' own, which a coroutine may also await, as rclpy's."""

from __future__ import annotations

from collections.abc import Generator
from concurrent import futures
from typing import Any


class Future(futures.Future[Any]):
    """The result of ``wait_for_transform_async``: a TransformStamped once the transform is possible."""

    def __await__(self) -> Generator[None, None, Any]:
        while not self.done():
            yield
        return self.result()
