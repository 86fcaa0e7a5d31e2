"""Uniform play against an independent engine's means, within the sampling error of both."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

import rbcore
import rbsim

TABLE = Path(__file__).parent / "random-play.tsv"
THEIRS = {
    row["variant"]: row
    for row in csv.DictReader(TABLE.read_text().splitlines()[1:], delimiter="\t")
}
TOLERANCE = 4.0  # standard errors
GAMES = 5_000  # theirs are 4,000: with twice as many, errors would be a tenth smaller


def rate_distance(k: int, n: int, rate: float, m: int) -> float:
    """Difference of two rates in standard errors (pooled)."""
    pooled = (k + rate * m) / (n + m)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return abs(k / n - rate) / error if error else 0.0


def test_the_engines_presets_are_all_there() -> None:
    assert len(THEIRS) >= 19
    assert set(THEIRS) <= set(rbcore.PRESETS)


@pytest.mark.sample(2)
@pytest.mark.parametrize("preset", THEIRS)
def test_outcomes_and_lengths(preset: str) -> None:
    theirs = THEIRS[preset]
    m, n = int(theirs["games"]), GAMES
    result = rbsim.simulate(preset, games=n, seed=2, players="uniform", rows=True)
    for quantity, column in (
        ("starter_wins", "starter"), ("other_wins", "others"), ("stalemate", "stalemate"),
        ("standoff", "standoff"), ("unfinished", "unfinished"),
    ):  # fmt: skip
        count = round(result.figure(quantity).estimate * n)
        assert rate_distance(count, n, float(theirs[column]), m) < TOLERANCE, column
    for column in ("turns", "moves"):
        values = result.games[column]
        error = values.std() * math.sqrt(1 / n + 1 / m)
        distance = abs(values.mean() - float(theirs[f"mean_{column}"]))
        assert distance < TOLERANCE * error + 0.05, column  # theirs are rounded to one decimal


def test_the_tolerance_would_notice() -> None:
    """Three per cent more moves, what overlapping streams once did, are out of tolerance."""
    rows = rbsim.simulate(games=GAMES, seed=2, players="uniform", rows=True).games
    moves = rows["moves"]
    error = moves.std() * math.sqrt(1 / len(moves) + 1 / 4_000)
    assert 0.03 * np.mean(moves) > TOLERANCE * error + 0.05
