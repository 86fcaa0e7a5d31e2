"""Distribution: how often each whole number was seen, with mean, quantiles and shares of bins."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rbsim.stats.intervals import Mean, Quantiles, Rate, quantile
from rbsim.stats.level import LEVEL


@dataclass(frozen=True)
class Distribution:
    """The exact distribution of a whole number over games.

    Entry i of the histogram is how often the value ``start + i`` was seen; `bounds` and `tame` are
    those of `Mean.from_histogram`, and `level` is of all intervals.

    Examples
    --------
    >>> seen = Distribution("dice", np.array([0, 2, 1, 1]))
    >>> seen.games, seen.least, seen.mean.mean
    (4, 1, 1.75)
    """

    name: str
    histogram: npt.NDArray[np.int64]
    start: int = 0
    bounds: tuple[float, float] | None = None
    tame: bool = False
    level: float = LEVEL

    @property
    def games(self) -> int:
        """Games that have a value."""
        return int(self.histogram.sum())

    @property
    def least(self) -> int:
        """The least value that was seen; 0 without games."""
        seen = np.flatnonzero(self.histogram)
        return self.start + int(seen[0]) if len(seen) else 0

    @property
    def mean(self) -> Mean:
        """The mean of all values."""
        made = Mean.from_histogram(self.histogram, self.start, self.bounds, self.tame)
        return made.at(self.level)

    @property
    def quantiles(self) -> Quantiles:
        """The quantiles at QUANTILES with their intervals."""
        return Quantiles.from_histogram(self.histogram, self.start, self.level)

    def quantile(self, share: float) -> int:
        """Return the smallest value that at least this share of the games do not exceed."""
        offset = quantile(self.histogram, share)
        return 0 if offset is None else self.start + offset

    def bins(self, edges: Sequence[int]) -> list[Rate]:
        """Return the shares of all games from each edge up to, not including, the next."""
        values = self.start + np.arange(len(self.histogram))
        seen, _ = np.histogram(values, np.array(edges) - 0.5, weights=self.histogram)
        return [Rate(int(count), self.games, level=self.level) for count in seen]
