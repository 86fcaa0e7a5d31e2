"""Comparison: variants against the first one, on common deals if they deal alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Unpack

import numpy as np

import rbcore
from rbcore.cards.ranges import check_once
from rbcore.rules.definition import hyphened
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Plot, Section
from rbsim.rendering.table import Table, p_cell
from rbsim.results import shared_sections as shared
from rbsim.results.arms import Arm, arms_of
from rbsim.results.game_figures import LONG_TURNS
from rbsim.results.options import (
    Games,
    How,
    Kind,
    Level,
    Of,
    Option,
    Players,
    UntilDecided,
    game_options,
    near_variants,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, Batch, make_batch
from rbsim.stats.figure import ConfidenceInterval, Figure
from rbsim.stats.inference import (
    Interval,
    fisher,
    holm,
    mcnemar,
    paired_difference,
    unpaired_difference,
)
from rbsim.stats.intervals import Mean, Rate, cautious_p
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import QUANTITIES, Form, key_of, words_of
from rbsim.studies.estimate import Estimate
from rbsim.sums.contrast_goals import difference_goal
from rbsim.sums.pairs import CODES, UNFINISHED, Pairs, weigh

# The axes that decide which cards are dealt where: the packs, and how a shuffled pack is laid out.
# No others do: the starter has a random stream of its own; a late layout puts the same cards in the
# same places, only later; and a reserve face down has the same cards.
DEAL = ("seats", "packs", "reserve_size", "houses_each", "covered_houses")

OUTCOMES = {
    "starter wins": "win", "stalemate": "stalemate", "standoff": "standoff",
    "unfinished": "unfinished",
}  # fmt: skip
LEAD = QUANTITIES["advantage"]
MEANS = {
    "turns": "turns", "moves": "moves", "starter's score": "score_0", "second's score": "score_1",
    "third's score": "score_2",
}  # fmt: skip
ERROR = 0.05  # of all tests together
PAIRED = (
    "Game by game on common deals; p is exact for rates, and Holm's corrected for all tests. With "
    "unfinished games, differences, intervals and p allow for whatever might have become of them."
)
UNPAIRED = (
    "Diamonds are of variants that deal otherwise and so play games of other numbers, unpaired."
)


def compare(
    *variants: Annotated[
        str | rbcore.Rules,
        Option(
            "the first, and others", Kind.VARIANT, "VARIANT VARIANT...", near_variants, many=True
        ),
    ],
    games: Games = 100_000,
    players: Players = PLAYERS,
    until: UntilDecided = None,
    of: Of = None,
    level: Level = LEVEL,
    **how: Unpack[How],
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
    players : see `simulate`
        As `simulate` takes them.
    until : {"decided"} or float, optional
        Stop a variant when its quantity `of` less the first's is known to this half-width, or its
        sign is decided; at 95% for all variants and looks together. `games` is the most then.
    of : str, optional
        ``advantage`` unless given, or a rate, as of `simulate`.
    level, **how : see `simulate`
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
    return KIND.play(
        variants=variants, games=games, players=players, until=until, of=of, level=level, **how
    )


def arms(given: Given) -> Study:
    """Return a study of an arm for each variant.

    Raises ValueError for fewer than two variants, or one given twice.
    """
    options = game_options(given)
    batches = [
        make_batch(variant, given["players"], given["games"], **options)
        for variant in given["variants"] or ()
    ]
    if len(batches) < 2:
        raise ValueError("a comparison needs two variants at least")
    check_once(arm.variant for arm in batches)
    first = batches[0]
    shifted = [
        replace(arm, first=arm.first + arm.count) if _deal_differences(first, arm) else arm
        for arm in batches
    ]
    seats = [arm.rules.seats for arm in shifted]
    goal = difference_goal(given["until"], given["of"], seats)
    return Study("compare", tuple(shifted), paired=True, goal=goal)


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

    @property
    def pairs(self) -> Pairs:
        """The joint outcomes of all arms."""
        return self.tally.joined

    @cached_property
    def variants(self) -> list[str]:
        """The variants, the first one first."""
        return [arm.variant for arm in self.study.arms]

    @property
    def arm_names(self) -> list[str]:
        """The variants."""
        return self.variants

    @cached_property
    def differences(self) -> list[dict[str, Difference]]:
        """For each variant after the first, the differences by figure."""
        by_arm = [self._differences(arm) for arm in range(1, len(self.study.arms))]
        if self.study.goal is not None:  # p does not allow for looks
            by_arm = [[replace(one, p=math.nan) for one in every] for every in by_arm]
        adjusted = iter(holm([one.p for differences in by_arm for one in differences]))
        return [
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
        own, first = (self._rate_of(i, arm, place) for place in (0, 1))
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

    def _pair(self, arm: int) -> Pairs:
        """Return an arm and the first, as arms 0 and 1, over the games that both played."""
        return self.pairs.of_two(arm, 0)

    def _rate_of(self, outcomes: list[int], arm: int, place: int) -> Rate:
        """Return a rate of one of the two, by its place in `_pair`."""
        pair = self._pair(arm)
        counts = pair.counts(place)
        left = 0 if UNFINISHED in outcomes else int(counts[UNFINISHED])
        return Rate(int(counts[outcomes].sum()), pair.games, left, self.level)

    def _between(self, arm: int, own: list[int], first: list[int]) -> tuple[float, Interval, float]:
        """Return the rate of outcomes `own` in an arm less that of `first` in the first arm.

        The other values are the interval of the difference, and p that there is none.
        """
        pair = self._pair(arm)
        n, table = pair.games, pair.table(0, 1)
        ups, downs = int(pair.counts(0)[own].sum()), int(pair.counts(1)[first].sum())
        difference = (ups - downs) / n
        if self.unlike(arm):
            return difference, unpaired_difference(ups, downs, n, self.level), fisher(ups, downs, n)
        both = int(table[np.ix_(own, first)].sum())
        gained, lost = ups - both, downs - both
        interval = paired_difference(0, gained, lost, n - gained - lost, self.level)
        return difference, interval, mcnemar(gained, lost)

    def _rate_error(self, arm: int, outcomes: list[int]) -> float:
        weights, pair = np.zeros((2, len(CODES)), np.int64), self._pair(arm)
        weights[0, outcomes], weights[1, outcomes] = 1, -1
        mean = (pair.unpaired if self.unlike(arm) else pair.contrast)(weights)
        return mean.standard_error

    def _advantage(self, arm: int) -> Difference:
        pair, paired = self._pair(arm), not self.unlike(arm)
        own, first = (Estimate.from_pairs(pair, [place], LEAD) for place in (0, 1))
        less = {name: -weight for name, weight in LEAD.weights.items()}
        weights = weigh(2, {0: LEAD.weights, 1: less})
        low, high = weights.copy(), weights.copy()
        low[:, UNFINISHED], high[:, UNFINISHED] = LEAD.low, LEAD.high
        span = pair.span(low, high, paired=paired)
        return Difference(
            "advantage",
            first.mean.mean,
            own.mean.mean,
            own.mean.mean - first.mean.mean,
            span.at(self.level).interval,
            span.p(0),
            True,
            extremes=Extremes(first.extremes, own.extremes, span.extremes),
            error=(pair.contrast if paired else pair.unpaired)(weights).standard_error,
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

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every variant by itself, then its differences from the first."""
        first, players = self.variants[0], self.study.arms[0].player_text
        for arm, variant in enumerate(self.variants):
            for one in self._own_figures(arm):
                yield one.of(variant=variant, players=players, against=None)
            for less in self.differences[arm - 1].values() if arm else ():
                made = self._difference_figure(less, self._pair(arm).games)
                yield made.of(variant=variant, players=players, against=first)

    def _difference_figure(self, one: Difference, games: int) -> Figure:
        is_short = one.shown_from and math.isnan(one.interval[0])
        return Figure(
            key_of(one.name),
            one.difference,
            ConfidenceInterval(*one.interval),
            games,
            method=one.method,
            standard_error=one.error,
            pvalue=one.p,
            p_adjusted=one.adjusted,
            undecided=None if one.extremes is None else one.extremes.difference,
            form=Form.DIFFERENCE if one.share else Form.CHANGE,
            level=self.level,
            absent=f"needs {one.shown_from:,}" if is_short else "",
        )

    def _own_figures(self, arm: int) -> Iterator[Figure]:
        wanted = [key_of(words) for words in (*OUTCOMES, "advantage", *MEANS, LONG_TURNS)]
        every = Arm(self.variants[arm], self.study.arms[arm], self.tally.arms[arm], self.level)
        yield from (one for key, one in every.figures.items() if key in wanted)

    @property
    def answer(self) -> Figure | None:
        """How much more the advantage is than the first variant's; None of several variants."""
        if len(self.variants) > 2:
            return None
        return self.figure("advantage", against=self.variants[0])

    @property
    def headline(self) -> str:
        """The variants that differ from the first by Holm's test, and in what; or a goal's end."""
        first, *others = self.variants
        if self.tally.stopped:
            ends = zip(others, self.tally.stopped, strict=True)
            said = [f"{name}, {shared.goal_words(one)}" for name, one in ends]
            return f"Less {first}, at every look: {'; '.join(said)}."
        found = {
            variant: [words_of(key_of(n)) for n, one in figures.items() if one.adjusted < ERROR]
            for variant, figures in zip(others, self.differences, strict=True)
        }
        telling = [f"{variant} in {', '.join(names)}" for variant, names in found.items() if names]
        silent = [variant for variant, names in found.items() if not names]
        sentences = []
        if telling:
            sentences.append(f"These differ from {first}: {'; '.join(telling)}.")
        if silent:
            sentences.append(f"Of {', '.join(silent)} these games show no difference from {first}.")
        return f"{' '.join(sentences)} (Holm's p below {ERROR} of all tests.)"

    @property
    def compared(self) -> str:
        """Which variants are compared on which deals."""
        first, *others = self.variants
        unlike = [name for arm, name in enumerate(others, 1) if self.unlike(arm)]
        paired = [name for name in others if name not in unlike]
        words = [f"Compared: each variant with {first}, and not with another."]
        if paired:
            words.append(f"On the same deals, game by game: {', '.join(paired)}.")
        if unlike:
            words.append(f"On deals of their own, as they deal otherwise: {', '.join(unlike)}.")
        return " ".join(words)

    def sections(self) -> Iterator[Section]:
        """Yield the differences of each variant; then what all studies of games show."""
        every = range(1, len(self.variants))
        unlike = [arm for arm in range(1, len(self.variants)) if self.unlike(arm)]
        words = [PAIRED, *([UNPAIRED] if unlike else []), *map(self._unlike_words, unlike)]
        plots = [self._plot_of(key) for key in self._keys]
        title = f"Differences from {self.variants[0]}"
        brief = [self._brief_table(arm) for arm in every]
        yield Section(title, " ".join(words), brief, plots, brief=True)
        yield from shared.goals(self.tally.stopped, self.variants[1:])
        yield Section("Variants and differences", "", [self._table(arm) for arm in every])
        yield from shared.every_section(arms_of(self.study, self.tally, self.variants, self.level))

    @property
    def _keys(self) -> list[str]:
        """The quantities that are compared, the advantage first."""
        keys = [key_of(name) for figures in self.differences for name in figures]
        return list(dict.fromkeys(["advantage", *keys]))

    def _unlike_words(self, arm: int) -> str:
        axes = ", ".join(map(hyphened, self.unlike(arm)))
        return (
            f"{self.variants[arm]} deals otherwise than {self.variants[0]} ({axes}), so it plays "
            "games of other numbers and its intervals are unpaired."
        )

    def _table(self, arm: int) -> Table:
        """Return the figures of the first variant and of another, and their differences."""
        first, own = self.variants[0], self.variants[arm]
        rows = []
        for key in self._keys:
            both = [self._of(key, variant=variant, against=None) for variant in (first, own)]
            less = self._of(key, variant=own, against=first)
            if less is not None:
                rows.append((words_of(key), *both, less, p_cell(less.p_adjusted)))
        head = ("", first, own, "difference", "Holm's p")
        return Table(f"{own} less {first}", head, tuple(rows))

    def _brief_table(self, arm: int) -> Table:
        """Return the same without the figures of the other variant by itself."""
        full = self._table(arm)
        rows = tuple((row[0], row[1], *row[3:]) for row in full.rows)
        return Table(full.title, (full.title, full.head[1], *full.head[3:]), rows)

    def _of(self, key: str, **labels: str | None) -> Figure | None:
        found = [
            one
            for one in self.figures
            if one.quantity == key and labels.items() <= one.labels.items()
        ]
        return found[0] if found else None

    def _plot_of(self, key: str) -> Plot:
        figures = [one for one in self.figures if one.quantity == key and one.labels["against"]]
        names = [str(one.labels["variant"]) for one in figures]
        hollow = frozenset(
            i for i, name in enumerate(names) if self.unlike(self.variants.index(name))
        )
        title = f"{words_of(key)}, difference"
        note = f"Less {self.variants[0]}."
        return Plot(key, title, figures=figures, names=names, hollow=hollow, note=note)

    def _plot(self, quantity: str | None) -> Plot:
        if quantity is None or key_of(quantity) in self._keys:
            return self._plot_of("advantage" if quantity is None else key_of(quantity))
        return super()._plot(quantity)


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


KIND: StudyKind[Comparison] = StudyKind(
    "compare",
    compare,
    arms,
    Comparison,
    "Comparison",
    "Show how variants differ from the first one, on the same deals.",
    ("rbsim compare standard strict crossley --games 1e5",),
    needs=("scipy.stats",),
)
