"""The launcher, run as a newcomer runs it: with Python and nothing else."""

import ast
import contextlib
import json
import os
import signal
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import run
from checkout import copy_checkout
from jupyter_server import clean_environment, run_lesson_02, running_server

BASE_PYTHON = getattr(sys, "_base_executable", sys.executable)
posix = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def launch(*arguments: str, cwd: Path = run.ROOT, code: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run run.py with an empty PATH and none of our packages."""
    env = {"PATH": "", **{name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}}
    start = ["-c", code] if code else ["run.py"]
    command = [BASE_PYTHON, "-S", "-W", "error", *start, *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=60)


def under_version(version: tuple[int, ...]) -> str:
    """Code that runs run.py as if Python were of another version."""
    run_it = "runpy.run_path('run.py', run_name='__main__')"
    return f"import sys, runpy; sys.argv[0] = 'run.py'; sys.version_info = {version}; {run_it}"


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """run.py on an empty folder, with its slow steps replaced; what it did, in order."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_text(name)
    env = tmp_path / ".venv"
    done: list[str] = []

    def make() -> None:
        done.append("make")
        env.mkdir(exist_ok=True)
        (env / "python").touch()

    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "ENV", env)
    monkeypatch.setattr(run, "PYTHON", env / "python")
    monkeypatch.setattr(run, "STAMP", env / "stamp.json")
    monkeypatch.setattr(run, "make_environment", make)
    monkeypatch.setattr(run, "install", lambda extras: done.append("install " + " ".join(extras)))
    return done


def test_help_names_every_command() -> None:
    done = launch("--help")
    assert done.returncode == 0
    assert all(f"\n  {name} " in done.stdout for name in run.COMMANDS)
    assert launch("test", "--help").stdout == done.stdout


def test_no_command_shows_help_and_fails() -> None:
    done = launch()
    assert (done.returncode, done.stdout.split("\n")[0]) == (2, "usage: python run.py COMMAND [ARGUMENTS]")


def test_unknown_command_names_the_known_ones() -> None:
    done = launch("lesons")
    assert done.returncode == 2
    assert done.stderr == "run.py: no command 'lesons'; there are lessons, test, notebooks, bench\n"


@pytest.mark.parametrize("command", ["notebooks", "bench"])
def test_stray_arguments_are_refused(command: str) -> None:
    done = launch(command, "--fast")
    assert (done.returncode, done.stderr) == (2, "run.py: this command takes no arguments, and got: --fast\n")


@pytest.mark.parametrize("version", [(3, 10, 13, "final", 0), (3, 14, 0, "final", 0)])
def test_a_wrong_python_is_told_which_one_fits(version: tuple[int, ...]) -> None:
    done = launch("lessons", code=under_version(version))
    assert done.returncode == 2
    assert done.stderr.startswith("run.py: this project runs on Python 3.11, 3.12, 3.13; this is ")
    assert "Traceback" not in done.stderr


