"""Spread: the quantiles that a figure of lengths shows."""

from __future__ import annotations

import numpy as np
import pytest

from rbsim.stats.intervals import QUANTILES, quantile_interval

pytest.importorskip("matplotlib", reason="rbsim report needs matplotlib")
from rbsim.pictures.spread import Spread
from rbsim.reporting.content import _spread_cells


def test_quantiles_have_the_intervals_of_their_ranks() -> None:
    """Scores may be below zero."""
    values = np.random.default_rng(5).integers(-40, 90, 500)
    spread = Spread()
    for part in np.array_split(values, 3):
        spread.add(part)
    assert spread.mean.mean == pytest.approx(values.mean())
    assert spread.mean.deviation == pytest.approx(values.std(ddof=1))
    found = spread.quantiles
    for share, value, interval in zip(QUANTILES, found.values, found.intervals, strict=True):
        assert value == np.quantile(values, share, method="inverted_cdf")
        low, high = quantile_interval(np.bincount(values + 40), share)
        assert low is not None
        assert high is not None
        assert interval == (low - 40, high - 40)
    (row,) = _spread_cells("score", [("an arm", spread)])[1:]
    assert row[-1] == f"{found.values[-1]} ({found.intervals[-1][0]} to {found.intervals[-1][1]})"
    assert Spread().quantiles.values == (None,) * 5
