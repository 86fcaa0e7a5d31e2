"""Tabular result: what all results have: figures as a table, files and pictures."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from rbcore.cards.ranges import shown
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.sums_record import digest
from rbsim.results import table
from rbsim.results.document import Document, document, write
from rbsim.stats.figure import Figure, Label
from rbsim.stats.level import LEVEL

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture


class TabularResult(ABC):
    """A result whose figures are a table.

    Attributes
    ----------
    level : float
        The level of all intervals; `at` gives the same result at another one.
    seconds : float
        Wall time of playing.
    """

    level: float = LEVEL
    seconds: float

    @abstractmethod
    def _figures(self) -> Iterator[Figure]:
        """Yield the figures in the order of the table."""

    @abstractmethod
    def at(self, level: float) -> Self:
        """Return the same result with all its intervals at another level, as 0.99."""

    @abstractmethod
    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""

    @property
    @abstractmethod
    def provenance(self) -> dict[str, Any]:
        """All that is needed to play the games again, and the versions that played them."""

    @property
    @abstractmethod
    def sums(self) -> dict[str, Any]:
        """The exact sums of all games as plain values, which files keep."""

    @property
    def _is_several(self) -> bool:
        """Whether runs stand side by side of which none comes first."""
        return False

    @property
    def _origin(self) -> dict[str, Any]:
        """The provenance as documents have it."""
        return self.provenance

    @property
    @abstractmethod
    def answer(self) -> Figure | None:
        """The figure that answers what the study asks, which its repr shows."""

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All figures, the rows of the table."""
        return tuple(
            figure if figure.again is not None else replace(figure, again=partial(self._at, i))
            for i, figure in enumerate(self._figures())
        )

    def _at(self, index: int, level: float) -> tuple[float, float]:
        return self.at(level).figures[index].interval

    def figure(self, quantity: str, **labels: Label) -> Figure:
        """Return the figure of a quantity with these labels, of several the first.

        Parameters
        ----------
        quantity : str
            As in the table, `turns` or `starter_wins`; `-` does for `_`.
        **labels
            Variant, players or axes, as in the table.

        Returns
        -------
        Figure
            The figure, with its interval.

        Raises
        ------
        ValueError
            In one sentence, which names the nearest quantity, if there is no such figure; and if
        several runs side by side have one and the labels do not say whose is meant.
        """
        figures = self._all_of(quantity)
        found = [one for one in figures if labels.items() <= one.labels.items()]
        if found and (len(found) == 1 or not self._is_several):
            return found[0]
        name, among = figures[0].quantity, found or figures
        values = {key: [one.labels.get(key) for one in among] for key in among[0].labels}
        said = " and ".join(
            f"{key}={' or '.join(map(repr, dict.fromkeys(each)))}"
            for key, each in values.items()
            if len(set(each)) > 1 or key in labels
        )
        if found:
            raise ValueError(f"{name} has {len(found)} figures here; say which, by {said}")
        wanted = ", ".join(f"{key}={shown(value)}" for key, value in labels.items())
        raise ValueError(f"{name} has no figure with {wanted}; there is {said or 'no such label'}")

    def _all_of(self, quantity: str) -> list[Figure]:
        """Return the figures of a quantity. Raises ValueError if there is none."""
        name = str(quantity).replace("-", "_").replace(" ", "_")
        figures = [figure for figure in self.figures if figure.quantity == name]
        if figures:
            return figures
        names = list(dict.fromkeys(figure.quantity for figure in self.figures))
        near = get_close_matches(name, names, 1)
        said = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise ValueError(f"{shown(quantity)} is not a figure of this result; {said}")

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the table as plain columns; None where there is no number.

        Columns are `variant`, `players`, the axes of the study, `quantity`, `estimate`, `low`,
        `high`, `level`, `standard_error`, `method`, `p`, `p_adjusted`, `n`, `undecided_low` and
        `undecided_high`; a row is a figure.
        """
        return table.columns(self.figures)

    def to_arrow(self) -> Any:
        """Return the table as a pyarrow.Table. Raises ValueError without pyarrow."""
        return table.arrow(self.to_dict(), {b"rbsim": json.dumps(self._kept).encode()})

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame. Raises ValueError without pandas."""
        need("pandas", "pandas")
        return self.to_arrow().to_pandas()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the table as a capsule of the Arrow stream interface, which other libraries read.

        So `polars.DataFrame(result)` and `pandas.DataFrame.from_arrow(result)` work, and DuckDB
        takes it as it is.
        """
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_document(self, command: Sequence[str] | None = None) -> Document:
        """Return the object that `--json` prints: schema, command, provenance, results."""
        seconds = self.seconds if self.seconds > 0 else None  # of what was read, none is known
        provenance = {**self._origin, "seconds": seconds}
        return document(table.rows(self.to_dict()), provenance, command)

    def save(
        self, file: str | Path, *, force: bool = False, command: Sequence[str] | None = None
    ) -> None:
        """Write the table to a file of the kind that its name says.

        `rbsim.load` reads `.json` and `.parquet` back, sums and all; `.csv` has the table alone.

        Parameters
        ----------
        file : path
            Ends in ``.parquet``, ``.csv`` or ``.json``.
        force : bool
            Replace a file that exists.
        command : list of str, optional
            A command line to keep in the file.

        Raises
        ------
        ValueError
            In one sentence, for another ending, a file that exists, and without pyarrow.
        """
        kept = self.to_document(command)
        kept["sums"] = {**self.sums, "digest": digest(kept["provenance"], self.sums)}
        write(Path(file), self.to_dict(), kept, force)

    @property
    def _kept(self) -> dict[str, Any]:
        """The document without the table, for the metadata of an Arrow table."""
        return {key: one for key, one in self.to_document().items() if key != "results"}

    def plot(self, quantity: str | None = None) -> Picture:
        """Draw a quantity of all arms, as `rbsim report` does.

        Parameters
        ----------
        quantity : str, optional
            As in the table; that of the study unless given.

        Returns
        -------
        Picture
            A notebook shows it; `save` writes it as SVG.

        Raises
        ------
        ValueError
            In one sentence, for a quantity that this result lacks, and without matplotlib.
        """
        need("matplotlib", "report")
        from rbsim.pictures.drawing import styled

        with styled():
            return self._picture(quantity)

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures.plots import figure_intervals

        if quantity is None:
            quantity = self._default_quantity
        figures = self._all_of(quantity)
        return figure_intervals(figures[0].quantity, figures)

    @property
    def _default_quantity(self) -> str:
        return "advantage"

    def _repr_html_(self) -> str:
        return self.report().html()
