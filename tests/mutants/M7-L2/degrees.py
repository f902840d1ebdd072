"""The camera's optical frame written again by hand, in degrees."""

from m7_l2_answers import repaired, static, without

FAILS = ("mounts",)


def bringup():
    nodes = without(repaired(), "camera_optical_frame_mount")
    line = "--roll -90 --yaw -90 --frame-id camera_link --child-frame-id camera_optical_frame"
    return [*nodes, static(line, "camera_optical_frame_mount")]
