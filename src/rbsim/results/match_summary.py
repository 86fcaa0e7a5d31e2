"""Summary: rates, means and quantiles of a batch of matches, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rbsim.results.summary import Quantiles, all_finite, finite
from rbsim.stats.intervals import Mean, Rate
from rbsim.sums.match_totals import MatchTotals
from rbsim.sums.totals import Histogram


@dataclass(frozen=True)
class Spread:
    """A mean, and the quantiles at QUANTILES."""

    mean: Mean
    quantiles: Quantiles

    @classmethod
    def of(cls, histogram: Histogram) -> Spread:
        return cls(Mean.of_histogram(histogram), Quantiles.of(histogram))

    def to_dict(self, name: str) -> dict[str, Any]:
        return {
            f"mean_{name}": finite(self.mean.mean),
            f"mean_{name}_interval": all_finite(self.mean.interval),
            **self.quantiles.to_dict(name),
        }


@dataclass(frozen=True)
class MatchSummary:
    """What a batch of matches says; rates are of all matches, unfinished ones included.

    `first_starter_wins` are those of the seat that started a match's first game. `games` and the
    final scores are of the matches that were won: an unfinished one says nothing of either. The
    rate of `unfinished_games` is of all games played.
    """

    matches: int
    first_starter_wins: Rate
    other_wins: Rate
    seat_wins: tuple[Rate, ...]
    unfinished: Rate
    games: Spread
    winner_scores: Spread
    other_scores: Spread
    unfinished_games: Rate
    give_ups: int
    seconds: float

    @property
    def matches_per_second(self) -> float:
        return self.matches / self.seconds if self.seconds else float("inf")

    @property
    def rates(self) -> dict[str, Rate]:
        """The outcomes by name, in the order in which they are shown; then the same by seat."""
        seats = {f"seat {seat} wins": rate for seat, rate in enumerate(self.seat_wins)}
        return {
            "first starter wins": self.first_starter_wins,
            "other wins": self.other_wins,
            "unfinished": self.unfinished,
            **seats,
        }

    @classmethod
    def of(cls, totals: MatchTotals, seconds: float) -> MatchSummary:
        n = totals.matches
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n),
            other_wins=Rate(n - totals.unfinished - totals.starter_wins, n),
            seat_wins=tuple(Rate(wins, n) for wins in totals.seat_wins),
            unfinished=Rate(totals.unfinished, n),
            games=Spread.of(totals.games),
            winner_scores=Spread.of(totals.winner_scores),
            other_scores=Spread.of(totals.other_scores),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played),
            give_ups=totals.give_ups,
            seconds=seconds,
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON; the counts by name, then rates, means and intervals."""
        rates = {
            name.replace(" ", "_"): {"rate": rate.rate, "interval": rate.interval}
            for name, rate in self.rates.items()
        }
        return {
            "matches": self.matches,
            **{name.replace(" ", "_"): rate.count for name, rate in self.rates.items()},
            "rates": rates,
            **self.games.to_dict("games"),
            **self.winner_scores.to_dict("winner_score"),
            **self.other_scores.to_dict("other_score"),
            "games_played": self.unfinished_games.games,
            "unfinished_games": self.unfinished_games.count,
            "give_ups": self.give_ups,
            "seconds": self.seconds,
            "matches_per_second": finite(self.matches_per_second),
        }
