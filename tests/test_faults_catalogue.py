"""What holds for the whole catalogue: its texts, its promises on every design, its pairs, its look-alikes."""

import dataclasses
import itertools
import json
import random
from collections import Counter

import pytest

from fault_checks import check, clean, drawn
from tfsandbox import faults, robots
from tfsandbox.errors import InputError
from tfsandbox.faults import lookalikes

# The kinds of trouble that public reports show and a tf recording can show.
KINDS = """
euler-order cli-syntax degrees-radians units inverse-extrinsics optical-frame visual-origin quaternion-denormalised
quaternion-zero nan quaternion-order axes-swapped handedness mount-rotation point-vs-vector imu-convention sign
reference-frame self-transform empty-frame-id swapped-parent-child cycle two-parents two-publishers-same-edge
wrong-rep105-edge disconnected missing-odom-edge missing-static joint-states-missing urdf-two-roots
double-definition unexpanded-xacro fake-odometry leading-slash prefix hard-coded-frame scoped-sim-frame multi-robot
namespaced-tf-topic clock-domain sim-time-mismatch clock-reset extrapolation-future extrapolation-past low-rate
duplicate-stamp frozen-stamp bag-vs-live out-of-order stale-frame static-qos bag-missing-static static-only-last
static-flood static-vs-dynamic wrong-topic-or-type
"""
SEEDS = (0, 1)
IDS = [fault.name for fault in faults.FAULTS]


def test_names_are_unique_and_kebab_case():
    assert [name for name, count in Counter(IDS).items() if count > 1] == []
    assert all(name == name.lower().replace("_", "-") for name in IDS)
    assert len({fault.__name__ for fault in faults.FAULTS}) == len(faults.FAULTS)


@pytest.mark.parametrize("entry", faults.catalog(), ids=IDS)
def test_an_entry_tells_its_story_rule_symptom_and_cure(entry):
    assert entry["kind"] in KINDS.split()
    assert json.loads(json.dumps(entry)) == entry
    for field in ("story", "rule", "symptom", "cure"):
        assert entry[field].strip().endswith((".", "?", "!")), field
        assert len(entry[field]) > 15
    fault = faults.find(entry["name"])
    assert entry["severity"] == any(field.name == "severity" for field in dataclasses.fields(fault))
    assert hasattr(fault, "change_bringup") != hasattr(fault, "change_deliveries")


@pytest.mark.parametrize("fault", faults.FAULTS, ids=IDS)
def test_a_fault_is_a_frozen_value_offered_by_name(fault):
    assert getattr(faults, fault.__name__) is fault
    assert fault() == fault()
    assert hash(fault()) == hash(fault())
    assert not hasattr(fault(), "__dict__")


def test_a_misspelt_name_gets_the_nearest():
    with pytest.raises(InputError, match="missing-static"):
        faults.find("mising-static")
    with pytest.raises(InputError, match="swap"):
        faults.find(None)


@pytest.mark.parametrize("fault", faults.FAULTS, ids=IDS)
def test_a_fault_keeps_its_promises(fault):
    """On the design that suits it best; the others are slower and below."""
    assert any(check(fault, design) for design in _designs_of(fault))


def _designs_of(fault):
    return [design for design in robots.DESIGNS if drawn(fault, design, 0) is not None][:1]


@pytest.mark.slow
@pytest.mark.parametrize("design", robots.DESIGNS)
@pytest.mark.parametrize("fault", faults.FAULTS, ids=IDS)
def test_a_fault_keeps_its_promises_everywhere(fault, design):
    for seed in SEEDS:
        check(fault, design, seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", faults.FAULTS, ids=IDS)
def test_any_second_fault_applies_or_is_refused_with_a_reason(first):
    rng = random.Random(first.name)
    for design in _designs_of(first):
        one, (world, _) = drawn(first, design, 0), clean(design, 0)
        for second in faults.FAULTS:
            other = drawn(second, design, 0)
            if other is None:
                continue
            try:
                both = world.with_fault(one).with_fault(other)
            except InputError as refusal:
                if not refusal.cure.strip():
                    raise
                continue
            if rng.random() < 0.1:
                both.run(3.0)


# Look-alikes


@pytest.mark.slow
@pytest.mark.parametrize("design", robots.DESIGNS)
def test_the_matrix_is_what_is_measured(design):
    kept, measured = lookalikes.matrices()[design], lookalikes.measure(design)
    assert measured == kept, "python -m tfsandbox.faults.lookalikes measures it anew"


def test_every_pair_is_told_apart_or_listed_with_a_reason():
    untold = [lookalikes.never_apart(matrix) for matrix in lookalikes.matrices().values()]
    assert set().union(*untold) == set(lookalikes.INSEPARABLE)
    assert set.intersection(*untold) == set(), "on some design each pair is told apart"
    assert all(reason.endswith(".") for reason in lookalikes.INSEPARABLE.values())


def test_the_clean_robot_answers_no_to_everything():
    for matrix in lookalikes.matrices().values():
        assert not any(matrix.answers[lookalikes.CLEAN])


def test_the_matrix_says_what_tells_two_faults_apart():
    told = lookalikes.apart("swap", "missing-static")
    assert told["diff_drive"]
    matrix = lookalikes.matrices()["diff_drive"]
    both = set(matrix.apart("swap", "missing-static")) | set(matrix.alike("swap", "missing-static"))
    assert both == set(matrix.questions)
    with pytest.raises(InputError, match="swap"):
        matrix.apart("swap", "nothing")
    with pytest.raises(InputError, match="nothing"):
        lookalikes.apart("swap", "nothing")


def test_every_fault_happens_to_some_design():
    happening = set(itertools.chain.from_iterable(m.answers for m in lookalikes.matrices().values()))
    assert happening - {lookalikes.CLEAN} == set(IDS)
