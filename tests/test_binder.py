"""What Binder would build: rendered, then installed, cleaned and started here, in a copy of the checkout."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from checkout import copy_checkout, tracked_files
from jupyter_server import clean_environment, run_lesson_02, running_server

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)


@dataclass(frozen=True, slots=True)
class Image:
    """A learner's machine as Binder would make it: a home with the files, and the environment variables."""

    home: Path
    env: dict[str, str]


def python_of_binder() -> str:
    """The Python of binder/runtime.txt where it is installed, else the one that runs the tests."""
    wanted = (ROOT / "binder" / "runtime.txt").read_text().strip().replace("-", "")
    works = shutil.which(wanted) and subprocess.run([wanted, "-c", ""], capture_output=True).returncode == 0
    return wanted if works else BASE_PYTHON


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The steps of the rendered Dockerfile from `pip install` to `postBuild`."""
    if os.name == "nt":
        pytest.skip("Binder runs Linux")
    folder = tmp_path_factory.mktemp("binder")
    cache = subprocess.run([sys.executable, "-m", "pip", "cache", "dir"], capture_output=True, text=True).stdout.strip()
    home = copy_checkout(folder / "home")
    subprocess.run([python_of_binder(), "-m", "venv", str(folder / "env")], check=True)
    env = clean_environment(PIP_CACHE_DIR=cache, HOME=str(home), REPO_DIR=str(home), PYTHONUNBUFFERED="1")
    env["PATH"] = os.pathsep.join([str(folder / "env" / "bin"), "/usr/local/bin", "/usr/bin", "/bin"])
    install = ["python", "-m", "pip", "install", "-qq", "-r", "binder/requirements.txt"]
    for step in (install, ["binder/postBuild"]):
        subprocess.run(step, cwd=home, env=env, check=True)
    return Image(home, env)


def everything_in(home: Path) -> dict[str, str]:
    """Text of every file a learner has, but for what programs keep for themselves in hidden folders."""
    files = [path for path in home.rglob("*") if path.is_file() and not path.relative_to(home).parts[0].startswith(".")]
    return {str(path.relative_to(home)): path.read_text(encoding="utf-8") for path in files}


def test_repo2docker_renders_it(tmp_path: Path) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    command = [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(checkout)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    rendered = done.stdout + done.stderr
    assert "Building conda environment for python=3.12" in rendered
    steps = [
        rendered.index(step) for step in ("src/ ${REPO_DIR}/", '-r "binder/requirements.txt"', "RUN ./binder/postBuild")
    ]
    assert steps == sorted(steps)
    assert 'ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"' in rendered


@pytest.mark.parametrize("repo_dir", [None, "elsewhere"])
def test_post_build_deletes_nothing_outside_binder(tmp_path: Path, repo_dir: str | None) -> None:
    shutil.copytree(ROOT / "binder", tmp_path / "binder")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "precious.txt").touch()
    env = clean_environment(**({"REPO_DIR": str(tmp_path / repo_dir)} if repo_dir else {}))
    env = {name: value for name, value in env.items() if repo_dir or name != "REPO_DIR"}
    done = subprocess.run(["binder/postBuild"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (done.returncode, (tmp_path / "precious.txt").exists()) == (1, True)
    assert "REPO_DIR" in done.stderr


def test_scripts_are_executable() -> None:
    modes = subprocess.run(["git", "ls-files", "--stage", "binder"], cwd=ROOT, capture_output=True, text=True).stdout
    executable = {line.split("\t")[1] for line in modes.splitlines() if line.startswith("100755")}
    assert executable == {"binder/postBuild", "binder/start"}


def test_learners_have_lessons_and_released_labs_only(image: Image) -> None:
    kept = set(everything_in(image.home))
    assert {name for name in kept if not name.startswith(("lessons/", "labs/"))} == {
        "LICENSE",
        "README.md",
        "binder/start",
    }
    tracked = {str(path) for path in tracked_files()}
    wanted = {name for name in tracked if re.fullmatch(r"lessons/(\w+\.ipynb|drawings/.+\.svg)|labs/release/.+", name)}
    assert {name for name in kept if name.startswith(("lessons/", "labs/"))} == wanted
    assert not (image.home / ".git").exists()


def test_learners_find_no_solution_and_no_hidden_test(image: Image) -> None:
    texts = everything_in(image.home)
    for source in ROOT.glob("labs/py/*.py"):
        regions = re.findall(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)### END", source.read_text(), re.DOTALL)
        assert regions
        lines = {line.strip() for region in regions for line in region.splitlines() if len(line.strip()) > 20}
        found = [(name, line) for name, text in texts.items() for line in lines if line in text]
        assert not found


def test_lesson_02_runs_in_a_browser(image: Image, chromium: str, tmp_path: Path) -> None:
    command = ["binder/start", "jupyter", "lab"]
    with running_server(command, cwd=image.home, env=image.env, runtime=tmp_path) as server:
        assert server.listing("labs/release") == {path.name for path in ROOT.glob("labs/release/*")}
        run_lesson_02(server, chromium)
