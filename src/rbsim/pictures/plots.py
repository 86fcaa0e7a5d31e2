"""Plots: figures of a result, outcome shares and lengths as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from rbcore.rules.definition import Choice
from rbsim.pictures.drawing import Picture
from rbsim.pictures.figures import (
    CHANGE,
    DIFFERENCE,
    ELO,
    NUMBER,
    SHARE,
    Frame,
    LabelledEstimate,
    NumberFormat,
    curve,
    distributions,
    grid,
    intervals,
    labelled,
)
from rbsim.pictures.spread import Spread
from rbsim.stats.figure import Figure, Form
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL, level_text
from rbsim.sums.histograms import Histogram

FORMS = {
    Form.SHARE: SHARE,
    Form.DIFFERENCE: DIFFERENCE,
    Form.NUMBER: NUMBER,
    Form.CHANGE: CHANGE,
}


def numbers_of(figure: Figure) -> NumberFormat:
    """Return how a picture writes a figure."""
    return ELO if figure.quantity == "elo" else FORMS[figure.form]


def figure_intervals(quantity: str, figures: Sequence[Figure]) -> Picture:
    """Draw a quantity with a row for each figure, named by the labels that differ."""
    estimates = [_estimate(one, words) for one, words in zip(figures, labels(figures), strict=True)]
    first = figures[0]
    zero = first.form in (Form.DIFFERENCE, Form.CHANGE)
    return intervals(frame(quantity, figures), estimates, zero)


def figure_curve(quantity: str, figures: Sequence[Figure], axis: str) -> Picture:
    """Draw a quantity along an axis of numbers."""
    values = [_number(one.labels[axis]) for one in figures]
    estimates = [_estimate(one, f"{axis} {one.labels[axis]}") for one in figures]
    return curve(frame(quantity, figures), axis.replace("_", "-"), values, estimates)


def figure_grid(quantity: str, figures: Sequence[Figure], axes: Sequence[str]) -> Picture:
    """Draw a quantity over two axes, the last of which runs fastest."""
    values: list[list[Choice]] = [
        [value for value in dict.fromkeys(one.labels[axis] for one in figures) if _is_choice(value)]  # type: ignore[misc]
        for axis in axes
    ]
    estimates = [_estimate(one, words) for one, words in zip(figures, labels(figures), strict=True)]
    names = [axis.replace("_", "-") for axis in axes]
    return grid(frame(quantity, figures), names, values, estimates)


def outcome_shares(
    title: str, rates: Mapping[str, Rate], n: int, unit: str = "games", level: float = LEVEL
) -> Picture:
    """Draw how often games ended in each way."""
    note = f"{n:,} {unit}; {level_text(level)} Wilson intervals."
    estimates = [labelled(words, rate) for words, rate in rates.items()]
    return intervals(Frame("outcomes", title, note, SHARE), estimates)


def lengths(
    words: str,
    title: str,
    histogram: Histogram,
    bounds: tuple[float, float] | None = None,
    tame: bool = False,
    level: float = LEVEL,
) -> Picture:
    """Draw the distribution of a number over all games, given how often each was seen.

    `bounds` and `tame` are those of Mean.from_histogram.
    """
    counts = Counter({int(i): int(histogram[i]) for i in np.flatnonzero(histogram)})
    spread = Spread(counts, bounds, tame, level)
    note = f"{spread.games:,} games; bands: {level_text(level)} Wilson intervals of each bin."
    return distributions(Frame(words, f"{words}, {title}", note, NUMBER), [(title, spread)])


def frame(quantity: str, figures: Sequence[Figure]) -> Frame:
    """Return title and note of a picture of figures."""
    counts = sorted({one.n for one in figures})
    each = " to ".join(f"{n:,}" for n in dict.fromkeys((counts[0], counts[-1])))
    first = figures[0]
    note = f"{each} {first.unit} each; {level_text(first.level)} intervals."
    title = quantity.replace("_", " ")
    return Frame(quantity, title[0].upper() + title[1:], note, numbers_of(first))


def labels(figures: Sequence[Figure]) -> list[str]:
    """Return words for each figure: the labels by which they differ, or all if there is one."""
    names = dict.fromkeys(name for one in figures for name in one.labels)
    varied = [
        name for name in names if len({str(one.labels.get(name)) for one in figures}) > 1
    ] or [name for name in names if name in ("variant", "players")]
    return [
        ", ".join(
            str(one.labels[name])
            if isinstance(one.labels[name], str)
            else f"{name.replace('_', '-')} {one.labels[name]}"
            for name in varied
            if one.labels.get(name) is not None
        )
        for one in figures
    ]


def _estimate(figure: Figure, words: str) -> LabelledEstimate:
    ends = figure.undecided
    value = figure.estimate if ends is None else sum(ends) / 2
    return replace(LabelledEstimate(words, value, *figure.interval), extremes=ends)


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value} is not a number; this axis has no curve")
    return value


def _is_choice(value: object) -> bool:
    return isinstance(value, int | str)
