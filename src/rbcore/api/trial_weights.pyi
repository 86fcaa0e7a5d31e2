"""Weights on trial, for programs that look for better ones (benchmarks/fit_weights.py)."""

from collections.abc import Sequence

def try_weights(weights: Sequence[int], champion: bool = False) -> None:
    """Give the players on trial, or their opponent `champion`, a weight for each feature.

    `trial` plays as `weighted` does and `trialplanner` as `planner`, with the weights given last,
    in all threads; `champion`, an opponent for them, as `weighted` with those given to it. Raises
    ValueError for another number of weights.
    """
