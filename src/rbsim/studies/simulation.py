"""Simulation: the study `simulate`, one batch of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Unpack

from rbsim.pipeline.stopping import read_goal
from rbsim.pipeline.study import Study
from rbsim.rendering.section import Section, Table
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import game_figures
from rbsim.results.one_batch import OneBatch, run_goals, run_plot, run_table
from rbsim.results.options import RUNS, How, Level, Of, Players, Until, Variant, game_options, whole
from rbsim.results.study_kind import Given, StudyKind
from rbsim.results.summary import Summary
from rbsim.running.batch import PLAYERS, one_run, run_batches
from rbsim.stats.distribution import Distribution
from rbsim.stats.figure import Figure
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.studies.side_by_side import one_or_several
from rbsim.sums.histograms import Rows
from rbsim.sums.totals import Totals

BRIEF = ("advantage", "stalemate", "unfinished", "turns")  # of runs side by side
REST = ("starter_wins", "other_wins", "standoff", "decided_turns", "moves")


def simulate(
    variant: Variant = "standard",
    *,
    games: Annotated[int, whole("Games of each run.")] = 100_000,
    players: Annotated[Players, RUNS] = PLAYERS,
    until: Until = None,
    of: Of = None,
    level: Level = LEVEL,
    rows: bool = True,
    **how: Unpack[How],
) -> Result:
    """Play games of a seed and return their rows, sums and estimates.

    A game depends only on its number, the seed, rules, players, limits and attention; so the result
    is the same for all threads, executors and stores.

    Parameters
    ----------
    variant : str or rbcore.Rules
        A preset, ``preset,axis=value,...``, or rules (docs/rules.md).
    games : int
        Number of games; with `until`, the most.
    players : str, Player, callable, or sequence of these
        One for all seats, ``greedy``, or one for each, ``greedy:uniform``; names of compiled
        players (rbcore.PLAYERS) and players in Python (rbsim.Player).
    until : float or str, optional
        Stop as soon as the quantity `of` is known to this half-width, 0.005 or ``"0.5%"``, by an
        interval that allows for all looks, which are after fixed numbers of games
        (``Result.stopped``). It is of 95%, whatever the level.
    of : str, optional
        The quantity, one of those of rbsim.pipeline.stopping.Goal; ``starter-wins`` unless given.
    level : float
        Of all intervals; ``Result.at`` gives the same result at another level.
    rows : bool
        Keep a row of each game, 50 bytes, in ``Result.games``. Without rows, memory stays flat.
    **how
        ``threads``: all cores unless given. ``executor``: a concurrent.futures.Executor that plays
        the games, in other processes or on other machines. ``store``: a folder that keeps all rows,
        and from which an interrupted run is resumed. ``progress``: called with (games done, games
        in all) now and then.
        ``seed`` and ``first``: games first to first+games-1 of a seed, 0 to 2**64 - 1.
        ``max_turns`` and ``max_moves``: limits at which a game is left unfinished (7.5).
        ``search_limit``: arrangements of the houses that a stalemate search looks at before it
        gives up (7.6). ``slip`` and ``watch``: probabilities that a seat overlooks a priority, and
        that it notices another's offence (section 6; rbsim.running.slip_options.seat_attention);
        ``call``: `always`, or `if-better`, if one who notices calls Stop only to gain by it.

    Returns
    -------
    Result
        Rows, exact sums and, by `summary()`, estimates with their intervals.

    Raises
    ------
    ValueError
        In one sentence, for unknown names, numbers out of range, and a store of another study.
    TypeError
        For an unknown option.
    KeyboardInterrupt
        On Ctrl-C, which stops the threads at once.

    Examples
    --------
    >>> result = simulate("standard", games=100, players="greedy", seed=1)
    >>> result.advantage
    +16% (-3 to 35), 100 games
    >>> result.games["index"][:3]
    array([0, 1, 2], dtype=uint64)
    >>> result.summary().starter_wins.games
    100
    """
    return KIND.play(
        rows, variant=variant, games=games, players=one_run(players), until=until, of=of,
        level=level, **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of an arm for each run."""
    batches = run_batches(given["variant"], given["players"], given["games"], **game_options(given))
    return Study("simulate", tuple(batches), goal=read_goal(given["until"], given["of"]))


