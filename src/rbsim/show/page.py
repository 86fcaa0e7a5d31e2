"""The page: studies as one HTML file, with pictures and everything to play them again."""

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from rbsim.estimates.figures import QUANTITIES
from rbsim.show.plot import Panel, described, picture
from rbsim.show.tables import Table, csv_text, table_html

AGAIN = "Versions, rules, players, seed and first game: everything needed to play it again."


@dataclass(frozen=True)
class Article:
    """The part of a page about one result.

    Attributes
    ----------
    heading : str
        The kind of study.
    headline : str
        The answer in a sentence.
    sentences : sequence of str
        The target, what was played, and what is missing.
    panel : Panel
        The figures that pictures show.
    quantities : sequence of str
        The quantities to draw; each has a figure.
    tables : sequence of Table
        All tables of the study.
    unfinished : str
        How many games were not finished, and what that does to figures.
    provenance : mapping
        Everything needed to play the games again.
    """

    heading: str
    headline: str
    sentences: Sequence[str]
    panel: Panel
    quantities: Sequence[str]
    tables: Sequence[Table]
    unfinished: str
    provenance: Mapping[str, Any]


def page(
    articles: Sequence[Article], title: str = "", names: Sequence[str] = ()
) -> tuple[str, dict[str, bytes]]:
    """Return an HTML page and its pictures by name; equal articles give equal pages."""
    names = names or [article.heading for article in articles]
    heading = escape(title or ", ".join(dict.fromkeys(names)))
    style = files("rbsim.show").joinpath("page.css").read_text("utf-8")
    body, pictures = [f"<h1>{heading}</h1>"], dict[str, bytes]()
    if len(articles) > 1:
        body.append("<nav><ul>")
        body += [
            f'<li><a href="#study-{i}">{escape(name)}</a>: {escape(article.headline)}</li>'
            for i, (name, article) in enumerate(zip(names, articles, strict=True), 1)
        ]
        body.append("</ul></nav>")
    is_named = len(articles) > 1 or title not in ("", names[0])
    for i, article in enumerate(articles, 1):
        heading_html = f"<h2>{escape(names[i - 1])}</h2>" if is_named else ""
        body += _article_html(article, i, pictures, heading_html)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><title>{heading}</title>\n<style>\n{style}</style>'
    )
    text = "\n".join(body)
    top = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body><main>\n'
    return f"{top}{text}\n</main></body></html>\n", pictures


def _article_html(
    article: Article, number: int, pictures: dict[str, bytes], heading: str
) -> Iterator[str]:
    yield f'<article id="study-{number}">{heading}'
    yield f'<p class="answer">{escape(article.headline)}</p>'
    yield from (f"<p>{escape(sentence)}</p>" for sentence in article.sentences)
    yield '<div class="figures wide">'
    for quantity in article.quantities:
        content = picture(article.panel, quantity, clear=True)
        pictures[f"{number}-{quantity.replace('_', '-')}"] = picture(article.panel, quantity)
        data = b64encode(content).decode()
        words = escape(QUANTITIES[quantity].words.capitalize())
        text = escape(described(article.panel, quantity))
        yield (
            f'<figure><img src="data:image/svg+xml;base64,{data}" '
            f'alt="{text}"><figcaption>{words}</figcaption></figure>'
        )
    yield "</div>"
    for i, table in enumerate(article.tables, 1):
        if table.rows:
            slug = re.sub(r"[^a-z0-9]+", "-", table.title.lower()).strip("-")
            yield _section(table, f"study-{number}-{slug}-{i}", article.heading)
    yield f'<section id="study-{number}-unfinished"><h3>Unfinished games</h3>'
    yield f"<p>{article.unfinished}</p></section>"
    yield f'<section id="study-{number}-again"><h3>What was played, and how to play it again</h3>'
    if command := article.provenance.get("command"):
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    record = escape(json.dumps(article.provenance, indent=2))
    yield f"<p>{AGAIN}</p><details><summary>The whole record</summary><pre>{record}</pre></details>"
    yield "</section></article>"


def _section(table: Table, anchor: str, where: str) -> str:
    """Return a table in a scrolling box, with its numbers as CSV."""
    title, label = escape(table.title), escape(f"{table.title}; {where}")
    data = f"data:text/csv;charset=utf-8,{quote(csv_text(table.data()))}"
    parts = [
        f'<section id="{anchor}">\n<h3><a href="#{anchor}">{title}</a></h3>',
        f'<p class="name"><a download="{anchor}.csv" href="{data}" aria-label="{label}, as CSV">'
        f'CSV</a></p><div class="scroll" tabindex="0" role="region" aria-label="{label}">',
        f"{table_html(table)}</div>",
    ]
    parts += [f"<p><small>{escape(note)}</small></p>" for note in table.notes()]
    return "".join(parts) + "</section>"
