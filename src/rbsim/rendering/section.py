"""Section: a part of what is shown of a result: words, tables and plots, all of figures.

A cell of a table is never a number already written.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, Label
from rbsim.stats.number_text import NONE, extremes_text, figure_text, is_noted, p_text
from rbsim.stats.quantity import Form, words_of

MOST_NOTES = 3  # extremes that are told one by one
MARK = " *"
NOTE = "* unfinished games may move these by more than a tenth of the interval"


class P(float):
    """A p-value in a table."""


Cell = Figure | P | int | str | None


@dataclass(frozen=True)
class Table:
    """A table for people; its writers are in `text_tables` and `page`.

    The title says what the rows are of, where tables stand apart from their section. Every row has
    as many cells as the head.

    Examples
    --------
    >>> from rbsim.stats.figure import figure
    >>> from rbsim.stats.intervals import Rate
    >>> one = Table("Ends", ("end", "rate"), (("stalemate", figure("stalemate", Rate(4, 1_000))),))
    >>> list(one.lines())
    [('end', 'rate'), ('stalemate', '0.40% (0.16 to 1.02)')]
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Yield the head and every row as text."""
        yield self.head
        for row in self.rows:
            yield tuple(map(cell_text, row))

    def notes(self) -> list[str]:
        """Return a note for each figure that unfinished games move much."""
        return [
            f"* {name}, {cell_text(row[0])}: {extremes_text(cell)} if unfinished games all count "
            "against, or for"
            for row in self.rows
            for name, cell in zip(self.head, row, strict=True)
            if isinstance(cell, Figure) and is_noted(cell)
        ]

    def data(self) -> list[list[Label]]:
        """Return the table unrounded, for CSV: of a figure the estimate and both ends."""
        head = [(name, f"{name}, low", f"{name}, high") for name in self.head]
        lines = [head, *(map(_numbers, row) for row in self.rows)]
        kept = [
            3 if any(isinstance(row[i], Figure) for row in self.rows) else 1
            for i in range(len(self.head))
        ]
        return [
            [value for three, n in zip(line, kept, strict=True) for value in three[:n]]
            for line in lines
        ]


def p_cell(p: float) -> P | None:
    """Return a p-value as a cell; nothing where there was no test."""
    return P(p) if p == p else None


def notes_of(tables: Iterable[Table]) -> list[str]:
    """Return the notes of tables; of many figures that unfinished games move, one for all."""
    said = list(dict.fromkeys(note for table in tables for note in table.notes()))
    return said if len(said) <= MOST_NOTES else [NOTE]


def cell_text(cell: Cell) -> str:
    """Return a cell as text; a figure that unfinished games move much has a mark."""
    if isinstance(cell, Figure):
        return figure_text(cell) + (MARK if is_noted(cell) else "")
    if isinstance(cell, P):
        return p_text(cell)
    if isinstance(cell, int):
        return f"{cell:,}"
    return NONE if cell is None else cell


def _numbers(cell: Cell) -> tuple[Label, Label, Label]:
    """Return the estimate and both ends of a figure, or what else a cell has."""
    if isinstance(cell, Figure):
        row = cell.row
        return row["estimate"], row["low"], row["high"]
    return float(cell) if isinstance(cell, P) else cell, None, None


def csv_text(lines: Iterable[Iterable[object]]) -> str:
    """Return lines of values as CSV; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def pivot(
    figures: Iterable[Figure], rows: str | Sequence[str], columns: Sequence[str], title: str = ""
) -> Table:
    """Return figures as a table: labels down, quantities across, but those that no figure has."""
    names = (rows,) if isinstance(rows, str) else tuple(rows)
    cells: dict[tuple[Label, ...], dict[str, Figure]] = {}
    for one in figures:
        if one.quantity in columns:
            row = tuple(one.labels.get(name) for name in names)
            cells.setdefault(row, {}).setdefault(one.quantity, one)
    shown = [column for column in columns if any(column in row for row in cells.values())]
    head = (*(name.replace("_", "-") for name in names), *map(words_of, shown))
    lines = (
        (*map(label_text, row), *(found.get(column) for column in shown))
        for row, found in cells.items()
    )
    return Table(title, head, tuple(lines))


def label_text(label: Label) -> str:
    """Return the value of a label as users write it: `no` and `yes` of an axis."""
    if isinstance(label, bool):
        return "yes" if label else "no"
    return str(label)


class Shape(Enum):
    """How a plot is drawn: intervals and distributions in rows, a curve along an axis, a grid."""

    INTERVALS = "intervals"
    CURVE = "curve"
    GRID = "grid"
    LENGTHS = "lengths"


@dataclass(frozen=True)
class Plot:
    """What a picture shows: figures or distributions; `rendering.plots` draws it."""

    name: str  # of the file
    title: str
    shape: Shape = Shape.INTERVALS
    figures: Sequence[Figure] = ()  # of a grid the second axis runs fastest
    names: Sequence[str] = ()  # of the figures; unless given, the labels by which they differ
    axes: tuple[str, ...] = ()  # the labels that are those of a curve or a grid
    lengths: Sequence[Distribution] = ()
    hollow: frozenset[int] = frozenset()  # figures, by their places, that are drawn as diamonds
    note: str = ""  # what else the lines above the drawing say

    @property
    def form(self) -> Form:
        """How its numbers are written."""
        return self.figures[0].form if self.figures else Form.NUMBER

    @property
    def labels(self) -> list[str]:
        """A name for each figure."""
        return list(self.names) or labels_of(self.figures)

    @property
    def axis_names(self) -> list[str]:
        """The names of its axes as users write them."""
        return [axis.replace("_", "-") for axis in self.axes]

    @property
    def ticks(self) -> list[list[str]]:
        """The values along each of its axes as users write them."""
        return [
            list(map(label_text, dict.fromkeys(one.labels[axis] for one in self.figures)))
            for axis in self.axes
        ]


@dataclass(frozen=True)
class Section:
    """A heading with words, tables and plots."""

    title: str
    words: str = ""  # a paragraph on how to read it
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()  # the first of a result's first section is what `plot` draws
    brief: bool = False  # whether it is shown without --full
    links: Sequence[tuple[str, str]] = ()  # on a page: words, and the address that they lead to


def intervals_of(figures: Sequence[Figure], names: Sequence[str] = ()) -> Plot:
    """Return the plot of a quantity with a row for each figure."""
    quantity = figures[0].quantity
    return Plot(quantity, titled(words_of(quantity)), figures=figures, names=names)


def titled(words: str) -> str:
    """Return words with a capital letter."""
    return words[:1].upper() + words[1:]


def labels_of(figures: Sequence[Figure]) -> list[str]:
    """Return words for each figure: the labels by which they differ, or all if there is one."""
    names = dict.fromkeys(name for one in figures for name in one.labels)
    varied = [
        name for name in names if len({str(one.labels.get(name)) for one in figures}) > 1
    ] or [name for name in names if name in ("variant", "players")]
    return [
        ", ".join(
            value if isinstance(value, str) else f"{name.replace('_', '-')} {value}"
            for name in varied
            if (value := one.labels.get(name)) is not None
        )
        for one in figures
    ]
