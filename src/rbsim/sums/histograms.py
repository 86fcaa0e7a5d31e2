"""Rows and histograms: the arrays that games are recorded in and counted with."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.void]
Histogram = npt.NDArray[np.int64]


def no_histogram() -> Histogram:
    """Return a histogram of nothing."""
    return np.zeros(1, np.int64)


def add_values(histogram: Histogram, values: npt.NDArray[Any]) -> Histogram:
    """Return a histogram with more values counted in it."""
    counts = np.bincount(values, minlength=len(histogram))
    counts[: len(histogram)] += histogram
    return counts


def merge_histograms(one: Histogram, other: Histogram) -> Histogram:
    """Return the sum of two histograms."""
    short, long = sorted((one, other), key=len)
    counts = long.copy()
    counts[: len(short)] += short
    return counts
