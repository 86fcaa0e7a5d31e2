"""The tables people read: one set of cells, for the terminal and for notebooks."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import rbcore
from rbsim.stats import Mean
from rbsim.summary import QUANTILES, Summary

if TYPE_CHECKING:
    from rbsim.result import Result

Cells = list[tuple[str, ...]]


def percent(share: float) -> str:
    return f"{100 * share:.3f}%"


def outcome_cells(summary: Summary) -> Cells:
    """Header and rows: outcome, games, rate, 95% interval."""
    cells: Cells = [("outcome", "games", "rate", "95% interval")]
    for name, rate in summary.rates.items():
        low, high = rate.interval
        interval = f"{percent(low)} to {percent(high)}"
        cells.append((name, f"{rate.count:,}", percent(rate.rate), interval))
    return cells


def length_cells(summary: Summary) -> Cells:
    """Header and rows: mean and quantiles of turns and moves."""
    cells: Cells = [("per game", "mean", "95% interval", *(f"{q:.0%}" for q in QUANTILES))]
    for name, mean, quantiles in (
        ("turns", summary.turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.move_quantiles),
    ):
        cells.append((name, f"{mean.mean:,.2f}", between(mean), *(f"{q:,}" for q in quantiles)))
    return cells


def score_cells(summary: Summary) -> Cells:
    """Header and rows: mean scores of the starter and the others."""
    others = len(summary.scores) - 1
    names = ["starter", *(f"other {i + 1}" if others > 1 else "other" for i in range(others))]
    cells: Cells = [("score", "mean", "95% interval")]
    for name, mean in zip(names, summary.scores, strict=True):
        cells.append((name, _number(mean.mean), between(mean)))
    return cells


def _number(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"


def between(mean: Mean) -> str:
    low, high = mean.interval
    return "-" if math.isnan(low) else f"{low:,.2f} to {high:,.2f}"


def title(result: Result) -> str:
    return f"{result.variant}, {result.players}: {result.totals.games:,} games"


def footnote(result: Result) -> str:
    """Where the figures come from."""
    summary, batch = result.summary(), result.batch
    players = ", ".join(f"{name}/{rbcore.PLAYERS[name]}" for name in dict.fromkeys(batch.players))
    return (
        f"{summary.games_per_second:,.0f} games a second; "
        f"{summary.give_ups:,} stalemate searches gave up; seed {batch.seed}, "
        f"games {batch.first} to {batch.first + batch.games - 1}; players {players}; "
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )


def html(result: Result) -> str:
    """The result for a notebook."""
    summary = result.summary()
    parts = [f"<p><b>{escape(title(result))}</b></p>"]
    for cells in (outcome_cells(summary), length_cells(summary), score_cells(summary)):
        head, *rows = cells
        parts.append("<table><thead>" + _row(head, "th") + "</thead><tbody>")
        parts += [_row(row, "td") for row in rows]
        parts.append("</tbody></table>")
    parts.append(f"<p><small>{escape(footnote(result))}</small></p>")
    return "".join(parts)


def _row(cells: tuple[str, ...], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
