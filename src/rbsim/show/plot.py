"""Plot: a quantity of a result as a picture, by matplotlib; and results as a page of HTML."""

from __future__ import annotations

import io
import json
import math
import re
import shlex
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from importlib.resources import files
from textwrap import fill
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture
from matplotlib.transforms import ScaledTranslation

from rbsim.estimates.figures import QUANTITIES, Figure, Label
from rbsim.estimates.intervals import level_text
from rbsim.estimates.tally import UNFINISHED, Seen
from rbsim.show.tables import Table, csv_text, pivot, table_html
from rbsim.show.tables import label_text as _label

if TYPE_CHECKING:
    from rbsim.result import Result

WIDTH, ROW, DPI = 6.4, 0.3, 200  # inches, and pixels an inch
INK, BAND, MUTED = "#0072b2", "#cfe3f0", "0.45"  # a band is lighter than its line, in grey too
# Shape, dash and colour of several players or lines; numbers stand so many points apart.
MARKS = (("o", "-", INK), ("s", "--", "#b84a00"), ("^", ":", "#1f2328"), ("D", "-.", "#00704f"))
COLUMN = 36
BINS, MAX_SAID = 30, 20
STYLE: Any = {
    "svg.hashsalt": "rbsim", "font.size": 9, "text.parse_math": False, "axes.spines.top": False,
    "axes.spines.right": False, "axes.axisbelow": True, "legend.frameon": False,
    "pdf.fonttype": 42, "grid.color": "0.9", "legend.handletextpad": 0.3,
}  # fmt: skip


def figures_of(result: Result, quantity: str) -> list[Figure]:
    """Return the figures that are drawn: differences, or those of the answer's labels, if any."""
    every = [one for one in result.figures if one.quantity == quantity]
    answer = {key: value for key, value in result.answer_labels.items() if key != "source"}
    for some in (
        [one for one in every if one.labels.get("against") is not None],
        [one for one in every if answer.items() <= one.labels.items()],
    ):
        if some and len(some) < len(every):
            every = some
    if known := [one for one in every if math.isfinite(one.estimate)]:
        return known
    have = dict.fromkeys(one.quantity for one in result.figures if math.isfinite(one.estimate))
    raise ValueError(f"this result has no {quantity} to draw; it has {', '.join(have)}")


def draw(result: Result, quantity: str, ax: Axes | None = None, apart: bool = False) -> Axes:
    """Draw a quantity on axes, or on new ones in a figure of pyplot, or `apart` from it."""
    figures = figures_of(result, quantity)
    if ax is not None:
        _draw(ax, result, figures)
        return ax
    make = Picture if apart else import_module("matplotlib.pyplot").figure
    with mpl.rc_context(STYLE):
        own = make(layout="constrained")
        own.set_size_inches(WIDTH, 1.1 + ROW * _draw(ax := own.subplots(), result, figures))
    return ax


def _draw(ax: Axes, result: Result, figures: Sequence[Figure]) -> float:
    """Draw figures in the form that fits, and return the height in rows."""
    first, rows, pad = figures[0], 8.0, None
    axes = [a for a in result.study.settings.axes if a in first.labels]
    values = {one.labels[axis] for one in figures for axis in axes}
    alone = len(figures) == len(result.study.arms) == 1
    counted = {name: one for (_, name), one in result.tallies[0].seen.items()} if alone else {}
    seen = counted.get(first.quantity)
    if seen is not None and np.count_nonzero(seen.counts) > 1:
        name = first.quantity
        unfinished = counted.get(f"unfinished_{name}", counted.get(f"open_{name}", Seen()))
        _histogram(ax, first, seen, unfinished)
    elif len(axes) == 1 and len(values) > 1 and {int, float} >= {*map(type, values)}:
        _curve(ax, figures, axes[0])
    elif len(axes) == 2 and len(figures) == len({_key(one, axes) for one in figures}):
        rows = _grid(ax, figures, axes)
    else:
        is_worth = first.quantity == "advantage" and not first.labels.get("against")
        seats = {arm.variant: arm.rules.seats for arm in result.study.arms if is_worth}
        rows = forest(ax, figures, {variant: 2 / n - 1 for variant, n in seats.items()})
        pad = 20 if ax.get_legend() else None
    ax.set_title(fill(title_of(result, figures), 84), loc="left", fontsize="medium", pad=pad)
    return rows


