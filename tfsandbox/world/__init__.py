"""A robot in a room, its software, and what a subscriber sees of it."""

from tfsandbox.drift import LoopClosure
from tfsandbox.network import Machine, Network
from tfsandbox.world.session import LONGEST_RUN_S, Event, Session
from tfsandbox.world.subscriber import Subscriber
from tfsandbox.world.world import World

__all__ = ["LONGEST_RUN_S", "Event", "LoopClosure", "Machine", "Network", "Session", "Subscriber", "World"]
