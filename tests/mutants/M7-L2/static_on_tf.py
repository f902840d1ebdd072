"""The new static publisher is remapped to /tf: one message, long gone when it is needed."""

from m7_l2_answers import named, repaired

FAILS = (
    "connected",
    "slam_runs",
    "nodes_kept",
    "robot_moves",
    "loop_closure",
    "late_listener",
)


def bringup():
    nodes = repaired()
    named(nodes, "base_link_mount")["remappings"] = [["/tf_static", "/tf"]]
    return nodes
