"""Totals: what a batch of games adds up to, exactly and in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore

Histogram = npt.NDArray[np.int64]
WIN = rbcore.OUTCOMES.index("win")
UNFINISHED = rbcore.OUTCOMES.index("unfinished")


def no_histogram() -> Histogram:
    return np.zeros(1, np.int64)


def _no_outcomes() -> Histogram:
    return np.zeros(len(rbcore.OUTCOMES), np.int64)


@dataclass
class Totals:
    """Sums over games in whole numbers, so that no order or chunking of the games shows in them.

    `turns` and `moves` are histograms: entry v is the number of games of v turns or moves. Scores
    are of finished games only (7.5); sums and sums of squares, the starter's and one for each
    other seat in turn order.
    """

    seats: int
    games: int = 0
    starter_wins: int = 0
    give_ups: int = 0
    outcomes: Histogram = field(default_factory=_no_outcomes)
    turns: Histogram = field(default_factory=no_histogram)
    moves: Histogram = field(default_factory=no_histogram)
    scores: list[int] = field(default_factory=list)
    score_squares: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.seats
        self.score_squares = self.score_squares or [0] * self.seats

    def add(self, rows: npt.NDArray[np.void]) -> None:
        """Add games; `rows` is an array of rbcore.GAME."""
        self.games += len(rows)
        won = rows["outcome"] == WIN
        self.starter_wins += int(np.count_nonzero(won & (rows["winner"] == rows["starter"])))
        self.give_ups += int(rows["give_ups"].sum(dtype=np.int64))
        self.outcomes += np.bincount(rows["outcome"], minlength=len(rbcore.OUTCOMES))
        self.turns = added(self.turns, rows["turns"])
        self.moves = added(self.moves, rows["moves"])
        finished = rows[rows["outcome"] != UNFINISHED]
        for place in range(self.seats):
            seat = (finished["starter"].astype(np.intp) + place) % self.seats
            points = finished["scores"][np.arange(len(finished)), seat].astype(np.int64)
            self.scores[place] += int(points.sum())
            self.score_squares[place] += int((points * points).sum())


def added(histogram: Histogram, values: npt.NDArray[Any]) -> Histogram:
    """A histogram with more values entered in it."""
    counts = np.bincount(values, minlength=len(histogram))
    counts[: len(histogram)] += histogram
    return counts
