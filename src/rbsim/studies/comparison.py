"""Comparison: variants against the first one, on common deals if they deal alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Unpack

import rbcore
from rbcore.cards.ranges import check_once
from rbcore.rules.definition import hyphened
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Plot, Section, Table, p_cell
from rbsim.results import shared_sections as shared
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
    batch_of,
    near_variants,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, Batch
from rbsim.stats.figure import Figure, figure
from rbsim.stats.inference import holm
from rbsim.stats.intervals import Mean
from rbsim.stats.level import LEVEL
from rbsim.stats.quantity import PLACES, QUANTITIES, Form, key_of, words_of
from rbsim.studies.estimate import Estimate, rate_difference
from rbsim.sums.contrast_goals import difference_goal

# The axes that decide which cards are dealt where: the packs, and how a shuffled pack is laid out.
# No others do: the starter has a random stream of its own; a late layout puts the same cards in the
# same places, only later; and a reserve face down, or with more cards face up, has the same cards.
DEAL = (
    "seats", "packs", "ranks", "suits", "reserve_size", "starter_reserve", "second_reserve",
    "houses_each", "covered_houses",
)  # fmt: skip

# What is compared: what outcomes decide, then means, by the measure of rbsim.sums.joint_outcomes.
OUTCOMES = ("starter_wins", "advantage", "stalemate", "standoff", "unfinished")
SCORES = {f"{place}_score": f"score_{i}" for i, place in enumerate(PLACES)}
MEANS = {"turns": "turns", "moves": "moves", **SCORES}
ERROR = 0.05  # of all tests together
PAIRED = (
    "Game by game on common deals; p is exact for rates, and Holm's corrected for all tests. With "
    "unfinished games, differences, intervals and p allow for whatever might have become of them."
)
UNPAIRED = (
    "Diamonds are of variants that deal otherwise and so play games of other numbers, unpaired."
)
VARIANTS = Option(
    "the first, and others", Kind.VARIANT, "VARIANT VARIANT...", near_variants, many=True
)


def compare(
    *variants: Annotated[str | rbcore.Rules, VARIANTS],
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
    """Return a study of an arm for each variant; those that deal otherwise play later games."""
    batches = [batch_of({**given, "variant": one}) for one in given["variants"] or ()]
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
    return [name for name in DEAL if getattr(one.rules, name) != getattr(other.rules, name)]


class Difference(Figure):
    """A figure of a variant less that of the first, in the words of a comparison."""

    @property
    def difference(self) -> float:
        """Own less first, of the games as counted."""
        return self.estimate

    @property
    def p(self) -> float:
        """The p that there is no difference, whatever might have become of unfinished games."""
        return self.pvalue

    @property
    def adjusted(self) -> float:
        """Holm's adjusted p of all tests of the comparison."""
        return self.p_adjusted


