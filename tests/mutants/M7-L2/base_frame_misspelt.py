"""SLAM's base_frame is misspelt."""

from m7_l2_answers import repaired

FAILS = (
    "slam_runs",
    "nodes_kept",
    "loop_closure",
)


def bringup():
    return repaired(base_frame="base_foot_print")
