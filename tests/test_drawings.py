"""Drawings: committed ones are fresh, all are well-formed, have a text equivalent, and stay inside their frame."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tfsandbox.direction.drawings import DRAWINGS
from tfsandbox.geometry import Transform
from tfsandbox.views import svg
from tfsandbox.views.curves import RatioCurves
from tfsandbox.views.frames import Placed, Scene, frames
from tfsandbox.views.tables import table, triple
from tfsandbox.views.trees import Link, tree
from tfsandbox.widgets.direction_table import view

LESSONS = Path(__file__).resolve().parent.parent / "lessons"
NAMESPACE = "{http://www.w3.org/2000/svg}"


def numbers(element: ET.Element, *names: str) -> list[float]:
    return [float(element.get(name, "0")) for name in names]


@pytest.mark.parametrize("name", DRAWINGS)
def test_committed_drawings_are_fresh(name):
    assert (LESSONS / "drawings" / f"{name}.svg").read_text(encoding="utf-8") == DRAWINGS[name]().standalone()


def test_no_drawing_is_left_over():
    assert {path.stem for path in (LESSONS / "drawings").glob("*.svg")} == set(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_are_well_formed_titled_and_shown_in_the_lesson_with_a_text(name):
    drawing = DRAWINGS[name]()
    root = ET.fromstring(drawing.standalone())
    assert root.tag == f"{NAMESPACE}svg"
    assert root.findtext(f"{NAMESPACE}title") == drawing.text
    assert ET.fromstring(drawing.inline()).get("aria-label") == drawing.text
    source = (LESSONS / "py" / "02_direction.py").read_text(encoding="utf-8")
    before, after = source.split(f"](drawings/{name}.svg)")
    assert len(before.rsplit("![", 1)[1]) > 60, "the alternative text says too little"
    assert after


@pytest.mark.parametrize("way", ["intended", "swap", "swap_neg_t"])
@pytest.mark.parametrize("yaw", [-180, -45, 0, 90, 120])
@pytest.mark.parametrize("z", [-0.4, 0.0, 0.4])
def test_names_stay_inside_their_window(way, yaw, z):
    drawing = view({"way": way, "yaw": yaw, "offset": 0.4, "z": z, "hung": False})["scene"]
    root = ET.fromstring(drawing)
    width, height = numbers(root, "width", "height")
    for panel in root.findall("g"):
        shift = float(panel.get("transform", "").split("(")[1].split()[0])
        for text in panel.iter("text"):
            x, y = numbers(text, "x", "y")
            assert 0 <= x + shift <= width
            assert 0 <= y <= height


def test_axes_have_their_colours_and_letters():
    scene = Scene(0, 1, (-1.0, -1.0), (1.0, 1.0), 200, "from above", 0.5, 0.5)
    body = ET.fromstring(frames((Placed("robot", Transform()),), scene).inline())
    letters = {text.text: text.get("fill") for text in body.iter("text")}
    assert letters == {"from above": "currentColor", "x": svg.RED, "y": svg.GREEN, "robot": "currentColor"}


def test_a_scene_is_to_scale():
    scene = Scene(0, 2, (-1.0, -1.0), (1.0, 3.0), 200, "from the side", 0.5, 0.5)
    assert (scene.scale, scene.height) == (100.0, 400)
    assert scene.pixel((0.5, 9.0, 1.0)) == (150.0, 220.0)


def test_the_text_of_a_scene_lists_every_frame():
    scene = Scene(0, 1, (-1.0, -1.0), (1.0, 1.0), 200, "from above", 0.5, 0.5)
    placed = (Placed("laser", Transform.from_rpy(0.2, yaw=math.pi / 2), intended=True),)
    assert frames(placed, scene).text == "from above: laser (dashed) at (0.2, 0, 0), yaw 90 degrees."


def test_the_text_of_a_tree_lists_links_roots_and_lost_frames():
    drawing = tree([Link("odom", "base", "20 Hz")], alone=["laser"], lost=["laser"], caption="clash")
    assert drawing.text == (
        "clash: odom is the parent of base (20 Hz); laser has no link; roots: odom, laser; lost: laser."
    )


def test_the_point_stands_on_its_curve():
    curves = RatioCurves()
    ring = next(ET.fromstring(f"<g>{curves.mark(120.0, 1.0)}</g>").iter("circle"))
    x, y = numbers(ring, "cx", "cy")
    curve = next(ET.fromstring(curves.drawing().inline()).iter("polyline")).get("points", "")
    points = [tuple(map(float, pair.split(","))) for pair in curve.split()]
    assert min(math.dist((x, y), point) for point in points) < 0.2
    assert curves.mark(0.0, math.nan) == ""
    assert curves.text(0.0, math.nan) == curves.drawing().text


def test_drawings_side_by_side_and_below():
    one, two = svg.Drawing("<g/>", 10, 20, "One."), svg.Drawing("<g/>", 30, 5, "Two.")
    assert (svg.beside(one, two, gap=4).width, svg.beside(one, two).height) == (44, 20)
    assert (svg.below(one, two).width, svg.below(one, two).height) == (30, 25)
    assert svg.below(one, two).text == "One. Two."


def test_words_are_escaped():
    assert "&lt;b&gt;" in svg.label((0, 0), "<b>")
    assert 'aria-label="&quot;' in svg.Drawing("", 1, 1, '"<').inline()


def test_a_table_of_text():
    assert table(("a", "bb"), (("1", "2"), ("333", "4"))) == "a    bb\n---  --\n1    2\n333  4"
    assert triple((0.1, -0.0, 0.17320508)) == "(0.1, 0, 0.173)"
