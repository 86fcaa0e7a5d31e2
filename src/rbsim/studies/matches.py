"""Matches: the study `match`, one batch of matches to a target score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Unpack

from rbcore.cards.ranges import count_text
from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Section
from rbsim.rendering.table import Table
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import count_figure, run_figures
from rbsim.results.one_batch import OneBatch
from rbsim.results.options import (
    RUNS,
    Level,
    MatchHow,
    Option,
    Players,
    Variant,
    game_options,
    until_option,
    whole,
)
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import PLAYERS, one_run, run_batches
from rbsim.running.row_kinds import MATCHES
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure, figure
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import key_of
from rbsim.studies.side_by_side import one_or_several
from rbsim.sums.histograms import Rows
from rbsim.sums.match_totals import MatchTotals

MATCH_UNTIL = until_option(
    "Stop when --of is known to this half-width; --matches is the most then."
)
MATCH_OF = Option(f"What --until asks for: {', '.join(MATCHES.quantities)}.")


def match(
    variant: Variant = "standard",
    *,
    matches: Annotated[int, whole("Matches of each run.")] = 10_000,
    players: Annotated[Players, RUNS] = PLAYERS,
    until: Annotated[float | None, MATCH_UNTIL] = None,
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
    made: MatchResult = KIND.play(
        variant=variant, matches=matches, players=one_run(players), until=until, of=of,
        level=level, rows=rows, **how,
    )  # fmt: skip
    return made


def arms(given: Given) -> Study:
    """Return a study of an arm for each run."""
    batches = run_batches(
        given["variant"], given["players"], given["matches"], MATCHES, **game_options(given)
    )
    goal = read_goal(given["until"], given["of"], MATCHES)
    return Study("match", tuple(batches), goal=goal)


@dataclass(frozen=True)
class MatchSummary:
    """Estimates from a batch of matches, with their intervals.

    Attributes
    ----------
    matches : int
        All matches; rates are of these, unfinished ones included.
    first_starter_wins, other_wins : Rate
        Matches won by the seat that started the first game, and by another seat.
    seat_wins : tuple of Rate
        Matches won by each seat. An unfinished match is open for all of these rates.
    unfinished : Rate
        Matches that nobody won.
    games, winner_scores, other_scores : Distribution
        Over matches won: games of a match, the winner's final score, and those of all other seats.
    unfinished_games : Rate
        Games without a result (7.5), of all games played.
    give_ups : int
        Stalemate searches that gave up (7.6).
    seconds : float
        Wall time of playing.
    level : float
        Of all intervals.

    Examples
    --------
    >>> import rbsim
    >>> summary = rbsim.match(
    ...     "standard,target=50", matches=10, players="greedy", seed=1
    ... ).summary()
    >>> summary.first_starter_wins.count + summary.other_wins.count + summary.unfinished.count
    10
    """

    matches: int
    first_starter_wins: Rate
    other_wins: Rate
    seat_wins: tuple[Rate, ...]
    unfinished: Rate
    games: Distribution
    winner_scores: Distribution
    other_scores: Distribution
    unfinished_games: Rate
    give_ups: int
    seconds: float
    level: float = LEVEL

    @property
    def matches_per_second(self) -> float:
        """Matches played in a second of wall time."""
        return self.matches / self.seconds if self.seconds else float("inf")

    @property
    def rates(self) -> dict[str, Rate]:
        """The rates of outcomes by name, in the order of tables, then the wins of each seat."""
        seats = {f"seat {seat} wins": rate for seat, rate in enumerate(self.seat_wins)}
        return {
            "first starter wins": self.first_starter_wins,
            "other wins": self.other_wins,
            "unfinished": self.unfinished,
            **seats,
        }

    @classmethod
    def from_totals(cls, totals: MatchTotals, seconds: float, level: float = LEVEL) -> MatchSummary:
        """Return the summary of totals that were played in `seconds`."""
        n, left = totals.matches, totals.unfinished
        winner, others = totals.winner_scores, totals.other_scores
        return cls(
            matches=n,
            first_starter_wins=Rate(totals.starter_wins, n, left, level),
            other_wins=Rate(n - left - totals.starter_wins, n, left, level),
            seat_wins=tuple(Rate(wins, n, left, level) for wins in totals.seat_wins),
            unfinished=Rate(left, n, level=level),
            games=Distribution("games", totals.games, tame=True, level=level),
            winner_scores=Distribution("winner's score", winner, tame=True, level=level),
            other_scores=Distribution("others' score", others, tame=True, level=level),
            unfinished_games=Rate(totals.unfinished_games, totals.games_played, level=level),
            give_ups=totals.give_ups,
            seconds=seconds,
            level=level,
        )


class MatchResult(OneBatch):
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
            f"{self.batch.rules.target:,}."
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
        yield shared.run_distributions("Length and score", "Of matches won.", found)
        rows = (
            ("unfinished", self.totals.unfinished_games, self.figure("unfinished_games")),
            ("searches given up", self.totals.give_ups, self.figure("give_ups")),
        )
        yield Section("Games", "", [Table("Games", ("games", "number", "rate"), rows)])


KIND: StudyKind[Any] = StudyKind(
    "match",
    match,
    arms,
    one_or_several(MatchResult),
    "Matches",
    "Play many matches to a target score and show who won them.",
    ("rbsim match standard,target=500,starter=alternate --matches 1000",),
    stored=False,
    has_rows=True,
)
