"""Simulated: the rows and sums of one batch, and where they come from."""

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


class Played(ABC):
    """What the results of games and of matches share.

    Attributes
    ----------
    batch : Batch
        What was played.
    totals
        Exact sums of all rows.
    seconds : float
        Wall time of the playing.
    rows : numpy.ndarray, optional
        One row a game or match in the order of their numbers, if they were kept.
    stopped : Stopped, optional
        How playing until something was known ended.
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
        """The variant as it is typed."""
        return rbcore.variant_text(self.batch.rules)

    @property
    def players(self) -> str:
        """The players as they are typed."""
        return self.batch.player_text

    @property
    def provenance(self) -> dict[str, Any]:
        """All it takes to play these again, and what played them."""
        return batch_provenance(self.batch)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary with its provenance, as plain numbers for JSON."""
        return games.result_dict(self)

    def to_arrow(self) -> Any:
        """Return the rows as a pyarrow.Table, provenance as JSON in its metadata under b"rbsim".

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


class Result(Played):
    """What `simulate` returns.

    Attributes
    ----------
    totals : rbsim.sums.totals.Totals
        Exact sums of all games.
    seconds : float
        Wall time of the playing.
    stopped : Stopped, optional
        How playing until something was known ended.
    """

    @property
    def games(self) -> Rows | None:
        """One row of rbcore.GAME a game in the order of their numbers, if rows were kept."""
        return self.rows

    def summary(self) -> Summary:
        """Return rates, means and quantiles with their intervals."""
        return Summary.from_totals(self.totals, self.seconds)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return games.report(self)


class MatchResult(Played):
    """What `match` returns.

    Attributes
    ----------
    totals : rbsim.sums.match_totals.MatchTotals
        Exact sums of all matches.
    seconds : float
        Wall time of the playing.
    """

    @property
    def matches(self) -> Rows | None:
        """One row of rbcore.MATCH a match in the order of their numbers, if rows were kept."""
        return self.rows

    def summary(self) -> MatchSummary:
        """Return rates, means and quantiles with their intervals."""
        return MatchSummary.from_totals(self.totals, self.seconds)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return matches.report(self)


RESULTS: dict[str, type[Played]] = {GAMES.noun: Result, MATCHES.noun: MatchResult}


def play_arm(
    study: Study,
    source: Source,
    arm: int = 0,
    progress: Progress | None = None,
    sinks: Sequence[Sink] = (),
    kept: Rows | None = None,
) -> Any:
    """Play one arm of a study by itself, to the end or until its goal is reached.

    Returns the Result or MatchResult; with its rows if `kept` has room for them.
    """
    batch = study.arms[arm]
    rule = None if study.arm_goal is None else ArmRule(study.arm_goal, batch.count)
    if kept is not None:
        sinks = [*sinks, _RowKeeper(kept).add]
    tally = play(study, source, [arm], rule, progress, sinks)
    kind = RESULTS[batch.row_kind.noun]
    if rule is None or rule.stopped is None:
        return kind(batch, tally.arms[arm], tally.seconds, kept)
    games = rule.stopped.games
    rows = None if kept is None else kept[:games]
    return kind(replace(batch, count=games), tally.arms[arm], tally.seconds, rows, rule.stopped)


class _RowKeeper:
    """A sink that fills an array."""

    def __init__(self, kept: Rows) -> None:
        self.kept = kept
        self.n = 0

    def add(self, _: int, rows: Rows) -> None:
        self.kept[self.n : self.n + len(rows)] = rows
        self.n += len(rows)
