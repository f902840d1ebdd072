"""The broken bringup, handed in as it was."""

from autograder.checks.m7_l2 import broken_bringup
from m7_l2_answers import ALL_CHECKS

FAILS = ALL_CHECKS


def bringup():
    return broken_bringup()
