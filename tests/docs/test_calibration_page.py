"""docs/studies/calibration.py and best_lines.py: their tables count what was found."""

import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rbsim.games import analyse
from support.study_pages import PROGRAMS, blocks


@pytest.mark.full
def test_the_page(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = program("calibration")
    monkeypatch.setattr(tool, "GAMES", {"greedy": 40, "weighted": 20})
    monkeypatch.setattr(tool, "PLAYOUTS", 20)
    tool.main()
    page = tool.PAGE.read_text()
    every = {
        (variant, player): tool.forecasts(variant, player, games)
        for player, games in tool.GAMES.items()
        for variant in tool.VARIANTS
    }
    positions = sum(len(one.won) for one in every.values())
    assert f"{positions:,} positions" in page
    bins = re.findall(r"^\| (\d+) to (\d+)% \| (\d+) \| ([\d.]+)% \| (.*) \|$", page, re.MULTILINE)
    assert sum(int(count) for _, _, count, _, _ in bins) == positions
    given = np.concatenate([one.given for one in every.values()])
    for low, high, count, mean, _ in bins:
        own = given[(given >= int(low) / 100) & ((given < int(high) / 100) | (high == "100"))]
        assert int(count) == len(own)
        assert float(mean) == pytest.approx(100 * own.mean(), abs=0.06)
    lines = [
        line for line in page.splitlines() if re.match(r"\| \S+ \| (greedy|weighted) \|", line)
    ]
    assert len(lines) == 6
    one = every["strict", "greedy"]
    bias = (one.given - one.won).mean()
    (line,) = [line for line in lines if line.startswith("| strict | greedy |")]
    assert line.endswith(f"| {100 * bias:+.1f} points |")


@pytest.mark.full
def test_losses(program: Any) -> None:
    tool = program("calibration")
    won = np.array([True, False, True])
    assert tool.log_loss(np.full(3, 0.5), won) == pytest.approx(math.log(2))
    assert tool.log_loss(np.array([0.8, 0.4, 0.9]), won) == pytest.approx(
        -math.log(0.8 * 0.6 * 0.9) / 3
    )
    rng = np.random.default_rng(1)
    lead = rng.normal(size=20_000) * 5
    chance = 1 / (1 + np.exp(-(0.3 + 0.2 * lead)))
    assert tool.logistic(lead, rng.random(20_000) < chance)[0] == pytest.approx(
        [0.3, 0.2], abs=0.05
    )
    off = [
        (found - [0.3, 0.2]) / errors
        for found, errors in (tool.logistic(lead, rng.random(20_000) < chance) for _ in range(100))
    ]
    assert 0.8 < np.std(off) < 1.2


@pytest.mark.full
def test_chances_come_true(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of positions given a chance, about as many are won; forecasts beat the share of wins."""
    tool = program("calibration")
    monkeypatch.setattr(tool, "PLAYOUTS", 60)
    one = tool.forecasts("standard", "greedy", 900)
    assert len(one.won) > 600
    expected, variance = one.given.sum(), (one.given * (1 - one.given)).sum()
    assert abs(one.won.sum() - expected) < 4 * math.sqrt(variance + len(one.won) * 0.25 / 60)
    for low, high in ((0.2, 0.4), (0.4, 0.6), (0.6, 0.8)):
        own = (one.given >= low) & (one.given < high)
        error = math.sqrt(0.25 / own.sum())
        assert abs(one.won[own].mean() - one.given[own].mean()) < 0.03 + 3.5 * error
    share = np.full(len(one.won), one.won.mean())
    assert tool.log_loss(tool.smoothed(one.given), one.won) < tool.log_loss(share, one.won) - 0.02


def test_best_lines(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Opinions of as much work name the same line; the page has a table of four lines for it."""
    tool = program("best_lines")
    page = tmp_path / "opinions.md"
    page.write_text(PROGRAMS.parent.joinpath("opinions.md").read_text("utf-8"), "utf-8")
    for name, value in (("GAMES", 60), ("POSITIONS", 2), ("OPINIONS", 2), ("PAGE", page)):
        monkeypatch.setattr(tool, name, value)
    monkeypatch.setattr(tool, "analyse", lambda game, **how: analyse(game, games=60))
    tool.main()
    (table,) = blocks(page)
    assert len(table.splitlines()) == 5
    assert "| is that of 100 times the playouts | 100% |" in table
    found = [(2, [0.0, 0.001]), (1, [0.02, 0.003])]
    assert [row[-1] for row in tool.rows(found)] == ["75%", "75%", "0.60"]
