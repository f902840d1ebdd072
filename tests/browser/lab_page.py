"""A notebook in a real JupyterLab, driven as a learner drives it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

CONTENT = "window.jupyterapp.shell.currentWidget.content"
SECONDS = 90_000


class Notebook:
    """An open notebook.

    Attributes:
        page: the browser page.
        foreign: requests that left the server.
        complaints: what the browser's console called an error.
    """

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        own = (address, address.replace("http", "ws"), "data:", "blob:")
        page.on("request", lambda r: None if r.url.startswith(own) else self.foreign.append(r.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{address}/lab/tree/{name}")
        page.wait_for_function(
            "window.jupyterapp?.shell.currentWidget?.content?.model?.cells?.length > 3", timeout=SECONDS
        )
        session = "window.jupyterapp.shell.currentWidget.sessionContext.session"
        page.wait_for_function(f"{session}?.kernel?.status === 'idle'", timeout=SECONDS)

    def run_all(self) -> None:
        """Run every cell, as the menu does, and wait for the last one."""
        self.page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        self.page.wait_for_function(
            f"""() => {{
              const cells = {CONTENT}.model.cells;
              return [...Array(cells.length).keys()].map((i) => cells.get(i))
                .every((cell) => cell.type !== 'code' || cell.executionCount > 0);
            }}""",
            timeout=SECONDS,
        )
        self.page.keyboard.press("Escape")  # command mode, where JupyterLab takes keys for itself

    def cells(self) -> list[dict[str, Any]]:
        """Every cell as the file would hold it, outputs included."""
        return list(self.page.evaluate(f"{CONTENT}.model.toJSON().cells"))

    def errors(self) -> list[str]:
        """Error outputs and anything on stderr."""
        outputs = [output for cell in self.cells() for output in cell.get("outputs", [])]
        return [str(o) for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"]

    def output_of(self, start: str) -> Locator:
        """Scroll to the cell whose source starts like this; return it."""
        index = next(i for i, cell in enumerate(self.cells()) if "".join(cell["source"]).startswith(start))
        self.page.evaluate(f"{CONTENT}.scrollToItem({index}, 'start')")
        cell = self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{index}"]')
        cell.wait_for(timeout=SECONDS)
        return cell

    def mode(self) -> str:
        """``command`` or ``edit``."""
        return str(self.page.evaluate(f"{CONTENT}.mode"))
