"""Tables for people: one set of cells for terminals, notebooks and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

import rbcore
from rbsim.formatting.numbers import (
    mean_interval,
    number,
    percent,
    rank_interval,
    rate_text,
    whole,
)
from rbsim.pipeline.stopping import Stopped
from rbsim.pipeline.study import Study
from rbsim.running.attention import attention_text
from rbsim.running.batch import Batch
from rbsim.stats.intervals import QUANTILES, Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL, level_text

Cells = list[tuple[str, ...]]
GAP = 2  # columns of a terminal between two of a table


@dataclass(frozen=True)
class Report:
    """A result as text: a title, tables and a footnote.

    Attributes
    ----------
    title : str
        The line above the tables.
    tables : tuple of list of tuple of str
        Cells, row by row; the first row of each table is its header.
    footnote : str
        Speed, seed, players and versions, and how to read the tables.

    Examples
    --------
    >>> report = Report("Two games", ([("outcome", "games"), ("win", "2")],), "seed 1")
    >>> print(report.markdown())
    | outcome | games |
    | --- | --- |
    | win | 2 |
    <BLANKLINE>
    seed 1
    >>> report.html()[:23]
    '<p><b>Two games</b></p>'
    """

    title: str
    tables: tuple[Cells, ...]
    footnote: str

    def html(self) -> str:
        """Return the report as HTML, for a notebook."""
        parts = [f"<p><b>{escape(self.title)}</b></p>"]
        for head, *rows in self.tables:
            parts.append("<table><thead>" + _html_row(head, "th") + "</thead><tbody>")
            parts += [_html_row(row, "td") for row in rows]
            parts.append("</tbody></table>")
        parts.append(f"<p><small>{escape(self.footnote)}</small></p>")
        return "".join(parts)

    def markdown(self) -> str:
        """Return the tables, with the footnote below them, as Markdown."""
        parts = []
        for head, *rows in self.tables:
            lines = [head, tuple("---" for _ in head), *rows]
            parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))
        return "\n\n".join([*parts, self.footnote])


def joined_reports(reports: Sequence[Report]) -> Report:
    """Return several reports as one."""
    tables = tuple(table for report in reports for table in report.tables)
    title = "; ".join(report.title for report in reports)
    return Report(title, tables, " ".join(f"{report.footnote}." for report in reports))


def _html_row(cells: tuple[str, ...], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def interval_head(level: float) -> str:
    """Return the head of a column of intervals, `95% interval`."""
    return f"{level_text(level)} interval"


def rate_cells(noun: str, rates: Mapping[str, Rate], level: float = LEVEL) -> Cells:
    """Return a header and rows of outcome, count, rate and interval."""
    cells: Cells = [("outcome", noun, "rate", interval_head(level))]
    for name, rate in rates.items():
        low, high = rate.interval
        interval = f"{percent(low)} to {percent(high)}"
        cells.append((name, f"{rate.count:,}", rate_text(rate), interval))
    return cells


def quantile_cells(
    title: str,
    columns: Sequence[tuple[str, Mean, Quantiles]],
    decided: Sequence[Mean] = (),
    level: float = LEVEL,
) -> Cells:
    """Return a header and rows of the mean and each quantile, with intervals.

    `decided` are the means of decided games, one for each column.
    """
    heads = [head for name, _, _ in columns for head in (name, interval_head(level))]
    cells: Cells = [(title, *heads), _mean_row("mean", [mean for _, mean, _ in columns])]
    if decided:
        cells.append(_mean_row("mean, decided", decided))
    for i, share in enumerate(QUANTILES):
        row = [
            text
            for _, _, quantiles in columns
            for text in (whole(quantiles.values[i]), rank_interval(quantiles.intervals[i]))
        ]
        cells.append((f"{share:.0%}", *row))
    return cells


def _mean_row(name: str, means: Sequence[Mean]) -> tuple[str, ...]:
    return (name, *(text for m in means for text in (number(m.mean, 2), mean_interval(m))))


def by_seat_cells(title: str, means: tuple[Mean, ...], level: float = LEVEL) -> Cells:
    """Return a header and rows of the means of the starter and of the other seats."""
    others = len(means) - 1
    names = ["starter", *(f"other {i + 1}" if others > 1 else "other" for i in range(others))]
    cells: Cells = [(title, "mean", interval_head(level))]
    for name, mean in zip(names, means, strict=True):
        cells.append((name, number(mean.mean, 3), mean_interval(mean)))
    return cells


def part_arms(parts: Sequence[Study]) -> list[Batch]:
    """Return the arms of all parts of a result, for `origin`; the first one of each part first."""
    return [arm for part in parts for arm in part.arms]


class Run(Protocol):
    """A result of one batch, of which `batch` has the games that were played."""

    @property
    def batch(self) -> Batch:
        """The games that were played."""

    @property
    def stopped(self) -> Stopped | None:
        """How playing for a goal ended, if there was one."""


def run_arms(runs: Sequence[Run], parts: Sequence[Study]) -> list[Batch]:
    """Return the same of runs side by side; of those that stopped early, as they were played."""
    if any(run.stopped is not None for run in runs):
        return [run.batch for run in runs]
    return part_arms(parts)


def run_lengths(runs: Sequence[Run]) -> str:
    """Return the number of games of runs, `100` or `100 to 2,000`."""
    counts = [run.batch.count for run in runs]
    return " to ".join(dict.fromkeys(f"{count:,}" for count in (min(counts), max(counts))))


def fitted(cells: Cells, width: int) -> Cells:
    """Return a table that fits a width: as it is, in two lines a row, or with one figure a row."""
    for narrow in (cells, _in_two_lines(cells)):
        widths = [max(map(len, column)) for column in zip(*narrow, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) <= width:
            return narrow
    head, *rows = cells
    figures: Cells = []
    for row in rows:
        if figures:
            figures.append(("", ""))
        figures += [(name, cell) for name, cell in zip(head, row, strict=True) if cell]
    return figures


def _in_two_lines(cells: Cells) -> Cells:
    """Return a table whose rows, and whose header, are two lines each below the same name."""
    above = len(cells[0]) // 2  # of the columns after the first
    lines: Cells = []
    for name, *rest in cells:
        lines += [(name, *rest[:above]), ("", *rest[above:])]
    widest = max(map(len, lines))
    return [(*line, *[""] * (widest - len(line))) for line in lines]


def origin(batch: Batch, *others: Batch) -> str:
    """Return seed, games, players and versions of batches that differ in rules and players.

    Of merged results it has the games of every part; of runs that stopped early, those of the
    longest.
    """
    every = (batch, *others)
    alike = [one for one in every if (one.rules, one.players) == (batch.rules, batch.players)]
    played = dict.fromkeys(_played_text(one, every) for one in alike)
    players = dict.fromkeys(p for one in every for p in one.versioned_players)
    versions = dict.fromkeys(str(one.games_version) for one in every)
    stop = attention_text(batch.attention)
    return (
        f"{', '.join(played)}; "
        f"players {', '.join(players)}; {stop + '; ' if stop else ''}"
        f"version {rbcore.__version__}, games version {', '.join(versions)}"
    )


def _played_text(batch: Batch, every: Sequence[Batch]) -> str:
    begin = (batch.seed, batch.first)
    counts = {one.count for one in every if (one.seed, one.first) == begin}
    last = batch.first + max(counts) - 1
    text = f"seed {batch.seed}, {batch.row_kind.noun} {batch.first} to {last}"
    return text if len(counts) == 1 else f"{text} at most"
