"""docs/studies: the pages of all presets, the atlas and skill, and their data."""

from __future__ import annotations

import csv
import math
import re
import sys
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest
from rbsim.stats.figure import figure
from rbsim.stats.number_text import figure_text

import rbcore
import rbsim
from support.study_pages import PROGRAMS, cut_down

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
DEALS = {"greedy": 40, "uniform": 20}
pytestmark = pytest.mark.skipif(
    not PROGRAMS.exists(), reason="the programs are not with these tests"
)


@pytest.fixture
def made(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs a program into tmp_path: the lines of its data, and its page."""

    def make(name: str) -> tuple[dict[tuple[str, ...], dict[str, str]], str]:
        tool, page = program(name), tmp_path / f"{name}.md"
        monkeypatch.setattr(tool, "PLAN", cut_down(name, tmp_path, DEALS, rbcore.PRESETS))
        tool.main()
        with page.with_suffix(".csv").open() as file:
            lines = list(csv.DictReader(file))
        known = {(one["variant"], one["players"], one["figure"]): one for one in lines}
        assert len(known) == len(lines)
        return known, page.read_text()

    return make


def check(
    known: Any, page: str, pictures: list[str], variant: str, players: str, seed: int = 1
) -> None:
    """That data, page and pictures have what `rbsim.advantage` finds."""
    found = rbsim.advantage(variant, games=DEALS[players], players=players, seed=seed)
    one = known[variant, players, "advantage, causal"]
    mean = found.causal.mean
    assert int(one["games"]) == DEALS[players]
    assert float(one["estimate"]) == pytest.approx(mean.mean, rel=1e-6)
    low, high = found.causal.interval
    assert float(one["low"]) == pytest.approx(low, rel=1e-6)
    assert float(one["high"]) == pytest.approx(high, rel=1e-6)
    ends = float(one["least"]), float(one["most"])
    assert ends == pytest.approx(found.causal.extremes, rel=1e-6)
    places = max(0, 1 - math.floor(math.log10(50 * (high - low))))
    shown = f"{100 * mean.mean:+.{places}f}% ({100 * low:.{places}f} to {100 * high:.{places}f})"
    moved = " \\*" if ends[1] - ends[0] > 0.1 * (high - low) else ""
    assert f"| {DEALS[players]} | {shown}{moved} |" in page
    rate = found.outcomes(0)["standoff"]
    one = known[variant, players, "standoff"]
    assert (float(one["least"]), float(one["most"])) == pytest.approx(rate.extremes, rel=1e-6)
    for picture in pictures:
        assert f"{variant}, {players}: " in picture or f"{variant}: uniform " in picture


@pytest.mark.full
def test_the_atlas(made: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    presets = ("standard", "three-player", "here-and-there")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    known, page = made("atlas")
    pictures = [path.read_text() for path in tmp_path.glob("atlas-*.svg")]
    assert len(pictures) == 3
    for variant in presets:
        for players in DEALS:
            check(known, page, pictures, variant, players)
            decided = rbsim.advantage(
                variant, games=DEALS[players], players=players, seed=1
            ).decided["causal"]
            one = known[variant, players, "advantage among decided games, causal"]
            assert float(one["estimate"]) == pytest.approx(decided.mean, rel=1e-6)
            assert float(one["high"]) == pytest.approx(decided.interval[1], rel=1e-6)
            shown = figure_text(figure("decided_advantage", decided))
            assert f" | {shown} |" in page
    assert "The tables have 84 intervals" in page
    assert f"{NormalDist().inv_cdf(1 - 0.05 / 168) / 1.959964:.2f}, however" in page


def test_what_holds_of_all_intervals_at_once(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    multiplicity = program("multiplicity")
    assert multiplicity.widening(1, True) == multiplicity.widening(1, False) == 1
    assert 1 < multiplicity.widening(9, False) < multiplicity.widening(9, True)
    names = [("strict", "greedy"), ("peek", "greedy"), ("strict", "uniform")]
    verdict = multiplicity.verdict
    # Holm's p are 0.03, 0.046 and 0.046; then 0.03, 0.052 and 0.052.
    assert verdict(dict(zip(names, (0.01, 0.023, 0.03), strict=True))) == "all do"
    assert (
        verdict(dict(zip(names, (0.01, 0.026, 0.03), strict=True)))
        == "1 do, all but `peek` of `greedy`; `strict` of `uniform`"
    )
    # The start rule alone differs, and three seats have another even chance.
    joined = Fixed({"standard-greedy": 0.02, "three-player-greedy": -1 / 3, "peek-greedy": 0.0})
    presets = ("standard", "cut-start", "three-player", "peek")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    text = multiplicity.text(10, multiplicity.tests_text(joined, ("greedy",)))
    assert text == multiplicity.text(10, multiplicity.kept_tests(f"# Page\n\n{text}\nSeed 1.\n"))
    assert "Of 3 from an even chance: 1 do, all but `three-player`, `peek` of `greedy`." in text
    assert "Of 1 from `standard`, deal by deal: all do." in text
    assert "Left out are `cut-start`," in text
    assert "advantages of `greedy` differ" in text
    assert "Not used" not in text
    unused = Fixed({"standard-greedy": 0.02, "early-turn-greedy": 0.02})
    presets = ("standard", "early-turn")
    monkeypatch.undo()
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    text = multiplicity.tests_text(unused, ("greedy",))
    assert "Not used, so not tested: `early-turn` of `greedy`." in text
    assert "Of 1 from an even chance: all do." in text


class Fixed:
    """Stands for joined stores, of known advantages: p is 1 of these and 0 of all others."""

    deals = 7

    def __init__(self, known: dict[str, float]) -> None:
        self.known = known

    def causal(self, name: str, less: str | None = None) -> Fixed:
        self.value = self.known[name] - (self.known[less] if less else 0)
        return self

    def p(self, value: float = 0.0) -> float:
        return float(self.value == pytest.approx(value))


def test_unfinished_games_are_marked(program: Any, tmp_path: Path) -> None:
    atlas, skill, entries = map(program, ("atlas", "skill", "entries"))
    found = rbsim.advantage("standard", games=60, seed=1, max_turns=40)
    entry = entries.found(found)
    least, most = found.causal.extremes
    assert most - least > 0.2
    assert entry.causal.undecided == (least, most)
    shown = figure_text(found.advantage)
    row = atlas.cells(entry, atlas.TABLES["First-player advantage"])
    assert f"| standard | 60 | {shown} \\* |" in entries.markdown(["", "", *"abcd"], [row])
    rate = found.outcomes(0)["standoff"]
    assert entry.figures["standoff"].undecided == rate.extremes
    assert entry.figures["standoff"].count == rate.count
    (line,) = [one for one in entry.lines() if one[2] == "advantage, as played less causal"]
    chosen = found.effects["advantage"].selection_span
    assert [float(end) for end in line[5:]] == pytest.approx([*chosen.interval, *chosen.extremes])
    data = tmp_path / "some.csv"
    entries.write(data, [entry])
    (again,) = entries.read(data).values()
    assert list(again.lines()) == list(entry.lines())
    for columns in list(atlas.TABLES.values())[:2]:  # of means data do not say why none is known
        head = ("", "", *columns)
        rows = [[atlas.cells(one, columns)] for one in (entry, again)]
        assert entries.markdown(head, rows[0]) == entries.markdown(head, rows[1])
    assert figure_text(again.nobody) == figure_text(entry.nobody)
    with atlas.styled():
        drawn = atlas.advantages([entry]).svg, atlas.endings([again]).svg
        panels = skill.panels("a", "b", "c", [entry], lambda entry: entry.causal).svg
    assert shown in drawn[0]
    assert figure_text(entry.nobody) in drawn[1]
    assert f"standard: greedy {shown.partition(' ')[0]}." in panels


@pytest.mark.full
def test_skill(made: Any, tmp_path: Path) -> None:
    known, page = made("skill")
    pictures = [path.read_text() for path in tmp_path.glob("skill-*.svg")]
    assert len(pictures) == 3
    for variant in ("standard", "crossley"):
        for players in DEALS:
            check(known, page, pictures, variant, players, seed=22)


def tables_of(page: str) -> list[str]:
    """The lines of a page's tables; data do not say why a mean has no interval."""
    lines = (line for line in page.splitlines() if line.startswith("| "))
    return [re.sub(r" \(needs [\d,]+\)", "", line) for line in lines]


@pytest.mark.full
def test_lines_that_are_not_played_anew_stay(
    made: Any, program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, page = made("atlas")
    data = (tmp_path / "atlas.csv").read_text()
    tool = program("atlas")
    kept = [f"{name}-uniform" for name in rbcore.PRESETS]
    monkeypatch.setattr(
        sys, "argv", ["tool", str(tmp_path / "others"), *kept, "--to", str(tmp_path)]
    )
    tool.main()
    assert (tmp_path / "atlas.csv").read_text() == data
    assert {one.name for one in (tmp_path / "others").iterdir()} == {
        f"{name}-greedy" for name in rbcore.PRESETS
    }
    anew = (tmp_path / "atlas.md").read_text()
    assert tables_of(anew) == tables_of(page)
    assert "earlier edition" not in anew
    monkeypatch.setattr(
        sys, "argv", ["tool", str(tmp_path / "others"), "all", "--to", str(tmp_path)]
    )
    tool.main()
    assert tables_of((tmp_path / "atlas.md").read_text()) == tables_of(page)
    assert (tmp_path / "atlas.csv").read_text() == data
    monkeypatch.setattr(
        sys, "argv", ["tool", str(tmp_path / "others"), *kept, "--to", str(tmp_path)]
    )
    old = [line for line in data.splitlines(keepends=True) if "decided" not in line]
    (tmp_path / "atlas.csv").write_text("".join(old))
    tool.main()
    anew = (tmp_path / "atlas.md").read_text()
    assert (
        "Not played anew, with the figures of an earlier edition: `standard` of `uniform`" in anew
    )
    assert "of `greedy`." not in anew[anew.index("earlier edition") :]
