"""Ladder: who beats whom. Every two players meet on the same deals, in both seatings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import Any, Unpack

import rbcore
from rbsim.formatting import round_robin
from rbsim.formatting.tables import Report
from rbsim.optional import need
from rbsim.pipeline.engine import Source, open_engine, play
from rbsim.pipeline.stopping import read_lead_goal
from rbsim.pipeline.study import Study
from rbsim.pipeline.tally import Tally
from rbsim.running.batch import Options, Progress, make_batch, read_rules
from rbsim.running.player import Choose, Player, resolve_player
from rbsim.stats.inference import Interval, holm
from rbsim.studies.duel import VARIANCE, Duel
from rbsim.studies.elo import Elo, Rating

MOST = 16  # players
ALPHA = 0.05  # of all duels together, when playing until something

Until = str | float | None


def ladder(
    *players: str | Player | Choose,
    variant: str | rbcore.Rules = "standard",
    games: int,
    until: Until = None,
    anchor: str | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Ladder:
    """Every two players play deals first to first+games-1 of a seed, each deal in both seatings.

    until: `decided` stops a duel when it is sure who leads, a number when the lead is known to that
    half-width, at 95% for all duels and all looks together; `games` is the most then. anchor: the
    player whose Elo is 0, the first unless given. threads, executor, store, progress: as
    rbsim.studies.run takes them; everything else, errors too, is as in `simulate`.
    """
    study = ladder_study(variant, players, games, until, **options)
    check_anchor(anchor, names(study))
    with open_engine(study, threads, executor, store) as engine:
        return Ladder(study, play_ladder(study, engine, progress), anchor)


def ladder_study(
    variant: str | rbcore.Rules,
    players: Sequence[str | Player | Choose],
    games: int,
    until: Until = None,
    **options: Unpack[Options],
) -> Study:
    """Two arms for every two players, seen from seat 0.

    Raises ValueError, in one sentence, for fewer than two players, one given twice, rules that are
    not for two, and an `until` that means nothing.
    """
    seated = [resolve_player(player) for player in players]
    if not 2 <= len(seated) <= MOST:
        raise ValueError(f"a ladder has 2 to {MOST} players, not {len(seated)}")
    called = list(map(str, seated))
    for i, name in enumerate(called):
        if name in called[:i]:
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
    """Raises ValueError for one who does not play."""
    if anchor is not None and anchor not in players:
        raise ValueError(f"anchor={anchor} does not play; there are {', '.join(players)}")


class DuelRule:
    """Stops each duel of a ladder when its goal is reached."""

    def __init__(self, study: Study) -> None:
        self.study = study

    @property
    def block(self) -> int:
        """Deals between looks."""
        return self.study.block

    def open_arms(self, tally: Tally, arms: Sequence[int]) -> list[int]:
        """Return the arms of the duels that are not known well enough yet."""
        found = duels(self.study, tally)
        return [arm for arm in arms if not reached(self.study, found[arm // 2])]


def play_ladder(study: Study, source: Source, progress: Progress | None = None) -> Tally:
    """Play a ladder; a duel whose goal is reached at a look rests from then on."""
    rule = None if study.goal is None else DuelRule(study)
    return play(study, source, rule=rule, progress=progress)


def names(study: Study) -> list[str]:
    """The players, in the order given."""
    return list(dict.fromkeys(str(player) for arm in study.arms for player in arm.players))


def duels(study: Study, tally: Tally) -> list[Duel]:
    """Of every two players, in the order of the arms."""
    found = []
    for arm in range(0, len(study.arms), 2):
        one, other = map(str, study.arms[arm].players)
        found.append(Duel(one, other, tally.joined.table(arm, arm + 1)))
    return found


def anytime(study: Study, duel: Duel) -> Interval:
    """Of the lead; holds at all looks of all duels together.

    It is tightest at the half-width sought, or at the one that all deals together would give.
    """
    alpha = ALPHA / (len(study.arms) // 2)
    widest = NormalDist().inv_cdf(1 - alpha / 2) * math.sqrt(VARIANCE / study.count)
    sought = None if study.goal is None else study.goal.half
    return duel.anytime(alpha, min(0.5, widest) if sought is None else sought)


def reached(study: Study, duel: Duel) -> bool:
    """Whether a duel has what the study is played for."""
    if study.goal is None:
        return False
    low, high = anytime(study, duel)
    if study.goal.half is None:
        return low > 0 or high < 0
    return high - low <= 2 * study.goal.half


class Ladder:
    """What `ladder` returns.

    study: two arms for every two players. tally: exact sums of all games. duels: of every two
    players. ratings: of each player, in Elo points above the anchor.
    """

    def __init__(self, study: Study, tally: Tally, anchor: str | None = None) -> None:
        self.study = study
        self.tally = tally
        self.players = names(study)
        self.anchor = self.players[0] if anchor is None else anchor
        self.duels = duels(study, tally)
        self.elo = Elo(tally.joined.joint, len(self.players))
        self.ratings = {player: self.rating(player, self.anchor) for player in self.players}

    def rating(self, player: str, anchor: str) -> Rating:
        """One player's Elo less another's, from the games of all."""
        return self.elo.rating(self.players.index(player), self.players.index(anchor))

    @property
    def steps(self) -> list[tuple[Duel, Rating, float, float]]:
        """Each player against the next: duel, Elo above the next, exact p and Holm's of all steps.

        The p are NaN when playing until something, as they know nothing of looks.
        """
        following = list(zip(self.players, self.players[1:], strict=False))
        found = [duel for duel in self.duels if (duel.first, duel.second) in following]
        ps = [duel.p if self.study.goal is None else math.nan for duel in found]
        ratings = (self.rating(duel.first, duel.second) for duel in found)
        return list(zip(found, ratings, ps, holm(ps), strict=True))

    def expected(self, duel: Duel) -> float:
        """The lead that the ratings stand for; far from the duel's, if one scale does not fit."""
        return self.elo.lead(self.players.index(duel.first), self.players.index(duel.second))

    def anytime(self, duel: Duel) -> Interval:
        """Return the interval of a duel's lead that holds at all looks of all duels together."""
        return anytime(self.study, duel)

    def reached(self, duel: Duel) -> bool:
        """Return whether a duel has what the ladder was played for."""
        return reached(self.study, duel)

    @property
    def ranking(self) -> list[str]:
        """The players by rating, the best first."""
        best = {name: (one.value, *one.interval) for name, one in self.ratings.items()}
        return sorted(self.players, key=lambda name: best[name], reverse=True)

    def to_dict(self) -> dict[str, Any]:
        """Return plain numbers for JSON, with their provenance."""
        return round_robin.to_dict(self)

    def report(self) -> Report:
        """Return the tables that a terminal or a notebook shows."""
        return round_robin.report(self)

    def __repr__(self) -> str:
        rules = rbcore.variant_text(self.study.arms[0].rules)
        return f"<Ladder: {', '.join(self.players)} at {rules}, {self.study.count:,} deals>"

    def _repr_html_(self) -> str:
        return self.report().html()
