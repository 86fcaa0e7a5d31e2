"""Paired: advantages of several studies, compared deal by deal, and what holds of all at once.

Game k of every store has deal k of the seed. Where the rules of two studies deal alike that is the
same deal; where they do not, their games are independent, and pairing does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
import numpy.typing as npt
from pages import LEVEL, Line, Mean, even, mean_figure, p_value

import rbcore
import rbsim
from rbsim.estimates.intervals import holm

ERROR = 0.05
# Variants by players who never use what they allow, so that their games are those of `standard`.
NOT_USED = (("early-turn", "greedy"), ("peek", "uniform"))
WIN, UNFINISHED = (rbcore.OUTCOMES.index(name) for name in ("win", "unfinished"))


@dataclass(frozen=True)
class Leads:
    """What the starter gains of each deal over some arms, and how many games are unfinished."""

    gained: npt.NDArray[np.int8]
    unfinished: npt.NDArray[np.int8]
    arms: int

    @classmethod
    def of(cls, result: rbsim.Result, arms: Sequence[int]) -> Leads:
        """Return those of the deals of a result's store."""
        gained, unfinished = np.zeros((2, result.tallies[0].n), np.int8)
        for arm in arms:
            rows = result.arm_rows(arm=arm)
            won = np.where(rows["winner"] == rows["starter"], 1, -1)
            gained += np.where(rows["outcome"] == WIN, won, 0).astype(np.int8)
            unfinished += rows["outcome"] == UNFINISHED
        return cls(gained, unfinished, len(arms))

    def less(self, other: Leads, level: float = LEVEL) -> rbsim.Figure:
        """Return how much greater the advantage is than another one, over the same deals."""
        middle = self.gained / self.arms - other.gained / other.arms
        spread = self.unfinished / self.arms + other.unfinished / other.arms
        ends = (Mean.of(middle + sign * spread) for sign in (-1, 0, 1))
        return mean_figure(len(middle), *ends, bounds=(-2.0, 2.0), level=level)


def forced(result: rbsim.Result, part: int = 0) -> list[int]:
    """Return the arms of a part that force the start, of players who are all alike."""
    return result.study.numbers[part][1:]


def same_forced() -> list[str]:
    """Return the presets that differ from `standard` by the start rule alone.

    With forced starts their games are those of `standard`.
    """
    standard = rbcore.variant("standard,starter=seat-0")
    return [
        name
        for name, preset in rbcore.PRESETS.items()
        if name != "standard" and replace(preset.rules, starter=standard.starter) == standard
    ]


def all_at_once(intervals: int) -> str:
    """Return by what a page's half-widths grow if so many intervals are to hold at once."""
    wide, plain = (NormalDist().inv_cdf(1 - one / 2) for one in (ERROR / intervals, ERROR))
    return f"""The tables have {intervals:,} intervals, and about one in twenty misses the true
value. For 95% confidence that all of them hold, their half-widths must be
multiplied by {wide / plain:.2f} (Bonferroni)."""


def tests_text(lines: Sequence[Line]) -> str:
    """Return which causal advantages differ from an even chance, by Holm's p over all of them."""
    tested: dict[str, float] = {}
    for line in lines:
        if line.variant not in same_forced() and (line.variant, line.players) not in NOT_USED:
            p = p_value(line.causal, even(line.variant))
            tested[f"`{line.variant}` of `{line.players}`"] = p
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    others = [name for name, p in adjusted.items() if not p <= ERROR]
    apart = f"{len(tested) - len(others)} of {len(tested)} causal advantages"
    text = f"{apart} differ from an even chance."
    if others:
        text += f" The others are {', '.join(others)}."
    return f"""{text}
[Differences](differences.md) compares variants with `standard`, and players with each other."""
