"""Rows and histograms: the arrays that games are recorded in and counted with, and their sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import Any, Self

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

    @classmethod
    def of(cls, values: Histogram, times: Histogram | None = None) -> SignedHistogram:
        """Return the histogram of some values, each of them seen so many times, or once."""
        if not len(values):
            return cls()
        start = int(values.min())
        counts = np.bincount(values - start, weights=times)  # exact below 2^53
        return cls(start, counts.astype(np.int64))

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


@dataclass
class RowSums(ABC):
    """Sums over rows in whole numbers, so that neither order nor chunks of the rows matter."""

    seats: int  # of the rules

    @property
    @abstractmethod
    def count(self) -> int:
        """The number of rows."""

    @abstractmethod
    def add(self, rows: Rows) -> None:
        """Add rows, an array of the row kind's."""

    @abstractmethod
    def sides(self, of: str) -> tuple[int, int, int]:
        """Return the rows against a quantity, for it, and unfinished ones that might be either.

        Of a rate none are against it, as rows count or do not.
        """

    @abstractmethod
    def add_up(self) -> bool:
        """Return whether the sums can be those of any rows."""

    def merge(self, other: Self) -> None:
        """Add the sums over other rows with as many seats."""
        for one in fields(self):
            if one.name != "seats":
                setattr(self, one.name, _added(getattr(self, one.name), getattr(other, one.name)))


def _added(one: Any, other: Any) -> Any:
    """Return the sum of two sums; None if one of them was not kept."""
    if one is None or other is None:
        return None
    if isinstance(one, list):
        return list(map(_added, one, other))
    return merge_histograms(one, other) if isinstance(one, np.ndarray) else one + other
