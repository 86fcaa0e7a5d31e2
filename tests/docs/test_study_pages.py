"""docs/studies: the pages and their data say what the studies say."""

from __future__ import annotations

import csv
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

import rbcore
import rbsim

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
PROGRAMS = Path(__file__).parents[2] / "docs" / "studies"
DEALS = {"greedy": 40, "uniform": 20}

pytestmark = pytest.mark.skipif(
    not PROGRAMS.exists(), reason="the programs are not with these tests"
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs a program into tmp_path: the lines of its data, and its page."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])

    def make(name: str) -> tuple[dict[tuple[str, ...], dict[str, str]], str]:
        tool = importlib.import_module(name)
        page = tmp_path / f"{name}.md"
        monkeypatch.setattr(tool, "PAGE", page)
        monkeypatch.setattr(tool, "DEALS", DEALS)
        monkeypatch.setattr(tool, "FEWER", {}, raising=False)
        tool.main()
        with page.with_suffix(".csv").open() as file:
            lines = list(csv.DictReader(file))
        known = {(one["variant"], one["players"], one["figure"]): one for one in lines}
        assert len(known) == len(lines)
        return known, page.read_text()

    return make


def check(known: Any, page: str, pictures: list[str], variant: str, players: str) -> None:
    """That data, page and pictures have what `rbsim.advantage` finds."""
    found = rbsim.advantage(variant, games=DEALS[players], players=players, seed=1)
    one = known[variant, players, "advantage, causal"]
    mean = found.causal.mean
    assert int(one["games"]) == DEALS[players]
    assert float(one["estimate"]) == pytest.approx(mean.mean, rel=1e-6)
    low, high = found.causal.interval
    assert float(one["low"]) == pytest.approx(low, rel=1e-6)
    assert float(one["high"]) == pytest.approx(high, rel=1e-6)
    ends = float(one["least"]), float(one["most"])
    assert ends == pytest.approx(found.causal.ends, rel=1e-6)
    least, most = (f"{100 * end:+.2f}" for end in ends)
    shown = f"{100 * mean.mean:+.2f} ± {50 * (high - low):.2f}%"
    if least != most:
        shown = f"{least} to {most}% ({100 * low:+.2f} to {100 * high:+.2f})"
    assert f"| {DEALS[players]} | {shown} |" in page
    rate = found.outcomes(0)["standoff"]
    one = known[variant, players, "standoff"]
    assert (float(one["least"]), float(one["most"])) == pytest.approx(rate.ends, rel=1e-6)
    for picture in pictures:
        assert f"{variant}, {players}: " in picture or f"{variant}: greedy " in picture


def test_the_atlas(made: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    presets = ("standard", "three-player", "here-and-there")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    known, page = made("atlas")
    pictures = [path.read_text() for path in tmp_path.glob("atlas-*.svg")]
    assert len(pictures) == 3
    for variant in presets:
        for players in DEALS:
            check(known, page, pictures, variant, players)


def test_unfinished_games_show_from_end_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    atlas, skill = map(importlib.import_module, ("atlas", "skill"))
    monkeypatch.setattr(skill, "DEALS", {"greedy": 60})
    monkeypatch.setattr(skill, "VARIANTS", ("standard",))
    found = rbsim.advantage("standard", games=60, seed=1, max_turns=40)
    entry = atlas.Entry(found)
    (least, most), (low, high) = found.causal.ends, found.causal.interval
    assert most - least > 0.2
    shown = f"{100 * least:+.2f} to {100 * most:+.2f}% ({100 * low:+.2f} to {100 * high:+.2f})"
    assert entry.cells("First-player advantage")[0] == shown
    won, left = entry.summary.starter_wins.count, entry.summary.unfinished.count
    begin = f"{100 * won / 60:.2f} to {100 * (won + left) / 60:.2f}% ("
    assert entry.cells("How games end")[0].startswith(begin)
    (line,) = [one for one in entry.lines() if one.figure == "advantage, as played less causal"]
    chosen = found.effects["advantage"].chosen_span
    assert line[5:] == (*chosen.interval, *chosen.ends)
    with atlas.styled():
        drawn = atlas.advantages([entry]).svg, atlas.endings([entry]).svg
        panels = skill.panels("a", "b", "c", 100, [entry], lambda entry: entry.advantage.causal).svg
    assert shown in drawn[0]
    assert atlas.share(entry.nobody) in drawn[1]
    assert f"{100 * least:.4g} to {100 * most:.4g}" in panels


def test_skill(made: Any, tmp_path: Path) -> None:
    known, page = made("skill")
    pictures = [path.read_text() for path in tmp_path.glob("skill-*.svg")]
    assert len(pictures) == 3
    for variant in ("standard", "crossley"):
        for players in DEALS:
            check(known, page, pictures, variant, players)


def test_the_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])
    tool = importlib.import_module("ladder")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "ladder.md")
    monkeypatch.setattr(tool, "PLAYERS", ("uniform", "greedy", "weighted"))
    monkeypatch.setattr(tool, "DEALS", 30)
    tool.main()
    page = (tmp_path / "ladder.md").read_text()
    found = rbsim.ladder("uniform", "greedy", "weighted", games=30, seed=1)
    for cells in found.report().tables:
        for row in cells:
            assert "| " + " | ".join(row) + " |" in page


def test_the_endings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    tool = importlib.import_module("endings")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "endings.md")
    monkeypatch.setattr(tool, "GAMES", {"greedy": 200})
    monkeypatch.setattr(tool, "PAIRED", {"greedy": 100})
    monkeypatch.setattr(tool, "LEFT", 300)
    tool.main()
    page = tool.PAGE.read_text()
    for variant, axis, value in (
        ("waste-available", "standoff-rounds", 1),
        ("waste-available", "standoff-visits", 0),
    ):
        found = rbsim.simulate(f"{variant},{axis}={value}", games=200, players="greedy", seed=1)
        standoffs = found.summary().standoffs.count / 200
        section = page[page.index(f"### `{axis}`") :]
        line = next(
            line
            for line in section.splitlines()
            if line.startswith(f"| {variant} | {value or 'never'} |")
        )
        assert f"{standoffs:.3%} " in line.split("|")[6]
    assert page.count("| standard | greedy | 100 | ") == 1
    rows = rbsim.simulate("waste-available", games=300, players="greedy", seed=1).games
    assert rows is not None
    won = rows[rows["outcome"] == rbcore.OUTCOMES.index("win")]
    left = sum(won[pile][:, :2].sum(1) for pile in ("reserve", "hand", "waste"))
    assert f"| waste-available | win | {len(won)} | " in page
    assert f" | {left.mean():.2f} (" in page
