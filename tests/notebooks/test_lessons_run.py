"""Every lesson runs from top to bottom, as it is and with its blanks filled in."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

LESSONS = Path(__file__).resolve().parent.parent.parent / "lessons"
LONGEST_SECONDS = 60

RIGHT_CAMERA = """\
camera = {"frame_id": "base_link", "child_frame_id": "camera", "x": 0.3, "y": 0, "z": 0.2, "yaw": math.radians(90)}
print(quizzes.check_turn("camera-mount", camera))
"""
WRONG_CAMERA = RIGHT_CAMERA.replace("math.radians(90)", "90")


def run(notebook: Any) -> dict[str, str]:
    """Run a notebook; return the printed text of each code cell by its source. An error in a cell is an error here."""
    NotebookClient(notebook, timeout=LONGEST_SECONDS, resources={"metadata": {"path": str(LESSONS)}}).execute()
    return {
        cell.source: "".join(o.get("text", "") for o in cell.outputs if o.output_type == "stream")
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


def load(name: str) -> Any:
    return nbformat.read(LESSONS / name, as_version=4)


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(LESSONS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_lesson_runs_clean_and_in_time(path: Path) -> None:
    notebook, start = load(path.name), time.monotonic()
    run(notebook)
    assert time.monotonic() - start < LONGEST_SECONDS
    outputs = [o for cell in notebook.cells for o in cell.get("outputs", [])]
    assert not [o for o in outputs if o.output_type == "error" or o.get("name") == "stderr"]


@pytest.mark.slow
def test_lesson_02_answers_its_your_turn_cells() -> None:
    notebook = load("02_direction.ipynb")
    for cell in notebook.cells:
        if cell.source.startswith("camera = {"):
            cell.source = RIGHT_CAMERA
        elif "camera_in_base = ..." in cell.source:
            cell.source = cell.source.replace("= ...", "= from_file.inverse()")
    notebook.cells.append(nbformat.v4.new_code_cell(WRONG_CAMERA))
    printed = run(notebook)
    assert printed[RIGHT_CAMERA].startswith("Right.")
    assert printed[WRONG_CAMERA].startswith("Not yet. The angle is in degrees.")
    assert next(text for source, text in printed.items() if "from_file.inverse()" in source).startswith("Right.")
