"""``python -m autograder.release M7-L2``: make labs/release/LAB from labs/source/LAB with nbgrader itself.

nbgrader's own ``generate_assignment`` does the work; this adds a throw-away gradebook, so that releasing leaves no
database behind, and puts the environment's programs on PATH (nbgrader starts ``alembic`` by name).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

COURSE = Path(__file__).resolve().parent.parent / "labs"


def environment() -> dict[str, str]:
    """Return the environment for a child that runs nbgrader: ours, with our own programs first on PATH."""
    scripts = sysconfig.get_path("scripts")
    return {**os.environ, "PATH": os.pathsep.join([scripts, os.environ.get("PATH", "")])}


def release(lab: str, *, course: Path = COURSE) -> subprocess.CompletedProcess[str]:
    """Return how nbgrader ended that wrote ``release/lab`` afresh from ``source/lab`` (its output, its return code).

    Args:
        lab: the assignment's name, e.g. ``M7-L2``.
        course: the folder that holds nbgrader_config.py.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = "sqlite:///" + (Path(folder) / "gradebook.db").as_posix()
        command = [sys.executable, "-m", "nbgrader", "generate_assignment", lab, "--force", "--db", database]
        return subprocess.run(command, cwd=course, env=environment(), capture_output=True, text=True, check=False)


def main(arguments: list[str] | None = None) -> int:
    """Return 0 when every lab named was released; else print what nbgrader said and return 1."""
    parser = argparse.ArgumentParser(prog="autograder.release", description=__doc__, allow_abbrev=False)
    parser.add_argument("labs", nargs="+", metavar="LAB")
    parser.add_argument("--course", type=Path, default=COURSE, help="folder with nbgrader_config.py (default: labs)")
    options = parser.parse_args(arguments)
    if not (options.course / "nbgrader_config.py").is_file():
        parser.error(f"no course in {options.course}: give the folder that holds nbgrader_config.py with --course")
    failed = False
    for lab in options.labs:
        done = release(lab, course=options.course)
        print(f"{lab}: released" if done.returncode == 0 else f"{lab}: not released\n{done.stdout}{done.stderr}")
        failed = failed or done.returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
