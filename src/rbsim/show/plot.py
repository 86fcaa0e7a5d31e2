"""Plot: the figures of a quantity as a picture, with matplotlib."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from textwrap import fill
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Picture
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation

from rbcore.drawing.drawn import image_tag
from rbcore.drawing.matplotlib_settings import library_settings
from rbsim.estimates.figures import QUANTITIES, Figure, Label
from rbsim.estimates.intervals import level_text
from rbsim.estimates.tally import Histogram
from rbsim.show.tables import label_text as _label

WIDTH, ROW, DPI = 6.4, 0.3, 200  # inches, and pixels an inch
INK, BAND, MUTED = "#0072b2", "#cfe3f0", "0.45"  # a band is lighter than its line, also in grey
# Shape, dash and colour for several players or lines; columns of numbers are COLUMN points apart.
MARKS = (("o", "-", INK), ("s", "--", "#b84a00"), ("^", ":", "#1f2328"), ("D", "-.", "#00704f"))
COLUMN = 36
BINS, MAX_SAID = 30, 20
GROUNDS = (
    ":root{background:#fff}@media(prefers-color-scheme:dark){"
    ":root{background:none;filter:invert(.9) hue-rotate(180deg)}}"
)
Style = Mapping[str, Any]  # of texts
TEXTS: Style = {"parse_math": False, "usetex": False}  # names may contain $, and units %
OWN_TEXTS: Style = {**TEXTS, "fontsize": 9}  # in figures of our own
FILES: Style = {"svg.hashsalt": "rbsim", "pdf.fonttype": 42}  # constant ids; editable text


@dataclass(frozen=True)
class Panel:
    """The figures that a picture shows, and facts about the games.

    Attributes
    ----------
    figures : sequence of Figure
        The figures of all quantities; a picture shows one quantity.
    answer : mapping of str to label
        The labels of the figures to draw, if some have them.
    axes : sequence of str
        The axes of a sweep.
    seats : mapping of str to int
        The number of seats of each variant, in the order of play.
    players : sequence of str
        The players of each arm, as `players` in the table.
    level : float
        The level of intervals.
    histograms : mapping of str to Histogram
        The distribution of each quantity, if there is a single arm.
    """

    figures: Sequence[Figure]
    answer: Mapping[str, Label]
    axes: Sequence[str]
    seats: Mapping[str, int]
    players: Sequence[str]
    level: float
    histograms: Mapping[str, Histogram]


def figures_of(panel: Panel, quantity: str) -> list[Figure]:
    """Return the figures to draw: differences, or those with the answer's labels, if any."""
    every = [figure for figure in panel.figures if figure.quantity == quantity]
    for some in (
        [figure for figure in every if figure.labels.get("against") is not None],
        [figure for figure in every if panel.answer.items() <= figure.labels.items()],
    ):
        if some and len(some) < len(every):
            every = some
    if known := [figure for figure in every if math.isfinite(figure.estimate)]:
        return known
    have = dict.fromkeys(
        figure.quantity for figure in panel.figures if math.isfinite(figure.estimate)
    )
    raise ValueError(f"this result has no {quantity} to draw; it has {', '.join(have)}")


def draw(panel: Panel, quantity: str, ax: Axes | None = None, apart: bool = False) -> Axes:
    """Draw a quantity on axes, or on new ones in a figure of pyplot, or `apart` from pyplot.

    No setting of matplotlib is changed, even temporarily: in a notebook pyplot sets up the display
    with its first figure, and restoring settings would undo that.
    """
    figures = figures_of(panel, quantity)
    if ax is not None:
        _draw_beside(ax, panel, figures)
        return ax
    make = Picture if apart else import_module("matplotlib.pyplot").figure
    canvas = make(layout="constrained")
    ax = canvas.subplots()
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.tick_params(labelsize=OWN_TEXTS["fontsize"], grid_color="0.9")
    canvas.set_size_inches(WIDTH, 1.1 + ROW * _draw(ax, panel, figures, OWN_TEXTS))
    for text in canvas.findobj(Text):  # including tick labels
        text.set_usetex(False)
    return ax


