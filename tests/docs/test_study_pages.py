"""docs/studies: the pages and their data say what the studies say."""

from __future__ import annotations

import csv
import importlib
import json
import math
import re
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.stats.figure import figure
from rbsim.stats.inference import holm
from rbsim.stats.intervals import Mean
from rbsim.stats.number_text import figure_text, p_text

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
PROGRAMS = Path(__file__).parents[2] / "docs" / "studies"
DEALS = {"greedy": 40, "uniform": 20}

pytestmark = pytest.mark.skipif(
    not PROGRAMS.exists(), reason="the programs are not with these tests"
)


def cut_down(name: str, folder: Path, deals: dict[str, int], presets: Any = None) -> Path:
    """The plan of a page with fewer deals, players and presets, as a file."""
    plan = tomllib.loads((PROGRAMS / f"{name}.toml").read_text())
    lines = []
    for table in plan["study"]:
        given = {key: value for key, value in plan.items() if key in ("seed", "variant")} | table
        given["players"] = [one for one in given["players"] if one in deals]
        if len(given["players"]) < (2 if given["kind"] == "ladder" else 1):
            continue
        if given["kind"] == "advantage":
            chosen = [one for one in given["variant"] if presets is None or one in presets]
            if not chosen:
                continue
            given["variant"], given["games"] = chosen, deals[given["players"][0]]
        else:
            given["games"] = next(iter(deals.values()))
        lines += ["[[study]]", *(f"{key} = {json.dumps(value)}" for key, value in given.items())]
    path = folder / f"{name}.toml"
    path.write_text("\n".join(lines))
    return path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Runs a program into tmp_path: the lines of its data, and its page."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])

    def make(name: str) -> tuple[dict[tuple[str, ...], dict[str, str]], str]:
        tool = importlib.import_module(name)
        page = tmp_path / f"{name}.md"
        monkeypatch.setattr(tool, "PAGE", page)
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


def test_what_holds_of_all_intervals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    multiplicity = importlib.import_module("multiplicity")
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


def test_unfinished_games_are_marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    atlas, skill, entries = map(importlib.import_module, ("atlas", "skill", "entries"))
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


def lead(name: str, deals: int, ends: tuple[int, int] = (0, 0), **options: Any) -> Any:
    """Causal advantages deal by deal; `ends` is what unfinished games give, by seat."""
    arms = []
    for seat, end in enumerate(ends):
        rules = replace(rbcore.variant(name), starter=f"seat-{seat}")
        rows = rbsim.simulate(rules, games=deals, seed=1, **{"players": "greedy"} | options).games
        assert rows is not None
        won = np.where(rows["winner"] == seat, 1, -1)
        open_games = rows["outcome"] == rbcore.OUTCOMES.index("unfinished")
        arms.append(np.where(rows["outcome"] == 0, won, np.where(open_games, end, 0)))
    return np.mean(arms, axis=0)


def test_stores_are_joined_deal_by_deal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    paired = importlib.import_module("paired")
    names = {"face-down": 700, "standard": 600}
    options: dict[str, Any] = {"players": "greedy", "max_turns": 50}
    for name, deals in names.items():
        rbsim.advantage(name, games=deals, seed=1, store=tmp_path / name, **options)
        assert paired.complete(tmp_path / name)
    joined = paired.Joined({tmp_path / name: [1, 2] for name in names})
    assert joined.deals == 600
    found = joined.causal("face-down", "standard")
    one, other = (lead(name, 600, **options) for name in names)
    assert found.mean.mean == pytest.approx((one - other).mean())
    assert found.mean.deviation == pytest.approx((one - other).std(ddof=1))
    least = lead("face-down", 600, (-1, -1), **options) - lead("standard", 600, (1, 1), **options)
    assert found.span.least.mean == pytest.approx(least.mean())
    assert found.span.least.deviation == pytest.approx(least.std(ddof=1))
    assert found.span.most.mean > found.mean.mean > found.span.least.mean
    assert found.p(0) == found.p(found.span.most.mean) == 1
    assert found.p(2) == max(found.span.least.p(2), found.span.most.p(2)) < 1e-9
    assert joined.causal("standard").mean.mean == pytest.approx(other.mean())
    next((tmp_path / "standard" / "arm-2").glob("games-000000000500*")).unlink()
    assert not paired.complete(tmp_path / "standard")
    with pytest.raises(ValueError, match="standard lacks games of arm 2 from 500 on"):
        paired.Joined({tmp_path / name: [1, 2] for name in names})
    rbsim.advantage("standard", games=10, seed=2, store=tmp_path / "else")
    with pytest.raises(ValueError, match="different deals"):
        paired.Joined({tmp_path / name: [1] for name in ("face-down", "else")})


