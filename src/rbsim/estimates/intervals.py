"""Intervals and tests of counted games (docs/statistics.md): numbers in, numbers out."""

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from rbcore.cards.ranges import shown
from rbsim.options import LEVEL
from rbsim.packages import need

MOST_LEVEL = 0.999999
BOUNDED, UNBOUNDED = 100, 10_000  # values from which a mean has an interval: bounded or not
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
NAN = (math.nan, math.nan)

Ends = tuple[float, float]
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def check_number(name: str, value: object, least: float, most: float, example: str) -> float:
    """Return an option as a number; ValueError, in a sentence, for what is none or out of range."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except Exception:  # or whatever its __float__ raises
        raise ValueError(f"{name}={shown(value)} is not a number such as {example}") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise ValueError(
            f"{name}={shown(value)} is out of range; it runs from {least} to {most}, "
            f"as {example} does"
        )
    return number


def check_level(level: object) -> float:
    """Return a level as a number; ValueError, in a sentence, for what is none."""
    return check_number("level", level, 0.5, MOST_LEVEL, "0.95")


def joint_level(level: float, count: int) -> float:
    """Return the level at which so many intervals hold all together as often as one at `level`."""
    return min(1 - (1 - level) / count, MOST_LEVEL)


def verdict(low: float, high: float, margin: float) -> str:
    """Return what two one-sided tests of equivalence show (Schuirmann, 1987)."""
    if -margin < low and high < margin:
        return "fair"
    return "unfair" if low > margin or high < -margin else "open"


def level_text(level: float) -> str:
    """Return a level in per cent, `95%` or `99.9%`."""
    return f"{100 * level:.10g}%"


@lru_cache
def two_sided(level: float) -> float:
    """Return the quantile of the standard normal distribution for both sides together."""
    return NormalDist().inv_cdf((1 + level) / 2)


def student(z: float, df: int) -> float:
    """Return the quantile of Student's distribution that is the normal one's z, nearly."""
    left = (1 - 1 / (4 * df)) ** 2 - z * z / (2 * df)
    return z / math.sqrt(left) if left > 0 else math.inf


def student_p(t: float, df: int) -> float:
    """Return the two-sided p of a value of Student's distribution, by the same formula."""
    return math.erfc(abs(t) * (1 - 1 / (4 * df)) / math.sqrt(2 + t * t / df))


def wilson(count: float, n: float, level: float = LEVEL) -> Ends:
    """Return Wilson's score interval of a rate (1927); that of no trials is (0, 1)."""
    if n == 0:
        return 0.0, 1.0
    z, share = two_sided(level), count / n
    scale = 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return 0.0 if count == 0 else middle - half, 1.0 if count == n else middle + half


def tango(gained: int, lost: int, n: int, level: float = LEVEL) -> Ends:
    """Return Tango's score interval (1998) of a difference of two rates, from discordant pairs."""

    def score(difference: float) -> float:
        b = (2 * n - gained + lost) * difference - gained - lost
        c = lost * difference * (1 - difference)
        share = (math.sqrt(max(0.0, b * b + 8 * n * c)) - b) / (4 * n)
        variance = n * (2 * share + difference * (1 - difference))
        off = gained - lost - n * difference
        return off / math.sqrt(variance) if variance > 0 else math.inf * off if off else 0

    if n == 0:
        return -1.0, 1.0
    ends, z = [], two_sided(level)
    for out in (-1.0, 1.0):
        inside = (gained - lost) / n
        for _ in range(40 if abs(score(out)) > z else 0):
            middle = (out + inside) / 2
            out, inside = (middle, inside) if abs(score(middle)) > z else (out, middle)
        ends.append(out)
    return ends[0], ends[1]


def agresti_caffo(first: int, second: int, n: int, level: float = LEVEL) -> Ends:
    """Return Agresti and Caffo's interval (2000) of a difference of two rates of n games each."""
    one, two = (first + 1) / (n + 2), (second + 1) / (n + 2)
    half = two_sided(level) * math.sqrt((one * (1 - one) + two * (1 - two)) / (n + 2))
    return max(-1.0, one - two - half), min(1.0, one - two + half)


def mcnemar(gained: int, lost: int) -> float:
    """Return McNemar's exact two-sided p (1947) that two events are as likely."""
    stats = need("scipy.stats", "stats")
    return float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0


