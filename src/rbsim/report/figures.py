"""Figures: intervals in rows, distributions in rows, a curve with its band, and a grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import blended_transform_factory

from rbcore.rules import Choice, value_text
from rbsim.report.drawing import BLUE, INK, MUTED, ORANGE, WIDTH, Picture, canvas, finish
from rbsim.report.spread import Spread
from rbsim.stats import Mean, Rate

LINE = 13  # pixels of a line of text
LABEL = 26  # letters of a label that leave room for its figure
TRACK = 20  # pixels of a row below its label
FOOT = 24
CELL = (66, 36)  # pixels
BINS = 60
SHOWN = 0.995  # of the games of each arm lie in the range of a distribution at least
BAND = 0.3  # opacity
NONE = "none"


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
    def of(cls, label: str, found: Rate | Mean, hollow: bool = False) -> Point:
        value = found.rate if isinstance(found, Rate) else found.mean
        return cls(label, value, *found.interval, hollow)

    def words(self, unit: Unit) -> str:
        """`55.80% (55.71 to 55.90)`."""
        if math.isnan(self.value):
            return "none"
        if math.isnan(self.low):
            return f"{unit.show(self.value)} (no interval)"
        low = unit.show(self.low).removesuffix("%")
        return f"{unit.show(self.value)} ({low} to {unit.show(self.high).removesuffix('%')})"


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

    def finish(self, figure: Figure, lines: Sequence[str]) -> Picture:
        words = f"{self.note} {'; '.join(lines)}."
        return finish(figure, self.name, self.title, words)


def intervals(plan: Plan, points: Sequence[Point], zero: bool = False) -> Picture:
    """A row for each estimate: its label, the figure, the interval drawn."""
    labels = [wrap(point.label, LABEL) for point in points]
    heights = [LINE * len(label) + TRACK for label in labels]
    figure, axes = plan.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    top = 0.0
    for point, label, height in zip(points, labels, heights, strict=True):
        _label(axes, top, label, point.words(plan.unit))
        _interval(axes, point, top + height - TRACK / 2 - 1)
        top += height
    if zero:
        axes.axvline(0, color=MUTED, linewidth=1)
    _x_axis(axes, plan.unit)
    return plan.finish(figure, [f"{point.label}: {point.words(plan.unit)}" for point in points])


def _label(axes: Axes, top: float, label: list[str], words: str) -> None:
    across = blended_transform_factory(axes.get_figure(root=True).transFigure, axes.transData)
    for i, line in enumerate(label):
        axes.text(0, top + LINE * (i + 1) - 3, line, transform=across, fontsize=11)
    axes.text(1, top + LINE - 3, words, transform=across, ha="right", color=MUTED)


def _interval(axes: Axes, point: Point, y: float) -> None:
    if math.isnan(point.value):
        return
    colour = ORANGE if point.hollow else BLUE
    axes.plot([point.low, point.high], [y, y], color=colour, linewidth=2.5, solid_capstyle="butt")
    for end in (point.low, point.high):
        axes.plot([end, end], [y - 4, y + 4], color=colour, linewidth=1.2)
    shape = "D" if point.hollow else "o"
    axes.plot([point.value], [y], shape, color=colour, markersize=5.5)


def _x_axis(axes: Axes, unit: Unit) -> None:
    axes.set_yticks([])
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: unit.tick(value)))
    axes.grid(axis="x")


def distributions(plan: Plan, rows: Sequence[tuple[str, Spread]]) -> Picture:
    """A row for each spread: its label, the mean, the shares of its bins with their intervals."""
    deep = 3 * TRACK
    labels = [wrap(label, LABEL) for label, _ in rows]
    heights = [LINE * len(label) + deep for label in labels]
    figure, axes = plan.canvas(sum(heights), FOOT)
    axes.set_ylim(sum(heights), 0)
    edges = _edges([spread for _, spread in rows])
    axes.set_xlim(edges[0], edges[-1])
    lines, top = [], 0.0
    for (name, spread), label, height in zip(rows, labels, heights, strict=True):
        words = f"mean {Point.of(name, spread.mean).words(plan.unit)}" if spread.games else NONE
        _label(axes, top, label, words)
        _histogram(axes, edges, spread, top + height - 4, deep - 10)
        quantiles = "/".join(map(str, spread.quantiles))
        lines.append(f"{name}: {words}, {spread.games:,} games, 5/25/50/75/95% at {quantiles}")
        top += height
    _x_axis(axes, plan.unit)
    return plan.finish(figure, lines)


def _edges(spreads: Sequence[Spread]) -> list[int]:
    """Of bins of whole numbers that hold nearly all there is of each."""
    seen = [spread for spread in spreads if spread.games]
    low = min((min(spread.counts) for spread in seen), default=0)
    high = max((spread.quantile(SHOWN) or 0 for spread in seen), default=0)
    step = -(-(high - low + 1) // BINS)
    return list(range(low, high + 1 + step, step))


def _histogram(axes: Axes, edges: list[int], spread: Spread, base: float, height: float) -> None:
    if not spread.games:
        return
    rates = spread.bins(edges)
    ends = np.array([rate.interval for rate in rates])
    scale = height / ends.max()
    low, high = (np.repeat(base - scale * ends[:, i], 2) for i in (0, 1))
    middle = np.repeat([base - scale * rate.rate for rate in rates], 2)
    x = np.repeat(edges, 2)[1:-1]
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
    """Estimates over two axes, the first down: cells, each with half its interval's width below."""
    rows, columns = values
    wide, deep = CELL
    left = 16 + 7 * max(len(value_text(value)) for value in rows)
    width = max(WIDTH, left + wide * len(columns) + 16)
    figure, axes = plan.canvas(deep * len(rows), 40, left, width)
    known = [point.value for point in points if not math.isnan(point.value)] or [0.0]
    for place, point in enumerate(points):
        _cell(axes, divmod(place, len(columns)), point, plan.unit, (min(known), max(known)))
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), [value_text(value) for value in columns])
    axes.set_yticks(range(len(rows)), [value_text(value) for value in rows])
    axes.tick_params(length=0, labelcolor=INK)
    axes.spines["bottom"].set_visible(False)
    axes.set_xlabel(f"{names[0]} down, {names[1]} across", fontsize=11)
    return plan.finish(figure, [f"{point.label}: {point.words(plan.unit)}" for point in points])


def _cell(
    axes: Axes, place: tuple[int, int], point: Point, unit: Unit, ends: tuple[float, float]
) -> None:
    row, column = place
    if math.isnan(point.value):
        axes.text(column, row, NONE, ha="center", va="center", color=MUTED)
        return
    low, high = ends
    share = (point.value - low) / (high - low) if high > low else 0.5
    colour = colormaps["cividis"](share)
    axes.fill_between(
        [column - 0.48, column + 0.48], row - 0.48, row + 0.48, color=colour, linewidth=0
    )
    text = "black" if share > 0.5 else "white"
    half = unit.show((point.high - point.low) / 2).lstrip("+")
    for words, shift, size in ((unit.show(point.value), -0.2, 11), (f"± {half}", 0.24, 10)):
        axes.text(
            column, row + shift, words, ha="center", va="center", color=text, fontsize=size
        )