def test_shards_of_any_size_lie_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    paired = importlib.import_module("paired")
    games = np.arange(100)
    streams = [iter(np.split(games[None], cuts, axis=1)) for cuts in ([30, 60], [7, 50], [99])]
    streams.append(iter([games[None, :80]]))
    pieces = list(paired.side_by_side(streams))
    assert all((piece == piece[0]).all() for piece in pieces)
    assert np.concatenate(pieces, axis=1)[0].tolist() == list(range(80))
    assert max(piece.shape[1] for piece in pieces) == 23


def test_differences(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])
    presets = ("standard", "cut-start", "high-start", "tableau-start", "crossley", "three-player")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    tool, atlas = (importlib.import_module(name) for name in ("differences", "atlas"))
    monkeypatch.setattr(tool, "PAGE", tmp_path / "differences.md")
    few = {"greedy": 40, "uniform": 40}
    monkeypatch.setattr(atlas, "PLAN", cut_down("atlas", tmp_path, few, presets))
    monkeypatch.setattr(tool, "STEP_DEALS", 40)
    tool.main()
    lines = tool.PAGE.read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]
    whole = [row for row in rows if row[0] in presets]
    tables = [row for row in whole if len(row) == 7], [row for row in whole if len(row) == 6]
    assert [row[:3] for row in tables[0]] == [
        ["crossley", "standard", "greedy"],
        ["crossley", "standard", "uniform"],
        ["standard", "standard", "greedy less uniform"],
        ["crossley", "crossley", "greedy less uniform"],
    ]
    gained = Mean.from_sums(*sums(lead("crossley", 40) - lead("standard", 40)))
    gained = replace(gained, mean=gained.mean / 2, deviation=gained.deviation / 2)
    shown, p = figure_text(figure("advantage", gained)), gained.p(0)
    assert tables[0][0][3:6] == ["40", shown, p_text(p)]
    ps = [float(row[-2]) for row in tables[0]]
    adjusted = [float(row[-1]) for row in tables[0]]
    assert adjusted == pytest.approx(holm(ps), rel=0.06)
    assert [row[0] for row in tables[1][::2]] == list(tool.START_RULES)
    for row in tables[1]:
        found = rbsim.advantage(row[0], games=40, players=row[1], seed=1)
        chosen = found.figure("advantage", start="difference")
        text = figure_text(chosen)
        assert row[3].startswith(text) or "the same in all deals" in row[3]
    steps = [float(row[4].partition("%")[0]) for row in rows if row[0].startswith("`")]
    assert len(steps) == 5
    added = (lead("covered", 40) - lead("standard", 40)).mean()
    assert sum(steps) == pytest.approx(100 * added, abs=2.5)


def sums(values: Any) -> tuple[int, int, int]:
    """Twice the values, which are halves: their sum, that of their squares, and how many."""
    twice = np.rint(2 * values).astype(int)
    return int(twice.sum()), int((twice**2).sum()), len(twice)


def test_skill(made: Any, tmp_path: Path) -> None:
    known, page = made("skill")
    pictures = [path.read_text() for path in tmp_path.glob("skill-*.svg")]
    assert len(pictures) == 3
    for variant in ("standard", "crossley"):
        for players in DEALS:
            check(known, page, pictures, variant, players, seed=22)


def test_the_ladder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])
    tool = importlib.import_module("ladder")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "ladder.md")
    few = {"uniform": 30, "greedy": 30, "weighted": 30}
    monkeypatch.setattr(tool, "PLAN", cut_down("ladder", tmp_path, few))
    tool.main()
    page = (tmp_path / "ladder.md").read_text()
    found = rbsim.ladder("uniform", "greedy", "weighted", games=30, seed=21)
    duels = [one for one in found.sections() if one.title in ("Who beats whom", "Duels")]
    assert len(duels) == 2
    for section in duels:
        for table in section.tables:
            for row in table.lines():
                assert "| " + " | ".join(row).replace(" *", " \\*") + " |" in page
    assert found.headline in page


