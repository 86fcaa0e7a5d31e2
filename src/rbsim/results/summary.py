"""Summary: rates, means and quantiles of a batch, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any

import rbcore
from rbsim.formatting.games import summary_dict
from rbsim.stats.intervals import Mean, Quantiles, Rate
from rbsim.sums.totals import Totals


@dataclass(frozen=True)
class PlayedAdvantage:
    """P(starter wins) - P(another seat wins), as played.

    Unfinished games are won by nobody; they widen the interval, from end to end.
    """

    mean: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """What a batch of games says; rates are of all games, unfinished ones included (7.5).

    As an unfinished game might have ended in any way, it is open for every rate but its own.
    `turns` and `moves` are means per game; their quantiles run over QUANTILES. `scores` are mean
    scores per finished game: the starter's, then the other seats' in turn order. `offences` and
    `calls` of Stop! (section 6) are means per game, likewise.
    """

    games: int
    starter_wins: Rate
    other_wins: Rate
    stalemates: Rate
    standoffs: Rate
    unfinished: Rate
    turns: Mean
    moves: Mean
    turn_quantiles: Quantiles
    move_quantiles: Quantiles
    scores: tuple[Mean, ...]
    offences: tuple[Mean, ...]
    calls: tuple[Mean, ...]
    give_ups: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else float("inf")

    @property
    def rates(self) -> dict[str, Rate]:
        """The outcomes by name, in the order in which they are shown."""
        return {
            "starter wins": self.starter_wins,
            "other wins": self.other_wins,
            "stalemate": self.stalemates,
            "standoff": self.standoffs,
            "unfinished": self.unfinished,
        }

    @property
    def advantage(self) -> Mean:
        """P(starter wins) - P(another seat wins), as played: a mean of 1, -1 and 0 over games."""
        won, lost = self.starter_wins.count, self.other_wins.count
        return Mean.from_sums(won - lost, won + lost, self.games)

    @property
    def advantage_ends(self) -> tuple[Mean, Mean]:
        """The same with all unfinished games lost by their starters, and with all won."""
        won, lost, left = (
            rate.count for rate in (self.starter_wins, self.other_wins, self.unfinished)
        )
        decided = won + lost + left
        low, high = won - lost - left, won - lost + left
        return (
            Mean.from_sums(low, decided, self.games),
            Mean.from_sums(high, decided, self.games),
        )

    @property
    def played_advantage(self) -> PlayedAdvantage:
        """The advantage with an interval that unfinished games widen."""
        lead = self.advantage
        if not self.unfinished.count:
            return PlayedAdvantage(lead.mean, lead.interval)
        least, most = self.advantage_ends
        low, high = least.interval[0], most.interval[1]
        # A constant has no interval; here it is -1 or 1, beyond which nothing is.
        low, high = least.mean if isnan(low) else low, most.mean if isnan(high) else high
        return PlayedAdvantage(lead.mean, (low, high))

    @classmethod
    def from_totals(cls, totals: Totals, seconds: float) -> Summary:
        by_name = dict(zip(rbcore.OUTCOMES, map(int, totals.outcomes), strict=True))
        n = totals.games
        left = by_name["unfinished"]
        return cls(
            games=n,
            starter_wins=Rate(totals.starter_wins, n, left),
            other_wins=Rate(by_name["win"] - totals.starter_wins, n, left),
            stalemates=Rate(by_name["stalemate"], n, left),
            standoffs=Rate(by_name["standoff"], n, left),
            unfinished=Rate(left, n),
            turns=Mean.from_histogram(totals.turns),
            moves=Mean.from_histogram(totals.moves),
            turn_quantiles=Quantiles.from_histogram(totals.turns),
            move_quantiles=Quantiles.from_histogram(totals.moves),
            scores=totals.scores.means(n - left),
            offences=totals.offences.means(n),
            calls=totals.calls.means(n),
            give_ups=totals.give_ups,
            seconds=seconds,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON, None where there is no number."""
        return summary_dict(self)
