"""Level: the share of intervals that hold, and the normal quantile that belongs to it."""

import math
from functools import lru_cache
from statistics import NormalDist

from rbcore.cards.ranges import shown
from rbsim.stats.empirical import Z95

LEVEL = 0.95
MOST = 0.999999


def check_level(level: object) -> float:
    """Return a level as a number; ValueError, in a sentence, for what is none."""
    try:
        number = float(level)  # type: ignore[arg-type]
    except Exception:  # or whatever its __float__ raises
        raise ValueError(f"level={shown(level)} is not a number such as 0.95") from None
    if isinstance(level, bool) or not 0.5 <= number <= MOST:
        raise ValueError(
            f"level={shown(level)} is out of range; it runs from 0.5 to {MOST}, as 0.95 does"
        )
    return number


@lru_cache
def two_sided(level: float) -> float:
    """Return the quantile of the standard normal distribution for both sides together."""
    return Z95 if level == LEVEL else NormalDist().inv_cdf((1 + level) / 2)


@lru_cache
def around(level: float, sides: int) -> float:
    """Return how far from its mean a normal point of so many dimensions lies at most, at a level.

    In standard deviations of each of them; of one it is `two_sided`, else their number is even.
    """
    if sides == 1:
        return two_sided(level)
    low, high = 0.0, 50.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        half = middle**2 / 2
        beyond = math.exp(-half) * sum(half**i / math.factorial(i) for i in range(sides // 2))
        low, high = (middle, high) if beyond > 1 - level else (low, middle)
    return high


def joint_level(level: float, count: int) -> float:
    """Return the level at which so many intervals hold all together as often as one at `level`."""
    return min(1 - (1 - level) / count, MOST)


def level_text(level: float) -> str:
    """Return a level in per cent, `95%` or `99.9%`."""
    return f"{100 * level:.10g}%"
