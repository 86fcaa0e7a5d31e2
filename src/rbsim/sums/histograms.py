"""Rows and histograms: the arrays that games are recorded in and counted with."""

from __future__ import annotations

from dataclasses import dataclass, field
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


@dataclass
class SignedHistogram:
    """How often each whole number was seen, of any sign: entry i of `counts` is of `start` + i."""

    start: int = 0
    counts: Histogram = field(default_factory=no_histogram)

    def add(self, values: npt.NDArray[np.int64]) -> None:
        """Count more values."""
        if len(values):
            start = int(values.min())
            self.merge(SignedHistogram(start, np.bincount(values - start)))

    def merge(self, other: SignedHistogram) -> None:
        """Add the counts of others."""
        low, high = sorted((self, other), key=lambda one: one.start)
        below = np.zeros(high.start - low.start, np.int64)
        self.counts = merge_histograms(low.counts, np.concatenate((below, high.counts)))
        self.start = low.start

    @property
    def total(self) -> int:
        """How many values were counted."""
        return int(self.counts.sum())
