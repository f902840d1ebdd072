"""Faults: what people do to a bringup, and what clocks and networks do to messages, that breaks a tf tree.

Every fault is a frozen value; ``FAULTS`` holds all classes, ``catalog()`` tells of them as plain data.
"""

from tfsandbox.faults import names, structure, time, transport, values
from tfsandbox.faults.catalogue import Catalogued, catalog, find
from tfsandbox.faults.names.base import SlashInParameter, WrongBaseFrame
from tfsandbox.faults.names.headers import HardCodedFrame, LeadingSlash, ScopedName
from tfsandbox.faults.names.neighbours import EqualNames, NeighboursRobot
from tfsandbox.faults.names.prefixes import DoubledPrefix, GluedPrefix, HalfPrefix
from tfsandbox.faults.names.spelling import Misspelling, WrongCase
from tfsandbox.faults.names.topics import NamespacedTf
from tfsandbox.faults.structure.description import TwoRoots, UnexpandedXacro
from tfsandbox.faults.structure.missing import MissingOdometryLink, MissingStatic, SilentJoints, TrailingPeriod
from tfsandbox.faults.structure.moving import EmptyName, InvertedMapOdom, InvertedOdometry, MapToBase, SelfTransform
from tfsandbox.faults.structure.parents import Cycle, TwoParents, TwoPublishers
from tfsandbox.faults.structure.silenced import BaseMismatch, FakeOdometry, StaticBridge
from tfsandbox.faults.time.clocks import ClockOffset, StampsAhead, UptimeClock
from tfsandbox.faults.time.listeners import AskedForNow, BufferTooShort, SimTimeForgotten
from tfsandbox.faults.time.rates import LowRate, PublisherDies, StarvationBursts
from tfsandbox.faults.time.resets import BagVsLive, ClockJitter, ClockReset
from tfsandbox.faults.time.sim_time import SimTimeWithoutClock, WallStamps
from tfsandbox.faults.time.stamps import DuplicateStamps, FrozenStamp, ZeroStamps
from tfsandbox.faults.transport.bags import BagWithoutStatics
from tfsandbox.faults.transport.latching import StaticOnlyLast, StaticSentOnce, VolatileStatic
from tfsandbox.faults.transport.network import Latency, Loss, OutOfOrder
from tfsandbox.faults.transport.repeats import StaticFlood, StaticVsDynamic
from tfsandbox.faults.transport.topics import WrongTopic, WrongType
from tfsandbox.faults.values.angles import DegreesForRadians, EulerAxes, EulerOrder
from tfsandbox.faults.values.direction import InverseValue, Omit, Sign, Swap, SwapNegT, SwapTrueInverse
from tfsandbox.faults.values.drivers import BodyForOptical, WheelsCrossed
from tfsandbox.faults.values.numbers import AxesSwapped, Centimetres, Millimetres, Mirrored
from tfsandbox.faults.values.quaternions import DenormalisedQuaternion, NotANumber, QuaternionOrder, ZeroQuaternion
from tfsandbox.faults.values.references import CalibrationInverted, PlaceholderIdentity, ReferenceFrame
from tfsandbox.faults.values.rotations import EnuNed, MountRotated, OpticalMissing, OpticalTwice, RotationLeftOut
from tfsandbox.faults.values.small import DoubleDefinition, MountOff

FAMILIES = (values, structure, names, time, transport)
FAULTS: tuple[type[Catalogued], ...] = tuple(fault for family in FAMILIES for fault in family.FAULTS)

__all__ = [
    "FAMILIES",
    "FAULTS",
    "AskedForNow",
    "AxesSwapped",
    "BagVsLive",
    "BagWithoutStatics",
    "BaseMismatch",
    "BodyForOptical",
    "BufferTooShort",
    "CalibrationInverted",
    "Catalogued",
    "Centimetres",
    "ClockJitter",
    "ClockOffset",
    "ClockReset",
    "Cycle",
    "DegreesForRadians",
    "DenormalisedQuaternion",
    "DoubleDefinition",
    "DoubledPrefix",
    "DuplicateStamps",
    "EmptyName",
    "EnuNed",
    "EqualNames",
    "EulerAxes",
    "EulerOrder",
    "FakeOdometry",
    "FrozenStamp",
    "GluedPrefix",
    "HalfPrefix",
    "HardCodedFrame",
    "InverseValue",
    "InvertedMapOdom",
    "InvertedOdometry",
    "Latency",
    "LeadingSlash",
    "Loss",
    "LowRate",
    "MapToBase",
    "Millimetres",
    "Mirrored",
    "MissingOdometryLink",
    "MissingStatic",
    "Misspelling",
    "MountOff",
    "MountRotated",
    "NamespacedTf",
    "NeighboursRobot",
    "NotANumber",
    "Omit",
    "OpticalMissing",
    "OpticalTwice",
    "OutOfOrder",
    "PlaceholderIdentity",
    "PublisherDies",
    "QuaternionOrder",
    "ReferenceFrame",
    "RotationLeftOut",
    "ScopedName",
    "SelfTransform",
    "Sign",
    "SilentJoints",
    "SimTimeForgotten",
    "SimTimeWithoutClock",
    "SlashInParameter",
    "StampsAhead",
    "StarvationBursts",
    "StaticBridge",
    "StaticFlood",
    "StaticOnlyLast",
    "StaticSentOnce",
    "StaticVsDynamic",
    "Swap",
    "SwapNegT",
    "SwapTrueInverse",
    "TrailingPeriod",
    "TwoParents",
    "TwoPublishers",
    "TwoRoots",
    "UnexpandedXacro",
    "UptimeClock",
    "VolatileStatic",
    "WallStamps",
    "WheelsCrossed",
    "WrongBaseFrame",
    "WrongCase",
    "WrongTopic",
    "WrongType",
    "ZeroQuaternion",
    "ZeroStamps",
    "catalog",
    "find",
]
