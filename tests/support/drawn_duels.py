"""Drawn duels: outcomes of players whose strengths are known, and whether intervals hold."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
from scipy import special, stats

from rbsim.sums.joint_outcomes import CODES, K

WIN, LOSS, STANDOFF, UNFINISHED = map(CODES.index, ("win", "loss", "standoff", "unfinished"))


def joint_of(arms: list[np.ndarray]) -> np.ndarray:
    """Pairs.joint of outcomes by arm and deal; -1 where an arm rested."""
    marks = (np.array(arms)[:, None] == np.arange(K)[:, None]).astype(float)
    marks = marks.reshape(len(arms) * K, -1)
    flat = marks @ marks.T
    return flat.astype(np.int64).reshape(len(arms), K, len(arms), K)


def drawn(
    rng: np.random.Generator, strengths: list[float], deals: list[int], draws: float = 0.0
) -> list[np.ndarray]:
    """Outcomes of all duels of players whose strengths, in log odds, are known."""
    return drawn_duels(rng, [i - j for i, j in combinations(strengths, 2)], deals, draws)


def drawn_duels(
    rng: np.random.Generator, log_odds: list[float], deals: list[int], draws: float = 0.0
) -> list[np.ndarray]:
    """Outcomes of duels whose log odds are known, which need not fit one scale.

    The deal favours a seat, so that all games of a deal depend on each other.
    """
    most = max(deals)
    favour = rng.standard_normal(most)
    arms = []
    for odds, n in zip(log_odds, deals, strict=True):
        for own in (odds, -odds):
            share = 1 / (1 + math.exp(-own))
            luck = special.ndtr(0.7 * favour + math.sqrt(0.51) * rng.standard_normal(most))
            codes = np.where(luck < share - draws / 2, WIN, LOSS)
            codes[abs(luck - share) < draws / 2] = STANDOFF
            codes[n:] = -1
            arms.append(codes)
    return arms


def holds(covered: list[bool], nominal: float) -> bool:
    return sum(covered) >= stats.binom.ppf(1e-4, len(covered), nominal)
