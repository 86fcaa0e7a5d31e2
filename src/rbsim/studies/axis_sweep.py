"""Axis sweep: a variant along one axis of the rules, or over a grid of two."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import product
from typing import Annotated, Any, Unpack, cast

import rbcore
from rbcore.cards.ranges import check_once, shown
from rbcore.rules.definition import Choice, Rules, hyphened, value_text
from rbcore.rules.variants import AXES, read_axis, read_value
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study, Tally
from rbsim.rendering.section import Plot, Section, Shape, intervals_of, pivot
from rbsim.results import shared_sections as shared
from rbsim.results.options import (
    Games,
    How,
    Level,
    Of,
    OneVariant,
    Option,
    Players,
    Until,
    batch_of,
    near_axes,
)
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, read_rules
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import key_of
from rbsim.studies.side_by_side import Survey
from rbsim.studies.simulation import BRIEF, REST

MOST_AXES = 2
RANGE = re.compile(r"^\s*(\d+)\s*[-:]\s*(\d+)\s*$", re.ASCII)  # as people write one
MOST_POINTS = 1_000
VALUES = Option(
    "one or two: reserve-size=5..20 release=no,any",
    metavar="AXIS=VALUES...",
    near=near_axes,
    many=True,
)
SWEPT = "Rates, turns and moves are of all games, unfinished ones included; advantage as played."


@dataclass(frozen=True)
class Point:
    """A point of a sweep: the value on each axis by the axis' name, and the rules with these."""

    values: dict[str, Choice]
    rules: rbcore.Rules


