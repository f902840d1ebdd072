"""The check contract: results, kinds of answers, junk, conditions and the course secret."""

import json
import math
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder import release
from autograder.checks import Check, Lab, Result, answers
from autograder.conditions import PUBLIC_SECRET, SECRET_VARIABLE, conditions_for, load_secret, secret_from, warn_once
from tfsandbox.errors import InputError


def judge_length(answer, conditions):
    return Result(min(len(answer), 2), 2, (f"seed {conditions.seed}",))


def broken_judge(answer, conditions):
    raise ZeroDivisionError("a fault of ours")


LAB = Lab(
    "T1",
    {"work": "findings"},
    (
        Check("length", "work", 2, judge_length),
        Check("secretly", "work", 2, judge_length, hidden=True),
        Check("broken", "work", 3, broken_judge),
    ),
)
FINDING = {"link": ["map", "odom"], "publishers": [], "evidence": "slam_log"}


def test_check_prints_reasons_and_returns_points(capsys, monkeypatch):
    monkeypatch.delenv(SECRET_VARIABLE, raising=False)
    assert LAB.check("length", [FINDING]) == 1
    out, err = capsys.readouterr()
    seed = conditions_for("T1", "length").seed
    assert out == f"length: 1 of 2 points\n  - seed {seed}\n  (1 hidden checks run at grading.)\n"
    assert err == ""


def test_a_hidden_check_does_not_announce_hidden_checks(capsys):
    LAB.check("secretly", [FINDING])
    assert "hidden" not in capsys.readouterr().out


def test_the_secret_in_the_environment_sets_the_conditions(capsys, monkeypatch):
    monkeypatch.setenv(SECRET_VARIABLE, "abc")
    LAB.check("length", [FINDING])
    assert str(conditions_for("T1", "length", secret="abc").seed) in capsys.readouterr().out


def test_an_unknown_check_names_the_known_ones():
    with pytest.raises(InputError, match="length, secretly, broken"):
        LAB.check("lenght", [])


def test_a_fault_of_ours_ends_in_a_sentence():
    result = LAB.run("broken", [FINDING], conditions_for("T1", "broken"))
    assert (result.points, result.out_of) == (0, 3)
    assert "please tell your teacher" in result.reasons[0]


def itself():
    loop = []
    loop.append(loop)
    return loop


class Hostile:
    def __repr__(self):
        raise RuntimeError("repr")

    def __eq__(self, other):
        return True

    __hash__ = None


JUNK = [
    (None, "did not run to its end"),
    ("bringup", "list of findings"),
    (5, "list of findings"),
    (math.nan, "finite number"),
    (10**400, "finite number"),
    ([math.inf], "finite number"),
    (itself(), "nested too deeply"),
    ([[[[[[[[[[[[[[1]]]]]]]]]]]]]], "nested too deeply"),
    ([0] * 6000, "no more than"),
    ("x" * 200_000, "characters"),
    ({1: 2}, "keys are short text"),
    (Hostile(), "plain lists"),
    ([Hostile()], "plain lists"),
    ({1, 2}, "plain lists"),
    (b"bytes", "plain lists"),
    (lambda: 0, "plain lists"),
    ([{"link": ["a", "b"]}], "exactly the keys"),
    ([{**FINDING, "link": "map"}], r"\[parent, child\]"),
    ([{**FINDING, "link": ["a", 3]}], r"\[parent, child\]"),
    ([{**FINDING, "publishers": "slam"}], "list of node names"),
    ([{**FINDING, "evidence": ["slam_log"]}], "one key"),
]


@pytest.mark.parametrize(("answer", "reason"), JUNK, ids=[reason for _, reason in JUNK])
def test_junk_gets_a_kind_sentence_and_no_points(answer, reason):
    result = LAB.run("length", answer, conditions_for("T1", "length"))
    assert (result.points, result.out_of) == (0, 2)
    assert len(result.reasons) == 1
    with pytest.raises(InputError, match=reason):
        answers.read("findings", "work", answer)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.complex_numbers()
things = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner)
)


@given(things)
def test_plain_gives_json_or_an_input_error(thing):
    try:
        plain = answers.plain("answer", thing)
    except InputError:
        return
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


@given(things)
def test_no_junk_raises(thing):
    result = LAB.run("length", thing, conditions_for("T1", "length"))
    assert 0 <= result.points <= result.out_of


def test_plain_copies():
    inner = [1, 2]
    plain = answers.plain("answer", {"a": inner, "b": (True, 2.5)})
    inner.append(3)
    assert plain == {"a": [1, 2], "b": [True, 2.5]}


def test_conditions_differ_by_secret_lab_and_check_and_repeat():
    seeds = {
        conditions_for(lab, check, secret=secret).seed
        for lab in ("M7-L1", "M7-L2")
        for check in ("a", "b")
        for secret in (None, "x", "y")
    }
    assert len(seeds) == 12
    assert conditions_for("L", "c", secret="s") == conditions_for("L", "c", secret=" s\n")
    assert conditions_for("L", "c") == conditions_for("L", "c", secret=PUBLIC_SECRET)


@pytest.mark.parametrize("secret", ["", "  ", 5])
def test_a_blank_secret_is_refused(secret):
    with pytest.raises(InputError, match="secret"):
        conditions_for("L", "c", secret=secret)


def test_the_secret_comes_from_the_environment_or_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv(SECRET_VARIABLE, " ")
    assert load_secret(tmp_path) is None
    (tmp_path / ".course_secret").write_text("from the file\n")
    assert load_secret(tmp_path) == "from the file" == secret_from(os.environ)
    monkeypatch.setenv(SECRET_VARIABLE, "from outside")
    assert load_secret(tmp_path) == "from outside"


def test_the_warning_is_printed_once(monkeypatch, capsys):
    monkeypatch.setenv("TFSANDBOX_SECRET_WARNING", "to be removed")
    monkeypatch.delenv("TFSANDBOX_SECRET_WARNING")
    warn_once()
    warn_once()
    assert capsys.readouterr().err.count("NO COURSE SECRET") == 1


def test_release_says_where_it_looked_for_a_course(tmp_path, capsys):
    with pytest.raises(SystemExit):
        release.main(["M7-L2", "--course", str(tmp_path)])
    assert f"no course in {tmp_path}" in capsys.readouterr().err


def test_checks_need_the_standard_library_only():
    code = (
        "import sys, autograder.checks.m7_l2\n"
        "print(*sorted({m.partition('.')[0] for m in sys.modules} & set(sys.argv[1:])))"
    )
    foreign = ["numpy", "matplotlib", "ipywidgets", "anywidget", "nbgrader", "IPython", "scipy"]
    done = subprocess.run([sys.executable, "-c", code, *foreign], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
