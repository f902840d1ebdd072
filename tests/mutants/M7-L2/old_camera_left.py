"""Everything is repaired, only the camera keeps its second parent."""

from m7_l2_answers import repaired

FAILS = (
    "mounts",
    "one_parent",
)


def bringup():
    return repaired(stray=True)
