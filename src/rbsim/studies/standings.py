"""Standings: what a round robin found, the duels of every two players and one scale for all."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import Self

from rbcore.cards.ranges import shown
from rbsim.pipeline.stopping import Stopped
from rbsim.rendering.section import Cell, Plot, Section, Table, intervals_of, p_cell
from rbsim.results import shared_sections as shared
from rbsim.results.game_figures import LONG_TURNS, anytime_figure, count_figure
from rbsim.results.result import StudyResult
from rbsim.stats.figure import Figure, figure, plain_figure
from rbsim.stats.inference import Interval, holm
from rbsim.stats.number_text import estimate_text, figure_text, interval_text
from rbsim.stats.quantity import Form, words_of
from rbsim.studies.duel import Duel
from rbsim.studies.elo import Elo, Misfit, Rating, lead_of
from rbsim.sums.contrast_goals import DECIDED, ContrastGoal, lead_goal

LADDER = (
    "Every two players play the same deals in both seatings. Elo is by Bradley and Terry's model, "
    "all duels weighing the same; a draw is half a point. It is of these players alone: among "
    "others the same two differ by another number. Lead: games won less games lost. Misfit: the "
    "lead less the one by Elo. Intervals are over deals, and unfinished games widen them, from all "
    "lost to all won. A player who lost or won everything has a bound, which only the table shows."
)
LOOKED = (
    "Intervals at every look are 95% for all duels and looks together; all others, and Elo, are as "
    "if the deals had been fixed."
)
POOL = "This scale is of these players alone"


def anchored(players: Sequence[str], anchor: str | None) -> dict[str, str]:
    """Return the settings of an anchor, the first player unless given."""
    anchor = players[0] if anchor is None else anchor
    if anchor not in players:
        raise ValueError(f"anchor={shown(anchor)} does not play; there are {', '.join(players)}")
    return {"anchor": anchor}


class Ladder(StudyResult):
    """The result of `ladder`: duels, ratings, and tests of each player against the next.

    Attributes
    ----------
    study : Study
        Two arms for every two players.
    level : float
        Of all intervals but anytime ones; `at` gives the same result at another level.

    Examples
    --------
    >>> import rbsim
    >>> result = rbsim.ladder("greedy", "uniform", games=20, seed=1)
    >>> (duel,) = result.duels
    >>> duel.first, duel.second, duel.deals
    ('greedy', 'uniform', 20)
    >>> result.ratings["uniform"].value < 0
    True
    """

    @cached_property
    def players(self) -> list[str]:
        """The players, in the order given."""
        arms = self.study.arms
        return list(dict.fromkeys(str(player) for arm in arms for player in arm.players))

    @property
    def arm_names(self) -> list[str]:
        """The players of each arm, by their seats."""
        return [arm.player_text for arm in self.study.arms]

    @property
    def anchor(self) -> str:
        """The player whose Elo is 0."""
        return str(self.study.settings.get("anchor") or self.players[0])

    def above(self, anchor: str) -> Self:
        """Return the same result with Elo above another player's.

        Parameters
        ----------
        anchor : str
            The player whose Elo is 0.

        Returns
        -------
        Ladder
            The result of the same games.

        Raises
        ------
        ValueError
            In one sentence, for one who does not play.

        Examples
        --------
        >>> import rbsim
        >>> played = rbsim.ladder("greedy", "uniform", games=20, seed=1)
        >>> played.above("uniform").ratings["uniform"].value
        0.0
        """
        made, settings = self.at(self.level), anchored(self.players, anchor)
        made.study = replace(self.study, settings=settings)
        made.parts = tuple(replace(part, settings=settings) for part in self.parts)
        return made

    @cached_property
    def duels(self) -> list[Duel]:
        """The duels of every two players."""
        duels = []
        for arm in range(0, len(self.study.arms), 2):
            one, other = map(str, self.study.arms[arm].players)
            duels.append(Duel(one, other, self.pairs.table(arm, arm + 1), self.level))
        return duels

    @cached_property
    def elo(self) -> Elo:
        """The scale of all players."""
        return Elo(self.pairs.joint, len(self.players), self.level)

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Each player's Elo above the anchor, with its interval."""
        return {player: self.rating(player, self.anchor) for player in self.players}

    def rating(self, player: str, anchor: str) -> Rating:
        """Return a player's Elo less the anchor's, from the games of all players."""
        return self.elo.rating(self.players.index(player), self.players.index(anchor))

    @cached_property
    def steps(self) -> list[tuple[Duel, Rating, float, float]]:
        """Each player against the next: duel, Elo above the next, exact p, Holm's p of all steps.

        Both p are NaN when playing for a goal, as they do not allow for looks.
        """
        following = list(pairwise(self.players))
        duels = [duel for duel in self.duels if duel.players in following]
        ps = [duel.p if self.study.goal is None else math.nan for duel in duels]
        ratings = (self.rating(*duel.players) for duel in duels)
        return list(zip(duels, ratings, ps, holm(ps), strict=True))

    def expected(self, duel: Duel) -> float:
        """Return the lead that the ratings predict; far from the duel's if one scale fits badly."""
        return lead_of(self.rating(*duel.players).value)

    def expected_ends(self, duel: Duel) -> Interval:
        """Return the same with all unfinished games against the first player, and all for."""
        least, most = map(lead_of, self.rating(*duel.players).extremes)
        return least, most

    @cached_property
    def misfits(self) -> dict[tuple[str, str], Misfit]:
        """How far the lead of each duel, by its players, is from the one that the ratings predict.

        Two players have none: their scale fits.
        """
        if len(self.duels) < 2:
            return {}
        return {duel.players: self.elo.misfit(number) for number, duel in enumerate(self.duels)}

    def anytime(self, duel: Duel) -> Interval:
        """Return the interval of a duel's lead that holds at all looks of all duels together."""
        for one, stopped in zip(self.duels, self.tally.stopped, strict=False):
            low, high = stopped.interval
            if one.players == duel.players:
                return low, high
            if one.players == duel.reversed.players:
                return -high, -low
        goal = self.study.goal or lead_goal(DECIDED, len(self.study.arms))
        assert isinstance(goal, ContrastGoal)
        return duel.anytime(goal, self.study.count)

    def reached(self, duel: Duel) -> bool:
        """Return whether a duel has reached the ladder's goal."""
        return self.study.goal is not None and self.study.goal.is_reached(self.anytime(duel))

    @property
    def ranking(self) -> list[str]:
        """The players by rating, the best first."""
        best = {name: (one.value, *one.interval) for name, one in self.ratings.items()}
        return sorted(self.players, key=lambda name: best[name], reverse=True)

    @property
    def answer(self) -> Figure | None:
        """The lead of the first of two players; None of more."""
        return self.figure("lead") if len(self.players) == 2 else None

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every duel, then the ratings above the anchor and the next."""
        variant = self.batch.variant
        for one in (*self._duel_figures(), *self._rating_figures()):
            players = f"{one.labels['player']}:{one.labels['opponent']}"
            yield one.of(variant=variant, players=players)

    def _duel_figures(self) -> Iterator[Figure]:
        for i, duel in enumerate(self.duels):
            for one in self._figures_of(duel, arms=(2 * i, 2 * i + 1)):
                yield one.of(player=duel.first, opponent=duel.second)

    def _figures_of(self, duel: Duel, arms: tuple[int, int]) -> Iterator[Figure]:
        goal, games = self.study.goal, 2 * duel.deals
        p = duel.p if goal is None else math.nan
        adjusted = {step.players: own for step, _, _, own in self.steps}
        lead = figure("lead", duel.lead)
        yield replace(lead, pvalue=p, p_adjusted=adjusted.get(duel.players, math.nan))
        yield from (figure(name, share) for name, share in duel.rates.items())
        expected = plain_figure("lead_by_elo", self.expected(duel), games, form=Form.DIFFERENCE)
        yield replace(expected, undecided=self.expected_ends(duel))
        if isinstance(goal, ContrastGoal):
            ends = duel.lead.extremes, self.anytime(duel)
            yield anytime_figure(Stopped(goal, games, self.study.count, duel.lead.value, *ends))
        yield from (figure(name, one, "deals") for name, one in duel.deal_rates.items())
        if self.study.arms[arms[0]].python_players:
            cut = sum(self.tally.arms[arm].long_turns for arm in arms)
            yield count_figure(LONG_TURNS, cut, games)

    def _rating_figures(self) -> Iterator[Figure]:
        pairs = [(player, self.anchor) for player in self.players]
        pairs += [duel.players for duel, *_ in self.steps]
        for player, other in dict.fromkeys(pairs):
            games = sum(2 * duel.deals for duel in self.duels if player in duel.players)
            rating = replace(self.rating(player, other), n=games)
            if player == other:  # 0 by definition
                rating = replace(rating, interval=(math.nan, math.nan))
            yield figure("elo", rating).of(player=player, opponent=other)

    @property
    def headline(self) -> str:
        """Who has the highest rating, and by how much."""
        best, second, *_ = self.ranking
        if not math.isfinite(self.rating(best, second).interval[0]):
            return "These games leave open who is strongest: too few of them were decided."
        steps = [self._step_words(*pair) for pair in pairwise(self.ranking)]
        found = f"{best} has the highest rating: {', which is '.join(steps)}."
        return f"{found} {self._pool_words()}" if self.misfits else found

    def _pool_words(self) -> str:
        """Say that the scale is of its pool, and which duel it fits least, if not by chance."""
        strict = Elo(self.elo.joint, len(self.players), 1 - (1 - self.level) / len(self.duels))
        misfits = [(duel, strict.misfit(number)) for number, duel in enumerate(self.duels)]
        sure = [one for one in misfits if one[1].interval[0] > 0 or one[1].interval[1] < 0]
        if not sure:
            return f"{POOL}."
        duel, _ = max(sure, key=lambda one: abs(one[1].value))
        duel = duel if duel.lead.value > 0 else duel.reversed
        lead = figure("lead", duel.lead)
        by_elo = replace(lead, estimate=self.expected(duel))  # to as many places
        return (
            f"{POOL}, and one scale does not fit all duels: {duel.first} leads {duel.second} by "
            f"{figure_text(lead)}, where it says {estimate_text(by_elo)}."
        )

    def _step_words(self, stronger: str, weaker: str) -> str:
        one, above = self.rating(stronger, weaker), f"Elo above {weaker}"
        if all(map(math.isfinite, (*one.extremes, *one.interval))):
            doubt = " (which may be chance)" if one.interval[0] <= 0 else ""
            return f"{figure_text(figure('elo', one))} {above}{doubt}"
        if not math.isfinite(one.interval[0]):
            return f"these games cannot tell how far above {weaker}"
        bound = interval_text(figure("elo", one))
        return f"{bound} {above}, than which these games can tell no more"

    @property
    def compared(self) -> str:
        """Who is compared with whom, and on which deals."""
        rules = self.batch.variant
        return f"Compared: every two players at {rules}, on the same deals in both seatings."

    def sections(self) -> Iterator[Section]:
        """Yield ratings and leads; then all duels, and what all studies of games show."""
        words = LADDER if self.study.goal is None else f"{LADDER} {LOOKED}"
        leads = intervals_of(self._all_of("lead"), [duel.name for duel in self.duels])
        plots = [self._elo_plot(), leads]
        yield Section("Who beats whom", words, [self._ranking_table()], plots, brief=True)
        tables = [self._crosstable(), self._duel_table(), self._step_table()]
        yield Section("Duels", words, tables, brief=self.study.goal is not None)
        yield from shared.every_section(self._each_arm)

    @cached_property
    def _sides(self) -> dict[tuple[str, str], Duel]:
        """Each duel from the side of either player, who comes first."""
        return {one.players: one for duel in self.duels for one in (duel, duel.reversed)}

    def _ranking_table(self) -> Table:
        """Return a line for each player, the best first: Elo, and how it stands to the next."""
        rows: list[tuple[Cell, ...]] = []
        for player, other in zip_longest(self.ranking, self.ranking[1:]):
            elo = "0" if player == self.anchor else figure("elo", self.ratings[player])
            lead = None if other is None else figure("lead", self._sides[player, other].lead)
            rows.append((player, elo, lead))
        head = ("player", f"Elo above {self.anchor}", "lead on the next")
        return Table("Ratings", head, tuple(rows))

    def _crosstable(self) -> Table:
        """Return how often the row's player beat the column's."""
        cells = {pair: figure("won", one.rates["won"]) for pair, one in self._sides.items()}
        every = self.players
        head = ("games won by", *(f"against {player}" for player in every))
        rows = ((player, *(cells.get((player, one), "") for one in every)) for player in every)
        return Table("Games won", head, tuple(rows))

    def _duel_table(self) -> Table:
        """Return one line for every two players."""
        goal = self.study.goal is not None
        keys = ["drawn", "unfinished", "lead", *["lead_anytime"] * goal, "lead_by_elo"]
        rows: list[tuple[Cell, ...]] = []
        for duel in self.duels:
            cells: list[Cell] = [self._of_duel(key, duel) for key in keys]
            if self.misfits:
                misfit = self.misfits[duel.players]
                cells.append(figure("misfit", misfit, form=Form.DIFFERENCE))
            if goal:
                cells.append("yes" if self.reached(duel) else "no")
            rows.append((duel.name, 2 * duel.deals, *cells))
        more = [*["misfit"] * bool(self.misfits), *["reached"] * goal]
        head = ("duel", "games", *map(words_of, keys), *more)
        return Table("Duels", head, tuple(rows))

    def _of_duel(self, quantity: str, duel: Duel) -> Figure:
        return self.figure(quantity, player=duel.first, opponent=duel.second)

    def _step_table(self) -> Table:
        """Return one line for each player against the next as given."""
        rows: list[tuple[Cell, ...]] = []
        for duel, rating, *ps in self.steps:
            deals = [self._of_duel(key, duel) for key in ("deals_better", "deals_worse")]
            name = " to ".join(duel.players)
            rows.append((name, *deals, figure("elo", rating), *map(p_cell, ps)))
        head = ("step", "deals better", "deals worse", "Elo above the next", "p", "Holm's p")
        return Table("Steps", head, tuple(rows))

    def _elo_plot(self) -> Plot:
        figures = [one for one in self._all_of("elo") if one.labels["opponent"] == self.anchor]
        known = [one for one in figures if all(map(math.isfinite, (one.estimate, *one.interval)))]
        names = [str(one.labels["player"]) for one in known]
        title = f"Elo above {self.anchor}"
        return Plot("elo", title, figures=known or figures[:1], names=names or [self.anchor])

    def _plot(self, quantity: str | None) -> Plot:
        return self._elo_plot() if quantity == "elo" else super()._plot(quantity)
