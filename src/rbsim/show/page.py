"""Page: results as one file of HTML, with pictures and all that is needed to play them again."""

from __future__ import annotations

import json
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from math import isfinite
from typing import TYPE_CHECKING
from urllib.parse import quote

from rbsim.figures import QUANTITIES
from rbsim.show.plot import described, picture
from rbsim.show.tables import Table, csv_text, pivot, table_html
from rbsim.tally import UNFINISHED

if TYPE_CHECKING:
    from rbsim.result import Result

COUNTED = ("turns", "moves", "games", "winner_score")  # whose distributions a page shows
AGAIN = "Versions, arms and rules, with seed and first game: all that is needed to play it again."
LEFT = (
    "{count:,} of {n:,} games were not finished within the limits. Intervals run from all of them "
    "counted against to all counted for; figures that this moves by more than a tenth of their "
    "interval have a star."
)


def page(
    results: Sequence[Result], title: str = "", names: Sequence[str] = ()
) -> tuple[str, dict[str, bytes]]:
    """Return a page of HTML, and its pictures by name; the same for the same results."""
    names = names or [one.kind.heading for one in results]
    heading = escape(title or ", ".join(dict.fromkeys(names)))
    style = files("rbsim.show").joinpath("page.css").read_text("utf-8")
    body, pictures = [f"<h1>{heading}</h1>"], dict[str, bytes]()
    if len(results) > 1:
        body.append("<nav><ul>")
        body += [f'<li><a href="#study-{i}">{escape(name)}</a>: {escape(one.headline)}</li>'
                 for i, (name, one) in enumerate(zip(names, results, strict=True), 1)]  # fmt: skip
        body.append("</ul></nav>")
    named = len(results) > 1 or title not in ("", names[0])
    for i, one in enumerate(results, 1):
        body += _article(one, i, pictures, f"<h2>{escape(names[i - 1])}</h2>" * named)
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, '
        f'initial-scale=1"><title>{heading}</title>\n<style>\n{style}</style>'
    )
    text = "\n".join(body)
    top = f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body><main>\n'
    return f"{top}{text}\n</main></body></html>\n", pictures


def _article(
    result: Result, number: int, pictures: dict[str, bytes], heading: str
) -> Iterator[str]:
    yield f'<article id="study-{number}">{heading}'
    yield f'<p class="answer">{escape(result.headline)}</p>'
    yield f"<p>{escape(result.what)}</p>"
    yield '<div class="figures wide">'
    # The answer, then how long games are.
    for quantity in dict.fromkeys((result.asked, str(result.kind.answer["quantity"]), *COUNTED)):
        if not any(o.quantity == quantity and isfinite(o.estimate) for o in result.figures):
            continue
        content = picture(result, quantity, clear=True)
        pictures[f"{number}-{quantity.replace('_', '-')}"] = picture(result, quantity)
        data = b64encode(content).decode()
        words = escape(QUANTITIES[quantity].words.capitalize())
        yield (
            f'<figure><img src="data:image/svg+xml;base64,{data}" '
            f'alt="{escape(described(result, quantity))}"><figcaption>{words}</figcaption></figure>'
        )
    yield "</div>"
    for i, view in enumerate(result.kind.views(result), 1):
        table = pivot(view, result.figures)
        if table.rows:
            slug = re.sub(r"[^a-z0-9]+", "-", table.title.lower()).strip("-")
            yield _section(table, f"study-{number}-{slug}-{i}", result.kind.heading)
    yield f'<section id="study-{number}-unfinished"><h3>Unfinished games</h3>'
    yield f"<p>{_unfinished(result)}</p></section>"
    yield f'<section id="study-{number}-again"><h3>What was played, and how to play it again</h3>'
    command = result.provenance.get("command")
    if command:
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    record = escape(json.dumps(result.provenance, indent=2))
    yield f"<p>{AGAIN}</p><details><summary>The whole record</summary><pre>{record}</pre></details>"
    yield "</section></article>"


def _unfinished(result: Result) -> str:
    known = [t for t in result.tallies if t.products is not None and t.products.ndim == 4]
    if not known:  # of matches, patience and luck
        return "What is not finished within the limits counts as not won; tables have its share."
    count = sum(int(t.counts(arm)[UNFINISHED]) for t in known for arm in range(t.arms))
    many = sum(t.n * t.arms for t in known)
    return LEFT.format(count=count, n=many) if count else "Every game was finished."


def _section(table: Table, anchor: str, where: str) -> str:
    """Return a table in a box that scrolls by itself, with its numbers as CSV."""
    title, label = escape(table.title), escape(f"{table.title}; {where}")
    data = f"data:text/csv;charset=utf-8,{quote(csv_text(table.data()))}"
    parts = [
        f'<section id="{anchor}">\n<h3><a href="#{anchor}">{title}</a></h3>',
        f"<p>{escape(table.words)}</p>" if table.words else "",
        f'<p class="name"><a download="{anchor}.csv" href="{data}" aria-label="{label}, as CSV">'
        f'CSV</a></p><div class="scroll" tabindex="0" role="region" aria-label="{label}">',
        f"{table_html(table)}</div>",
    ]
    parts += [f"<p><small>{escape(note)}</small></p>" for note in table.notes()]
    return "".join(parts) + "</section>"