def sweep(
    *axes: Annotated[str, VALUES],
    variant: OneVariant = "standard",
    games: Games = 100_000,
    players: Players = PLAYERS,
    until: Until = None,
    of: Of = None,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> Sweep:
    """Play a variant with every value of an axis, or with every pair of values of two axes.

    Parameters
    ----------
    *axes : str
        One axis or two with values: ``reserve-size=5..20``, ``release=no,any``; or an axis and
        then its values: ``"reserve-size", range(5, 21)``.
    variant : str or rbcore.Rules
        The variant whose axes are changed.
    games : int
        Games of each point.
    players, until, of, level, **how : see `simulate`
        As `simulate` takes them; each point stops by itself.

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
    >>> [point.values for point in result.points]
    [{'reserve-size': 12}, {'reserve-size': 13}]
    """
    return KIND.play(
        axes=axes, variant=variant, games=games, players=players, until=until, of=of, level=level,
        **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of an arm for each point."""
    points = grid(given["axes"] or (), given["variant"])
    batches = [batch_of({**given, "variant": point.rules}) for point in points]
    goal = read_goal(given["until"], given["of"])
    axes = {"axes": list(points[0].values)}
    return Study("sweep", tuple(batches), goal=goal, settings=axes)


def grid(axes: Sequence[str], variant: str | rbcore.Rules) -> list[Point]:
    """Return the points of axes as text, `AXIS=5..20` or with commas; the last runs fastest."""
    base = read_rules(variant)
    texts = _axis_texts(axes)
    if not 1 <= len(texts) <= MOST_AXES:
        raise ValueError(f"a sweep has one axis or two, not {len(texts)}")
    read = [read_axis_values(text) for text in texts]
    check_once(name for name, _ in read)
    values = dict(read)
    count = math.prod(map(len, values.values()))
    if count > MOST_POINTS:
        raise ValueError(f"a sweep of {count} points is too long; at most {MOST_POINTS}")
    points = []
    for combination in product(*values.values()):
        by_axis = dict(zip(values, combination, strict=True))
        changes: dict[str, Any] = {AXES[name].name: value for name, value in by_axis.items()}
        points.append(Point(by_axis, replace(base, **changes)))
    return points


def _axis_texts(given: Sequence[Any]) -> list[str]:
    """Return axes with their values as texts, those joined that are given apart."""
    texts: list[str] = []
    for one in given:
        is_axis = isinstance(one, str) and ("=" in one or hyphened(one.strip().lower()) in AXES)
        if is_axis or not texts:
            if not isinstance(one, str):
                raise ValueError(f"{shown(one)} is not text such as reserve-size=5..20")
            texts.append(one)
            continue
        values = [one] if isinstance(one, str) or not isinstance(one, Iterable) else list(one)
        joint = "," if "=" in texts[-1] else "="
        texts[-1] += joint + ",".join(map(value_text, values))
    return texts


def read_axis_values(text: str) -> tuple[str, list[Choice]]:
    """Return an axis and its values. Raises ValueError if they cannot be read."""
    name, equals, values = text.partition("=")
    name = read_axis(name)
    if not equals or not values:
        raise ValueError(
            f"{shown(text)} names no values; write {name}=VALUE,VALUE or {name}=LOW..HIGH"
        )
    low, dots, high = RANGE.sub(r"\1..\2", values).partition("..")
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


class Sweep(Survey):
    """The result of `sweep`: a result for each point.

    Attributes
    ----------
    study : Study
        An arm for each point.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.sweep("release=no,any", games=20, seed=1)
    >>> [one.variant for one in result.results]
    ['standard', 'standard,release=any']
    """

    @cached_property
    def points(self) -> list[Point]:
        """The values and rules of each point; the last axis runs fastest."""
        every = [cast(Rules, arm.rules) for arm in self.study.arms]
        names = [AXES[axis].name for axis in self.study.settings.get("axes", ())]
        if not names:  # old stores do not name them: those in which the arms differ
            names = [
                one.name for one in fields(Rules) if len({getattr(r, one.name) for r in every}) > 1
            ]
            # The last axis runs fastest, so the second point differs in it.
            names.sort(key=lambda name: getattr(every[0], name) != getattr(every[1], name))
        return [Point({hyphened(name): getattr(r, name) for name in names}, r) for r in every]

    def _figures(self) -> Iterator[Figure]:
        base = self.base
        for point, result in zip(self.points, self.results, strict=True):
            axes = {name.replace("-", "_"): value for name, value in point.values.items()}
            for one in result.figures:
                yield one.of(variant=base, players=result.players, **axes)

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
    def _axes(self) -> tuple[str, ...]:
        return tuple(axis.replace("-", "_") for axis in self.points[0].values)

    @property
    def headline(self) -> str:
        """Where the advantage is largest, and where smallest; nothing is tested."""
        figures = self._all_of("advantage")
        names = self.arm_names
        if len(figures) == 1:
            return f"The advantage as played at {names[0]} is {figure_text(figures[0])}."
        most, least, doubt = shared.most_and_least(figures)
        return (
            f"The advantage as played is largest at {names[most]}, {figure_text(figures[most])}, "
            f"and smallest at {names[least]}, {figure_text(figures[least])}{doubt}; nothing is "
            "tested."
        )

    @property
    def arm_names(self) -> list[str]:
        """The values of each point."""
        return [
            ", ".join(f"{name}={value_text(value)}" for name, value in point.values.items())
            for point in self.points
        ]

    def sections(self) -> Iterator[Section]:
        """Yield figures along the axes; then what all studies of games show."""
        table = pivot(self.figures, self._axes, BRIEF, "Sweep")
        title = f"Along {' and '.join(self.points[0].values)}"
        keys = ("advantage", *shared.ENDS, "turns", "moves")
        plots = [self._plot_of(key) for key in keys]
        yield Section(title, SWEPT, [table], plots, brief=True)
        yield Section("All rates", "", [pivot(self.figures, self._axes, REST, "All rates")])
        yield from shared.goals(self.tally.stopped, self.arm_names)
        yield from shared.every_section(self._each_arm, with_plots=False)

    def _plot_of(self, key: str) -> Plot:
        made = intervals_of(self._all_of(key), self.arm_names)
        if len(self._axes) == MOST_AXES:
            return replace(made, shape=Shape.GRID, axes=self._axes)
        if all(type(value) is int for point in self.points for value in point.values.values()):
            return replace(made, shape=Shape.CURVE, axes=self._axes)
        return made

    def _plot(self, quantity: str | None) -> Plot:
        return self._plot_of("advantage" if quantity is None else key_of(quantity))


def _result_of(study: Study, tally: Tally, level: float = LEVEL) -> Any:
    """Return the sweep; of arms that differ in no axis, a survey."""
    made = Sweep(study, tally, level)
    return made if made.points[0].values else Survey(study, tally, level)


KIND: StudyKind[Sweep] = StudyKind(
    "sweep",
    sweep,
    arms,
    _result_of,
    "Sweep",
    "Show how the game changes along an axis of the rules, or over a grid of two.",
    ("rbsim sweep reserve-size=5..20", "rbsim sweep release=no,any peek=no,yes --out grid.parquet"),
)
