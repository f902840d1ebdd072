"""Faults in what frames and topics are called."""

from tfsandbox.faults.names.base import SlashInParameter, WrongBaseFrame
from tfsandbox.faults.names.headers import HardCodedFrame, LeadingSlash, ScopedName
from tfsandbox.faults.names.neighbours import EqualNames, NeighboursRobot
from tfsandbox.faults.names.prefixes import DoubledPrefix, GluedPrefix, HalfPrefix
from tfsandbox.faults.names.spelling import Misspelling, WrongCase
from tfsandbox.faults.names.topics import NamespacedTf

FAULTS = (
    WrongBaseFrame,
    HardCodedFrame,
    Misspelling,
    WrongCase,
    LeadingSlash,
    SlashInParameter,
    HalfPrefix,
    DoubledPrefix,
    GluedPrefix,
    EqualNames,
    NeighboursRobot,
    NamespacedTf,
    ScopedName,
)
