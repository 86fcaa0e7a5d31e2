"""Tables: figures as text, Markdown, LaTeX and HTML. Cells hold values, not formatted numbers."""

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from textwrap import wrap

from rbsim.estimates.figures import QUANTITIES, Figure, Label, p_text
from rbsim.estimates.intervals import joint_level, two_sided

GAP = 2  # terminal columns between two columns of a table
WIDTH = 80  # default width of text
MAX_NOTES = 3  # notes on unfinished games that are given one by one
POINTS, MARK = ", points", " *"
NOTE = "* unfinished games account for more than a tenth of the width of this interval"
OPEN_NOTE = (
    "; `at least` marks an interval without an upper end, because unfinished games may be of any "
    "length"
)


class P(float):
    """A p-value in a table."""


Cell = Figure | P | int | str | None
Column = list[tuple[str, ...]]  # the lines of its head and of every cell


@dataclass(frozen=True)
class TableLayout:
    """A table that a study shows: labels in rows, quantities in columns."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]  # quantities, or an aspect of one: `turns.p`, `turns.n`, or a label
    where: Mapping[str, Sequence[Label]] = field(default_factory=dict)  # the values shown, by label
    brief: bool = False  # whether it is shown without --full


@dataclass(frozen=True)
class Table:
    """A table for people; each row has as many cells as the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    keys: int = 1  # how many columns are labels

    def __str__(self) -> str:
        lines = text_table(self, WIDTH)
        return "\n".join([self.title, *lines] if self.title else lines)

    def _repr_html_(self) -> str:
        return table_html(self, True)

    def texts(self, i: int) -> list[str]:
        """Return a column as text, head first; if all cells are points, the head has the unit."""
        cells = [row[i] for row in self.rows]
        forms = {figure.form for figure in cells if isinstance(figure, Figure)}
        if forms != {"difference"}:
            return [self.head[i], *map(cell_text, cells)]
        return [f"{self.head[i]}{POINTS}", *(cell_text(c).replace(" points", "", 1) for c in cells)]

    def lines(self) -> list[tuple[str, ...]]:
        """Return the head and every row as text."""
        return list(zip(*map(self.texts, range(len(self.head))), strict=True))

    def notes(self, titled: bool = False) -> list[str]:
        """Return a note for each figure that depends much on unfinished games."""
        title = f"{self.title}: " if titled else ""
        return [
            f"* {title}{name}, {self.row_text(row)}: {cell.extremes_text}"
            for row in self.rows
            for name, cell in zip(self.head, row, strict=True)
            if isinstance(cell, Figure) and cell.is_noted
        ]

    def row_text(self, row: tuple[Cell, ...]) -> str:
        """Return the labels that distinguish a row from others."""
        several = [i for i in range(self.keys) if len({row[i] for row in self.rows}) > 1]
        return ", ".join(cell_text(row[i]) for i in several or (0,))

    def data(self) -> list[list[Label]]:
        """Return the table unrounded, for CSV; a figure becomes its estimate and both ends."""
        wide = [any(isinstance(row[i], Figure) for row in self.rows) for i in range(len(self.head))]
        head: list[list[Label]] = [[name, f"{name}, low", f"{name}, high"] for name in self.head]
        lines = [head, *([_numbers(cell) for cell in row] for row in self.rows)]
        return [
            [
                value
                for cell, is_wide in zip(line, wide, strict=True)
                for value in cell[: 3 if is_wide else 1]
            ]
            for line in lines
        ]


