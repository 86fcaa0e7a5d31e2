"""Writes the table of opinions.md: how often an opinion names the line that much more work names.

    python docs/studies/best_lines.py

Half an hour of two cores. Positions of games of one seed, after some moves of the players that play
on; each is judged by a hundred times the playouts once, and by as many as usual several times.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from pages import HERE, fill, markdown

import rbcore
from rbsim.games import analyse

PAGE = HERE.parent / "opinions.md"
PLAYER, GAMES = "weighted", 36_000  # who plays on, and playouts of an opinion
SEED = 11
POSITIONS = 20
FEWEST_LINES = 3
MOVES = (40, 140)  # before a position
MORE = 100  # times the playouts of an opinion
OPINIONS = 10  # of each position
POINT = 0.01


@dataclass(frozen=True)
class Verdict:
    """What opinions on a position came to, beside much more work."""

    same: int  # opinions whose best line is that of the work
    near: int  # those whose best line is within a point of the one that won most in it
    costs: tuple[float, ...]  # how much less theirs won there


def positions(count: int) -> Iterator[rbcore.Game]:
    """Games under way, of which the seat to move has some lines."""
    rules, rng, number = rbcore.variant("standard"), random.Random(SEED), 0
    while count:
        game = rbcore.Game.deal(rules, SEED, number)
        number += 1
        for _ in range(rng.randint(*MOVES)):
            if not game.is_over:
                game.apply(game.choose(PLAYER))
        if not game.is_over and len(analyse(game, games=1).lines) >= FEWEST_LINES:
            count -= 1
            yield game


def verdict(game: rbcore.Game) -> Verdict:
    """Judge a position."""
    sure = analyse(game, games=GAMES * MORE, seed=1)
    shares = {one.line: one.rate.estimate for one in sure.lines}
    named = [analyse(game, seed=seed).best.line for seed in range(2, 2 + OPINIONS)]
    costs = tuple(max(shares.values()) - shares[one] for one in named)
    return Verdict(
        sum(one == sure.best.line for one in named), sum(cost <= POINT for cost in costs), costs
    )


def rows(found: list[Verdict]) -> list[list[str]]:
    """The rows of the table."""
    asked = len(found) * OPINIONS
    same, near = (
        sum(counts) / asked for counts in zip(*((one.same, one.near) for one in found), strict=True)
    )
    cost = statistics.mean(cost for one in found for cost in one.costs)
    return [
        [f"is that of {MORE} times the playouts", f"{same:.0%}"],
        ["won at most a percentage point less in these than the line that won most", f"{near:.0%}"],
        ["won less than that one, on average, in percentage points", f"{100 * cost:.2f}"],
    ]


def main() -> None:
    """Judge the positions and write the table into the page."""
    found = [verdict(game) for game in positions(POSITIONS)]
    fill(PAGE, [markdown(("the line that was named best", "share"), rows(found))])


if __name__ == "__main__":
    main()
