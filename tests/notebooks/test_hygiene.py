"""Notebooks are generated, clean and short; the repository speaks of no particular machine."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import run
from checkout import tracked_files

ROOT = run.ROOT
LESSONS = sorted(ROOT.glob("lessons/*.ipynb"))
LABS = sorted(ROOT.glob("labs/source/*/*.ipynb"))
RELEASED = sorted(ROOT.glob("labs/release/*/*.ipynb"))
NOTEBOOKS = [*LESSONS, *LABS, *RELEASED]
LONGEST_CELL = 15

UNWANTED_IN_CELLS = {
    "sys.path": r"\bsys\.path\b",
    "an installation": r"^\s*[%!]+\s*(pip|conda|apt)|\bpip\.main\b",
    "the network": r"\b(urllib|requests|httpx|aiohttp|urlopen|wget|curl|git clone)\b",
    "the wall clock": r"\btime\.(time|monotonic|sleep)\(|\bdatetime\.(now|utcnow|today)\(",
}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def code_cells(path: Path) -> list[str]:
    """Sources of the code cells, joined where the file keeps lists of lines."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_every_source_has_its_notebook_and_every_notebook_its_source() -> None:
    assert {path.stem for path in LESSONS} == {path.stem for path in ROOT.glob("lessons/py/*.py")}
    labs = {path.stem for path in ROOT.glob("labs/py/*.py")}
    assert {path.stem for path in LABS} == labs == {path.stem for path in RELEASED}
    assert all(path.parent.name == path.stem for path in [*LABS, *RELEASED])


@pytest.mark.slow
def test_notebooks_equal_a_fresh_generation(tmp_path: Path) -> None:
    """Generating again, in a copy, changes no byte: no notebook was edited, no release or drawing is stale."""
    for folder in ("lessons", "labs"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for command in run.notebook_commands(tmp_path):
        subprocess.run([sys.executable, *command], cwd=tmp_path, env=run.child_environment(), check=True)
    fresh = {path.relative_to(tmp_path) for pattern in ("*.ipynb", "*.svg") for path in tmp_path.rglob(pattern)}
    assert fresh == {path.relative_to(ROOT) for path in [*NOTEBOOKS, *ROOT.glob("lessons/drawings/*.svg")]}
    stale = [str(name) for name in sorted(fresh) if (tmp_path / name).read_bytes() != (ROOT / name).read_bytes()]
    assert not stale, "run: python run.py notebooks"


@pytest.mark.slow
def test_notebooks_hold_what_their_sources_say(tmp_path: Path) -> None:
    """From nothing, too: `--update` alone could keep something that the source no longer has."""
    for source in [*ROOT.glob("lessons/py/*.py"), *ROOT.glob("labs/py/*.py")]:
        fresh = tmp_path / f"{source.stem}.ipynb"
        command = ["-m", "jupytext", "--quiet", "--to", "ipynb", "-o", str(fresh), str(source)]
        subprocess.run([sys.executable, *command], check=True)
        (kept,) = [path for path in [*LESSONS, *LABS] if path.stem == source.stem]
        assert without_ids(fresh) == without_ids(kept)


def without_ids(path: Path) -> dict[str, object]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        del cell["id"]
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_no_outputs_counts_or_editor_metadata(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert set(notebook["metadata"]) <= {"kernelspec", "language_info", "jupytext"}
    assert notebook["metadata"]["kernelspec"] == {"display_name": "Python 3", "language": "python", "name": "python3"}
    by_nbgrader = {"deletable", "editable"} if path in RELEASED else set()  # so it locks cells
    for cell in notebook["cells"]:
        assert set(cell["metadata"]) <= {"nbgrader", "tags"} | by_nbgrader, cell["source"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_every_cell_has_an_id_of_its_own(path: Path) -> None:
    ids = [cell["id"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_cells_are_short(path: Path) -> None:
    for source in code_cells(path):
        lines = [line for line in source.splitlines() if line.strip() and not line.strip().startswith("#")]
        assert len(lines) <= LONGEST_CELL, f"{len(lines)} lines of code; move some to a package:\n{source}"


@pytest.mark.parametrize("what", UNWANTED_IN_CELLS)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_cells_leave_machine_and_network_alone(path: Path, what: str) -> None:
    pattern = re.compile(UNWANTED_IN_CELLS[what], re.MULTILINE)
    found = [source for source in code_cells(path) if pattern.search(source)]
    assert not found


@pytest.mark.parametrize("path", RELEASED, ids=name_of)
def test_a_release_holds_no_solution_and_no_hidden_test(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)", text)


# Written in pieces, so that this file does not hold what it looks for.
MACHINE = re.compile(
    "|".join(["/wor" + "k/", "/roo" + "t/", "/hom" + "e/(?!jovyan)", r"[CD]:\\Us" + "ers", r"\.pye" + "nv"])
)
HOSTS = re.compile("|".join(["pypi" + r"\.org", "pythonhost" + "ed", "registry" + r"\.npm", "deb" + r"\.debian"]))


def test_the_repository_names_no_machine_and_no_package_host() -> None:
    guilty = []
    for name in tracked_files():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        guilty += [f"{name}: {match.group()}" for pattern in (MACHINE, HOSTS) if (match := pattern.search(text))]
    assert not guilty
