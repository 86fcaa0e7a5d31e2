"""Plots as pictures: intervals in rows, distributions in rows, a curve with its band, a grid."""

import math
from collections.abc import Sequence
from textwrap import wrap

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import blended_transform_factory

from rbsim.rendering.section import Plot, Shape, titled
from rbsim.rendering.svg import (
    BLUE,
    GRID,
    INK,
    MUTED,
    ORANGE,
    WIDTH,
    Picture,
    canvas,
    finish,
    styled,
)
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Rate
from rbsim.stats.level import level_text
from rbsim.stats.number_text import (
    NONE,
    estimate_text,
    figure_text,
    interval_text,
    is_noted,
    tick_text,
)
from rbsim.stats.quantity import Form

LINE = 13  # pixels, height of a line of text
LABEL = 26  # letters at most of a label's line, beside which its number has room
TRACK = 20  # pixels, height of a row's drawing below its label
DEEP = 60  # pixels, the same for a distribution
FOOT = 24
CELL = (66, 36)  # pixels at least
HALF_CELL = 0.48  # of the distance of two cells
LETTER = 6  # pixels
BINS = 60
SHOWN = 0.995  # share of each row's games, at least, in the range of a distribution
BAND = 0.3  # opacity
MIDDLE = 0.179  # luminance with equal contrast to black and white
CUT_FROM = 3  # times the next highest bin; a bin higher than that is cut off
CUT_AT = 1.1  # times the next highest bin
MOST = 40  # distributions in a picture

Colour = tuple[float, float, float, float]
Drawn = tuple[Drawing, list[str]]  # with what it shows in words, for those who do not see it
ZERO = (Form.DIFFERENCE, Form.CHANGE)  # forms whose 0 is marked


def draw(plot: Plot, prefix: str = "") -> Picture:
    """Draw a plot; the prefix begins its name and the ids in it, so that a page can have many."""
    shapes = {
        Shape.INTERVALS: _intervals,
        Shape.CURVE: _curve,
        Shape.GRID: _grid,
        Shape.LENGTHS: _distributions,
    }
    words = plot.name.lower().replace(" ", "-").replace("_", "-")
    slug = "".join(c for c in words if c.isalnum() or c == "-")
    with styled():
        drawing, lines = shapes[plot.shape](plot)
        description = f"{_note(plot)} {'; '.join(lines)}."
        boxes = dict(zip(_ids(plot), lines, strict=True)) if plot.shape is Shape.GRID else {}
        return finish(drawing, f"{prefix}{slug}", titled(plot.title), description, boxes)


def _note(plot: Plot) -> str:
    """Return the line below the title: games, and how intervals are made."""
    if plot.shape is Shape.LENGTHS:
        games, level = [one.games for one in plot.lengths], plot.lengths[0].level
        own = "games", f"bands: {level_text(level)} Wilson intervals of each bin"
    else:
        games = [one.n for one in plot.figures]
        first = plot.figures[0]
        methods = dict.fromkeys(one.method for one in plot.figures if one.method)
        made = f" ({', '.join(methods)})" if methods else ""
        own = first.unit, f"{level_text(first.level)} intervals{made}"
    each = " to ".join(dict.fromkeys(f"{n:,}" for n in (min(games), max(games))))
    return f"{each} {own[0]}; {own[1]}.{' ' * bool(plot.note)}{plot.note}"


def _canvas(
    plot: Plot, height: float, foot: float, left: float = 0, width: float = WIDTH
) -> tuple[Drawing, Axes]:
    """Return an empty drawing with title and note, and its axes; sizes in pixels."""
    title, note = wrap(titled(plot.title), int(width / 8)), wrap(_note(plot), int(width / 6))
    return canvas(title, note, height, foot, left, width)


