"""Until: play until an interval is narrow enough, looking after every block of games.

The interval holds at all looks at once, so that stopping at one of them takes nothing from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rbcore
from rbsim.optional import need
from rbsim.running.batch import Batch
from rbsim.stats.inference import Interval
from rbsim.stats.sequential import ADVANTAGE, RATE, Looks
from rbsim.sums.totals import Totals

BLOCK = 10_000  # games between looks
LEAST = 1e-5
STARTER_ADVANTAGE = "advantage"
QUANTITIES = (
    "starter-wins", "other-wins", STARTER_ADVANTAGE, "stalemate", "standoff", "unfinished",
)  # fmt: skip


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
        return ADVANTAGE if self.of == STARTER_ADVANTAGE else RATE

    @property
    def block(self) -> int:
        """Games of each arm between looks."""
        return BLOCK

    @property
    def provenance(self) -> dict[str, Any]:
        """What it takes to play for it again."""
        return {"until": self.half, "of": self.of}

    def counts(self, totals: Totals) -> tuple[int, ...]:
        """How many games counted each of the values."""
        outcomes = dict(zip(rbcore.OUTCOMES, map(int, totals.outcomes), strict=True))
        won, lost = totals.starter_wins, outcomes["win"] - totals.starter_wins
        if self.of == STARTER_ADVANTAGE:
            return lost, totals.games - won - lost, won
        count = {"starter-wins": won, "other-wins": lost, **outcomes}[self.of]
        return totals.games - count, count


def goal_of(until: float | None, of: str | None) -> Goal | None:
    """None without `until`. Raises ValueError, in one sentence, for what makes no goal."""
    if until is None:
        if of is not None:
            raise ValueError(f"of={of} wants until, the half-width to play for")
        return None
    if isinstance(until, bool) or not isinstance(until, (int, float)):
        raise ValueError(f"until={until!r} is not a number")
    return Goal("starter-wins" if of is None else of, float(until))


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
