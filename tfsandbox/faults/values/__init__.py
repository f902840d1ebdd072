"""Faults in what a transform says."""

from tfsandbox.faults.values.angles import DegreesForRadians, EulerAxes, EulerOrder
from tfsandbox.faults.values.direction import InverseValue, Omit, Sign, Swap, SwapNegT, SwapTrueInverse
from tfsandbox.faults.values.drivers import BodyForOptical, WheelsCrossed
from tfsandbox.faults.values.numbers import AxesSwapped, Centimetres, Millimetres, Mirrored
from tfsandbox.faults.values.quaternions import DenormalisedQuaternion, NotANumber, QuaternionOrder, ZeroQuaternion
from tfsandbox.faults.values.references import CalibrationInverted, PlaceholderIdentity, ReferenceFrame
from tfsandbox.faults.values.rotations import EnuNed, MountRotated, OpticalMissing, OpticalTwice, RotationLeftOut
from tfsandbox.faults.values.small import DoubleDefinition, MountOff

FAULTS = (
    Swap,
    InverseValue,
    CalibrationInverted,
    OpticalMissing,
    OpticalTwice,
    BodyForOptical,
    MountRotated,
    RotationLeftOut,
    Sign,
    WheelsCrossed,
    Omit,
    PlaceholderIdentity,
    DegreesForRadians,
    EulerOrder,
    EulerAxes,
    QuaternionOrder,
    Millimetres,
    Centimetres,
    AxesSwapped,
    ReferenceFrame,
    DoubleDefinition,
    MountOff,
    EnuNed,
    Mirrored,
    SwapTrueInverse,
    SwapNegT,
    ZeroQuaternion,
    DenormalisedQuaternion,
    NotANumber,
)
