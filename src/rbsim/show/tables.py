"""Tables: figures as terminal text, Markdown and HTML. A cell is never a number already written."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap

from rbsim.figures import QUANTITIES, Figure, Label, are_apart, p_text

GAP = 2  # columns of a terminal between two of a table
WIDTH = 80  # of text that nobody said the width of
MOST_NOTES = 3  # extremes that are told one by one
POINTS, MARK = ", points", " *"
NOTE = "* unfinished games may move these by more than a tenth of the interval"


class P(float):
    """A p-value in a table."""


Cell = Figure | P | int | str | None
Column = list[tuple[str, ...]]  # the lines of its head and of every cell


@dataclass(frozen=True)
class View:
    """A table that a study shows: labels down, quantities across.

    A column is a quantity, or a quantity and `p` or `p_adjusted` of it, as in ``turns.p_adjusted``,
    or a label, as in ``advantage_together.verdict``. It is of the figures whose labels have one of
    the values that `where` names.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    where: Mapping[str, Sequence[Label]] = field(default_factory=dict)
    brief: bool = False  # whether it is shown without --full
    words: str = ""  # above the table on a page


@dataclass(frozen=True)
class Table:
    """A table for people, of as many cells in each row as in its head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: str = ""
    keys: int = 1  # how many columns are labels

    def __str__(self) -> str:
        return "\n".join([*[self.title] * bool(self.title), *text_table(self, WIDTH)])

    def _repr_html_(self) -> str:
        return table_html(self, True)

    def texts(self, i: int) -> list[str]:
        """Return a column as text, its head first; of points alone the head has the unit."""
        cells = [row[i] for row in self.rows]
        forms = {one.form for one in cells if isinstance(one, Figure)}
        if forms != {"difference"}:
            return [self.head[i], *map(cell_text, cells)]
        return [f"{self.head[i]}{POINTS}", *(cell_text(c).replace(" points", "", 1) for c in cells)]

    def lines(self) -> list[tuple[str, ...]]:
        """Return the head and every row as text."""
        return list(zip(*map(self.texts, range(len(self.head))), strict=True))

    def notes(self) -> list[str]:
        """Return a note for each figure that unfinished games move much."""
        return [
            f"* {name}, {cell_text(row[0])}: {cell.extremes_text} if unfinished games all count "
            "against, or for"
            for row in self.rows
            for name, cell in zip(self.head, row, strict=True)
            if isinstance(cell, Figure) and cell.is_noted
        ]

    def data(self) -> list[list[Label]]:
        """Return the table unrounded, for CSV: of a figure the estimate and both ends."""
        wide = [any(isinstance(row[i], Figure) for row in self.rows) for i in range(len(self.head))]
        head: list[list[Label]] = [[name, f"{name}, low", f"{name}, high"] for name in self.head]
        lines: list[list[list[Label]]] = [
            head,
            *([_numbers(cell) for cell in row] for row in self.rows),
        ]
        each = [[*zip(line, wide, strict=True)] for line in lines]
        return [[v for cell, is_wide in own for v in cell[: 3 if is_wide else 1]] for own in each]


def cell_text(cell: Cell) -> str:
    """Return a cell as text; a figure that unfinished games move much has a mark."""
    if isinstance(cell, Figure):
        return cell.text + MARK * cell.is_noted
    if isinstance(cell, P):
        return p_text(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return f"{cell:,}" if isinstance(cell, int) else "-" if cell is None else str(cell)


def _numbers(cell: Cell) -> list[Label]:
    if isinstance(cell, Figure):
        row = cell.row
        return [row["estimate"], row["low"], row["high"]]
    return [float(cell) if isinstance(cell, P) else cell, None, None]


def csv_text(lines: Iterable[Iterable[object]]) -> str:
    """Return lines of values as CSV; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def pivot(view: View, figures: Iterable[Figure]) -> Table:
    """Return the table of a view, without columns that no figure has."""
    cells: dict[tuple[Label, ...], dict[str, Cell]] = {}
    for one in figures:
        if any(one.labels.get(name) not in values for name, values in view.where.items()):
            continue
        row = tuple(one.labels.get(name) for name in view.rows)
        for column in view.columns:
            quantity, _, test = column.partition(".")
            if quantity == one.quantity:
                cell: Cell = one
                if test in one.labels:
                    cell = _label(one.labels[test])
                elif test:
                    cell = P(p) if (p := getattr(one, test)) == p else None
                cells.setdefault(row, {}).setdefault(column, cell)
    shown = [c for c in view.columns if any(own.get(c) is not None for own in cells.values())]
    head = (*(name.replace("_", "-") for name in view.rows), *map(head_of, shown))
    rows = tuple((*map(_label, row), *map(own.get, shown)) for row, own in cells.items())
    return Table(view.title, head, rows, view.words, len(view.rows))


