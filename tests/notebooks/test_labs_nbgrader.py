"""M7-L2 through the whole of the real nbgrader: release, submissions, autograde, gradebook, feedback, Validate."""

import csv
import html
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from autograder.checks.m7_l2 import LAB, broken_bringup
from autograder.conditions import SECRET_VARIABLE
from autograder.release import environment, release
from m7_l2_answers import RIGHT_FINDINGS, mutant, repaired

pytestmark = pytest.mark.slow

NAME, SECRET = "M7-L2", "the secret of this test"


def nbgrader(course: Path, *arguments: str, returncode: int = 0) -> str:
    env = {name: value for name, value in environment().items() if name != SECRET_VARIABLE}
    command = [sys.executable, "-m", "nbgrader", *arguments]
    done = subprocess.run(command, cwd=course, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == returncode, done.stdout
    return done.stdout


def submit(course: Path, student: str, **sources: str | None) -> None:
    """Write a submission: the released notebook with some cells (by grade_id) rewritten, or deleted (None)."""
    notebook = nbformat.read(course / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    cells = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in notebook.cells}
    for grade_id, source in sources.items():
        if source is None:
            notebook.cells.remove(cells[grade_id])
        else:
            cells[grade_id].source = source
    folder = course / "submitted" / student / NAME
    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{NAME}.ipynb")


def answer(findings: object, bringup: object) -> dict[str, str]:
    return {"findings": f"findings = {findings!r}", "repair": f"bringup = {bringup!r}"}


def expected(findings: object, bringup: object) -> dict[str, float]:
    """Points per graded cell as the checks give them under this course's secret."""
    given = {"findings": findings, "bringup": bringup}
    return {
        f"test_{c.name}": LAB.run(c.name, given[c.answer], LAB.conditions(c.name, secret=SECRET)).points
        for c in LAB.checks
        if c.out_of
    }


def scores(course: Path) -> dict[str, dict[str, float]]:
    """Score of every graded cell of every student, from the gradebook; a cell that needs a person is an error."""
    query = """
        SELECT student.id, base_cell.name, grade.auto_score, grade.needs_manual_grade
        FROM grade JOIN base_cell ON grade.cell_id = base_cell.id
        JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
        JOIN submitted_assignment AS sa ON submitted_notebook.assignment_id = sa.id
        JOIN student ON sa.student_id = student.id
    """
    table: dict[str, dict[str, float]] = {}
    connection = sqlite3.connect(course / "gradebook.db")
    for student, cell, score, needs_person in connection.execute(query):
        assert not needs_person, (student, cell)
        table.setdefault(student, {})[cell] = score
    connection.close()
    return table


SYNTAX_ERROR = "bringup = broken_bringup(\n"
NOISY = "import sys\nprint('a warning', file=sys.stderr)\n"


@pytest.fixture(scope="module")
def course(tmp_path_factory, repository):
    folder = tmp_path_factory.mktemp("course") / "labs"
    keep_out = shutil.ignore_patterns(
        "release", "submitted", "autograded", "feedback", "*.db", ".course_secret", ".ipynb*"
    )
    shutil.copytree(repository / "labs", folder, ignore=keep_out)
    (folder / ".course_secret").write_text(SECRET)
    nbgrader(folder, "generate_assignment", NAME)
    return folder


@pytest.fixture(scope="module")
def graded(course):
    """The course after grading: what each student handed in, as (findings, bringup)."""
    solution = source_cells(course / "source" / NAME / f"{NAME}.ipynb")
    handed_in = {
        "reference": (RIGHT_FINDINGS, repaired()),
        "alternative": (RIGHT_FINDINGS[:2], repaired(base_frame="base_link", silent="ekf_filter_node")),
        "upside_down": (RIGHT_FINDINGS, mutant("base_link_upside_down").bringup()),
        "wrong_mount": ([], mutant("wrong_yaw").bringup()),
        "empty": ([], broken_bringup()),
        "syntax_error": (RIGHT_FINDINGS, None),
        "tidied_away": (RIGHT_FINDINGS, repaired()),
    }
    submit(course, "reference", findings=solution["findings"], repair=NOISY + solution["repair"])
    submit(course, "alternative", **answer(*handed_in["alternative"]))
    submit(course, "upside_down", **answer(*handed_in["upside_down"]))
    submit(course, "wrong_mount", **answer(*handed_in["wrong_mount"]))
    submit(course, "empty")
    submit(course, "syntax_error", **answer(RIGHT_FINDINGS, None) | {"repair": SYNTAX_ERROR})
    submit(course, "tidied_away", **answer(*handed_in["tidied_away"]), test_mounts=None, test_late_listener=None)
    output = nbgrader(course, "autograde", NAME)
    assert "NO COURSE SECRET" not in output
    return handed_in


def source_cells(path: Path) -> dict[str, str]:
    cells = nbformat.read(path, as_version=4).cells
    return {c.metadata["nbgrader"]["grade_id"]: c.source for c in cells if "nbgrader" in c.metadata}


def test_the_release_is_what_is_committed(course, repository):
    fresh = {p.relative_to(course / "release"): p.read_bytes() for p in (course / "release").rglob("*") if p.is_file()}
    committed = {
        p.relative_to(repository / "labs" / "release"): p.read_bytes()
        for p in (repository / "labs" / "release").rglob("*")
        if p.is_file() and ".ipynb_checkpoints" not in p.parts
    }
    assert fresh == committed, "run: python run.py notebooks"


def test_the_source_notebook_is_what_the_percent_file_says(tmp_path, repository):
    notebook = tmp_path / f"{NAME}.ipynb"
    committed = repository / "labs" / "source" / NAME / f"{NAME}.ipynb"
    shutil.copy(committed, notebook)
    command = [sys.executable, "-m", "jupytext", "--quiet", "--update", "--to", "ipynb", "-o"]
    subprocess.run([*command, notebook, repository / "labs" / "py" / f"{NAME}.py"], check=True)
    assert notebook.read_bytes() == committed.read_bytes(), "run: python run.py notebooks"


def test_releasing_again_changes_nothing_and_leaves_no_gradebook(course, tmp_path):
    copy = tmp_path / "labs"
    shutil.copytree(course, copy, ignore=shutil.ignore_patterns("submitted", "autograded", "feedback", "*.db"))
    done = release(NAME, course=copy)
    assert done.returncode == 0, done.stdout
    path = Path("release", NAME, f"{NAME}.ipynb")
    assert (copy / path).read_bytes() == (course / path).read_bytes()
    assert {p.name for p in copy.iterdir()} == {p.name for p in course.iterdir()} - {
        "gradebook.db",
        "grades.csv",
        "submitted",
        "autograded",
        "feedback",
    }


def test_the_release_holds_no_solution_and_no_hidden_test(course):
    cells = source_cells(course / "release" / NAME / f"{NAME}.ipynb")
    text = json.dumps(cells)
    for secret in ("camera_link_publisher", "base_link_mount", "BEGIN", "SOLUTION", "HIDDEN"):
        assert secret not in text
    for check in LAB.checks:
        call = f'check("{check.name}", {check.answer})'
        assert (call in cells[f"test_{check.name}" if check.out_of else check.name]) is not check.hidden


def test_every_test_cell_is_one_call_of_check(course):
    cells = source_cells(course / "source" / NAME / f"{NAME}.ipynb")
    for check in LAB.checks:
        lines = cells[f"test_{check.name}" if check.out_of else check.name].splitlines()
        code = [line for line in lines if not line.startswith("#")]
        assert code == [f'check("{check.name}", {check.answer})']
        assert ("### BEGIN HIDDEN TESTS" in lines) is check.hidden


def test_points_of_the_cells_are_those_of_the_checks(course):
    notebook = nbformat.read(course / "source" / NAME / f"{NAME}.ipynb", as_version=4)
    meta = [c.metadata["nbgrader"] for c in notebook.cells if "nbgrader" in c.metadata]
    points = {m["grade_id"]: m["points"] for m in meta if m["grade"]}
    assert points == {f"test_{c.name}": c.out_of for c in LAB.checks if c.out_of}


def test_the_gradebook_holds_what_the_checks_say(course, graded):
    table = scores(course)
    assert table == {student: expected(*given) for student, given in graded.items()}
    total = sum(c.out_of for c in LAB.checks)
    assert sum(table["reference"].values()) == sum(table["tidied_away"].values()) == total
    assert sum(table["empty"].values()) == 0
    assert sum(table["syntax_error"].values()) == 9


def test_every_student_gets_feedback_with_reasons(course, graded):
    nbgrader(course, "generate_feedback", NAME)
    for student in graded:
        page = feedback(course, student)
        assert "late_listener: " in page
        assert SECRET not in page
        assert "autograder/checks" not in page, "a traceback of ours"
    assert "did not run to its end" in feedback(course, "syntax_error")


def feedback(course: Path, student: str) -> str:
    return html.unescape((course / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8"))


def test_grading_used_the_secret_conditions(course, graded):
    """How far a wrong repair is off depends on the drive, so the reason tells which conditions were in force."""
    _, bringup = graded["upside_down"]
    numbers = {
        secret: LAB.run("loop_closure", bringup, LAB.conditions("loop_closure", secret=secret)).reasons[-1]
        for secret in (SECRET, None)
    }
    assert numbers[SECRET] != numbers[None]
    page = feedback(course, "upside_down")
    assert numbers[SECRET] in page
    assert numbers[None] not in page


def test_grades_can_be_exported(course, graded):
    nbgrader(course, "export")
    with (course / "grades.csv").open(newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert float(rows["reference"]["score"]) == float(rows["reference"]["max_score"]) == 33
    assert float(rows["empty"]["score"]) == 0


def test_validate_tells_partial_work_from_whole(course, graded):
    whole = nbgrader(course, "validate", f"submitted/reference/{NAME}/{NAME}.ipynb")
    assert "Success! Your notebook passes all the tests." in whole
    partial = nbgrader(course, "validate", f"submitted/wrong_mount/{NAME}/{NAME}.ipynb")
    assert "VALIDATION FAILED ON 1 CELL(S)" in partial
    empty = nbgrader(course, "validate", f"release/{NAME}/{NAME}.ipynb")
    assert "VALIDATION FAILED" in empty


def test_grading_without_a_secret_warns_loudly(course, graded, tmp_path):
    copy = tmp_path / "labs"
    shutil.copytree(course, copy)
    os.remove(copy / ".course_secret")
    assert nbgrader(copy, "autograde", NAME, "--student", "empty", "--force").count("NO COURSE SECRET") == 1
