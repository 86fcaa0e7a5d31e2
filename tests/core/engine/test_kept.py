"""What is kept for reuse between calls: so much, however many limits and rules are asked for."""

from __future__ import annotations

import numpy as np

import rbcore
from rbcore.engine import workspace

RULES = rbcore.variant("standard")


def test_memory_kept_for_searches_is_bounded() -> None:
    """By 600 limits on searches, of which each needs some memory; the last one is kept."""
    for limit in range(100_000, 100_600):
        rbcore.Game.deal(RULES, 1, 0, search_limit=limit, max_turns=2).play_out("greedy")
        spare, conditions, spare_bytes, condition_bytes = workspace.kept_memory()
        assert spare <= workspace.MOST_SPARE
        assert conditions <= workspace.MOST_CONDITIONS
        assert spare_bytes <= workspace.MOST_SPARE_BYTES
        assert condition_bytes <= workspace.MOST_CONDITION_BYTES
    assert spare > 10
    assert conditions > 10


def test_what_is_too_large_is_not_kept() -> None:
    before = workspace.kept_memory()[0]
    game = rbcore.Game.deal(RULES, 1, 0, search_limit=1 << 24, max_turns=2)
    game.play_out("greedy")
    assert workspace.kept_memory()[0] <= before
    # This one alone, until the next.
    assert workspace.kept_memory()[3] > workspace.MOST_CONDITION_BYTES
    rbcore.Game.deal(RULES, 1, 0, max_turns=3)
    assert workspace.kept_memory()[3] <= workspace.MOST_CONDITION_BYTES


def test_memory_is_used_again() -> None:
    """By the games of one limit, one after another."""
    rows = np.zeros(1, rbcore.GAME)
    spare = []
    for number in range(20):
        game = rbcore.Game.deal(RULES, 1, number, search_limit=1_234)
        game.play_out("greedy")
        rbcore.play(RULES, ("greedy",) * 2, 1, number, rows, search_limit=1_234)
        assert game.row() == rows[0]
        spare.append(workspace.kept_memory()[0])
    assert len(set(spare)) == 1
