"""Faults in when things are stamped and sent."""

from tfsandbox.faults.time.clocks import ClockOffset, StampsAhead, UptimeClock
from tfsandbox.faults.time.listeners import AskedForNow, BufferTooShort, SimTimeForgotten
from tfsandbox.faults.time.rates import LowRate, PublisherDies, StarvationBursts
from tfsandbox.faults.time.resets import BagVsLive, ClockJitter, ClockReset
from tfsandbox.faults.time.sim_time import SimTimeWithoutClock, WallStamps
from tfsandbox.faults.time.stamps import DuplicateStamps, FrozenStamp, ZeroStamps

FAULTS = (
    ClockOffset,
    StampsAhead,
    SimTimeForgotten,
    SimTimeWithoutClock,
    WallStamps,
    AskedForNow,
    LowRate,
    PublisherDies,
    StarvationBursts,
    FrozenStamp,
    ZeroStamps,
    UptimeClock,
    ClockReset,
    BagVsLive,
    BufferTooShort,
    DuplicateStamps,
    ClockJitter,
)
