"""Results of one batch: of games and of matches; how one arm of a study is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rbsim.formatting import games
from rbsim.formatting.tables import Report
from rbsim.pipeline.engine import Sink, Source, play
from rbsim.pipeline.stopping import ArmRule
from rbsim.pipeline.study import Study
from rbsim.results.batch_figures import game_figures, match_figures
from rbsim.results.batch_result import BatchResult
from rbsim.results.match_summary import MatchSummary
from rbsim.results.patience_result import Patience
from rbsim.results.summary import Summary
from rbsim.running.batch import Progress
from rbsim.running.row_kinds import GAMES, MATCHES, PATIENCE
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.sums.histograms import Rows

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture


class Result(BatchResult):
    """The result of `simulate`: rows, exact sums, and a summary with intervals.

    Attributes
    ----------
    batch : Batch
        The games that were played: rules, players, seed, limits.
    totals : rbsim.sums.totals.Totals
        Exact sums of all games.
    seconds : float
        Wall time of playing.
    stopped : rbsim.pipeline.stopping.Stopped, optional
        How playing for a goal (`until`) ended.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.simulate("strict", games=20, players="greedy", seed=1)
    >>> result.variant, result.players, result.games.shape
    ('strict', 'greedy', (20,))
    >>> result.advantage
    +40.00% (-1.21 to 81.21), 20 games
    >>> result.figure("turns_q50").estimate
    40.0
    """

    @property
    def games(self) -> Rows | None:
        """One row of rbcore.GAME for each game in the order of their numbers, if kept."""
        return self._rows

    def summary(self) -> Summary:
        """Return rates, means and quantiles with their intervals."""
        most = self.batch.limits.max_turns
        return Summary.from_totals(self.totals, self.seconds, most, self.level)

    @property
    def advantage(self) -> Figure:
        """P(starter wins) - P(another seat wins), as played."""
        return self.figure("advantage")

    @property
    def answer(self) -> Figure:
        """The advantage as played."""
        return self.advantage

    def _figures(self) -> Iterator[Figure]:
        attention = self.batch.attention is not None
        for one in game_figures(self.summary(), attention, self.stopped, self.level):
            yield one.of(variant=self.variant, players=self.players)

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures import plots

        summary = self.summary()
        if quantity in ("turns", "moves"):
            histogram = getattr(self.totals, quantity)
            bounds = (0, self.batch.limits.max_turns) if quantity == "turns" else None
            title = f"{self.variant}, {self.players}"
            return plots.lengths(quantity, title, histogram, bounds, level=self.level)
        if quantity is None:
            title = f"{self.variant}, {self.players}"
            return plots.outcome_shares(title, summary.rates, summary.games)
        return super()._picture(quantity)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return games.report(self)


class MatchResult(BatchResult):
    """The result of `match`: rows, exact sums, and a summary with intervals.

    Attributes
    ----------
    batch : Batch
        The matches that were played: rules, players, seed, limits.
    totals : rbsim.sums.match_totals.MatchTotals
        Exact sums of all matches.
    seconds : float
        Wall time of playing.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.match("standard,target=50", matches=10, players="greedy", seed=1)
    >>> result.matches.shape, result.totals.matches
    ((10,), 10)
    """

    @property
    def matches(self) -> Rows | None:
        """One row of rbcore.MATCH for each match in the order of their numbers, if kept."""
        return self._rows

    def summary(self) -> MatchSummary:
        """Return rates, means and quantiles with their intervals."""
        return MatchSummary.from_totals(self.totals, self.seconds, self.level)

    @property
    def answer(self) -> Figure:
        """The rate of matches that the starter of the first game won."""
        return self.figure("first_starter_wins")

    def _figures(self) -> Iterator[Figure]:
        for one in match_figures(self.summary(), self.level):
            yield one.of(variant=self.variant, players=self.players)

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures import plots

        if quantity is not None:
            return super()._picture(quantity)
        title = f"{self.variant}, {self.players}"
        rates = self.summary().rates
        return plots.outcome_shares(title, rates, self.totals.matches, "matches")

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return games.match_report(self)


RESULTS: dict[str, type[BatchResult]] = {
    GAMES.study: Result,
    MATCHES.study: MatchResult,
    PATIENCE.study: Patience,
}


def play_arms(
    study: Study, source: Source, progress: Progress | None = None, level: float = LEVEL
) -> list[Any]:
    """Play all arms of a study in turn; return the result of each, without rows."""
    arms = range(len(study.arms))
    return [play_arm(study, source, arm, progress, level=level) for arm in arms]


def play_arm(
    study: Study,
    source: Source,
    arm: int = 0,
    progress: Progress | None = None,
    sinks: Sequence[Sink] = (),
    room: Rows | None = None,
    level: float = LEVEL,
) -> Any:
    """Play one arm of a study by itself, to the end or until its goal is reached.

    Returns a Result, MatchResult or Patience, with rows if `room` is an array to fill with them.
    """
    batch = study.arms[arm]
    rule = None if study.arm_goal is None else ArmRule(study.arm_goal, batch.count)
    if room is not None:
        sinks = [*sinks, _ArraySink(room).add]
    tally = play(study, source, [arm], rule, progress, sinks)
    kind = RESULTS[batch.row_kind.study]
    stopped = None if rule is None else rule.stopped
    if stopped is not None:
        batch = replace(batch, count=stopped.games)
        room = None if room is None else room[: stopped.games]
    result = kind(batch, tally.arms[arm], tally.seconds, room, stopped, level)
    result.keep_plan(study.plan)
    return result


class _ArraySink:
    """A sink that fills an array of rows."""

    def __init__(self, room: Rows) -> None:
        self.room = room
        self.filled = 0

    def add(self, _: int, rows: Rows) -> None:
        self.room[self.filled : self.filled + len(rows)] = rows
        self.filled += len(rows)
