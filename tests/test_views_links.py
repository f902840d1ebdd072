"""Links as rows: rates, ages, publishers, which of them count, and the text and the outline made of them."""

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heard import SECOND, Publishes, recording
from tfsandbox import Buffer, World, robots
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import ClockReading, Delivery, Kind, Recording
from tfsandbox.views import text
from tfsandbox.views.links import LinkRow, age_text, link_table, loops, rate_text, standing
from tfsandbox.views.outline import outlines

ROBOT = (
    Publishes("/slam_toolbox", "map", "odom", rate=10, end=2, late=-0.3),
    Publishes("/robot1/ekf_filter_node", "/odom", "base_link", rate=50, end=2),
    Publishes("/mount", "base_link", "laser", start=0.2),
)


def row_of(rows, child, parent=None):
    (found,) = [row for row in rows if row.child == child and parent in (None, row.parent)]
    return found


def test_rows_have_publishers_topic_rate_and_age():
    assert link_table(recording(*ROBOT)) == (
        LinkRow("map", "odom", ("/slam_toolbox",), "/tf", "dynamic", 10.0, pytest.approx(-0.22), 20, True),
        LinkRow("odom", "base_link", ("/robot1/ekf_filter_node",), "/tf", "dynamic", 50.0, 0.0, 100, True),
        LinkRow("base_link", "laser", ("/mount",), "/tf_static", "static", None, None, 1, True),
    )


def test_rows_are_plain_data():
    assert json.loads(json.dumps([asdict(row) for row in link_table(recording(*ROBOT))]))[2]["publishers"] == ["/mount"]


def test_one_can_look_earlier():
    heard = recording(*ROBOT)
    assert len(link_table(heard, 0)) == 2
    base = row_of(link_table(heard, SECOND + 5_000_000), "base_link")
    assert (base.samples, base.rate_hz, base.age_s) == (51, 50.0, 0.005)
    assert link_table(heard, -1) == ()


def test_static_links_have_no_rate_however_often_they_come():
    again = recording(*(Publishes("/mount", "a", "b", start=k, topic="/tf_static") for k in range(5)))
    row = row_of(link_table(again), "b")
    assert (row.kind, row.rate_hz, row.age_s, row.samples) == ("static", None, None, 5)
    assert (rate_text(row), age_text(row)) == ("static", "")


def test_one_message_has_no_rate():
    row = row_of(link_table(recording(Publishes("/a", "a", "b", topic="/tf"))), "b")
    assert row.rate_hz is None
    assert rate_text(row) == "1 message"


def test_two_publishers_of_one_link_are_both_named():
    heard = recording(
        Publishes("/ekf", "odom", "base", rate=20), Publishes("/driver", "odom", "base", rate=30, start=0.01)
    )
    assert row_of(link_table(heard), "base").publishers == ("/ekf", "/driver")
    assert "ekf and driver  /tf  2 publishers" in text.links(heard)


def test_an_older_parent_does_not_count():
    heard = recording(Publishes("/urdf", "base", "imu"), Publishes("/mount", "laser", "imu", start=0.5))
    rows = link_table(heard)
    assert [(row.parent, row.current, standing(row, rows)) for row in rows] == [
        ("base", False, "older parent"),
        ("laser", True, ""),
    ]


def test_two_parents_in_turn_leave_the_newer_stamp():
    heard = recording(
        Publishes("/amcl", "map", "base", rate=10, late=0.2),
        Publishes("/ekf", "odom", "base", rate=10, start=0.01, end=1),
    )
    rows = link_table(heard)
    assert [row.parent for row in rows if row.current] == ["odom"]


def test_a_link_that_moved_to_another_topic():
    heard = recording(Publishes("/mount", "a", "b"), Publishes("/old_mount", "a", "b", rate=5, start=0.1, end=1))
    rows = link_table(heard)
    assert [standing(row, rows) for row in rows] == ["replaced by /tf", ""]


def test_what_tf2_refuses_does_not_count(caplog):
    nan = Transform((float("nan"), 0, 0))
    rows = link_table(
        recording(
            Publishes("/self", "x", "x", rate=2),
            Publishes("/empty", "a", "", rate=2),
            Publishes("/nan", "a", "b", rate=2, transform=nan),
        )
    )
    assert [standing(row, rows) for row in rows] == ["refused by tf2", "refused by tf2", "not held by tf2"]
    assert not caplog.records


def test_with_a_simulated_clock_now_is_its_last_reading():
    heard = recording(Publishes("/odometry", "odom", "base", rate=10, start=1_700_000_000, end=1_700_000_001))
    link = heard.deliveries[0].transforms[0]
    early = replace(heard.deliveries[0], payload=(replace(link, stamp_ns=3 * SECOND),))
    clock = Delivery(Kind.CLOCK, early.receive_ns, "/clock", 9, 1, ClockReading(4 * SECOND))
    assert row_of(link_table(Recording((early, clock), heard.endpoints)), "base").age_s == 1.0


