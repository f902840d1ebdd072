"""ROS 2 coordinate frames that behave like tf2: buffers, robots, and the faults that break them.

The robot world is loaded when it is first asked for, which halves the time of ``import tfsandbox``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tfsandbox.buffer import Buffer, BufferCore
from tfsandbox.geometry import Transform
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.stamps import Duration, Time

if TYPE_CHECKING:
    from tfsandbox import faults, robots
    from tfsandbox.world import Subscriber, World

_ON_DEMAND = {"Subscriber": "tfsandbox.world", "World": "tfsandbox.world"}
_MODULES_ON_DEMAND = ("faults", "robots")

__all__ = [
    "Buffer",
    "BufferCore",
    "Duration",
    "Recording",
    "StampedTransform",
    "Subscriber",
    "Time",
    "Transform",
    "World",
    "faults",
    "robots",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES_ON_DEMAND:
        return import_module(f"tfsandbox.{name}")
    if name in _ON_DEMAND:
        return getattr(import_module(_ON_DEMAND[name]), name)
    raise AttributeError(f"module 'tfsandbox' has no attribute {name!r}")
