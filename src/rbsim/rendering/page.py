"""Page: results as one self-contained file of HTML."""

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from rbsim.rendering.plots import draw
from rbsim.rendering.section import Section, Table, csv_text, notes_of
from rbsim.rendering.svg import Picture
from rbsim.stats.level import LEVEL, level_text

COMMAND = "The command that began it; given again with the store, it only reads what is there."
PROVENANCE = "What was run, and how to run it again"
PLAN = (
    "The plan, {file}, of which this is {study}{part}; rbsim study plays it, or this store's, "
    "again."
)
NO_COMMAND = "It was begun from Python; the record below has all that is needed to play it again."


@dataclass(frozen=True)
class Page:
    """The text of a page, and the pictures in it."""

    html: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Article:
    """What a page has of one result."""

    title: str
    headline: str  # what was found, in a sentence, as the next two
    compared: str
    played: str
    sections: Sequence[Section]
    played_tables: Sequence[Table]  # what was played, in full
    record: Mapping[str, Any]  # all that is needed to play it again, as plain values
    level: float = LEVEL


@dataclass(frozen=True)
class _Placed:
    """An article in its place on the page, with its pictures drawn."""

    number: int
    one: Article
    pictures: tuple[tuple[Picture, ...], ...]

    def anchor(self, title: str) -> str:
        """Return the id of a section."""
        return f"study-{self.number}-{_slug(title)}"


def make(articles: Sequence[Article], title: str = "") -> Page:
    """Return one page of several articles, by default with their titles; always the same one."""
    placed = [_placed(i, one) for i, one in enumerate(articles, 1)]
    pictures = tuple(p for one in placed for part in one.pictures for p in part)
    heading = escape(title or ", ".join(one.title for one in articles))
    body = [f"<h1>{heading}</h1>"]
    for one in articles:
        name = f"<b>{escape(one.title)}.</b> " if len(articles) > 1 else ""
        body.append(f'<p class="answer">{name}{escape(one.headline)}</p>')
        body.append(f"<p>{escape(one.compared)}</p>")
    levels = ", ".join(dict.fromkeys(level_text(one.level) for one in articles))
    usual = level_text(LEVEL)
    looks = "" if levels == usual else f", but for those at every look, which are {usual}"
    body.append(f"<p>All intervals are {levels}{looks}.</p>")
    body += _contents(placed)
    for each in placed:
        body += _article(each)
    style = files("rbsim.rendering").joinpath("page.css").read_text("utf-8")
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        "<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )
    return Page(html, pictures)


def _placed(number: int, one: Article) -> _Placed:
    """Draw the plots of an article; one of a name that another has gets a number too."""
    seen: Counter[str] = Counter()
    pictures = []
    for section in one.sections:
        drawn = []
        for plot in section.plots:
            seen[plot.name] += 1
            name = plot.name if seen[plot.name] == 1 else f"{plot.name}-{seen[plot.name]}"
            drawn.append(draw(replace(plot, name=name), f"study-{number}-"))
        pictures.append(tuple(drawn))
    return _Placed(number, one, tuple(pictures))


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _contents(articles: Sequence[_Placed]) -> Iterator[str]:
    """Yield links to all sections, under their studies if there are several."""
    yield '<nav aria-label="Contents"><ul>'
    for each in articles:
        titles = [*(section.title for section in each.one.sections), PROVENANCE]
        links = [f'<li><a href="#{each.anchor(t)}">{escape(t)}</a></li>' for t in titles]
        if len(articles) == 1:
            yield from links
        else:
            yield f'<li><a href="#study-{each.number}">{escape(each.one.title)}</a><ul>'
            yield from links
            yield "</ul></li>"
    yield "</ul></nav>"


def _article(each: _Placed) -> Iterator[str]:
    anchor = f"study-{each.number}"
    yield f'<article id="{anchor}">\n<h2><a href="#{anchor}">{escape(each.one.title)}</a></h2>'
    yield f"<p>{escape(each.one.played)}.</p>"
    for section, pictures in zip(each.one.sections, each.pictures, strict=True):
        yield from _section(each, section, pictures)
    yield from _provenance(each)
    yield "</article>"


def _section(each: _Placed, section: Section, pictures: Sequence[Picture]) -> Iterator[str]:
    anchor = each.anchor(section.title)
    yield _heading(anchor, section.title)
    if section.words:
        yield f"<p>{escape(section.words)}</p>"
    if pictures:
        wide = " wide" if any(picture.wide for picture in pictures) else ""
        yield f'<div class="figures{wide}">'
        for picture in pictures:
            yield f"<figure>{picture.inline}</figure>"
        yield "</div>"
    for i, table in enumerate(section.tables, 1):
        file = f"{anchor}-{i}" if len(section.tables) > 1 else anchor
        yield _table(table, file, f"{each.one.title}, {section.title}")
    if section.links:
        yield "<ul>"
        for words, address in section.links:
            yield f'<li><a href="{escape(address)}">{escape(words)}</a></li>'
        yield "</ul>"
    yield "</section>"


def _heading(anchor: str, title: str) -> str:
    return f'<section id="{anchor}">\n<h3><a href="#{anchor}">{escape(title)}</a></h3>'


def _table(table: Table, file: str, where: str) -> str:
    """Return a table in a box of its own, which scrolls, below a link to its numbers as CSV.

    Where it stands is said to screen readers, as several tables of a page may have one title.
    """
    head, *rows = table.lines()
    name = escape(table.title)
    label = escape(f"{table.title}; {where}")
    data = f"data:text/csv;charset=utf-8,{quote(csv_text(table.data()))}"
    link = f'<a download="{file}.csv" href="{data}" aria-label="{label}, as CSV">CSV</a>'
    parts = [
        f'<p class="name"><span>{name}</span>{link}</p>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table><thead><tr>',
        *(f'<th scope="col">{escape(cell)}</th>' for cell in head),
        "</tr></thead><tbody>",
    ]
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        parts.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    parts.append("</tbody></table></div>")
    parts += [f"<p><small>{escape(note)}</small></p>" for note in notes_of([table])]
    return "".join(parts)


def _provenance(each: _Placed) -> Iterator[str]:
    """Yield the section on command, versions, arms and rules, with the record."""
    record = each.one.record
    anchor = each.anchor(PROVENANCE)
    command, plan = record.get("command"), record.get("plan")
    yield _heading(anchor, PROVENANCE)
    yield f"<p>{COMMAND if command else NO_COMMAND}</p>"
    if command:
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    if plan is not None:
        part = f", one game in {plan['part']}" if "part" in plan else ""
        yield f"<p>{escape(PLAN.format_map({**plan, 'part': part}))}</p>"
        yield f"<pre>{escape(plan['text'])}</pre>"
    for table in each.one.played_tables:
        yield _table(table, f"{anchor}-{_slug(table.title)}", each.one.title)
    rest = {key: value for key, value in record.items() if key != "plan"}
    whole = escape(json.dumps(rest, indent=2))
    yield f"<details><summary>The whole record</summary><pre>{whole}</pre></details>"
    yield "</section>"
