"""Elo: one scale for all players of a round robin, by Bradley and Terry's model.

A win is a point, a draw half a point for either player. 400 points of Elo are odds of ten to one.
All duels weigh the same, however many deals they played: where one scale does not fit them all,
what it estimates belongs to its pool of players, and must not hang on when each duel stopped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from rbsim.stats.figure import PlainEstimate
from rbsim.stats.inference import Interval, wilson
from rbsim.stats.level import LEVEL, two_sided
from rbsim.studies.duel import LEAD, seating_weights
from rbsim.sums.joint_outcomes import CODES, UNFINISHED, Ints

ELO_PER_LOG_ODDS = 400 / math.log(10)
ROUNDS = 200  # at most, of Newton's method
EXACT = 1e-12  # log odds

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _ScaleEstimate(PlainEstimate):
    """What follows from the scale, with unfinished games as draws.

    `extremes` has all of them against the estimate, and for; the interval is that of both ends.
    """

    value: float
    extremes: Interval
    interval: Interval
    level: float = LEVEL
    n: int = 0

    method: ClassVar[str] = "Bradley-Terry, sandwich"
    count: ClassVar[None] = None


class Rating(_ScaleEstimate):
    """A player's Elo less another's.

    If one of the two took no point off the other, not even by a chain of opponents, the rating is
    infinite and one end of its interval is a bound.
    """


class Misfit(_ScaleEstimate):
    """A duel's lead less the one that the scale predicts.

    NaN if a player won or lost all games, or might have.
    """


@dataclass(frozen=True)
class PointShares:
    """The share of points that the first player of each duel took.

    Duels have the numbers of both players. The covariance of the shares is from the deals that
    duels have in common; it is unknown of a duel whose deals all had the same result, `alike`.
    """

    players: int
    duels: tuple[tuple[int, int], ...]
    shares: Floats
    deals: Floats
    covariance: Floats
    alike: Bools
    level: float = LEVEL

    @classmethod
    def from_joint(
        cls, joint: Ints, players: int, unfinished: Sequence[int], level: float
    ) -> PointShares:
        """Return the shares, given Pairs.joint with arms 2d and 2d+1 for duel d.

        Duels are in the order of `combinations`. An unfinished game counts as `unfinished` for the
        first player of each duel: -1, 0 or 1.
        """
        duels = tuple(combinations(range(players), 2))
        n = len(duels)
        values = np.zeros((n, 2 * n, len(CODES)))
        present = np.zeros_like(values)
        for d in range(n):
            values[d, 2 * d : 2 * d + 2] = seating_weights(LEAD, unfinished[d])
            present[d, 2 * d] = 1
        value, here = values.reshape(n, -1), present.reshape(n, -1)
        # Entry [d, e] is over the deals that both duels played; whole numbers, so exact.
        flat = joint.reshape(value.shape[1], -1).astype(float)
        products, sums, common = value @ flat @ value.T, value @ flat @ here.T, here @ flat @ here.T
        deals = common.diagonal()
        shares = 0.5 + sums.diagonal() / (4 * deals)
        deal_covariance = (products - sums * sums.T / common) / np.maximum(common - 1, 1) / 16
        covariance = deal_covariance * common / np.outer(deals, deals)
        alike = deal_covariance.diagonal() <= 0
        return cls(players, duels, shares, deals, covariance, alike, level)

    def chains(self) -> Bools:
        """Return the array [i, j]: whether i took points off j, or off one who did, and so on."""
        took = np.eye(self.players)
        for (i, j), share in zip(self.duels, self.shares, strict=True):
            took[i, j], took[j, i] = share > 0, share < 1
        return np.linalg.matrix_power(took, self.players) > 0

    def among(self, members: Bools) -> PointShares:
        """Return the shares of duels among some of the players, who are numbered anew."""
        own = [d for d, (i, j) in enumerate(self.duels) if members[i] and members[j]]
        number = (np.cumsum(members) - 1).tolist()
        return PointShares(
            int(members.sum()),
            tuple((number[i], number[j]) for i, j in (self.duels[d] for d in own)),
            self.shares[own],
            self.deals[own],
            self.covariance[np.ix_(own, own)],
            self.alike[own],
            self.level,
        )

    def bounded(self, chains: Bools) -> PointShares:
        """Return shares with finite ratings: where one player took all, Wilson's bound instead.

        Only shares of players without chains both ways are changed; they are taken as certain.
        """
        shares, alike = self.shares.copy(), self.alike.copy()
        for d, (i, j) in enumerate(self.duels):
            if not (chains[i, j] and chains[j, i]):
                others = wilson(0, self.deals[d], two_sided(self.level))[1]
                shares[d] = 1 - others if shares[d] == 1 else others
                alike[d] = False
        return replace(self, shares=shares, alike=alike)

    def fit(self) -> tuple[Floats, Floats]:
        """Return the log odds of all players, with mean 0, and their derivatives by each share.

        There must be chains between all players, as otherwise log odds are infinite. All duels
        weigh the same.
        """
        rows = np.zeros((len(self.duels), self.players))
        for d, (i, j) in enumerate(self.duels):
            rows[d, i], rows[d, j] = 1, -1
        pull = rows.T * self.deals.mean()
        log_odds = np.zeros(self.players)
        for _ in range(ROUNDS):
            expected = 1 / (1 + np.exp(-rows @ log_odds))
            slope = pull @ (rows * (expected * (1 - expected))[:, np.newaxis])
            slope += self.deals.mean()  # fixes the mean, which no duel does
            step = np.linalg.solve(slope, pull @ (self.shares - expected))
            log_odds += step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < EXACT:
                break
        return log_odds, np.asarray(np.linalg.solve(slope, pull), np.float64)

    def rating(self, player: int, anchor: int) -> tuple[float, float, float]:
        """Return a player's Elo less the anchor's, and the ends of its interval."""
        if player == anchor:
            return 0.0, 0.0, 0.0
        chains = self.chains()
        up, down = chains[player, anchor], chains[anchor, player]
        if up and down:
            members = chains[anchor] & chains[:, anchor]
            number = np.cumsum(members) - 1
            value, half = self.among(members).difference(number[player], number[anchor])
            return value, value - half, value + half
        value, half = self.bounded(chains).difference(player, anchor)
        return (math.inf, value - half, math.inf) if up else (-math.inf, -math.inf, value + half)

    def difference(self, player: int, anchor: int) -> tuple[float, float]:
        """Return a finite difference in Elo, and the half-width of its interval (delta method)."""
        log_odds, change = self.fit()
        row = change[player] - change[anchor]
        difference = float(log_odds[player] - log_odds[anchor])
        return ELO_PER_LOG_ODDS * difference, ELO_PER_LOG_ODDS * self._half(row, log_odds)

    def misfit(self, duel: int) -> tuple[float, float, Floats]:
        """Return a duel's lead less the scale's, its half-width, and its change by each share."""
        log_odds, change = self.fit()
        i, j = self.duels[duel]
        expected = _share_of(log_odds, i, j)
        row = -expected * (1 - expected) * (change[i] - change[j])
        row[duel] += 1
        return 2 * float(self.shares[duel] - expected), 2 * self._half(row, log_odds), row

    def _half(self, row: Floats, log_odds: Floats) -> float:
        """Return the half-width of what changes by `row` with the shares (delta method)."""
        covariance = self.covariance.copy()
        for d in map(int, np.flatnonzero(self.alike)):  # the model's variance of independent games
            expected = _share_of(log_odds, *self.duels[d])
            covariance[d, d] = expected * (1 - expected) / (2 * self.deals[d])
        return two_sided(self.level) * math.sqrt(max(0.0, float(row @ covariance @ row)))


class Elo:
    """One scale for the players of a round robin, given Pairs.joint of all duels, two arms each."""

    def __init__(self, joint: Ints, players: int, level: float = LEVEL) -> None:
        self.joint = joint
        self.players = players
        self.level = level
        self.middle = self._shares([0] * (len(joint) // 2))
        self.unfinished = any(joint[a, UNFINISHED, a, UNFINISHED] for a in range(len(joint)))

    def rating(self, player: int, anchor: int) -> Rating:
        """Return a player's Elo less the anchor's."""
        value, low, high = self.middle.rating(player, anchor)
        if not self.unfinished or player == anchor:
            return Rating(value, (value, value), (low, high), self.level)
        _, change = self.middle.bounded(self.middle.chains()).fit()
        better = np.sign(change[player] - change[anchor]).astype(int)
        worst, best = (self._shares(list(sign * better)) for sign in (-1, 1))
        least, low, _ = worst.rating(player, anchor)
        most, _, high = best.rating(player, anchor)
        return Rating(value, (least, most), (low, high), self.level)

    def misfit(self, duel: int) -> Misfit:
        """Return the lead of a duel, by its place in `combinations`, less the scale's.

        The spread is that with unfinished games as draws, at both ends of what they leave open.
        """
        middle, arms = self.middle, 2 * np.arange(len(self.middle.duels))
        unknown = Misfit(math.nan, (math.nan, math.nan), (math.nan, math.nan), self.level)
        if not middle.chains().all():
            return unknown
        value, _, change = middle.misfit(duel)
        unfinished = sum(self.joint[a, UNFINISHED, a, UNFINISHED] for a in (arms, arms + 1))
        open_shares = np.sign(change) * unfinished / (4 * middle.deals)
        worst, best = (replace(middle, shares=middle.shares + s * open_shares) for s in (-1, 1))
        if not (worst.chains().all() and best.chains().all()):
            return unknown
        (least, under, _), (most, over, _) = worst.misfit(duel), best.misfit(duel)
        return Misfit(value, (least, most), (least - under, most + over), self.level)

    def _shares(self, unfinished: Sequence[int]) -> PointShares:
        return PointShares.from_joint(self.joint, self.players, unfinished, self.level)


def _share_of(log_odds: Floats, player: int, other: int) -> float:
    """Return the share of points that the scale predicts for a player against another."""
    return 1 / (1 + math.exp(log_odds[other] - log_odds[player]))


def lead_of(elo: float) -> float:
    """Return the lead that a difference in Elo predicts."""
    return math.tanh(elo / (2 * ELO_PER_LOG_ODDS))