def label_text(value: Label) -> str:
    """Return a label as text."""
    return cell_text(_label(value))


def _label(value: Label) -> Cell:
    return value if value is None or isinstance(value, bool | int | str) else f"{value:g}"


def highest_and_lowest(words: str, named: Mapping[str, Figure], noun: str) -> str:
    """Return which of some figures is the most and which the least, without a full stop."""
    order = sorted(named, key=lambda name: named[name].estimate)
    least, most = named[order[0]], named[order[-1]]
    doubt = "" if are_apart(least, most, len(named)) else "; that may be chance"
    return (f"{words[0].upper()}{words[1:]}: of {len(named)} {noun}, {order[-1]} has the most, "
            f"{most.text}, and {order[0]} the least, {least.text}{doubt}")  # fmt: skip


def head_of(column: str) -> str:
    """Return what stands above a column."""
    quantity, _, test = column.partition(".")
    words = QUANTITIES[quantity].words
    return {"": words, "p": f"{words}, p", "p_adjusted": f"{words}, Holm's p"}.get(test, test)


@dataclass(frozen=True, repr=False)
class Report:
    """A result as text: the answer, the tables that it follows from, and how to read these.

    `print` shows it as a terminal of 80 columns does.
    """

    headline: str
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    is_full: bool = True

    @classmethod
    def of(
        cls, headline: str, tables: Iterable[Table], notes: Iterable[str], is_full: bool
    ) -> Report:
        """Return a report with the notes of its tables, or one for all where they are many."""
        every = tuple(tables)
        said = list(dict.fromkeys(note for table in every for note in table.notes()))
        said = said if len(said) <= MOST_NOTES else [NOTE]
        return cls(headline, every, (*said, *(note for note in notes if note)), is_full)

    def __str__(self) -> str:
        return "\n".join(self.text_lines())

    def text_lines(self, width: int = WIDTH) -> Iterator[str]:
        """Yield the lines of the report as plain text."""
        yield from wrap(self.headline, width, break_long_words=False, break_on_hyphens=False)
        for table in self.tables:
            yield ""
            if self.is_full and table.title:
                yield table.title
            yield from text_table(table, width, None if self.is_full else self.headline)
        yield ""
        for note in self.notes:
            yield from wrap(note, width, break_long_words=False, break_on_hyphens=False)

    def __repr__(self) -> str:
        return f"<Report: {self.headline}>"

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """Return the report as HTML, for a notebook."""
        parts = [f"<p><b>{escape(self.headline)}</b></p>"]
        parts += [table_html(table, self.is_full) for table in self.tables]
        return "".join([*parts, *(f"<p><small>{escape(one)}</small></p>" for one in self.notes)])

    def markdown(self) -> str:
        """Return the report as Markdown."""
        parts = [self.headline] if self.headline else []
        for table in self.tables:
            if self.is_full and table.title:
                parts.append(f"**{table.title}**")
            head, *rows = table.lines()
            lines = [head, tuple("---" for _ in head), *rows]
            parts.append("\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines))
        return "\n\n".join([*parts, *(f"\\{one}" if one[0] == "*" else one for one in self.notes)])


def table_html(table: Table, titled: bool = False) -> str:
    """Return a table as HTML, its labels as heads of rows."""
    head, *rows = table.lines()
    parts = [f"<caption>{escape(table.title)}</caption>"] if titled and table.title else []
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    parts.append(f"<thead><tr>{heads}</tr></thead><tbody>")
    for row in rows:
        labels = "".join(f'<th scope="row">{escape(one)}</th>' for one in row[: table.keys])
        cells = "".join(f"<td>{escape(one)}</td>" for one in row[table.keys :])
        parts.append(f"<tr>{labels}{cells}</tr>")
    return f"<table>{''.join(parts)}</tbody></table>"


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace(" *", " \\*")


def text_table(table: Table, width: int, named: str | None = None) -> Iterator[str]:
    """Yield the lines of a table as text of some columns.

    Heads stand over several lines; where that does not do, intervals stand below their estimates.
    Then last columns go that `named`, the headline, does not name, and what still is too wide goes
    on below; without a headline nothing goes.
    """
    keys, every = table.keys, range(table.keys, len(table.head))
    for below in (False, True):
        columns = [_column(table, i, below) for i in range(len(table.head))]
        if _width_of(columns) <= width:
            yield from _aligned(columns, keys)
            return
    labels, kept = columns[:keys], list(every)
    if _width_of(labels) > width // 2:
        labels = [_wrapped(column, max(8, width // (3 * keys))) for column in labels]
    while named is not None and _width_of([*labels, *(columns[i] for i in kept)]) > width:
        last = [i for i in kept if table.head[i].lower() not in named.lower()]
        if len(kept) == 1 or not last:
            break
        kept.remove(last[-1])
    while kept:
        count = len(kept)
        while count > 1 and _width_of([*labels, *(columns[i] for i in kept[:count])]) > width:
            count -= 1
        yield from _aligned([*labels, *(columns[i] for i in kept[:count])], keys)
        kept = kept[count:]
        yield from [""] * bool(kept)


def _column(table: Table, i: int, below: bool) -> Column:
    """Return a column as lines of each cell, its head no wider than the rest where words allow."""
    head, *texts = table.texts(i)
    cells = [
        _cell_lines(text) if below and isinstance(row[i], Figure) else (text,)
        for text, row in zip(texts, table.rows, strict=True)
    ]
    widest = max((len(line) for cell in cells for line in cell), default=0)
    words = max(map(len, head.split()), default=0)
    return [tuple(wrap(head, max(widest, words, 1))) or ("",), *cells]


def _cell_lines(text: str) -> tuple[str, ...]:
    """Return a figure as two lines, its estimate and its interval, if it has one."""
    estimate, has_interval, interval = text.partition(" (")
    mark = MARK * text.endswith(MARK)
    return (estimate + mark, interval.rstrip(") *")) if has_interval else (text,)


def _wrapped(column: Column, width: int) -> Column:
    return [tuple(wrap(" ".join(one).replace(",", ", "), width)) or ("",) for one in column]


def _width_of(columns: Sequence[Column]) -> int:
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    return sum(widths) + GAP * (len(widths) - 1)


def _aligned(columns: Sequence[Column], keys: int) -> Iterator[str]:
    """Yield lines of cells as text, labels to the left and numbers to the right, heads below."""
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    for number, row in enumerate(zip(*columns, strict=True)):
        height = max(map(len, row))
        for k in range(height):
            cells = []
            for i, (cell, size) in enumerate(zip(row, widths, strict=True)):
                at = k - (height - len(cell)) * (number == 0)
                text = cell[at] if 0 <= at < len(cell) else ""
                cells.append(text.ljust(size) if i < keys else text.rjust(size))
            yield (" " * GAP).join(cells).rstrip()
