"""The worth of positions and moves, which the players `weighted` and `planner` go by."""

from collections.abc import Sequence

def try_weights(weights: Sequence[int]) -> None:
    """Give the player `trial`, for whoever looks for better weights, one for each feature.

    It plays as `weighted` does, with the weights given last, in all threads.
    """
