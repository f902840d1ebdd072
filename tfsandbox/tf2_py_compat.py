"""tf2_py's names on this package's core: ``from tfsandbox import tf2_py_compat as tf2_py``."""

from tfsandbox.buffer.compat import BufferCore
from tfsandbox.errors import (
    ConnectivityException,
    ExtrapolationException,
    InvalidArgumentException,
    LookupException,
    TimeoutException,
    TransformException,
)

__all__ = [
    "BufferCore",
    "ConnectivityException",
    "ExtrapolationException",
    "InvalidArgumentException",
    "LookupException",
    "TimeoutException",
    "TransformException",
]
