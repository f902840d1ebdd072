"""Copies of the checkout as git has it, for tests that run the project somewhere else."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def tracked_files() -> list[Path]:
    """Paths, relative to the root, of all files that git tracks or would track."""
    git = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(git, check=True, capture_output=True, text=True).stdout.split("\0")
    return sorted({Path(name) for name in names if name and (ROOT / name).is_file()})


def copy_checkout(target: Path) -> Path:
    """Copy those files to `target`, as a fresh clone would have them."""
    for name in tracked_files():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target
