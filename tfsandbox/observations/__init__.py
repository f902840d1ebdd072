"""What a person at the robot can look at with tf2's own tools: yes/no questions to what one subscriber saw."""

from tfsandbox.observations.evidence import Evidence, Header, Sample
from tfsandbox.observations.observation import INSTRUMENTS, Observation

__all__ = ["INSTRUMENTS", "Evidence", "Header", "Observation", "Sample"]
