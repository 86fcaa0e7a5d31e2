"""Counting sequences of moves (notation.md)."""

from __future__ import annotations

from .moves import apply, legal_moves
from .position import State
from .rules import Rules


def perft(state: State, depth: int, rules: Rules) -> int:
    """Sequences of exactly `depth` legal moves; those that a win cuts short do not count."""
    if depth == 0:
        return 1
    moves = legal_moves(state, rules)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        apply(after, move, rules)
        total += perft(after, depth - 1, rules)
    return total
