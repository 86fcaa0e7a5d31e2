"""Best lines: how often an opinion names the line that a hundred times the playouts name.

It writes a table of opinions.md in half an hour of two cores.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator

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


def verdict(game: rbcore.Game) -> tuple[int, list[float]]:
    """Judge a position: how many opinions name the best line, and how much less each's line won."""
    sure = analyse(game, games=GAMES * MORE, seed=1)
    shares = {one.line: one.rate.estimate for one in sure.lines}
    named = [analyse(game, seed=seed).best.line for seed in range(2, 2 + OPINIONS)]
    return named.count(sure.best.line), [max(shares.values()) - shares[one] for one in named]


def rows(found: list[tuple[int, list[float]]]) -> list[list[str]]:
    """The rows of the table."""
    costs = [cost for _, own in found for cost in own]
    same, near = sum(same for same, _ in found), sum(cost <= POINT for cost in costs)
    return [
        [f"is that of {MORE} times the playouts", f"{same / len(costs):.0%}"],
        ["won at most a percentage point less in these than the line that won most",
         f"{near / len(costs):.0%}"],
        ["won less than that one, on average, in percentage points",
         f"{100 * statistics.mean(costs):.2f}"],
    ]  # fmt: skip


def main() -> None:
    """Judge the positions and write the table into the page."""
    found = [verdict(game) for game in positions(POSITIONS)]
    fill(PAGE, [markdown(("the line that was named best", "share"), rows(found))])


if __name__ == "__main__":
    main()
