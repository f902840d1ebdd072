"""Fixtures for what comes from outside Python, and the rule that ``--all`` knows no skips.

Without ``--all`` a test whose browser, sandbox or oracle is missing is skipped with what to install; with ``--all``
(what CI runs) every skip is reported as a failure.
"""

import importlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import settings

DEBIAN_PACKAGES = "/usr/lib/python3/dist-packages"
FIXTURES_FROM_APT = {"chromium", "bubblewrap", "ros1_tf2"}
ROS1_MODULES = ("genpy", "geometry_msgs", "geometry_msgs.msg", "tf2_py")

# A loaded machine is no failure (no deadline), and a red run must be red again tomorrow (derandomize).
settings.register_profile("house", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("all", deadline=None, derandomize=True, max_examples=300)
settings.register_profile("explore", deadline=None, max_examples=1000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="a skipped test is a failed test")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "all" if config.getoption("--all") else "house"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what needs apt packages or the machine for itself; leave out what only a sourced ROS 2 can run."""
    absent = []
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & FIXTURES_FROM_APT:
            item.add_marker(pytest.mark.apt)
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.alone)
        if "tf2_py_jazzy" in names and not _has_ros2():
            absent.append(item)
    if absent:
        config.hook.pytest_deselected(items=absent)
        items[:] = [item for item in items if item not in absent]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call):
    report = yield
    return _skip_is_failure(item.config, report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector):
    report = yield
    return _skip_is_failure(collector.config, report)


def _skip_is_failure(config: pytest.Config, report):
    if config.getoption("--all") and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, and under --all a skip is a failure. {reason}"
    return report


def _has_ros2() -> bool:
    return bool(os.environ.get("ROS_DISTRO")) and importlib.util.find_spec("tf2_py") is not None


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium that Playwright can drive (`executable_path`)."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    for name in names:
        if name and (path := shutil.which(name)):
            return path
    pytest.skip("needs Chromium: sudo apt-get install chromium (or set CHROMIUM to a browser's path)")


@pytest.fixture(scope="session")
def bubblewrap() -> str:
    """Path of `bwrap`."""
    path = shutil.which("bwrap")
    if path is None:
        pytest.skip("needs bubblewrap: sudo apt-get install bubblewrap")
    return path


@pytest.fixture(scope="session")
def _ros1_modules() -> dict[str, ModuleType]:
    """Debian's ROS 1 modules, loaded once (a C extension is not loaded twice); sys.path and sys.modules as before."""
    before = set(sys.modules)
    sys.path.append(DEBIAN_PACKAGES)
    try:
        for name in (*ROS1_MODULES, "rospy"):
            importlib.import_module(name)
    except ImportError as error:
        pytest.skip(
            "needs Debian's tf2 in Debian's own Python version: "
            f"sudo apt-get install python3-tf2 python3-geometry-msgs python3-rospy ({error})"
        )
    finally:
        sys.path.remove(DEBIAN_PACKAGES)
        loaded = {name: sys.modules[name] for name in set(sys.modules) - before}
        ours = {name: module for name, module in loaded.items() if _is_debians(module)}
        for name in ours:
            del sys.modules[name]
    return ours


def _is_debians(module: ModuleType) -> bool:
    return str(getattr(module, "__file__", None) or "").startswith(DEBIAN_PACKAGES)


@pytest.fixture(scope="module")
def ros1_tf2(_ros1_modules: dict[str, ModuleType]) -> Iterator[SimpleNamespace]:
    """Debian's tf2 core of ROS 1: `.tf2_py`, `.genpy`, `.geometry_msgs`; also importable by name within the module."""
    with pytest.MonkeyPatch.context() as patch:
        for name, module in _ros1_modules.items():
            patch.setitem(sys.modules, name, module)
        yield SimpleNamespace(**{name: _ros1_modules[name] for name in ("tf2_py", "genpy", "geometry_msgs")})


@pytest.fixture(scope="session")
def tf2_py_jazzy() -> ModuleType:
    """tf2_py of a sourced ROS 2; tests that ask for it are left out where there is none."""
    return importlib.import_module("tf2_py")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the checkout under test."""
    return Path(__file__).resolve().parent.parent
