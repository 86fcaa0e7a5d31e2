"""Spread: the exact distribution of a whole number over games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from rbsim.stats.intervals import Mean, Quantiles, Rate, quantile
from rbsim.stats.level import LEVEL
from rbsim.sums.histograms import Histogram, Rows
from rbsim.sums.totals import UNFINISHED


@dataclass
class Spread:
    """The distribution of a whole number: how often each value was seen.

    `bounds` and `tame` are those of Mean.from_histogram; `level` is that of intervals.
    """

    counts: Counter[int] = field(default_factory=Counter)
    bounds: tuple[float, float] | None = None
    tame: bool = False
    level: float = LEVEL

    def add(self, values: npt.NDArray[Any]) -> None:
        """Add the values of some games."""
        seen, counts = np.unique(values, return_counts=True)
        self.counts.update(dict(zip(seen.tolist(), counts.tolist(), strict=True)))

    @property
    def games(self) -> int:
        """Games that have a value."""
        return self.counts.total()

    @property
    def histogram(self) -> tuple[Histogram, int]:
        """How often each value was seen, from the least one on; and the least value."""
        least = min(self.counts, default=0)
        histogram = np.zeros(max(self.counts, default=0) - least + 1, np.int64)
        for value, count in self.counts.items():
            histogram[value - least] = count
        return histogram, least

    @property
    def mean(self) -> Mean:
        """The mean of all values."""
        return Mean.from_histogram(*self.histogram, self.bounds, self.tame).at(self.level)

    def quantile(self, share: float) -> int | None:
        """Return the smallest value that at least this share of the games do not exceed."""
        histogram, least = self.histogram
        offset = quantile(histogram, share)
        return None if offset is None else least + offset

    @property
    def quantiles(self) -> Quantiles:
        """The quantiles at QUANTILES with their intervals."""
        return Quantiles.from_histogram(*self.histogram, self.level)

    def bins(self, edges: list[int]) -> list[Rate]:
        """Return the shares of all games from each edge up to, not including, the next."""
        values = np.array(list(self.counts), np.int64)
        weights = np.array(list(self.counts.values()), np.int64)
        seen, _ = np.histogram(values, np.array(edges) - 0.5, weights=weights)
        return [Rate(int(count), self.games, level=self.level) for count in seen]


@dataclass
class Spreads:
    """The spreads of turns, moves and scores over the finished games of an arm.

    Scores are the starter's, then the other seats' in turn order.
    """

    turns: Spread
    moves: Spread
    scores: list[Spread]

    @classmethod
    def none(cls, seats: int, max_turns: int, level: float = LEVEL) -> Spreads:
        """Return the spreads of no games, with a limit on their turns."""
        turns = Spread(bounds=(0, max_turns), level=level)
        scores = [Spread(tame=True, level=level) for _ in range(seats)]
        return cls(turns, Spread(level=level), scores)

    def add(self, rows: Rows) -> None:
        """Add games; unfinished ones have neither length nor score (7.5) and are left out."""
        rows = rows[rows["outcome"] != UNFINISHED]
        self.turns.add(rows["turns"])
        self.moves.add(rows["moves"])
        seats = len(self.scores)
        for place, spread in enumerate(self.scores):
            seat = (rows["starter"].astype(np.intp) + place) % seats
            spread.add(rows["scores"][np.arange(len(rows)), seat])
