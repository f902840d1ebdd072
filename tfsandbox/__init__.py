"""ROS 2 coordinate frames that behave like tf2: buffers, robots, faults."""

from tfsandbox.buffer import Buffer, BufferCore
from tfsandbox.geometry import Transform
from tfsandbox.recording import Recording, StampedTransform
from tfsandbox.stamps import Duration, Time

__all__ = ["Buffer", "BufferCore", "Duration", "Recording", "StampedTransform", "Time", "Transform"]