def cell_text(cell: Cell) -> str:
    """Return a cell as text; a figure that depends much on unfinished games gets a mark."""
    if isinstance(cell, Figure):
        return cell.text + MARK if cell.is_noted else cell.text
    if isinstance(cell, P):
        return p_text(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    return "-" if cell is None else str(cell)


def _numbers(cell: Cell) -> list[Label]:
    if isinstance(cell, Figure):
        return [cell.row[name] for name in ("estimate", "low", "high")]
    return [float(cell) if isinstance(cell, P) else cell, None, None]


def csv_text(lines: Iterable[Iterable[object]]) -> str:
    """Return lines of values as CSV; None is an empty cell."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()


def pivot(layout: TableLayout, figures: Iterable[Figure]) -> Table:
    """Return the table of a layout, without columns for which there is no figure.

    A table without columns has no rows. If the figures of the first column have different numbers
    of games, a column shows these.
    """
    rows = _cells_by_row(layout, figures)
    by_column = {column: [row.get(column) for row in rows.values()] for column in layout.columns}
    shown = {
        column: cells
        for column, cells in by_column.items()
        if any(cell is not None for cell in cells)
    }
    if not shown:
        return Table(layout.title, layout.rows, (), len(layout.rows))
    columns: list[tuple[str, list[Cell]]] = []
    for i, name in enumerate(layout.rows):
        labels = [labels[i] for labels in rows]
        texts = [label_text(label) if isinstance(label, float) else label for label in labels]
        columns.append((name.replace("_", "-"), [*texts]))
    if not any(column.endswith(".n") for column in shown):
        columns += _column_of_games(next(iter(shown.values()), []))
    columns += [(head_of(column, cells), cells) for column, cells in shown.items()]
    head = tuple(name for name, _ in columns)
    lines = zip(*(cells for _, cells in columns), strict=True)
    return Table(layout.title, head, tuple(lines), len(layout.rows))


def _cells_by_row(
    layout: TableLayout, figures: Iterable[Figure]
) -> dict[tuple[Label, ...], dict[str, Cell]]:
    """Return the cells of a layout, by the labels of their row and then by column."""
    rows: dict[tuple[Label, ...], dict[str, Cell]] = {}
    for figure in figures:
        if any(figure.labels.get(name) not in labels for name, labels in layout.where.items()):
            continue
        labels = tuple(figure.labels.get(name) for name in layout.rows)
        for column in layout.columns:
            quantity, _, aspect = column.partition(".")
            if quantity == figure.quantity:
                rows.setdefault(labels, {}).setdefault(column, _cell_of(figure, aspect))
    return rows


def _cell_of(figure: Figure, aspect: str) -> Cell:
    """Return a figure, or an aspect of it: a label, its number of games `n`, or a p-value."""
    if not aspect:
        return figure
    if aspect in figure.labels:
        return label_text(figure.labels[aspect])
    if aspect == "n":
        return figure.n
    p = float(getattr(figure, aspect))
    return None if math.isnan(p) else P(p)


def _column_of_games(cells: Sequence[Cell]) -> list[tuple[str, list[Cell]]]:
    """Return a column with the number of games of each figure; none if all are equal."""
    figures = [cell for cell in cells if isinstance(cell, Figure)]
    if len({figure.n for figure in figures}) < 2:
        return []
    counts: list[Cell] = [cell.n if isinstance(cell, Figure) else None for cell in cells]
    return [(figures[0].unit, counts)]


def label_text(value: Label) -> str:
    """Return a label as text."""
    return f"{value:g}" if isinstance(value, float) else cell_text(value)


def highest_and_lowest(
    words: str, named: Mapping[str, Figure], noun: str, *, doubts: bool = True
) -> str:
    """Return which of some figures is highest and which lowest, without a full stop.

    If it doubts and the two intervals overlap when they are widened to hold jointly, it also says
    that the difference may be due to chance.
    """
    words = words[0].upper() + words[1:]
    if all(figure.is_never and figure.is_bound for figure in named.values()):
        widest = max(named.values(), key=lambda figure: figure.high).text
        return f"{words}: never seen in any of {len(named)} {noun}, so it is {widest} in each"
    order = sorted(named, key=lambda name: named[name].estimate)
    least, most = named[order[0]], named[order[-1]]
    text = (
        f"{words}: the highest of {len(named)} {noun} is {order[-1]} with {most.text}, and the "
        f"lowest is {order[0]} with {least.text}"
    )
    # The two were picked as extremes, so their difference has to be wider.
    wider = two_sided(joint_level(least.level, len(named))) / two_sided(least.level)
    reach = (least.high - least.estimate) + (most.estimate - most.low)
    if doubts and not most.estimate - least.estimate > wider * reach:
        overlap = "the two intervals overlap if widened to hold jointly, so "
        text += f"; {'' if math.isnan(reach) else overlap}the difference may be due to chance"
        if least.is_noted or most.is_noted:
            text += " or to unfinished games"
    return text


def head_of(column: str, cells: Iterable[Cell]) -> str:
    """Return the head of a column; for an advantage also whether it is causal or as played."""
    quantity, _, test = column.partition(".")
    starts = {
        figure.labels.get("start", "as played") for figure in cells if isinstance(figure, Figure)
    }
    start_words = starts if quantity == "advantage" and len(starts) == 1 else ()
    words = ", ".join((QUANTITIES[quantity].words, *map(str, start_words)))
    tests = {"": words, "p": f"{words}, p", "p_adjusted": f"{words}, Holm's p", "n": "games"}
    return tests.get(test, test)


@dataclass(frozen=True, repr=False)
class Report:
    """A result as text: the answer, the tables behind it, and notes on how to read them."""

    headline: str
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    is_full: bool = True
    goal: str = ""  # the target, and whether it was met

    @property
    def is_titled(self) -> bool:
        """Whether tables have titles, which distinguish several."""
        return self.is_full or len(self.tables) > 1

    def notes_of(self, tables: Sequence[Table]) -> list[str]:
        """Return the notes of some tables, one for all if there are many, and other notes."""
        notes = list(
            dict.fromkeys(note for table in tables for note in table.notes(self.is_titled))
        )
        if len(notes) > MAX_NOTES:
            cells = (cell for table in tables for row in table.rows for cell in row)
            is_open = any(isinstance(cell, Figure) and cell.is_open for cell in cells)
            notes = [NOTE + OPEN_NOTE if is_open else NOTE]
        return [*notes, *filter(None, self.notes)]

    def __str__(self) -> str:
        return "\n".join(self.text_lines())

    def text_lines(self, width: int = WIDTH) -> Iterator[str]:
        """Yield the lines of the report as plain text."""
        tables = self.tables
        if not self.is_full:
            tables = tuple(fitted(table, width, self.headline) for table in tables)
        for sentence in filter(None, (self.headline, self.goal)):
            yield from wrap(sentence, width, break_long_words=False, break_on_hyphens=False)
        for table in tables:
            yield ""
            if self.is_titled and table.title:
                yield table.title
            yield from text_table(table, width)
        yield ""
        for note in self.notes_of(tables):
            yield from wrap(note, width, break_long_words=False, break_on_hyphens=False)

    def __repr__(self) -> str:
        return f"<Report: {self.headline}>"

    def html(self) -> str:
        """Return the report as HTML, for a notebook."""
        parts = [f"<p><b>{escape(self.headline)}</b></p>"]
        if self.goal:
            parts.append(f"<p>{escape(self.goal)}</p>")
        parts += [table_html(table, self.is_titled) for table in self.tables]
        notes = (f"<p><small>{escape(note)}</small></p>" for note in self.notes_of(self.tables))
        return "".join([*parts, *notes])

    _repr_html_ = html

    def markdown(self) -> str:
        """Return the report as Markdown."""
        parts = [self.headline, self.goal] if self.goal else [self.headline]
        for table in self.tables:
            if self.is_titled and table.title:
                parts.append(f"**{table.title}**")
            head, *rows = table.lines()
            lines = [head, tuple("---" for _ in head), *rows]
            cells = ([c.replace("|", "\\|").replace(" *", " \\*") for c in line] for line in lines)
            parts.append("\n".join(f"| {' | '.join(line)} |" for line in cells))
        notes = self.notes_of(self.tables)
        return "\n\n".join([*parts, *(f"\\{note}" if note[0] == "*" else note for note in notes)])

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def latex(self, *, siunitx: bool = False, caption: str = "", label: str = "") -> str:
        """Return the report as LaTeX.

        Parameters
        ----------
        siunitx : bool
            Write numbers with ``\\num`` of the package siunitx, in the document's style. By default
            no package is needed.
        caption, label : str
            Caption and label of the first table, which then floats. Without a caption the headline
            stands above the table.

        Returns
        -------
        str
            Paragraphs, and a ``tabular`` for each table.

        Examples
        --------
        >>> import rbsim
        >>> found = rbsim.advantage("standard", games=1_000, players="greedy", seed=1)
        >>> print(found.report().latex(siunitx=True, caption="What starting is worth"))
        ... # doctest: +ELLIPSIS
        \\begin{table}
        \\caption{What starting is worth}
        \\begin{tabular}{lrrrr}
        \\hline
        start & advantage, points & ...
        \\hline
        causal & \\num[retain-explicit-plus]{+15.6} (\\num{11.3} to \\num{19.8}) & ...
        """
        floats = bool(caption or label)
        texts = (self.headline, self.goal) if not floats else (self.goal,)
        parts = [latex_text(text) for text in texts if text]
        for number, table in enumerate(self.tables):
            is_captioned = bool(caption) and number == 0
            if self.is_titled and table.title and not is_captioned:
                parts.append(rf"\textbf{{{latex_text(table.title)}}}")
            tabular = table_latex(table, siunitx)
            if floats and number == 0:
                names = [rf"\caption{{{latex_text(caption)}}}"] if caption else []
                if label:
                    names.append(rf"\label{{{label}}}")
                tabular = "\n".join([r"\begin{table}", *names, tabular, r"\end{table}"])
            parts.append(tabular)
        return "\n\n".join([*parts, *map(latex_text, self.notes_of(self.tables))])

    def _repr_latex_(self) -> str:
        return self.latex()


def table_html(table: Table, titled: bool = False) -> str:
    """Return a table as HTML, with labels as row headings."""
    head, *rows = table.lines()
    parts = [f"<caption>{escape(table.title)}</caption>"] if titled and table.title else []
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    parts.append(f"<thead><tr>{heads}</tr></thead><tbody>")
    for row in rows:
        labels = "".join(f'<th scope="row">{escape(text)}</th>' for text in row[: table.keys])
        cells = "".join(f"<td>{escape(text)}</td>" for text in row[table.keys :])
        parts.append(f"<tr>{labels}{cells}</tr>")
    return f"<table>{''.join(parts)}</tbody></table>"


LATEX = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "×": r"$\times$",
    "−": r"$-$",
}
NUMBER = re.compile(r"(?<![\w.])[+-]?\d[\d,]*(\.\d+)?(?!\w)")


def latex_text(text: str) -> str:
    """Return text with the special characters of LaTeX escaped."""
    return "".join(LATEX.get(sign, sign) for sign in text)


def table_latex(table: Table, siunitx: bool = False) -> str:
    r"""Return a table as a ``tabular``, with plain numbers or siunitx's ``\num``."""

    def cell_latex(text: str) -> str:
        parts, at = [], 0
        for number in NUMBER.finditer(text) if siunitx else ():
            parts.append(latex_text(text[at : number.start()]))
            sign = "[retain-explicit-plus]" if number[0].startswith("+") else ""
            parts.append(rf"\num{sign}{{{number[0].replace(',', '')}}}")
            at = number.end()
        return "".join([*parts, latex_text(text[at:])])

    head, *rows = table.lines()
    lines = [" & ".join(map(latex_text, head))]
    for row in rows:
        labels, numbers = row[: table.keys], row[table.keys :]
        lines.append(" & ".join([*map(latex_text, labels), *map(cell_latex, numbers)]))
    columns = "l" * table.keys + "r" * (len(head) - table.keys)
    ruled = [r"\hline", rf"{lines[0]} \\", r"\hline", *(rf"{line} \\" for line in lines[1:])]
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *ruled, r"\hline", r"\end{tabular}"])


