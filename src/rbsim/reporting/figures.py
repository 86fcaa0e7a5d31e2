"""Figures: intervals in rows, distributions in rows, a curve with its band, and a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory

from rbcore.rules.definition import Choice, value_text
from rbsim.formatting.numbers import rank_interval, whole
from rbsim.reporting.drawing import BLUE, GRID, INK, MUTED, ORANGE, WIDTH, Picture, canvas, finish
from rbsim.reporting.spread import Spread
from rbsim.results.summary import PlayedAdvantage
from rbsim.stats.intervals import QUANTILES, Mean, Rate

LINE = 13  # pixels of a line of text
LABEL = 26  # letters of a label that leave room for its figure
TRACK = 20  # pixels of a row below its label
DEEP = 60  # the same of a distribution
FOOT = 24
CELL = (66, 36)  # pixels at least
HALF_CELL = 0.48  # of the distance of two
LETTER = 6  # pixels
BINS = 60
SHOWN = 0.995  # of the games of each arm lie in the range of a distribution at least
BAND = 0.3  # opacity
NONE = "none"
MIDDLE = 0.179  # luminance that black and white contrast with alike
TOWER = 3  # times the next bin; a higher one is cut off
CUT = 1.1  # times the height of the others

Colour = tuple[float, float, float, float]


@dataclass(frozen=True)
class Unit:
    """How a figure writes its numbers: `show` to the full, `tick` in short."""

    show: Callable[[float], str]
    tick: Callable[[float], str]


def _percent(value: float) -> str:
    return f"{100 * value:.2f}%"


def _signed(value: float) -> str:
    return f"{100 * value:+.2f}%"


SHARE = Unit(_percent, lambda value: f"{100 * value:.6g}%")
DIFFERENCE = Unit(_signed, lambda value: f"{100 * value:+.6g}%" if value else "0")
NUMBER = Unit(lambda value: f"{value:,.2f}", lambda value: f"{value:,.6g}")
POINTS = Unit(lambda value: f"{value:+,.1f}", lambda value: f"{value:+,.6g}" if value else "0")
CHANGE = Unit(lambda value: f"{value:+,.2f}", lambda value: f"{value:+,.6g}" if value else "0")


@dataclass(frozen=True)
class Point:
    """An estimate with its interval. hollow: of another kind than the others."""

    label: str
    value: float
    low: float
    high: float
    hollow: bool = False

    @classmethod
    def around(
        cls, label: str, estimate: Rate | Mean | PlayedAdvantage, hollow: bool = False
    ) -> Point:
        """Return the point of an estimate."""
        value = estimate.rate if isinstance(estimate, Rate) else estimate.mean
        return cls(label, value, *estimate.interval, hollow)

    def words(self, unit: Unit) -> str:
        """`55.80% (55.71 to 55.90)`."""
        if math.isnan(self.value):
            return "none"
        return f"{unit.show(self.value)} ({self.ends(unit)})"

    def ends(self, unit: Unit) -> str:
        """`55.71 to 55.90`."""
        if math.isnan(self.low):
            return "no interval"
        low, high = (unit.show(end).removesuffix("%") for end in (self.low, self.high))
        return f"{low} to {high}"


@dataclass(frozen=True)
class Plan:
    """What every figure has: its name, a title, a note on games and intervals, its unit."""

    name: str
    title: str
    note: str
    unit: Unit

    def canvas(
        self, height: float, foot: float, left: float = 0, width: float = WIDTH
    ) -> tuple[Figure, Axes]:
        title, note = wrap(self.title, int(width / 8)), wrap(self.note, int(width / 6))
        return canvas(title, note, height, foot, left, width)

    def finish(
        self, figure: Figure, lines: Sequence[str], boxes: Mapping[str, str] | None = None
    ) -> Picture:
        words = f"{self.note} {'; '.join(lines)}."
        return finish(figure, self.name, self.title, words, boxes)


def intervals(plan: Plan, points: Sequence[Point], zero: bool = False) -> Picture:
    """A row for each estimate: its label, the figure, the interval drawn."""
    labels = [wrap(point.label, LABEL) for point in points]
    heights = [LINE * len(label) + TRACK for label in labels]
    figure, axes = plan.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    top = 0.0
    for point, label, height in zip(points, labels, heights, strict=True):
        _label(axes, top, label, [point.words(plan.unit)])
        _interval(axes, point, top + height - TRACK / 2 - 1)
        top += height
    _x_axis(axes, plan.unit, heights, TRACK, zero)
    return plan.finish(figure, [f"{point.label}: {point.words(plan.unit)}" for point in points])


def _label(axes: Axes, top: float, label: Sequence[str], words: Sequence[str]) -> None:
    """The label of a row to the left, its figures to the right."""
    across = blended_transform_factory(axes.figure.transFigure, axes.transData)
    for i, line in enumerate(label):
        axes.text(0, top + LINE * (i + 1) - 3, line, transform=across, fontsize=11)
    for i, line in enumerate(words):
        y = top + LINE * (i + 1) - 3
        axes.text(1, y, line, transform=across, ha="right", color=MUTED)


def _interval(axes: Axes, point: Point, y: float) -> None:
    if math.isnan(point.value):
        return
    colour = ORANGE if point.hollow else BLUE
    axes.plot([point.low, point.high], [y, y], color=colour, linewidth=2.5, solid_capstyle="butt")
    for end in (point.low, point.high):
        axes.plot([end, end], [y - 4, y + 4], color=colour, linewidth=1.2)
    shape = "D" if point.hollow else "o"
    axes.plot([point.value], [y], shape, color=colour, markersize=5.5)


def _x_axis(axes: Axes, unit: Unit, heights: Sequence[int], track: int, zero: bool = False) -> None:
    """Ticks, and lines through the lower part of each row, where no text is in their way."""
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: unit.tick(value)))
    low, high = ends = axes.get_xlim()
    bottoms = np.cumsum(heights)
    for x in axes.get_xticks():
        if low <= x <= high:
            axes.vlines([x] * len(bottoms), bottoms - track, bottoms - 3, color=GRID, linewidth=0.8)
    if zero and low <= 0 <= high:
        axes.vlines([0] * len(bottoms), bottoms - track, bottoms - 3, color=MUTED, linewidth=1.2)
    axes.set_xlim(ends)


def distributions(plan: Plan, rows: Sequence[tuple[str, Spread]]) -> Picture:
    """A row for each spread: its label, the mean, the shares of its bins with their intervals."""
    edges = _edges([spread for _, spread in rows])
    labels = [wrap(label, LABEL) for label, _ in rows]
    words = [_words(plan.unit, edges, spread) for _, spread in rows]
    heights = [LINE * max(map(len, texts)) + DEEP for texts in zip(labels, words, strict=True)]
    figure, axes = plan.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    axes.set_xlim(edges[0], edges[-1])
    lines, top = [], 0
    for (name, spread), label, said, height in zip(rows, labels, words, heights, strict=True):
        _label(axes, top, label, said)
        top += height
        _histogram(axes, edges, spread, top - 8, DEEP - 10)
        said = [*said, f"{spread.games:,} games", *_quantiles(spread)]
        lines.append(f"{name}: {', '.join(said)}")
    _x_axis(axes, plan.unit, heights, DEEP - 6)
    return plan.finish(figure, lines)


def _words(unit: Unit, edges: list[int], spread: Spread) -> list[str]:
    """The mean, and the bin that is cut off."""
    if not spread.games:
        return [NONE]
    words = [f"mean {Point.around('', spread.mean).words(unit)}"]
    tower = _tower(spread.bins(edges))
    if tower is not None:
        low, high = edges[tower], edges[tower + 1] - 1
        name = f"{low}" if low == high else f"{low} to {high}"
        words.append(f"{name}, cut off: {Point.around('', spread.bins(edges)[tower]).words(SHARE)}")
    return words


def _quantiles(spread: Spread) -> Iterator[str]:
    found = spread.quantiles
    for share, value, interval in zip(QUANTILES, found.values, found.intervals, strict=True):
        yield f"{share:.0%} at {whole(value)} ({rank_interval(interval)})"


def _tower(rates: Sequence[Rate]) -> int | None:
    """The bin that would dwarf all others, if there is one."""
    tops = [rate.interval[1] for rate in rates]
    *_, second, top = [0.0, *sorted(tops)]
    return tops.index(top) if top > TOWER * second > 0 else None


def _edges(spreads: Sequence[Spread]) -> list[int]:
    """Of bins of whole numbers that hold nearly all there is of each."""
    seen = [spread for spread in spreads if spread.games]
    low = min((min(spread.counts) for spread in seen), default=0)
    high = max((spread.quantile(SHOWN) or 0 for spread in seen), default=0)
    step = -(-(high - low + 1) // BINS)
    return list(range(low, high + 1 + step, step))


def _histogram(axes: Axes, edges: list[int], spread: Spread, base: float, height: float) -> None:
    """Shares of bins with their bands."""
    if not spread.games:
        return
    rates = spread.bins(edges)
    tower = _tower(rates)
    top = max(rate.interval[1] for i, rate in enumerate(rates) if i != tower)
    scale = height / top
    x = np.repeat(edges, 2)[1:-1]
    middle, low, high = (
        np.repeat(base - scale * np.minimum(shares, CUT * top), 2)
        for shares in ([r.rate for r in rates], *zip(*(r.interval for r in rates), strict=True))
    )
    axes.fill_between(x, low, high, color=BLUE, alpha=BAND, linewidth=0)
    axes.plot(x, middle, color=BLUE, linewidth=1.3)
    axes.axhline(base, color=MUTED, linewidth=0.6)
    axes.plot([spread.mean.mean] * 2, [base, base - height], color=ORANGE, linewidth=1.2)


def curve(plan: Plan, axis: str, values: Sequence[int], points: Sequence[Point]) -> Picture:
    """Estimates along an axis of numbers, with the band of their intervals."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    x = [values[i] for i in order]
    kept = [points[i] for i in order]
    figure, axes = plan.canvas(190, 40, left=52)
    ends = [point.low for point in kept], [point.high for point in kept]
    axes.fill_between(x, *ends, color=BLUE, alpha=BAND, linewidth=0)
    shape = "o" if len(x) <= BINS else ""
    axes.plot(x, [point.value for point in kept], f"{shape}-", color=BLUE, markersize=3.5)
    axes.set_xlabel(axis, fontsize=11)
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(6))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: plan.unit.tick(value)))
    axes.grid()
    return plan.finish(figure, [f"{point.label}: {point.words(plan.unit)}" for point in kept])