class Result(OneBatch[Totals]):
    """The result of `simulate`: rows, exact sums, and a summary with intervals.

    Attributes
    ----------
    batch : Batch
        The games that were played: rules, players, seed, limits.
    totals : rbsim.sums.totals.Totals
        Exact sums of all games.
    level : float
        Of all intervals; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.simulate("strict", games=20, players="greedy", seed=1)
    >>> result.variant, result.players, result.games.shape
    ('strict', 'greedy', (20,))
    >>> result.advantage
    +40% (-1 to 81), 20 games
    >>> result.figure("turns_q50").estimate
    40.0
    """

    @property
    def games(self) -> Rows | None:
        """One row of rbcore.GAME for each game in the order of their numbers, if kept."""
        return self._own_rows

    def summary(self) -> Summary:
        """Return rates, means and quantiles with their intervals."""
        most = self.batch.limits.max_turns
        return Summary.from_totals(self.totals, self.seconds, most, self.level)

    @property
    def advantage(self) -> Figure:
        """P(starter wins) - P(another seat wins), as played."""
        return self.figure("advantage")

    @property
    def answer(self) -> Figure:
        """The advantage as played."""
        return self.advantage

    @property
    def headline(self) -> str:
        """How often starters win, or what was played for."""
        if self.stopped is not None:
            return shared.goal_headline(self.stopped, "games")
        wins, losses = (figure_text(self.figure(own)) for own in ("starter_wins", "other_wins"))
        return (
            f"Starters win {wins} of games and other seats {losses}: an advantage of "
            f"{figure_text(self.advantage)}, as played."
        )

    def _own_figures(self) -> Iterator[Figure]:
        return game_figures(self.summary(), self.batch, self.stopped)

    def sections(self) -> Iterator[Section]:
        """Yield outcomes and lengths; then all that is known of the games."""
        advantage = ("advantage, as played", None, self.advantage)
        yield shared.run_outcomes(self.name, self.summary().rates, more=[advantage])
        yield from shared.goals(self.tally.stopped, [self.name])
        yield shared.halves("Length", self.figure, {"turns": "turns", "moves": "moves"})
        yield shared.advantages(self._each_arm)
        yield shared.unfinished(self._each_arm)
        yield shared.lengths(self._each_arm)
        yield from shared.attention(self._each_arm)
        searches = (("given up", self.totals.give_ups, self.figure("give_ups")),)
        table = Table("Stalemate searches", ("searches", "number", "a game"), searches)
        yield Section("Stalemate searches", "Of 7.6.", [table])

    @classmethod
    def side_by_side(cls, runs: Sequence[Result]) -> Iterator[Section]:
        """Yield a line for each run; then what all studies of games show."""
        words = "A line for each run, advantage as played; nothing is tested."
        table = run_table(runs, BRIEF, "Survey")
        yield Section("Survey", words, [table], [run_plot(runs)], brief=True)
        yield Section("All rates", "", [run_table(runs, REST, "All rates")])
        yield from run_goals(runs)
        yield from shared.every_section([arm for one in runs for arm in one._each_arm])

    @property
    def _distributions(self) -> dict[str, Distribution]:
        return self._each_arm[0].of_all


KIND: StudyKind[Result] = StudyKind(
    "simulate",
    simulate,
    arms,
    one_or_several(Result),
    "Simulation",
    "Play many games and show how they ended.",
    (
        "rbsim simulate strict --games 1e6",
        "rbsim simulate standard,reserve-size=11 --players uniform,greedy:uniform",
        "rbsim simulate --until 0.001 --of stalemate --out known.json",
        "rbsim simulate --games 1e6 --rows games.parquet",
    ),
    has_rows=True,
    has_games=True,
)
