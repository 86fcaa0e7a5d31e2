"""Summary: rates, means and quantiles of a batch of matches, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rbsim.formatting.matches import summary_dict
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.sums.histograms import Histogram
from rbsim.sums.match_totals import MatchTotals


@dataclass(frozen=True)
class Spread:
    """A mean, and the quantiles at QUANTILES."""

    mean: Mean
    quantiles: Quantiles

    @classmethod
    def from_histogram(cls, histogram: Histogram) -> Spread:
        """Return the spread of counts of values."""
        return cls(Mean.from_histogram(histogram), Quantiles.from_histogram(histogram))


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
    def from_totals(cls, totals: MatchTotals, seconds: float) -> MatchSummary:
        n = totals.matches
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n),
            other_wins=Rate(n - totals.unfinished - totals.starter_wins, n),
            seat_wins=tuple(Rate(wins, n) for wins in totals.seat_wins),
            unfinished=Rate(totals.unfinished, n),
            games=Spread.from_histogram(totals.games),
            winner_scores=Spread.from_histogram(totals.winner_scores),
            other_scores=Spread.from_histogram(totals.other_scores),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played),
            give_ups=totals.give_ups,
            seconds=seconds,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON, None where there is no number."""
        return summary_dict(self)
