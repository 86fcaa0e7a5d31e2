"""Weights on trial, and the features of moves that `weighted` and `planner` weigh.

The first are for programs that look for better weights (benchmarks/fit_weights.py).
"""

from collections.abc import Sequence

from rbcore.api.position import Position

def try_weights(weights: Sequence[int], champion: bool = False) -> None: ...
def weights_of(kind: str) -> dict[str, int]: ...
def move_features(position: Position, move: str, *, memory: bool = False) -> dict[str, int]: ...
def plan_features(
    position: Position, moves: Sequence[str], *, memory: bool = False
) -> dict[str, int]: ...
