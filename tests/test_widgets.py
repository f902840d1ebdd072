"""The widgets' Python side: what the page gets, when, and what it must not get. The page itself: tests/browser."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tfsandbox.errors import InputError
from tfsandbox.quizzes import question
from tfsandbox.widgets import DirectionTable, Prediction, Quiz, picture, text
from tfsandbox.widgets.base import read
from tfsandbox.widgets.direction_table import view

INPUTS = {"way": "swap", "yaw": 120, "offset": 0.2, "z": 0, "hung": False}


def rows(table: DirectionTable) -> dict[str, tuple[str, str]]:
    return {name: (predicted, measured) for name, predicted, measured in table.view["rows"]}


def move(table: DirectionTable, **change: Any) -> dict[str, tuple[str, str]]:
    table.inputs = {**table.inputs, **change}
    return rows(table)


def test_the_table_shows_prediction_beside_measurement():
    table = DirectionTable("swap", yaw=120)
    shown = rows(table)
    assert shown["origin in base_link"] == ("(0.1, 0.173, 0)",) * 2
    assert shown["ratio gap / offset"] == ("1.000",) * 2
    assert shown["rotation error"] == ("120 degrees",) * 2
    assert shown["parent of laser"] == ("none (a root)",) * 2


def test_a_step_on_either_side_is_sent_ahead() -> None:
    table = DirectionTable("swap", yaw=90)
    assert len(table.ahead) == 6  # three sliders, up and down
    move(table, yaw=175, move=7)
    (up, at_up), (down, at_down) = table.ahead
    assert (up["yaw"], down["yaw"]) == (180, 170)
    for inputs, sent in ((up, at_up), (down, at_down)):
        table.inputs = inputs
        assert table.view == sent
    move(table, yaw=180)
    assert [inputs["yaw"] for inputs, _ in table.ahead] == [175]  # the slider ends there
    move(table, way="sign")
    assert table.ahead == []


@pytest.mark.parametrize("way", [way for way, _ in DirectionTable().ways])
@pytest.mark.parametrize(("yaw", "offset", "z"), [(0, 0.2, 0), (90, 0.4, 0.4), (-135, 0.0, 0.1), (180, 0.3, -0.4)])
def test_both_columns_agree_at_every_slider_position(way, yaw, offset, z):
    for name, predicted, measured in view({**INPUTS, "way": way, "yaw": yaw, "offset": offset, "z": z})["rows"]:
        assert predicted == measured, name


def test_a_move_changes_drawing_curves_and_numbers():
    table = DirectionTable("swap", yaw=90)
    before = dict(table.view)
    assert move(table, yaw=180)["gap"] == ("0.000 m",) * 2
    assert table.view["scene"] != before["scene"]
    assert table.view["mark"] != before["mark"]
    assert "Now: ratio 0.000 at 180 degrees." in table.view["curves_text"]


def test_a_parent_under_odom_turns_two_times_into_an_exception():
    table = DirectionTable("swap")
    assert rows(table)["ratio gap / offset"] == ("2.000",) * 2
    shown = move(table, hung=True)
    assert shown["gap"] == ("the lookup fails", "no answer")
    assert table.view["error"] == (
        "ConnectivityException: Could not find a connection between 'base_link' and 'laser' because they are not part "
        "of the same tree.Tf has two or more unconnected trees."
    )
    assert move(table, way="sign")["ratio gap / offset"] == ("2.000",) * 2
    assert table.view["error"] == ""


@pytest.mark.parametrize("change", [{"yaw": 181}, {"offset": -0.1}, {"z": "high"}, {"yaw": True}, {"way": "mirror"}])
def test_values_outside_the_sliders_are_refused(change):
    with pytest.raises(InputError):
        view({**INPUTS, **change})
    table = DirectionTable()
    move(table, **change)
    assert table.inputs["yaw"] == 0  # the page falls back to what stood before
    assert rows(table)["gap"] == ("0.400 m",) * 2


def answer(prediction: Prediction, value: Any, count: int = 1) -> dict[str, Any]:
    ask = prediction.children[0]
    ask.submitted = {"answer": value, "count": count}
    return dict(ask.result)


def test_result_and_slider_stay_away_until_a_prediction_is_given():
    table = DirectionTable()
    prediction = Prediction("predict-ratio-180", then=[table])
    assert len(prediction.children) == 1
    assert prediction.given is None
    assert "problem" in answer(prediction, "")
    assert len(prediction.children) == 1
    result = answer(prediction, "2", 2)
    assert (result["given"], result["measured"], result["right"]) == ("2", "0", "false")
    assert prediction.children[1] is table
    assert prediction.given == 2.0


def test_the_first_prediction_is_kept():
    prediction = Prediction("predict-cup")
    first = answer(prediction, "1")
    assert answer(prediction, "1.5", 2) == first
    assert prediction.given == 1.0


def test_a_place_is_marked_beside_the_measured_one():
    result = answer(Prediction("predict-turned-laser"), ["0.1", "0.1"])
    assert "Your prediction: (0.1, 0.1) m. Measured: (0, 0.2) m." in result["svg"]
    assert answer(Prediction("predict-turned-laser"), ["0.02", "0.2"])["text"].startswith("As you predicted.")


def test_a_choice_is_predicted():
    result = answer(Prediction("predict-who-is-lost"), "Only laser.")
    assert result["measured"] == "base_link and laser."


def judge(quiz: Quiz, id: str, value: Any, count: int = 1) -> dict[str, Any]:
    quiz.submitted = {"id": id, "answer": value, "count": count}
    return dict(quiz.verdict)


def test_the_quiz_judges_and_remembers():
    quiz = Quiz("direction-imu", "direction-cup", seed=3)
    cup = question("direction-cup", seed=3)
    assert judge(quiz, "direction-cup", "lots")["text"] == "Please write a number in m, for example 1.5."
    assert judge(quiz, "direction-cup", "lots", 2)["count"] == 2  # the same verdict again is sent again
    assert judge(quiz, "direction-cup", str(cup.key))["right"] == "true"
    wrong = next(c for c in question("direction-imu", seed=3).choices if c.slip)
    assert judge(quiz, "direction-imu", wrong.answer)["text"] == f"Not yet. {wrong.feedback}"
    assert quiz.verdicts["direction-imu"].slip == wrong.slip
    before = dict(quiz.verdict)
    assert judge(quiz, "direction-nothing", "x") == before


@pytest.mark.parametrize("make", [lambda: Quiz("direction-imu", "direction-cup"), lambda: Prediction("predict-cup")])
def test_the_page_holds_no_answer_before_one_is_given(make):
    widget = make()
    widget = widget.children[0] if isinstance(widget, Prediction) else widget
    state = json.dumps({k: v for k, v in widget.get_state().items() if not k.startswith("_")}, default=str)
    for id in ("direction-imu", "direction-cup", "predict-cup"):
        drawn = question(id)
        assert not any(choice.feedback in state for choice in drawn.choices)
        assert "slip" not in state
        assert "key" not in state
    assert widget.get_state().get("verdict", {}) == {}


@pytest.mark.parametrize(
    "make",
    [lambda: DirectionTable("swap", yaw=90), lambda: Quiz("direction-imu"), lambda: Prediction("predict-turned-laser")],
)
def test_saved_copies_carry_text_and_a_drawing(make):
    bundle = make()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert len(data["text/plain"]) > 80
    if "image/svg+xml" in data:
        assert data["image/svg+xml"].startswith("<svg xmlns=")


def test_drawings_and_texts_can_follow_a_prediction():
    assert 'role="img"' in picture("02_clash").value
    assert "&lt;b&gt;" in text("<b>").value
    with pytest.raises(InputError, match="02_clash"):
        picture("03_clash")


SCRIPTS = ("dom.js", "quiz.js", "prediction.js", "direction_table.js", "style.css")


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_load_nothing_from_elsewhere(name):
    assert not re.search(r"https?://(?!www\.w3\.org/)|\bimport\b|@import|url\(", read(name))


def test_focusable_elements_are_made_in_one_place_that_keeps_jupyterlabs_keys_away():
    for name in SCRIPTS[1:4]:
        assert "createElement(" not in read(name)
    assert 'setAttribute("data-lm-suppress-shortcuts", "true")' in read("dom.js")
