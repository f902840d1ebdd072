"""Robot designs as data: where every frame is mounted, how it moves, and a bringup that makes the robot work."""

from tfsandbox.robots.aerial import drone
from tfsandbox.robots.arms import mobile_arm
from tfsandbox.robots.described import from_urdf
from tfsandbox.robots.documents import from_json, to_json
from tfsandbox.robots.fleet import Design, Fleet
from tfsandbox.robots.ground import OPTICAL, car, diff_drive, diff_drive_no_footprint, two_robots
from tfsandbox.robots.library import DESIGNS, find
from tfsandbox.robots.parts import Bringup, Driver, Mount, driver
from tfsandbox.robots.robot import Robot
from tfsandbox.robots.simulated import simulated

__all__ = [
    "DESIGNS",
    "OPTICAL",
    "Bringup",
    "Design",
    "Driver",
    "Fleet",
    "Mount",
    "Robot",
    "car",
    "diff_drive",
    "diff_drive_no_footprint",
    "driver",
    "drone",
    "find",
    "from_json",
    "from_urdf",
    "mobile_arm",
    "simulated",
    "to_json",
    "two_robots",
]
