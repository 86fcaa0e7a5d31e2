"""The worth of positions and moves, which the players `weighted` and `planner` go by."""

from collections.abc import Sequence

def try_weights(weights: Sequence[int], champion: bool = False) -> None:
    """Give the player `trial`, for whoever looks for better weights, one for each feature.

    It plays as `weighted` does, with the weights given last, in all threads; so does `champion`, an
    opponent for it, with those given to it. Raises ValueError for another number of weights.
    """
