"""Side by side: the study `survey`, many variants and players next to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Annotated, Any, Unpack, cast

import rbcore
from rbcore.cards.ranges import check_once
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study, Tally
from rbsim.rendering.section import Plot, Section, intervals_of
from rbsim.results import shared_sections as shared
from rbsim.results.one_batch import OneBatch, run_labels
from rbsim.results.options import (
    RUNS,
    How,
    Kind,
    Level,
    Of,
    Option,
    Players,
    Until,
    game_options,
    near_variants,
    whole,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, read_rules, run_batches
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import words_of
from rbsim.studies import find_kind

VARIANTS = Option(
    "all presets unless given", Kind.VARIANT, "VARIANT...", near_variants, many=True, default=()
)


def survey(
    *variants: Annotated[str | rbcore.Rules, VARIANTS],
    games: Annotated[int, whole("Games of each line.")] = 100_000,
    players: Annotated[Players, RUNS] = PLAYERS,
    until: Until = None,
    of: Of = None,
    level: Level = LEVEL,
    **how: Unpack[How],
) -> Survey:
    """Play games of many variants and players, and put them side by side.

    Parameters
    ----------
    *variants : str or rbcore.Rules
        All presets unless given.
    games : int
        Games of each run.
    players : str, optional
        Runs with a comma between them, ``uniform,greedy:uniform``; or as of `simulate`.
    until, of, level, **how : see `simulate`
        As `simulate` takes them; each run stops by itself.

    Returns
    -------
    Survey
        A result for each variant and run, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`.

    Examples
    --------
    >>> found = survey("standard", "strict", games=20, players="uniform,greedy")
    >>> found.played
    '20 games each, standard, strict, uniform, greedy'
    """
    return KIND.play(
        variants=variants, games=games, players=players, until=until, of=of, level=level, **how
    )


def arms(given: Given) -> Study:
    """Return a study of an arm for each variant, all presets unless given, and each run."""
    every = [read_rules(variant) for variant in given["variants"] or rbcore.PRESETS]
    check_once(map(rbcore.variant_text, every))
    players = given["players"] or PLAYERS
    batches = [
        arm
        for rules in every
        for arm in run_batches(rules, players, given["games"], **game_options(given))
    ]
    return Study("survey", tuple(batches), goal=read_goal(given["until"], given["of"]))


class Survey(StudyResult):
    """Several runs of games, of matches or of games of patience, side by side.

    Attributes
    ----------
    study : Study
        An arm for each run.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> found = rbsim.survey("standard", "strict", games=100, players="greedy")
    >>> [one.variant for one in found.results]
    ['standard', 'strict']
    >>> found.figure("stalemate", variant="strict").n
    100
    """

    @cached_property
    def results(self) -> list[OneBatch[Any]]:
        """Each run by itself: a Result, MatchResult or Patience."""
        return [self._run(arm) for arm in range(len(self.study.arms))]

    def _run(self, arm: int) -> OneBatch[Any]:
        batch, stopped = self.study.arms[arm], self.tally.stopped[arm : arm + 1]
        own = replace(self.study, kind=batch.row_kind.study, arms=(batch,), settings={})
        seconds = self.tally.seconds / len(self.study.arms)
        tally = Tally({0: self.tally.arms[arm]}, seconds=seconds, stopped=stopped)
        made = cast(OneBatch[Any], find_kind(own.kind).result(own, tally, self.level))
        made.keep_rows(self._rows[arm : arm + 1])
        return made

    def _figures(self) -> Iterator[Figure]:
        for result in self.results:
            yield from result.figures

    @property
    def _is_several(self) -> bool:
        return True

    @property
    def run_labels(self) -> list[str]:
        """The labels that tell runs apart."""
        return run_labels(self.results)

    @property
    def answers(self) -> list[Figure]:
        """The answer of each run."""
        return [one.answer for one in self.results if one.answer is not None]

    @property
    def headline(self) -> str:
        """Which run has the most of what the runs ask, and which the least; nothing is tested."""
        if len(self.results) == 1:
            return self.results[0].headline
        answers = self.answers
        names = intervals_of(answers).labels
        most, least, doubt = shared.most_and_least(answers)
        return (
            f"Of {len(answers)} runs, {names[most]} has the highest figure of "
            f"'{words_of(answers[most].quantity)}', {figure_text(answers[most])}, and "
            f"{names[least]} the lowest, {figure_text(answers[least])}{doubt}; nothing is tested."
        )

    def sections(self) -> Iterator[Section]:
        """Yield a line for each run; then what runs of this kind show besides."""
        yield from type(self.results[0]).side_by_side(self.results)

    def _plot(self, quantity: str | None) -> Plot:
        return super()._plot(self.answers[0].quantity if quantity is None else quantity)


def one_or_several(one: type[OneBatch[Any]]) -> Callable[[Study, Tally, float], Any]:
    """Return what makes the result of a single run, or a survey of several."""

    def make(study: Study, tally: Tally, level: float = LEVEL) -> Any:
        return (one if len(study.arms) == 1 else Survey)(study, tally, level)

    return make


KIND: StudyKind[Survey] = StudyKind(
    "survey",
    survey,
    arms,
    Survey,
    "Survey",
    "Play many games of every variant, and show variants and players side by side.",
    ("rbsim survey standard strict --players uniform,greedy --markdown",),
)
