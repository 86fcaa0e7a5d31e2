"""Own axes: plots drawn on axes of matplotlib that a caller brings, in the caller's style."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import FuncFormatter

from rbsim.rendering.plots import ZERO, tile, trace
from rbsim.rendering.section import Plot, Shape, titled
from rbsim.rendering.table import label_text
from rbsim.stats.number_text import tick_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_on(axes: Axes, plot: Plot) -> Axes:
    """Draw a plot on some axes, and return them."""
    axes.set_title(titled(plot.title))
    {
        Shape.INTERVALS: _intervals,
        Shape.CURVE: _curve,
        Shape.GRID: _grid,
        Shape.LENGTHS: _lengths,
    }[plot.shape](axes, plot)
    return axes


def _intervals(axes: Axes, plot: Plot) -> None:
    for y, one in enumerate(plot.figures):
        ends = [abs(one.estimate - end) for end in one.interval]
        known = all(map(math.isfinite, ends))
        axes.errorbar(
            [one.estimate],
            [y],
            xerr=[[ends[0]], [ends[1]]] if known else None,
            fmt="D" if y in plot.hollow else "o",
            color="C1" if y in plot.hollow else "C0",
            capsize=3,
        )
    axes.set_yticks(range(len(plot.figures)), plot.labels)
    axes.invert_yaxis()
    tick = tick_text(plot.form)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))
    if plot.form in ZERO:
        axes.axvline(0, color="0.6", linewidth=1)


def _curve(axes: Axes, plot: Plot) -> None:
    trace(axes, plot)
    axes.set_xlabel(plot.axes[0].replace("_", "-"))


def _grid(axes: Axes, plot: Plot) -> None:
    tile(axes, plot)
    rows, columns = (
        list(dict.fromkeys(one.labels[axis] for one in plot.figures)) for axis in plot.axes
    )
    axes.set_xticks(range(len(columns)), [label_text(value) for value in columns])
    axes.set_yticks(range(len(rows)), [label_text(value) for value in rows])
    axes.set_ylabel(plot.axes[0].replace("_", "-"))
    axes.set_xlabel(plot.axes[1].replace("_", "-"))


def _lengths(axes: Axes, plot: Plot) -> None:
    for one in plot.lengths:
        seen = np.flatnonzero(one.histogram)
        shares = one.histogram[seen] / max(1, one.games)
        axes.step(one.start + seen, shares, where="mid", label=one.name)
    tick = tick_text(plot.form)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: tick(value)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:g}%"))
    axes.legend()
