"""The direction experiment gives the published numbers, and the formulas agree with the buffer everywhere."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfsandbox.buffer import Buffer
from tfsandbox.conversions import transform_message
from tfsandbox.direction import (
    CHECKING_ORDER,
    DECISIONS,
    SCENARIOS,
    WAYS,
    Outcome,
    clash_case,
    clash_table,
    decision,
    diagnose_ratio,
    experiment,
    link,
    measure,
    predict,
    publish,
    run_clash,
    way,
)
from tfsandbox.errors import InputError
from tfsandbox.geometry import Transform
from tfsandbox.recording import StampedTransform

# id, origin, gap, ratio, probe in the parent (None: not in the table), whether the child is a root
TABLE = [
    ("z1m_intended", (0, 0, 1), 0, 0, (0, 0, 1.5), False),
    ("z1m_swap", (0, 0, -1), 2, 2, (0, 0, -0.5), True),
    ("z1m_sign", (0, 0, -1), 2, 2, (0, 0, -0.5), False),
    ("laser02_intended", (0.2, 0, 0), 0, 0, (0.7, 0, 0), False),
    ("laser02_swap", (-0.2, 0, 0), 0.4, 2, (0.3, 0, 0), True),
    ("laser02_sign", (-0.2, 0, 0), 0.4, 2, (0.3, 0, 0), False),
    ("laser02_omit", (0, 0, 0), 0.2, 1, (0.5, 0, 0), False),
    ("rot90_swap", (0, 0.2, 0), 0.282843, 1.414214, None, True),
    ("rot90_sign", (-0.2, 0, 0), 0.4, 2, None, False),
    ("rot90_swap_true_inverse", (0.2, 0, 0), 0, 0, None, True),
    ("rot90_swap_neg_t", (0, 0.2, 0), 0.282843, 1.414214, None, True),
    ("rot120_swap", (0.1, 0.173205, 0), 0.2, 1, None, True),
    ("rot120_sign", (-0.2, 0, 0), 0.4, 2, None, False),
    ("rot120_swap_true_inverse", (0.2, 0, 0), 0, 0, None, True),
    ("rot120_swap_neg_t", (-0.1, 0.173205, 0), 0.34641, 1.732051, None, True),
    ("rot180_swap", (0.2, 0, 0), 0, 0, None, True),
    ("rot180_sign", (-0.2, 0, 0), 0.4, 2, None, False),
    ("rot180_swap_true_inverse", (0.2, 0, 0), 0, 0, None, True),
    ("rot180_swap_neg_t", (-0.2, 0, 0), 0.4, 2, None, True),
]


@pytest.fixture(scope="module")
def rows():
    return {row.scenario.id: row for row in experiment()}


def test_there_are_nineteen_scenarios_with_their_own_frames(rows):
    assert [s.id for s in SCENARIOS] == [row[0] for row in TABLE]
    assert len(rows) == 19
    assert {(row.scenario.intended.frame_id, row.scenario.intended.child_frame_id) for row in rows.values()} == {
        (f"{name}_parent", f"{name}_child") for name in rows
    }


@pytest.mark.parametrize(("name", "origin", "gap", "ratio", "probe", "root"), TABLE)
@pytest.mark.parametrize("column", ["predicted", "measured"])
def test_published_table(rows, column, name, origin, gap, ratio, probe, root):
    outcome = getattr(rows[name], column)
    assert outcome.origin == pytest.approx(origin, abs=1e-6)
    assert (outcome.gap, outcome.ratio) == pytest.approx((gap, ratio), abs=1e-6)
    assert outcome.child_parent == ("" if root else f"{name}_parent")
    if probe is not None:
        assert outcome.probe == pytest.approx(probe, abs=1e-6)
        assert outcome.probe_gap == pytest.approx(gap, abs=1e-9)


def test_every_run_is_identical():
    assert experiment() == experiment()


def test_at_120_degrees_a_swap_has_the_ratio_of_an_omission_but_neither_its_origin_nor_its_rotation(rows):
    intended = rows["rot120_swap"].scenario.intended
    omitted, swapped = measured("omit", intended), rows["rot120_swap"].measured
    assert omitted.ratio == pytest.approx(swapped.ratio) == pytest.approx(1)
    assert omitted.origin == (0, 0, 0)
    assert swapped.origin == pytest.approx((0.1, 0.173205, 0), abs=1e-6)
    assert math.degrees(omitted.rotation_error) == pytest.approx(0, abs=1e-6)
    assert math.degrees(swapped.rotation_error) == pytest.approx(120)


def measured(name: str, intended: StampedTransform, probe=(0.5, 0.0, 0.0)) -> Outcome:
    buffer = Buffer()
    buffer.set_transform_static(transform_message(publish(name, intended)))
    return measure(buffer, intended, probe=probe)


def assert_same(a: Outcome, b: Outcome) -> None:
    assert a.origin == pytest.approx(b.origin, abs=1e-9)
    assert a.probe == pytest.approx(b.probe, abs=1e-9)
    # a square root turns rounding of 1e-16 into 1e-8 near zero
    assert (a.gap, a.probe_gap) == pytest.approx((b.gap, b.probe_gap), abs=1e-7)
    assert a.ratio == pytest.approx(b.ratio, abs=1e-6, nan_ok=True)
    assert a.rotation_error == pytest.approx(b.rotation_error, abs=1e-7)
    assert a.child_parent == b.child_parent


lengths = st.floats(-2, 2).map(lambda x: round(x, 3))


@given(name=st.sampled_from([w.name for w in WAYS]), yaw=st.floats(-math.pi, math.pi), x=lengths, z=lengths)
def test_formulas_agree_with_the_buffer(name, yaw, x, z):
    intended = link(x, z=z, yaw=yaw)
    assert_same(predict(name, intended, probe=(0.5, 0.1, 0.2)), measured(name, intended, (0.5, 0.1, 0.2)))


@pytest.mark.parametrize("yaw_deg", range(0, 181, 15))
def test_ratio_curves(yaw_deg):
    half = math.radians(yaw_deg) / 2
    intended = link(0.2, yaw=2 * half)
    ratios = {w.name: measured(w.name, intended).ratio for w in WAYS}
    assert ratios == pytest.approx(
        {
            "intended": 0,
            "swap": 2 * abs(math.cos(half)),
            "sign": 2,
            "omit": 1,
            "swap_true_inverse": 0,
            "swap_neg_t": 2 * abs(math.sin(half)),
            "inverse_value": 2 * abs(math.cos(half)),
        },
        abs=1e-9,
    )


def test_a_height_leaves_the_curves():
    assert measured("swap", link(0.2, z=0.2, yaw=math.pi)).ratio == pytest.approx(math.sqrt(2))


@pytest.mark.parametrize("yaw_deg", [0, 40, 90, 150])
def test_inverse_value_has_the_origin_of_a_swap_twice_the_yaw_and_a_normal_tree(yaw_deg):
    intended = link(0.2, yaw=math.radians(yaw_deg))
    pasted, swapped = measured("inverse_value", intended), measured("swap", intended)
    assert pasted.origin == pytest.approx(swapped.origin)
    assert pasted.ratio == pytest.approx(swapped.ratio)
    assert math.degrees(pasted.rotation_error) == pytest.approx(min(2 * yaw_deg, 360 - 2 * yaw_deg), abs=1e-6)
    assert (pasted.child_parent, swapped.child_parent) == ("base_link", "")


def test_inverse_value_without_rotation_equals_sign():
    intended = link(0.2)
    assert publish("inverse_value", intended).transform.is_close(publish("sign", intended).transform)


def test_no_offset_has_no_ratio():
    assert math.isnan(measured("swap", link(0.0)).ratio)
    assert math.isnan(predict("swap", link(0.0)).ratio)


def test_the_formulas_refuse_a_roll():
    tilted = StampedTransform("a", "b", Transform.from_rpy(0.2, roll=0.1))
    with pytest.raises(InputError, match="without roll and pitch"):
        predict("swap", tilted)


def test_unknown_way_names_the_known_ones():
    with pytest.raises(InputError, match=r"mirror.*intended, swap, sign"):
        publish("mirror", link(0.2))
    assert way("swap").label == "names swapped"


@pytest.mark.parametrize(
    ("ratio", "rotated", "above", "row"),
    [
        (None, False, False, "no_lookup"),
        (None, True, True, "no_lookup"),
        (2, False, False, "sign"),
        (2.0, True, False, "sign"),
        (2, False, True, "swap"),
        (2, True, True, "compare"),
        (1, False, False, "value"),
        (0.5, False, False, "value"),
        (1, True, False, "compare"),
        (0, True, True, "compare"),
        (1.414, True, True, "compare"),
        (0, False, False, "right"),
        (0, False, True, "upside_down"),
    ],
)
def test_checking_order(ratio, rotated, above, row):
    assert diagnose_ratio(ratio, rotated=rotated, child_above=above).name == row


@pytest.mark.parametrize("row", [r for r in TABLE if not r[0].startswith("rot")])
def test_the_decision_table_names_the_slip_of_every_unrotated_scenario(row):
    name, _, _, ratio, _, root = row
    slip = name.split("_", 1)[1]
    expected = {"intended": "right", "swap": "swap", "sign": "sign", "omit": "value"}[slip]
    assert diagnose_ratio(ratio, rotated=False, child_above=root).name == expected


def test_every_row_can_be_found_by_name():
    assert [decision(d.name) for d in DECISIONS] == list(DECISIONS)
    assert len(CHECKING_ORDER) == 4
    with pytest.raises(InputError, match="no_lookup, sign"):
        decision("nonsense")


@pytest.mark.parametrize("ratio", [-1, math.nan, math.inf, "2", True])
def test_a_ratio_that_cannot_be_is_refused(ratio):
    with pytest.raises(InputError, match="ratio"):
        diagnose_ratio(ratio, rotated=False)


NOT_CONNECTED = (
    "Could not find a connection between 'odom' and '{}' because they are not part of the same tree."
    "Tf has two or more unconnected trees."
)


def test_three_seconds_of_clash():
    run = run_clash()
    assert run.parents_before == (("ok_base", ""), ("clash_base", "clash_laser"))
    assert run.error_before[0] == "LookupException"
    assert (run.ok, run.clash, run.samples) == (120, 0, 120)
    assert run.ok_x == pytest.approx(1.2)
    assert run.clash_parents == ("odom",)
    assert run.clash_errors == (("ConnectivityException", NOT_CONNECTED.format("clash_laser")),)


@pytest.mark.parametrize(
    ("own_link", "swap", "at_once", "for_good", "base_parent"),
    [
        ("dynamic", "first", ("laser",), ("laser",), "odom"),
        ("dynamic", "last", ("base_link", "laser"), ("laser",), "odom"),
        ("static", "first", ("laser",), ("laser",), "base_footprint"),
        ("static", "last", ("base_link", "laser"), ("base_link", "laser"), "laser"),
    ],
)
def test_clash_two_by_two(own_link, swap, at_once, for_good, base_parent):
    case = clash_case(own_link, swap)
    assert (case.lost_at_once, case.lost_for_good, case.base_parent) == (at_once, for_good, base_parent)
    assert case.error == ("ConnectivityException", NOT_CONNECTED.format("laser"))
    assert case in clash_table()