class Comparison(StudyResult):
    """The result of `compare`: differences of each variant from the first.

    Attributes
    ----------
    study : Study
        An arm for each variant.

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
        found: dict[str, dict[str, Difference]] = {name: {} for name in self.variants[1:]}
        for one in self.figures:
            if isinstance(one, Difference):
                found[str(one.labels["variant"])][words_of(one.quantity)] = one
        return list(found.values())

    def unlike(self, arm: int) -> list[str]:
        """Return the axes by which an arm deals otherwise than the first; none if it is paired."""
        return _deal_differences(self.batch, self.study.arms[arm])

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every variant by itself, then its differences from the first."""
        first, players = self.variants[0], self.batch.player_text
        less = {arm: list(self._less(arm)) for arm in range(1, len(self.variants))}
        adjusted = iter(holm([one.pvalue for every in less.values() for one in every]))
        for i, arm in enumerate(self._each_arm):
            for key, one in arm.figures.items():
                if key in (*OUTCOMES, *MEANS, LONG_TURNS):
                    yield one.of(variant=arm.name, players=players, against=None)
            for one in less.get(i, ()):
                made = Difference(**vars(one) | {"p_adjusted": next(adjusted)})
                yield made.of(variant=arm.name, players=players, against=first)

    def _less(self, arm: int) -> Iterator[Figure]:
        """Yield the figures of an arm less the first, over the games that both played."""
        pair, paired = self.pairs.of_two(arm, 0), not self.unlike(arm)
        tested = self.study.goal is None  # p does not allow for looks
        for key in OUTCOMES:
            of = QUANTITIES[key]
            if key == "advantage":
                made = Estimate.of(pair, of, [0], [1], paired).at(self.level)
                one = figure(key, made, form=Form.DIFFERENCE, tested=tested)
                own, first = (Estimate.of(pair, of, [arm]).value for arm in (0, 1))
                yield replace(one, estimate=own - first)  # to the last digit of files that are kept
            else:
                yield rate_difference(pair, of, paired, self.level, tested)
        seats = max(self.study.arms[i].rules.seats for i in (0, arm))
        for key in list(MEANS)[: 2 + seats]:
            mean = figure(key, self._mean(key, arm), form=Form.CHANGE, tested=tested)
            yield replace(mean, n=pair.games)

    def _mean(self, key: str, arm: int) -> Mean:
        """Return the mean difference of pairs of games, even if they share no deal."""
        seen = self.pairs.differences[MEANS[key]][arm]
        most = max(self.study.arms[i].limits.max_turns for i in (0, arm))
        bounds = (-most, most) if key == "turns" else None
        made = Mean.from_histogram(seen.counts, seen.start, bounds, tame=key in SCORES)
        return made.at(self.level)

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
            variant: [name for name, one in figures.items() if one.adjusted < ERROR]
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
        first, *others = self.variants
        unlike = [arm for arm in range(1, len(self.variants)) if self.unlike(arm)]
        words = [PAIRED, *([UNPAIRED] if unlike else []), *map(self._unlike_words, unlike)]
        plots = [self._plot_of(key) for key in self._keys]
        full = [self._table(variant) for variant in others]
        title, brief = f"Differences from {first}", list(map(_brief, full))
        yield Section(title, " ".join(words), brief, plots, brief=True)
        yield from shared.goals(self.tally.stopped, others)
        yield Section("Variants and differences", "", full)
        yield from shared.every_section(self._each_arm)

    @property
    def _keys(self) -> list[str]:
        """The quantities that are compared, the advantage first."""
        keys = [one.quantity for figures in self.differences for one in figures.values()]
        return list(dict.fromkeys(["advantage", *keys]))

    def _unlike_words(self, arm: int) -> str:
        axes = ", ".join(map(hyphened, self.unlike(arm)))
        return (
            f"{self.variants[arm]} deals otherwise than {self.variants[0]} ({axes}), so it plays "
            "games of other numbers and its intervals are unpaired."
        )

    def _table(self, own: str) -> Table:
        """Return the figures of the first variant and of another, and their differences."""
        first, rows = self.variants[0], []
        found = {
            (one.quantity, one.labels["variant"], one.labels["against"]): one
            for one in self.figures
        }
        for key in self._keys:
            less = found.get((key, own, first))
            if less is not None:
                both = [found.get((key, variant, None)) for variant in (first, own)]
                rows.append((words_of(key), *both, less, p_cell(less.p_adjusted)))
        head = ("", first, own, "difference", "Holm's p")
        return Table(f"{own} less {first}", head, tuple(rows))

    def _plot_of(self, key: str) -> Plot:
        figures = [one for one in self._all_of(key) if one.labels["against"]]
        names = [str(one.labels["variant"]) for one in figures]
        hollow = frozenset(
            i for i, name in enumerate(names) if self.unlike(self.variants.index(name))
        )
        title = f"{words_of(key)}, difference"
        note = f"Less {self.variants[0]}."
        return Plot(key, title, figures=figures, names=names, hollow=hollow, note=note)

    def _plot(self, quantity: str | None) -> Plot:
        if quantity is not None and key_of(quantity) in self._keys:
            return self._plot_of(key_of(quantity))
        return super()._plot(quantity)


def _brief(full: Table) -> Table:
    """Return a table without the figures of the other variant by itself."""
    rows = tuple((*row[:2], *row[3:]) for row in full.rows)
    return replace(full, head=(full.title, full.head[1], *full.head[3:]), rows=rows)


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