def _key(one: Figure, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(one.labels.get(name) for name in names)


def _name(one: Figure, names: Sequence[str]) -> str:
    return ", ".join(_label(one.labels[name]) for name in names if one.labels.get(name) is not None)


def _varying(figures: Sequence[Figure]) -> list[str]:
    """Return the labels that tell figures apart, without those that others make needless."""
    every = dict.fromkeys(name for one in figures for name in one.labels)
    names = [name for name in every if len({str(one.labels.get(name)) for one in figures}) > 1]
    for name in ("players", "variant"):
        rest = [other for other in names if other != name]
        if rest and len({_key(one, rest) for one in figures}) == len(figures):
            names = rest
    return names


def words_of(one: Figure) -> str:
    """Return what an axis shows, in the unit of the numbers beside it."""
    unit = ", percentage points" if one.form == "difference" else ", %" if one.is_share else ""
    less = f", less {one.labels['against']}" if one.labels.get("against") else ""
    words, start = QUANTITIES[one.quantity].words, one.labels.get("start", "as played")
    if one.quantity == "advantage":  # of what is the first question
        words, unit = f"advantage, {start}", unit if less else ": starts won less lost, %"
    return f"{words[0].upper()}{words[1:]}{less}{unit}"


def title_of(result: Result, figures: Sequence[Figure]) -> str:
    """Return the variants, players, games and level of a picture."""
    said = []
    for name, of_arm in (("variant", "variant"), ("players", "player_text")):
        own = dict.fromkeys(str(one.labels[name]) for one in figures if name in one.labels)
        values = [*(own or dict.fromkeys(getattr(arm, of_arm) for arm in result.study.arms))]
        more = f" and {len(values) - 3} more" if len(values) > 4 else ""
        said.append(", ".join(values[: 3 if more else 4]) + more)
    counts = [one.n for one in figures]
    against = dict.fromkeys(str(v) for one in figures if (v := one.labels.get("against")))
    said[0] += f" against {', '.join(against)}" * bool(against)
    many = " to ".join(f"{n:,}" for n in sorted({min(counts), max(counts)}))
    has = any(math.isfinite(one.low) for one in figures)
    together = " together" if figures[0].level > result.level else ""
    interval = f"; intervals of {level_text(result.level)}{together}" if has else ""
    return f"{said[0]}; players {said[1]}; {many} {figures[0].unit}{interval}"


def _scaled(figures: Sequence[Figure]) -> Any:
    """Return estimates, lower and upper ends, as they are written."""
    scale = 100 if figures[0].is_share else 1
    return np.array([(one.estimate, one.low, one.high) for one in figures], float).T * scale


def forest(ax: Axes, figures: Sequence[Figure], chance: Mapping[Label, float]) -> float:
    """Draw rows of figures with their numbers beside them: a mark and a column for each player."""
    names, scale = _varying(figures), 100 if figures[0].is_share else 1
    keys = [name for name in names if name != "players"]
    players: list[Label] = [*dict.fromkeys(one.labels.get("players") for one in figures)]
    if not keys or keys == names or len(players) > len(MARKS):
        keys, players = names, [None]
    named = [(_name(one, keys), one) for one in figures]
    even = {name: chance.get(one.labels.get("variant"), 0.0) for name, one in named}
    rows, last = [*even], {name: one.estimate for name, one in named}
    if keys == ["variant"]:
        rows.sort(key=lambda name: even[name] - last[name])
    halves = [scale * one.half for one in figures if 0 < one.half < math.inf]
    places = max(0, -math.floor(math.log10(max(halves, default=1))))
    arrows: list[tuple[float, float, float, str]] = []  # row, from where, to where, colour
    if figures[0].form in ("difference", "change"):
        ax.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
    for column, (player, (mark, _, colour)) in enumerate(zip(players, MARKS, strict=False)):
        own = {rows.index(name): one for name, one in named
               if player in (None, one.labels.get("players"))}  # fmt: skip
        values, at = _scaled([*own.values()]), 0.6 * ((column + 0.5) / len(players) - 0.5)
        ax.errorbar(values[0], [i + at for i in own], fmt=mark, color=colour, capsize=2.5,
                    xerr=np.nan_to_num(np.abs(values[1:] - values[0]), posinf=0), markersize=4.5,
                    label=player)  # fmt: skip
        for y, (middle, *ends) in zip(own, values.T, strict=True):
            arrows += [(y + at, middle, end, colour) for end in ends if math.isinf(end)]
        for i, one in own.items():
            text = one.text if player is None else one.show(one.estimate, places=places)
            ax.annotate(text.replace(" points", ""), (1, i), (8 + COLUMN * column, 0),
                        xycoords=("axes fraction", "data"), textcoords="offset points",
                        va="center", color=None if player is None else colour,
                        annotation_clip=False)  # fmt: skip
    if uneven := {i: scale * even[name] for i, name in enumerate(rows) if even[name]}:
        low, high = ([i + end for i in uneven] for end in (-0.45, 0.45))
        ax.vlines([*uneven.values()], low, high, MUTED, "dotted", label="even chance")
    if uneven or len(players) > 1:
        right, above = (8 + COLUMN * len(players)) / 72, 2 / 72  # inches
        end = ax.transAxes + ScaledTranslation(right, above, ax.figure.dpi_scale_trans)
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1), bbox_transform=end, borderpad=0,
                  ncols=len(players) + 1, columnspacing=1, handlelength=1.2)  # fmt: skip
    texts = [fill(name, 34) for name in rows]
    ax.set_yticks(range(len(rows)), texts)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", linewidth=0.6)
    edges = ax.get_xlim()
    ax.set_xlim(edges)
    for row, middle, bound, ink in arrows:
        ax.annotate("", (max(edges) if bound > 0 else min(edges), row), (middle, row),
                    arrowprops={"arrowstyle": "->", "color": ink})  # fmt: skip
    ax.set_xlabel(words_of(figures[0]) + "; an arrow: no bound" * bool(arrows))
    return len(rows) + 0.5 * sum("\n" in text for text in texts)


