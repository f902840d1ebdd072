"""The main drawings of the lesson about direction, made from what the sandbox measures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from tfsandbox.direction.clash import ClashCase, clash_table
from tfsandbox.direction.outcome import link
from tfsandbox.direction.ways import publish
from tfsandbox.geometry import Transform, Vector
from tfsandbox.views.curves import RatioCurves
from tfsandbox.views.frames import Placed, Scene, frames
from tfsandbox.views.svg import Drawing, below, beside
from tfsandbox.views.trees import Link, tree

if TYPE_CHECKING:
    from collections.abc import Callable

CUP: Vector = (0.0, 0.0, 0.5)


def _side(caption: str, lowest: float) -> Scene:
    return Scene(0, 2, (-1.4, lowest), (1.4, 1.9), 280, caption, 0.5, 0.27)


def floor_and_shelf() -> Drawing:
    """Return floor, shelf and cup as intended, from the side."""
    shelf = link(0.0, z=1.0, parent="floor", child="shelf").transform
    placed = (
        Placed("floor", Transform()),
        Placed("shelf", shelf),
        Placed("cup", Transform(shelf @ CUP), is_point=True),
    )
    return frames(placed, _side("from the side, a line every 0.5 m", -0.5))


def shelf_upside_down() -> Drawing:
    """Return where shelf and cup land after a swap or a flipped sign, beside where they belong."""
    intended = link(0.0, z=1.0, parent="floor", child="shelf")
    wanted, seen = intended.transform, publish("sign", intended).transform
    placed = (
        Placed("floor", Transform()),
        Placed("shelf should be here", wanted, intended=True),
        Placed("cup should be here", Transform(wanted @ CUP), intended=True, is_point=True),
        Placed("shelf", seen),
        Placed("cup", Transform(seen @ CUP), is_point=True),
    )
    return frames(placed, _side("names swapped, or sign flipped", -1.4))


def three_trees() -> Drawing:
    """Return the trees of a laser as intended, with the sign flipped and with the names swapped."""
    return beside(
        tree([Link("base_link", "laser", "x = 0.2")], caption="as intended"),
        tree([Link("base_link", "laser", "x = -0.2")], caption="sign flipped"),
        tree([Link("laser", "base_link", "x = 0.2")], caption="names swapped"),
        gap=40,
    )


def turned_laser() -> Drawing:
    """Return where a laser with a yaw of 90 degrees lands: names swapped and sign flipped."""
    scenes = []
    for way, caption in (("swap", "names swapped, from above"), ("sign", "sign flipped, from above")):
        intended = link(0.2, yaw=math.pi / 2)
        published = publish(way, intended)
        seen = published.transform.inverse() if way == "swap" else published.transform
        placed = (
            Placed("base_link", Transform()),
            Placed("intended", intended.transform, intended=True),
        )
        scene = Scene(0, 1, (-0.35, -0.15), (0.35, 0.3), 300, caption, 0.1, 0.065)
        scenes.append(frames((*placed, Placed("laser", seen)), scene))
    return beside(*scenes, gap=12)


def clash() -> Drawing:
    """Return the 2 x 2 of the clash: the trees in the end, with the lost frames marked."""
    cells = [_clash_cell(case) for case in clash_table()]
    widest = max(cell.width for cell in cells)
    cells = [replace(cell, width=widest) for cell in cells]
    return below(beside(*cells[:2], gap=40), beside(*cells[2:], gap=40))


def _clash_cell(case: ClashCase) -> Drawing:
    linked = {name for pair in case.links for name in pair}
    alone = [name for name in case.frames if name not in linked]
    links = [Link(parent, child) for parent, child in case.links]
    caption = f"base_link's own link {case.own_link}, swap {case.swap}"
    return tree(links, alone=alone, lost=case.lost_for_good, caption=caption)


DRAWINGS: Mapping[str, Callable[[], Drawing]] = MappingProxyType(
    {
        "02_floor_and_shelf": floor_and_shelf,
        "02_shelf_upside_down": shelf_upside_down,
        "02_three_trees": three_trees,
        "02_turned_laser": turned_laser,
        "02_ratio_curves": RatioCurves().drawing,
        "02_clash": clash,
    }
)
