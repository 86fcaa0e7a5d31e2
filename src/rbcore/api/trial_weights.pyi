"""Weights on trial, and the features of moves that `weighted` and `planner` weigh."""

from collections.abc import Sequence

from rbcore.api.position import Position

def try_weights(weights: Sequence[int], champion: bool = False) -> None: ...
def features(position: Position, moves: list[str], is_plan: bool, memory: bool) -> list[int]: ...
