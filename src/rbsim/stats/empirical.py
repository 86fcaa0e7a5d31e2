"""The interval of a mean of skewed values, from how often each was seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

Z95 = 1.959963984540054  # of the standard normal, two-sided 95%
BOUNDED = 100  # observations from which an interval is shown, of values with known bounds or tame
UNBOUNDED = 10_000  # the same of others, whose longest may be yet to come
HALVINGS = 48
LEAST_GAP = 1e-12  # in standard deviations
MOST_GAP = 100.0  # in standard deviations times the root of the number of observations


@dataclass(frozen=True)
class Empirical:
    """How often each value was seen, for the interval of the mean.

    The interval is that of empirical likelihood (Owen, Biometrika 75, 1988) with one observation
    more: at the largest possible value for the high end, at the least for the low end. With the
    saddlepoint correction of its signed root the ends are the 2.5% and 97.5% points of the mean
    under Dirichlet weights, which are Gaffke's bounds (Math. Methods Stat. 14, 2005).

    Values are in rising order. Where no `bounds` are known the least and the largest value seen
    stand in for them. The interval is shown from `shown_from` observations on.

    Examples
    --------
    >>> seen = Empirical(np.array([20.0, 40.0, 400.0]), np.array([300.0, 690.0, 10.0]), (0, 1000))
    >>> [round(end, 1) for end in seen.interval()]
    [35.6, 42.0]
    """

    values: Floats
    counts: Floats
    bounds: tuple[float, float] | None = None
    shown_from: int = BOUNDED

    @classmethod
    def from_histogram(
        cls,
        histogram: npt.NDArray[np.int64],
        start: int,
        bounds: tuple[float, float] | None,
        tame: bool,
    ) -> Empirical:
        """Return the values counted in a histogram whose first entry counts the value `start`.

        Without bounds an interval needs UNBOUNDED observations, unless the values are `tame`.
        """
        seen = np.flatnonzero(histogram)
        values, counts = (seen + start).astype(np.float64), histogram[seen].astype(np.float64)
        shown_from = BOUNDED if tame or bounds is not None else UNBOUNDED
        return cls(values, counts, bounds, shown_from)

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Return the interval whose error belongs to the normal quantile z; not of equal values."""
        return -self._side(-1).end(z), self._side(1).end(z)

    def p(self, mean: float) -> float:
        """Return the two-sided p that this is the true mean; at most 5% outside the interval."""
        roots = [self._side(sign).root(sign * mean) for sign in (1, -1)]
        return min(1.0, math.erfc(max(roots) / math.sqrt(2)))

    def _side(self, sign: int) -> _Tail:
        """Return the values with one at their upper bound added; of sign -1, mirrored first."""
        values, counts = (sign * self.values)[::sign], self.counts[::sign]
        most = values[-1]
        if self.bounds is not None:
            most = max(most, max(sign * bound for bound in self.bounds))
        return _Tail(np.append(values, most), np.append(counts, 1.0))


class _Tail:
    """The mean of values under Dirichlet weights, seen from above.

    A mean m has the tilted weights counts / (b - values), where b > max(values) is chosen so that
    they average m. The root of twice their log likelihood ratio is w, and w + log(u / w) / w is
    standard normal to third order (Barndorff-Nielsen's r*, here of a sum of exponentials).
    """

    def __init__(self, values: Floats, counts: Floats) -> None:
        self.middle = float(counts @ values / counts.sum())
        self.x = values - self.middle
        self.counts = counts
        self.top = float(self.x[-1])
        self.scale = math.sqrt(float(counts @ (self.x * self.x)) / float(counts.sum()))

    def end(self, z: float) -> float:
        """Return the mean whose root is z."""
        return self.middle + self._search(lambda mean, root: root > z)[0]

    def root(self, mean: float) -> float:
        """Return the root of a mean; 0 if it is not above the middle, infinity above all values."""
        target = mean - self.middle
        if target <= 0:
            return 0.0
        if target >= self.top:
            return math.inf
        return self._search(lambda at, root: at > target)[1]

    def _search(self, is_beyond: Callable[[float, float], bool]) -> tuple[float, float]:
        """Return mean and root where `is_beyond` ceases to hold; both fall as the gap grows."""
        n = float(self.counts.sum())
        near, far = math.log(LEAST_GAP * self.scale), math.log(MOST_GAP * self.scale * math.sqrt(n))
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if is_beyond(*self._at(math.exp(middle))) else (near, middle)
        return self._at(math.exp(far))

    def _at(self, gap: float) -> tuple[float, float]:
        """Return the mean, above the middle, and its root, for b = max(values) + gap."""
        b = self.top + gap
        weights = self.counts / (b - self.x)
        mean = float(weights @ self.x) / float(weights.sum())
        off = mean - self.x
        w = math.sqrt(max(0.0, 2 * float(self.counts @ np.log1p(off / (b - mean)))))
        u = math.sqrt(float(self.counts @ (off / (b - self.x)) ** 2))
        return mean, w + math.log(u / w) / w if w > 0 else 0.0