def _intervals(plot: Plot) -> Drawn:
    """Draw a row for each figure: label, number and interval."""
    labels = [wrap(label, LABEL) for label in plot.labels]
    heights = [LINE * len(label) + TRACK for label in labels]
    drawing, axes = _canvas(plot, sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    top = 0.0
    for i, (one, label, height) in enumerate(zip(plot.figures, labels, heights, strict=True)):
        _label(axes, top, label, [figure_text(one)])
        _interval(axes, one, top + height - TRACK / 2 - 1, i in plot.hollow)
        top += height
    _x_axis(axes, plot.form, heights, TRACK)
    return drawing, _described(plot)


def _described(plot: Plot) -> list[str]:
    named = zip(plot.labels, plot.figures, strict=True)
    return [f"{label}: {figure_text(one)}" for label, one in named]


def _label(axes: Axes, top: float, label: Sequence[str], words: Sequence[str]) -> None:
    """Write the label of a row to the left and its numbers to the right."""
    across = blended_transform_factory(axes.figure.transFigure, axes.transData)
    for i, line in enumerate(label):
        axes.text(0, top + LINE * (i + 1) - 3, line, transform=across, fontsize=11)
    for i, line in enumerate(words):
        y = top + LINE * (i + 1) - 3
        axes.text(1, y, line, transform=across, ha="right", color=MUTED)


def _interval(axes: Axes, one: Figure, y: float, hollow: bool) -> None:
    """Draw an interval with its ends; the extremes by unfinished games are a thicker bar."""
    if not math.isfinite(one.estimate):
        return
    colour = ORANGE if hollow else BLUE
    if all(map(math.isfinite, one.interval)):
        axes.plot(one.interval, [y, y], color=colour, linewidth=2.5, solid_capstyle="butt")
        for end in one.interval:
            axes.plot([end, end], [y - 4, y + 4], color=colour, linewidth=1.2)
    if one.undecided is not None and is_noted(one):
        axes.plot(one.undecided, [y, y], color=colour, linewidth=5, solid_capstyle="butt")
    axes.plot([one.estimate], [y], "D" if hollow else "o", color=colour, markersize=5.5)


def _x_axis(axes: Axes, form: Form, heights: Sequence[int], track: int) -> None:
    """Draw ticks, and grid lines through the lower part of each row, where there is no text."""
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(tick_text(form))
    low, high = ends = axes.get_xlim()
    bottoms = np.cumsum(heights)
    for x in axes.get_xticks():
        if low <= x <= high:
            axes.vlines([x] * len(bottoms), bottoms - track, bottoms - 3, color=GRID, linewidth=0.8)
    if form in ZERO and low <= 0 <= high:
        axes.vlines([0] * len(bottoms), bottoms - track, bottoms - 3, color=MUTED, linewidth=1.2)
    axes.set_xlim(ends)


def _distributions(plot: Plot) -> Drawn:
    """Draw a row for each distribution: label, mean, and shares of bins with their intervals."""
    rows, last = plot.lengths, len(plot.lengths) - 1
    if last >= MOST:
        rows = [rows[i * last // (MOST - 1)] for i in range(MOST)]
    edges = _bin_edges(rows)
    labels = [wrap(one.name, LABEL) for one in rows]
    words = [_mean_texts(edges, one) for one in rows]
    heights = [LINE * max(map(len, texts)) + DEEP for texts in zip(labels, words, strict=True)]
    drawing, axes = _canvas(plot, sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    axes.set_xlim(edges[0], edges[-1])
    lines, top = [], 0
    for one, label, texts, height in zip(rows, labels, words, heights, strict=True):
        _label(axes, top, label, texts)
        top += height
        _histogram(axes, edges, one, top - 8, DEEP - 10)
        quantiles = (
            f"{share:.0%} at {figure_text(figure('quantile', at, form=Form.WHOLE))}"
            for share, at in one.quantiles.each()
        )
        texts = [*texts, f"{one.games:,} games", *quantiles]
        lines.append(f"{one.name}: {', '.join(texts)}")
    _x_axis(axes, plot.form, heights, DEEP - 6)
    return drawing, lines


def _mean_texts(edges: Sequence[int], one: Distribution) -> list[str]:
    """Return the mean as text, and the bin that is cut off, if there is one."""
    if not one.games:
        return [NONE]
    words = [f"mean {figure_text(figure('mean', one.mean, form=Form.NUMBER))}"]
    rates = one.bins(edges)
    cut = _cut_bin(rates)
    if cut is not None:
        low, high = edges[cut], edges[cut + 1] - 1
        name = f"{low}" if low == high else f"{low} to {high}"
        words.append(f"{name}, cut off: {figure_text(figure('share', rates[cut]))}")
    return words


def _cut_bin(rates: Sequence[Rate]) -> int | None:
    """Return the bin that would dwarf all others and is cut off, None if there is none."""
    tops = [rate.interval[1] for rate in rates]
    *_, second, top = [0.0, *sorted(tops)]
    return tops.index(top) if top > CUT_FROM * second > 0 else None


def _bin_edges(rows: Sequence[Distribution]) -> list[int]:
    """Return the edges of bins of whole numbers that hold nearly all games of each row."""
    seen = [one for one in rows if one.games]
    low = min((one.least for one in seen), default=0)
    high = max((one.quantile(SHOWN) for one in seen), default=0)
    step = -(-(high - low + 1) // BINS)
    return list(range(low, high + 1 + step, step))


def _histogram(
    axes: Axes, edges: Sequence[int], one: Distribution, base: float, height: float
) -> None:
    """Draw the shares of bins with the bands of their intervals."""
    if not one.games:
        return
    rates = one.bins(edges)
    cut = _cut_bin(rates)
    top = max(rate.interval[1] for i, rate in enumerate(rates) if i != cut)
    scale = height / top
    x = np.repeat(edges, 2)[1:-1]
    middle, low, high = (
        np.repeat(base - scale * np.minimum(shares, CUT_AT * top), 2)
        for shares in ([r.rate for r in rates], *zip(*(r.interval for r in rates), strict=True))
    )
    axes.fill_between(x, low, high, color=BLUE, alpha=BAND, linewidth=0)
    axes.plot(x, middle, color=BLUE, linewidth=1.3)
    axes.axhline(base, color=MUTED, linewidth=0.6)
    axes.plot([one.mean.mean] * 2, [base, base - height], color=ORANGE, linewidth=1.2)


def _curve(plot: Plot) -> Drawn:
    """Draw figures along an axis of numbers, with the band of their intervals."""
    drawing, axes = _canvas(plot, 190, 40, left=52)
    trace(axes, plot)
    axes.set_xlabel(plot.axis_names[0], fontsize=11)
    axes.grid()
    return drawing, _described(plot)


def trace(axes: Axes, plot: Plot) -> None:
    """Draw a curve with its band on some axes."""
    (axis,) = plot.axes
    order = sorted(plot.figures, key=lambda one: float(one.labels[axis] or 0))
    x = [float(one.labels[axis] or 0) for one in order]
    low, high = zip(*(one.interval for one in order), strict=True)
    axes.fill_between(x, low, high, color=BLUE, alpha=BAND, linewidth=0)
    shape = "o" if len(x) <= BINS else ""
    axes.plot(x, [one.estimate for one in order], f"{shape}-", color=BLUE, markersize=3.5)
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(6))
    axes.yaxis.set_major_formatter(tick_text(plot.form))


def _grid(plot: Plot) -> Drawn:
    """Draw figures over two axes, the first down; a pointer or the keyboard reaches each cell."""
    down, across = plot.ticks
    texts = [show(one) for one in plot.figures for show in (estimate_text, interval_text)]
    wide = max(CELL[0], LETTER * max(map(len, texts)) + 6)
    deep = CELL[1]
    left = 16 + 7 * max(map(len, down))
    width = max(WIDTH, left + wide * len(across) + 16)
    drawing, axes = _canvas(plot, deep * len(down), 40, left, width)
    tile(axes, plot, _ids(plot))
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel("{} down, {} across".format(*plot.axis_names), fontsize=11)
    return drawing, _described(plot)


def _ids(plot: Plot) -> list[str]:
    return [f"box-{place}" for place in range(len(plot.figures))]


def tile(axes: Axes, plot: Plot, ids: Sequence[str] = ()) -> None:
    """Draw the cells of a grid on some axes with their ticks, the second axis running fastest."""
    down, across = plot.ticks
    known = [one.estimate for one in plot.figures if math.isfinite(one.estimate)] or [0.0]
    for i, one in enumerate(plot.figures):
        row, column = divmod(i, len(across))
        colour = _colour(one, min(known), max(known))
        corner, size = (column - HALF_CELL, row - HALF_CELL), 2 * HALF_CELL
        gid = ids[i] if ids else None
        axes.add_patch(Rectangle(corner, size, size, color=colour, linewidth=0, gid=gid))
        _cell(axes, (row, column), one, colour)
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(len(plot.figures) // len(across) - 0.5, -0.5)
    axes.set_xticks(range(len(across)), across)
    axes.set_yticks(range(len(down)), down)


def _colour(one: Figure, low: float, high: float) -> Colour:
    """Return the colour of a cell, by its place from `low` to `high`; clear without an estimate."""
    if not math.isfinite(one.estimate):
        return (0.0, 0.0, 0.0, 0.0)
    share = (one.estimate - low) / (high - low) if high > low else 0.5
    colour: Colour = colormaps["cividis"](share)
    return colour


def _cell(axes: Axes, place: tuple[int, int], one: Figure, colour: Colour) -> None:
    """Write the estimate and its interval into a cell."""
    row, column = place
    if math.isnan(one.estimate):
        axes.text(column, row, NONE, ha="center", va="center", color=MUTED)
        return
    text = "black" if _luminance(colour) > MIDDLE else "white"
    for words, shift, size in ((estimate_text(one), -0.2, 11), (interval_text(one), 0.24, 10)):
        axes.text(column, row + shift, words, ha="center", va="center", color=text, fontsize=size)


def _luminance(colour: Colour) -> float:
    """Return the relative luminance (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
