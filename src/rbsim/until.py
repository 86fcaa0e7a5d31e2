"""Until: play until an interval is narrow enough, looking after every block of games.

The interval holds at all looks at once, so that stopping at one of them takes nothing from it. A
share of its error goes to a confidence sequence. Of a rate, the rest goes to one look that is
planned after the first block, for the number of games that the rate then seems to need: the exact
interval of the games after that block, as wide as sought (Stein, Ann. Math. Stat. 16, 1945). What
both say holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import rbcore
from rbsim.batch import Batch
from rbsim.extras import need
from rbsim.inference import Interval, clopper_pearson, confidence_sequence
from rbsim.stats import wilson
from rbsim.totals import Totals

BLOCK = 10_000  # games between looks
ALPHA = 0.05
PLANNED = 0.04  # of it, for the planned look at a rate
SURE = 2.0  # standard deviations by which the first block may be off
LEAST = 1e-5
STARTER_WINS, ADVANTAGE = "starter-wins", "advantage"
QUANTITIES = (STARTER_WINS, "other-wins", ADVANTAGE, "stalemate", "standoff", "unfinished")


@dataclass(frozen=True)
class Goal:
    """Know a quantity of QUANTITIES to `half` on either side.

    Rates are of all games: an unfinished one counts as neither won nor drawn.
    """

    of: str
    half: float

    def __post_init__(self) -> None:
        if self.of not in QUANTITIES:
            raise ValueError(f"of={self.of} is not one of {', '.join(QUANTITIES)}")
        if not LEAST <= self.half < 0.5:
            raise ValueError(
                f"until={self.half} is out of range; it runs from {LEAST:.5f} to below 0.5"
            )
        need("scipy.special", "stats")

    @property
    def values(self) -> tuple[int, ...]:
        """What a game can count."""
        return (-1, 0, 1) if self.of == ADVANTAGE else (0, 1)

    def counts(self, totals: Totals) -> tuple[int, ...]:
        """How many games counted each of the values."""
        outcomes = dict(zip(rbcore.OUTCOMES, map(int, totals.outcomes), strict=True))
        won, lost = totals.starter_wins, outcomes["win"] - totals.starter_wins
        if self.of == ADVANTAGE:
            return lost, totals.games - won - lost, won
        count = {STARTER_WINS: won, "other-wins": lost, **outcomes}[self.of]
        return totals.games - count, count


def goal_of(until: float | None, of: str | None) -> Goal | None:
    """None without `until`. Raises ValueError, in one sentence, for what makes no goal."""
    if until is None:
        if of is not None:
            raise ValueError(f"of={of} wants until, the half-width to play for")
        return None
    if isinstance(until, bool) or not isinstance(until, (int, float)):
        raise ValueError(f"until={until!r} is not a number")
    return Goal(STARTER_WINS if of is None else of, float(until))


@dataclass
class Looks:
    """The interval of one quantity at look after look, for at most `most` observations."""

    values: Sequence[int]
    half: float
    most: int
    block: int
    first: tuple[int, ...] = ()  # what the first look saw
    planned: int = 0
    exact: Interval = field(default=(0.0, 1.0))

    def interval(self, counts: tuple[int, ...]) -> Interval:
        """At the next look, from the counts of each value so far."""
        if len(self.values) > 2:
            bounds = float(self.values[0]), float(self.values[-1])
            return confidence_sequence(
                self.values, counts, bounds=bounds, half=self.half, alpha=ALPHA
            )
        if not self.first:
            self.first = counts
            self.planned = min(self.most, self._needed(counts[1], sum(counts)))
        elif sum(counts) == self.planned:
            later = counts[1] - self.first[1]
            self.exact = clopper_pearson(later, self.planned - sum(self.first), PLANNED)
        low, high = confidence_sequence(self.values, counts, half=self.half, alpha=ALPHA - PLANNED)
        low, high = max(low, self.exact[0]), min(high, self.exact[1])
        return (low, high) if low <= high else self.exact  # they may miss each other, once in 20

    def _needed(self, count: int, n: int) -> int:
        """Whole blocks after which the planned interval should be narrow enough."""
        low, high = wilson(count, n, SURE)
        rate = min(max(low, 0.5), high)  # the likely rate nearest to one half
        z = NormalDist().inv_cdf(1 - PLANNED / 2)
        games = n + (z / self.half) ** 2 * rate * (1 - rate) + 2 / self.half
        return self.block * math.ceil(games / self.block)


@dataclass(frozen=True)
class Stopped:
    """How the playing for a goal ended."""

    goal: Goal
    games: int
    most: int
    mean: float
    interval: Interval

    @property
    def half(self) -> float:
        return (self.interval[1] - self.interval[0]) / 2

    @property
    def reached(self) -> bool:
        return self.half <= self.goal.half

    @property
    def words(self) -> str:
        if self.reached:
            return f"stopped at ± {100 * self.goal.half:g}%, looking every {BLOCK:,} games"
        return f"the cap of {self.most:,} games came before ± {100 * self.goal.half:g}%"

    def to_dict(self) -> dict[str, Any]:
        return {
            "of": self.goal.of,
            "half_width": self.goal.half,
            "reached": self.reached,
            "most_games": self.most,
            "look_every": BLOCK,
            "mean": self.mean,
            "anytime_interval": self.interval,
        }


def play_until(
    batch: Batch, goal: Goal, totals: Totals, play: Callable[[range], float]
) -> tuple[Stopped, float]:
    """Play blocks of a batch, which enter `totals`, until the goal or the end; and the seconds."""
    looks = Looks(goal.values, goal.half, batch.count, BLOCK)
    seconds = 0.0
    for start in range(0, batch.count, BLOCK):
        seconds += play(range(start, min(start + BLOCK, batch.count)))
        counts = goal.counts(totals)
        mean = sum(v * c for v, c in zip(goal.values, counts, strict=True)) / totals.games
        stopped = Stopped(goal, totals.games, batch.count, mean, looks.interval(counts))
        if stopped.reached:
            break
    return stopped, seconds
