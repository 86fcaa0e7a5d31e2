"""Page: stored studies as one self-contained file of HTML."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from html import escape
from typing import Any

import rbcore
from rbcore.rules.definition import Rules, hyphened, value_text
from rbsim.formatting.tables import Cells
from rbsim.reporting.content import Content, Section
from rbsim.reporting.drawing import Picture, styled
from rbsim.reporting.stored import StoredStudy
from rbsim.running.attention import attention_text

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1f2328; --muted: #57606a;
  --line: #d0d7de; --link: #0072b2; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171a; --ink: #e6e8ea;
  --muted: #a3adb8; --line: #3a424b; --link: #56b4e9; } }
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
.scroll { overflow-x: auto; margin: 1rem 0; }
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
    "advantage": "First-player advantage",
    "compare": "Comparison",
    "sweep": "Sweep",
    "ladder": "Ladder",
}
COMMAND = "The command that began it; given again with the store, it only reads what is there."
NO_COMMAND = "It was begun from Python; the manifest below has all that is needed to play it again."


@dataclass(frozen=True)
class Page:
    """The text of a page, and the figures in it."""

    html: str
    pictures: tuple[Picture, ...]


def make(studies: Sequence[StoredStudy]) -> Page:
    """Return one page of several studies; the same stores give the same page."""
    with styled():
        contents = [(stored, list(Content(stored, f"study-{i}").sections()))
                    for i, stored in enumerate(studies, 1)]  # fmt: skip
    pictures = tuple(p for _, sections in contents for one in sections for p in one.pictures)
    title = ", ".join(stored.name for stored in studies)
    body = [f"<h1>Russian Bank: {escape(title)}</h1>", *_contents(studies)]
    for i, (stored, sections) in enumerate(contents, 1):
        body += _article(i, stored, sections)
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Russian Bank: {escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        "<main>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )
    return Page(html, pictures)


def _title(stored: StoredStudy) -> str:
    kind = stored.study.kind
    return f"{KINDS.get(kind, kind)}: {stored.name}"


def _contents(studies: Sequence[StoredStudy]) -> Iterator[str]:
    yield "<p>All intervals are 95%. Rates are of all games, unfinished ones included.</p>"
    if len(studies) > 1:
        yield "<nav><ul>"
        for i, stored in enumerate(studies, 1):
            yield f'<li><a href="#study-{i}">{escape(_title(stored))}</a></li>'
        yield "</ul></nav>"


def _article(i: int, stored: StoredStudy, sections: Iterable[Section]) -> Iterator[str]:
    arms = stored.study.arms
    yield f'<article id="study-{i}">\n<h2>{escape(_title(stored))}</h2>'
    count = f"{len(arms)} arms of {stored.games} each" if len(arms) > 1 else stored.games
    yield f"<p>{count}; seed {arms[0].seed}; {escape(_players_and_variant(stored))}.</p>"
    for section in sections:
        yield from _section(section)
    yield from _provenance(stored)
    yield "</article>"


def _players_and_variant(stored: StoredStudy) -> str:
    """Return the players, and the variant if there is a single one."""
    players = dict.fromkeys(arm.player_text for arm in stored.study.arms)
    variants = dict.fromkeys(rbcore.variant_text(arm.rules) for arm in stored.study.arms)
    return ", ".join(players) + (f"; {next(iter(variants))}" if len(variants) == 1 else "")


def _section(section: Section) -> Iterator[str]:
    yield f"<section>\n<h3>{escape(section.title)}</h3>\n<p>{escape(section.words)}</p>"
    if section.pictures:
        wide = " wide" if any(picture.wide for picture in section.pictures) else ""
        yield f'<div class="figures{wide}">'
        for picture in section.pictures:
            yield f"<figure>{picture.inline}</figure>"
        yield "</div>"
    for table in section.tables:
        yield _table(table, section.title)
    yield "</section>"


def _table(cells: Cells, label: str) -> str:
    """Return a table in a box of its own, which scrolls."""
    head, *rows = cells
    name = escape(f"{label}: {head[0]}" if head[0] else label)
    parts = [f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table>']
    parts.append("<thead><tr>")
    parts += [f'<th scope="col">{escape(cell)}</th>' for cell in head]
    parts.append("</tr></thead><tbody>")
    for first, *others in rows:
        parts.append(f'<tr><th scope="row">{escape(first)}</th>')
        parts += [f"<td>{escape(cell)}</td>" for cell in others]
        parts.append("</tr>")
    parts.append("</tbody></table></div>")
    return "".join(parts)


def _provenance(stored: StoredStudy) -> Iterator[str]:
    """Yield the section on command, versions, arms and rules, with the manifest."""
    manifest = stored.manifest
    command = manifest.get("command")
    yield "<section>\n<h3>What was run, and how to run it again</h3>"
    yield f"<p>{COMMAND if command else NO_COMMAND}</p>"
    if command:
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    yield _table(_version_cells(manifest), "Versions")
    yield _table(_arm_cells(stored), "Arms")
    yield _table(_rule_cells(stored), "Rules")
    text = escape(json.dumps(manifest, indent=2))
    yield f"<details><summary>The manifest of the store</summary><pre>{text}</pre></details>"
    yield "</section>"


def _version_cells(manifest: dict[str, Any]) -> Cells:
    first = manifest["arms"][0]
    names = {"version": "rbsim", "games_version": "games version", "python": "Python",
             "numpy": "NumPy"}  # fmt: skip
    cells: Cells = [("played with", "version")]
    cells += [(words, str(first.get(name, "unknown"))) for name, words in names.items()]
    slips = {arm["slips_version"] for arm in manifest["arms"] if arm.get("slips_version")}
    cells += [("slips version", str(version)) for version in slips]
    return cells


def _arm_cells(stored: StoredStudy) -> Cells:
    cells: Cells = [("variant", "players", "slips", "seed", "games", "limits: turns", "moves",
                     "stalemate search")]  # fmt: skip
    for result, record in zip(stored.results, stored.manifest["arms"], strict=True):
        arm = result.batch
        numbers = f"{arm.first:,} to {arm.first + result.totals.games - 1:,}"
        limits = (f"{n:,}" for n in vars(arm.limits).values())
        slips = attention_text(arm.attention) or "none"
        players = ":".join(record["players"])
        variant = rbcore.variant_text(arm.rules)
        cells.append((variant, players, slips, str(arm.seed), numbers, *limits))
    return cells


def _rule_cells(stored: StoredStudy) -> Cells:
    """Return a row for every axis, with the value of all arms or their different values."""
    cells: Cells = [("axis", "value")]
    for axis in fields(Rules):
        values = dict.fromkeys(getattr(arm.rules, axis.name) for arm in stored.study.arms)
        cells.append((hyphened(axis.name), ", ".join(map(value_text, values))))
    return cells
