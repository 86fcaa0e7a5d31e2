"""Results of one batch: its rows, exact sums and provenance."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import rbcore
from rbsim.formatting import games, matches
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.engine import Sink, Source, play
from rbsim.pipeline.stopping import ArmRule, Stopped
from rbsim.pipeline.study import Study
from rbsim.results.match_summary import MatchSummary
from rbsim.results.summary import Summary
from rbsim.running.batch import Batch, Progress
from rbsim.running.provenance import batch_provenance
from rbsim.running.row_kinds import GAMES, MATCHES
from rbsim.sums.histograms import Rows


class BatchResult(ABC):
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
    """

    def __init__(
        self,
        batch: Batch,
        totals: Any,
        seconds: float,
        rows: Rows | None = None,
        stopped: Stopped | None = None,
    ) -> None:
        self.batch = batch
        self.totals = totals
        self.seconds = seconds
        self.rows = rows
        self.stopped = stopped

    @abstractmethod
    def summary(self) -> Any:
        """Return rates, means and quantiles with their intervals."""

    @abstractmethod
    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""

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
        """All that is needed to play the batch again, and the versions that played it."""
        return batch_provenance(self.batch)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary with its provenance, as plain values for JSON."""
        return games.result_dict(self)

    def to_arrow(self) -> Any:
        """Return the rows as a pyarrow.Table.

        Provenance is in the table's metadata under ``b"rbsim"``, as JSON.

        Returns
        -------
        pyarrow.Table
            A row for each game or match.

        Raises
        ------
        ValueError
            If no rows were kept, or pyarrow is not installed.
        """
        if self.rows is None:
            raise ValueError("no rows were kept; play with rows=True")
        need("pyarrow", "parquet")
        from rbsim.pipeline import parquet

        table = parquet.rows_table(self.batch, self.rows)
        return table.replace_schema_metadata(parquet.metadata([self.provenance]))

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame. Raises ValueError as `to_arrow` does."""
        need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def __repr__(self) -> str:
        n = f"{self.batch.count:,} {self.batch.row_kind.noun}"
        return f"<{type(self).__name__}: {n} of {self.variant}, {self.players}>"

    def _repr_html_(self) -> str:
        return self.report().html()


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

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.simulate("strict", games=20, players="greedy", seed=1)
    >>> result.variant, result.players, result.games.shape
    ('strict', 'greedy', (20,))
    >>> result.to_dict()["games"]
    20
    """

    @property
    def games(self) -> Rows | None:
        """One row of rbcore.GAME for each game in the order of their numbers, if kept."""
        return self.rows

    def summary(self) -> Summary:
        """Return rates, means and quantiles with their intervals."""
        return Summary.from_totals(self.totals, self.seconds, self.batch.limits.max_turns)

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
        return MatchSummary.from_totals(self.totals, self.seconds)

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
    if rule is None or rule.stopped is None:
        return kind(batch, tally.arms[arm], tally.seconds, room)
    games = rule.stopped.games
    rows = None if room is None else room[:games]
    return kind(replace(batch, count=games), tally.arms[arm], tally.seconds, rows, rule.stopped)


class _ArraySink:
    """A sink that fills an array of rows."""

    def __init__(self, room: Rows) -> None:
        self.room = room
        self.filled = 0

    def add(self, _: int, rows: Rows) -> None:
        self.room[self.filled : self.filled + len(rows)] = rows
        self.filled += len(rows)
