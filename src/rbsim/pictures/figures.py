"""Figures: intervals in rows, distributions in rows, a curve with its band, and a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Protocol

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory

from rbcore.rules.definition import Choice, value_text
from rbsim.formatting.numbers import ends_text, rank_interval, whole
from rbsim.pictures.drawing import BLUE, GRID, INK, MUTED, ORANGE, WIDTH, Picture, canvas, finish
from rbsim.pictures.spread import Spread
from rbsim.stats.intervals import QUANTILES, Mean, Rate

LINE = 13  # pixels, height of a line of text
LABEL = 26  # letters at most of a label's line, beside which its number has room
TRACK = 20  # pixels, height of a row's drawing below its label
DEEP = 60  # pixels, the same for a distribution
FOOT = 24
CELL = (66, 36)  # pixels at least
HALF_CELL = 0.48  # of the distance of two cells
LETTER = 6  # pixels
BINS = 60
SHOWN = 0.995  # share of each arm's games, at least, in the range of a distribution
BAND = 0.3  # opacity
NONE = "none"
MIDDLE = 0.179  # luminance with equal contrast to black and white
CUT_FROM = 3  # times the next highest bin; a bin higher than that is cut off
CUT_AT = 1.1  # times the next highest bin

Colour = tuple[float, float, float, float]


@dataclass(frozen=True)
class NumberFormat:
    """How a figure writes its numbers: `show` in full, `tick` short for an axis."""

    show: Callable[[float], str]
    tick: Callable[[float], str]


def _percent(value: float) -> str:
    return f"{100 * value:.2f}%"


def _signed(value: float) -> str:
    return f"{100 * value:+.2f}%"


SHARE = NumberFormat(_percent, lambda value: f"{100 * value:.6g}%")
DIFFERENCE = NumberFormat(_signed, lambda value: f"{100 * value:+.6g}%" if value else "0")
NUMBER = NumberFormat(lambda value: f"{value:,.2f}", lambda value: f"{value:,.6g}")
ELO = NumberFormat(lambda value: f"{value:+,.1f}", lambda value: f"{value:+,.6g}" if value else "0")
CHANGE = NumberFormat(
    lambda value: f"{value:+,.2f}", lambda value: f"{value:+,.6g}" if value else "0"
)


@dataclass(frozen=True)
class LabelledEstimate:
    """An estimate with its label and interval; drawn as a diamond if `hollow`.

    With unfinished games, `ends` has it with all of them against and all for; `value` is between.
    """

    label: str
    value: float
    low: float
    high: float
    hollow: bool = False
    extremes: tuple[float, float] | None = None

    def text(self, numbers: NumberFormat) -> str:
        """Return the estimate and its interval, `55.80% (55.71 to 55.90)`."""
        if math.isnan(self.value):
            return "none"
        return f"{self.value_text(numbers)} ({self.interval_text(numbers)})"

    def value_text(self, numbers: NumberFormat) -> str:
        """Return the estimate, from end to end if unfinished games change it."""
        return ends_text(self.extremes or [self.value], numbers.show)

    def interval_text(self, numbers: NumberFormat) -> str:
        """Return the interval, `55.71 to 55.90`."""
        if math.isnan(self.low):
            return "no interval"
        low, high = (numbers.show(end).removesuffix("%") for end in (self.low, self.high))
        return f"{low} to {high}"


class Bounded(Protocol):
    """An estimate that unfinished games move, from one end to the other."""

    @property
    def extremes(self) -> tuple[float, float]:
        """The estimate with all unfinished games against it, and with all for it."""

    @property
    def interval(self) -> tuple[float, float]:
        """Its interval."""


def labelled(label: str, estimate: Bounded | Mean, hollow: bool = False) -> LabelledEstimate:
    """Return an estimate with a label."""
    if isinstance(estimate, Mean):
        return LabelledEstimate(label, estimate.mean, *estimate.interval, hollow)
    ends = estimate.extremes
    return LabelledEstimate(label, sum(ends) / 2, *estimate.interval, hollow, ends)


@dataclass(frozen=True)
class Frame:
    """The parts that all figures have.

    Attributes
    ----------
    name : str
        The name of the file and of the parts in it.
    title, note : str
        The lines above the drawing; the note is about games and intervals.
    numbers : NumberFormat
        How numbers are written.
    """

    name: str
    title: str
    note: str
    numbers: NumberFormat

    def canvas(
        self, height: float, foot: float, left: float = 0, width: float = WIDTH
    ) -> tuple[Figure, Axes]:
        """Return an empty figure with title and note, and its axes; sizes in pixels."""
        title, note = wrap(self.title, int(width / 8)), wrap(self.note, int(width / 6))
        return canvas(title, note, height, foot, left, width)

    def finish(
        self, figure: Figure, lines: Sequence[str], boxes: Mapping[str, str] | None = None
    ) -> Picture:
        """Return the figure as SVG; `lines` describe it for those who do not see it."""
        words = f"{self.note} {'; '.join(lines)}."
        return finish(figure, self.name, self.title, words, boxes)


def intervals(frame: Frame, estimates: Sequence[LabelledEstimate], zero: bool = False) -> Picture:
    """Draw a row for each estimate: label, number and interval."""
    labels = [wrap(estimate.label, LABEL) for estimate in estimates]
    heights = [LINE * len(label) + TRACK for label in labels]
    figure, axes = frame.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    top = 0.0
    for estimate, label, height in zip(estimates, labels, heights, strict=True):
        _label(axes, top, label, [estimate.text(frame.numbers)])
        _interval(axes, estimate, top + height - TRACK / 2 - 1)
        top += height
    _x_axis(axes, frame.numbers, heights, TRACK, zero)
    return frame.finish(
        figure, [f"{estimate.label}: {estimate.text(frame.numbers)}" for estimate in estimates]
    )


def _label(axes: Axes, top: float, label: Sequence[str], words: Sequence[str]) -> None:
    """Write the label of a row to the left and its numbers to the right."""
    across = blended_transform_factory(axes.figure.transFigure, axes.transData)
    for i, line in enumerate(label):
        axes.text(0, top + LINE * (i + 1) - 3, line, transform=across, fontsize=11)
    for i, line in enumerate(words):
        y = top + LINE * (i + 1) - 3
        axes.text(1, y, line, transform=across, ha="right", color=MUTED)


def _interval(axes: Axes, estimate: LabelledEstimate, y: float) -> None:
    if math.isnan(estimate.value):
        return
    colour = ORANGE if estimate.hollow else BLUE
    axes.plot(
        [estimate.low, estimate.high], [y, y], color=colour, linewidth=2.5, solid_capstyle="butt"
    )
    for end in (estimate.low, estimate.high):
        axes.plot([end, end], [y - 4, y + 4], color=colour, linewidth=1.2)
    if estimate.extremes is not None and estimate.extremes[0] < estimate.extremes[1]:
        axes.plot(estimate.extremes, [y, y], color=colour, linewidth=5, solid_capstyle="butt")
    shape = "D" if estimate.hollow else "o"
    axes.plot([estimate.value], [y], shape, color=colour, markersize=5.5)


def _x_axis(
    axes: Axes, numbers: NumberFormat, heights: Sequence[int], track: int, zero: bool = False
) -> None:
    """Draw ticks, and grid lines through the lower part of each row, where there is no text."""
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: numbers.tick(value)))
    low, high = ends = axes.get_xlim()
    bottoms = np.cumsum(heights)
    for x in axes.get_xticks():
        if low <= x <= high:
            axes.vlines([x] * len(bottoms), bottoms - track, bottoms - 3, color=GRID, linewidth=0.8)
    if zero and low <= 0 <= high:
        axes.vlines([0] * len(bottoms), bottoms - track, bottoms - 3, color=MUTED, linewidth=1.2)
    axes.set_xlim(ends)


def distributions(frame: Frame, rows: Sequence[tuple[str, Spread]]) -> Picture:
    """Draw a row for each spread: label, mean, and shares of bins with their intervals."""
    edges = _bin_edges([spread for _, spread in rows])
    labels = [wrap(label, LABEL) for label, _ in rows]
    words = [_mean_texts(frame.numbers, edges, spread) for _, spread in rows]
    heights = [LINE * max(map(len, texts)) + DEEP for texts in zip(labels, words, strict=True)]
    figure, axes = frame.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    axes.set_xlim(edges[0], edges[-1])
    lines, top = [], 0
    for (name, spread), label, texts, height in zip(rows, labels, words, heights, strict=True):
        _label(axes, top, label, texts)
        top += height
        _histogram(axes, edges, spread, top - 8, DEEP - 10)
        texts = [*texts, f"{spread.games:,} games", *_quantile_texts(spread)]
        lines.append(f"{name}: {', '.join(texts)}")
    _x_axis(axes, frame.numbers, heights, DEEP - 6)
    return frame.finish(figure, lines)


def _mean_texts(numbers: NumberFormat, edges: list[int], spread: Spread) -> list[str]:
    """Return the mean as text, and the bin that is cut off, if there is one."""
    if not spread.games:
        return [NONE]
    words = [f"mean {labelled('', spread.mean).text(numbers)}"]
    cut = _cut_bin(spread.bins(edges))
    if cut is not None:
        low, high = edges[cut], edges[cut + 1] - 1
        name = f"{low}" if low == high else f"{low} to {high}"
        words.append(f"{name}, cut off: {labelled('', spread.bins(edges)[cut]).text(SHARE)}")
    return words


def _quantile_texts(spread: Spread) -> Iterator[str]:
    quantiles = spread.quantiles
    by_share = zip(QUANTILES, quantiles.values, quantiles.intervals, strict=True)
    for share, value, interval in by_share:
        yield f"{share:.0%} at {whole(value)} ({rank_interval(interval)})"


def _cut_bin(rates: Sequence[Rate]) -> int | None:
    """Return the bin that would dwarf all others and is cut off, None if there is none."""
    tops = [rate.interval[1] for rate in rates]
    *_, second, top = [0.0, *sorted(tops)]
    return tops.index(top) if top > CUT_FROM * second > 0 else None


def _bin_edges(spreads: Sequence[Spread]) -> list[int]:
    """Return the edges of bins of whole numbers that hold nearly all games of each spread."""
    seen = [spread for spread in spreads if spread.games]
    low = min((min(spread.counts) for spread in seen), default=0)
    high = max((spread.quantile(SHOWN) or 0 for spread in seen), default=0)
    step = -(-(high - low + 1) // BINS)
    return list(range(low, high + 1 + step, step))


def _histogram(axes: Axes, edges: list[int], spread: Spread, base: float, height: float) -> None:
    """Draw the shares of bins with the bands of their intervals."""
    if not spread.games:
        return
    rates = spread.bins(edges)
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
    axes.plot([spread.mean.mean] * 2, [base, base - height], color=ORANGE, linewidth=1.2)


def curve(
    frame: Frame, axis: str, values: Sequence[int], estimates: Sequence[LabelledEstimate]
) -> Picture:
    """Draw estimates along an axis of numbers, with the band of their intervals."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    x = [values[i] for i in order]
    in_order = [estimates[i] for i in order]
    figure, axes = frame.canvas(190, 40, left=52)
    ends = [estimate.low for estimate in in_order], [estimate.high for estimate in in_order]
    axes.fill_between(x, *ends, color=BLUE, alpha=BAND, linewidth=0)
    shape = "o" if len(x) <= BINS else ""
    axes.plot(x, [estimate.value for estimate in in_order], f"{shape}-", color=BLUE, markersize=3.5)
    axes.set_xlabel(axis, fontsize=11)
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(6))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: frame.numbers.tick(value)))
    axes.grid()
    return frame.finish(
        figure, [f"{estimate.label}: {estimate.text(frame.numbers)}" for estimate in in_order]
    )


