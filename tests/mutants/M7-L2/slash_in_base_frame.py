"""SLAM's base_frame got a leading slash: tf2 refuses to look it up."""

from m7_l2_answers import repaired

FAILS = (
    "slam_runs",
    "nodes_kept",
    "loop_closure",
)


def bringup():
    return repaired(base_frame="/base_footprint")
