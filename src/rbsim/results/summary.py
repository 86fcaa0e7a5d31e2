"""Summary: rates, means and quantiles of a batch, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import rbcore
from rbsim.stats.intervals import Mean, Rate, quantile, quantile_interval
from rbsim.sums.totals import Histogram, Totals

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

QuantileIntervals = tuple[tuple[int | None, int | None], ...]


@dataclass(frozen=True)
class Quantiles:
    """The quantiles at QUANTILES, each with its interval (stats.intervals.quantile_interval)."""

    values: tuple[int | None, ...]
    intervals: QuantileIntervals

    @classmethod
    def of(cls, histogram: Histogram, least: int = 0) -> Quantiles:
        """Of counts of the values from the least on."""

        def shifted(value: int | None) -> int | None:
            return None if value is None else value + least

        return cls(
            tuple(shifted(quantile(histogram, q)) for q in QUANTILES),
            tuple(
                (shifted(low), shifted(high))
                for low, high in (quantile_interval(histogram, q) for q in QUANTILES)
            ),
        )

    def to_dict(self, name: str) -> dict[str, Any]:
        """For JSON: by their shares, `name` the thing that they are of."""
        names = [str(q) for q in QUANTILES]
        return {
            f"{name}_quantiles": dict(zip(names, self.values, strict=True)),
            f"{name}_quantile_intervals": dict(zip(names, self.intervals, strict=True)),
        }


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
    turn_quantiles: Quantiles
    move_quantiles: Quantiles
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
            turn_quantiles=Quantiles.of(totals.turns),
            move_quantiles=Quantiles.of(totals.moves),
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
        return {
            "games": self.games,
            **counts,
            "rates": rates,
            "mean_turns": finite(self.turns.mean),
            "mean_turns_interval": all_finite(self.turns.interval),
            **self.turn_quantiles.to_dict("turn"),
            "mean_moves": finite(self.moves.mean),
            "mean_moves_interval": all_finite(self.moves.interval),
            **self.move_quantiles.to_dict("move"),
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
