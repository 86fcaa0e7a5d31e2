"""Whole games without a pause, by the core alone: variants, and playouts from a position."""

from __future__ import annotations

import numpy as np
import pytest

import rbcore

pytestmark = pytest.mark.benchmark(group="playouts")
STANDARD = rbcore.variant("standard")
LONG_PLANS = [f"{name},plan-limit=12" for name in ("strict", "strict-fewest", "covered")]
VARIANT_GAMES = 100


@pytest.mark.parametrize("player", ["uniform", "greedy"])
@pytest.mark.parametrize("variant", [*rbcore.PRESETS, *LONG_PLANS])
def test_variants(timed, variant, player):
    """100 games of a variant on one core: docs/studies/variants.md."""
    rules = rbcore.variant(variant)
    rows = np.zeros(VARIANT_GAMES, rbcore.GAME)
    timed(
        lambda: rbcore.play(rules, (player,) * rules.seats, 1, 0, rows),
        lambda _: {"games": len(rows), "moves": rows["moves"].sum()},
    )


def test_one_game(timed):
    """A call for a single game."""
    rows = np.zeros(1, rbcore.GAME)
    timed(lambda: rbcore.play(STANDARD, ("uniform", "uniform"), 1, 0, rows), lambda _: {"games": 1})


def contested(count: int) -> list[rbcore.Position]:
    """Positions in which `search-1` chooses by chance, one every tenth move of games."""
    positions: list[rbcore.Position] = []
    for game in range(20):
        position, moves, _ = rbcore.trace(STANDARD, ("weighted", "weighted"), 1, game)
        for i, move in enumerate(moves):
            if i % 10 == 0 and len({position.choose("search-1", seed=s) for s in range(6)}) > 1:
                positions.append(position.copy())
                if len(positions) == count:
                    return positions
            position.apply(move)
    return positions


def test_search(timed):
    """The playouts of ten contested decisions, 500 each."""
    positions = contested(10)
    timed(
        lambda: [position.choose("search-500") for position in positions],
        lambda _: {"playouts": 500 * len(positions), "decisions": len(positions)},
    )
