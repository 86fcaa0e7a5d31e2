"""Match summary: rates, means and quantiles of a batch of matches, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass

from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.stats.level import LEVEL
from rbsim.sums.histograms import Histogram
from rbsim.sums.match_totals import MatchTotals


@dataclass(frozen=True)
class MeanAndQuantiles:
    """A mean, and the quantiles at QUANTILES."""

    mean: Mean
    quantiles: Quantiles

    @classmethod
    def from_histogram(cls, histogram: Histogram, level: float = LEVEL) -> MeanAndQuantiles:
        """Return both of counted values: `histogram[v]` is how often v was seen."""
        mean = Mean.from_histogram(histogram, tame=True).at(level)
        return cls(mean, Quantiles.from_histogram(histogram, level=level))


@dataclass(frozen=True)
class MatchSummary:
    """Estimates from a batch of matches, with their intervals.

    Attributes
    ----------
    matches : int
        All matches; rates are of these, unfinished ones included.
    first_starter_wins, other_wins : Rate
        Matches won by the seat that started the first game, and by another seat.
    seat_wins : tuple of Rate
        Matches won by each seat. An unfinished match is open for all of these rates.
    unfinished : Rate
        Matches that nobody won.
    games, winner_scores, other_scores : MeanAndQuantiles
        Over matches won: games of a match, the winner's final score, and those of all other seats.
    unfinished_games : Rate
        Games without a result (7.5), of all games played.
    give_ups : int
        Stalemate searches that gave up (7.6).
    seconds : float
        Wall time of playing.
    level : float
        Of all intervals.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.match(
    ...     "standard,target=50", matches=10, players="greedy", seed=1
    ... ).summary()
    >>> summary.first_starter_wins.count + summary.other_wins.count + summary.unfinished.count
    10
    """

    matches: int
    first_starter_wins: Rate
    other_wins: Rate
    seat_wins: tuple[Rate, ...]
    unfinished: Rate
    games: MeanAndQuantiles
    winner_scores: MeanAndQuantiles
    other_scores: MeanAndQuantiles
    unfinished_games: Rate
    give_ups: int
    seconds: float
    level: float = LEVEL

    @property
    def matches_per_second(self) -> float:
        """Matches played in a second of wall time."""
        return self.matches / self.seconds if self.seconds else float("inf")

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of outcomes by name, in the order of tables, then the wins of each seat."""
        seats = {f"seat {seat} wins": rate for seat, rate in enumerate(self.seat_wins)}
        return {
            "first starter wins": self.first_starter_wins,
            "other wins": self.other_wins,
            "unfinished": self.unfinished,
            **seats,
        }

    @classmethod
    def from_totals(cls, totals: MatchTotals, seconds: float, level: float = LEVEL) -> MatchSummary:
        """Return the summary of totals that were played in `seconds`."""
        n, left = totals.matches, totals.unfinished
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n, left, level),
            other_wins=Rate(n - left - totals.starter_wins, n, left, level),
            seat_wins=tuple(Rate(wins, n, left, level) for wins in totals.seat_wins),
            unfinished=Rate(left, n, level=level),
            games=MeanAndQuantiles.from_histogram(totals.games, level),
            winner_scores=MeanAndQuantiles.from_histogram(totals.winner_scores, level),
            other_scores=MeanAndQuantiles.from_histogram(totals.other_scores, level),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played, level=level),
            give_ups=totals.give_ups,
            seconds=seconds,
            level=level,
        )
