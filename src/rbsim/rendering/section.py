"""Section: a part of what is shown of a result: words, tables and plots, all of figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rbsim.rendering.table import Table, label_text
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure
from rbsim.stats.quantity import Form, words_of


class Shape(Enum):
    """How a plot is drawn: intervals and distributions in rows, a curve along an axis, a grid."""

    INTERVALS = "intervals"
    CURVE = "curve"
    GRID = "grid"
    LENGTHS = "lengths"


@dataclass(frozen=True)
class Plot:
    """What a picture shows: figures or distributions; `rendering.plots` draws it."""

    name: str  # of the file
    title: str
    shape: Shape = Shape.INTERVALS
    figures: Sequence[Figure] = ()  # of a grid the second axis runs fastest
    names: Sequence[str] = ()  # of the figures; unless given, the labels by which they differ
    axes: tuple[str, ...] = ()  # the labels that are those of a curve or a grid
    lengths: Sequence[Distribution] = ()
    hollow: frozenset[int] = frozenset()  # figures, by their places, that are drawn as diamonds
    note: str = ""  # what else the lines above the drawing say

    @property
    def form(self) -> Form:
        """How its numbers are written."""
        return self.figures[0].form if self.figures else Form.NUMBER

    @property
    def labels(self) -> list[str]:
        """A name for each figure."""
        return list(self.names) or labels_of(self.figures)

    @property
    def axis_names(self) -> list[str]:
        """The names of its axes as users write them."""
        return [axis.replace("_", "-") for axis in self.axes]

    @property
    def ticks(self) -> list[list[str]]:
        """The values along each of its axes as users write them."""
        return [
            list(map(label_text, dict.fromkeys(one.labels[axis] for one in self.figures)))
            for axis in self.axes
        ]


@dataclass(frozen=True)
class Section:
    """A heading with words, tables and plots."""

    title: str
    words: str = ""  # a paragraph on how to read it
    tables: Sequence[Table] = ()
    plots: Sequence[Plot] = ()  # the first of a result's first section is what `plot` draws
    brief: bool = False  # whether it is shown without --full


def intervals_of(figures: Sequence[Figure], names: Sequence[str] = ()) -> Plot:
    """Return the plot of a quantity with a row for each figure."""
    quantity = figures[0].quantity
    return Plot(quantity, titled(words_of(quantity)), figures=figures, names=names)


def titled(words: str) -> str:
    """Return words with a capital letter."""
    return words[:1].upper() + words[1:]


def labels_of(figures: Sequence[Figure]) -> list[str]:
    """Return words for each figure: the labels by which they differ, or all if there is one."""
    names = dict.fromkeys(name for one in figures for name in one.labels)
    varied = [
        name for name in names if len({str(one.labels.get(name)) for one in figures}) > 1
    ] or [name for name in names if name in ("variant", "players")]
    return [", ".join(_words(one, varied)) for one in figures]


def _words(figure: Figure, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        value = figure.labels.get(name)
        if isinstance(value, str):
            yield value
        elif value is not None:
            yield f"{name.replace('_', '-')} {value}"
