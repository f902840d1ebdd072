"""JupyterLab as a browser shows it: open a notebook, run it, read what came out."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, sync_playwright

from jupyter_server import Server

# The page then offers its own application object, which knows when all cells have run.
OPTIONS = ("--LabApp.expose_app_in_browser=True",)
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
QUIET += ("--disable-component-update", "--disable-sync")

READ_CELLS = "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.toJSON())"
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.sessionContext?.session?.kernel?.status === 'idle' && panel.content.widgets.length > 0;
}"""


@contextmanager
def browser_page(chromium: str) -> Iterator[Page]:
    """A page of a headless browser that reaches this machine only."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        page = browser.new_page(viewport={"width": 1300, "height": 1000})
        page.route(lambda url: "//127.0.0.1:" not in url and "//localhost:" not in url, lambda route: route.abort())
        yield page
        browser.close()


def run_notebook(page: Page, server: Server, path: str) -> list[dict[str, Any]]:
    """Open a notebook in JupyterLab, run all its cells, and return them with their outputs."""
    page.goto(server.url(f"lab/tree/{path}"))
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate(RUN_ALL)
    return page.evaluate(READ_CELLS)


def complaints(cells: list[dict[str, Any]]) -> list[str]:
    """Errors and everything on stderr, of all cells."""
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    errors = [f"{output['ename']}: {output['evalue']}" for output in outputs if output["output_type"] == "error"]
    return errors + [str(output["text"]) for output in outputs if output.get("name") == "stderr"]
