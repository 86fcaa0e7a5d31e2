"""Stopping rules: play until an interval is narrow enough, looking after every block of games.

The interval holds at all looks at once, so it is valid at the one where playing stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rbcore.cards.ranges import known_names, shown
from rbsim.optional import need
from rbsim.pipeline.tally import Tally
from rbsim.running.row_kinds import GAMES, PATIENCE, RowKind
from rbsim.stats.inference import Interval
from rbsim.stats.sequential import ADVANTAGE, RATE, Looks
from rbsim.sums.totals import ADVANTAGE as STARTER_ADVANTAGE

BLOCK = 10_000  # games between looks at an arm
LEAD_BLOCK = 1_000  # deals between looks at a duel
LEAST = 1e-5
DECIDED = "decided"
QUANTITIES = GAMES.quantities


class SidedTotals(Protocol):
    """Sums over games that can be for a quantity or against it."""

    games: int

    def sides(self, of: str) -> tuple[int, int, int]:
        """Return the games against a quantity, for it, and undecided."""


class StoppingRule(Protocol):
    """A rule that decides after every block of games which arms play on."""

    @property
    def block(self) -> int:
        """Games of each arm between looks."""

    def open_arms(self, tally: Tally, arms: Sequence[int]) -> list[int]:
        """Return those of the arms that play on."""


@dataclass(frozen=True)
class Goal:
    """A goal for each arm: to know a quantity to a half-width.

    Attributes
    ----------
    of : str
        One of QUANTITIES: ``starter-wins``, ``other-wins``, ``advantage``, ``stalemate``,
        ``standoff``, ``unfinished``; of patience ``wins``. Rates are of all games.
    half : float
        Half-width of the interval to reach, as a share of games: 0.00001 to below 0.5. The interval
        runs from all unfinished games counted against to all counted for.

    Raises
    ------
    ValueError
        In one sentence, for an unknown quantity, a half-width out of range, or without SciPy.

    Examples
    --------
    >>> Goal("advantage", 0.01).provenance
    {'until': 0.01, 'of': 'advantage'}
    """

    of: str
    half: float

    def __post_init__(self) -> None:
        if self.of not in (*QUANTITIES, *PATIENCE.quantities):
            raise ValueError(
                f"of={shown(self.of)} is not a quantity; {known_names(self.of, QUANTITIES)}"
            )
        if not LEAST <= self.half < 0.5:
            raise ValueError(
                f"until={self.half} is out of range; it runs from {LEAST:.5f} to below 0.5"
            )
        need("scipy.special", "stats")

    @property
    def values(self) -> tuple[int, ...]:
        """The values that a game can have: 0 and 1 of a rate, -1, 0 and 1 of an advantage."""
        return ADVANTAGE if self.of == STARTER_ADVANTAGE else RATE

    @property
    def block(self) -> int:
        """Games of each arm between looks."""
        return BLOCK

    @property
    def provenance(self) -> dict[str, Any]:
        """The goal as options."""
        return {"until": self.half, "of": self.of}

    def counts(self, totals: SidedTotals, fate: int = 0) -> tuple[int, ...]:
        """Return how many games had each of the values.

        Unfinished games count against the quantity if `fate` is -1, for it if 1, as neither if 0.
        """
        against, by, left = totals.sides(self.of)
        by += left * (fate > 0)
        if self.of == STARTER_ADVANTAGE:
            against += left * (fate < 0)
            return against, totals.games - by - against, by
        return totals.games - by, by

    def mean(self, totals: SidedTotals, fate: int = 0) -> float:
        """Return the mean of the values, given totals and `fate` as of `counts`."""
        counts = self.counts(totals, fate)
        return sum(v * c for v, c in zip(self.values, counts, strict=True)) / totals.games


@dataclass(frozen=True)
class LeadGoal:
    """A goal for every duel: to know its lead to the half-width `half`, or who leads if None."""

    half: float | None

    def __post_init__(self) -> None:
        if self.half is not None and not LEAST <= self.half < 1:
            raise ValueError(
                f"until={self.half} is out of range; it runs from {LEAST:.5f} to below 1"
            )

    @property
    def block(self) -> int:
        """Deals of each duel between looks."""
        return LEAD_BLOCK

    @property
    def provenance(self) -> dict[str, Any]:
        """The goal as options."""
        return {"until": DECIDED if self.half is None else self.half, "of": "lead"}


def read_goal(until: float | None, of: str | None, row_kind: RowKind = GAMES) -> Goal | None:
    """Return the goal of the options `until` and `of`, None if neither is given.

    Raises ValueError for options that make no goal of such games.
    """
    if until is None:
        if of is not None:
            raise ValueError(f"of={shown(of)} wants until, the half-width to play for")
        return None
    if isinstance(until, bool) or not isinstance(until, (int, float)):
        raise ValueError(f"until={shown(until)} is not a number")
    if isinstance(of, str):
        of = of.replace("_", "-")
    of = row_kind.quantities[0] if of is None else of
    if of not in row_kind.quantities:
        raise ValueError(
            f"of={shown(of)} is not a quantity; {known_names(of, row_kind.quantities)}"
        )
    return Goal(of, float(until))


def read_lead_goal(until: str | float | None) -> LeadGoal | None:
    """Return the goal of a ladder's option `until`. Raises ValueError if it makes none."""
    if until is None:
        return None
    if until == DECIDED:
        return LeadGoal(None)
    try:
        half = float(until)
    except Exception:  # or whatever its __float__ or __index__ raises
        raise ValueError(f"until={shown(until)} is neither {DECIDED} nor a half-width") from None
    return LeadGoal(half)


