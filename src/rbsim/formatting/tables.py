"""The tables people read: one set of cells, for the terminal and for notebooks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import rbcore
from rbsim.results.summary import QUANTILES, Quantiles
from rbsim.running.attention import attention_text
from rbsim.running.player import versioned
from rbsim.stats.intervals import Mean, Rate

if TYPE_CHECKING:
    from rbsim.pipeline.stopping import Stopped
    from rbsim.results.simulated import Result
    from rbsim.running.batch import Batch

Cells = list[tuple[str, ...]]

UNTIL_HEAD = ("played until known", "mean", "anytime 95% interval", "half of it")


@dataclass(frozen=True)
class Report:
    """All that is shown of a result; the first row of cells is the header."""

    title: str
    tables: tuple[Cells, ...]
    footnote: str

    def html(self) -> str:
        """For a notebook."""
        parts = [f"<p><b>{escape(self.title)}</b></p>"]
        for head, *rows in self.tables:
            parts.append("<table><thead>" + _row(head, "th") + "</thead><tbody>")
            parts += [_row(row, "td") for row in rows]
            parts.append("</tbody></table>")
        parts.append(f"<p><small>{escape(self.footnote)}</small></p>")
        return "".join(parts)

    def markdown(self) -> str:
        """The tables, and the footnote below them."""
        parts = []
        for head, *rows in self.tables:
            lines = [head, tuple("---" for _ in head), *rows]
            parts.append("\n".join("| " + " | ".join(line) + " |" for line in lines))
        return "\n\n".join([*parts, self.footnote])


def report(result: Result) -> Report:
    """What is shown of a batch of games."""
    summary = result.summary()
    lengths = (
        ("turns", summary.turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.move_quantiles),
    )
    return Report(
        f"{result.variant}, {result.players}: {summary.games:,} games",
        (
            rate_cells("games", summary.rates),
            *_until_cells(result),
            spread_cells("per game", lengths),
            by_seat_cells("score", summary.scores),
            *_stop_cells(result),
        ),
        f"{summary.games_per_second:,.0f} games a second; "
        f"{_ends_note(summary.rates)}{result.stopped.words + '; ' if result.stopped else ''}"
        f"{summary.give_ups:,} stalemate searches gave up; {origin(result.batch)}",
    )


def rate_cells(noun: str, rates: Mapping[str, Rate]) -> Cells:
    """Header and rows: outcome, how many, rate, 95% interval."""
    cells: Cells = [("outcome", noun, "rate", "95% interval")]
    for name, rate in rates.items():
        low, high = rate.interval
        interval = f"{percent(low)} to {percent(high)}"
        cells.append((name, f"{rate.count:,}", share(rate), interval))
    return cells


def share(rate: Rate) -> str:
    """A rate in per cent; with open games from all of them against to all for."""
    least, most = map(percent, rate.ends)
    return f"{least} to {most}" if rate.open else least


def _until_cells(result: Result) -> tuple[Cells, ...]:
    """What was played for, if something was."""
    if result.stopped is None:
        return ()
    return ([UNTIL_HEAD, until_row(result.stopped)],)


def until_row(stopped: Stopped) -> tuple[str, ...]:
    """What stands under UNTIL_HEAD."""
    low, high = map(percent, stopped.interval)
    half = f"{100 * stopped.half:.4f}%"
    return stopped.goal.of, percent(stopped.mean), f"{low} to {high}", half


def _ends_note(rates: Mapping[str, Rate]) -> str:
    """What a rate from low to high is."""
    if not any(rate.open for rate in rates.values()):
        return ""
    return "rates and intervals with unfinished games all against to all for; "


def spread_cells(title: str, spreads: Sequence[tuple[str, Mean, Quantiles]]) -> Cells:
    """Header and rows: the mean, then the quantiles, of each with its 95% interval."""
    heads = [head for name, _, _ in spreads for head in (name, "95% interval")]
    means = [text for _, mean, _ in spreads for text in (number(mean.mean, 2), between(mean))]
    cells: Cells = [(title, *heads), ("mean", *means)]
    for i, share in enumerate(QUANTILES):
        row = [
            text
            for _, _, found in spreads
            for text in (whole(found.values[i]), ranked(found.intervals[i]))
        ]
        cells.append((f"{share:.0%}", *row))
    return cells


def whole(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def ranked(interval: tuple[int | None, int | None]) -> str:
    """The interval of a quantile; an end that too few games leave open is a dash."""
    low, high = interval
    return "-" if low is None and high is None else f"{whole(low)} to {whole(high)}"


def _stop_cells(result: Result) -> tuple[Cells, ...]:
    """Offences and calls of Stop!, if anybody could slip."""
    if result.batch.attention is None:
        return ()
    summary = result.summary()
    return by_seat_cells("offences", summary.offences), by_seat_cells("calls", summary.calls)


def by_seat_cells(title: str, means: tuple[Mean, ...]) -> Cells:
    """Header and rows: means of the starter and the others."""
    others = len(means) - 1
    names = ["starter", *(f"other {i + 1}" if others > 1 else "other" for i in range(others))]
    cells: Cells = [(title, "mean", "95% interval")]
    for name, mean in zip(names, means, strict=True):
        cells.append((name, number(mean.mean, 3), between(mean)))
    return cells


def percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.3f}%"


def signed(share: float) -> str:
    """A difference of shares."""
    return "-" if math.isnan(share) else f"{100 * share:+.3f}%"


def number(value: float, places: int) -> str:
    return "-" if math.isnan(value) else f"{value:,.{places}f}"


def p_value(value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.0001 else "< 0.0001"


def between(mean: Mean) -> str:
    low, high = mean.interval
    if mean.others is not None:
        return f"all alike; others < {percent(mean.others)}"
    return "-" if math.isnan(low) else f"{low:,.2f} to {high:,.2f}"


def origin(batch: Batch, *others: Batch) -> str:
    """Where the figures come from: of several batches, those that differ in rules and players."""
    players = dict.fromkeys(versioned(p) for one in (batch, *others) for p in one.players)
    stop = attention_text(batch.attention)
    return (
        f"seed {batch.seed}, {batch.NOUN} {batch.first} to {batch.first + batch.count - 1}; "
        f"players {', '.join(players)}; {stop + '; ' if stop else ''}"
        f"version {rbcore.__version__}, games version {rbcore.GAMES_VERSION}"
    )


def _row(cells: tuple[str, ...], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
