"""The part of a URDF that tf needs: links, and joints with their origins and how they move."""

from tfsandbox.urdf.loading import load
from tfsandbox.urdf.model import JOINT_TYPES, SLIDING, TURNING, Joint, Limits, Mimic, Model, moved
from tfsandbox.urdf.reader import MOST_CHARACTERS, read
from tfsandbox.urdf.writer import angles, write
from tfsandbox.urdf.xacro import expand, is_xacro

__all__ = [
    "JOINT_TYPES",
    "MOST_CHARACTERS",
    "SLIDING",
    "TURNING",
    "Joint",
    "Limits",
    "Mimic",
    "Model",
    "angles",
    "expand",
    "is_xacro",
    "load",
    "moved",
    "read",
    "write",
]