@dataclass(frozen=True)
class Stopped:
    """How playing an arm for a goal ended.

    Attributes
    ----------
    goal : Goal
        The goal.
    games, most : int
        Games played, and at most.
    mean : float
        The quantity's estimate, with unfinished games as neither for nor against.
    extremes : tuple of float
        The estimate with all unfinished games counted against, and with all counted for.
    interval : tuple of float
        Its 95% interval, which allows for all looks and for both ends.
    """

    goal: Goal
    games: int
    most: int
    mean: float
    extremes: Interval
    interval: Interval

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Stopped:
        """Return what `record` kept."""
        return cls(
            Goal(record["of"], record["half_width"]),
            record["games"],
            record["most_games"],
            record["mean"],
            tuple(record.get("extremes") or record["ends"]),
            tuple(record["anytime_interval"]),
        )

    @property
    def record(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return {
            "of": self.goal.of,
            "half_width": self.goal.half,
            "reached": self.reached,
            "games": self.games,
            "most_games": self.most,
            "look_every": self.goal.block,
            "mean": self.mean,
            "extremes": list(self.extremes),
            "anytime_interval": list(self.interval),
        }

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.interval[1] - self.interval[0]) / 2

    @property
    def reached(self) -> bool:
        """Whether the goal was reached."""
        return self.half <= self.goal.half


class ArmRule:
    """A rule that stops one arm when its goal is reached.

    Parameters
    ----------
    goal : Goal
        The quantity to know, and how well.
    most : int
        Games of the arm at most.

    Attributes
    ----------
    stopped : Stopped, optional
        The state at the last look.
    """

    def __init__(self, goal: Goal, most: int) -> None:
        self.goal = goal
        self.most = most
        self.stopped: Stopped | None = None
        self._looks = Looks(goal.values, goal.half, most, goal.block)

    @property
    def block(self) -> int:
        """Games between looks."""
        return self.goal.block

    def open_arms(self, tally: Tally, arms: Sequence[int]) -> list[int]:
        """Return the arm, unless its goal is reached."""
        (arm,) = arms
        totals = tally.arms[arm]
        goal = self.goal
        interval = self._looks.interval(*(goal.counts(totals, fate) for fate in (-1, 1)))
        ends = goal.mean(totals, -1), goal.mean(totals, 1)
        self.stopped = Stopped(goal, totals.games, self.most, goal.mean(totals), ends, interval)
        return [] if self.stopped.reached else [arm]
