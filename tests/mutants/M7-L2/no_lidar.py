"""The laser's driver was deleted: no scans, no complaints."""

from m7_l2_answers import repaired, without

FAILS = (
    "connected",
    "one_parent",
    "slam_runs",
    "nodes_kept",
    "loop_closure",
    "late_listener",
)


def bringup():
    return without(repaired(), "rplidar_node")
