"""Faults in when things are stamped and sent."""

FAULTS = ()
