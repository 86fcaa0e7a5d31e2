"""Batch result: what the results of one batch have: its rows, exact sums and provenance."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np

from rbsim.optional import need
from rbsim.pipeline.stopping import Goal, Stopped
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.parts import parts_provenance
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import Batch
from rbsim.running.provenance import batch_provenance
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.sums.histograms import Rows


class BatchResult(StudyResult):
    """The result of a batch of games, of matches or of games of patience.

    Attributes
    ----------
    batch : Batch
        The batch that was played.
    totals : Totals, MatchTotals, PatienceTotals or SympathyTotals
        Exact sums of all rows.
    seconds : float
        Wall time of playing.
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
        study = Study(batch.row_kind.study, (batch,), goal=goal)
        self._keep(study, Tally({0: totals}, None, seconds), level)
        self.batch = batch
        self.totals = totals
        self._rows = rows
        self.stopped = stopped

    @abstractmethod
    def summary(self) -> Any:
        """Return rates, means and quantiles with their intervals."""

    @property
    @abstractmethod
    def answer(self) -> Figure:
        """The figure that answers what the batch asks, which its repr shows."""

    @property
    def variant(self) -> str:
        """The variant's name, or preset with changed axes, as `simulate` takes it."""
        return self.batch.variant

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
            study.arms[0], tally.arms[0], tally.seconds, self._rows, self.stopped, level
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
        made._rows = None
        if self._rows is not None and other._rows is not None:
            kept = [*self._rows_by_part(), *other._rows_by_part()]
            kept.sort(key=lambda part: (part[0].seed, part[0].first))
            made._rows = np.concatenate([rows for _, rows in kept])
        return made

    def _rows_by_part(self) -> list[tuple[Batch, Rows]]:
        """Return the batch and the rows of each part."""
        if self._rows is None:
            raise ValueError("no rows were kept; play with rows=True")
        batches = [part.arms[0] for part in self.parts]
        cuts = np.cumsum([batch.count for batch in batches])[:-1]
        return list(zip(batches, np.split(self._rows, cuts), strict=True))

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
        answer = f"{self.answer.quantity} {self.answer}"
        return f"<{type(self).__name__}: {n} of {self.variant}, {self.players}; {answer}>"


def _nullable(pandas: Any, kind: Any) -> Any:
    """Return pandas' nullable type for a type of whole numbers of Arrow, else None."""
    import pyarrow as pa

    if not pa.types.is_integer(kind):
        return None
    return getattr(pandas, str(kind).replace("ui", "UI", 1).replace("i", "I", 1) + "Dtype")()