def fisher(first: int, second: int, n: int) -> float:
    """Return Fisher's exact two-sided p that two rates of n games each are equal."""
    stats = need("scipy.stats", "stats")
    return float(stats.fisher_exact([[first, n - first], [second, n - second]]).pvalue)


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p of several tests (1979), in their order; NaN stays NaN."""
    order = sorted((p, i) for i, p in enumerate(ps) if not math.isnan(p))
    adjusted, highest = [math.nan] * len(ps), 0.0
    for rank, (p, i) in enumerate(order):
        adjusted[i] = highest = max(highest, min(1.0, (len(order) - rank) * p))
    return adjusted


def quantile(seen: Ints, share: float, level: float = LEVEL) -> tuple[float, float, float]:
    """Return a quantile and its exact interval by order statistics (David and Nagaraja, 2003)."""
    cumulated = np.cumsum(seen)
    n = int(cumulated[-1]) if len(cumulated) else 0
    if n == 0:
        return math.nan, *NAN
    low, high = _ranks(n, share, round(1 - level, 12))
    ranks = math.ceil(share * n), low if low >= 1 else None, high if high <= n else None
    middle, *ends = (math.nan if r is None else float(np.searchsorted(cumulated, r)) for r in ranks)
    return middle, ends[0], ends[1]


def _ranks(n: int, share: float, alpha: float) -> tuple[int, int]:
    """Return the largest l with P(B < l) <= alpha/2, the smallest u with P(B >= u) <= alpha/2."""
    # Weights of the binomial B follow from their ratios, as SciPy takes half a second to import.
    reach, middle = 10 + int(10 * math.sqrt(n * share * (1 - share))), int(n * share)
    first, last = max(0, middle - reach), min(n, middle + reach)
    k = np.arange(first, last, dtype=np.float64)
    logs = np.cumsum(np.log((n - k) / (k + 1) * (share / (1 - share))))
    weights = np.exp(np.append(0.0, logs) - max(0.0, logs.max(initial=0.0)))
    below, above = np.cumsum(weights), np.cumsum(weights[::-1])[::-1]
    low = int(np.searchsorted(below / weights.sum(), alpha / 2, side="right"))
    return first + low, first + int(np.count_nonzero(above / weights.sum() > alpha / 2))


def empirical(
    values: Floats, counts: Floats, bounds: Ends | None, level: float
) -> tuple[Ends, float]:
    """Return the interval of a mean, and the p that it is 0, by empirical likelihood (Owen, 1988).

    There is one value more, at a bound. With the saddlepoint correction of its signed root the ends
    are Gaffke's bounds (2005).
    """
    ends, roots, z = [], [], two_sided(level)
    for sign in (1, -1):
        x, n = (sign * values)[::sign], counts[::sign]
        most = max(x[-1], *(sign * b for b in bounds)) if bounds else x[-1]
        x, n = np.append(x, most), np.append(n, 1.0)
        middle = float(n @ x / n.sum())
        side = x - middle, n
        ends.append(sign * (middle + _search(side, 1, z)[0]))
        beyond = -middle >= side[0][-1]
        roots.append(0.0 if middle >= 0 else math.inf if beyond else _search(side, 0, -middle)[1])
    return (ends[1], ends[0]), min(1.0, math.erfc(max(roots) / math.sqrt(2)))


def _search(side: tuple[Floats, Floats], by: int, wanted: float) -> Ends:
    """Return a mean above the middle and its root where one of the two is as wanted."""
    x, n = side
    scale = math.sqrt(float(n @ (x * x)) / float(n.sum()))

    def at(log_gap: float) -> Ends:  # tilted weights n / (b - x) for b = max + gap
        b = float(x[-1]) + math.exp(log_gap)
        weights = n / (b - x)
        mean = float(weights @ x) / float(weights.sum())
        off = mean - x
        w = math.sqrt(max(0.0, 2 * float(n @ np.log1p(off / (b - mean)))))
        u = math.sqrt(float(n @ (off / (b - x)) ** 2))
        return mean, w + math.log(u / w) / w if w > 0 else 0.0

    near, far = math.log(1e-12 * scale), math.log(100 * scale * math.sqrt(float(n.sum())))
    for _ in range(48):
        middle = (near + far) / 2
        near, far = (middle, far) if at(middle)[by] > wanted else (near, middle)
    return at(far)