def test_the_readings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PROGRAMS))
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "stores")])
    tool = importlib.import_module("readings")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "readings.md")
    plan = tmp_path / "readings.toml"
    text = (PROGRAMS / "readings.toml").read_text()
    plan.write_text(re.sub("games = .*", "games = 40", text))
    monkeypatch.setattr(tool, "PLAN", plan)
    tool.main()
    page = (tmp_path / "readings.md").read_text()
    found = rbsim.compare("peek", "standard,peek=once", games=40, seed=5)
    one = figure_text(found.figure("advantage", against="peek"))
    (row,) = [line for line in page.splitlines() if line.startswith("| V11 |")]
    assert row.startswith(f"| V11 | `peek` | `standard,peek=once` | greedy | 40 | {one} | ")
    rules = (PROGRAMS.parent / "rules.md").read_text()
    for line in page.splitlines():
        if line.startswith(("| V", "| 7")):
            assert f"| {line.split()[1]} " in rules


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
        standoffs = figure_text(found.figure("standoff"))
        section = page[page.index(f"### `{axis}`") :]
        line = next(
            line
            for line in section.splitlines()
            if line.startswith(f"| {variant} | {value or 'never'} |")
        )
        assert line.split("|")[6].strip().startswith(standoffs)
    assert page.count("| standard | greedy | 100 | ") == 1
    rows = rbsim.simulate("waste-available", games=300, players="greedy", seed=1).games
    assert rows is not None
    won = rows[rows["outcome"] == rbcore.OUTCOMES.index("win")]
    left = sum(won[pile][:, :2].sum(1) for pile in ("reserve", "hand", "waste"))
    assert f"| waste-available | win | {len(won)} | " in page
    (line,) = [one for one in page.splitlines() if one.startswith("| waste-available | win |")]
    assert float(line.split("|")[6].split()[0]) == pytest.approx(left.mean(), abs=0.06)
    low, high = re.findall(r"([\d.]+) to ([\d.]+)", line.split("|")[6])[0]
    assert float(high) - float(low) == pytest.approx(
        2 * 1.96 * left.std(ddof=1) / len(left) ** 0.5, abs=0.15
    )


def tables_of(page: str) -> list[str]:
    """The lines of a page's tables; data do not say why a mean has no interval."""
    lines = (line for line in page.splitlines() if line.startswith("| "))
    return [re.sub(r" \(needs [\d,]+\)", "", line) for line in lines]


def test_lines_that_are_not_played_anew_stay(
    made: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, page = made("atlas")
    data = (tmp_path / "atlas.csv").read_text()
    tool = importlib.import_module("atlas")
    kept = [f"{name}-uniform" for name in rbcore.PRESETS]
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "others"), *kept])
    tool.main()
    assert (tmp_path / "atlas.csv").read_text() == data
    assert {one.name for one in (tmp_path / "others").iterdir()} == {
        f"{name}-greedy" for name in rbcore.PRESETS
    }
    anew = (tmp_path / "atlas.md").read_text()
    assert tables_of(anew) == tables_of(page)
    assert "earlier edition" not in anew
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "others"), "all"])
    tool.main()
    assert tables_of((tmp_path / "atlas.md").read_text()) == tables_of(page)
    assert (tmp_path / "atlas.csv").read_text() == data
    monkeypatch.setattr(sys, "argv", ["tool", str(tmp_path / "others"), *kept])
    old = [line for line in data.splitlines(keepends=True) if "decided" not in line]
    (tmp_path / "atlas.csv").write_text("".join(old))
    tool.main()
    anew = (tmp_path / "atlas.md").read_text()
    assert (
        "Not played anew, with the figures of an earlier edition: `standard` of `uniform`" in anew
    )
    assert "of `greedy`." not in anew[anew.index("earlier edition") :]


def test_the_plans_of_the_pages_are_whole() -> None:
    """All presets and players are there once, and what they make is named as the stores are."""
    atlas = rbsim.read_plan(PROGRAMS / "atlas.toml")
    lines = {f"{name}-{players}" for name in rbcore.PRESETS for players in ("greedy", "uniform")}
    assert {one.name for one in atlas} == lines
    assert atlas["waste-available-uniform"].study.count == 4_000_000
    assert atlas["covered-greedy"].study.count == 1_000_000
    skill = rbsim.read_plan(PROGRAMS / "skill.toml")
    assert len(skill) == 6 * 11 + 3
    assert skill["crossley-lookahead+memory"].study.count == 200_000
    ladder = rbsim.read_plan(PROGRAMS / "ladder.toml")
    sizes = {one.name: (len(one.study.arms), one.study.count) for one in ladder}
    assert sizes == {"fast": (42, 10_000), "strongest": (30, 2_000), "sight": (12, 2_000)}
    readings = rbsim.read_plan(PROGRAMS / "readings.toml")
    seeds = [{one.study.arms[0].seed for one in plan} for plan in (atlas, ladder, skill, readings)]
    assert seeds == [{1}, {21}, {22}, {5}]
    make = (PROGRAMS.parents[1] / "Makefile").read_text()
    names = make.partition("STUDIES :=")[2].partition("\n")[0].split()
    assert names == ["atlas", "skill", "ladder", "readings"]
