"""Page: stored studies as one self-contained file of HTML."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from rbcore.cards.ranges import count_text
from rbsim.formatting.tables import Cells
from rbsim.pictures.drawing import Picture, styled
from rbsim.reporting.content import Content
from rbsim.reporting.patience_content import PatienceContent
from rbsim.reporting.played import version_cells
from rbsim.reporting.section import Section
from rbsim.reporting.stored import StoredStudy
from rbsim.stats.level import level_text

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
KINDS = {
    "simulate": "Simulation",
    "survey": "Survey",
    "advantage": "Advantage of starting",
    "compare": "Comparison",
    "sweep": "Sweep",
    "ladder": "Ladder",
    "patience": "Patience",
}
COMMAND = "The command that began it; given again with the store, it only reads what is there."
PROVENANCE = "What was run, and how to run it again"
PLAN = "The plan, {file}, of which this is {study}; rbsim study plays it, or this store's, again."
NO_COMMAND = "It was begun from Python; the manifest below has all that is needed to play it again."


@dataclass(frozen=True)
class Page:
    """The text of a page, and the figures in it."""

    html: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True)
class Article:
    """What a page has of one study."""

    number: int
    title: str
    stored: StoredStudy
    content: Content | PatienceContent
    sections: tuple[Section, ...]

    def anchor(self, title: str) -> str:
        """Return the id of a section."""
        return f"study-{self.number}-{_slug(title)}"


def make(
    studies: Sequence[StoredStudy], title: str | None = None, study_titles: Sequence[str] = ()
) -> Page:
    """Return one page of several studies; the same stores and titles give the same page.

    Parameters
    ----------
    studies : sequence of StoredStudy
        In the order of the page.
    title : str, optional
        The heading; unless given, the titles of the studies.
    study_titles : sequence of str
        One for each study, or none: then kind and store name it.

    Raises
    ------
    ValueError
        For another number of titles than of studies.
    """
    if study_titles and len(study_titles) != len(studies):
        raise ValueError(
            f"{count_text(len(study_titles), 'titles')} of studies for "
            f"{count_text(len(studies), 'stores')}: "
            "give each store one, or none at all"
        )
    names = study_titles or [_title(stored) for stored in studies]
    articles = []
    with styled():
        for i, (stored, name) in enumerate(zip(studies, names, strict=True), 1):
            kind = PatienceContent if stored.of_patience else Content
            content = kind(stored, f"study-{i}")
            articles.append(Article(i, name, stored, content, tuple(content.sections())))
    pictures = tuple(p for one in articles for part in one.sections for p in part.pictures)
    heading = escape(title or ", ".join(names))
    body = [f"<h1>{heading}</h1>"]
    for one in articles:
        body += _found(one, len(articles) > 1)
    for reading in dict.fromkeys(one.content.reading for one in articles):
        body.append(f"<p>{reading.format(level=level_text(studies[0].level))}</p>")
    body += _contents(articles)
    for one in articles:
        body += _article(one)
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        "<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )
    return Page(html, pictures)


def _found(one: Article, with_title: bool) -> Iterator[str]:
    """Yield what a study found and what it compares, which a page begins with."""
    found = escape(one.content.answer)
    title = f"<b>{escape(one.title)}.</b> " if with_title else ""
    yield f'<p class="answer">{title}{found}</p>'
    yield f"<p>{escape(one.content.compared)}</p>"


def _title(stored: StoredStudy) -> str:
    kind = stored.study.kind
    return f"{KINDS.get(kind, kind)}: {stored.name}"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _contents(articles: Sequence[Article]) -> Iterator[str]:
    """Yield links to all sections, under their studies if there are several."""
    yield '<nav aria-label="Contents"><ul>'
    for one in articles:
        titles = [*(section.title for section in one.sections), PROVENANCE]
        links = [f'<li><a href="#{one.anchor(t)}">{escape(t)}</a></li>' for t in titles]
        if len(articles) == 1:
            yield from links
        else:
            yield f'<li><a href="#study-{one.number}">{escape(one.title)}</a><ul>'
            yield from links
            yield "</ul></li>"
    yield "</ul></nav>"


def _article(one: Article) -> Iterator[str]:
    stored, arms = one.stored, one.stored.study.arms
    anchor = f"study-{one.number}"
    yield f'<article id="{anchor}">\n<h2><a href="#{anchor}">{escape(one.title)}</a></h2>'
    count = f"{len(arms)} arms of {stored.games} each" if len(arms) > 1 else stored.games
    yield f"<p>{count}; seed {arms[0].seed}; {escape(_players_and_variant(stored))}.</p>"
    for section in one.sections:
        yield from _section(one, section)
    yield from _provenance(one)
    yield "</article>"


def _players_and_variant(stored: StoredStudy) -> str:
    """Return the players, and the variant if there is a single one."""
    players = dict.fromkeys(arm.player_text for arm in stored.study.arms)
    variants = dict.fromkeys(arm.variant for arm in stored.study.arms)
    return ", ".join(players) + (f"; {next(iter(variants))}" if len(variants) == 1 else "")


def _section(article: Article, section: Section) -> Iterator[str]:
    yield _heading(article.anchor(section.title), section.title)
    yield f"<p>{escape(section.words)}</p>"
    if section.pictures:
        wide = " wide" if any(picture.wide for picture in section.pictures) else ""
        yield f'<div class="figures{wide}">'
        for picture in section.pictures:
            yield f"<figure>{picture.inline}</figure>"
        yield "</div>"
    for i, table in enumerate(section.tables, 1):
        file = f"{article.anchor(section.title)}{f'-{i}' if len(section.tables) > 1 else ''}"
        yield _table(table, section.title, file)
    yield "</section>"


def _heading(anchor: str, title: str) -> str:
    return f'<section id="{anchor}">\n<h3><a href="#{anchor}">{escape(title)}</a></h3>'


def _table(cells: Cells, label: str, file: str) -> str:
    """Return a table in a box of its own, which scrolls, below a link to it as CSV."""
    head, *rows = cells
    name = escape(f"{label}: {head[0]}" if head[0] else label)
    data = f"data:text/csv;charset=utf-8,{quote(_csv(cells))}"
    link = f'<a download="{file}.csv" href="{data}" aria-label="{name}, as CSV">CSV</a>'
    parts = [f'<p class="name"><span>{name}</span>{link}</p>']
    parts += [f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table>']
    parts.append("<thead><tr>")
    parts += [f'<th scope="col">{escape(cell)}</th>' for cell in head]
    parts.append("</tr></thead><tbody>")
    for first, *others in rows:
        parts.append(f'<tr><th scope="row">{escape(first)}</th>')
        parts += [f"<td>{escape(cell)}</td>" for cell in others]
        parts.append("</tr>")
    parts.append("</tbody></table></div>")
    return "".join(parts)


def _csv(cells: Cells) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells)
    return text.getvalue()


def _provenance(article: Article) -> Iterator[str]:
    """Yield the section on command, versions, arms and rules, with the manifest."""
    stored = article.stored
    anchor = article.anchor(PROVENANCE)
    manifest = stored.manifest
    command = manifest.get("command")
    yield _heading(anchor, PROVENANCE)
    yield f"<p>{COMMAND if command else NO_COMMAND}</p>"
    if command:
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    if stored.study.plan is not None:
        yield f"<p>{escape(PLAN.format_map(stored.study.plan))}</p>"
        yield f"<pre>{escape(stored.study.plan['text'])}</pre>"
    yield _table(version_cells(manifest), "Versions", f"{anchor}-versions")
    for label, name, cells in article.content.provenance_tables():
        yield _table(cells, label, f"{anchor}-{name}")
    rest = {key: value for key, value in manifest.items() if key != "plan"}
    text = escape(json.dumps(rest, indent=2))
    yield f"<details><summary>The manifest of the store</summary><pre>{text}</pre></details>"
    yield "</section>"
