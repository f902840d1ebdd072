"""Faults in the shape of the tree: too many parents, too many publishers, missing links."""

from tfsandbox.faults.structure.description import TwoRoots, UnexpandedXacro
from tfsandbox.faults.structure.missing import MissingOdometryLink, MissingStatic, SilentJoints, TrailingPeriod
from tfsandbox.faults.structure.moving import EmptyName, InvertedMapOdom, InvertedOdometry, MapToBase, SelfTransform
from tfsandbox.faults.structure.parents import Cycle, TwoParents, TwoPublishers
from tfsandbox.faults.structure.silenced import BaseMismatch, FakeOdometry, StaticBridge

FAULTS = (
    MissingStatic,
    MissingOdometryLink,
    SilentJoints,
    BaseMismatch,
    TwoParents,
    TwoPublishers,
    MapToBase,
    InvertedMapOdom,
    InvertedOdometry,
    Cycle,
    FakeOdometry,
    StaticBridge,
    SelfTransform,
    EmptyName,
    TrailingPeriod,
    TwoRoots,
    UnexpandedXacro,
)
