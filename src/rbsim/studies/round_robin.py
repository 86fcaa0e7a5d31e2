"""Ladder: who beats whom. Every two players meet on the same deals, in both seatings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import NormalDist
from typing import Any, Unpack

import rbcore
from rbsim.formatting.tables import Cells, Report, origin, p_value, percent, signed
from rbsim.optional import need
from rbsim.pipeline.engine import Play, Tally, opened
from rbsim.pipeline.ladder_goal import lead_goal_of
from rbsim.pipeline.study import Options, Study, make_arm
from rbsim.results.summary import all_finite, finite
from rbsim.running.batch import Progress, rules_of
from rbsim.running.player import Choose, Player, seated
from rbsim.stats.inference import Interval, holm
from rbsim.studies.duel import RATES, VARIANCE, Duel, Share
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
    with opened(study, threads, executor, store) as engine:
        return Ladder(study, play_ladder(study, engine.play, progress), anchor)


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
    found = [seated(player) for player in players]
    if not 2 <= len(found) <= MOST:
        raise ValueError(f"a ladder has 2 to {MOST} players, not {len(found)}")
    called = list(map(str, found))
    for i, name in enumerate(called):
        if name in called[:i]:
            raise ValueError(f"{name} is given twice; give it once")
    rules = rules_of(variant)
    if rules.seats != 2:
        raise ValueError(
            f"{rbcore.variant_text(rules)} has {rules.seats} seats; a ladder is of games for two"
        )
    need("scipy.stats", "stats")
    arms = [
        make_arm(rules, seating, games, **options)
        for one, other in combinations(found, 2)
        for seating in ((one, other), (other, one))
    ]
    return Study("ladder", tuple(arms), paired=True, view=0, goal=lead_goal_of(until))


def check_anchor(anchor: str | None, players: Sequence[str]) -> None:
    """Raises ValueError for one who does not play."""
    if anchor is not None and anchor not in players:
        raise ValueError(f"anchor={anchor} does not play; there are {', '.join(players)}")


def play_ladder(study: Study, play: Play, progress: Progress | None = None) -> Tally:
    """Play a ladder block by block; a duel whose goal is reached at a look rests from then on."""
    open_duels = list(range(len(study.arms) // 2))
    tally: Tally | None = None
    for start in range(0, study.count, study.block):
        block = range(start, min(start + study.block, study.count))
        arms = [arm for duel in open_duels for arm in (2 * duel, 2 * duel + 1)]
        done = 0 if tally is None else sum(totals.games for totals in tally.arms)
        part = play(block, arms, _further(progress, done, len(arms) * (study.count - start)))
        if tally is None:
            tally = part
        else:
            tally.merge(part)
        found = duels(study, tally)
        open_duels = [i for i in open_duels if not reached(study, found[i])]
        if not open_duels:
            break
    assert tally is not None  # a study has a game at least
    return tally


def _further(progress: Progress | None, done: int, most: int) -> Progress | None:
    """Progress of a block as that of the ladder, in which so many games more there may be."""
    if progress is None:
        return None
    shown = progress
    return lambda now, _: shown(done + now, done + most)


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

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers for JSON, with their provenance."""
        first = self.study.arms[0]
        return {
            "variant": rbcore.variant_text(first.rules),
            "players": self.players,
            "seed": first.seed,
            "deals": first.count,
            "until": None if self.study.goal is None else self.study.goal.provenance["until"],
            "anchor": self.anchor,
            "ratings": {player: one.to_dict() for player, one in self.ratings.items()},
            "duels": [self._duel_dict(duel) for duel in self.duels],
            "steps": [
                {
                    "players": [duel.first, duel.second],
                    "deals_better_and_worse": duel.better_and_worse(0),
                    **one.to_dict(),
                    "p": finite(p),
                    "p_holm": finite(adjusted),
                }
                for duel, one, p, adjusted in self.steps
            ],
            "provenance": self.study.provenance,
        }

    def _duel_dict(self, duel: Duel) -> dict[str, Any]:
        looked = {}
        if self.study.goal is not None:
            interval = all_finite(anytime(self.study, duel))
            looked = {"reached": reached(self.study, duel), "anytime_interval": interval}
        return {
            "players": [duel.first, duel.second],
            "deals": duel.deals,
            "games": 2 * duel.deals,
            "counts": {quantity.name: duel.count(quantity) for quantity in RATES},
            "shares": {name: share.to_dict() for name, share in duel.rates.items()},
            "lead": duel.lead.to_dict() | looked,
            "expected_lead": self.expected(duel),
        }

    def report(self) -> Report:
        """The tables that a terminal or a notebook shows."""
        most = max(duel.deals for duel in self.duels)
        played = replace(self.study.arms[0], count=most)
        return Report(
            f"{rbcore.variant_text(self.study.arms[0].rules)}: "
            f"{'at most ' if self.study.goal else ''}{self.study.count:,} deals a duel, "
            "each played in both seatings",
            (self.wins_cells(), self.duel_cells(), self.elo_cells(), self.step_cells()),
            f"{self._footnote()}{origin(played, *self.study.arms)}",
        )

    def wins_cells(self) -> Cells:
        """The crosstable: how often the player of the row beat that of the column."""
        found: dict[tuple[str, str], Share] = {}
        for duel in self.duels:
            rates = duel.rates
            found[duel.first, duel.second] = rates["won"]
            found[duel.second, duel.first] = rates["lost"]
        cells: Cells = [("games won against", *self.players)]
        for player in self.players:
            row = (found.get((player, other)) for other in self.players)
            cells.append((player, *("" if one is None else _text(one, percent) for one in row)))
        return cells

    def duel_cells(self) -> Cells:
        """A line for every two players."""
        head = ["duel", "games", "drawn", "unfinished", "lead", "lead by Elo"]
        if self.study.goal is not None:
            head[5:5] = ["anytime interval", "reached"]
        cells: Cells = [tuple(head)]
        for duel in self.duels:
            rates = duel.rates
            looked: list[str] = []
            if self.study.goal is not None:
                low, high = map(signed, anytime(self.study, duel))
                looked = [f"{low} to {high}", "yes" if reached(self.study, duel) else "no"]
            cells.append((
                f"{duel.first} against {duel.second}", f"{2 * duel.deals:,}",
                _text(rates["drawn"], percent), _text(rates["unfinished"], percent),
                _text(duel.lead, signed), *looked, signed(self.expected(duel)),
            ))  # fmt: skip
        return cells

    def elo_cells(self) -> Cells:
        """The players, the best first."""
        cells: Cells = [("player", f"Elo above {self.anchor}", "95% interval")]
        for player in self.ranking:
            own = ("0", "-") if player == self.anchor else elo_text(self.ratings[player])
            cells.append((player, *own))
        return cells

    @property
    def ranking(self) -> list[str]:
        """The players by rating, the best first."""
        best = {name: (one.value, *one.interval) for name, one in self.ratings.items()}
        return sorted(self.players, key=lambda name: best[name], reverse=True)

    def step_cells(self) -> Cells:
        """Each player against the next."""
        cells: Cells = [("step", "deals better", "deals worse", "Elo above the next",
                         "95% interval", "p", "Holm's p")]  # fmt: skip
        for duel, one, p, adjusted in self.steps:
            deals = (f"{n:,}" for n in duel.better_and_worse(0))
            ps = p_value(p), p_value(adjusted)
            cells.append((f"{duel.first} to {duel.second}", *deals, *elo_text(one), *ps))
        return cells

    def _footnote(self) -> str:
        looks = ""
        if self.study.goal is not None:
            goal = "decided" if self.study.goal.half is None else "known to that half-width"
            looks = (
                f"looked every {self.study.block:,} deals until {goal}; anytime intervals are 95% "
                "for all duels and looks together, all others and Elo as if the deals had been "
                "fixed; "
            )
        left = ""
        if any(duel.unfinished for duel in self.duels):
            left = "figures with unfinished games all against to all for; "
        return (
            "lead: games won less games lost; intervals 95%, over deals; in Elo a draw is half a "
            f"point; {looks}{left}"
        )

    def __repr__(self) -> str:
        rules = rbcore.variant_text(self.study.arms[0].rules)
        return f"<Ladder: {', '.join(self.players)} at {rules}, {self.study.count:,} deals>"

    def _repr_html_(self) -> str:
        return self.report().html()


def _text(share: Share, show: Callable[[float], str]) -> str:
    """`57.500% (56.844% to 58.154%)`; with unfinished games two figures."""
    ends = dict.fromkeys(map(show, share.ends))
    return f"{' to '.join(ends)} ({' to '.join(map(show, share.interval))})"


def elo_text(one: Rating) -> tuple[str, str]:
    """The rating, and its interval or bound."""
    low, high = one.interval
    if math.isinf(low) and math.isinf(high):
        return "-", "none"
    if math.isinf(low):
        return ("below all" if math.isinf(one.value) else f"{one.value:+.1f}"), f"under {high:+.1f}"
    if math.isinf(high):
        return ("above all" if math.isinf(one.value) else f"{one.value:+.1f}"), f"over {low:+.1f}"
    ends = dict.fromkeys(f"{end:+.1f}" for end in one.ends)
    return " to ".join(ends), f"{low:+.1f} to {high:+.1f}"
