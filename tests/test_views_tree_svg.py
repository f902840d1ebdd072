"""The tree drawing: every fact is in it, what is odd is dashed and named, it fits a laptop, any name survives."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heard import Publishes, recording
from tfsandbox import World, robots
from tfsandbox.recording import Recording
from tfsandbox.views import svg
from tfsandbox.views.links import LinkRow
from tfsandbox.views.tree_svg import draw, drawing

NAMESPACE = "{http://www.w3.org/2000/svg}"
BROKEN = recording(
    Publishes("/slam_toolbox", "map", "odom", rate=10),
    Publishes("/ekf_filter_node", "odom", "base_link", rate=50),
    Publishes("/driver", "odom", "base_link", rate=20),
    Publishes("/urdf", "base_link", "imu_link"),
    Publishes("/mount", "odom", "imu_link", start=0.5),
    Publishes("/camera", "camera_link", "camera_optical_frame"),
    Publishes("/loop", "a", "b", rate=5),
    Publishes("/loop", "b", "a", rate=5),
)


def shown(picture: svg.Drawing) -> list[ET.Element]:
    return list(ET.fromstring(picture.inline()).iter("text"))


def words(picture: svg.Drawing) -> list[str]:
    return [element.text or "" for element in shown(picture)]


def test_every_link_has_its_facts():
    seen = words(drawing(BROKEN))
    for fact in ("slam_toolbox", "10.0 Hz", "ekf_filter_node", "driver", "2 publishers", "older parent", "static"):
        assert fact in seen
    assert seen.count("imu_link") == 2
    assert "0.08 s old" in seen
    assert "10000.0 Hz" not in seen


def test_trees_and_loops_have_titles():
    assert [word for word in words(drawing(BROKEN)) if word.startswith(("Tree of", "Loop through"))] == [
        "Tree of map: 4 frames",
        "Tree of camera_link: 2 frames",
        "Loop through a: 2 frames",
    ]


def test_what_does_not_count_is_dashed_and_in_a_colour_of_its_own():
    root = ET.fromstring(drawing(BROKEN).inline())
    dashed = [group for group in root.iter("g") if group.find("line[@stroke-dasharray]") is not None]
    assert [group.findtext("title") for group in dashed] == [
        "imu_link in base_link (older parent): static, published by urdf on /tf_static",
        "a in b (loop: back to the top): 5.0 Hz, 0.18 s old, published by loop on /tf",
    ]
    for group in dashed:
        assert {text.get("fill") for text in group.iter("text")} == {svg.VERMILLION}


def test_the_text_equivalent_tells_the_same():
    text = drawing(BROKEN).text
    assert text.startswith(
        "3 trees. Tree of map: map; odom in map: 10.0 Hz, 0.08 s old, published by slam_toolbox on /tf;"
    )
    assert "base_link in odom (2 publishers)" in text
    assert "published by ekf_filter_node and driver on /tf" in text
    root = ET.fromstring(drawing(BROKEN).standalone())
    assert root.findtext(f"{NAMESPACE}title") == text


def test_nothing_heard():
    assert words(drawing(Recording())) == ["no frames: nothing was heard"]
    assert drawing(BROKEN, -1).text == "No frames: nothing was heard."


def inside(picture: svg.Drawing) -> None:
    for element in shown(picture):
        assert 0 <= float(element.get("x", "0")) <= picture.width
        assert 0 <= float(element.get("y", "0")) <= picture.height


@pytest.mark.parametrize("design", robots.DESIGNS)
def test_robots_fit_a_laptops_screen(design):
    picture = drawing(World(robots.find(design)).run(seconds=2))
    assert picture.width <= 1366
    assert picture.height <= 768 or design.startswith("two")
    inside(picture)


def link(parent: str, child: str, *, kind: str = "dynamic") -> LinkRow:
    numbers = (None, None) if kind == "static" else (50.0, 0.01)
    return LinkRow(parent, child, ("/robot_state_publisher",), "/tf", kind, *numbers, 100, True)


@pytest.mark.parametrize(
    "rows",
    [
        [link("base_link", f"sensor_{k}_optical_frame", kind="static") for k in range(39)],
        [link(f"link_{k}", f"link_{k + 1}") for k in range(39)],
        [link(f"arm_{k // 6}_{k % 6 and k - 1}" if k % 6 else "base_link", f"arm_{k // 6}_{k}") for k in range(39)],
        [link(f"root_{k}", f"leaf_{k}") for k in range(18)],
    ],
    ids=["star", "chain", "arms", "eighteen trees"],
)
def test_forty_frames_fit(rows):
    picture = draw(rows)
    assert picture.width <= 1366
    assert picture.height <= 768
    inside(picture)


def test_trees_stand_side_by_side():
    one, other = [link("a", "b")], [link("c", "d")]
    both = draw(one + other)
    assert both.height == draw(one).height
    assert both.width > draw(one).width + draw(other).width
    tall = [link("a", f"child_{k}") for k in range(30)]
    assert draw(tall + one_each()).height == draw(tall).height


def one_each() -> list[LinkRow]:
    return [link(f"root_{k}", f"leaf_{k}") for k in range(5)]


def test_lines_do_not_overlap():
    picture = draw([link("base_link", f"sensor_{k}") for k in range(39)])
    rows = sorted({float(element.get("y", "0")) for element in shown(picture)})[2:]
    assert min(b - a for a, b in pairwise(rows)) >= 16


def test_columns_do_not_touch():
    picture = draw([link("map", "a_rather_long_name_of_a_frame_that_goes_on/and_on/and_on_optical_frame")])
    line = [element for element in shown(picture) if float(element.get("y", "0")) > 50][1:]
    ends = [float(element.get("x", "0")) + 6.5 * len(element.text or "") for element in line]
    assert all(end < float(after.get("x", "0")) for end, after in zip(ends, line[1:], strict=False))
    assert (line[0].text or "").count("…") == 1


odd = st.text(st.characters() | st.sampled_from("<>&\"'\x00\x1b]"), max_size=8)


@given(odd, odd, odd, odd)
def test_any_name_makes_a_well_formed_drawing(parent, child, node, topic):
    picture = draw([LinkRow(parent, child, (node,), topic, "static", None, None, 1, parent != child)])
    ET.fromstring(picture.standalone().encode("utf-8"))
    ET.fromstring(picture.inline().encode("utf-8"))
    inside(picture)
