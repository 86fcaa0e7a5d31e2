"""Axis sweep: the study `sweep` as a table."""

from __future__ import annotations

from typing import Any

from rbcore.cards.ranges import count_text
from rbcore.rules.definition import value_text
from rbsim.formatting import side_by_side
from rbsim.formatting.games import cut_off_note
from rbsim.formatting.numbers import rate_with_interval
from rbsim.formatting.tables import Cells, Report, origin, part_arms
from rbsim.stats.level import level_text


def report(sweep: Any) -> Report:
    """Return the table of an rbsim.Sweep: one line for each point."""
    axes = list(sweep.points[0].values)
    cells: Cells = [(*axes, "starter wins", *side_by_side.FIGURES)]
    for point, result in zip(sweep.points, sweep.results, strict=True):
        values = (value_text(value) for value in point.values.values())
        summary = result.summary()
        wins = rate_with_interval(summary.starter_wins)
        cells.append((*values, wins, *side_by_side.summary_cells(summary)))
    first = sweep.study.arms[0]
    return Report(
        f"{' by '.join(axes)}, {first.player_text}: {count_text(first.count, 'games')} a line",
        (cells,),
        f"advantage as played; {side_by_side.extremes_note(sweep.results)}"
        f"{cut_off_note(sweep.results)}intervals {level_text(sweep.level)}; "
        f"{origin(*part_arms(sweep.parts))}",
    )
