"""Standard games of each compiled player, and of players in Python."""

from __future__ import annotations

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.arms.arm import make_arm
from rbsim.bench import PASSES
from rbsim.options import GameOptions

pytestmark = pytest.mark.benchmark(group="players")
STANDARD = rbcore.variant("standard")
WIDEST, DRAWS = 1_024, 997


@pytest.mark.parametrize("player", PASSES)
def test_compiled(timed, player):
    """The games that `rbsim bench` times."""
    rows = np.zeros(PASSES[player], rbcore.GAME)
    timed(
        lambda: rbcore.play(STANDARD, (player, player), 1, 0, rows),
        lambda _: {"games": len(rows), "moves": rows["moves"].sum()},
    )


def against_greedy(timed, player, games, asked):
    """Standard games against greedy; decisions a second, of those that `asked` counts."""
    arm = make_arm(STANDARD, [player, "greedy"], games, GameOptions(max_moves=3_000))
    rows = arm.empty_rows(games)

    def work() -> int:
        asked[0] = 0
        arm.play(0, rows, np.zeros(1, np.uint8))
        return asked[0]

    timed(work, lambda decisions: {"decisions": decisions, "games": games})


def test_python_alone(timed):
    """A player in Python, asked for a move at a time; with the compiled opponent."""
    asked = [0]

    def last(view, moves):
        asked[0] += 1
        return moves[-1]

    against_greedy(timed, last, 50, asked)


@pytest.mark.parametrize("width", [1, 16, 256, WIDEST])
def test_python_together(timed, width):
    """A batched player that draws the same in every round; with the compiled opponent."""
    asked = [0]
    bank = np.random.default_rng(1).random((WIDEST + DRAWS, 195), np.float32)

    def draw(views):
        drawn = asked[0] % DRAWS
        asked[0] += len(views)
        return (views.legal * bank[drawn : drawn + len(views)]).argmax(axis=1)

    against_greedy(timed, rbsim.Player(draw, width), max(20, width), asked)