def fitted(table: Table, width: int, named: str) -> Table:
    """Return a table without the last columns that do not fit, unless the headline names them."""
    columns, keys = _columns(table, width)
    kept = list(range(keys, len(columns)))
    while _width_of([*columns[:keys], *(columns[i] for i in kept)]) > width:
        last = [i for i in kept if table.head[i].partition(",")[0].lower() not in named.lower()]
        if len(kept) == 1 or not last:
            break
        kept.remove(last[-1])
    columns_kept = [*range(keys), *kept]
    rows = tuple(tuple(row[i] for i in columns_kept) for row in table.rows)
    return replace(table, head=tuple(table.head[i] for i in columns_kept), rows=rows)


def text_table(table: Table, width: int) -> Iterator[str]:
    """Yield a table as text; if too wide, intervals and further columns go below."""
    plain = [_column(table, i, False) for i in range(len(table.head))]
    if _width_of(plain) <= width:
        yield from _aligned(plain, table.keys)
        return
    columns, keys = _columns(table, width)
    labels, rest = columns[:keys], columns[keys:]
    while rest:
        count = len(rest)
        while count > 1 and _width_of([*labels, *rest[:count]]) > width:
            count -= 1
        yield from _aligned([*labels, *rest[:count]], keys)
        rest = rest[count:]
        if rest:
            yield ""


