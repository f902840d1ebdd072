"""The experiment, the clash and the decision table as text."""

from __future__ import annotations

from collections.abc import Sequence

from tfsandbox.direction.clash import ClashCase
from tfsandbox.direction.decisions import DECISIONS
from tfsandbox.direction.outcome import Outcome
from tfsandbox.direction.scenarios import Row
from tfsandbox.views.tables import table, triple


def experiment_text(rows: Sequence[Row]) -> str:
    """Return the table of the experiment, predicted beside measured."""
    head = ("scenario", "origin predicted", "origin measured", "ratio predicted", "ratio measured", "child's parent")
    return table(head, [_cells(row) for row in rows])


def _cells(row: Row) -> tuple[str, ...]:
    predicted, measured = row.predicted, row.measured
    parent = "parent" if measured.child_parent else "none (root)"
    return (
        row.scenario.id,
        triple(predicted.origin),
        triple(measured.origin),
        *map(_ratio, (predicted, measured)),
        parent,
    )


def _ratio(outcome: Outcome) -> str:
    return f"{outcome.ratio:.6f}"


def clash_text(cases: Sequence[ClashCase]) -> str:
    """Return the 2 x 2 of the clash, one case a line."""
    head = ("own link of base_link", "swap arrives", "lost at once", "lost for good", "parent of base_link")
    return table(
        head,
        [(c.own_link, c.swap, ", ".join(c.lost_at_once), ", ".join(c.lost_for_good), c.base_parent) for c in cases],
    )


def decisions_text() -> str:
    """Return the decision table: what you see, what it means, what to do."""
    return "\n\n".join(f"{d.seen}\n  means: {d.meaning}\n  next:  {d.next_step}" for d in DECISIONS)
