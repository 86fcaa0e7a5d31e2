"""Weights on trial, for programs that look for better ones (benchmarks/fit_weights.py)."""

from rbcore.players.evaluation cimport WEIGHTS_CHAMPION, WEIGHTS_TRIAL, set_weights


def try_weights(weights, champion=False):
    """Give the players on trial, or their opponent `champion`, a weight for each feature."""
    set_weights(WEIGHTS_CHAMPION if champion else WEIGHTS_TRIAL, weights)
