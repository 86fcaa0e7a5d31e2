"""Elo: one scale for all players, from the points they took off each other (Bradley and Terry).

A win is a point, a draw half a point for either. 400 points of Elo are odds of ten to one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from rbsim.stats.inference import Interval
from rbsim.stats.intervals import Z95, wilson
from rbsim.studies.duel import LEAD, weights
from rbsim.sums.pairs import CODES, UNFINISHED, Ints

POINTS = 400 / math.log(10)  # of Elo, in a unit of log odds
ROUNDS = 200  # of Newton's method at most
EXACT = 1e-12  # log odds

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rating:
    """A player's Elo less another's, and its 95% interval; all in points.

    ends: with all unfinished games against the player, and for. If the other took no point off the
    player, by any chain of opponents, the rating is infinite and its interval a bound.
    """

    value: float
    ends: Interval
    interval: Interval


@dataclass(frozen=True)
class Points:
    """The share of points that the first of each two players took.

    duels: who plays whom, by number. deals: of each duel. covariance: of the shares, from the
    deals that duels have in common. alike: whether all deals of a duel came to the same, which says
    nothing of their variance.
    """

    duels: tuple[tuple[int, int], ...]
    shares: Floats
    deals: Floats
    covariance: Floats
    alike: Bools

    @classmethod
    def from_joint(cls, joint: Ints, players: int, unfinished: Sequence[int]) -> Points:
        """From Pairs.joint, of arms 2d and 2d+1 for duel d, in the order of `combinations`.

        unfinished: what an unfinished game is to the first player of each duel, -1, 0 or 1.
        """
        duels = tuple(combinations(range(players), 2))
        n = len(duels)
        values = np.zeros((n, 2 * n, len(CODES)))
        present = np.zeros_like(values)
        for d in range(n):
            values[d, 2 * d : 2 * d + 2] = weights(LEAD, unfinished[d])
            present[d, 2 * d] = 1
        value, here = values.reshape(n, -1), present.reshape(n, -1)
        # Entry [d, e] is of the deals that both duels played; whole numbers, so exact.
        flat = joint.reshape(value.shape[1], -1).astype(float)
        products, sums, common = value @ flat @ value.T, value @ flat @ here.T, here @ flat @ here.T
        deals = common.diagonal()
        shares = 0.5 + sums.diagonal() / (4 * deals)
        spread = (products - sums * sums.T / common) / np.maximum(common - 1, 1) / 16
        covariance = spread * common / np.outer(deals, deals)
        return cls(duels, shares, deals, covariance, spread.diagonal() <= 0)

    def among(self, players: Bools) -> Points:
        """Of duels among some of the players, who are numbered anew."""
        kept = [d for d, (i, j) in enumerate(self.duels) if players[i] and players[j]]
        number = np.cumsum(players) - 1
        duels = tuple((int(number[i]), int(number[j])) for i, j in (self.duels[d] for d in kept))
        within = self.covariance[np.ix_(kept, kept)]
        return Points(duels, self.shares[kept], self.deals[kept], within, self.alike[kept])

    def chains(self, players: int) -> Bools:
        """[i, j]: whether i took points off j, or off one who did, and so on."""
        found = np.eye(players, dtype=bool)
        for (i, j), share in zip(self.duels, self.shares, strict=True):
            found[i, j], found[j, i] = share > 0, share < 1
        for k in range(players):
            found |= np.outer(found[:, k], found[k])
        return found

    def bounded(self, chains: Bools) -> Points:
        """What was all won by those whom it sets apart is but Wilson's bound, taken as certain."""
        shares, alike = self.shares.copy(), self.alike.copy()
        for d, (i, j) in enumerate(self.duels):
            if not (chains[i, j] and chains[j, i]):
                others = wilson(0, self.deals[d])[1]
                shares[d] = 1 - others if shares[d] == 1 else others
                alike[d] = False
        return Points(self.duels, shares, self.deals, self.covariance, alike)

    def fit(self, players: int) -> tuple[Floats, Floats]:
        """Log odds of all players, of mean 0, and what a change of each share makes of them.

        The shares must be such that these are finite.
        """
        rows = np.zeros((len(self.duels), players))
        for d, (i, j) in enumerate(self.duels):
            rows[d, i], rows[d, j] = 1, -1
        pull = rows.T * self.deals
        found = np.zeros(players)
        for _ in range(ROUNDS):
            expected = 1 / (1 + np.exp(-rows @ found))
            slope = pull @ (rows * (expected * (1 - expected))[:, np.newaxis])
            slope += self.deals.mean()  # fixes the mean, which no duel does
            step = np.linalg.solve(slope, pull @ (self.shares - expected))
            found += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < EXACT:
                break
        return found, np.asarray(np.linalg.solve(slope, pull), np.float64)


class Elo:
    """One scale for so many players, from the joint outcomes of their duels (Pairs.joint)."""

    def __init__(self, joint: Ints, players: int) -> None:
        self.joint = joint
        self.players = players
        self.middle = Points.from_joint(joint, players, [0] * (len(joint) // 2))
        self.chains = self.middle.chains(players)
        self.unfinished = any(joint[a, UNFINISHED, a, UNFINISHED] for a in range(len(joint)))

    def rating(self, player: int, anchor: int) -> Rating:
        """A player's Elo less the anchor's. Intervals are by the delta method.

        Unfinished games are draws in `value`; in `ends` all of them came out as is worst and best.
        """
        value, low, high = _rating(self.middle, self.players, player, anchor)
        if not self.unfinished or player == anchor:
            return Rating(value, (value, value), (low, high))
        _, change = self.middle.bounded(self.chains).fit(self.players)
        better = np.sign(change[player] - change[anchor]).astype(int)
        worst, best = (
            Points.from_joint(self.joint, self.players, list(sign * better)) for sign in (-1, 1)
        )
        least, low, _ = _rating(worst, self.players, player, anchor)
        most, _, high = _rating(best, self.players, player, anchor)
        return Rating(value, (least, most), (low, high))

    def lead(self, player: int, other: int) -> float:
        """The share of games won less that of games lost that the ratings stand for."""
        value, _, _ = _rating(self.middle, self.players, player, other)
        return math.tanh(value / (2 * POINTS))


def _rating(points: Points, players: int, player: int, anchor: int) -> tuple[float, float, float]:
    """Value and interval."""
    if player == anchor:
        return 0.0, 0.0, 0.0
    chains = points.chains(players)
    up, down = chains[player, anchor], chains[anchor, player]
    if up and down:
        members = chains[anchor] & chains[:, anchor]
        number = np.cumsum(members) - 1
        found, half = _difference(
            points.among(members), int(members.sum()), number[player], number[anchor]
        )
        return found, found - half, found + half
    found, half = _difference(points.bounded(chains), players, player, anchor)
    return (math.inf, found - half, math.inf) if up else (-math.inf, -math.inf, found + half)


def _difference(points: Points, players: int, player: int, anchor: int) -> tuple[float, float]:
    """In Elo points, and half of its interval."""
    found, change = points.fit(players)
    row = change[player] - change[anchor]
    covariance = points.covariance.copy()
    for d in map(int, np.flatnonzero(points.alike)):  # as of independent games, by the model
        i, j = points.duels[d]
        expected = 1 / (1 + math.exp(found[j] - found[i]))
        covariance[d, d] = expected * (1 - expected) / (2 * points.deals[d])
    half = Z95 * math.sqrt(max(0.0, float(row @ covariance @ row)))
    return POINTS * float(found[player] - found[anchor]), POINTS * half
