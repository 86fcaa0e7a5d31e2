"""Weights on trial, for programs that look for better ones (benchmarks/fit_weights.py)."""

from collections.abc import Sequence

def try_weights(weights: Sequence[int], champion: bool = False) -> None: ...