def grid(
    plan: Plan, names: Sequence[str], values: Sequence[Sequence[Choice]], points: Sequence[Point]
) -> Picture:
    """Estimates over two axes, the first down: cells, each with its interval below.

    A cell says what it is to a pointer, and to who comes to it with the keyboard.
    """
    rows, columns = values
    wide = max(CELL[0], LETTER * max(len(point.ends(plan.unit)) for point in points) + 6)
    deep = CELL[1]
    left = 16 + 7 * max(len(value_text(value)) for value in rows)
    width = max(WIDTH, left + wide * len(columns) + 16)
    figure, axes = plan.canvas(deep * len(rows), 40, left, width)
    known = [point.value for point in points if not math.isnan(point.value)] or [0.0]
    lines = [f"{point.label}: {point.words(plan.unit)}" for point in points]
    boxes = {f"box-{place}": line for place, line in enumerate(lines)}
    for place, (name, point) in enumerate(zip(boxes, points, strict=True)):
        row, column = divmod(place, len(columns))
        colour = _colour(point, min(known), max(known))
        corner = column - HALF_CELL, row - HALF_CELL
        size = 2 * HALF_CELL, 2 * HALF_CELL
        axes.add_patch(Rectangle(corner, *size, color=colour, linewidth=0, gid=name))
        _cell(axes, (row, column), point, plan.unit, colour)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [value_text(value) for value in columns])
    axes.set_yticks(range(len(rows)), [value_text(value) for value in rows])
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(f"{names[0]} down, {names[1]} across", fontsize=11)
    return plan.finish(figure, lines, boxes)


def _colour(point: Point, low: float, high: float) -> Colour:
    """Of a cell, between those of the lowest and the highest; none if there is no estimate."""
    if math.isnan(point.value):
        return (0.0, 0.0, 0.0, 0.0)
    share = (point.value - low) / (high - low) if high > low else 0.5
    red, green, blue, alpha = colormaps["cividis"](share)
    return red, green, blue, alpha


def _cell(axes: Axes, place: tuple[int, int], point: Point, unit: Unit, colour: Colour) -> None:
    """What stands in a cell."""
    row, column = place
    if math.isnan(point.value):
        axes.text(column, row, NONE, ha="center", va="center", color=MUTED)
        return
    text = "black" if _luminance(colour) > MIDDLE else "white"
    lines = (unit.show(point.value), -0.2, 11), (point.ends(unit), 0.24, 10)
    for words, shift, size in lines:
        axes.text(column, row + shift, words, ha="center", va="center", color=text, fontsize=size)


def _luminance(colour: Colour) -> float:
    """As WCAG has it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
