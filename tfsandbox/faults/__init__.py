"""Faults: what people do to a bringup that breaks its tf tree."""

from tfsandbox.faults.names import WrongBaseFrame
from tfsandbox.faults.structure import MissingStatic, TwoParents, TwoPublishers
from tfsandbox.faults.values import Swap

FAULTS = (Swap, TwoParents, TwoPublishers, WrongBaseFrame, MissingStatic)

__all__ = ["FAULTS", "MissingStatic", "Swap", "TwoParents", "TwoPublishers", "WrongBaseFrame"]
