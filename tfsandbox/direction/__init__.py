"""The direction experiment: publish a link in several ways, predict and measure where the child ends up."""

from tfsandbox.direction.clash import ClashCase, ClashRun, clash_case, clash_table, run_clash
from tfsandbox.direction.decisions import CHECKING_ORDER, DECISIONS, Decision, decision, diagnose_ratio
from tfsandbox.direction.outcome import Outcome, link, measure, predict
from tfsandbox.direction.report import clash_text, decisions_text, experiment_text
from tfsandbox.direction.scenarios import SCENARIOS, Row, Scenario, experiment
from tfsandbox.direction.ways import WAYS, Way, publish, way

__all__ = [
    "CHECKING_ORDER",
    "DECISIONS",
    "SCENARIOS",
    "WAYS",
    "ClashCase",
    "ClashRun",
    "Decision",
    "Outcome",
    "Row",
    "Scenario",
    "Way",
    "clash_case",
    "clash_table",
    "clash_text",
    "decision",
    "decisions_text",
    "diagnose_ratio",
    "experiment",
    "experiment_text",
    "link",
    "measure",
    "predict",
    "publish",
    "run_clash",
    "way",
]
