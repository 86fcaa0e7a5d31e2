"""Round robin: the study `ladder` as tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import rbcore
from rbcore.cards.ranges import count_text
from rbsim.formatting.numbers import ends_text, p_value, percent, signed
from rbsim.formatting.tables import Cells, Report, interval_head, origin, part_arms
from rbsim.stats.intervals import Mean
from rbsim.stats.level import level_text


class BoundedShare(Protocol):
    """A share of games with all unfinished ones against, and with all of them for."""

    @property
    def least(self) -> Mean:
        """The mean with all unfinished games against."""

    @property
    def most(self) -> Mean:
        """The mean with all unfinished games for."""

    @property
    def extremes(self) -> tuple[float, float]:
        """Both means as numbers."""

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds for both."""


def report(ladder: Any) -> Report:
    """Return the tables of an rbsim.Ladder."""
    study = ladder.study
    most = max(duel.deals for duel in ladder.duels)
    arms = part_arms(ladder.parts)
    if study.goal is not None:
        arms = [replace(arm, count=most) for arm in arms]
    return Report(
        f"{rbcore.variant_text(study.arms[0].rules)}: "
        f"{'at most ' if study.goal else ''}{count_text(study.count, 'deals')} a duel, "
        "each played in both seatings",
        (wins_cells(ladder), duel_cells(ladder), elo_cells(ladder), step_cells(ladder)),
        f"{_footnote(ladder)}{origin(*arms)}",
    )


def wins_cells(ladder: Any) -> Cells:
    """Return the crosstable: how often the row's player beat the column's.

    The head reads rightly, too, where the table is too wide and each row becomes a block.
    """
    won: dict[tuple[str, str], Any] = {}
    for duel in ladder.duels:
        won[duel.first, duel.second] = duel.rates["won"]
        won[duel.second, duel.first] = duel.rates["lost"]
    cells: Cells = [("games won by", *(f"against {player}" for player in ladder.players))]
    for player in ladder.players:
        row = (won.get((player, other)) for other in ladder.players)
        texts = ("" if share is None else _share_text(share, percent) for share in row)
        cells.append((player, *texts))
    return cells


def duel_cells(ladder: Any) -> Cells:
    """Return one line for every two players."""
    head = ["duel", "games", "drawn", "unfinished", "lead", "lead by Elo"]
    if ladder.study.goal is not None:
        head[5:5] = ["anytime interval", "reached"]
    cells: Cells = [tuple(head)]
    for duel in ladder.duels:
        rates = duel.rates
        looked: list[str] = []
        if ladder.study.goal is not None:
            low, high = map(signed, ladder.anytime(duel))
            looked = [f"{low} to {high}", "yes" if ladder.reached(duel) else "no"]
        cells.append((
            f"{duel.first} against {duel.second}", f"{2 * duel.deals:,}",
            _share_text(rates["drawn"], percent), _share_text(rates["unfinished"], percent),
            _share_text(duel.lead, signed), *looked,
            ends_text(ladder.expected_ends(duel), signed),
        ))  # fmt: skip
    return cells


def elo_cells(ladder: Any) -> Cells:
    """Return one line with the Elo of each player, the best first."""
    cells: Cells = [("player", f"Elo above {ladder.anchor}", interval_head(ladder.level))]
    for player in ladder.ranking:
        rating = ("0", "-") if player == ladder.anchor else _elo_texts(ladder.ratings[player])
        cells.append((player, *rating))
    return cells


def step_cells(ladder: Any) -> Cells:
    """Return one line for each player against the next."""
    cells: Cells = [("step", "deals better", "deals worse", "Elo above the next",
                     interval_head(ladder.level), "p", "Holm's p")]  # fmt: skip
    for duel, rating, p, adjusted in ladder.steps:
        least, most = (duel.better_and_worse(unfinished) for unfinished in (-1, 1))
        better, worse = (least[0], most[0]), (most[1], least[1])
        deals = (ends_text(ends, lambda n: f"{n:,}") for ends in (better, worse))
        ps = p_value(p), p_value(adjusted)
        cells.append((f"{duel.first} to {duel.second}", *deals, *_elo_texts(rating), *ps))
    return cells


def _footnote(ladder: Any) -> str:
    study = ladder.study
    looks = ""
    if study.goal is not None:
        goal = "decided" if study.goal.half is None else "known to that half-width"
        looks = (
            f"looked every {study.block:,} deals until {goal}; anytime intervals are 95% "
            "for all duels and looks together, all others and Elo as if the deals had been "
            "fixed; "
        )
    left = ""
    if any(duel.unfinished for duel in ladder.duels):
        left = "figures with unfinished games all against to all for; "
    return (
        f"lead: games won less games lost; intervals {level_text(ladder.level)}, over deals; "
        f"in Elo a draw is half a point; {looks}{left}"
    )


def _share_text(share: BoundedShare, show: Callable[[float], str]) -> str:
    """Return `57.500% (56.844% to 58.154%)`; with unfinished games, both extremes."""
    return f"{ends_text(share.extremes, show)} ({' to '.join(map(show, share.interval))})"


def _elo_texts(rating: Any) -> tuple[str, str]:
    """Return a rating and its interval, or a bound if the rating is infinite."""
    low, high = rating.interval
    ends = ends_text(rating.extremes, _elo_text)
    if math.isinf(low) and math.isinf(high):
        return ends, "none"
    if math.isinf(low):
        return ends, f"under {high:+.1f}"
    if math.isinf(high):
        return ends, f"over {low:+.1f}"
    return ends, f"{low:+.1f} to {high:+.1f}"


def _elo_text(elo: float) -> str:
    if math.isinf(elo):
        return "above all" if elo > 0 else "below all"
    return f"{elo:+.1f}"
