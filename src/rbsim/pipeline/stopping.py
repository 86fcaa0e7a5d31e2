"""Stopping rules: play until intervals are narrow enough, looking after every block of games.

An interval holds at all looks at once, so it is valid at the one where playing stops. A goal is
what is sought; a rule keeps a watch for each part of it, and an arm rests when all that watch it
are done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from rbcore.cards.ranges import check_range, known_names, shown
from rbsim.optional import need
from rbsim.running.batch import MOST
from rbsim.running.row_kinds import GAMES, MATCHES, PATIENCE, RowKind
from rbsim.stats.figure import PlainEstimate
from rbsim.stats.inference import Interval
from rbsim.stats.level import LEVEL
from rbsim.stats.sequential import ADVANTAGE, RATE, Looks, MeanLooks
from rbsim.sums.contrast_goals import (
    LEAD,
    ContrastGoal,
    WidthGoal,
    check_no_quantity,
    half_width,
    lead_goal,
    read_quantity,
)
from rbsim.sums.contrasts import ContrastSums
from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.histograms import RowSums
from rbsim.sums.share_goals import ShareGoal, ShareLooks, is_of_share
from rbsim.sums.totals import ADVANTAGE as STARTER_ADVANTAGE

BLOCK = 10_000  # games between looks at an arm
QUANTITIES = GAMES.quantities


class Sums(Protocol):
    """What a rule looks at, as rbsim.pipeline.study.Tally has it."""

    @property
    def arms(self) -> Mapping[int, RowSums]:
        """The sums of each arm."""

    @property
    def contrasts(self) -> Mapping[int, ContrastSums]:
        """The sums of each contrast."""

    @property
    def moments(self) -> DealMoments | None:
        """The sums of deals that are shuffled anew."""


@dataclass(frozen=True)
class Goal(WidthGoal):
    """A goal for each arm by itself: to know a quantity to a half-width.

    Attributes
    ----------
    of : str
        One of QUANTITIES: ``starter-wins``, ``other-wins``, ``advantage``, ``stalemate``,
        ``standoff``, ``unfinished``; of patience ``wins``; of matches ``first-starter-wins``,
        ``other-wins``. Rates are of all games.
    half : float
        Half-width of the interval to reach, as a share of games: 0.00001 to below 0.5. The interval
        runs from all unfinished games counted against to all counted for.
    every : int
        Games between looks; BLOCK if 0.

    Raises
    ------
    ValueError
        In one sentence, for an unknown quantity, a half-width out of range, or without SciPy.

    Examples
    --------
    >>> Goal("advantage", 0.01).provenance
    {'until': 0.01, 'of': 'advantage'}
    """

    every: int = 0

    def __post_init__(self) -> None:
        if self.of not in (*QUANTITIES, *PATIENCE.quantities, *MATCHES.quantities):
            raise ValueError(
                f"of={shown(self.of)} is not a quantity; {known_names(self.of, QUANTITIES)}"
            )
        super().__post_init__()
        need("scipy.special", "stats")

    @property
    def values(self) -> tuple[int, ...]:
        """The values that a game can have: 0 and 1 of a rate, -1, 0 and 1 of an advantage."""
        return ADVANTAGE if self.of == STARTER_ADVANTAGE else RATE

    @property
    def block(self) -> int:
        """Games of each arm between looks."""
        return self.every or BLOCK

    def counts(self, totals: RowSums, fate: int = 0) -> tuple[int, ...]:
        """Return how many games had each of the values.

        Unfinished games count against the quantity if `fate` is -1, for it if 1, as neither if 0.
        """
        against, by, left = totals.sides(self.of)
        by += left * (fate > 0)
        if self.of == STARTER_ADVANTAGE:
            against += left * (fate < 0)
            return against, totals.count - by - against, by
        return totals.count - by, by

    def mean(self, totals: RowSums, fate: int = 0) -> float:
        """Return the mean of the values, given totals and `fate` as of `counts`."""
        counts = self.counts(totals, fate)
        return sum(v * c for v, c in zip(self.values, counts, strict=True)) / totals.count


AnyGoal = Goal | ContrastGoal | ShareGoal


def read_goal(
    until: str | float | None, of: str | None, row_kind: RowKind[Any] = GAMES
) -> Goal | None:
    """Return the goal of the options `until` and `of`, None if neither is given.

    It is for each arm by itself: of `simulate`, `survey`, `sweep`, `match` and `patience`. Rows
    that take long are looked at after fewer of them. Raises ValueError for options that make no
    goal of such rows.
    """
    if until is None:
        check_no_quantity(of)
        return None
    half = half_width(until)
    of = read_quantity(of, row_kind.quantities)
    every = round(BLOCK / row_kind.weight) if row_kind.weight > 1 else 0
    return Goal(of, half, every)


def goal_from_record(
    record: Mapping[str, Any], arms: int, row_kind: RowKind[Any]
) -> AnyGoal | None:
    """Return the goal whose provenance is in the record of a study of so many arms."""
    if "contrasts" in record:
        return ContrastGoal.from_record(record)
    until, of = record.get("until"), record.get("of")
    if is_of_share(of):
        return ShareGoal(str(of), half_width(until or 0))
    if of != LEAD:
        return read_goal(until, of, row_kind)
    goal = lead_goal(until, arms)
    return goal and replace(goal, planned=record.get("planned", False))


@dataclass(frozen=True)
class Stopped(PlainEstimate):
    """How playing for a goal ended, in an arm or a contrast of several.

    Attributes
    ----------
    goal : Goal, ContrastGoal or ShareGoal
        The goal.
    games, most : int
        Games of each of the arms, and at most.
    mean : float
        The quantity's estimate, with unfinished games as neither for nor against.
    extremes : tuple of float
        The estimate with all unfinished games counted against, and with all counted for.
    interval : tuple of float
        Its interval, which allows for all looks and for both ends: of 95%, or of as much more as
        makes all contrasts of the goal hold together at 95%.
    arms : tuple of int
        Numbers of the arms that it is of.
    """

    goal: AnyGoal
    games: int
    most: int
    mean: float
    extremes: Interval
    interval: Interval
    arms: tuple[int, ...] = (0,)

    method: ClassVar[str] = "anytime"
    level: ClassVar[float] = LEVEL
    count: ClassVar[None] = None

    @property
    def value(self) -> float:
        """The estimate, as an Estimator."""
        return self.mean

    @property
    def n(self) -> int:
        """The games, as an Estimator."""
        return self.games

    @property
    def nouns(self) -> str:
        """What is counted: games of an arm, or deals that several play."""
        return "games" if len(self.arms) == 1 else "deals"

    @classmethod
    def from_record(
        cls, record: dict[str, Any], goal: AnyGoal | None = None, arm: int = 0
    ) -> Stopped:
        """Return what `record` kept, given the goal of its study if that is of contrasts.

        Records of one arm do not name it, which is `arm`.
        """
        extremes = record.get("extremes") or record["ends"]
        numbers = [record["mean"], *extremes, *record["anytime_interval"]]
        # Shares of games, and differences of shares or of advantages.
        if len(numbers) != 5 or not all(type(n) in (int, float) and -2 <= n <= 2 for n in numbers):
            raise ValueError("how playing for the goal ended is no estimate with its interval")
        return cls(
            Goal(record["of"], record["half_width"]) if goal is None else goal,
            record["games"],
            check_range("most_games", record["most_games"], record["games"], MOST),
            record["mean"],
            tuple(extremes),
            tuple(record["anytime_interval"]),
            tuple(record.get("arms", (arm,))),
        )

    @property
    def record(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return {
            "of": self.goal.of,
            **({} if isinstance(self.goal, Goal) else {"arms": list(self.arms)}),
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
    def is_difference(self) -> bool:
        """Whether it may be below 0: an advantage, a lead, a difference of variants."""
        if isinstance(self.goal, Goal):
            return self.goal.values[0] < 0
        return any(one.bounds[0] < 0 for one in self.goal.contrasts)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.interval[1] - self.interval[0]) / 2

    @property
    def reached(self) -> bool:
        """Whether the goal was reached."""
        return self.goal.is_reached(self.interval)


@dataclass
class _Watch:
    """What watches the quantity of one arm, or one contrast of several."""

    arms: tuple[int, ...]
    seen: Callable[[Sums], Stopped]  # how it stands at a look, which is at the end of a block
    stopped: Stopped | None = None  # how it stood at the last one

    @property
    def is_open(self) -> bool:
        """Whether it is still to be known."""
        return self.stopped is None or not self.stopped.reached


def _arm_watch(goal: Goal, arm: int, most: int) -> _Watch:
    looks = Looks(goal.values, goal.half, most, goal.block)

    def seen(sums: Sums) -> Stopped:
        totals = sums.arms[arm]
        interval = looks.interval(*(goal.counts(totals, fate) for fate in (-1, 1)))
        ends = goal.mean(totals, -1), goal.mean(totals, 1)
        return Stopped(goal, totals.count, most, goal.mean(totals), ends, interval, (arm,))

    return _Watch((arm,), seen)


def _contrast_watch(goal: ContrastGoal, number: int, most: int) -> _Watch:
    contrast = goal.contrasts[number]
    tightest, scale = goal.tightest(contrast, most), contrast.scale
    looks = MeanLooks(
        tuple(contrast.totals), scale * tightest, most, goal.block, error=goal.alpha,
        variance=scale**2 * contrast.variance,
    )  # fmt: skip

    def seen(sums: Sums) -> Stopped:
        found = sums.contrasts[number]
        if goal.planned:
            low, high = looks.interval(*found.counts)
            interval = low / scale, high / scale
        else:
            interval = found.interval(tightest, goal.alpha)
        ends = found.extremes
        return Stopped(goal, found.games, most, found.mean, ends, interval, contrast.arms)

    return _Watch(contrast.arms, seen)


def _share_watch(goal: ShareGoal, arms: Sequence[int], most: int) -> _Watch:
    looks = ShareLooks(goal, most)

    def seen(sums: Sums) -> Stopped:
        moments = sums.moments
        assert moments is not None
        interval = looks.see(moments)
        return Stopped(goal, moments.deals, most, *looks.estimate(moments), interval, tuple(arms))

    return _Watch(tuple(arms), seen)


class GoalRule:
    """The rule that a goal makes: an arm rests when all that watch it are done.

    Parameters
    ----------
    goal : Goal, ContrastGoal or ShareGoal
        What is to be known.
    arms : sequence of int
        Numbers of the arms that play.
    most : int
        Games of each arm at most.
    """

    def __init__(self, goal: AnyGoal, arms: Sequence[int], most: int) -> None:
        self.goal = goal
        self._watches = _watches(goal, arms, most)
        self._watched = {arm for one in self._watches for arm in one.arms}

    @property
    def block(self) -> int:
        """Games between looks."""
        return self.goal.block

    @property
    def stopped(self) -> list[Stopped]:
        """The last look at each part of the goal; one that was reached is not looked at again."""
        return [one.stopped for one in self._watches if one.stopped is not None]

    def open_arms(self, tally: Sums, arms: Sequence[int]) -> list[int]:
        """Return the arms on which anything is still to be known, and those that nothing is of."""
        for one in self._watches:
            if one.is_open:
                one.stopped = one.seen(tally)
        wanted = {arm for one in self._watches if one.is_open for arm in one.arms}
        return [arm for arm in arms if arm in wanted or (wanted and arm not in self._watched)]


def _watches(goal: AnyGoal, arms: Sequence[int], most: int) -> list[_Watch]:
    if isinstance(goal, Goal):
        return [_arm_watch(goal, arm, most) for arm in arms]
    if isinstance(goal, ShareGoal):
        return [_share_watch(goal, arms, most)]
    return [
        _contrast_watch(goal, number, most)
        for number, one in enumerate(goal.contrasts)
        if set(one.arms) <= set(arms)
    ]
