"""The right topology; base_link 10 cm above the floor instead of 1 cm."""

from m7_l2_answers import repaired

FAILS = ("mounts",)


def bringup():
    return repaired(base="--z 0.1 --frame-id base_footprint --child-frame-id base_link")
