"""Faults in what a transform says."""

from tfsandbox.faults.values.direction import Swap

FAULTS = (Swap,)
