"""Match summary: rates, means and quantiles of a batch of matches, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass

from rbsim.stats.distribution import Distribution
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL
from rbsim.sums.match_totals import MatchTotals


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
    games, winner_scores, other_scores : Distribution
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
    games: Distribution
    winner_scores: Distribution
    other_scores: Distribution
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
        winner, others = totals.winner_scores, totals.other_scores
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n, left, level),
            other_wins=Rate(n - left - totals.starter_wins, n, left, level),
            seat_wins=tuple(Rate(wins, n, left, level) for wins in totals.seat_wins),
            unfinished=Rate(left, n, level=level),
            games=Distribution("games", totals.games, tame=True, level=level),
            winner_scores=Distribution("winner's score", winner, tame=True, level=level),
            other_scores=Distribution("others' score", others, tame=True, level=level),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played, level=level),
            give_ups=totals.give_ups,
            seconds=seconds,
            level=level,
        )
