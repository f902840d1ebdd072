"""A real JupyterLab on a free port and a real Chromium that looks at it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

import run
from jupyter_server import BROWSER_OPTIONS, running_server

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="session")
def artifacts() -> Path:
    """Where screenshots are kept."""
    folder = ROOT / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a JupyterLab that shows a copy of the lessons and reads nothing of the user's settings."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "lessons", home / "lessons", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    news = home / "settings" / "@jupyterlab" / "apputils-extension"
    news.mkdir(parents=True)
    (news / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={home / 'lessons'}", run.PROMPT_CONNECTION]
    with running_server(command, cwd=home, env=_environment(home), runtime=home) as server:
        yield server.address


@pytest.fixture
def page(chromium: str) -> Iterator[Page]:
    """A page of 1366 x 768 in a browser without history."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_OPTIONS)
        yield browser.new_page(viewport={"width": 1366, "height": 768})
        browser.close()


def _environment(home: Path) -> dict[str, str]:
    folders = {
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return {**os.environ, **{name: str(home / folder) for name, folder in folders.items()}}
