"""Match totals: exact sums over matches, the same in any order of the matches."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rbsim.sums.histograms import Histogram, Rows, add_values, merge_histograms, no_histogram

# What matches can be played for.
FIRST_STARTER, OTHERS = QUANTITIES = ("first-starter-wins", "other-wins")


@dataclass
class MatchTotals:
    """Sums over matches in whole numbers, so they do not depend on order or chunks of the matches.

    Attributes
    ----------
    seats : int
        Seats of the rules.
    matches, starter_wins, unfinished : int
        Matches, those won by the seat that started the first game, and those without a winner.
    seat_wins : list of int
        Matches that each seat won.
    games, winner_scores, other_scores : numpy.ndarray of int64
        Histograms over matches won: of the games of a match, of the winner's final score, and of
        the final scores of all other seats.
    games_played, unfinished_games, give_ups : int
        Of all matches: games, games without a result, and stalemate searches that gave up (7.6).
    """

    seats: int
    matches: int = 0
    starter_wins: int = 0
    seat_wins: list[int] = field(default_factory=list)
    unfinished: int = 0
    games: Histogram = field(default_factory=no_histogram)
    winner_scores: Histogram = field(default_factory=no_histogram)
    other_scores: Histogram = field(default_factory=no_histogram)
    games_played: int = 0
    unfinished_games: int = 0
    give_ups: int = 0

    def __post_init__(self) -> None:
        self.seat_wins = self.seat_wins or [0] * self.seats

    def add(self, rows: Rows) -> None:
        """Add matches; `rows` is an array of rbcore.MATCH."""
        won = rows[rows["winner"] >= 0]
        self.matches += len(rows)
        self.unfinished += len(rows) - len(won)
        self.starter_wins += int(np.count_nonzero(won["winner"] == won["starter"]))
        self.games = add_values(self.games, won["games"])
        for seat in range(self.seats):
            is_winner = won["winner"] == seat
            scores = won["scores"][:, seat]
            self.seat_wins[seat] += int(np.count_nonzero(is_winner))
            self.winner_scores = add_values(self.winner_scores, scores[is_winner])
            self.other_scores = add_values(self.other_scores, scores[~is_winner])
        self.games_played += int(rows["games"].sum(dtype=np.int64))
        self.unfinished_games += int(rows["unfinished_games"].sum(dtype=np.int64))
        self.give_ups += int(rows["give_ups"].sum(dtype=np.int64))

    @property
    def count(self) -> int:
        """The number of rows."""
        return self.matches

    def sides(self, of: str) -> tuple[int, int, int]:
        """Return the matches against a quantity, for it, and without a winner, as Totals.sides."""
        others = self.matches - self.unfinished - self.starter_wins
        return 0, {FIRST_STARTER: self.starter_wins, OTHERS: others}[of], self.unfinished

    def add_up(self) -> bool:
        """Return whether the sums can be those of matches."""
        won = self.matches - self.unfinished
        return (
            len(self.seat_wins) == self.seats
            and self.starter_wins <= won
            and self.unfinished_games <= self.games_played
            and won == sum(self.seat_wins) == self.games.sum() == self.winner_scores.sum()
            and bool(self.other_scores.sum() == won * (self.seats - 1))
        )

    def merge(self, other: MatchTotals) -> None:
        """Add the sums over other matches."""
        self.matches += other.matches
        self.unfinished += other.unfinished
        self.starter_wins += other.starter_wins
        self.seat_wins = [a + b for a, b in zip(self.seat_wins, other.seat_wins, strict=True)]
        self.games = merge_histograms(self.games, other.games)
        self.winner_scores = merge_histograms(self.winner_scores, other.winner_scores)
        self.other_scores = merge_histograms(self.other_scores, other.other_scores)
        self.games_played += other.games_played
        self.unfinished_games += other.unfinished_games
        self.give_ups += other.give_ups