@dataclass(frozen=True)
class Drawn:
    """The last drawing on a user's axes: panels with their figures, and its artists."""

    panels: Sequence[Panel]
    figures: Sequence[Sequence[Figure]]
    artists: Sequence[Artist]


_drawn: WeakKeyDictionary[Axes, Drawn] = WeakKeyDictionary()


def _draw_beside(ax: Axes, panel: Panel, figures: Sequence[Figure]) -> None:
    """Draw figures on a user's axes, together with those of the same quantity drawn there before.

    The earlier ones are redrawn, so that all share a scale, a legend and a title. The user's own
    drawing stays.
    """
    before = _drawn.get(ax)
    panels, each = [panel], [figures]
    if before is not None and before.figures[0][0].quantity == figures[0].quantity:
        panels, each = [*before.panels, panel], [*before.figures, figures]
        for artist in before.artists:
            with suppress(NotImplementedError, ValueError):  # already removed, e.g. by `ax.clear()`
                artist.remove()
        ax.set_prop_cycle(None)
    others = {*ax.get_children()}
    _draw(ax, _together(panels), _told_apart(each), TEXTS)
    _drawn[ax] = Drawn(panels, each, [child for child in ax.get_children() if child not in others])


def _together(panels: Sequence[Panel]) -> Panel:
    """Return one panel for several."""
    seats: dict[str, int] = {}
    for panel in panels:
        seats |= panel.seats
    return replace(
        panels[-1],
        axes=[*dict.fromkeys(axis for panel in panels for axis in panel.axes)],
        seats=seats,
        players=[*dict.fromkeys(player for panel in panels for player in panel.players)],
    )


def _told_apart(each: Sequence[Sequence[Figure]]) -> list[Figure]:
    """Return the figures of several results, with a result number if other labels do not differ."""
    every = [figure for figures in each for figure in figures]
    if len({tuple(figure.labels.items()) for figure in every}) == len(every):
        return every
    return [
        figure.of(result=f"result {i}") for i, figures in enumerate(each, 1) for figure in figures
    ]


def _draw(ax: Axes, panel: Panel, figures: Sequence[Figure], style: Style) -> float:
    """Draw figures in the form that fits, and return the height in rows."""
    first, rows, pad = figures[0], 8.0, None
    axes = [axis for axis in panel.axes if axis in first.labels]
    histograms = panel.histograms if len(figures) == 1 else {}
    seen = histograms.get(first.quantity)
    if seen is not None and np.count_nonzero(seen.counts) > 1:
        name = first.quantity
        unfinished = histograms.get(
            f"unfinished_{name}", histograms.get(f"open_{name}", Histogram())
        )
        _histogram(ax, first, seen, unfinished, style)
    elif along := _axis_of_numbers(figures, axes):
        _curve(ax, figures, along, style)
    elif len(axes) == 2 and len(figures) == len({_key(figure, axes) for figure in figures}):
        rows = _grid(ax, figures, axes, style)
    else:
        is_worth = first.quantity == "advantage" and not first.labels.get("against")
        seats = panel.seats if is_worth else {}
        rows = forest(ax, figures, {variant: 2 / n - 1 for variant, n in seats.items()}, style)
        pad = 20 if ax.get_legend() else None
    quantity = f"{words_of(first)}\n" if axes else ""
    title = quantity + fill(title_of(panel, figures), 84)
    ax.set_title(title, loc="left", pad=pad, **{"fontsize": "medium", **style})
    return rows


def _axis_of_numbers(figures: Sequence[Figure], axes: Sequence[str]) -> str:
    """Return the axis for curves, if exactly one axis has numbers; otherwise an empty text."""
    values = {axis: {figure.labels[axis] for figure in figures} for axis in axes}
    several = [axis for axis in axes if len(values[axis]) > 1]
    numbers = [axis for axis in several if {int, float} >= {*map(type, values[axis])}]
    lines = math.prod(len(values[axis]) for axis in several if axis not in numbers)
    return numbers[0] if len(numbers) == 1 and lines <= len(MARKS) else ""