def _curve(ax: Axes, figures: Sequence[Figure], axis: str) -> None:
    """Draw estimates along an axis of numbers, with their intervals as a band."""
    names = [name for name in _varying(figures) if name != axis]
    lines: dict[str, list[Figure]] = {}
    for one in sorted(figures, key=lambda one: float(one.labels[axis] or 0)):
        lines.setdefault(_name(one, names), []).append(one)
    if figures[0].form in ("difference", "change"):
        ax.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    every = _scaled(figures)
    is_open, drawn = np.isinf(every).any(), every[np.isfinite(every)]
    pad = 0.15 * (drawn.max() - drawn.min() or 1.0)
    edges = drawn.min() - pad, drawn.max() + pad
    if is_open:  # a band without a bound goes on to the edge
        ax.set_ylim(edges)
    for (said, own), (mark, dash, colour) in zip(lines.items(), MARKS * len(lines), strict=False):
        x, values = [float(one.labels[axis] or 0) for one in own], np.clip(_scaled(own), *edges)
        ax.fill_between(x, values[1], values[2], color=BAND, alpha=0.8, linewidth=0)
        ax.plot(x, values[0], dash, marker=mark, color=colour, markersize=4.5, label=said)
    if len(lines) > 1:
        ax.legend()
    if len(ticks := {float(one.labels[axis] or 0) for one in figures}) <= 16:
        ax.set_xticks([*ticks])
    words = words_of(figures[0]) + "; to the edge: no bound" * bool(is_open)
    ax.set(xlabel=axis.replace("_", "-"), ylabel=words)


def _grid(ax: Axes, figures: Sequence[Figure], axes: Sequence[str]) -> float:
    """Draw a cell for each value of two axes, with its number."""
    down, across = ([*dict.fromkeys(one.labels[axis] for one in figures)] for axis in axes)
    cells = np.full((len(down), len(across)), np.nan)
    for one, value in zip(figures, _scaled(figures)[0], strict=True):
        i, j = (own.index(v) for own, v in zip((down, across), _key(one, axes), strict=True))
        cells[i, j] = value
        interval = f"\n{one.interval_text}" if one.interval_text and not one.is_bound else ""
        number = one.text if one.is_bound else one.show(one.estimate)
        ax.text(j, i, number + interval, ha="center", va="center", color="black",
                fontsize="small")  # fmt: skip
    low, high = np.nanmin(cells), np.nanmax(cells)
    ends = low - 0.1 * (high - low), high + 1.5 * (high - low) + 1e-9  # no cell is dark
    ax.imshow(cells, cmap="Greys", aspect="auto", vmin=ends[0], vmax=ends[1])
    ax.set_yticks(range(len(down)), [*map(_label, down)])
    ax.set_xticks(range(len(across)), [*map(_label, across)])
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    left, below = (axis.replace("_", "-") for axis in axes)
    ax.set(ylabel=left, xlabel=f"{below} ({words_of(figures[0])})")
    return 1.6 * len(down)


