"""Totals: exact sums over games, the same in any order of the games."""

from dataclasses import dataclass, field

import numpy as np

import rbcore
from rbsim.sums.histograms import Histogram, Rows, RowSums, add_values, no_histogram

# What a game can be played for, until it is known; the rates are of all games.
ADVANTAGE = "advantage"
OPEN = "unfinished"
QUANTITIES = ("starter-wins", "other-wins", ADVANTAGE, "stalemate", "standoff", OPEN)
WIN = rbcore.OUTCOMES.index("win")
UNFINISHED = rbcore.OUTCOMES.index(OPEN)
BY_PLACE = ("scores", "offences", "calls")


@dataclass
class Totals(RowSums):
    """Sums over games in whole numbers, so they do not depend on order or chunks of the games.

    Of turns and moves there are histograms: entry v is the number of games of v turns or moves.
    What 0.1.0 did not keep is `absent` in its metadata.
    """

    games: int = 0
    starter_wins: int = 0
    give_ups: int = 0  # stalemate searches that gave up (7.6)
    # Unfinished games that the limit on a turn of players in Python ended.
    long_turns: int = field(default=0, metadata={"absent": 0})
    # In the order of rbcore.OUTCOMES.
    outcomes: Histogram = field(default_factory=lambda: np.zeros(len(rbcore.OUTCOMES), np.int64))
    turns: Histogram = field(default_factory=no_histogram)
    moves: Histogram = field(default_factory=no_histogram)
    decided_turns: Histogram = field(default_factory=no_histogram)  # of games that a seat won
    decided_moves: Histogram = field(default_factory=no_histogram)
    # Of games that were not cut off.
    finished_turns: Histogram | None = field(
        default_factory=no_histogram, metadata={"absent": None}
    )
    finished_moves: Histogram | None = field(
        default_factory=no_histogram, metadata={"absent": None}
    )
    # By place: the starter, then the others in turn order.
    scores: list[Histogram] = field(init=False)  # of finished games only (7.5)
    offences: list[Histogram] = field(init=False)
    calls: list[Histogram] = field(init=False)

    def __post_init__(self) -> None:
        for name in BY_PLACE:
            setattr(self, name, [no_histogram() for _ in range(self.seats)])

    def add(self, rows: Rows) -> None:
        self.games += len(rows)
        won = rows["outcome"] == WIN
        self.starter_wins += int(np.count_nonzero(won & (rows["winner"] == rows["starter"])))
        self.give_ups += int(rows["give_ups"].sum(dtype=np.int64))
        self.outcomes += np.bincount(rows["outcome"], minlength=len(rbcore.OUTCOMES))
        self.turns = add_values(self.turns, rows["turns"])
        self.moves = add_values(self.moves, rows["moves"])
        self.decided_turns = add_values(self.decided_turns, rows["turns"][won])
        self.decided_moves = add_values(self.decided_moves, rows["moves"][won])
        finished = rows[rows["outcome"] != UNFINISHED]
        if self.finished_turns is not None and self.finished_moves is not None:
            self.finished_turns = add_values(self.finished_turns, finished["turns"])
            self.finished_moves = add_values(self.finished_moves, finished["moves"])
        for name in BY_PLACE:
            counted = finished if name == "scores" else rows
            histograms: list[Histogram] = getattr(self, name)
            for place, histogram in enumerate(histograms):
                seat = (counted["starter"].astype(np.intp) + place) % self.seats
                values = counted[name][np.arange(len(counted)), seat]
                histograms[place] = add_values(histogram, values)

    @property
    def count(self) -> int:
        return self.games

    def sides(self, of: str) -> tuple[int, int, int]:
        outcomes = dict(zip(rbcore.OUTCOMES, map(int, self.outcomes), strict=True))
        won, lost = self.starter_wins, outcomes["win"] - self.starter_wins
        if of == ADVANTAGE:
            return lost, won, outcomes[OPEN]
        count = {"starter-wins": won, "other-wins": lost, **outcomes}[of]
        return 0, count, 0 if of == OPEN else outcomes[OPEN]

    def add_up(self) -> bool:
        if len(self.outcomes) != len(rbcore.OUTCOMES):
            return False
        won, finished = int(self.outcomes[WIN]), self.games - int(self.outcomes[UNFINISHED])
        lengths = (self.finished_turns, self.finished_moves)
        kept = [one for one in lengths if one is not None]
        of_all = (self.outcomes, self.turns, self.moves)
        by_seat = (*self.offences, *self.calls)
        return (
            self.starter_wins <= won
            and all(one.sum() == self.games for one in (*of_all, *by_seat))
            and all(one.sum() == won for one in (self.decided_turns, self.decided_moves))
            and all(one.sum() == finished for one in (*self.scores, *kept))
            and len(kept) in (0, len(lengths))
        )
