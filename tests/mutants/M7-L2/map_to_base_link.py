"""Static map -> base_link, to "join the trees": the sensors hang in the map and never move."""

from m7_l2_answers import repaired

FAILS = (
    "mounts",
    "robot_moves",
    "loop_closure",
)


def bringup():
    return repaired(base_frame="base_link", base="--frame-id map --child-frame-id base_link")
