"""Comparison: variants against the first one, on common deals if they deal alike."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

import rbcore
from rbcore.cards.ranges import check_once, count_text
from rbsim.formatting import comparison
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.engine import run
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.batch_figures import quantity_name
from rbsim.results.simulated import Result
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import PLAYERS, Batch, Options, Players, Progress, make_batch
from rbsim.stats.figure import ConfidenceInterval, Figure, Form
from rbsim.stats.inference import (
    Interval,
    fisher,
    holm,
    mcnemar,
    paired_difference,
    unpaired_difference,
)  # fmt: skip
from rbsim.stats.intervals import Mean, Rate, cautious_p
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.estimate import ADVANTAGE, Estimate
from rbsim.sums.pairs import CODES, UNFINISHED, weigh

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture

# The axes that decide which cards are dealt where: the packs, and how a shuffled pack is laid out.
# No others do: the starter has a random stream of its own; a late layout puts the same cards in the
# same places, only later; and a reserve face down has the same cards.
DEAL = ("seats", "packs", "reserve_size", "houses_each", "covered_houses")

OUTCOMES = {
    "starter wins": "win", "stalemate": "stalemate", "standoff": "standoff",
    "unfinished": "unfinished",
}  # fmt: skip
LEAD = replace(ADVANTAGE, weights={"win": 1, "loss": -1, "third": -1})  # for any number of seats
MEANS = {
    "turns": "turns", "moves": "moves", "starter's score": "score_0", "second's score": "score_1",
    "third's score": "score_2",
}  # fmt: skip


def compare(
    *variants: str | rbcore.Rules,
    games: int = 100_000,
    players: Players = PLAYERS,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Play the same deals under every variant, and compare each with the first.

    A variant that deals otherwise than the first plays the games after those of the first, and is
    compared unpaired.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        Two or more: presets, ``preset,axis=value,...``, or rules.
    games : int
        Games of each variant.
    players, level, threads, executor, store, progress, **options : see `simulate`
        As `simulate` takes them.

    Returns
    -------
    Comparison
        Differences from the first variant, with intervals and p-values.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for fewer than two variants or one given twice.

    Examples
    --------
    >>> result = compare("standard", "face-down", games=50, seed=1)
    >>> result.variants
    ['standard', 'face-down']
    >>> list(result.differences[0])[:3]
    ['starter wins', 'advantage', 'stalemate']
    """
    study = compare_study([make_batch(v, players, games, **options) for v in variants])
    check_level(level)
    return Comparison(study, run(study, threads, progress, executor, store), level)


def compare_study(arms: Sequence[Batch]) -> Study:
    """Return a study of an arm for each variant.

    Raises ValueError for fewer than two variants, or one given twice, and without SciPy.
    """
    need("scipy.stats", "stats")
    if len(arms) < 2:
        raise ValueError("a comparison needs two variants at least")
    check_once(rbcore.variant_text(arm.rules) for arm in arms)
    shifted = [
        replace(arm, first=arm.first + arm.count) if _deal_differences(arms[0], arm) else arm
        for arm in arms
    ]
    return Study("compare", tuple(shifted), paired=True)


def _deal_differences(one: Batch, other: Batch) -> list[str]:
    """Return the axes by which two arms deal differently."""
    return [name for name in DEAL if getattr(one.rules, name) != getattr(other.rules, name)]


@dataclass(frozen=True)
class Extremes:
    """A figure of two variants with their unfinished games all against, and all for.

    Attributes
    ----------
    first, own : tuple of float
        The figure of the first variant, and of the other one.
    difference : tuple of float
        With all unfinished games of the variant against and all of the first for; then reversed.
    """

    first: Interval
    own: Interval
    difference: Interval


@dataclass(frozen=True)
class Difference:
    """One figure of a variant less the same figure of the first variant.

    Attributes
    ----------
    name : str
        The figure, as `starter wins`.
    first, own : float
        The figure of the first variant, and of this one.
    difference : float
        Own less first, of the games as counted.
    interval : tuple of float
        Of the difference; if there are ends, from the low end of the first one's interval to
        the high end of the second one's.
    p, adjusted : float
        p that there is no difference, and Holm's adjusted p of all tests of the comparison. If
        there are ends it is that of the end nearer to 0, and 1 if 0 lies between them.
    share : bool
        Whether the figure is a share of games, not a number.
    shown_from : int
        Games from which there is an interval.
    extremes : Extremes, optional
        Of a share that unfinished games might have changed.
    error : float
        The standard error of the difference.
    method : str
        How the interval is made.
    """

    name: str
    first: float
    own: float
    difference: float
    interval: Interval
    p: float
    share: bool
    shown_from: int = 0
    extremes: Extremes | None = None
    adjusted: float = math.nan
    error: float = math.nan
    method: str = "normal"


