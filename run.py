#!/usr/bin/env python3
"""The launcher: `python run.py` lists what it can do. Standard library only; Linux, macOS and Windows.

It keeps an environment of its own in `.venv` beside this file, made on first use and brought up to date whenever
pyproject.toml or constraints.txt change.
"""

from __future__ import annotations  # an old Python has to get as far as the sentence that says it is too old

import hashlib
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENV = ROOT / ".venv"
BIN = ENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = ENV / "run-py-stamp.json"
OLDEST, TOO_NEW = (3, 11), (3, 14)
NEED = 2  # exit code when something is missing or misspelled, as shells and argparse have it

FOR_LESSONS = ("lessons", "grading")
FOR_TESTS = ("bags", "lessons", "grading", "dev")
APT_LINE = "sudo apt-get install chromium bubblewrap python3-tf2 python3-geometry-msgs python3-rospy"

# Without it a slider's answer can wait 40 ms in the server's network buffer.
PROMPT_CONNECTION = "--ServerApp.kernel_websocket_connection_class=tfsandbox.widgets.prompt.PromptConnection"

# JupyterLab asks every new user whether to fetch news; a learner came for something else, and may be offline.
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
}


class Missing(Exception):
    """Something that this machine lacks; the text says what and how to get it."""


def check_python() -> None:
    """Stop under a Python that is too old or too new, naming a fitting one if there is one."""
    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return
    minors = range(OLDEST[1], TOO_NEW[1])
    span = ", ".join(f"3.{minor}" for minor in minors)
    text = f"this project runs on Python {span}; this is {sys.version.split()[0]} ({sys.executable})"
    found = next((f"python3.{minor}" for minor in reversed(minors) if shutil.which(f"python3.{minor}")), None)
    if found:
        text += f"\nTry: {found} run.py {' '.join(sys.argv[1:])}"
    raise Missing(text)


# --- the environment ---------------------------------------------------------------------------------------------


