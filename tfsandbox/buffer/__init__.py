"""tf2's buffer: BufferCore with the C++ core's rules, Buffer with tf2_ros's names, and tf2_py's face."""

from tfsandbox.buffer.buffer import Buffer
from tfsandbox.buffer.core import BufferCore
from tfsandbox.buffer.requests import Request, RequestResult, RequestState
from tfsandbox.buffer.rules import RULES
from tfsandbox.buffer.waiting import wait_for_threads

__all__ = [
    "RULES",
    "Buffer",
    "BufferCore",
    "Request",
    "RequestResult",
    "RequestState",
    "wait_for_threads",
]
