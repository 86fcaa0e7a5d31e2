"""Batch figures: the rows that games or matches of one batch have in a result's table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rbsim.pipeline.stopping import Stopped
from rbsim.results.match_summary import MatchSummary
from rbsim.results.summary import Summary
from rbsim.stats.figure import (
    ConfidenceInterval,
    Figure,
    Form,
    mean_figure,
    rate_figure,
    span_figure,
)
from rbsim.stats.intervals import QUANTILES, Mean, Quantiles
from rbsim.stats.level import LEVEL

PLACES = ("starter", "second", "third")  # in turn order


def quantity_name(words: str) -> str:
    """Return the name of a quantity in the table: `starter_wins`, `starter_score`."""
    return words.replace("'s", "").replace(" ", "_").replace("-", "_")


def game_figures(
    summary: Summary, attention: bool, stopped: Stopped | None, level: float
) -> Iterator[Figure]:
    """Yield the figures of a batch of games; offences only if seats overlook anything."""
    yield advantage_figure(summary)
    yield from (rate_figure(quantity_name(words), rate) for words, rate in summary.rates.items())
    if stopped is not None:
        yield anytime_figure(stopped)
    for own, mean, decided, quantiles in (
        ("turns", summary.turns, summary.decided_turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.decided_moves, summary.move_quantiles),
    ):
        yield mean_figure(own, mean)
        yield from quantile_figures(own, quantiles, summary.games, level)
        yield mean_figure(f"decided_{own}", decided)
    yield from by_place("score", summary.scores)
    if attention:
        yield from by_place("offences", summary.offences)
        yield from by_place("calls", summary.calls)
    yield count_figure("give_ups", summary.give_ups, summary.games)


def match_figures(summary: MatchSummary, level: float) -> Iterator[Figure]:
    """Yield the figures of a batch of matches."""
    n = summary.matches
    for words, rate in summary.rates.items():
        yield rate_figure(quantity_name(words), rate, "matches")
    for own, one in (
        ("games", summary.games),
        ("winner_score", summary.winner_scores),
        ("other_score", summary.other_scores),
    ):
        yield mean_figure(own, one.mean, "matches")
        yield from quantile_figures(own, one.quantiles, one.mean.games, level)
    yield rate_figure("unfinished_games", summary.unfinished_games)
    yield count_figure("give_ups", summary.give_ups, n, "matches")


def advantage_figure(summary: Summary) -> Figure:
    """Return the advantage as played, with the p that there is none."""
    mean, span = summary.advantage, summary.advantage_span
    return span_figure("advantage", mean, span, "games", Form.DIFFERENCE)


def anytime_figure(stopped: Stopped) -> Figure:
    """Return the quantity that a batch was played for; its interval holds at all looks, at 95%."""
    difference = stopped.goal.of == "advantage"
    return Figure(
        f"{quantity_name(stopped.goal.of)}_anytime",
        stopped.mean,
        ConfidenceInterval(*stopped.interval),
        stopped.games,
        method="anytime",
        undecided=stopped.extremes,
        form=Form.DIFFERENCE if difference else Form.SHARE,
        level=LEVEL,
        again=_known_at_one_level,
    )


def _known_at_one_level(level: float) -> tuple[float, float]:
    raise ValueError(f"an anytime interval is of the level {LEVEL} alone, by which games were cut")


def by_place(words: str, means: Sequence[Mean]) -> Iterator[Figure]:
    """Yield the mean of each seat in turn order, `starter_score`, `second_score`, ..."""
    for place, mean in zip(PLACES, means, strict=False):
        yield mean_figure(f"{place}_{words}", mean)


def quantile_figures(
    words: str, quantiles: Quantiles, n: int, level: float, unit: str = "games"
) -> Iterator[Figure]:
    """Yield the quantiles, `turns_q50` for the median."""
    for share, value, ends in zip(QUANTILES, quantiles.values, quantiles.intervals, strict=True):
        low, high = (math.nan if end is None else float(end) for end in ends)
        yield Figure(
            f"{words}_q{round(100 * share):02}",
            math.nan if value is None else float(value),
            ConfidenceInterval(low, high),
            n,
            unit,
            "order statistics",
            form=Form.NUMBER,
            level=level,
        )


def count_figure(words: str, count: int, n: int, unit: str = "games") -> Figure:
    """Return how often something happened a game; a plain count has no interval."""
    nothing = ConfidenceInterval(math.nan, math.nan)
    each = count / n if n else math.nan
    return Figure(words, each, nothing, n, unit, form=Form.NUMBER)
