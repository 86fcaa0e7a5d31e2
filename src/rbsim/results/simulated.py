"""Results of one batch: its rows, exact sums and provenance."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

import rbcore
from rbsim.formatting import games, matches
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.engine import Sink, Source, play
from rbsim.pipeline.stopping import ArmRule, Goal, Stopped
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.batch_figures import game_figures, match_figures
from rbsim.results.match_summary import MatchSummary
from rbsim.results.parts import parts_provenance
from rbsim.results.study_result import StudyResult
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch, Progress
from rbsim.running.provenance import batch_provenance
from rbsim.running.row_kinds import GAMES, MATCHES
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.sums.histograms import Rows

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture

KINDS = {GAMES.noun: "simulate", MATCHES.noun: "match"}


class BatchResult(StudyResult):
    """The result of a batch of games or of matches.

    Attributes
    ----------
    batch : Batch
        The batch that was played.
    totals : Totals or MatchTotals
        Exact sums of all rows.
    seconds : float
        Wall time of playing.
    rows : numpy.ndarray, optional
        One row for each game or match in the order of their numbers, if rows were kept.
    stopped : Stopped, optional
        How playing for a goal ended, if there was one.
    level : float
        Of all intervals.
    """

    def __init__(
        self,
        batch: Batch,
        totals: Any,
        seconds: float,
        rows: Rows | None = None,
        stopped: Stopped | None = None,
        level: float = LEVEL,
    ) -> None:
        goal: Goal | None = None if stopped is None else stopped.goal
        study = Study(KINDS[batch.row_kind.noun], (batch,), goal=goal)
        self._keep(study, Tally({0: totals}, None, seconds), level)
        self.batch = batch
        self.totals = totals
        self.rows = rows
        self.stopped = stopped

    @abstractmethod
    def summary(self) -> Any:
        """Return rates, means and quantiles with their intervals."""

    @property
    def variant(self) -> str:
        """The variant's name, or preset with changed axes, as `simulate` takes it."""
        return rbcore.variant_text(self.batch.rules)

    @property
    def players(self) -> str:
        """The players' names as `simulate` takes them."""
        return self.batch.player_text

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the batch again, and the versions that played it.

        Of merged results, that of each part in `parts`.
        """
        if len(self.parts) > 1:
            return super().provenance
        return batch_provenance(self.batch)

    @property
    def _origin(self) -> dict[str, Any]:
        stopped = {} if self.stopped is None else {"stopped": [self.stopped.record]}
        return {**parts_provenance(self.parts), **stopped}

    def _remade(self, study: Study, tally: Tally, level: float) -> Self:
        return type(self)(
            study.arms[0], tally.arms[0], tally.seconds, self.rows, self.stopped, level
        )

    def __add__(self, other: Self) -> Self:
        """Return the result of the games of both: the same batch over other games.

        Raises
        ------
        ValueError
            In one sentence, for games that overlap, another batch, and games until a goal.
        """
        made = super().__add__(other)
        if made is NotImplemented:
            return made
        made.rows = None
        if self.rows is not None and other.rows is not None:
            kept = [*self._rows_by_part(), *other._rows_by_part()]
            kept.sort(key=lambda part: (part[0].seed, part[0].first))
            made.rows = np.concatenate([rows for _, rows in kept])
        return made

    def _rows_by_part(self) -> list[tuple[Batch, Rows]]:
        """Return the batch and the rows of each part."""
        if self.rows is None:
            raise ValueError("no rows were kept; play with rows=True")
        batches = [part.arms[0] for part in self.parts]
        cuts = np.cumsum([batch.count for batch in batches])[:-1]
        return list(zip(batches, np.split(self.rows, cuts), strict=True))

    def to_arrow(self, *, rows: bool = False) -> Any:
        """Return the table of figures as a pyarrow.Table, or the rows.

        Parameters
        ----------
        rows : bool
            Return a row a game or match instead of a row a figure: `variant` and `players`
            (dictionary-encoded), `seed`, `index`, `starter`, `outcome`, `winner`, numbers, and
            numbers by seat, null for seats that the rules lack. Provenance is in the table's
            metadata under ``b"rbsim"``, as JSON.

        Returns
        -------
        pyarrow.Table
            A row for each game or match.

        Raises
        ------
        ValueError
            If no rows were kept, or pyarrow is not installed.
        """
        if not rows:
            return super().to_arrow()
        by_part = self._rows_by_part()
        need("pyarrow", "parquet")
        import pyarrow as pa

        from rbsim.pipeline import parquet

        tables = [parquet.rows_table(batch, part) for batch, part in by_part]
        provenance = [batch_provenance(batch) for batch, _ in by_part]
        joined = pa.concat_tables(tables).unify_dictionaries()
        return joined.replace_schema_metadata(parquet.metadata(provenance))

    def to_pandas(self, *, rows: bool = False) -> Any:
        """Return the table of figures, or with `rows` the rows, as a pandas.DataFrame.

        Whole numbers of rows have pandas' types that can be null. Errors as of `to_arrow`.
        """
        if not rows:
            return super().to_pandas()
        pandas = need("pandas", "pandas")
        table = self.to_arrow(rows=True)
        return table.to_pandas(types_mapper=lambda kind: _nullable(pandas, kind))

    def __repr__(self) -> str:
        n = f"{self.batch.count:,} {self.batch.row_kind.noun}"
        answer = "" if self.answer is None else f"; {self.answer.quantity} {self.answer}"
        return f"<{type(self).__name__}: {n} of {self.variant}, {self.players}{answer}>"


def _nullable(pandas: Any, kind: Any) -> Any:
    """Return pandas' nullable type for a type of whole numbers of Arrow, else None."""
    import pyarrow as pa

    if not pa.types.is_integer(kind):
        return None
    return getattr(pandas, str(kind).replace("ui", "UI", 1).replace("i", "I", 1) + "Dtype")()


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
        return self.rows

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
            return plots.lengths(quantity, f"{self.variant}, {self.players}", histogram)
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
        return self.rows

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
        return matches.report(self)


RESULTS: dict[str, type[BatchResult]] = {GAMES.noun: Result, MATCHES.noun: MatchResult}


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

    Returns a Result or MatchResult, with rows if `room` is an array to fill with them.
    """
    batch = study.arms[arm]
    rule = None if study.arm_goal is None else ArmRule(study.arm_goal, batch.count)
    if room is not None:
        sinks = [*sinks, _ArraySink(room).add]
    tally = play(study, source, [arm], rule, progress, sinks)
    kind = RESULTS[batch.row_kind.noun]
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