class Comparison(StudyResult):
    """The result of `compare`: differences of each variant from the first.

    Attributes
    ----------
    study : Study
        An arm for each variant.
    tally : Tally
        Exact sums of all games.
    variants : list of str
        The variants, the first one first.
    differences : list of dict of str to Difference
        For each variant after the first, the differences by figure.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.compare("standard", "strict", games=100, seed=1)
    >>> turns = result.differences[0]["turns"]
    >>> low, high = turns.interval
    >>> low < turns.difference < high
    True
    >>> result.unlike(1)
    []
    """

    def __init__(self, study: Study, tally: Tally, level: float = LEVEL) -> None:
        self._keep(study, tally, level)
        self.pairs = tally.joined
        self.variants = [rbcore.variant_text(arm.rules) for arm in study.arms]
        by_arm = [self._differences(arm) for arm in range(1, len(study.arms))]
        adjusted = iter(holm([one.p for differences in by_arm for one in differences]))
        self.differences = [
            {one.name: replace(one, adjusted=next(adjusted)) for one in differences}
            for differences in by_arm
        ]

    def unlike(self, arm: int) -> list[str]:
        """Return the axes by which an arm deals otherwise than the first; none if it is paired."""
        return _deal_differences(self.study.arms[0], self.study.arms[arm])

    def _differences(self, arm: int) -> list[Difference]:
        rates = [self._rate(name, code, arm) for name, code in OUTCOMES.items()]
        seats = max(self.study.arms[i].rules.seats for i in (0, arm))
        means = [self._mean(name, key, arm) for name, key in list(MEANS.items())[: 2 + seats]]
        return [rates[0], self._advantage(arm), *rates[1:], *means]

    def _rate(self, name: str, code: str, arm: int) -> Difference:
        i = [CODES.index(code)]
        own, first = (self._rate_of(i, a) for a in (arm, 0))
        difference, interval, p = self._between(arm, i, i)
        counted = Difference(
            name,
            first.rate,
            own.rate,
            difference,
            interval,
            p,
            True,
            error=self._rate_error(arm, i),
            method="Agresti-Caffo" if self.unlike(arm) else "Tango",
        )
        if UNFINISHED in i:
            return counted
        more = [*i, UNFINISHED]
        least, low, p_low = self._between(arm, i, more)
        most, high, p_high = self._between(arm, more, i)
        return replace(
            counted,
            interval=(low[0], high[1]),
            p=cautious_p((least, most), (p_low, p_high)),
            extremes=Extremes(first.extremes, own.extremes, (least, most)),
        )

    def _rate_of(self, outcomes: list[int], arm: int) -> Rate:
        counts = self.pairs.counts(arm)
        left = 0 if UNFINISHED in outcomes else int(counts[UNFINISHED])
        return Rate(int(counts[outcomes].sum()), self.pairs.games, left, self.level)

    def _between(self, arm: int, own: list[int], first: list[int]) -> tuple[float, Interval, float]:
        """Return the rate of outcomes `own` in an arm less that of `first` in the first arm.

        The other values are the interval of the difference, and p that there is none.
        """
        n = self.pairs.games
        table = self.pairs.table(arm, 0)
        ups, downs = int(self.pairs.counts(arm)[own].sum()), int(self.pairs.counts(0)[first].sum())
        difference = (ups - downs) / n
        if self.unlike(arm):
            return difference, unpaired_difference(ups, downs, n, self.level), fisher(ups, downs, n)
        both = int(table[np.ix_(own, first)].sum())
        gained, lost = ups - both, downs - both
        interval = paired_difference(0, gained, lost, n - gained - lost, self.level)
        return difference, interval, mcnemar(gained, lost)

    def _rate_error(self, arm: int, outcomes: list[int]) -> float:
        weights = np.zeros((len(self.study.arms), len(CODES)), np.int64)
        weights[arm, outcomes], weights[0, outcomes] = 1, -1
        mean = (self.pairs.unpaired if self.unlike(arm) else self.pairs.contrast)(weights)
        return mean.standard_error

    def _advantage(self, arm: int) -> Difference:
        own, first = (Estimate.from_pairs(self.pairs, [a], LEAD) for a in (arm, 0))
        paired = not self.unlike(arm)
        less = {name: -weight for name, weight in LEAD.weights.items()}
        weights = weigh(len(self.study.arms), {arm: LEAD.weights, 0: less})
        low, high = weights.copy(), weights.copy()
        low[[arm, 0], UNFINISHED], high[[arm, 0], UNFINISHED] = LEAD.low, LEAD.high
        span = self.pairs.span(low, high, paired=paired)
        return Difference(
            "advantage",
            first.mean.mean,
            own.mean.mean,
            own.mean.mean - first.mean.mean,
            span.at(self.level).interval,
            span.p(0),
            True,
            extremes=Extremes(first.extremes, own.extremes, span.extremes),
            error=self.pairs.contrast(weights).standard_error
            if paired
            else self.pairs.unpaired(weights).standard_error,
        )

    def _mean(self, name: str, key: str, arm: int) -> Difference:
        """Return the difference of means, over pairs of games even if they share no deal."""
        own, first = (self._mean_of(key, a) for a in (arm, 0))
        seen = self.pairs.differences[key][arm]
        most = max(self.study.arms[a].limits.max_turns for a in (arm, 0))
        bounds = (-most, most) if key == "turns" else None
        less = Mean.from_histogram(seen.counts, seen.start, bounds, tame=key.startswith("score"))
        return _difference(name, first, own, less.at(self.level))

    def _mean_of(self, key: str, arm: int) -> Mean:
        totals = self.tally.arms[arm]
        if not key.startswith("score"):
            return Mean.from_histogram(getattr(totals, key))
        means = totals.scores.means(tame=True)
        place = int(key.removeprefix("score_"))
        return means[place] if place < len(means) else Mean(math.nan, math.nan, 0)

    @property
    def has_unfinished(self) -> bool:
        """Whether any game is unfinished."""
        return any(self.pairs.counts(arm)[UNFINISHED] for arm in range(len(self.variants)))

    def _remade(self, study: Study, tally: Tally, level: float) -> Comparison:
        return Comparison(study, tally, level)

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every variant by itself, then its differences from the first."""
        first, players = self.variants[0], self.study.arms[0].player_text
        for arm, variant in enumerate(self.variants):
            for figure in self._own_figures(arm):
                yield figure.of(variant=variant, players=players, against=None)
            for one in self.differences[arm - 1].values() if arm else ():
                figure = self._difference_figure(one)
                yield figure.of(variant=variant, players=players, against=first)

    def _own_figures(self, arm: int) -> Iterator[Figure]:
        result = Result(self.study.arms[arm], self.tally.arms[arm], math.nan, level=self.level)
        wanted = [quantity_name(words) for words in (*OUTCOMES, "advantage", *MEANS)]
        yield from (replace(one, again=None) for one in result.figures if one.quantity in wanted)

    def _difference_figure(self, one: Difference) -> Figure:
        return Figure(
            quantity_name(one.name),
            one.difference,
            ConfidenceInterval(*one.interval),
            self.pairs.games,
            method=one.method,
            standard_error=one.error,
            pvalue=one.p,
            p_adjusted=one.adjusted,
            undecided=None if one.extremes is None else one.extremes.difference,
            form=Form.DIFFERENCE if one.share else Form.CHANGE,
            level=self.level,
        )

    @property
    def answer(self) -> Figure | None:
        """How much more the advantage is than the first variant's; None of several variants."""
        if len(self.variants) > 2:
            return None
        return self.figure("advantage", against=self.variants[0])

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures.plots import figure_intervals

        wanted = self.figure(self._default_quantity if quantity is None else quantity).quantity
        figures = [one for one in self.figures if one.quantity == wanted and one.labels["against"]]
        if not figures:
            return super()._picture(wanted)
        return figure_intervals(wanted, figures)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return comparison.report(self)

    def __repr__(self) -> str:
        games = f"{count_text(self.study.count, 'games')} each"
        answer = "" if self.answer is None else f"; advantage {self.answer}"
        others = ", ".join(self.variants[1:])
        return f"<Comparison: {others} with {self.variants[0]}, {games}{answer}>"


def _difference(name: str, first: Mean, own: Mean, less: Mean) -> Difference:
    """Return the difference of means, given the mean `less` of own less first."""
    shown_from = 0 if less.seen is None else less.seen.shown_from
    return Difference(
        name,
        first.mean,
        own.mean,
        less.mean,
        less.interval,
        less.p(0),
        False,
        shown_from,
        error=less.standard_error,
        method="empirical likelihood",
    )
