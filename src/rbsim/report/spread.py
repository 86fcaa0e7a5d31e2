"""Spread: how a whole number is distributed over games, exactly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from rbsim.batch import Rows
from rbsim.stats import Mean, Rate
from rbsim.summary import QUANTILES
from rbsim.totals import UNFINISHED


@dataclass
class Spread:
    """How often each value was seen."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, values: npt.NDArray[Any]) -> None:
        seen, counts = np.unique(values, return_counts=True)
        self.counts.update(dict(zip(seen.tolist(), counts.tolist(), strict=True)))

    @property
    def games(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> Mean:
        total = sum(value * count for value, count in self.counts.items())
        squares = sum(value * value * count for value, count in self.counts.items())
        return Mean.of(total, squares, self.games)

    def quantile(self, share: float) -> int | None:
        """The smallest value that at least this share of the games do not exceed."""
        seen = 0
        for value in sorted(self.counts):
            seen += self.counts[value]
            if seen >= share * self.games:
                return value
        return None

    @property
    def quantiles(self) -> tuple[int | None, ...]:
        return tuple(map(self.quantile, QUANTILES))

    def bins(self, edges: list[int]) -> list[Rate]:
        """The shares of all games from each edge up to, not including, the next."""
        values = np.array(list(self.counts), np.int64)
        weights = np.array(list(self.counts.values()), np.int64)
        seen, _ = np.histogram(values, np.array(edges) - 0.5, weights=weights)
        return [Rate(int(count), self.games) for count in seen]


@dataclass
class Spreads:
    """Turns, moves and scores of the finished games of an arm.

    scores: the starter's, then the other seats' in turn order.
    """

    turns: Spread
    moves: Spread
    scores: list[Spread]

    @classmethod
    def none(cls, seats: int) -> Spreads:
        return cls(Spread(), Spread(), [Spread() for _ in range(seats)])

    def add(self, rows: Rows) -> None:
        """Add games; those unfinished have neither length nor score (7.5)."""
        rows = rows[rows["outcome"] != UNFINISHED]
        self.turns.add(rows["turns"])
        self.moves.add(rows["moves"])
        seats = len(self.scores)
        for place, spread in enumerate(self.scores):
            seat = (rows["starter"].astype(np.intp) + place) % seats
            spread.add(rows["scores"][np.arange(len(rows)), seat])
