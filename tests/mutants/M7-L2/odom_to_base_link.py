"""Static odom -> base_link: SLAM falls silent, and the body stays where the robot was switched on."""

from m7_l2_answers import repaired

FAILS = (
    "mounts",
    "robot_moves",
    "loop_closure",
)


def bringup():
    return repaired(base_frame="base_link", base="--z 0.01 --frame-id odom --child-frame-id base_link")
