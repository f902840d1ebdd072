"""The wheels' drive was deleted instead of silenced, and the EKF gets nothing to filter."""

from m7_l2_answers import repaired, without

FAILS = (
    "connected",
    "one_parent",
    "one_publisher",
    "slam_runs",
    "nodes_kept",
    "robot_moves",
    "loop_closure",
    "late_listener",
)


def bringup():
    return without(repaired(silent=""), "diff_drive")
