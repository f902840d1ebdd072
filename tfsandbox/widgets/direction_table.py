"""The direction table with sliders: choose a mount and a way of publishing it, see prediction and measurement."""

from __future__ import annotations

import math
from typing import Any

import traitlets

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_message
from tfsandbox.direction import WAYS, Outcome, link, measure, predict, publish
from tfsandbox.errors import InputError, TransformException
from tfsandbox.geometry import Transform, Vector
from tfsandbox.recording import StampedTransform
from tfsandbox.views.curves import RatioCurves
from tfsandbox.views.frames import Placed, Scene, frames
from tfsandbox.views.svg import beside
from tfsandbox.views.tables import triple
from tfsandbox.widgets.base import SandboxWidget, script

PROBE: Vector = (0.3, 0.0, 0.0)
LIMITS = {"yaw": (-180.0, 180.0), "offset": (0.0, 0.4), "z": (-0.4, 0.4)}
STEPS = {"yaw": 5.0, "offset": 0.05, "z": 0.05}
NAMES = ("origin in base_link", "gap", "ratio gap / offset", "rotation error", "probe in base_link", "gap of the probe",
         "parent of laser")  # fmt: skip
_CURVES = RatioCurves(width=268, height=190)
_SCENES = (
    Scene(0, 1, (-0.75, -0.75), (0.75, 0.75), 268, "from above (x right, y up)", 0.25, 0.14),
    Scene(0, 2, (-0.85, -0.55), (0.85, 0.55), 304, "from the side (x right, z up)", 0.25, 0.14),
)


class DirectionTable(SandboxWidget):
    """Sliders for yaw (degrees), offset and height (metres), a way of publishing, and "the parent hangs under odom".

    Args:
        way: name of the way of publishing at the start.
        yaw: degrees.
        offset: metres ahead.
        z: metres up.
        hung: whether odom -> base_link is published too, after the link in question.

    Raises:
        InputError: a value outside the sliders, or an unknown way.
    """

    _esm = script("direction_table.js")
    ways: Any = traitlets.List().tag(sync=True)
    curves: Any = traitlets.Unicode().tag(sync=True)
    inputs: Any = traitlets.Dict().tag(sync=True, echo_update=False)  # one message less for every move
    view: Any = traitlets.Dict().tag(sync=True)
    ahead: Any = traitlets.List().tag(sync=True)

    def __init__(
        self, way: str = "swap", *, yaw: float = 0, offset: float = 0.2, z: float = 0, hung: bool = False
    ) -> None:
        inputs = {"way": way, "yaw": yaw, "offset": offset, "z": z, "hung": hung}
        ways = [[w.name, w.label] for w in WAYS]
        super().__init__(ways=ways, curves=_CURVES.drawing().inline(), inputs=inputs, view=view(inputs))
        self.ahead = _views(one_step_on({}, inputs))
        self.observe(self._update, "inputs")

    def fallback(self) -> tuple[str, str]:
        """Return the table as text, and the scene."""
        lines = [
            f"{name}: predicted {predicted}, measured {measured}"
            for name, predicted, measured in view(self.inputs)["rows"]
        ]
        return "\n".join(lines), _scene(*_heard(self.inputs)).standalone()

    def _update(self, change: Any) -> None:
        try:
            self.view = view(change.new)
            self.ahead = _views(one_step_on(change.old, change.new))
        except InputError:
            self.inputs = change.old  # only a hand-made message can ask for this


def one_step_on(old: dict[str, Any], new: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the inputs one step on either side of the slider that has just moved.

    The page gets their views before they are asked for, so that a held arrow key does not wait for Python.
    """
    steps = [
        {**new, name: round(new[name] + step, 2)}
        for name, size in STEPS.items()
        if old.get(name) != new[name]
        for step in (size, -size)
    ]
    return [inputs for inputs in steps if all(low <= inputs[name] <= high for name, (low, high) in LIMITS.items())]


def _views(several: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    return [[inputs, view(inputs)] for inputs in several]


def view(inputs: dict[str, Any]) -> dict[str, Any]:
    """Return everything the page shows for these inputs: drawings, rows, tf2's words, and a line to speak.

    ``move`` counts what the learner did, so that the page can tell an answer that comes too late.

    Raises:
        InputError: a value outside the sliders, or an unknown way.
    """
    intended, published, measured, error = _heard(inputs)
    predicted = predict(inputs["way"], intended, probe=PROBE)
    breaks = bool(inputs["hung"]) and published.frame_id != intended.frame_id
    left = ["the lookup fails"] * 6 + ["none"] if breaks else _cells(predicted)
    right = _cells(measured) if measured else ["no answer"] * 6 + ["none"]
    ratio = measured.ratio if measured else math.nan
    says = f"ratio {ratio:.3f}, origin {triple(measured.origin)}" if measured else f"the lookup fails: {error}"
    return {
        "move": inputs.get("move", 0),
        "scene": _scene(intended, published, measured, error).inline(),
        "mark": _CURVES.mark(inputs["yaw"], ratio),
        "curves_text": _CURVES.text(inputs["yaw"], ratio),
        "rows": [list(row) for row in zip(NAMES, left, right, strict=True)],
        "error": error,
        "says": says,
    }


def _heard(inputs: dict[str, Any]) -> tuple[StampedTransform, StampedTransform, Outcome | None, str]:
    """Return intended link, published link, and what a buffer answers: an outcome, or tf2's class and text."""
    for name, (low, high) in LIMITS.items():
        value = inputs.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            raise InputError(name, value, f"give a number from {low:g} to {high:g}")
    intended = link(inputs["offset"], z=inputs["z"], yaw=math.radians(inputs["yaw"]))
    published = publish(str(inputs.get("way")), intended)
    buffer = Buffer()
    buffer.set_transform_static(transform_message(published), "direction_table")
    if inputs.get("hung"):  # odometry never stops, so its sample is always the last to arrive
        buffer.set_transform(transform_message(StampedTransform("odom", "base_link", Transform(), 1)), "odometry")
    try:
        return intended, published, measure(buffer, intended, probe=PROBE), ""
    except TransformException as err:
        return intended, published, None, f"{type(err).__name__}: {err}"


def _cells(outcome: Outcome) -> list[str]:
    return [
        triple(outcome.origin),
        f"{outcome.gap:.3f} m",
        "no offset" if math.isnan(outcome.ratio) else f"{outcome.ratio:.3f}",
        f"{abs(math.degrees(outcome.rotation_error)):.0f} degrees",
        triple(outcome.probe),
        f"{outcome.probe_gap:.3f} m",
        outcome.child_parent or "none (a root)",
    ]


def _scene(intended: StampedTransform, published: StampedTransform, measured: Outcome | None, error: str) -> Any:
    wanted = intended.transform
    placed = [Placed("base_link", Transform()), Placed("intended", wanted, intended=True)]
    placed.append(Placed("", Transform(wanted @ PROBE), intended=True, is_point=True))
    if measured:
        value = published.transform
        seen = value if published.frame_id == intended.frame_id else value.inverse()
        placed += [Placed("laser", seen), Placed("probe", Transform(measured.probe), is_point=True)]
    return beside(*(frames(tuple(placed), scene) for scene in _SCENES), gap=8)
