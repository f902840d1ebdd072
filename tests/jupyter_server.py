"""A real Jupyter server for a test, up when it says so itself and gone afterwards, and a visit to its first lesson."""

import json
import os
import re
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from browser.lab_page import Notebook

BROWSER_OPTIONS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# No token: the server listens on this machine only, for as long as a test takes.
OPTIONS = ("--no-browser", "--allow-root", "--ServerApp.port=0", "--IdentityProvider.token=")
OPTIONS += ("--expose-app-in-browser",)


@dataclass(frozen=True, slots=True)
class Server:
    """A running server.

    Attributes:
        address: its address, without a slash at the end.
        opens: the address that a browser is sent to at the start.
    """

    address: str
    opens: str

    def text(self, path: str) -> str:
        """What the server answers."""
        with urllib.request.urlopen(f"{self.address}/{path}", timeout=30) as answer:
            return answer.read().decode()

    def listing(self, folder: str) -> set[str]:
        """Names in a folder as the file browser gets them."""
        return {entry["name"] for entry in json.loads(self.text(f"api/contents/{folder}"))["content"]}


@contextmanager
def running_server(command: Sequence[str], *, cwd: Path, env: dict[str, str], runtime: Path) -> Iterator[Server]:
    """Start `command` with OPTIONS, wait for the line with its address, and end it in order.

    Args:
        command: a program that starts JupyterLab and passes its arguments on.
        cwd: where to start it.
        env: environment variables.
        runtime: folder for what the server writes about itself.
    """
    settings = {name: str(runtime / name.lower()) for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR")}
    with subprocess.Popen(
        [*command, *OPTIONS],
        cwd=cwd,
        env={**env, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield _wait_for(process, runtime / "log.txt")
        finally:
            process.terminate()
            process.wait(60)
    assert process.returncode == 0, f"the server ended with {process.returncode}"


def _wait_for(process: "subprocess.Popen[str]", log: Path) -> Server:
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if match := re.search(r"(http://(?:127\.0\.0\.1|localhost):\d+)(/\S*)?", line):
            _drain(process, log)
            _wait_until_it_listens(process, match[1])
            return Server(match[1], match[1] + (match[2] or "").split("?")[0])
    raise AssertionError("no server came up:\n" + "".join(seen))


def _drain(process: "subprocess.Popen[str]", log: Path) -> None:
    """Go on reading, so that a talkative server never waits for a full pipe."""

    def read() -> None:
        with log.open("w", encoding="utf-8") as file:
            for line in process.stdout or ():
                file.write(line)

    threading.Thread(target=read, daemon=True).start()


def _wait_until_it_listens(process: "subprocess.Popen[str]", address: str) -> None:
    """The line with the address comes a moment before the server takes connections."""
    where = urllib.parse.urlsplit(address)
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((where.hostname, where.port), timeout=5).close()
        except OSError:
            threading.Event().wait(0.05)
        else:
            return
    raise AssertionError(f"nothing listens at {address}")


def run_lesson_02(server: Server, chromium: str) -> None:
    """Open lesson 02 in a browser and run it: no error, no word on stderr, drawings, and no request to elsewhere.

    Args:
        server: started with `--expose-app-in-browser`; its root holds `lessons/`.
        chromium: path of the browser.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_OPTIONS)
        lesson = Notebook(browser.new_page(), server.address, "lessons/02_direction.ipynb")
        lesson.run_all()
        assert (lesson.errors(), lesson.complaints, lesson.foreign) == ([], [], [])
        lesson.page.locator(".jp-OutputArea-output svg").first.wait_for(state="attached")
        browser.close()


def clean_environment(**more: str) -> dict[str, str]:
    """This process's environment variables without those that point into its own Python environment."""
    dropped = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "PYTHONWARNINGS")
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **more}
