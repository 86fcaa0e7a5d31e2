"""Round robin: every two players play the same deals in both seatings, to see who beats whom."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from statistics import NormalDist
from typing import Annotated, Unpack

import rbcore
from rbcore.cards.ranges import shown
from rbsim.optional import need
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.rendering.section import Plot, Section, intervals_of
from rbsim.rendering.table import Cell, Table, p_cell
from rbsim.results import shared_sections as shared
from rbsim.results.arms import arms_of
from rbsim.results.game_figures import LONG_TURNS, count_figure
from rbsim.results.options import (
    How,
    Level,
    OneVariant,
    Option,
    game_options,
    near_players,
    whole,
)
from rbsim.results.result import StudyResult
from rbsim.results.study_kind import Given, StudyKind
from rbsim.running.batch import make_batch, read_rules
from rbsim.running.player import Choose, Player, resolve_player
from rbsim.stats.figure import ConfidenceInterval, Figure, Label, figure, plain_figure
from rbsim.stats.inference import Interval, holm
from rbsim.stats.intervals import Rate
from rbsim.stats.level import LEVEL
from rbsim.stats.number_text import figure_text
from rbsim.stats.quantity import Form, words_of
from rbsim.studies.duel import VARIANCE, Duel
from rbsim.studies.elo import Elo, Rating, lead_of
from rbsim.sums.contrast_goals import lead_goal

MOST = 16  # players
ALPHA = 0.05  # of all duels and looks together, when playing for a goal
LADDER = (
    "Every two players play the same deals in both seatings. Elo is by Bradley and Terry's model; "
    "a draw is half a point. Lead: games won less games lost. Intervals are over deals, and "
    "unfinished games widen them, from all lost to all won. A player who lost or won everything "
    "has a bound, which only the table shows."
)
LOOKED = (
    "Intervals at every look are 95% for all duels and looks together; all others, and Elo, are as "
    "if the deals had been fixed."
)

Until = Annotated[
    str | float | None,
    Option(
        "Stop a duel when it is `decided` who leads, or when the lead is known to this "
        "half-width; --games is the most then.",
    ),
]


def ladder(
    *players: Annotated[
        str | Player | Choose,
        Option(
            "two or more; commas do as well as spaces",
            metavar="PLAYER PLAYER...",
            near=near_players,
            many=True,
        ),
    ],
    variant: OneVariant = "standard",
    games: Annotated[
        int, whole("Deals that every two players play, each in both seatings.")
    ] = 10_000,
    until: Until = None,
    anchor: Annotated[
        str | None, Option("The player whose Elo is 0; the first unless given.", near=near_players)
    ] = None,
    level: Level = LEVEL,
    **how: Unpack[How],
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
    level, **how : see `simulate`
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
    return KIND.play(
        players=players, variant=variant, games=games, until=until, anchor=anchor, level=level,
        **how,
    )  # fmt: skip


def arms(given: Given) -> Study:
    """Return a study of two arms for every two players, seen from seat 0.

    Raises ValueError, in one sentence, as `ladder` does.
    """
    players = given["players"] or ()
    seated = [resolve_player(player) for player in players[: MOST + 1]]
    if not 2 <= len(seated) <= MOST:
        raise ValueError(f"a ladder has 2 to {MOST} players, not {len(players)}")
    names = list(map(str, seated))
    for i, name in enumerate(names):
        if name in names[:i]:
            raise ValueError(f"{name} is given twice; give it once")
    rules = read_rules(given["variant"])
    if rules.seats != 2:
        raise ValueError(
            f"{rbcore.variant_text(rules)} has {rules.seats} seats; a ladder is of games for two"
        )
    need("scipy.stats", "stats")
    check_anchor(given["anchor"], names)
    batches = [
        make_batch(rules, seating, given["games"], **game_options(given))
        for one, other in combinations(seated, 2)
        for seating in ((one, other), (other, one))
    ]
    anchor = {"anchor": names[0] if given["anchor"] is None else given["anchor"]}
    goal = lead_goal(given["until"], len(batches))
    return Study("ladder", tuple(batches), paired=True, view=0, goal=goal, settings=anchor)


def check_anchor(anchor: str | None, players: Sequence[str]) -> None:
    """Raise ValueError if the anchor is not one of the players."""
    if anchor is not None and anchor not in players:
        raise ValueError(f"anchor={shown(anchor)} does not play; there are {', '.join(players)}")


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

    @cached_property
    def players(self) -> list[str]:
        """The players, in the order given."""
        return player_names(self.study)

    @property
    def arm_names(self) -> list[str]:
        """The players of each arm, by their seats."""
        return [arm.player_text for arm in self.study.arms]

    @property
    def anchor(self) -> str:
        """The player whose Elo is 0."""
        anchor: str = self.study.settings.get("anchor") or self.players[0]
        return anchor

    @cached_property
    def duels(self) -> list[Duel]:
        """The duels of every two players."""
        return [duel.at(self.level) for duel in study_duels(self.study, self.tally)]

    @cached_property
    def elo(self) -> Elo:
        """The scale of all players."""
        return Elo(self.tally.joined.joint, len(self.players), self.level)

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Each player's Elo above the anchor."""
        return {player: self.rating(player, self.anchor) for player in self.players}

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

    @property
    def answer(self) -> Figure | None:
        """The lead of the first of two players; None of more."""
        return self.figure("lead") if len(self.players) == 2 else None

    def _figures(self) -> Iterator[Figure]:
        """Yield the figures of every duel, then the ratings above the anchor and the next."""
        variant = self.study.arms[0].variant
        for one in (*self._duel_figures(), *self._rating_figures()):
            pair = (one.labels["player"], one.labels["opponent"])
            yield one.of(**{"variant": variant, "players": ":".join(map(str, pair)), **one.labels})

    def _duel_figures(self) -> Iterator[Figure]:
        adjusted = {id(duel): p for duel, _, _, p in self.steps}
        is_fixed = self.study.goal is None
        for i, duel in enumerate(self.duels):  # whose arms are 2i and 2i+1
            labels: dict[str, Label] = {"player": duel.first, "opponent": duel.second}
            lead = figure("lead", duel.lead, labels=labels)
            p = duel.p if is_fixed else math.nan
            yield replace(lead, pvalue=p, p_adjusted=adjusted.get(id(duel), math.nan))
            for name, share in duel.rates.items():
                yield figure(name, share, labels=labels)
            expected = plain_figure("lead_by_elo", self.expected(duel), 2 * duel.deals)
            ends = self.expected_ends(duel)
            yield replace(expected, form=Form.DIFFERENCE, undecided=ends, labels=labels)
            if not is_fixed:
                yield self._anytime_figure(duel).of(**labels)
            (least, most), (best, worst) = map(duel.better_and_worse, (-1, 1))
            for name, low, high in (("deals_better", least, best), ("deals_worse", worst, most)):
                rate = Rate(low, duel.deals, high - low, self.level)
                yield figure(name, rate, "deals", labels=labels)
            if self.study.arms[2 * i].python_players:
                cut = sum(self.tally.arms[arm].long_turns for arm in (2 * i, 2 * i + 1))
                yield count_figure(LONG_TURNS, cut, 2 * duel.deals).of(**labels)

    def _anytime_figure(self, duel: Duel) -> Figure:
        made = figure("lead_anytime", duel.lead, form=Form.DIFFERENCE)
        return replace(
            made,
            interval=ConfidenceInterval(*self.anytime(duel)),
            method="anytime",
            standard_error=math.nan,
            level=1 - ALPHA,
            again=_known_at_one_level,
        )

    def _rating_figures(self) -> Iterator[Figure]:
        above = [(player, self.anchor) for player in self.players]
        steps = [(duel.first, duel.second) for duel, *_ in self.steps]
        for player, other in dict.fromkeys([*above, *steps]):
            rating = self.rating(player, other)
            mine = [d for d in self.duels if player in (d.first, d.second)]
            if player == other:  # 0 by definition
                rating = replace(rating, interval=(math.nan, math.nan))
            games = sum(2 * duel.deals for duel in mine)
            known = replace(rating, n=games, level=self.level)
            yield figure("elo", known, labels={"player": player, "opponent": other})

    @property
    def headline(self) -> str:
        """Who has the highest rating, and by how much."""
        best, *others = self.ranking
        steps = [self._step_words(*pair) for pair in zip(self.ranking, others, strict=False)]
        return f"{best} has the highest rating: {', which is '.join(steps)}."

    def _step_words(self, stronger: str, weaker: str) -> str:
        one = self.rating(stronger, weaker)
        if not all(map(math.isfinite, (*one.extremes, *one.interval))):
            least = one.interval[0]
            over = f"over {least:,.0f} Elo" if math.isfinite(least) else "further"
            return f"{over} above {weaker}, than which these games can tell no more"
        doubt = " (which may be chance)" if one.interval[0] <= 0 else ""
        return f"{figure_text(figure('elo', one))} Elo above {weaker}{doubt}"

    @property
    def compared(self) -> str:
        """Who is compared with whom, and on which deals."""
        rules = self.study.arms[0].variant
        return f"Compared: every two players at {rules}, on the same deals in both seatings."

    def sections(self) -> Iterator[Section]:
        """Yield ratings and leads; then all duels, and what all studies of games show."""
        words = LADDER if self.study.goal is None else f"{LADDER} {LOOKED}"
        plots = [self._elo_plot(), self._lead_plot()]
        yield Section("Who beats whom", words, [self._ranking_table()], plots, brief=True)
        tables = [self._crosstable(), self._duel_table(), self._step_table()]
        yield Section("Duels", words, tables, brief=self.study.goal is not None)
        arms = arms_of(self.study, self.tally, self.arm_names, self.level)
        yield from shared.every_section(arms)

    def _elo(self, player: str, other: str) -> Figure | None:
        if player == other:
            return None
        one = self.rating(player, other)
        return figure("elo", replace(one, level=self.level))

    def _lead(self, player: str, other: str) -> Figure:
        """Return the lead of one player on another."""
        for duel in self.duels:
            if (duel.first, duel.second) == (player, other):
                return figure("lead", duel.lead)
            if (duel.first, duel.second) == (other, player):
                return figure("lead", duel.reversed.lead)
        raise ValueError(f"{player} did not play {other}")

    def _ranking_table(self) -> Table:
        """Return a line for each player, the best first: Elo, and how it stands to the next."""
        rows: list[tuple[Cell, ...]] = []
        following: list[str | None] = [*self.ranking[1:], None]
        for player, other in zip(self.ranking, following, strict=True):
            lead = None if other is None else self._lead(player, other)
            rows.append((player, self._elo(player, self.anchor) or "0", lead))
        head = ("player", f"Elo above {self.anchor}", "lead on the next")
        return Table("Ratings", head, tuple(rows))

    def _crosstable(self) -> Table:
        """Return how often the row's player beat the column's."""
        won = {}
        for duel in self.duels:
            won[duel.first, duel.second] = figure("won", duel.rates["won"])
            won[duel.second, duel.first] = figure("lost", duel.rates["lost"])
        rows = tuple(
            (player, *(won.get((player, other), "") for other in self.players))
            for player in self.players
        )
        head = ("games won by", *(f"against {player}" for player in self.players))
        return Table("Games won", head, rows)

    def _duel_table(self) -> Table:
        """Return one line for every two players."""
        goal = self.study.goal is not None
        keys = ["drawn", "unfinished", "lead", *(["lead_anytime"] if goal else []), "lead_by_elo"]
        rows: list[tuple[Cell, ...]] = []
        for duel in self.duels:
            labels = {"player": duel.first, "opponent": duel.second}
            cells: list[Cell] = [self.figure(key, **labels) for key in keys]
            if goal:
                cells.append("yes" if self.reached(duel) else "no")
            rows.append((f"{duel.first} against {duel.second}", 2 * duel.deals, *cells))
        head = ("duel", "games", *map(words_of, keys), *(["reached"] if goal else []))
        return Table("Duels", head, tuple(rows))

    def _step_table(self) -> Table:
        """Return one line for each player against the next as given."""
        rows: list[tuple[Cell, ...]] = []
        for duel, _, p, adjusted in self.steps:
            labels = {"player": duel.first, "opponent": duel.second}
            deals = [self.figure(key, **labels) for key in ("deals_better", "deals_worse")]
            elo = self._elo(duel.first, duel.second)
            rows.append(
                (f"{duel.first} to {duel.second}", *deals, elo, p_cell(p), p_cell(adjusted))
            )
        head = ("step", "deals better", "deals worse", "Elo above the next", "p", "Holm's p")
        return Table("Steps", head, tuple(rows))

    def _elo_plot(self) -> Plot:
        figures = [one for one in self._all_of("elo") if one.labels["opponent"] == self.anchor]
        known = shared.finite(figures)
        names = [str(one.labels["player"]) for one in known]
        title = f"Elo above {self.anchor}"
        return Plot("elo", title, figures=known or figures[:1], names=names or [self.anchor])

    def _lead_plot(self) -> Plot:
        figures = self._all_of("lead")
        names = [f"{one.labels['player']} against {one.labels['opponent']}" for one in figures]
        return intervals_of(figures, names)

    def _plot(self, quantity: str | None) -> Plot:
        if quantity is None or quantity == "elo":
            return self._elo_plot()
        return super()._plot(quantity)


def _known_at_one_level(level: float) -> Interval:
    raise ValueError(f"an anytime interval is of the level {1 - ALPHA} alone, by which duels end")


KIND: StudyKind[Ladder] = StudyKind(
    "ladder",
    ladder,
    arms,
    Ladder,
    "Ladder",
    "Show who beats whom: every two players on the same deals in both seatings, and their Elo.",
    (
        "rbsim ladder uniform greedy weighted --games 1000",
        "rbsim ladder greedy,planner --until decided",
    ),
)
