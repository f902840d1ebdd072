"""Nothing is started."""

from m7_l2_answers import ALL_CHECKS

FAILS = ALL_CHECKS


def bringup():
    return []
