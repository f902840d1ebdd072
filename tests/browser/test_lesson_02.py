"""Lesson 02 in a real JupyterLab, from the keyboard: predictions, sliders, quiz."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.lab_page import Notebook

pytestmark = pytest.mark.slow

MOVES = 20
# Presses are sent by the test; the page itself stops the time from keydown to the changed drawing, and to the frame
# of the screen that shows it.
STOPWATCH = """(cell) => {
  window.moves = [];
  window.pressed = null;
  cell.addEventListener('keydown', () => { window.pressed = performance.now(); }, true);
  new MutationObserver(() => {
    if (window.pressed === null) return;
    const start = window.pressed;
    window.pressed = null;
    const changed = performance.now() - start;
    requestAnimationFrame(() => window.moves.push([changed, performance.now() - start]));
  }).observe(cell.querySelector('.tfs-direction .tfs-picture'), { childList: true });
}"""


@pytest.fixture
def lesson(page: Page, lab: str) -> Notebook:
    notebook = Notebook(page, lab, "02_direction.ipynb")
    notebook.run_all()
    return notebook


def test_lesson_02(lesson: Notebook, artifacts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lesson.errors() == []
    predict_a_number(lesson, artifacts)
    table = predict_a_place(lesson, artifacts)
    measured = move_the_yaw(lesson, table, artifacts)
    with capsys.disabled():
        print(f"\nlesson 02, from key press: {measured}")
    hang_under_odom(lesson, artifacts)
    answer_the_quiz(lesson, artifacts)
    see_everything(lesson, artifacts)
    assert lesson.errors() == []
    assert lesson.complaints == []
    assert lesson.foreign == []


def predict_a_number(lesson: Notebook, artifacts: Path) -> None:
    cell = lesson.output_of('widgets.Prediction("predict-shelf-gap"')
    field = cell.get_by_role("spinbutton")
    expect(cell.get_by_text("Measured")).to_have_count(0)
    drawing = cell.locator('.jp-OutputArea-output [role="img"]')
    assert drawing.count() == 0
    field.focus()
    lesson.page.keyboard.press("Enter")
    expect(cell.get_by_text("Please write a number in m, for example 1.5.")).to_be_visible()
    field.focus()
    lesson.page.keyboard.type("1")
    lesson.page.keyboard.press("Enter")
    expect(cell.locator("dd")).to_have_text(["1 m", "2 m"])
    expect(drawing).to_be_visible()
    expect(field).to_be_disabled()
    lesson.page.screenshot(path=artifacts / "lesson_02_prediction.png")


def predict_a_place(lesson: Notebook, artifacts: Path) -> Locator:
    cell = lesson.output_of('widgets.Prediction("predict-turned-laser"')
    assert cell.get_by_role("slider").count() == 0
    assert cell.get_by_text("Measured").count() == 0
    cell.locator(".tfs-picture svg").click(position={"x": 200, "y": 20 + 150 + 40})
    x, y = cell.get_by_label("x =", exact=False), cell.get_by_label("y =", exact=False)
    assert float(x.input_value()) == pytest.approx(0, abs=0.02)
    x.focus()
    for _ in range(2):  # the click is corrected from the keyboard
        lesson.page.keyboard.press("ArrowDown")
    assert float(x.input_value()) < -0.05
    y.fill("0.2")
    lesson.page.screenshot(path=artifacts / "lesson_02_place_before.png")
    lesson.page.keyboard.press("Enter")
    expect(cell.locator("dd").last).to_have_text("(0, 0.2) m")
    expect(cell.get_by_role("slider")).to_have_count(3)
    lesson.page.screenshot(path=artifacts / "lesson_02_place.png")
    return cell


def move_the_yaw(lesson: Notebook, cell: Locator, artifacts: Path) -> str:
    page, yaw = lesson.page, cell.get_by_role("slider", name="yaw")
    yaw.focus()
    assert lesson.mode() == "command"
    cell.evaluate(STOPWATCH)
    before = cell.locator(".tfs-direction .tfs-picture").first.inner_html()
    for move in range(MOVES):
        page.keyboard.press("ArrowRight" if move < 6 else "ArrowLeft")
        page.wait_for_function(f"window.moves.length === {move + 1}")
    assert yaw.input_value() == str(90 + 6 * 5 - 14 * 5)
    assert cell.locator(".tfs-direction .tfs-picture").first.inner_html() != before
    assert lesson.mode() == "command"
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    rows = cell.locator("tbody tr")
    expect(rows.nth(2).locator("td")).to_have_text(["1.000", "1.000"])
    expect(rows.nth(0).locator("td")).to_have_text(["(0.1, 0.173, 0)", "(0.1, 0.173, 0)"])
    expect(rows.nth(6).locator("td")).to_have_text(["none (a root)"] * 2)
    cell.locator(".tfs-direction").scroll_into_view_if_needed()
    page.screenshot(path=artifacts / "lesson_02_table.png")
    cell.get_by_role("radio", name="names swapped", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(cell.get_by_role("radio", name="sign flipped")).to_be_checked()
    expect(rows.nth(2).locator("td")).to_have_text(["2.000", "2.000"])
    changed, shown = zip(*page.evaluate("window.moves")[:MOVES], strict=True)
    return f"drawing changed after {figures(changed)}; on screen after {figures(shown)}"


def figures(milliseconds: Sequence[float]) -> str:
    times = sorted(milliseconds)
    return f"median {statistics.median(times):.1f} ms, 95 % {times[int(0.95 * len(times)) - 1]:.1f}"


def hang_under_odom(lesson: Notebook, artifacts: Path) -> None:
    cell = lesson.output_of('widgets.DirectionTable("swap", hung=True)')
    message = cell.locator(".tfs-error").get_by_text(
        "ConnectivityException: Could not find a connection between 'base_link' and 'laser'"
    )
    expect(message).to_be_visible()
    lesson.page.screenshot(path=artifacts / "lesson_02_odom.png")
    cell.get_by_role("checkbox").focus()
    lesson.page.keyboard.press("Space")
    expect(message).to_have_count(0)
    expect(cell.locator("tbody tr").nth(2).locator("td")).to_have_text(["2.000", "2.000"])


def answer_the_quiz(lesson: Notebook, artifacts: Path) -> None:
    cell = lesson.output_of('widgets.Quiz("direction-imu"')
    page, first = lesson.page, cell.locator('form[data-id="direction-imu"]')
    assert cell.get_by_text("If imu has become a root").count() == 0
    assert cell.locator(".tfs [aria-live]").count() == 1
    first.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(first.locator(".tfs-verdict")).to_have_text("Please choose one of the answers first.")
    first.get_by_label("so the names are swapped for sure").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(first.locator(".tfs-verdict")).to_contain_text(
        "Not yet. The ratio is right, but a flipped sign gives it too."
    )
    right = first.get_by_label("The tree tells whether")
    for _ in range(4):
        if right.is_checked():
            break
        page.keyboard.press("ArrowDown")
    assert lesson.mode() == "command"
    page.keyboard.press("Enter")
    expect(first.locator(".tfs-verdict")).to_contain_text("Right. Both slips put the imu at -0.1.")
    expect(cell.locator(".tfs [aria-live]")).to_contain_text("Right. Both slips")
    page.screenshot(path=artifacts / "lesson_02_quiz.png")


def see_everything(lesson: Notebook, artifacts: Path) -> None:
    """Keep a screenshot of every screenful, in the light theme, and of the table in the dark one."""
    starts = ["# Which way", "## 1. The words", "## 2. Floor", "## 3. The wrong", "## 4. With", "## 5. The whole"]
    starts += ["## 6. When", "A lost frame", "## 7. The checking", "## 8. Your turn", 'widgets.Quiz("direction-cup"']
    starts += ["## 10. Under", "import matplotlib", "## To remember", "## What this lesson"]
    for number, start in enumerate(starts):
        lesson.output_of(start)
        lesson.page.screenshot(path=artifacts / f"lesson_02_screen_{number:02d}.png")
    lesson.page.evaluate("window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    expect(lesson.page.locator('body[data-jp-theme-light="false"]')).to_have_count(1)
    lesson.output_of('widgets.Prediction("predict-turned-laser"').locator(".tfs-direction").scroll_into_view_if_needed()
    lesson.page.screenshot(path=artifacts / "lesson_02_dark.png")
