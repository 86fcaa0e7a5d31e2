"""What is kept for reuse between calls: so much, however many limits and rules are asked for."""

from __future__ import annotations

from rbcore.engine.workspace import MOST_SPARE, kept

import rbcore

RULES = rbcore.variant("standard")


def play_out(limit: int) -> None:
    rbcore.Game.deal(RULES, 1, 0, search_limit=limit, max_turns=2).play_out("greedy")


def test_memory_kept_for_searches_is_bounded() -> None:
    """By 200 limits on searches, of which each needs some memory; that of one is used again."""
    for limit in range(99_000, 99_200):
        play_out(limit)
    assert kept() == (MOST_SPARE, 64)
    for _ in range(20):
        play_out(limit)
    assert kept() == (MOST_SPARE, 64)


def test_what_is_too_large_is_not_kept() -> None:
    play_out(1_234)
    before = kept()
    play_out(1 << 24)
    assert kept() == before
