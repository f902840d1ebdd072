"""Faults in how transforms travel: QoS, latching, topics, losses."""

FAULTS = ()
