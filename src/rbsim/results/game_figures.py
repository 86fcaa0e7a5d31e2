"""Game figures: the rows that games have in a result's table, of one batch or of an arm."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rbsim.pipeline.stopping import Stopped
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import PLACES, Form, key_of
from rbsim.sums.histograms import Histogram
from rbsim.sums.totals import Totals

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
        yield from quantile_figures(own, quantiles)
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
        yield from quantile_figures(own, one.quantiles)


def anytime_figure(stopped: Stopped) -> Figure:
    """Return the quantity that a batch was played for; its interval holds at all looks, at 95%."""
    key, form = key_of(stopped.goal.of), Form.DIFFERENCE if stopped.is_difference else None
    shown = figure(f"{key}_anytime", stopped, stopped.nouns, form=form)
    return replace(shown, again=_known_at_one_level)


def _known_at_one_level(level: float) -> tuple[float, float]:
    raise ValueError(f"an anytime interval is of the level {LEVEL} alone, by which games were cut")


def by_place(words: str, means: Sequence[Mean]) -> Iterator[Figure]:
    """Yield the mean of each seat in turn order, `starter_score`, `second_score`, ..."""
    for place, mean in zip(PLACES, means, strict=False):
        yield figure(f"{place}_{words}", mean)


def quantile_figures(words: str, quantiles: Quantiles) -> Iterator[Figure]:
    """Yield the quantiles, `turns_q50` for the median."""
    for share, quantile in quantiles.each():
        yield figure(f"{words}_q{round(100 * share):02}", quantile, form=Form.WHOLE)


def count_figure(words: str, count: int, n: int, unit: str = "games") -> Figure:
    """Return how often something happened a game; a plain count has no interval."""
    return plain_figure(words, count / n if n else math.nan, n, unit)


@dataclass(frozen=True)
class Arm:
    """One arm of games with its sums."""

    name: str  # what tells it from other arms
    batch: Batch
    totals: Totals
    level: float = LEVEL

    @cached_property
    def summary(self) -> Summary:
        """Rates, means and quantiles."""
        return Summary.from_totals(self.totals, 0.0, self.batch.limits.max_turns, self.level)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures by quantity."""
        return {one.quantity: one for one in game_figures(self.summary, self.batch, None)}

    @property
    def of_all(self) -> dict[str, Distribution]:
        """Turns and moves of all games, unfinished ones as they were cut off."""
        return self._lengths(self.totals.turns, self.totals.moves)

    @property
    def lengths(self) -> dict[str, Distribution]:
        """Turns, moves and scores of finished games; of all games in sums of older versions."""
        turns, moves = self.totals.finished_turns, self.totals.finished_moves
        found = self.of_all if turns is None or moves is None else self._lengths(turns, moves)
        for place, histogram in zip(PLACES, self.totals.scores, strict=False):
            found[f"{place}_score"] = self._distribution(histogram, tame=True)
        return found

    def _lengths(self, turns: Histogram, moves: Histogram) -> dict[str, Distribution]:
        bounds = (0, self.batch.limits.max_turns)
        of_turns = self._distribution(turns, bounds=bounds)
        return {"turns": of_turns, "moves": self._distribution(moves)}

    def _distribution(
        self, seen: Histogram, bounds: tuple[float, float] | None = None, tame: bool = False
    ) -> Distribution:
        return Distribution(self.name, seen, bounds=bounds, tame=tame, level=self.level)
