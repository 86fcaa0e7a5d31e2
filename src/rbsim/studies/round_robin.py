"""Round robin: every two players play the same deals in both seatings, to see who beats whom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Unpack

import rbcore
from rbcore.cards.ranges import shown
from rbsim.formatting import round_robin
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.engine import Source, open_engine, play
from rbsim.pipeline.stopping import read_lead_goal
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.results.study_result import StudyResult
from rbsim.running.batch import Options, Progress, make_batch, read_rules
from rbsim.running.player import Choose, Player, resolve_player
from rbsim.stats.figure import ConfidenceInterval, Figure, Form, rate_figure
from rbsim.stats.inference import Interval, holm
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL, check_level
from rbsim.studies.duel import VARIANCE, BoundedMean, Duel
from rbsim.studies.elo import Elo, Rating, lead_of

MOST = 16  # players
ALPHA = 0.05  # of all duels and looks together, when playing for a goal

Until = str | float | None
NOTHING = ConfidenceInterval(math.nan, math.nan)

if TYPE_CHECKING:
    from rbsim.pictures.drawing import Picture


def ladder(
    *players: str | Player | Choose,
    variant: str | rbcore.Rules = "standard",
    games: int = 10_000,
    until: Until = None,
    anchor: str | None = None,
    level: float = LEVEL,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Ladder:
    """Play a round robin: every two players on the same deals, each deal in both seatings.

    Parameters
    ----------
    *players : str, Player or callable
        Two to 16 different players, compiled or in Python.
    variant : str or rbcore.Rules
        Rules for two seats.
    games : int
        Deals of each duel, two games each; with `until`, the most.
    until : {"decided"} or float, optional
        Stop a duel when it is decided who leads, or when the lead is known to this half-width; at
        95% for all duels and looks together.
    anchor : str, optional
        The player whose Elo is 0; the first unless given.
    level, threads, executor, store, progress, **options : see `simulate`
        As `simulate` takes them; anytime intervals are of 95% whatever the level.

    Returns
    -------
    Ladder
        Duels, ratings, and tests of each player against the next.

    Raises
    ------
    ValueError
        In one sentence, as of `simulate`, and for too few players, one given twice, an unknown
        anchor, rules for three seats, or without SciPy.

    Examples
    --------
    >>> result = ladder("greedy", "uniform", games=20, seed=1)
    >>> result.ranking
    ['greedy', 'uniform']
    """
    study = ladder_study(variant, players, games, until, **options)
    check_anchor(anchor, player_names(study))
    check_level(level)
    with open_engine(study, threads, executor, store) as engine:
        return Ladder(study, play_ladder(study, engine, progress), anchor, level)


def ladder_study(
    variant: str | rbcore.Rules,
    players: Sequence[str | Player | Choose],
    games: int,
    until: Until = None,
    **options: Unpack[Options],
) -> Study:
    """Return a study of two arms for every two players, seen from seat 0.

    Raises ValueError, in one sentence, as `ladder` does.
    """
    seated = [resolve_player(player) for player in players[: MOST + 1]]
    if not 2 <= len(seated) <= MOST:
        raise ValueError(f"a ladder has 2 to {MOST} players, not {len(players)}")
    names = list(map(str, seated))
    for i, name in enumerate(names):
        if name in names[:i]:
            raise ValueError(f"{name} is given twice; give it once")
    rules = read_rules(variant)
    if rules.seats != 2:
        raise ValueError(
            f"{rbcore.variant_text(rules)} has {rules.seats} seats; a ladder is of games for two"
        )
    need("scipy.stats", "stats")
    arms = [
        make_batch(rules, seating, games, **options)
        for one, other in combinations(seated, 2)
        for seating in ((one, other), (other, one))
    ]
    return Study("ladder", tuple(arms), paired=True, view=0, goal=read_lead_goal(until))


def check_anchor(anchor: str | None, players: Sequence[str]) -> None:
    """Raise ValueError if the anchor is not one of the players."""
    if anchor is not None and anchor not in players:
        raise ValueError(f"anchor={shown(anchor)} does not play; there are {', '.join(players)}")


class DuelRule:
    """A rule that stops each duel of a ladder when its goal is reached."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @property
    def block(self) -> int:
        """Deals between looks."""
        return self.study.block

    def open_arms(self, tally: Tally, arms: Sequence[int]) -> list[int]:
        """Return the arms of duels that have not reached the goal."""
        duels = study_duels(self.study, tally)
        return [arm for arm in arms if not reached(self.study, duels[arm // 2])]


def play_ladder(study: Study, source: Source, progress: Progress | None = None) -> Tally:
    """Play a ladder; a duel rests once it has reached the goal."""
    rule = None if study.goal is None else DuelRule(study)
    return play(study, source, rule=rule, progress=progress)


def player_names(study: Study) -> list[str]:
    """Return the players of a ladder, in the order given."""
    return list(dict.fromkeys(str(player) for arm in study.arms for player in arm.players))


def study_duels(study: Study, tally: Tally) -> list[Duel]:
    """Return the duels of every two players, in the order of the arms."""
    duels = []
    for arm in range(0, len(study.arms), 2):
        one, other = map(str, study.arms[arm].players)
        duels.append(Duel(one, other, tally.joined.table(arm, arm + 1)))
    return duels


def anytime_lead(study: Study, duel: Duel) -> Interval:
    """Return the interval of a duel's lead that holds at all looks of all duels together.

    It is tightest at the half-width sought, or else at the one that all deals would give.
    """
    alpha = ALPHA / (len(study.arms) // 2)
    widest = NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(VARIANCE / study.count)
    sought = None if study.goal is None else study.goal.half
    return duel.anytime(alpha, min(0.5, widest) if sought is None else sought)


def reached(study: Study, duel: Duel) -> bool:
    """Return whether a duel has reached the goal of its study; False without a goal."""
    if study.goal is None:
        return False
    low, high = anytime_lead(study, duel)
    if study.goal.half is None:
        return low > 0 or high < 0
    return high - low <= 2 * study.goal.half


class Ladder(StudyResult):
    """The result of `ladder`: duels, ratings, and tests of each player against the next.

    Attributes
    ----------
    study : Study
        Two arms for every two players.
    tally : Tally
        Exact sums of all games.
    players : list of str
        In the order given.
    anchor : str
        The player whose Elo is 0.
    duels : list of Duel
        Of every two players.
    ratings : dict of str to Rating
        Each player's Elo above the anchor, with its interval.
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

    def __init__(
        self, study: Study, tally: Tally, anchor: str | None = None, level: float = LEVEL
    ) -> None:
        self._keep(study, tally, level)
        self.players = player_names(study)
        self.anchor = self.players[0] if anchor is None else anchor
        self.duels = [duel.at(self.level) for duel in study_duels(study, tally)]
        self.elo = Elo(tally.joined.joint, len(self.players), self.level)
        self.ratings = {player: self.rating(player, self.anchor) for player in self.players}

    def rating(self, player: str, anchor: str) -> Rating:
        """Return a player's Elo less the anchor's, from the games of all players."""
        return self.elo.rating(self.players.index(player), self.players.index(anchor))

    @property
    def steps(self) -> list[tuple[Duel, Rating, float, float]]:
        """Each player against the next: duel, Elo above the next, exact p, Holm's p of all steps.

        Both p are NaN when playing for a goal, as they do not allow for looks.
        """
        following = list(zip(self.players, self.players[1:], strict=False))
        duels = [duel for duel in self.duels if (duel.first, duel.second) in following]
        ps = [duel.p if self.study.goal is None else math.nan for duel in duels]
        ratings = (self.rating(duel.first, duel.second) for duel in duels)
        return list(zip(duels, ratings, ps, holm(ps), strict=True))

    def expected(self, duel: Duel) -> float:
        """Return the lead that the ratings predict; far from the duel's if one scale fits badly."""
        return self.elo.lead(self.players.index(duel.first), self.players.index(duel.second))

    def expected_ends(self, duel: Duel) -> Interval:
        """Return the same with all unfinished games against the first player, and all for."""
        least, most = self.rating(duel.first, duel.second).extremes
        return lead_of(least), lead_of(most)

    def anytime(self, duel: Duel) -> Interval:
        """Return the interval of a duel's lead that holds at all looks of all duels together."""
        return anytime_lead(self.study, duel)

    def reached(self, duel: Duel) -> bool:
        """Return whether a duel has reached the ladder's goal."""
        return reached(self.study, duel)

    @property
    def ranking(self) -> list[str]:
        """The players by rating, the best first."""
        best = {name: (one.value, *one.interval) for name, one in self.ratings.items()}
        return sorted(self.players, key=lambda name: best[name], reverse=True)

    def _remade(self, study: Study, tally: Tally, level: float) -> Ladder:
        return Ladder(study, tally, self.anchor, level)

    @property
    def _origin(self) -> dict[str, Any]:
        return {**self.provenance, "anchor": self.anchor}

    @property
    def answer(self) -> Figure | None:
        """The lead of the first of two players; None of more."""
        return self.figure("lead") if len(self.players) == 2 else None

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every duel, then the ratings above the anchor and the next."""
        variant = rbcore.variant_text(self.study.arms[0].rules)
        for one in (*self._duel_figures(), *self._rating_figures()):
            pair = (one.labels["player"], one.labels["opponent"])
            yield one.of(**{"variant": variant, "players": ":".join(map(str, pair)), **one.labels})

    def _duel_figures(self) -> Iterator[Figure]:
        adjusted = {id(duel): p for duel, _, _, p in self.steps}
        for duel in self.duels:
            labels = {"player": duel.first, "opponent": duel.second}
            games = 2 * duel.deals
            lead = _share_figure("lead", duel.lead, Form.DIFFERENCE, games)
            p = math.nan if self.study.goal is not None else duel.p
            tested = replace(lead, pvalue=p, p_adjusted=adjusted.get(id(duel), math.nan))
            yield tested.of(**labels)
            for name, share in duel.rates.items():
                yield _share_figure(name, share, Form.SHARE, games).of(**labels)
            yield Figure(
                "lead_by_elo",
                self.expected(duel),
                NOTHING,
                games,
                undecided=self.expected_ends(duel),
                form=Form.DIFFERENCE,
            ).of(**labels)
            if self.study.goal is not None:
                yield self._anytime_figure(duel).of(**labels)
            (least, most), (best, worst) = map(duel.better_and_worse, (-1, 1))
            for name, low, high in (("deals_better", least, best), ("deals_worse", worst, most)):
                rate = Rate(low, duel.deals, high - low, self.level)
                yield rate_figure(name, rate, "deals").of(**labels)

    def _anytime_figure(self, duel: Duel) -> Figure:
        return Figure(
            "lead_anytime",
            sum(duel.lead.extremes) / 2,
            ConfidenceInterval(*self.anytime(duel)),
            2 * duel.deals,
            method="anytime",
            undecided=duel.lead.extremes,
            form=Form.DIFFERENCE,
            level=1 - ALPHA,
            again=_known_at_one_level,
        )

    def _rating_figures(self) -> Iterator[Figure]:
        above = [(player, self.anchor) for player in self.players]
        steps = [(duel.first, duel.second) for duel, *_ in self.steps]
        for player, other in dict.fromkeys([*above, *steps]):
            rating = self.rating(player, other)
            mine = [d for d in self.duels if player in (d.first, d.second)]
            # The anchor's own is 0 by definition.
            known = (math.nan, math.nan) if player == other else rating.interval
            yield Figure(
                "elo",
                rating.value,
                ConfidenceInterval(*known),
                sum(2 * duel.deals for duel in mine),
                method="Bradley-Terry, sandwich",
                undecided=rating.extremes,
                form=Form.CHANGE,
                level=self.level,
            ).of(player=player, opponent=other)

    @property
    def _default_quantity(self) -> str:
        return "elo"

    def _picture(self, quantity: str | None) -> Picture:
        from rbsim.pictures.plots import figure_intervals

        name = self.figure(self._default_quantity if quantity is None else quantity).quantity
        figures = [one for one in self.figures if one.quantity == name]
        if name == "elo":
            figures = [
                replace(one, labels={"player": one.labels["player"]})
                for one in figures
                if one.labels["opponent"] == self.anchor and all(map(math.isfinite, one.interval))
            ]
        return figure_intervals(name, figures)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return round_robin.report(self)

    def __repr__(self) -> str:
        rules = rbcore.variant_text(self.study.arms[0].rules)
        answer = "" if self.answer is None else f"; lead {self.answer}"
        names = ", ".join(self.players)
        return f"<Ladder: {names} at {rules}, {self.study.count:,} deals{answer}>"


def _share_figure(name: str, share: BoundedMean, form: Form, games: int) -> Figure:
    """Return the figure of a share of a duel's games, whose interval is over deals."""
    least, most = share.extremes
    return Figure(
        name,
        (least + most) / 2 if form is Form.DIFFERENCE else least,
        ConfidenceInterval(*share.interval),
        games,
        method="Wilson, over deals",
        standard_error=share.least.standard_error,
        undecided=share.extremes,
        form=form,
        level=share.least.level,
    )


def _known_at_one_level(level: float) -> Interval:
    raise ValueError(f"an anytime interval is of the level {1 - ALPHA} alone, by which duels end")
