"""Axis sweep: the study `sweep` as tables and JSON."""

from __future__ import annotations

from typing import Any

from rbcore.rules.definition import value_text
from rbsim.formatting import survey
from rbsim.formatting.games import cut_off_note
from rbsim.formatting.numbers import rate_with_interval
from rbsim.formatting.tables import Cells, Report, origin


def report(sweep: Any) -> Report:
    """Return the table of an rbsim.Sweep: one line for each point."""
    axes = list(sweep.points[0].values)
    cells: Cells = [(*axes, "starter wins", *survey.FIGURES)]
    for point, result in zip(sweep.points, sweep.results, strict=True):
        values = (value_text(value) for value in point.values.values())
        summary = result.summary()
        wins = rate_with_interval(summary.starter_wins)
        cells.append((*values, wins, *survey.summary_cells(summary)))
    first = sweep.study.arms[0]
    return Report(
        f"{' by '.join(axes)}, {first.player_text}: {first.count:,} games a line",
        (cells,),
        f"starter advantage as played; {survey.extremes_note(sweep.results)}"
        f"{cut_off_note(sweep.results)}"
        f"{origin(*sweep.study.arms)}",
    )


def to_dict(sweep: Any) -> dict[str, Any]:
    """Return an rbsim.Sweep as plain values for JSON, with provenance."""
    lines = survey.to_dicts(sweep.results)
    return {
        "axes": list(sweep.points[0].values),
        "points": [
            {"point": point.values, **line} for point, line in zip(sweep.points, lines, strict=True)
        ],
        "provenance": sweep.study.provenance,
    }
