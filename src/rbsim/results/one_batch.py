"""One batch: what the results of one batch have: its rows, exact sums and provenance."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, Self, TypeVar

import numpy as np

from rbsim.optional import need
from rbsim.pipeline.study import Study, Tally
from rbsim.rendering.section import Plot, Section, Shape, Table, intervals_of, pivot
from rbsim.results.result import StudyResult
from rbsim.results.shared_sections import goals
from rbsim.running.batch import Batch
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import words_of
from rbsim.sums.histograms import Rows, RowSums

BRIEF = 4  # columns of a table of runs


S = TypeVar("S", bound=RowSums)


class OneBatch(StudyResult, Generic[S]):
    """The result of a batch of games, of matches or of games of patience."""

    def __init__(self, study: Study, tally: Tally, level: float = LEVEL) -> None:
        (batch,), (totals,) = study.arms, tally.arms.values()
        if tally.stopped:  # as many games as it took
            batch = replace(batch, count=tally.stopped[0].games)
            study = replace(study, arms=(batch,))
        super().__init__(study, replace(tally, arms={0: totals}), level)
        self.totals: S = totals  # exact sums of all rows

    @abstractmethod
    def summary(self) -> object:
        """Return rates, means and quantiles with their intervals."""

    @abstractmethod
    def _own_figures(self) -> Iterator[Figure]:
        """Yield the figures, which get variant and players as labels."""

    def _figures(self) -> Iterator[Figure]:
        labels = {"variant": self.variant, "players": self.players}
        for one in self._own_figures():
            yield one.of(**labels)

    @classmethod
    def side_by_side(cls, runs: Sequence[Self]) -> Iterator[Section]:
        """Yield what several runs of this kind show: a line for each, rates across."""
        every = [one for run in runs for one in run.figures]
        rates = list(dict.fromkeys(one.quantity for one in every if one.count is not None))
        table = run_table(runs, rates[:BRIEF], "Runs")
        yield Section("Runs", "", [table], [run_plot(runs)], brief=True)
        yield Section("All rates", "", [run_table(runs, rates[BRIEF:], "All rates")])

    @property
    def _distributions(self) -> Mapping[str, Distribution]:
        """What is drawn in full, by quantity, named as the run; others are drawn as estimates."""
        return {}

    def _plot(self, quantity: str | None) -> Plot:
        if quantity is None or quantity not in self._distributions:
            return super()._plot(quantity)
        title = f"{words_of(quantity)}, {self.name}"
        return Plot(quantity, title, Shape.LENGTHS, lengths=[self._distributions[quantity]])

    @property
    def variant(self) -> str:
        """The variant's name, or preset with changed axes, as `simulate` takes it."""
        return self.batch.variant

    @property
    def players(self) -> str:
        """The players' names as `simulate` takes them."""
        return self.batch.player_text

    @property
    def name(self) -> str:
        """Variant and players, as tables name them."""
        return self.arm_names[0]

    @property
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the batch again, and the versions that played it.

        Of merged results, that of each part in `parts`.
        """
        if len(self.parts) > 1:
            return super().provenance
        return self.batch.provenance

    def __add__(self, other: Self) -> Self:
        """Return the result of the games of both, with their rows if both have kept them."""
        made = super().__add__(other)
        if made is NotImplemented:
            return made
        if self._rows and other._rows:
            kept = [*self._rows_by_part(), *other._rows_by_part()]
            kept.sort(key=lambda part: (part[0].seed, part[0].first))
            made.keep_rows([np.concatenate([rows for _, rows in kept])])
        return made

    @property
    def _own_rows(self) -> Rows | None:
        return self._rows[0] if self._rows else None

    def _rows_by_part(self) -> list[tuple[Batch, Rows]]:
        """Return the batch and the rows of each part."""
        if not self._rows:
            raise ValueError("no rows were kept; play with rows=True")
        batches = [part.arms[0] for part in self.parts]
        cuts = np.cumsum([batch.count for batch in batches])[:-1]
        return list(zip(batches, np.split(self._rows[0], cuts), strict=True))

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
        pa = need("pyarrow", "parquet")
        from rbsim.pipeline import parquet

        tables = [parquet.rows_table(batch, part) for batch, part in by_part]
        provenance = [batch.provenance for batch, _ in by_part]
        joined = pa.concat_tables(tables).unify_dictionaries()
        return joined.replace_schema_metadata(parquet.metadata(provenance))

    def to_pandas(self, *, rows: bool = False) -> Any:
        """Return the table of figures, or with `rows` the rows, as a pandas.DataFrame.

        Whole numbers of rows have pandas' types that can be null. Errors as of `to_arrow`.
        """
        if not rows:
            return super().to_pandas()
        pandas = need("pandas", "pandas")
        table, pa = self.to_arrow(rows=True), need("pyarrow", "parquet")
        whole = [f"{sign}nt{bits}" for sign in ("I", "UI") for bits in (8, 16, 32, 64)]
        null = {getattr(pa, own.lower())(): getattr(pandas, f"{own}Dtype")() for own in whole}
        return table.to_pandas(types_mapper=null.get)


def run_labels(runs: Sequence[OneBatch[Any]]) -> list[str]:
    """Return the labels that tell runs apart."""
    labels = ("variant", "players")
    return [one for one in labels if len({getattr(run, one) for run in runs}) > 1] or ["variant"]


def run_table(runs: Sequence[OneBatch[Any]], quantities: Sequence[str], title: str) -> Table:
    """Return a table with a line for each run, quantities across."""
    figures = (one for run in runs for one in run.figures)
    return pivot(figures, run_labels(runs), quantities, title)


def run_plot(runs: Sequence[OneBatch[Any]]) -> Plot:
    """Return the plot of the answer of each run."""
    return intervals_of([run.answer for run in runs if run.answer is not None])


def run_goals(runs: Sequence[OneBatch[Any]]) -> Iterator[Section]:
    """Yield how playing runs for a goal ended, if there was one."""
    return goals([end for run in runs for end in run.tally.stopped], [run.name for run in runs])