def test_versions_agree_with_pyproject() -> None:
    wanted = tomllib.loads((run.ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert wanted == ">={}.{},<{}.{}".format(*run.OLDEST, *run.TOO_NEW)


def test_extras_exist_in_pyproject() -> None:
    extras = tomllib.loads((run.ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(run.FOR_LESSONS) | set(run.FOR_TESTS) <= set(extras)


def test_pinned_versions_run_on_the_oldest_python_we_name() -> None:
    """Debian 12 has Python 3.11.2, and a package that wants 3.11.5 cannot be installed there."""
    lines = (run.ROOT / "constraints.txt").read_text().splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(str(pin.specifier).startswith("==") and not pin.url for pin in pins)
    demanding = []
    for pin in pins:
        with contextlib.suppress(PackageNotFoundError):
            meta = metadata(pin.name)
            if meta["Version"] in pin.specifier and "3.11.2" not in SpecifierSet(meta.get("Requires-Python", "")):
                demanding.append(pin.name)
    assert not demanding


def test_it_needs_only_the_standard_library() -> None:
    tree = ast.parse((run.ROOT / "run.py").read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_environment_is_made_once(sandbox: list[str]) -> None:
    run.ensure_environment(["lessons"])
    run.ensure_environment(["lessons"])
    assert sandbox == ["make", "install lessons"]


def test_environment_grows_by_what_a_command_adds(sandbox: list[str]) -> None:
    run.ensure_environment(["lessons"])
    run.ensure_environment(["dev"])
    run.ensure_environment(["lessons"])
    assert sandbox == ["make", "install lessons", "install dev lessons"]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_environment_is_renewed_when_its_recipe_changes(name: str, sandbox: list[str]) -> None:
    run.ensure_environment(["lessons"])
    (run.ROOT / name).write_text("changed")
    run.ensure_environment(["lessons"])
    assert sandbox == ["make", "install lessons", "install lessons"]


@pytest.mark.parametrize("key", ["python", "place"])
def test_environment_is_remade_for_another_python_or_place(key: str, sandbox: list[str]) -> None:
    run.ensure_environment(["lessons"])
    run.STAMP.write_text(json.dumps({**json.loads(run.STAMP.read_text()), key: "other"}))
    run.ensure_environment(["dev"])
    assert sandbox == ["make", "install lessons", "make", "install dev"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"extras": 3}'])
def test_a_broken_stamp_costs_only_an_installation(text: str, sandbox: list[str]) -> None:
    run.ensure_environment(["lessons"])
    run.STAMP.write_text(text)
    run.ensure_environment(["lessons"])
    assert sandbox == ["make", "install lessons", "install lessons"]


def test_an_interrupted_installation_is_done_again(sandbox: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(extras: list[str]) -> None:
        raise run.Missing("no network")

    with monkeypatch.context() as patch:
        patch.setattr(run, "install", fail)
        with pytest.raises(run.Missing):
            run.ensure_environment(["lessons"])
    run.ensure_environment(["lessons"])
    assert sandbox == ["make", "install lessons"]


def test_missing_venv_module_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(run.Missing, match="sudo apt-get install python3-venv"):
        run.make_environment()


def test_failing_installation_names_the_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(run, "ROOT", tmp_path)
    with pytest.raises(run.Missing, match="needs a network connection to a package index"):
        run.install(["lessons"])


def test_missing_apt_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    with pytest.raises(run.Missing, match=r"(?s)chromium.*bubblewrap.*sudo apt-get install chromium.*run\.py test"):
        run.check_apt()


def test_children_find_the_environments_programs_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", "/elsewhere")
    env = run.child_environment()
    assert env["PATH"].split(os.pathsep)[0] == str(run.BIN)
    assert "PYTHONHOME" not in env


@pytest.fixture
def this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """run.py's children run in the environment of the tests."""
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))


@pytest.mark.usefixtures("this_python")
def test_exit_code_is_the_childs() -> None:
    assert run.call("-c", "raise SystemExit(7)") == 7


@posix
@pytest.mark.usefixtures("this_python")
def test_a_killed_child_counts_as_in_a_shell() -> None:
    assert run.call("-c", "import os; os.kill(os.getpid(), 9)") == 137


@pytest.mark.usefixtures("this_python")
def test_all_steps_run_and_the_first_failure_counts(capfd: pytest.CaptureFixture[str]) -> None:
    steps = [["-c", "raise SystemExit(3)"], ["-c", "print('second')"], ["-c", "raise SystemExit(4)"]]
    assert run.call_all(steps) == 3
    captured = capfd.readouterr()
    assert captured.out == "second\n"
    assert "run.py: failed (4): " in captured.err


WAITING = """
import signal
def answer(number, frame):
    raise SystemExit(5)
signal.signal(signal.SIGINT, answer)
signal.signal(signal.SIGTERM, answer)
print("ready", flush=True)
signal.pause()
"""


@posix
@pytest.mark.parametrize("ctrl_c", [True, False], ids=["Ctrl-C", "termination"])
def test_signals_are_the_childs_to_answer(ctrl_c: bool) -> None:
    code = f"import sys, run; run.PYTHON = sys.executable; sys.exit(run.call('-c', {WAITING!r}))"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], cwd=run.ROOT, stdout=-1, stderr=-1, text=True, start_new_session=True
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "ready\n"
        if ctrl_c:  # a terminal sends it to everyone
            os.killpg(parent.pid, signal.SIGINT)
        else:
            parent.terminate()
        _, errors = parent.communicate(timeout=30)
    assert (parent.returncode, errors) == (5, "")


@posix
@pytest.mark.slow
def test_lessons_open_from_a_fresh_clone(tmp_path: Path, chromium: str) -> None:
    """With nothing but Python on PATH: makes its environment, starts JupyterLab, in which lesson 02 runs."""
    clone = copy_checkout(tmp_path / "clone")
    only = tmp_path / "bin"
    only.mkdir()
    (only / "python3").symlink_to(Path(BASE_PYTHON).resolve())
    env = clean_environment(PATH=str(only))
    with running_server(["python3", "run.py", "lessons"], cwd=clone, env=env, runtime=tmp_path) as server:
        assert server.opens.endswith("/lab/tree/lessons")
        assert "02_direction.ipynb" in server.listing("lessons")
        run_lesson_02(server, chromium)
    assert set(json.loads((clone / ".venv" / "run-py-stamp.json").read_text())["extras"]) == set(run.FOR_LESSONS)
