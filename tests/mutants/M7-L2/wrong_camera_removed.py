"""Of the camera's two parents, the one in the drawing was taken away."""

from m7_l2_answers import repaired, without

FAILS = ("mounts",)


def bringup():
    nodes = repaired(stray=True)
    return without(nodes, "camera_link_mount")
