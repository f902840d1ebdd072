"""A robot in a room, its software, and what a subscriber sees of it."""

from tfsandbox.world.session import Event, Session
from tfsandbox.world.subscriber import Subscriber
from tfsandbox.world.world import LONGEST_RUN_S, World

__all__ = ["LONGEST_RUN_S", "Event", "Session", "Subscriber", "World"]
