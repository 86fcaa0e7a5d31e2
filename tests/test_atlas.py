"""tools/atlas.py: the page and its data say what the studies say."""

from __future__ import annotations

import csv
import runpy
import sys
from pathlib import Path

import pytest

import rbcore
import rbsim

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
ATLAS = Path(__file__).parents[1] / "tools" / "atlas.py"
PRESETS = ("standard", "three-player", "here-and-there")
DEALS = {"greedy": 40, "uniform": 20}


@pytest.mark.skipif(not ATLAS.exists(), reason="the tools are not with these tests")
def test_the_atlas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in PRESETS})
    monkeypatch.setattr(sys, "argv", ["atlas.py", str(tmp_path / "stores")])
    atlas = runpy.run_path(str(ATLAS))
    atlas["main"].__globals__.update(PAGE=tmp_path / "atlas.md", DEALS=DEALS)
    atlas["main"]()
    with (tmp_path / "atlas.csv").open() as file:
        lines = list(csv.DictReader(file))
    known = {(one["variant"], one["players"], one["figure"]): one for one in lines}
    assert len(known) == len(lines)
    page = (tmp_path / "atlas.md").read_text()
    for variant in PRESETS:
        for players, deals in DEALS.items():
            found = rbsim.advantage(variant, games=deals, players=players, seed=1)
            one = known[variant, players, "advantage, causal"]
            mean = found.causal.mean
            assert int(one["games"]) == deals
            assert float(one["estimate"]) == pytest.approx(mean.mean, rel=1e-6)
            assert float(one["low"]) == pytest.approx(mean.interval[0], rel=1e-6)
            half = 100 * (mean.interval[1] - mean.mean)
            assert f"| {variant} | {deals} | {100 * mean.mean:+.2f} ± {half:.2f}% |" in page
            assert f"{variant}, {players}: " in (tmp_path / "atlas-lengths.svg").read_text()
