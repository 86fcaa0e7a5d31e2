"""Estimator: what a figure can be made of: a rate, a mean, a span, a quantile, a rating."""

from __future__ import annotations

import math
from typing import Protocol


class Estimator(Protocol):
    """An estimate of `n` games with its interval at `level`; NaN stands for what there is not."""

    @property
    def value(self) -> float: ...  # unfinished games count as not won, and as nobody's
    @property
    def extremes(self) -> tuple[float, float] | None: ...  # they all count against it, and for it
    @property
    def interval(self) -> tuple[float, float]: ...
    @property
    def level(self) -> float: ...
    @property
    def n(self) -> int: ...
    @property
    def method(self) -> str: ...  # how the interval is made
    @property
    def count(self) -> int | None: ...  # of a rate, the games that count
    @property
    def standard_error(self) -> float: ...
    @property
    def absent(self) -> str: ...  # why there is no interval
    def p(self, value: float) -> float: ...


class PlainEstimate:
    """What most estimators say of themselves: there is an interval and no test."""

    @property
    def standard_error(self) -> float:
        """The standard error; NaN where none is defined."""
        return math.nan

    @property
    def absent(self) -> str:
        """Why there is no interval; empty if there is one."""
        return ""

    def p(self, value: float) -> float:
        """Return the two-sided p that this is the true value; NaN of what is not tested."""
        return math.nan
