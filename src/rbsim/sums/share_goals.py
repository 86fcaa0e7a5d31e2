"""Share goals: what a study of luck is played for, and the planned looks at it.

A share is a ratio, and no interval of it holds at all looks at once. So all of the error goes to
looks that are planned (Stein, Ann. Math. Stat. 16, 1945): the first deals say how many more should
be enough, and the interval is of those alone, whose number nothing in them decided. If it is too
wide after all, another look is planned in the same way, at a fifth of the error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from rbsim.stats.inference import Interval
from rbsim.stats.level import LEVEL
from rbsim.stats.sequential import ALPHA, PLANNED, STUDIED, SURE
from rbsim.sums.contrast_goals import WidthGoal, check_no_quantity, half_width, read_quantity
from rbsim.sums.deal_moments import DealMoments
from rbsim.sums.share_sources import CAUSAL, PLAYED, SEAT, ShareSources, source_names
from rbsim.sums.variance_shares import Share

BLOCK = 200  # deals between looks, and at least of those that an interval is of
AS_PLAYED = "-as-played"


@dataclass(frozen=True)
class ShareGoal(WidthGoal):
    """A goal for the deals of a study of luck: to know the share of a source to a half-width.

    The source is ``open-cards``, or of games as played ``open-cards-as-played``.

    Examples
    --------
    >>> ShareGoal("open-cards", 0.01).provenance
    {'until': 0.01, 'of': 'open-cards'}
    """

    block: int = field(default_factory=lambda: BLOCK)  # deals between looks

    def share(self, moments: DealMoments, level: float = LEVEL) -> Share:
        """Return the share."""
        source = self.of.removesuffix(AS_PLAYED)
        start = PLAYED if source != self.of else CAUSAL
        return ShareSources(moments, start, level).share(source.replace("-", " "))


def share_goal(
    until: str | float | None, of: str | None, seatings: int, replicates: int
) -> ShareGoal | None:
    """Return the goal of the options `until` and `of`, None if neither is given."""
    if until is None:
        check_no_quantity(of)
        return None
    return ShareGoal(read_quantity(of, goal_names(seatings, replicates)), half_width(until))


def goal_names(seatings: int, replicates: int) -> list[str]:
    """Return what a study can be played for: all sources but the seat, which is none."""
    names = [
        name.replace(" ", "-") + ending
        for start, ending in ((PLAYED, AS_PLAYED), (CAUSAL, ""))
        for name in source_names(seatings, replicates, start)
        if name != SEAT
    ]
    names.sort(key=lambda name: name != "open-cards-as-played")  # the answer comes first
    return names


def is_of_share(of: object) -> bool:
    """Return whether a quantity is what a study of luck can be played for."""
    return of in goal_names(seatings=2, replicates=2)


@dataclass
class ShareLooks:
    """The interval of a share, which holds at whichever look playing stops."""

    goal: ShareGoal
    most: int  # deals
    looks: int = 0  # that were planned and are over
    first: DealMoments | None = None  # by which the next look was planned; it is of those after
    planned: int = 0  # deals at the next look
    interval: Interval = (0.0, 1.0)
    seen: Share | None = None  # what the last look found

    def see(self, moments: DealMoments) -> Interval:
        """Return the interval at the end of a block, given the sums of all deals so far."""
        if self.planned == 0 or moments.deals < STUDIED * self.planned:
            self._plan(moments)
        if moments.deals == self.planned:
            self._look(moments)
        return self.interval

    def estimate(self, moments: DealMoments) -> tuple[float, Interval]:
        """Return the share that goes with the interval, and its ends by unfinished games.

        It is that of the deals of the last look, or before the first of all deals.
        """
        if not moments.won:
            return 0.0, (0.0, 1.0)
        share = self.goal.share(moments) if self.seen is None else self.seen
        low, high = self.interval
        return min(max(low, share.value), high), share.extremes

    @property
    def level(self) -> float:
        """The level of the next look; the errors of all together are ALPHA at most."""
        rest = (ALPHA - PLANNED) / ALPHA
        return 1 - PLANNED * rest**self.looks

    def _look(self, moments: DealMoments) -> None:
        since = moments if self.first is None else moments.less(self.first)
        if since.won:  # else there is no share
            self.seen = self.goal.share(since, self.level)
            low, high = self.seen.interval
            both = max(low, self.interval[0]), min(high, self.interval[1])
            self.interval = both if both[0] <= both[1] else (low, high)
        self.looks += 1
        self._plan(moments)

    def _plan(self, moments: DealMoments) -> None:
        """Plan the next look, if there are deals for it; a short study is looked at once, whole."""
        if self.most - moments.deals >= BLOCK:
            self.first = replace(moments)  # as others are added to the sums themselves
            self.planned = self._needed(moments)
        elif self.looks == 0:
            self.planned = self.most

    def _needed(self, moments: DealMoments) -> int:
        """Return after how many deals, in whole blocks, the interval should be narrow enough.

        What unfinished games take of the half-width no number of deals makes narrower.
        """
        share = self.goal.share(moments, self.level)
        low, high = share.extremes
        reach = max(share.interval[1] - high, low - share.interval[0])
        half = self.goal.half - (high - low) / 2
        if not half > 0 or math.isnan(reach):
            return self.most
        sure = 1 + SURE * math.sqrt(2 / moments.deals)
        more = max(BLOCK, moments.deals * (reach / half) ** 2 * sure)
        return min(self.most, self.goal.block * math.ceil((moments.deals + more) / self.goal.block))
