"""The new static publisher has no child frame: it dies at once."""

from m7_l2_answers import repaired

FAILS = (
    "connected",
    "mounts",
    "one_parent",
    "slam_runs",
    "nodes_kept",
    "robot_moves",
    "loop_closure",
    "late_listener",
)


def bringup():
    return repaired(base="--z 0.01 --frame-id base_footprint")