def grid(
    frame: Frame,
    names: Sequence[str],
    values: Sequence[Sequence[Choice]],
    estimates: Sequence[LabelledEstimate],
) -> Picture:
    """Draw estimates over two axes, the first down, as cells with intervals.

    A cell shows its values and estimate when a pointer or the keyboard reaches it.
    """
    rows, columns = values
    texts = [
        show(frame.numbers)
        for estimate in estimates
        for show in (estimate.value_text, estimate.interval_text)
    ]
    wide = max(CELL[0], LETTER * max(map(len, texts)) + 6)
    deep = CELL[1]
    left = 16 + 7 * max(len(value_text(value)) for value in rows)
    width = max(WIDTH, left + wide * len(columns) + 16)
    figure, axes = frame.canvas(deep * len(rows), 40, left, width)
    known = [estimate.value for estimate in estimates if not math.isnan(estimate.value)] or [0.0]
    lines = [f"{estimate.label}: {estimate.text(frame.numbers)}" for estimate in estimates]
    boxes = {f"box-{place}": line for place, line in enumerate(lines)}
    for place, (name, estimate) in enumerate(zip(boxes, estimates, strict=True)):
        row, column = divmod(place, len(columns))
        colour = _colour(estimate, min(known), max(known))
        corner = column - HALF_CELL, row - HALF_CELL
        size = 2 * HALF_CELL, 2 * HALF_CELL
        axes.add_patch(Rectangle(corner, *size, color=colour, linewidth=0, gid=name))
        _cell(axes, (row, column), estimate, frame.numbers, colour)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [value_text(value) for value in columns])
    axes.set_yticks(range(len(rows)), [value_text(value) for value in rows])
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(f"{names[0]} down, {names[1]} across", fontsize=11)
    return frame.finish(figure, lines, boxes)


def _colour(estimate: LabelledEstimate, low: float, high: float) -> Colour:
    """Return the colour of a cell, by its place from `low` to `high`; clear without an estimate."""
    if math.isnan(estimate.value):
        return (0.0, 0.0, 0.0, 0.0)
    share = (estimate.value - low) / (high - low) if high > low else 0.5
    red, green, blue, alpha = colormaps["cividis"](share)
    return red, green, blue, alpha


def _cell(
    axes: Axes,
    place: tuple[int, int],
    estimate: LabelledEstimate,
    numbers: NumberFormat,
    colour: Colour,
) -> None:
    """Write the estimate and its interval into a cell."""
    row, column = place
    if math.isnan(estimate.value):
        axes.text(column, row, NONE, ha="center", va="center", color=MUTED)
        return
    text = "black" if _luminance(colour) > MIDDLE else "white"
    lines = (estimate.value_text(numbers), -0.2, 11), (estimate.interval_text(numbers), 0.24, 10)
    for words, shift, size in lines:
        axes.text(column, row + shift, words, ha="center", va="center", color=text, fontsize=size)


def _luminance(colour: Colour) -> float:
    """Return the relative luminance (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
