"""Faults in what frames and topics are called."""

from tfsandbox.faults.names.base import WrongBaseFrame

FAULTS = (WrongBaseFrame,)