def _histogram(ax: Axes, one: Figure, seen: Seen, unfinished: Seen) -> None:
    """Draw which share of the games has which number; what is beyond the last bin is said.

    The games of `unfinished` are hatched, as they would go on.
    """
    least = seen.start + int(np.flatnonzero(seen.counts)[0])
    total = np.cumsum(seen.counts)
    most = seen.start + int(np.searchsorted(total, 0.995 * total[-1]))
    size = max(1, math.ceil((most - least + 1) / BINS))
    edges = np.arange(least, most + size + 1, size)
    values = seen.start + np.arange(len(seen.counts))
    counts, _ = np.histogram(values, edges - 0.5, weights=seen.counts)
    shares = 100 * counts / total[-1]
    bars: Any = {"align": "edge", "edgecolor": INK, "linewidth": 0.8}
    at = edges[:-1] - 0.5
    if unfinished.total:
        values = unfinished.start + np.arange(len(unfinished.counts))
        cut, _ = np.histogram(values, edges - 0.5, weights=unfinished.counts)
        open_shares = 100 * cut / total[-1]
        ax.bar(at, shares - open_shares, size, color=BAND, **bars)
        verb = "with unfinished games" if one.unit == "matches" else "unfinished, so at least this"
        ax.bar(at, open_shares, size, bottom=shares - open_shares, color="white", hatch="////",
               label=f"{100 * unfinished.total / total[-1]:.2g}% {verb}", **bars)  # fmt: skip
    else:
        ax.bar(at, shares, size, color=BAND, **bars)
    ax.locator_params(axis="x", integer=True)
    ax.set_ylim(0, 1.2 * shares.max())  # so that no bar is below the legend
    if math.isfinite(one.estimate):
        ax.axvline(one.estimate, color="black", linestyle="--", linewidth=1,
                   label=f"mean {one.text}")  # fmt: skip
        ax.legend(loc="upper right")
    beyond = 100 * (1 - counts.sum() / total[-1])
    more = f" ({beyond:.2g}% above {edges[-1] - 1:,} not shown)" if beyond > 1e-9 else ""
    bins = f"bins of {size}" if size > 1 else "each"
    ax.set(xlabel=f"{words_of(one)}, {bins}{more}", ylabel=f"{one.unit.capitalize()}, %")


def described(result: Result, quantity: str) -> str:
    """Return a picture in words."""
    figures = figures_of(result, quantity)
    names, more = _varying(figures), len(figures) - MAX_SAID
    rows = [f"{_name(one, names)}: {one.text}".lstrip(": ") for one in figures[:MAX_SAID]]
    rows += [f"and {more} more"] * (more > 0)
    return f"{words_of(figures[0])}. {title_of(result, figures)}. {'; '.join(rows)}."


def picture(result: Result, quantity: str, suffix: str = ".svg", clear: bool = False) -> bytes:
    """Return a picture as a file's content, always the same of the same result."""
    ax, content = draw(result, quantity, apart=True), io.BytesIO()
    words: Any = {"Title": words_of(figures_of(result, quantity)[0])}
    words |= {".svg": {"Date": None, "Description": described(result, quantity)},
              ".pdf": {"CreationDate": None}}.get(suffix, {})  # fmt: skip
    with mpl.rc_context(STYLE):
        ax.figure.savefig(content, format=suffix[1:], dpi=DPI, transparent=clear,  # type: ignore[union-attr]
                          metadata=words, bbox_inches="tight")  # fmt: skip
    made = content.getvalue()
    return made.replace(b"<svg ", b'<svg role="img" ', 1) if suffix == ".svg" else made


# ---- the page: results as one file, with pictures and all that plays them again ----

COUNTED = ("turns", "moves", "games", "winner_score")  # whose distributions a page shows
AGAIN = "Versions, arms and rules, with seed and first game: all that is needed to play it again."


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
    asked, missing = result.goal
    yield from (f"<p>{escape(said)}</p>" for said in (asked, result.what, missing) if said)
    yield '<div class="figures wide">'
    # The answer, then how long games are.
    for quantity in dict.fromkeys((result.asked, str(result.kind.answer["quantity"]), *COUNTED)):
        if not any(o.quantity == quantity and math.isfinite(o.estimate) for o in result.figures):
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
    if command := result.provenance.get("command"):
        yield f"<pre>{escape(shlex.join(map(str, command)))}</pre>"
    record = escape(json.dumps(result.provenance, indent=2))
    yield f"<p>{AGAIN}</p><details><summary>The whole record</summary><pre>{record}</pre></details>"
    yield "</section></article>"


def _unfinished(result: Result) -> str:
    known = [t for t in result.tallies if t.products is not None and t.products.ndim == 4]
    if not known:  # of matches, patience and luck
        return (
            "What is not finished within the limits counts as not won; tables have its share, and "
            "intervals allow for it."
        )
    count = sum(int(t.counts(arm)[UNFINISHED]) for t in known for arm in range(t.arms))
    many = sum(t.n * t.arms for t in known)
    left = (f"{count:,} of {many:,} games were not finished within the limits. Intervals allow for "
            "however they would have ended; a star is where that is over a tenth, or where an "
            "interval has no end, as they are at least as long as was seen.")  # fmt: skip
    return left if count else "Every game was finished."


def _section(table: Table, anchor: str, where: str) -> str:
    """Return a table in a box that scrolls by itself, with its numbers as CSV."""
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
