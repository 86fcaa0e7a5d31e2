"""Game figures: the rows that games of one batch have in a result's table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rbsim.pipeline.stopping import Stopped
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import PLACES, Form, key_of

LONG_TURNS = "long_turns"


def game_figures(summary: Summary, batch: Batch, stopped: Stopped | None) -> Iterator[Figure]:
    """Yield the figures of a batch of games."""
    yield figure("advantage", summary.played_advantage, tested=True)
    yield from run_figures(summary.rates, stopped, {})
    for own, mean, decided, quantiles in (
        ("turns", summary.turns, summary.decided_turns, summary.turn_quantiles),
        ("moves", summary.moves, summary.decided_moves, summary.move_quantiles),
    ):
        yield figure(own, mean)
        yield from quantile_figures(own, quantiles, summary.games, summary.level)
        yield figure(f"decided_{own}", decided)
    yield from by_place("score", summary.scores)
    if batch.attention is not None:
        yield from by_place("offences", summary.offences)
        yield from by_place("calls", summary.calls)
    yield count_figure("give_ups", summary.give_ups, summary.games)
    if batch.python_players:
        yield count_figure(LONG_TURNS, summary.long_turns, summary.games)


def run_figures(
    rates: Mapping[str, Rate],
    stopped: Stopped | None,
    counted: Mapping[str, Distribution],
    unit: str = "games",
) -> Iterator[Figure]:
    """Yield the figures of one batch: its rates, what was played for, then what is counted."""
    for words, rate in rates.items():
        yield figure(key_of(words), rate, unit)
    if stopped is not None:
        yield anytime_figure(stopped)
    for own, one in counted.items():
        yield figure(own, one.mean, unit)
        yield from quantile_figures(own, one.quantiles, one.games, one.level)


def anytime_figure(stopped: Stopped) -> Figure:
    """Return the quantity that a batch was played for; its interval holds at all looks, at 95%."""
    key, unit = f"{key_of(stopped.goal.of)}_anytime", "games" if len(stopped.arms) == 1 else "deals"
    form = Form.DIFFERENCE if stopped.is_difference else None
    return replace(figure(key, stopped, unit, form=form), again=_known_at_one_level)


def _known_at_one_level(level: float) -> tuple[float, float]:
    raise ValueError(f"an anytime interval is of the level {LEVEL} alone, by which games were cut")


def by_place(words: str, means: Sequence[Mean]) -> Iterator[Figure]:
    """Yield the mean of each seat in turn order, `starter_score`, `second_score`, ..."""
    for place, mean in zip(PLACES, means, strict=False):
        yield figure(f"{place}_{words}", mean)


def quantile_figures(
    words: str, quantiles: Quantiles, n: int, level: float, unit: str = "games"
) -> Iterator[Figure]:
    """Yield the quantiles, `turns_q50` for the median."""
    for share, quantile in quantiles.each(n, level):
        yield figure(f"{words}_q{round(100 * share):02}", quantile, unit, form=Form.WHOLE)


def count_figure(words: str, count: int, n: int, unit: str = "games") -> Figure:
    """Return how often something happened a game; a plain count has no interval."""
    return plain_figure(words, count / n if n else math.nan, n, unit)
