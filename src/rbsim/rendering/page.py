"""Page: results as one self-contained file of HTML."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any
from urllib.parse import quote

from rbsim.rendering.plots import draw
from rbsim.rendering.section import Section
from rbsim.rendering.svg import Picture
from rbsim.rendering.table import Table, notes_of
from rbsim.stats.level import LEVEL, level_text

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1f2328; --muted: #57606a;
  --line: #d0d7de; --link: #0072b2; --shade: #0004; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --ink: #e6e8ea;
  --muted: #a3adb8; --line: #3a424b; --link: #56b4e9;
  --shade: #fff5; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 76rem; margin: 0 auto; padding: .5rem .625rem 3rem; }
h1, h2, h3 { line-height: 1.25; margin: 2rem 0 .5rem; }
h1 { font-size: 1.6rem; margin-top: 1rem; } h2 { font-size: 1.35rem; } h3 { font-size: 1.1rem; }
article { border-top: 2px solid var(--line); margin-top: 2rem; }
p { max-width: 44rem; margin: .5rem 0; } a { color: var(--link); }
.figures { display: grid; gap: 1.5rem 2rem; margin: 1rem 0;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); }
.figures.wide { grid-template-columns: minmax(0, 1fr); }
figure { margin: 0; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; max-width: calc(var(--width) * 1.2); }
.wide svg { min-width: var(--width); }
/* A box that scrolls has a shadow on the side where there is more of the table. */
.scroll { overflow-x: auto; margin: .25rem 0 1rem; background:
    linear-gradient(to right, var(--ground) 30%, transparent) left / 2rem 100%,
    linear-gradient(to left, var(--ground) 30%, transparent) right / 2rem 100%,
    linear-gradient(to right, var(--shade), transparent) left / .75rem 100%,
    linear-gradient(to left, var(--shade), transparent) right / .75rem 100%;
  background-repeat: no-repeat; background-attachment: local, local, scroll, scroll; }
.name { display: flex; gap: 1rem; margin: 1rem 0 0; font-size: .875rem; color: var(--muted); }
.answer { font-size: 1.125rem; } nav ul { margin: .25rem 0; padding-left: 1.25rem; }
h2 a, h3 a { color: inherit; text-decoration: none; } h2 a:hover, h3 a:hover {
  text-decoration: underline; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem .25rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; } th:first-child { text-align: left; }
tbody th { color: var(--ink); font-weight: 400; }
pre { overflow-x: auto; padding: .625rem; border: 1px solid var(--line); font-size: .875rem; }
summary { cursor: pointer; } :focus-visible { outline: 2px solid var(--link); }
"""
COMMAND = "The command that began it; given again with the store, it only reads what is there."
PROVENANCE = "What was run, and how to run it again"
PLAN = "The plan, {file}, of which this is {study}; rbsim study plays it, or this store's, again."
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
    body.append(f"<p>All intervals are {levels}, but for those at every look, which are 95%.</p>")
    body += _contents(placed)
    for each in placed:
        body += _article(each)
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
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
        yield _table(table, f"{anchor}-{i}" if len(section.tables) > 1 else anchor)
    yield "</section>"


def _heading(anchor: str, title: str) -> str:
    return f'<section id="{anchor}">\n<h3><a href="#{anchor}">{escape(title)}</a></h3>'


def _table(table: Table, file: str) -> str:
    """Return a table in a box of its own, which scrolls, below a link to its numbers as CSV."""
    head, *rows = table.lines()
    name = escape(table.title)
    data = f"data:text/csv;charset=utf-8,{quote(_csv(table))}"
    link = f'<a download="{file}.csv" href="{data}" aria-label="{name}, as CSV">CSV</a>'
    parts = [
        f'<p class="name"><span>{name}</span>{link}</p>'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table><thead><tr>',
        *(f'<th scope="col">{escape(cell)}</th>' for cell in head),
        "</tr></thead><tbody>",
    ]
    for first, *others in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
        parts.append(f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>')
    parts.append("</tbody></table></div>")
    parts += [f"<p><small>{escape(note)}</small></p>" for note in notes_of([table])]
    return "".join(parts)


def _csv(table: Table) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table.data())
    return text.getvalue()


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
        yield f"<p>{escape(PLAN.format_map(plan))}</p>"
        yield f"<pre>{escape(plan['text'])}</pre>"
    for table in each.one.played_tables:
        yield _table(table, f"{anchor}-{_slug(table.title)}")
    rest = {key: value for key, value in record.items() if key != "plan"}
    whole = escape(json.dumps(rest, indent=2))
    yield f"<details><summary>The whole record</summary><pre>{whole}</pre></details>"
    yield "</section>"
