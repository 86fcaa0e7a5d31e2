"""Own axes: plots drawn on axes of matplotlib that a caller brings, in the caller's style."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rbsim.rendering.plots import ZERO, tile, trace
from rbsim.rendering.section import Plot, Shape, titled
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
        bars = [[ends[0]], [ends[1]]] if all(map(math.isfinite, ends)) else None
        shape, colour = ("D", "C1") if y in plot.hollow else ("o", "C0")
        axes.errorbar([one.estimate], [y], xerr=bars, fmt=shape, color=colour, capsize=3)
    axes.set_yticks(range(len(plot.figures)), plot.labels)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(tick_text(plot.form))
    if plot.form in ZERO:
        axes.axvline(0, color="0.6", linewidth=1)


def _curve(axes: Axes, plot: Plot) -> None:
    trace(axes, plot)
    axes.set_xlabel(plot.axis_names[0])


def _grid(axes: Axes, plot: Plot) -> None:
    tile(axes, plot)
    down, across = plot.axis_names
    axes.set_ylabel(down)
    axes.set_xlabel(across)


def _lengths(axes: Axes, plot: Plot) -> None:
    for one in plot.lengths:
        seen = np.flatnonzero(one.histogram)
        shares = one.histogram[seen] / max(1, one.games)
        axes.step(one.start + seen, shares, where="mid", label=one.name)
    axes.xaxis.set_major_formatter(tick_text(plot.form))
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g}%")
    axes.legend()
