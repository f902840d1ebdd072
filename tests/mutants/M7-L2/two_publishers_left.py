"""Everything is repaired, only odom -> base_footprint keeps its two publishers."""

from m7_l2_answers import repaired

FAILS = (
    "one_publisher",
    "robot_moves",
    "loop_closure",
)


def bringup():
    return repaired(silent="")
