"""Match totals: exact sums over matches, the same in any order of the matches."""

from dataclasses import dataclass, field

import numpy as np

from rbsim.sums.histograms import Histogram, Rows, RowSums, add_values, no_histogram

# What matches can be played for.
FIRST_STARTER, OTHERS = QUANTITIES = ("first-starter-wins", "other-wins")


@dataclass
class MatchTotals(RowSums):
    """Sums over matches, with histograms over those that were won."""

    matches: int = 0
    starter_wins: int = 0  # of the seat that started the first game
    seat_wins: list[int] = field(default_factory=list)  # matches that each seat won
    unfinished: int = 0  # matches without a winner
    games: Histogram = field(default_factory=no_histogram)  # of a match
    winner_scores: Histogram = field(default_factory=no_histogram)  # at the end
    other_scores: Histogram = field(default_factory=no_histogram)  # of all other seats
    games_played: int = 0  # in all matches
    unfinished_games: int = 0  # of those, without a result
    give_ups: int = 0  # stalemate searches that gave up (7.6)

    def __post_init__(self) -> None:
        self.seat_wins = self.seat_wins or [0] * self.seats

    def add(self, rows: Rows) -> None:
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
        return self.matches

    def sides(self, of: str) -> tuple[int, int, int]:
        others = self.matches - self.unfinished - self.starter_wins
        return 0, {FIRST_STARTER: self.starter_wins, OTHERS: others}[of], self.unfinished

    def add_up(self) -> bool:
        won = self.matches - self.unfinished
        return (
            len(self.seat_wins) == self.seats
            and self.starter_wins <= won
            and self.unfinished_games <= self.games_played
            and won == sum(self.seat_wins) == self.games.sum() == self.winner_scores.sum()
            and bool(self.other_scores.sum() == won * (self.seats - 1))
        )
