"""Topics under another name than the listener's."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar

from tfsandbox import bringup as bringups
from tfsandbox.bringup import Bringup, NodeSpec
from tfsandbox.faults.edit import names
from tfsandbox.faults.effects import ChangesBringup
from tfsandbox.observations.tree import Elsewhere
from tfsandbox.robots import Design


@dataclass(frozen=True, slots=True)
class NamespacedTf(ChangesBringup):
    """The robot's launch file remaps /tf into its namespace; the tools on the desk still listen to /tf.

    Attributes:
        namespace: where its transforms go.
    """

    name: ClassVar[str] = "namespaced-tf"
    kind: ClassVar[str] = "namespaced-tf-topic"
    rule: ClassVar[str] = "Publisher and listener use the same topics: /tf and /tf_static, or both remapped."
    symptom: ClassVar[str] = (
        'Tools show nothing: view_frames says "No tf data received", every lookup "does not exist", while the robot '
        "itself drives well."
    )
    cure: ClassVar[str] = "Start the tool with -r /tf:=/robot1/tf -r /tf_static:=/robot1/tf_static."

    namespace: str = "robot1"

    def __post_init__(self) -> None:
        names(self)

    @classmethod
    def draw(cls, design: Design, rng: random.Random) -> NamespacedTf:
        """Return one for one of the robots."""
        return cls(rng.choice(design.robots).namespace or "robot1")

    def applies_to(self, bringup: Bringup) -> str | None:
        """Return why this cannot happen to the bringup, or None."""
        own = self._own(bringups.parse(bringup))
        if not any(node.links for node in own):
            return "nothing there publishes transforms"
        if any(given in ("/tf", "/tf_static") for node in own for given, _ in node.remappings):
            return "/tf is remapped already"
        return None

    def change_bringup(self, bringup: Bringup) -> Bringup:
        """Return the bringup with /tf and /tf_static remapped in every node of the robot."""
        nodes = bringups.parse(bringup)
        own = self._own(nodes)
        pairs = tuple((topic, f"/{self.namespace.strip('/')}{topic}") for topic in ("/tf", "/tf_static"))
        return bringups.plain(
            dataclasses.replace(node, remappings=(*node.remappings, *pairs)) if node in own else node for node in nodes
        )

    def _own(self, nodes: tuple[NodeSpec, ...]) -> list[NodeSpec]:
        """Return the nodes in that namespace, or all if none are."""
        inside = self.namespace.strip("/")
        own = [n for n in nodes if f"{n.namespace.strip('/')}/".startswith(f"{inside}/")]
        return own or list(nodes)

    def confirm(self, design: Design) -> Elsewhere:
        """Return whether transforms go elsewhere, and the robot's base is missing from /tf."""
        inside = self.namespace.strip("/")
        robot = next((r for r in design.robots if r.namespace == inside), design.robots[0])
        return Elsewhere(f"/{inside}/tf", robot.base)
