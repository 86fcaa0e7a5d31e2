"""Matches: the study `match`, one batch of matches to a target score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Unpack, cast

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Section, Table
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import count_figure, run_figures
from rbsim.results.one_batch import OneBatch
from rbsim.results.options import (
    RUNS,
    Kind,
    Level,
    MatchHow,
    Option,
    Players,
    Variant,
    game_options,
    whole,
)
from rbsim.results.study_kind import Given, StudyKind
from rbsim.results.summary import MatchSummary
from rbsim.running.batch import PLAYERS, one_run, run_batches
from rbsim.running.row_kinds import MATCHES
from rbsim.stats.figure import Figure, figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import key_of
from rbsim.studies.side_by_side import one_or_several
from rbsim.sums.histograms import Rows
from rbsim.sums.match_totals import MatchTotals

MATCH_UNTIL = Option(
    "Stop when --of is known to this half-width; --matches is the most then.", Kind.EITHER
)
MATCH_OF = Option(f"What --until asks for: {', '.join(MATCHES.quantities)}.")


def match(
    variant: Variant = "standard",
    *,
    matches: Annotated[int, whole("Matches of each run.")] = 10_000,
    players: Annotated[Players, RUNS] = PLAYERS,
    until: Annotated[str | float | None, MATCH_UNTIL] = None,
    of: Annotated[str | None, MATCH_OF] = None,
    level: Level = LEVEL,
    rows: bool = True,
    **how: Unpack[MatchHow],
) -> MatchResult:
    """Play matches of a seed to a target score (8.3); return rows, sums and estimates.

    A match is won by the first seat to reach the rules' target. The games of match m are games
    1,024 m and on of the seed; after 1,024 games a match is unfinished. With ``starter=alternate``
    the seats take turns to start them (3.5). The result is the same for all threads.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...`` as in ``standard,target=500``, or rules.
    matches : int
        Number of matches.
    players : str or sequence of str
        Compiled players: one for all seats, or one for each.
    until, of : see `simulate`
        Stop when ``first-starter-wins`` or ``other-wins`` is known; `matches` is the most then.
    level : float
        Of all intervals.
    rows : bool
        Keep a row of each match, 35 bytes, in ``MatchResult.matches``.
    **how
        As `simulate` takes them, but for `executor` and `store`; ``first`` counts matches.

    Returns
    -------
    MatchResult
        Rows, exact sums and, by `summary()`, estimates with their intervals.

    Raises
    ------
    ValueError
        As `simulate` does, and for players in Python.

    Examples
    --------
    >>> match("standard,target=50", matches=10, players="greedy", seed=1).answer
    30% (11 to 60), 10 matches
    """
    return KIND.play(
        rows, variant=variant, matches=matches, players=one_run(players), until=until, of=of,
        level=level, **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of an arm for each run."""
    batches = run_batches(
        given["variant"], given["players"], given["matches"], MATCHES, **game_options(given)
    )
    goal = read_goal(given["until"], given["of"], MATCHES)
    return Study("match", tuple(batches), goal=goal)


class MatchResult(OneBatch[MatchTotals]):
    """The result of `match`: rows, exact sums, and a summary with intervals.

    Attributes
    ----------
    batch : Batch
        The matches that were played: rules, players, seed, limits.
    totals : rbsim.sums.match_totals.MatchTotals
        Exact sums of all matches.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.match("standard,target=50", matches=10, players="greedy", seed=1)
    >>> result.matches.shape, result.totals.matches
    ((10,), 10)
    """

    @property
    def matches(self) -> Rows | None:
        """One row of rbcore.MATCH for each match in the order of their numbers, if kept."""
        return self._own_rows

    def summary(self) -> MatchSummary:
        """Return rates, means and quantiles with their intervals."""
        return MatchSummary.from_totals(self.totals, self.seconds, self.level)

    @property
    def answer(self) -> Figure:
        """The rate of matches that the starter of the first game won."""
        return self.figure("first_starter_wins")

    @property
    def headline(self) -> str:
        """How often the starter of the first game wins the match, or what was played for."""
        if self.stopped is not None:
            return shared.goal_headline(self.stopped, "matches")
        n = count_text(self.totals.matches, "matches")
        return (
            f"The starter of the first game wins {figure_text(self.answer)} of {n} to "
            f"{cast(rbcore.Rules, self.batch.rules).target:,}."
        )

    def _own_figures(self) -> Iterator[Figure]:
        summary = self.summary()
        counted = {
            "games": summary.games,
            "winner_score": summary.winner_scores,
            "other_score": summary.other_scores,
        }
        yield from run_figures(summary.rates, self.stopped, counted, "matches")
        yield figure("unfinished_games", summary.unfinished_games)
        yield count_figure("give_ups", summary.give_ups, self.totals.matches, "matches")

    def sections(self) -> Iterator[Section]:
        """Yield who wins and how long it takes; then all that is known of the matches."""
        summary = self.summary()
        words = "Rates of all matches."
        yield shared.run_outcomes(self.name, summary.rates, "matches", words=words)
        yield from shared.goals(self.tally.stopped, [self.name])
        others = "others' score" if self.batch.rules.seats > 2 else "loser's score"
        named = {"games": "games", "winner_score": "winner's score", "other_score": others}
        yield shared.halves("Length", self.figure, named, "per match won")
        lengths = (summary.games, summary.winner_scores, summary.other_scores)
        found = {key_of(one.name): one for one in lengths}
        yield shared.distributions("Length and score", "Of matches won.", [found])
        rows = (
            ("unfinished", self.totals.unfinished_games, self.figure("unfinished_games")),
            ("searches given up", self.totals.give_ups, self.figure("give_ups")),
        )
        yield Section("Games", "", [Table("Games", ("games", "number", "rate"), rows)])


KIND: StudyKind[MatchResult] = StudyKind(
    "match",
    match,
    arms,
    one_or_several(MatchResult),
    "Matches",
    "Play many matches to a target score and show who won them.",
    ("rbsim match standard,target=500,starter=alternate --matches 1000",),
    stored=False,
    has_rows=True,
    has_games=True,
)
