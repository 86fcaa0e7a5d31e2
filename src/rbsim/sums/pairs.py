"""Pairs: what the games of several arms add up to, taken together game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.stats.intervals import Mean
from rbsim.sums.histograms import Rows
from rbsim.sums.totals import WIN

# Outcomes seen from a seat: it wins, the next does, the one after that does; then nobody.
CODES = ("win", "loss", "third", "stalemate", "standoff", "unfinished")
PLACES = 3
UNFINISHED = CODES.index("unfinished")
K = len(CODES)
MEASURES = ("turns", "moves", "score_0", "score_1", "score_2")  # scores by place

Ints = npt.NDArray[np.int64]
_CODE = np.array([CODES.index(name) if name in CODES else 0 for name in rbcore.OUTCOMES])


@dataclass
class Moments:
    """Sums of a measure over the games that count in both arms a and b, entry [a, b] each.

    `sums` and `squares` are of arm a's values, `products` of both arms' values; whole numbers of
    Python, which do not overflow.
    """

    games: npt.NDArray[Any]
    sums: npt.NDArray[Any]
    squares: npt.NDArray[Any]
    products: npt.NDArray[Any]

    @classmethod
    def from_values(cls, values: Ints, counts: Ints) -> Moments:
        """Of values by arm and game; `counts` is 1 where a value counts, else 0."""
        kept = values * counts
        found = (counts @ counts.T, kept @ counts.T, kept * kept @ counts.T, kept @ kept.T)
        return cls(*(sums.astype(object) for sums in found))

    def merge(self, other: Moments) -> None:
        self.games = self.games + other.games
        self.sums = self.sums + other.sums
        self.squares = self.squares + other.squares
        self.products = self.products + other.products

    def mean(self, arm: int) -> Mean:
        """Of one arm."""
        return Mean.from_sums(self.sums[arm, arm], self.squares[arm, arm], self.games[arm, arm])

    def difference(self, arm: int, other: int) -> Mean:
        """Of the pairs: arm less other."""
        return Mean.from_sums(
            self.sums[arm, other] - self.sums[other, arm],
            self.squares[arm, other] + self.squares[other, arm] - 2 * self.products[arm, other],
            self.games[arm, other],
        )


@dataclass
class Pairs:
    """Joint outcomes of every two arms, and the moments of MEASURES.

    joint[a, i, b, j] is the number of games whose outcome was i in arm a and j in arm b (CODES).
    Scores are of finished games alone (7.5). An arm that rested has no part in those games.
    """

    games: int
    joint: Ints
    moments: dict[str, Moments]

    @classmethod
    def from_rows(cls, arms: Sequence[Rows], seats: Sequence[int], view: int | None) -> Pairs:
        """Of the same games of every arm, seen from a seat or from their starters (None).

        An arm without rows rested.
        """
        n = max(map(len, arms))
        played = np.array([[len(rows) > 0] for rows in arms])
        arms = [rows if len(rows) else np.zeros(n, rows.dtype) for rows in arms]
        firsts = [rows["starter"] if view is None else np.full(n, view) for rows in arms]
        seen = np.array(
            [_codes(rows, s, at) for rows, s, at in zip(arms, seats, firsts, strict=True)]
        )
        joint = _joint(seen, played[:, 0])
        ones = np.broadcast_to(played, (len(arms), n)).astype(np.int64)
        moments = {
            name: Moments.from_values(np.array([rows[name] for rows in arms], np.int64), ones)
            for name in ("turns", "moves")
        }
        for place in range(PLACES):
            scores = [
                _scores(rows, s, at, place) for rows, s, at in zip(arms, seats, firsts, strict=True)
            ]
            has = played & np.array([[place < s] for s in seats])
            counts = ((seen != UNFINISHED) & has).astype(np.int64)
            moments[f"score_{place}"] = Moments.from_values(np.array(scores, np.int64), counts)
        return cls(n, joint, moments)

    def merge(self, other: Pairs) -> None:
        """Add what other games of the same arms added up to."""
        self.games += other.games
        self.joint = self.joint + other.joint
        for name, moments in self.moments.items():
            moments.merge(other.moments[name])

    def table(self, arm: int, other: int) -> Ints:
        """How often the outcome was i in one arm and j in the other."""
        return self.joint[arm, :, other, :]

    def counts(self, arm: int) -> Ints:
        """How often an arm had each outcome."""
        counts: Ints = self.table(arm, arm).diagonal()
        return counts

    def contrast(self, weights: Ints, scale: int = 1) -> Mean:
        """Mean over the games of what their outcomes in all arms weigh, by `scale`.

        weights[a, i] is what outcome i weighs in arm a. The deviation is that of the pairs.
        """
        flat = weights.reshape(-1)
        total = sum(int(weights[arm] @ self.counts(arm)) for arm in range(len(weights)))
        squares = int(flat @ self.joint.reshape(flat.size, flat.size) @ flat)
        return scaled(Mean.from_sums(total, squares, self.games), scale)

    def unpaired(self, weights: Ints, scale: int = 1) -> Mean:
        """The same mean, with the deviation that arms of unrelated games would give it."""
        alone = []
        for arm in range(len(weights)):
            only = np.zeros_like(weights)
            only[arm] = weights[arm]
            alone.append(self.contrast(only, scale))
        deviation = float(np.sqrt(sum(mean.deviation**2 for mean in alone)))
        return replace(self.contrast(weights, scale), deviation=deviation)


def scaled(mean: Mean, scale: int) -> Mean:
    """A mean divided by a whole number."""
    return Mean(mean.mean / scale, mean.deviation / scale, mean.games)


def weigh(arms: int, weights: dict[int, dict[str, int]]) -> Ints:
    """The weights of a contrast, from those of named outcomes (CODES) by arm."""
    found = np.zeros((arms, K), np.int64)
    for arm, named in weights.items():
        for name, weight in named.items():
            found[arm, CODES.index(name)] += weight
    return found


def _codes(rows: Rows, seats: int, first: npt.NDArray[Any]) -> Ints:
    """The outcome of each game, seen from its seat `first`."""
    place = (rows["winner"].astype(np.int64) - first) % seats
    codes: Ints = np.where(rows["outcome"] == WIN, place, _CODE[rows["outcome"]])
    return codes


def _joint(seen: Ints, played: npt.NDArray[np.bool_]) -> Ints:
    """Pairs.joint, of outcomes by arm and game."""
    joint = np.zeros((len(seen), K, len(seen), K), np.int64)
    for a, b in combinations_with_replacement(np.flatnonzero(played), 2):
        counts = np.bincount(seen[a] * K + seen[b], minlength=K * K).reshape(K, K)
        joint[a, :, b, :] = counts
        joint[b, :, a, :] = counts.T
    return joint


def _scores(rows: Rows, seats: int, first: npt.NDArray[Any], place: int) -> Ints:
    """The score of the seat `place` places after `first`; 0 where there is none."""
    if place >= seats:
        return np.zeros(len(rows), np.int64)
    seat = (first.astype(np.int64) + place) % seats
    return np.asarray(rows["scores"][np.arange(len(rows)), seat], np.int64)
