"""docs/studies: the pages of all presets, the atlas and skill, and their data."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

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
        columns = ("variant", "players", "quantity", "start")
        known = {tuple(one[name] for name in columns): one for one in lines}
        assert len(known) == len(lines)
        return known, page.read_text()

    return make


def check(
    known: Any, page: str, pictures: list[str], variant: str, players: str, seed: int = 1
) -> None:
    """That data, page and pictures have what `rbsim.advantage` finds."""
    found = rbsim.advantage(variant, games=DEALS[players], players=players, seed=seed)
    for quantity, start in (
        ("advantage", "causal"), ("decided_advantage", "causal"), ("standoff", "as dealt"),
    ):  # fmt: skip
        figure, one = found.figure(quantity, start=start), known[variant, players, quantity, start]
        assert int(one["n"]) == figure.n == DEALS[players]
        kept = [float(one[name]) for name in ("estimate", "low", "high")]
        assert kept == pytest.approx([figure.estimate, *figure.interval], rel=1e-6)
        if figure.undecided is not None:
            ends = float(one["undecided_low"]), float(one["undecided_high"])
            assert ends == pytest.approx(figure.undecided, rel=1e-6)
    moved = " \\*" if found.advantage.is_noted else ""
    assert f"| {DEALS[players]} | {found.advantage.text}{moved} |" in page
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
    assert "The tables have 84 intervals" in page
    assert f"multiplied by {NormalDist().inv_cdf(1 - 0.05 / 168) / 1.959964:.2f}," in page


def test_what_holds_of_all_intervals_at_once(program: Any) -> None:
    paired = program("paired")
    assert paired.widening(1, True) == paired.widening(1, False) == 1
    assert 1 < paired.widening(9, False) < paired.widening(9, True)
    names = [("strict", "greedy"), ("peek", "greedy"), ("strict", "uniform")]
    verdict = paired.verdict
    # Holm's p are 0.03, 0.046 and 0.046; then 0.03, 0.052 and 0.052.
    assert verdict(dict(zip(names, (0.01, 0.023, 0.03), strict=True))) == "all do"
    assert (
        verdict(dict(zip(names, (0.01, 0.026, 0.03), strict=True)))
        == "1 do, all but `peek` of `greedy`; `strict` of `uniform`"
    )


def test_which_advantages_differ(program: Any) -> None:
    """Of known ones: three seats have another even chance; what players do not use is left out."""
    paired = program("paired")

    def leads(first: int, second: int, seats: int = 2) -> Any:
        gained = np.tile(np.array([first, second], np.int8), 200)
        return paired.Leads(gained, np.zeros_like(gained), seats)

    standard = leads(2, 0)
    joined = {
        ("standard", "greedy"): standard,
        ("three-player", "greedy"): leads(1, -3, 3),
        ("peek", "greedy"): leads(2, -2),
    }
    text = paired.tests_text(joined)
    assert text.startswith("Over the 400 deals")
    assert "Of 3 from an even chance: 1 do, all but `three-player`, `peek` of `greedy`." in text
    assert "Of 1 from `standard`, deal by deal: all do." in text
    unused = {("standard", "greedy"): standard, ("early-turn", "greedy"): standard}
    assert "Of 1 from an even chance: all do." in paired.tests_text(unused)


def test_unfinished_games_are_marked(program: Any, tmp_path: Path) -> None:
    atlas, skill, pages = map(program, ("atlas", "skill", "pages"))
    found = rbsim.advantage("standard", games=60, seed=1, max_turns=40)
    line, shown = pages.Line.of(found), found.advantage.text
    least, most = line.causal.undecided
    assert most - least > 0.2
    assert line.causal == found.advantage
    row = atlas.cells(line, atlas.TABLES["First-player advantage"])
    assert f"| standard | 60 | {shown} \\* |" in pages.markdown(["", "", *"abcd"], [row])
    data = tmp_path / "some.csv"
    pages.write_lines(data, [line], "start")
    (again,) = pages.read_lines(data).values()
    for columns in list(atlas.TABLES.values())[:2]:  # of means data do not say why none is known
        texts = [pages.markdown(columns, [atlas.cells(one, columns)]) for one in (line, again)]
        assert texts[0] == texts[1]
    nobody = atlas.nobody(line).text
    assert atlas.nobody(again).text == nobody
    own = pages.Task(rbsim.read_plan(atlas.PLAN), tmp_path / "atlas.md", False)
    atlas.pictures(own, [again])
    assert shown in (tmp_path / "atlas-advantage.svg").read_text()
    assert nobody in (tmp_path / "atlas-endings.svg").read_text()
    picture = tmp_path / "panels.svg"
    skill.panels(picture, "a", "b", [again], lambda line: line.causal)
    causal = found.advantage
    assert f"standard: greedy {causal.show(causal.estimate)}." in picture.read_text()


@pytest.mark.full
def test_skill(made: Any, tmp_path: Path) -> None:
    known, page = made("skill")
    pictures = [path.read_text() for path in tmp_path.glob("skill-*.svg")]
    assert len(pictures) == 3
    for variant in ("standard", "crossley"):
        for players in DEALS:
            check(known, page, pictures, variant, players, seed=22)


@pytest.mark.parametrize("name", ["atlas", "skill", "luck", "differences"])
def test_the_tables_of_the_pages_are_those_of_their_data(
    name: str, program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is played: what no store has is as the committed data have it."""
    asked = ["tool", str(tmp_path / "stores"), "--kept", "--to", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", asked)
    program(name).main()
    for kind in ("md", "csv"):
        committed = PROGRAMS / f"{name}.{kind}"
        assert (tmp_path / committed.name).read_text() == committed.read_text(), (
            f"python docs/studies/{name}.py build/studies --kept writes it anew"
        )


@pytest.mark.full
def test_what_stores_have_is_taken_from_them(
    made: Any, program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    presets = ("standard", "crossley")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    _, page = made("atlas")
    data = tmp_path / "atlas.csv"
    whole = data.read_text()
    (tmp_path / "stores" / "atlas" / "standard-uniform").rename(tmp_path / "away")
    cut = "".join(x for x in whole.splitlines(True) if not x.startswith("standard,greedy"))
    data.write_text(cut)
    monkeypatch.setattr(program("pages"), "HERE", tmp_path)
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--kept"])
    program("atlas").main()
    assert data.read_text() == whole
    tables = [line for line in page.splitlines() if line.startswith("| standard | 40 |")]
    assert len(tables) == 3
    assert set(tables) <= set((tmp_path / "atlas.md").read_text().splitlines())
