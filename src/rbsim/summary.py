"""Summary: rates, means and quantiles of a batch, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import rbcore
from rbsim.stats import Mean, Rate, quantile, quantile_interval
from rbsim.totals import Histogram, Totals

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

QuantileIntervals = tuple[tuple[int | None, int | None], ...]


@dataclass(frozen=True)
class Summary:
    """What a batch of games says; rates are of all games, unfinished ones included (7.5).

    As an unfinished game might have ended in any way, it is open for every rate but its own.
    `turns` and `moves` are means per game; their quantiles run over QUANTILES. `scores` are mean
    scores per finished game: the starter's, then the other seats' in turn order. `offences` and
    `calls` of Stop! (section 6) are means per game, likewise.
    """

    games: int
    starter_wins: Rate
    other_wins: Rate
    stalemates: Rate
    standoffs: Rate
    unfinished: Rate
    turns: Mean
    moves: Mean
    turn_quantiles: tuple[int | None, ...]
    move_quantiles: tuple[int | None, ...]
    turn_quantile_intervals: QuantileIntervals
    move_quantile_intervals: QuantileIntervals
    scores: tuple[Mean, ...]
    offences: tuple[Mean, ...]
    calls: tuple[Mean, ...]
    give_ups: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else float("inf")

    @property
    def rates(self) -> dict[str, Rate]:
        """The outcomes by name, in the order in which they are shown."""
        return {
            "starter wins": self.starter_wins,
            "other wins": self.other_wins,
            "stalemate": self.stalemates,
            "standoff": self.standoffs,
            "unfinished": self.unfinished,
        }

    @classmethod
    def of(cls, totals: Totals, seconds: float) -> Summary:
        by_name = dict(zip(rbcore.OUTCOMES, map(int, totals.outcomes), strict=True))
        n = totals.games
        left = by_name["unfinished"]
        return cls(
            games=n,
            starter_wins=Rate(totals.starter_wins, n, left),
            other_wins=Rate(by_name["win"] - totals.starter_wins, n, left),
            stalemates=Rate(by_name["stalemate"], n, left),
            standoffs=Rate(by_name["standoff"], n, left),
            unfinished=Rate(left, n),
            turns=Mean.of_histogram(totals.turns),
            moves=Mean.of_histogram(totals.moves),
            turn_quantiles=quantiles(totals.turns),
            move_quantiles=quantiles(totals.moves),
            turn_quantile_intervals=quantile_intervals(totals.turns),
            move_quantile_intervals=quantile_intervals(totals.moves),
            scores=totals.scores.means(n - left),
            offences=totals.offences.means(n),
            calls=totals.calls.means(n),
            give_ups=totals.give_ups,
            seconds=seconds,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON; the counts by name, then rates, means and intervals.

        None stands where there is no number: JSON has no NaN.
        """
        counts = {
            "starter_wins": self.starter_wins.count,
            "other_wins": self.other_wins.count,
            "stalemates": self.stalemates.count,
            "standoffs": self.standoffs.count,
            "unfinished": self.unfinished.count,
        }
        rates = {name.replace(" ", "_"): _rate_dict(rate) for name, rate in self.rates.items()}
        names = [str(q) for q in QUANTILES]
        return {
            "games": self.games,
            **counts,
            "rates": rates,
            "mean_turns": finite(self.turns.mean),
            "mean_turns_interval": all_finite(self.turns.interval),
            "turn_quantiles": dict(zip(names, self.turn_quantiles, strict=True)),
            "turn_quantile_intervals": dict(zip(names, self.turn_quantile_intervals, strict=True)),
            "mean_moves": finite(self.moves.mean),
            "mean_moves_interval": all_finite(self.moves.interval),
            "move_quantiles": dict(zip(names, self.move_quantiles, strict=True)),
            "move_quantile_intervals": dict(zip(names, self.move_quantile_intervals, strict=True)),
            **_means_dict("scores", self.scores),
            **_means_dict("offences", self.offences),
            **_means_dict("calls", self.calls),
            "give_ups": self.give_ups,
            "seconds": self.seconds,
            "games_per_second": finite(self.games_per_second),
        }


def _rate_dict(rate: Rate) -> dict[str, Any]:
    """With games open, `ends` has the rates with all of them against and for."""
    ends = {"ends": rate.ends} if rate.open else {}
    return {"rate": rate.rate, **ends, "interval": rate.interval}


def _means_dict(name: str, means: tuple[Mean, ...]) -> dict[str, Any]:
    return {
        f"mean_{name}": all_finite(mean.mean for mean in means),
        f"mean_{name}_intervals": [all_finite(mean.interval) for mean in means],
    }


def finite(number: float) -> float | None:
    """For JSON, which has no NaN."""
    return number if math.isfinite(number) else None


def all_finite(numbers: Iterable[float]) -> list[float | None]:
    return [finite(number) for number in numbers]


def quantiles(histogram: Histogram) -> tuple[int | None, ...]:
    """At QUANTILES."""
    return tuple(quantile(histogram, q) for q in QUANTILES)


def quantile_intervals(histogram: Histogram) -> QuantileIntervals:
    """At QUANTILES."""
    return tuple(quantile_interval(histogram, q) for q in QUANTILES)
