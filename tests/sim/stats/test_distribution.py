"""Distribution: the mean, quantiles and bins of how often each whole number was seen."""

from __future__ import annotations

import numpy as np
import pytest

from rbsim.stats.distribution import Distribution
from rbsim.stats.intervals import QUANTILES, quantile_interval


def test_quantiles_have_the_intervals_of_their_ranks() -> None:
    """Scores may be below zero."""
    values = np.random.default_rng(5).integers(-40, 90, 500)
    spread = Distribution("score", np.bincount(values + 40), -40)
    assert spread.games == 500
    assert spread.least == values.min()
    assert spread.mean.mean == pytest.approx(values.mean())
    assert spread.mean.deviation == pytest.approx(values.std(ddof=1))
    found = spread.quantiles
    for share, value, interval in zip(QUANTILES, found.values, found.intervals, strict=True):
        assert value == np.quantile(values, share, method="inverted_cdf") == spread.quantile(share)
        low, high = quantile_interval(np.bincount(values + 40), share)
        assert low is not None
        assert high is not None
        assert interval == (low - 40, high - 40)


def test_bins_share_out_all_games() -> None:
    values = np.random.default_rng(6).integers(0, 30, 200)
    rates = Distribution("turns", np.bincount(values)).bins([0, 7, 20, 30])
    assert [rate.count for rate in rates] == [
        int(np.sum((values >= low) & (values < high))) for low, high in ((0, 7), (7, 20), (20, 30))
    ]


def test_of_nothing_there_is_nothing() -> None:
    none = Distribution("turns", np.zeros(1, np.int64))
    assert (none.games, none.least, none.quantile(0.5)) == (0, 0, 0)
    assert none.quantiles.values == (None,) * 5
