"""Joint outcomes: sums over the games of several arms, game by game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

import rbcore
from rbsim.stats.intervals import Mean, Span
from rbsim.sums.histograms import Rows, SignedHistogram
from rbsim.sums.totals import WIN

# Outcomes from the view of a seat: that seat wins, the next one, the one after; or nobody does.
CODES = ("win", "loss", "third", "stalemate", "standoff", "unfinished")
PLACES = 3
UNFINISHED = CODES.index("unfinished")
K = len(CODES)
MEASURES = ("turns", "moves", "score_0", "score_1", "score_2")  # scores by place

Ints = npt.NDArray[np.int64]
_CODE = np.array([CODES.index(name) if name in CODES else 0 for name in rbcore.OUTCOMES])


@dataclass
class Pairs:
    """Joint outcomes of every two arms, and the differences of MEASURES from the first arm.

    ``joint[a, i, b, j]`` is the number of games whose outcome was i in arm a and j in arm b
    (CODES). Games in which an arm rested do not count for that arm. ``differences[measure][a]``
    counts arm a less the first one, over the games that count in both; scores are of finished games
    only (7.5).
    """

    games: int  # of each arm
    joint: Ints  # of shape (arms, 6, arms, 6)
    differences: dict[str, list[SignedHistogram]]

    @classmethod
    def from_rows(cls, arms: Sequence[Rows], seats: Sequence[int], view: int | None) -> Pairs:
        """Return the pairs of the same games of every arm, given its rows and seats.

        An arm without rows rested. Outcomes are seen from the seat `view`, or from each game's
        starter.
        """
        n = max(map(len, arms))
        played = np.array([[len(rows) > 0] for rows in arms])
        arms = [rows if len(rows) else np.zeros(n, rows.dtype) for rows in arms]
        firsts = [rows["starter"] if view is None else np.full(n, view) for rows in arms]
        seen = list(zip(arms, seats, firsts, strict=True))
        codes = np.array([outcome_codes(*one) for one in seen])
        differences = {
            name: _differences([rows[name].astype(np.int64) for rows in arms], played)
            for name in ("turns", "moves")
        }
        for place in range(PLACES):
            counted = played & (codes != UNFINISHED) & np.array([[place < s] for s in seats])
            scores = [_scores(*one, place) for one in seen]
            differences[f"score_{place}"] = _differences(scores, counted)
        return cls(n, _joint(codes, played[:, 0]), differences)

    @classmethod
    def from_codes(cls, codes: Ints) -> Pairs:
        """Return the pairs of outcomes by arm and game (CODES), without differences."""
        return cls(codes.shape[1], _joint(codes, np.ones(len(codes), np.bool_)), {})

    def merge(self, other: Pairs) -> None:
        """Add the sums over other games of the same arms."""
        self.games += other.games
        self.joint = self.joint + other.joint
        for name, histograms in self.differences.items():
            for one, more in zip(histograms, other.differences[name], strict=True):
                one.merge(more)

    def add_up(self, games: Sequence[int]) -> bool:
        """Return whether the sums can be those of arms with so many games each."""
        counted = [int(self.counts(arm).sum()) for arm in range(len(games))]
        return (
            self.games == max(games)
            and counted == list(games)
            and bool((self.joint == self.joint.transpose(2, 3, 0, 1)).all())
            and bool((self.joint.sum(axis=(1, 3)) <= np.minimum.outer(games, games)).all())
            and all(
                len(arms) == len(games) and all(one.total <= self.games for one in arms)
                for arms in self.differences.values()
            )
        )

    def table(self, arm: int, other: int) -> Ints:
        """Return how often the outcome was i in one arm and j in the other."""
        return self.joint[arm, :, other, :]

    def counts(self, arm: int) -> Ints:
        """Return how often an arm had each outcome."""
        counts: Ints = self.table(arm, arm).diagonal()
        return counts

    def of_two(self, arm: int, other: int) -> Pairs:
        """Return the joint outcomes of two arms over the games that both played, as arms 0 and 1.

        Where an arm rested earlier than another, the counts of each arm are of different games.
        There are no differences in it.
        """
        table = self.table(arm, other)
        joint = np.zeros((2, K, 2, K), np.int64)
        joint[0, :, 1, :], joint[1, :, 0, :] = table, table.T
        joint[0, :, 0, :], joint[1, :, 1, :] = (np.diag(table.sum(axis=i)) for i in (1, 0))
        return Pairs(int(table.sum()), joint, {})

    def of_arms(self, arms: Sequence[int]) -> Pairs:
        """Return the joint outcomes of some arms that rested together, as arms 0, 1, ...

        There are no differences in it.
        """
        joint = self.joint[list(arms)][:, :, list(arms)]
        return Pairs(int(self.counts(arms[0]).sum()), joint, {})

    def contrast(self, weights: Ints, scale: int = 1) -> Mean:
        """Return the mean over games of the weights of their outcomes in all arms, over `scale`.

        ``weights[a, i]`` is the weight of outcome i in arm a. Its deviation is that of the pairs.
        """
        weighed = np.flatnonzero(weights.any(axis=1))  # two of maybe hundreds
        weights = weights[weighed]
        flat = weights.reshape(-1)
        total = sum(int(weights[i] @ self.counts(arm)) for i, arm in enumerate(weighed.tolist()))
        joint = self.joint[weighed][:, :, weighed]
        squares = int(flat @ joint.reshape(flat.size, flat.size) @ flat)
        bounds = float(weights.min(axis=1).sum()), float(weights.max(axis=1).sum())
        return scaled(replace(Mean.from_sums(total, squares, self.games), bounds=bounds), scale)

    def span(self, low: Ints, high: Ints, scale: int = 1, paired: bool = True) -> Span:
        """Return the span of two contrasts, with the unfinished games against and for."""
        contrast = self.contrast if paired else self.unpaired
        bounds = low.min(axis=1).sum() / scale, high.max(axis=1).sum() / scale
        return Span(contrast(low, scale), contrast(high, scale), bounds)

    def ratio(self, numerator: Ints, denominator: Ints) -> Mean:
        """Return the ratio of two contrasts, with the deviation of the linearized games.

        Those are what a game adds to the numerator less the ratio times what it adds to the
        denominator, over the denominator's mean (the delta method). NaN if the denominator is 0.
        """
        parts = np.stack([numerator.reshape(-1), denominator.reshape(-1)])
        joint = self.joint.reshape(parts.shape[1], parts.shape[1])
        # Python's whole numbers do not overflow.
        (over, across), (_, under) = (parts @ joint @ parts.T).tolist()
        counts = np.concatenate([self.counts(arm) for arm in range(len(self.joint))])
        top, bottom = (parts @ counts).tolist()
        if bottom == 0:
            return Mean(math.nan, math.nan, self.games)
        scatter = over * bottom**2 - 2 * across * top * bottom + under * top**2
        variance = scatter / (self.games - 1) if self.games > 1 else math.nan
        of_outcomes = numerator[denominator > 0] / denominator[denominator > 0]
        deviation = math.sqrt(variance) * self.games / bottom**2
        bounds = float(of_outcomes.min()), float(of_outcomes.max())
        return Mean(top / bottom, deviation, self.games, bounds=bounds)

    def unpaired(self, weights: Ints, scale: int = 1) -> Mean:
        """Return the mean of `contrast` with the deviation of arms of unrelated games."""
        means = []
        for arm in np.flatnonzero(weights.any(axis=1)).tolist():
            own = np.zeros_like(weights)
            own[arm] = weights[arm]
            means.append(self.contrast(own, scale))
        deviation = float(np.sqrt(sum(mean.deviation**2 for mean in means)))
        return replace(self.contrast(weights, scale), deviation=deviation)


def scaled(mean: Mean, scale: int) -> Mean:
    """Return a mean divided by a whole number."""
    least, most = mean.bounds
    return Mean(
        mean.mean / scale, mean.deviation / scale, mean.games, bounds=(least / scale, most / scale)
    )


def weigh(arms: int, weights: Mapping[int, Mapping[str, int]]) -> Ints:
    """Return the weights of a contrast, given those of named outcomes (CODES) by arm."""
    array = np.zeros((arms, K), np.int64)
    for arm, named in weights.items():
        for name, weight in named.items():
            array[arm, CODES.index(name)] += weight
    return array


def codes_by_arm(
    rows: Mapping[int, Rows], seats: Sequence[int], view: int | None
) -> dict[int, Ints]:
    """Return the outcomes of the rows of each arm (CODES); `seats` and `view` as of Pairs."""
    codes = {}
    for arm, own in rows.items():
        first = own["starter"] if view is None else np.full(len(own), view)
        codes[arm] = outcome_codes(own, seats[arm], first)
    return codes


def outcome_codes(rows: Rows, seats: int, first: npt.NDArray[Any]) -> Ints:
    """Return the outcome of each game (CODES), from the view of its seat `first`."""
    place = (rows["winner"].astype(np.int64) - first) % seats
    codes: Ints = np.where(rows["outcome"] == WIN, place, _CODE[rows["outcome"]])
    return codes


def _joint(codes: Ints, played: npt.NDArray[np.bool_]) -> Ints:
    """Return Pairs.joint, given outcomes by arm and game."""
    joint = np.zeros((len(codes), K, len(codes), K), np.int64)
    for a, b in combinations_with_replacement(np.flatnonzero(played), 2):
        counts = np.bincount(codes[a] * K + codes[b], minlength=K * K).reshape(K, K)
        joint[a, :, b, :] = counts
        joint[b, :, a, :] = counts.T
    return joint


def _differences(values: Sequence[Ints], counts: npt.NDArray[np.bool_]) -> list[SignedHistogram]:
    """Return each arm's values less the first arm's, of the games that count in both."""
    histograms = []
    for value, counted in zip(values, counts, strict=True):
        both = np.broadcast_to(counted & counts[0], value.shape)
        histograms.append(SignedHistogram())
        histograms[-1].merge(SignedHistogram.of((value - values[0])[both]))
    return histograms


def _scores(rows: Rows, seats: int, first: npt.NDArray[Any], place: int) -> Ints:
    """Return the score of the seat `place` places after `first`; 0 where there is no such seat."""
    if place >= seats:
        return np.zeros(len(rows), np.int64)
    seat = (first.astype(np.int64) + place) % seats
    return np.asarray(rows["scores"][np.arange(len(rows)), seat], np.int64)