def _columns(table: Table, width: int) -> tuple[list[Column], int]:
    """Return columns with intervals below estimates, and long labels on several lines."""
    columns, keys = [_column(table, i, True) for i in range(len(table.head))], table.keys
    if _width_of(columns) > width and _width_of(columns[:keys]) > width // 2:
        most = max(8, width // (3 * keys))
        columns[:keys] = [
            [tuple(wrap(" ".join(lines).replace(",", ", "), most)) or ("",) for lines in column]
            for column in columns[:keys]
        ]
    return columns, keys


def _column(table: Table, i: int, below: bool) -> Column:
    """Return a column as the lines of each cell; the head is wrapped to the width of the rest."""
    head, *texts = table.texts(i)
    cells: Column = []
    for text, row in zip(texts, table.rows, strict=True):
        estimate, has_interval, interval = text.partition(" (")
        if below and isinstance(row[i], Figure) and has_interval:
            mark = MARK if text.endswith(MARK) else ""
            cells.append((estimate + mark, interval.rstrip(") *")))
        else:
            cells.append((text,))
    widest = max((len(line) for cell in cells for line in cell), default=0)
    words = max(map(len, head.split()), default=0)
    return [tuple(wrap(head, max(widest, words, 1))) or ("",), *cells]


def _width_of(columns: Sequence[Column]) -> int:
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    return sum(widths) + GAP * (len(widths) - 1)


def _aligned(columns: Sequence[Column], keys: int) -> Iterator[str]:
    """Yield lines of cells as text: labels left, numbers right, heads aligned at the bottom."""
    widths = [max(len(line) for cell in column for line in cell) for column in columns]
    for number, row in enumerate(zip(*columns, strict=True)):
        height = max(map(len, row))
        for k in range(height):
            cells = []
            for i, (cell, size) in enumerate(zip(row, widths, strict=True)):
                at = k - (height - len(cell)) if number == 0 else k
                text = cell[at] if 0 <= at < len(cell) else ""
                cells.append(text.ljust(size) if i < keys else text.rjust(size))
            yield (" " * GAP).join(cells).rstrip()