def wanted_stamp() -> dict[str, str]:
    """What the environment has to be made from; a difference means that it has to be renewed."""
    texts = b"".join((ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt"))
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return {"python": version, "place": str(ENV), "files": hashlib.sha256(texts).hexdigest()}


def read_stamp() -> dict[str, object]:
    """The stamp of the last finished installation, empty if there is none."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def ensure_environment(extras: Iterable[str]) -> None:
    """Make or renew `.venv` so that it holds this project with these extras.

    Args:
        extras: names of optional dependencies in pyproject.toml.

    Raises:
        Missing: Python cannot make environments here, or the packages cannot be installed.
    """
    stamp, wanted = read_stamp(), wanted_stamp()
    installed = stamp.get("extras")
    have = {str(name) for name in installed} if isinstance(installed, list) else set()
    if PYTHON.exists() and all(stamp.get(key) == wanted[key] for key in wanted) and have.issuperset(extras):
        return
    if not PYTHON.exists() or any(stamp.get(key, wanted[key]) != wanted[key] for key in ("python", "place")):
        make_environment()
        have = set()
    have.update(extras)
    install(sorted(have))
    STAMP.write_text(json.dumps({**wanted, "extras": sorted(have)}), encoding="utf-8")


def make_environment() -> None:
    """Make `.venv` afresh."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise Missing(
            "this Python cannot make an environment (its venv or ensurepip module is missing).\n"
            "On Debian and Ubuntu: sudo apt-get install python3-venv"
        )
    say(f"making an environment in {ENV}")
    base = getattr(sys, "_base_executable", None) or sys.executable
    if attend([base, "-m", "venv", "--clear", str(ENV)], dict(os.environ)) != 0:
        raise Missing(f"{base} could not make an environment in {ENV}; its own words are above")


def install(extras: list[str]) -> None:
    """Install this project, editable, with the versions of constraints.txt."""
    say(f"installing {', '.join(extras)} (once; a minute or two)")
    command = [str(PYTHON), "-m", "pip", "install", "-qq", "-e", f".[{','.join(extras)}]", "-c", "constraints.txt"]
    env = {name: value for name, value in child_environment().items() if name != "PYTHONPATH"}
    env.update(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_ROOT_USER_ACTION="ignore")
    if attend(command, env) != 0:
        raise Missing(
            "pip could not install the packages; its own words are above.\n"
            "The first start needs a network connection to a package index (or pip settings that name one)."
        )
    settings = ENV / "share" / "jupyter" / "lab" / "settings" / "overrides.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps(LAB_SETTINGS), encoding="utf-8")


def child_environment() -> dict[str, str]:
    """Environment variables for children: our environment's programs come first (nbgrader calls alembic by name)."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "__PYVENV_LAUNCHER__")}
    env["PATH"] = os.pathsep.join([str(BIN), *filter(None, [os.environ.get("PATH")])])
    env["VIRTUAL_ENV"] = str(ENV)
    return env


# --- running things ----------------------------------------------------------------------------------------------


def say(text: str) -> None:
    """Print a line of ours on stderr, so that a child's output stays its own."""
    print(f"run.py: {text}", file=sys.stderr, flush=True)


def attend(command: list[str], env: dict[str, str]) -> int:
    """Run a command to its end; its exit code. Ctrl-C and termination are the child's to answer."""
    child = subprocess.Popen(command, cwd=ROOT, env=env)
    before = signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    try:
        while True:
            try:
                code = child.wait()
                break
            except KeyboardInterrupt:
                continue  # the child got it too; wait until it has put its things away
    finally:
        signal.signal(signal.SIGTERM, before)
    return code if code >= 0 else 128 - code


def call(*arguments: str) -> int:
    """Run `python ARGUMENTS` in the environment; its exit code."""
    return attend([str(PYTHON), *arguments], child_environment())


def call_all(commands: Iterable[list[str]]) -> int:
    """Run each command, say which failed; the first exit code that is not 0."""
    first = 0
    for command in commands:
        say(" ".join(["python", *command]))
        code = call(*command)
        if code:
            say(f"failed ({code}): {' '.join(command)}")
        if code in (128 + signal.SIGINT, 128 + signal.SIGTERM):
            return code
        first = first or code
    return first


# --- the commands ------------------------------------------------------------------------------------------------


def lessons(rest: list[str]) -> int:
    """Open JupyterLab on the lessons; further arguments go to `jupyter lab`."""
    ensure_environment(FOR_LESSONS)
    places = (f"--ServerApp.root_dir={ROOT}", "--LabApp.default_url=/lab/tree/lessons")
    return call("-m", "jupyterlab", *places, PROMPT_CONNECTION, *rest)


def test(rest: list[str]) -> int:
    """Run linter, types and quick tests; --all adds what needs time and apt packages."""
    everything = "--all" in rest
    if everything:
        check_apt()
    ensure_environment(FOR_TESTS)
    together = ["-m", "pytest", "-n", "auto", "--dist", "worksteal", *rest, "-m"]
    commands = [["-m", "ruff", "check", "--quiet", "."], ["-m", "ruff", "format", "--check", "--quiet", "."]]
    commands += [["-m", "mypy"], [*together, "not alone" if everything else "not slow and not apt"]]
    if everything:
        # What measures how fast a page answers has the machine to itself.
        commands.append(["-m", "pytest", "-m", "alone", *rest])
    return call_all(commands)


def check_apt() -> None:
    """Raise Missing unless everything that `test --all` needs from apt is here."""
    browsers = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    tf2 = Path("/usr/lib/python3/dist-packages/tf2_py")
    lacking = []
    if not any(name and shutil.which(name) for name in browsers):
        lacking.append("a Chromium browser (package chromium)")
    if not shutil.which("bwrap"):
        lacking.append("bubblewrap (package bubblewrap)")
    if not tf2.is_dir():
        lacking.append("Debian's tf2 (packages python3-tf2, python3-geometry-msgs, python3-rospy)")
    elif not list(tf2.glob(f"*{sys.version_info[0]}{sys.version_info[1]}*.so")):
        lacking.append(f"Debian's tf2 for Python {sys.version.split()[0]} (run this with Debian's own Python version)")
    if lacking:
        raise Missing(
            "test --all also needs:\n  "
            + "\n  ".join(lacking)
            + f"\nOn Debian 12: {APT_LINE}\nWithout them: python run.py test"
        )


def notebooks(rest: list[str]) -> int:
    """Generate notebooks, released labs and drawings from their sources."""
    reject(rest)
    ensure_environment(FOR_TESTS)
    return call_all(notebook_commands(ROOT))


def notebook_commands(root: Path) -> list[list[str]]:
    """The Python commands that generate everything generated under `root`, a checkout or a copy of one.

    Makes the labs' folders, since jupytext does not. Existing cells keep their ids (`--update`), so that a change of
    one cell is a change of one cell in git.
    """
    jupytext = ["-m", "jupytext", "--quiet", "--update", "--to", "ipynb", "-o"]
    commands = [[str(script)] for script in sorted((root / "lessons" / "drawings").glob("*.py"))]
    for source in sorted((root / "lessons" / "py").glob("*.py")):
        commands.append([*jupytext, str(root / "lessons" / f"{source.stem}.ipynb"), str(source)])
    for source in sorted((root / "labs" / "py").glob("*.py")):
        lab = source.stem
        (root / "labs" / "source" / lab).mkdir(parents=True, exist_ok=True)
        commands.append([*jupytext, str(root / "labs" / "source" / lab / f"{lab}.ipynb"), str(source)])
        commands.append(["-m", "autograder.release", lab, "--course", str(root / "labs")])
    return commands


def bench(rest: list[str]) -> int:
    """Run the speed measurements of tests/benchmarks and print them."""
    reject(rest)
    ensure_environment(FOR_TESTS)
    scripts = sorted((ROOT / "tests" / "benchmarks").glob("[!_]*.py"))
    return call_all([str(script.relative_to(ROOT))] for script in scripts)


def reject(rest: list[str]) -> None:
    """Raise Missing if there are arguments where none are taken."""
    if rest:
        raise Missing(f"this command takes no arguments, and got: {' '.join(rest)}")


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "lessons": lessons,
    "test": test,
    "notebooks": notebooks,
    "bench": bench,
}


def usage() -> str:
    """The text of --help."""
    lines = [f"  {name:<10} {(command.__doc__ or '').splitlines()[0]}" for name, command in COMMANDS.items()]
    return "\n".join(["usage: python run.py COMMAND [ARGUMENTS]", "", *lines])


def main(arguments: list[str]) -> int:
    """Run one command; the exit code for the shell."""
    if not arguments or arguments[0] in ("-h", "--help", "help") or arguments[1:] in (["-h"], ["--help"]):
        print(usage())
        return 0 if arguments else NEED
    name, rest = arguments[0], arguments[1:]
    try:
        check_python()
        if name not in COMMANDS:
            raise Missing(f"no command {name!r}; there are {', '.join(COMMANDS)}")
        return COMMANDS[name](rest)
    except Missing as missing:
        say(str(missing))
        return NEED
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
