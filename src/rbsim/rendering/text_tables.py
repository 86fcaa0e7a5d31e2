"""Text tables: what is shown of a result in a terminal, a notebook and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rbsim.rendering.section import Section, Table, notes_of

GAP = 2  # columns of a terminal between two of a table
Lines = list[tuple[str, ...]]


@dataclass(frozen=True)
class Report:
    """A result as text: the answer, the tables that it follows from, and how to read these.

    The origin is games, seed, players and versions. Unless it is full, tables lose columns that do
    not fit.

    Examples
    --------
    >>> report = Report("All came out.", (Table("", ("outcome", "games"), (("win", 2),)),))
    >>> print(report.markdown())
    All came out.
    <BLANKLINE>
    | outcome | games |
    | --- | --- |
    | win | 2 |
    """

    headline: str
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()
    origin: str = ""
    is_full: bool = True

    @classmethod
    def of_sections(
        cls, headline: str, sections: Sequence[Section], origin: str, is_full: bool = True
    ) -> Report:
        """Return the report that has the tables of some sections, and their notes."""
        tables = tuple(table for section in sections for table in section.tables)
        return cls(headline, tables, tuple(notes_of(tables)), origin, is_full)

    @property
    def footnote(self) -> str:
        """The lines below the tables."""
        return "\n".join(line for line in (*self.notes, self.origin) if line)

    def html(self) -> str:
        """Return the report as HTML, for a notebook."""
        parts = [f"<p><b>{escape(self.headline)}</b></p>"]
        for table in self.tables:
            head, *rows = table.lines()
            parts.append("<table><thead>" + _html_row(head, "th") + "</thead><tbody>")
            parts += [_html_row(row, "td") for row in rows]
            parts.append("</tbody></table>")
        parts += [f"<p><small>{escape(line)}</small></p>" for line in self.footnote.splitlines()]
        return "".join(parts)

    def markdown(self) -> str:
        """Return the report as Markdown."""
        parts = [self.headline] if self.headline else []
        for table in self.tables:
            if self.is_full and table.title:
                parts.append(f"**{table.title}**")
            head, *rows = table.lines()
            lines = [head, tuple("---" for _ in head), *rows]
            parts.append("\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines))
        notes = self.footnote.splitlines()
        return "\n\n".join([*parts, *(f"\\{one}" if one[0] == "*" else one for one in notes)])


def _html_row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|").replace(" *", " \\*")


def fitted(table: Table, width: int, drops: bool = False) -> Lines:
    """Return the lines of a table that fits a width.

    One that is too wide loses its last columns if it `drops` them, down to two of figures; or else
    has a block for each row.
    """
    lines, every = list(table.lines()), len(table.head)
    for kept in range(every, min(2, every - 1) if drops else every - 1, -1):
        narrow = [line[:kept] for line in lines]
        widths = [max(map(len, column)) for column in zip(*narrow, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) <= width:
            return narrow
    return list(_blocks(lines))


def _blocks(lines: Lines) -> Iterator[tuple[str, ...]]:
    head, *rows = lines
    for i, row in enumerate(rows):
        if i:
            yield "", ""
        yield from ((name, cell) for name, cell in zip(head, row, strict=True) if cell)
