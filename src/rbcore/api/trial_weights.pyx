"""Weights on trial, for programs that look for better ones (benchmarks/fit_weights.py)."""

from rbcore.players.evaluation cimport WEIGHTS_CHAMPION, WEIGHTS_TRIAL, set_weights


def try_weights(weights, champion=False):
    """Give the players on trial a weight for each feature; for programs that look for better ones.

    `trial` plays as `weighted` does and `trialplanner` as `planner`, with the weights given last,
    in all threads; `champion`, an opponent for them, as `weighted` with those given to it.

    Raises
    ------
    ValueError
        For another number of weights.
    """
    set_weights(WEIGHTS_CHAMPION if champion else WEIGHTS_TRIAL, weights)