def test_a_publisher_that_nobody_knows():
    heard = recording(Publishes("/a", "a", "b"))
    assert row_of(link_table(Recording(heard.deliveries)), "b").publishers == ("(unknown)",)


def test_loops_are_found():
    def rows(*pairs):
        return [LinkRow(p, c, ("/n",), "/tf", "dynamic", 1.0, 0.0, 2, True) for p, c in pairs]

    assert loops(rows(("a", "b"), ("b", "c"), ("c", "a"), ("c", "leaf"), ("map", "odom"))) == {"a", "b", "c"}
    assert loops(rows(("a", "b"), ("b", "c"))) == frozenset()
    assert loops([replace(row, current=False) for row in rows(("a", "a"))]) == frozenset()


@pytest.mark.parametrize(
    ("rate", "age", "words"),
    [
        (49.96, 0.004, ("50.0 Hz", "0.00 s old")),
        (1234.4, -0.3, ("1234 Hz", "0.30 s ahead")),
        (0.5, 1234.0, ("0.5 Hz", "1234 s old")),
        (1.0, -1.7e9, ("1.0 Hz", "1.7e+09 s ahead")),
    ],
)
def test_rates_and_ages_in_words(rate, age, words):
    row = LinkRow("a", "b", ("/n",), "/tf", "dynamic", rate, age, 2, True)
    assert (rate_text(row), age_text(row)) == words


def test_links_as_text():
    assert text.links(recording(*ROBOT)).splitlines() == [
        "link                rate     newest stamp  published by            on",
        "------------------  -------  ------------  ----------------------  ----------",
        "map -> odom         10.0 Hz  0.22 s ahead  slam_toolbox            /tf",
        "odom -> base_link   50.0 Hz  0.00 s old    robot1/ekf_filter_node  /tf",
        "base_link -> laser  static                 mount                   /tf_static",
    ]
    assert text.links(Recording()) == "(no links: nothing was heard)"


def lines_of(tree):
    return [("  " * line.depth + line.frame, line.note) for line in tree]


def test_the_outline_of_a_healthy_robot():
    (tree,) = outlines(link_table(recording(*ROBOT)))
    assert lines_of(tree) == [("map", ""), ("  odom", ""), ("    base_link", ""), ("      laser", "")]
    assert [line.up for line in tree] == [-1, 0, 1, 2]


def test_the_outline_tells_everything_that_is_odd():
    heard = recording(
        *ROBOT,
        Publishes("/driver", "odom", "base_link", rate=20, end=2),
        Publishes("/first", "base_link", "imu"),
        Publishes("/second", "odom", "imu", start=0.5),
        *(Publishes("/loop", *pair, rate=5) for pair in (("a", "b"), ("b", "a"), ("b", "leaf"))),
        Publishes("/self", "x", "x", rate=5),
    )
    trees = outlines(link_table(heard))
    assert [lines_of(tree) for tree in trees] == [
        [
            ("map", ""),
            ("  odom", ""),
            ("    base_link", "2 publishers"),
            ("      laser", ""),
            ("      imu", "older parent"),
            ("    imu", ""),
        ],
        [("x", ""), ("  x", "refused by tf2")],
        [("a", "loop"), ("  b", ""), ("    leaf", ""), ("    a", "loop: back to the top")],
    ]
    assert [line.frame for tree in trees for line in tree if line.ghost] == ["imu", "x", "a"]


def test_an_outline_can_be_deep():
    chain = [LinkRow(f"f{i}", f"f{i + 1}", ("/n",), "/tf", "static", None, None, 1, True) for i in range(5000)]
    (tree,) = outlines(chain)
    assert tree[-1].depth == 5000


names = st.sampled_from("abcdef")


@given(st.lists(st.tuples(names, names, st.booleans()), max_size=14))
def test_every_link_stands_in_the_outline_once(pairs):
    heard = recording(
        *(Publishes(f"/n{i}", p, c, rate=0 if s else 3, start=i) for i, (p, c, s) in enumerate(pairs) if p + c)
    )
    rows = link_table(heard)
    drawn = [row for tree in outlines(rows) for line in tree for row in line.rows]
    assert sorted(map(repr, drawn)) == sorted(map(repr, rows))
    real = [line.frame for tree in outlines(rows) for line in tree if not line.ghost]
    assert len(real) == len(set(real))


@pytest.mark.parametrize("design", robots.DESIGNS)
def test_a_healthy_robots_links_all_count_and_are_the_buffers(design):
    heard = World(robots.find(design)).run(seconds=3)
    rows, buffer = link_table(heard), Buffer.play(heard)
    assert all(row.current and len(row.publishers) == 1 for row in rows)
    assert {row.child: row.parent for row in rows} == {
        frame: parent for frame in buffer.get_frame_names() if (parent := buffer.get_frame_parent(frame))
    }


def test_junk():
    for junk in (True, 1.5, "now", 2**63):
        with pytest.raises(InputError, match="at_ns"):
            link_table(recording(*ROBOT), junk)
