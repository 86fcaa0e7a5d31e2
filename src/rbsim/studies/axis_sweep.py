"""Axis sweep: a variant along one axis of the rules, or over a grid of two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import rbcore
from rbcore.cards.ranges import check_once, count_text, shown
from rbcore.rules.definition import Choice, Rules, hyphened, value_text
from rbcore.rules.variants import AXES, read_axis, read_value
from rbsim.formatting import axis_sweep
from rbsim.formatting.tables import Report
from rbsim.pipeline.engine import run
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.simulated import Result
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import (
    PLAYERS,
    Batch,
    Options,
    Players,
    Progress,
    make_batch,
    read_rules,
)
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL, check_level

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture

MOST_AXES = 2
MOST_POINTS = 1_000


@dataclass(frozen=True)
class Point:
    """A point of a sweep.

    Attributes
    ----------
    values : dict of str to bool, int or str
        The value on each axis of the sweep, by the axis' name.
    rules : rbcore.Rules
        The rules with these values.
    """

    values: dict[str, Choice]
    rules: rbcore.Rules


def sweep(
    *axes: str,
    variant: str | rbcore.Rules = "standard",
    games: int = 100_000,
    players: Players = PLAYERS,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Sweep:
    """Play a variant with every value of an axis, or with every pair of values of two axes.

    Parameters
    ----------
    *axes : str
        One axis or two with values: ``reserve-size=5..20``, ``release=no,any``.
    variant : str or rbcore.Rules
        The variant whose axes are changed.
    games : int
        Games of each point.
    players, level, threads, executor, store, progress, **options : see `simulate`
        As `simulate` takes them.

    Returns
    -------
    Sweep
        A result for each point, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for axes and values that cannot be read or clash.

    Examples
    --------
    >>> result = sweep("reserve-size=12..13", games=20, seed=1)
    >>> result
    <Sweep: reserve-size, 2 points of 20 games>
    >>> [point.values for point in result.points]
    [{'reserve-size': 12}, {'reserve-size': 13}]
    """
    points = grid(axes, variant)
    study = sweep_study([make_batch(point.rules, players, games, **options) for point in points])
    check_level(level)
    return Sweep(points, study, run(study, threads, progress, executor, store), level)


def sweep_study(arms: Sequence[Batch]) -> Study:
    """Return a study of an arm for each point."""
    return Study("sweep", tuple(arms))


def grid(axes: Sequence[str], variant: str | rbcore.Rules) -> list[Point]:
    """Return the points of axes as text, `AXIS=VALUES`; the last axis runs fastest.

    VALUES are `5..20`, or have commas between them. Raises ValueError, in one sentence, for text
    that cannot be read and rules that clash.
    """
    base = read_rules(variant)
    if not 1 <= len(axes) <= MOST_AXES:
        raise ValueError(f"a sweep has one axis or two, not {len(axes)}")
    values: dict[str, list[Choice]] = {}
    count = 1
    for text in axes:
        if not isinstance(text, str):
            raise ValueError(f"{shown(text)} is not text such as reserve-size=5..20")
        name, read = _read_axis(text)
        if name in values:
            raise ValueError(f"{name} is given twice; give it once")
        values[name] = read
        count *= len(read)
    if count > MOST_POINTS:
        raise ValueError(f"a sweep of {count} points is too long; at most {MOST_POINTS}")
    points = []
    for combination in product(*values.values()):
        by_axis = dict(zip(values, combination, strict=True))
        changes: dict[str, Any] = {AXES[name].name: value for name, value in by_axis.items()}
        points.append(Point(by_axis, replace(base, **changes)))
    return points


def sweep_points(arms: Sequence[Batch], axes: Sequence[str] | None = None) -> list[Point]:
    """Return the arms of a sweep as points; the slowest axis first.

    Its axes are those in which the arms differ, unless they are given.
    """
    names = [
        name
        for name in Rules.__dataclass_fields__
        if len({getattr(arm.rules, name) for arm in arms}) > 1
    ]
    # The last axis runs fastest, so the second point differs in it.
    if len(arms) > 1:
        first, second = arms[0].rules, arms[1].rules
        names.sort(key=lambda name: getattr(first, name) != getattr(second, name))
    if axes is not None:
        names = [AXES[axis].name for axis in axes]
    return [
        Point({hyphened(name): getattr(arm.rules, name) for name in names}, arm.rules)
        for arm in arms
    ]


def _read_axis(text: str) -> tuple[str, list[Choice]]:
    """Return an axis and its values. Raises ValueError if they cannot be read."""
    name, equals, values = text.partition("=")
    name = read_axis(name)
    if not equals or not values:
        raise ValueError(
            f"{shown(text)} names no values; write {name}=VALUE,VALUE or {name}=LOW..HIGH"
        )
    low, dots, high = values.partition("..")
    if dots:
        if type(AXES[name].default) is int and ("" in (low, high) or "." in low + high):
            raise ValueError(f"{shown(text)} is no range; write {name}=LOW..HIGH")
        ends = [read_value(name, end) for end in (low, high)]
        if not all(type(end) is int for end in ends):
            raise ValueError(f"{name} is not a number's axis; write its values with commas")
        first, last = map(int, ends)
        if first > last:
            raise ValueError(f"{text} runs backwards; write {name}={last}..{first}")
        if last - first >= MOST_POINTS:
            raise ValueError(f"{text} is too long; at most {MOST_POINTS} points")
        return name, list(range(first, last + 1))
    read = [read_value(name, value) for value in values.split(",")]
    check_once(f"{name}={value_text(value)}" for value in read)
    return name, read


class Sweep(StudyResult):
    """The result of `sweep`: a result for each point.

    Attributes
    ----------
    points : list of Point
        Values and rules; the last axis runs fastest.
    study : Study
        An arm for each point.
    results : list of Result
        The games of each point, without rows.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.sweep("release=no,any", games=20, seed=1)
    >>> [one.variant for one in result.results]
    ['standard', 'standard,release=any']
    """

    def __init__(
        self, points: Sequence[Point], study: Study, tally: Tally, level: float = LEVEL
    ) -> None:
        self._keep(study, tally, level)
        self.points = list(points)
        seconds = tally.seconds / len(study.arms)
        self.results = [
            Result(arm, tally.arms[i], seconds, level=self.level)
            for i, arm in enumerate(study.arms)
        ]

    def _remade(self, study: Study, tally: Tally, level: float) -> Sweep:
        return Sweep(self.points, study, tally, level)

    @property
    def _origin(self) -> dict[str, Any]:
        return {**self.provenance, "axes": list(self.points[0].values)}

    def _figures(self) -> Iterator[Figure]:
        base = self.base
        for point, result in zip(self.points, self.results, strict=True):
            axes = {name.replace("-", "_"): value for name, value in point.values.items()}
            for figure in result.figures:
                yield replace(figure, again=None).of(variant=base, players=result.players, **axes)

    @property
    def base(self) -> str:
        """The variant whose axes are changed, as the axes of the sweep leave it."""
        standard = rbcore.Rules()
        names = [AXES[name].name for name in self.points[0].values]
        bare = {name: getattr(standard, name) for name in names}
        try:
            return rbcore.variant_text(replace(self.points[0].rules, **bare))
        except ValueError:  # the standard values clash with the variant's
            return rbcore.variant_text(self.points[0].rules)

    @property
    def answer(self) -> Figure | None:
        """None: every point has an answer of its own."""
        return None

    @property
    def _is_several(self) -> bool:
        return True

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures import plots

        figures = self._all_of(self._default_quantity if quantity is None else quantity)
        name = figures[0].quantity
        axes = [axis.replace("-", "_") for axis in self.points[0].values]
        if len(axes) == MOST_AXES:
            return plots.figure_grid(name, figures, axes)
        if all(type(value) is int for point in self.points for value in point.values.values()):
            return plots.figure_curve(name, figures, axes[0])
        return super()._picture(name)

    def report(self) -> Report:
        """Return a table with one line for each point, with intervals."""
        return axis_sweep.report(self)

    def __repr__(self) -> str:
        axes = " by ".join(self.points[0].values)
        points = count_text(len(self.points), "points")
        return f"<Sweep: {axes}, {points} of {count_text(self.study.count, 'games')}>"