def _key(figure: Figure, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(figure.labels.get(name) for name in names)


def _name(figure: Figure, names: Sequence[str]) -> str:
    return ", ".join(
        _label(figure.labels[name]) for name in names if figure.labels.get(name) is not None
    )


def _varying(figures: Sequence[Figure]) -> list[str]:
    """Return the labels in which figures differ, without redundant ones."""
    every = dict.fromkeys(name for figure in figures for name in figure.labels)
    names = [
        name for name in every if len({str(figure.labels.get(name)) for figure in figures}) > 1
    ]
    for name in ("players", "variant"):
        rest = [other for other in names if other != name]
        if rest and len({_key(figure, rest) for figure in figures}) == len(figures):
            names = rest
    return names


def words_of(figure: Figure) -> str:
    """Return the text of an axis, with the unit of its numbers."""
    unit = ", %" if figure.is_share else ""
    if figure.form == "difference":
        unit = ", percentage points"
    less = f", less {figure.labels['against']}" if figure.labels.get("against") else ""
    words, start = QUANTITIES[figure.quantity].words, figure.labels.get("start", "as played")
    if figure.quantity == "advantage":  # the first question that readers have
        words, unit = f"advantage, {start}", unit if less else ": starts won less lost, %"
    return f"{words[0].upper()}{words[1:]}{less}{unit}"


def title_of(panel: Panel, figures: Sequence[Figure]) -> str:
    """Return the variants, players, games and level of a picture."""
    parts = []
    for name, played in (("variant", panel.seats), ("players", panel.players)):
        labels = dict.fromkeys(
            str(figure.labels[name]) for figure in figures if name in figure.labels
        )
        values = [*(labels or dict.fromkeys(played))]
        more = f" and {len(values) - 3} more" if len(values) > 4 else ""
        parts.append(", ".join(values[: 3 if more else 4]) + more)
    counts = [figure.n for figure in figures]
    against = dict.fromkeys(str(v) for figure in figures if (v := figure.labels.get("against")))
    if against:
        parts[0] += f" against {', '.join(against)}"
    many = " to ".join(f"{n:,}" for n in sorted({min(counts), max(counts)}))
    has = any(math.isfinite(figure.low) for figure in figures)
    together = " together" if figures[0].level > panel.level else ""
    interval = f"; intervals of {level_text(panel.level)}{together}" if has else ""
    return f"{parts[0]}; players {parts[1]}; {many} {figures[0].unit}{interval}"


def _scaled(figures: Sequence[Figure]) -> Any:
    """Return estimates, lower and upper ends in the units shown: an array `[3, figure]`."""
    scale = 100 if figures[0].is_share else 1
    numbers = [(figure.estimate, figure.low, figure.high) for figure in figures]
    return scale * np.array(numbers, float).T


@dataclass(frozen=True)
class Arrow:
    """An interval without an end: its height, where it starts, and the side it goes to."""

    height: float
    start: float
    goes_right: bool
    colour: str


@dataclass(frozen=True)
class ForestLayout:
    """The rows of a forest, and the columns of numbers beside them.

    Attributes
    ----------
    rows : list of str
        The names of the rows, from the top.
    columns : list of pairs
        For each column its player, or None for a single column, and its figures by row number.
    even : mapping of int to float
        By row, the estimate at which chances are even, if it is not 0.
    """

    rows: list[str]
    columns: list[tuple[Label, dict[int, Figure]]]
    even: dict[int, float]


def forest(
    ax: Axes, figures: Sequence[Figure], chance: Mapping[Label, float], style: Style = TEXTS
) -> float:
    """Draw rows of figures with numbers beside them: a mark and a column for each player.

    `chance` has the estimate at which chances are even, by variant. Returns the height in rows.
    """
    layout = _forest_layout(figures, chance)
    if figures[0].form in ("difference", "change"):
        ax.axvline(0, color=MUTED, linewidth=0.8, zorder=0)
    places = _places_of(figures)
    arrows: list[Arrow] = []
    for column, (player, by_row) in enumerate(layout.columns):
        mark, _, colour = MARKS[column]
        below = 0.6 * ((column + 0.5) / len(layout.columns) - 0.5)  # the middle of the row
        arrows += _draw_marks(ax, player, by_row, below, mark, colour)
        for row, figure in by_row.items():
            text = figure.text if player is None else figure.show(figure.estimate, places=places)
            ax.annotate(
                text.replace(" points", ""),
                (1, row),
                (8 + COLUMN * column, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                va="center",
                color=None if player is None else colour,
                annotation_clip=False,
                **style,
            )
    if layout.even:
        scale = 100 if figures[0].is_share else 1
        values = [scale * value for value in layout.even.values()]
        tops, bottoms = ([row + end for row in layout.even] for end in (-0.45, 0.45))
        ax.vlines(values, tops, bottoms, MUTED, "dotted")
    if len(layout.columns) > 1:
        _legend_above(ax, len(layout.columns), style)
    texts = [
        fill(name, 34) + ("\ndots: even chance" if row in layout.even else "")
        for row, name in enumerate(layout.rows)
    ]
    ax.set_yticks(range(len(texts)), texts, **style)
    ax.set_ylim(len(texts) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", linewidth=0.6)
    _draw_arrows(ax, arrows)
    ax.set_xlabel(words_of(figures[0]) + ("; an arrow: no bound" if arrows else ""), **style)
    return len(texts) + 0.5 * sum("\n" in text for text in texts)


def _forest_layout(figures: Sequence[Figure], chance: Mapping[Label, float]) -> ForestLayout:
    """Return a row for each distinct name, and a column for each player, or one for all."""
    names = _varying(figures)
    marked = "result" if "result" in names else "players"
    keys = [name for name in names if name != marked]
    players: list[Label] = [*dict.fromkeys(figure.labels.get(marked) for figure in figures)]
    if not keys or keys == names or len(players) > len(MARKS):
        keys, players = names, [None]
    named = [(_name(figure, keys), figure) for figure in figures]
    even = {name: chance.get(figure.labels.get("variant"), 0.0) for name, figure in named}
    rows = list(even)
    if keys == ["variant"]:
        estimates = {name: figure.estimate for name, figure in named}
        rows.sort(key=lambda name: even[name] - estimates[name])
    columns: list[tuple[Label, dict[int, Figure]]] = [
        (
            player,
            {
                rows.index(name): figure
                for name, figure in named
                if player is None or figure.labels.get(marked) == player
            },
        )
        for player in players
    ]
    return ForestLayout(
        rows, columns, {row: even[name] for row, name in enumerate(rows) if even[name]}
    )


def _places_of(figures: Sequence[Figure]) -> int:
    """Return the decimal places that show the first digit of half the widest interval."""
    scale = 100 if figures[0].is_share else 1
    halves = [scale * figure.half for figure in figures if 0 < figure.half < math.inf]
    return max(0, -math.floor(math.log10(max(halves, default=1))))


def _draw_marks(
    ax: Axes, player: Label, by_row: Mapping[int, Figure], below: float, mark: str, colour: str
) -> list[Arrow]:
    """Draw a player's figures, offset by `below` from their rows; return ends without bound."""
    estimates, *ends = _scaled([*by_row.values()])
    heights = [row + below for row in by_row]
    ax.errorbar(
        estimates,
        heights,
        fmt=mark,
        color=colour,
        capsize=2.5,
        xerr=np.nan_to_num(np.abs(np.array(ends) - estimates), posinf=0),
        markersize=4.5,
        label=player,
    )
    return [
        Arrow(height, estimate, end > 0, colour)
        for height, estimate, *both in zip(heights, estimates, *ends, strict=True)
        for end in both
        if math.isinf(end)
    ]


def _draw_arrows(ax: Axes, arrows: Sequence[Arrow]) -> None:
    """Draw intervals without an end up to the edges of the axes, which do not move."""
    edges = ax.get_xlim()
    ax.set_xlim(edges)
    for arrow in arrows:
        ax.annotate(
            "",
            (max(edges) if arrow.goes_right else min(edges), arrow.height),
            (arrow.start, arrow.height),
            arrowprops={"arrowstyle": "->", "color": arrow.colour},
        )


def _legend_above(ax: Axes, columns: int, style: Style) -> None:
    """Draw a legend above the columns of numbers, aligned right."""
    right, above = (8 + COLUMN * columns) / 72, 2 / 72  # inches
    end = ax.transAxes + ScaledTranslation(right, above, ax.figure.dpi_scale_trans)
    _legend(
        ax,
        style,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        bbox_transform=end,
        borderpad=0,
        ncols=columns,
        columnspacing=1,
        handlelength=1.2,
    )


def _legend(ax: Axes, style: Style, **how: Any) -> None:
    legend = ax.legend(frameon=False, handletextpad=0.3, fontsize=style.get("fontsize"), **how)
    for text in legend.get_texts():
        text.set(**style)


def _curve(ax: Axes, figures: Sequence[Figure], axis: str, style: Style) -> None:
    """Draw estimates along an axis of numbers, with their intervals as a band."""
    names = [name for name in _varying(figures) if name != axis]
    lines: dict[str, list[Figure]] = {}
    for figure in sorted(figures, key=lambda figure: float(figure.labels[axis] or 0)):
        lines.setdefault(_name(figure, names), []).append(figure)
    if figures[0].form in ("difference", "change"):
        ax.axhline(0, color=MUTED, linewidth=0.8, zorder=0)
    every = _scaled(figures)
    is_open, drawn = np.isinf(every).any(), every[np.isfinite(every)]
    pad = 0.15 * (drawn.max() - drawn.min() or 1.0)
    edges = drawn.min() - pad, drawn.max() + pad
    if is_open:  # a band without a bound goes to the edge
        ax.set_ylim(edges)
    for (label, line), (mark, dash, colour) in zip(lines.items(), MARKS * len(lines), strict=False):
        x, values = (
            [float(figure.labels[axis] or 0) for figure in line],
            np.clip(_scaled(line), *edges),
        )
        band, alpha = (BAND, 0.8) if len(lines) == 1 else (colour, 0.15)
        ax.fill_between(x, values[1], values[2], color=band, alpha=alpha, linewidth=0)
        ax.plot(x, values[0], dash, marker=mark, color=colour, markersize=4.5, label=label)
    if len(lines) > 1:
        of_axis = [name for name in names if name not in ("variant", "players", "result")]
        _legend(ax, style, title=of_axis[0].replace("_", "-") if names == of_axis else None)
    if len(ticks := {float(figure.labels[axis] or 0) for figure in figures}) <= 16:
        ax.set_xticks([*ticks])
    ax.set_xlabel(axis.replace("_", "-"), **style)
    note = "; to the edge: no bound" if is_open else ""
    ax.set_ylabel(words_of(figures[0]) + note, **style)


def _grid(ax: Axes, figures: Sequence[Figure], axes: Sequence[str], style: Style) -> float:
    """Draw a cell for each value of two axes, with its number."""
    down, across = ([*dict.fromkeys(figure.labels[axis] for figure in figures)] for axis in axes)
    cells = np.full((len(down), len(across)), np.nan)
    for figure, value in zip(figures, _scaled(figures)[0], strict=True):
        i, j = (known.index(v) for known, v in zip((down, across), _key(figure, axes), strict=True))
        cells[i, j] = value
        interval = (
            f"\n{figure.interval_text}" if figure.interval_text and not figure.is_bound else ""
        )
        number = figure.text if figure.is_bound else figure.show(figure.estimate)
        text = ax.text(j, i, number + interval, ha="center", va="center", color="black", **style)
        text.set_fontsize(float(text.get_fontsize()) / 1.2)
    low, high = np.nanmin(cells), np.nanmax(cells)
    ends = low - 0.1 * (high - low), high + 1.5 * (high - low) + 1e-9  # no cell is dark
    ax.imshow(cells, cmap="Greys", aspect="auto", origin="upper", vmin=ends[0], vmax=ends[1])
    ax.set_yticks(range(len(down)), [*map(_label, down)], **style)
    ax.set_xticks(range(len(across)), [*map(_label, across)], **style)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    left, below = (axis.replace("_", "-") for axis in axes)
    ax.set_ylabel(left, **style)
    ax.set_xlabel(f"{below} ({words_of(figures[0])})", **style)
    return 1.6 * len(down)


def _histogram(
    ax: Axes, figure: Figure, seen: Histogram, unfinished: Histogram, style: Style
) -> None:
    """Draw the distribution of a number; a label gives the share beyond the last bin.

    The games of `unfinished` are hatched, since they would go on.
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
        verb = (
            "with unfinished games" if figure.unit == "matches" else "unfinished, so at least this"
        )
        ax.bar(
            at,
            open_shares,
            size,
            bottom=shares - open_shares,
            color="white",
            hatch="////",
            label=f"{100 * unfinished.total / total[-1]:.2g}% {verb}",
            **bars,
        )
    else:
        ax.bar(at, shares, size, color=BAND, **bars)
    ax.locator_params(axis="x", integer=True)
    ax.set_ylim(0, 1.2 * shares.max())  # so that no bar is below the legend
    if math.isfinite(figure.estimate):
        ax.axvline(
            figure.estimate, color="black", linestyle="--", linewidth=1, label=f"mean {figure.text}"
        )
        _legend(ax, style, loc="upper right")
    beyond = 100 * (1 - counts.sum() / total[-1])
    more = f" ({beyond:.2g}% above {edges[-1] - 1:,} not shown)" if beyond > 1e-9 else ""
    bins = f"bins of {size}" if size > 1 else "each"
    ax.set_xlabel(f"{words_of(figure)}, {bins}{more}", **style)
    ax.set_ylabel(f"{figure.unit.capitalize()}, %", **style)


def described(panel: Panel, quantity: str) -> str:
    """Return a picture in words."""
    figures = figures_of(panel, quantity)
    names, more = _varying(figures), len(figures) - MAX_SAID
    rows = [f"{_name(figure, names)}: {figure.text}".lstrip(": ") for figure in figures[:MAX_SAID]]
    if more > 0:
        rows.append(f"and {more} more")
    return f"{words_of(figures[0])}. {title_of(panel, figures)}. {'; '.join(rows)}."


def notebook_image(panel: Panel, quantity: str) -> str:
    """Return a picture as HTML, with a white background only on light pages."""
    svg = picture(panel, quantity, clear=True).decode()
    return image_tag(
        svg.replace("<defs>", f"<style>{GROUNDS}</style><defs>", 1), described(panel, quantity)
    )


def picture(panel: Panel, quantity: str, suffix: str = ".svg", clear: bool = False) -> bytes:
    """Return the bytes of a picture file; equal panels give equal bytes."""
    words: Any = {"Title": words_of(figures_of(panel, quantity)[0])}
    words |= {
        ".svg": {"Date": None, "Description": described(panel, quantity)},
        ".pdf": {"CreationDate": None},
    }.get(suffix, {})
    content = io.BytesIO()
    try:
        with library_settings(**FILES):
            figure: Any = draw(panel, quantity, apart=True).figure
            figure.savefig(
                content,
                format=suffix[1:],
                dpi=DPI,
                transparent=clear,
                metadata=words,
                bbox_inches="tight",
            )
    except MemoryError:
        raise
    except Exception as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise ValueError(f"matplotlib could not draw {quantity}: {why}") from error
    image = content.getvalue()
    return image.replace(b"<svg ", b'<svg role="img" ', 1) if suffix == ".svg" else image
