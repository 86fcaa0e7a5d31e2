"""docs/studies: the other pages, and stores that are joined for them."""

from __future__ import annotations

import math
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.figures import p_text
from rbsim.intervals import holm
from support.study_pages import PROGRAMS, cut_down, lead

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
pytestmark = pytest.mark.skipif(
    not PROGRAMS.exists(), reason="the programs are not with these tests"
)


def test_stores_are_joined_deal_by_deal(program: Any, tmp_path: Path) -> None:
    paired = program("paired")
    names = {"face-down": 700, "standard": 600}
    options: dict[str, Any] = {"players": "greedy", "max_turns": 50}
    joined = []
    for name, deals in names.items():
        found = rbsim.advantage(name, games=deals, seed=1, store=tmp_path / name, **options)
        joined.append(paired.Leads.of(found, paired.forced(found), 600))
    found = joined[0].less(joined[1])
    one, other = (lead(name, 600, **options) for name in names)
    least = lead("face-down", 600, (-1, -1), **options) - lead("standard", 600, (1, 1), **options)
    most = lead("face-down", 600, (1, 1), **options) - lead("standard", 600, (-1, -1), **options)
    assert found.n == 600
    assert found.estimate == pytest.approx((one - other).mean())
    assert found.undecided == pytest.approx((least.mean(), most.mean()))
    errors = [1.96 * gained.std(ddof=1) / 600**0.5 for gained in (least, most)]
    ends = least.mean() - errors[0], most.mean() + errors[1]
    assert found.interval == pytest.approx(ends, abs=1e-4)
    assert found.p == 1
    assert joined[1].less().estimate == pytest.approx(other.mean())


@pytest.mark.full
def test_differences(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    presets = ("standard", "cut-start", "high-start", "tableau-start", "crossley", "three-player")
    tool, atlas = (program(name) for name in ("differences", "atlas"))
    few = {"greedy": 40, "uniform": 40}
    monkeypatch.setattr(atlas, "PLAN", cut_down("atlas", tmp_path, few, presets))
    monkeypatch.setattr(tool, "STEP_DEALS", 40)
    tool.main()
    lines = (tmp_path / "differences.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line[:1] == "|"]
    whole = [row for row in rows if row[0] in presets]
    tables = [row for row in whole if len(row) == 7], [row for row in whole if len(row) == 6]
    assert [row[:3] for row in tables[0]] == [
        ["crossley", "standard", "greedy"],
        ["crossley", "standard", "uniform"],
        ["standard", "standard", "greedy less uniform"],
        ["crossley", "crossley", "greedy less uniform"],
    ]
    gained = lead("crossley", 40) - lead("standard", 40)
    mean, error = gained.mean(), gained.std(ddof=1) / 40**0.5
    ends = [100 * (mean + z * error) for z in (0, -1.96, 1.96)]
    numbers = [float(x) for x in re.findall(r"[-+]?[\d.]+", tables[0][0][4])]
    assert numbers == pytest.approx(ends, abs=0.6)
    p = math.erfc(abs(mean) / error / 2**0.5)
    assert (tables[0][0][3], tables[0][0][5]) == ("40", p_text(p))
    ps = [float(row[-2]) for row in tables[0]]
    adjusted = [float(row[-1]) for row in tables[0]]
    assert adjusted == pytest.approx(holm(ps), rel=0.06)
    assert [row[0] for row in tables[1][::2]] == list(tool.START_RULES)
    for row in tables[1]:
        found = rbsim.advantage(row[0], games=40, players=row[1], seed=1)
        chosen = found.figure("advantage", start="difference")
        assert row[3].startswith(chosen.text) or "the same in all" in row[3]
    steps = [float(row[4].split()[0]) for row in rows if row[0].startswith("`")]
    assert len(steps) == 5
    added = (lead("covered", 40) - lead("standard", 40)).mean()
    assert sum(steps) == pytest.approx(100 * added, abs=2.5)


def test_the_ladder(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = program("ladder")
    few = {"uniform": 30, "greedy": 30, "weighted": 30}
    monkeypatch.setattr(tool, "PLAN", cut_down("ladder", tmp_path, few))
    tool.main()
    page = (tmp_path / "ladder.md").read_text()
    found = rbsim.ladder("uniform", "greedy", "weighted", games=30, seed=21)
    assert found.headline in page
    for player in ("greedy", "weighted"):
        elo = found.figure("elo", player=player, opponent="uniform")
        assert f"| {player} | {elo.text}" in page
    duel = {"player": "uniform", "opponent": "weighted"}
    names = ("nobody_wins", "unfinished", "lead", "lead_by_elo", "misfit")
    cells = " | ".join(found.figure(name, **duel).text for name in names)
    assert re.search(rf"\| uniform against weighted \| \d+ \| {re.escape(cells)} \|", page)


@pytest.mark.full
def test_the_readings(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = program("readings")
    plan = tmp_path / "readings.toml"
    text = (PROGRAMS / "readings.toml").read_text()
    plan.write_text(re.sub("games = .*", "games = 40", text))
    monkeypatch.setattr(tool, "PLAN", plan)
    tool.main()
    page = (tmp_path / "readings.md").read_text()
    found = rbsim.compare("peek", "standard,peek=once", games=40, seed=5)
    one = found.figure("advantage", against="peek").text
    (row,) = [line for line in page.splitlines() if line.startswith("| V11 |")]
    assert row.startswith(f"| V11 | `peek` | `standard,peek=once` | greedy | 40 | {one} | ")
    rules = (PROGRAMS.parent / "rules.md").read_text()
    for line in page.splitlines():
        if line.startswith(("| V", "| 7")):
            assert f"| {line.split()[1]} " in rules


def test_the_endings(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = program("endings")
    monkeypatch.setattr(tool, "GAMES", {"greedy": 200})
    monkeypatch.setattr(tool, "PAIRED", {"greedy": 100})
    monkeypatch.setattr(tool, "LEFT", 300)
    monkeypatch.setattr(tool, "CIRCLES", 2_000)
    monkeypatch.setattr(tool, "OTHERS", ("greedy", "greedy~0.2"))
    tool.fill(tool.PAGE, list(tool.tables()))
    page = tool.PAGE.read_text()
    for variant, axis, value in (
        ("waste-available", "standoff-rounds", 1),
        ("waste-available", "standoff-visits", 0),
    ):
        found = rbsim.simulate(f"{variant},{axis}={value}", games=200, players="greedy", seed=1)
        standoffs = found.figure("standoff").text
        section = page[page.index(f"### `{axis}`") :]
        line = next(
            line
            for line in section.splitlines()
            if line.startswith(f"| {variant} | {value or 'never'} |")
        )
        assert line.split("|")[6].strip().startswith(standoffs)
    assert page.count("| standard | greedy | 100 | ") == 1
    circles = rbsim.simulate("standard", games=2_000, players="greedy", seed=1).figure("standoff")
    assert f"greedy` players {circles.count} are standoffs:" in page
    alike, erring = (re.search(rf"^\| {re.escape(who)} \| (.*?)%", page, re.M)
                     for who in tool.OTHERS)  # fmt: skip
    assert alike is not None
    assert "under" in alike[1]  # they go in circles
    assert erring is not None
    assert float(erring[1]) > 0
    rows = rbsim.simulate("waste-available", games=300, players="greedy", seed=1, rows=True).games
    won = rows[rows["outcome"] == rbcore.OUTCOMES.index("win")]
    left = sum(won[pile][:, :2].sum(1) for pile in ("reserve", "hand", "waste"))
    assert f"| waste-available | win | {len(won)} | " in page
    (line,) = [one for one in page.splitlines() if one.startswith("| waste-available | win |")]
    assert float(line.split("|")[6].split()[0]) == pytest.approx(left.mean(), abs=0.06)
    low, high = re.findall(r"([\d.]+) to ([\d.]+)", line.split("|")[6])[0]
    assert float(high) - float(low) == pytest.approx(
        2 * 1.96 * left.std(ddof=1) / len(left) ** 0.5, abs=0.15
    )


def test_the_exact_values(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of a small plan; the same means by hand, and undecided starts both ways."""
    tool = program("exact")
    hidden = "exact-hidden.csv"
    (tmp_path / hidden).write_bytes((PROGRAMS / hidden).read_bytes())
    variant, deals = "standard,ranks=4,suits=2,reserve-size=2,houses-each=1", 60
    plan = tmp_path / "exact.toml"
    plan.write_text(
        f'seed = 30\n[[study]]\nkind = "advantage"\nvariant = ["{variant}"]\n'
        f'players = ["uniform", "greedy"]\ngames = {deals}\n'
    )
    monkeypatch.setattr(tool, "PLAN", plan)
    gains, agreed = np.zeros((2, deals)), 0
    for seat in (0, 1):
        rules = replace(rbcore.variant(variant), starter=f"seat-{seat}")
        rows = rbsim.simulate(rules, games=deals, players="greedy", seed=30, rows=True).games
        for game in range(deals):
            winner = rbcore.solve(rbcore.Position.deal(rules, 30, game)).winner
            gains[seat, game] = 0 if winner is None else 1 if winner == seat else -1
            agreed += winner is not None and rows[game]["winner"] == winner
    tool.main()
    page = (tmp_path / "exact.md").read_text()
    each = gains.mean(0)
    found = program("pages").read_counts(tmp_path / "exact.csv")[variant]
    worth = tool.worth(found)
    assert worth.estimate == pytest.approx(each.mean())
    half = 1.96 * each.std(ddof=1) / deals**0.5
    assert worth.interval == pytest.approx(
        (each.mean() - half, min(1, each.mean() + half)), abs=1e-4
    )
    assert found["agree greedy"] == agreed
    greedy = rbsim.advantage(variant, players="greedy", games=deals, seed=30)
    assert f"| 1 | 2 | 4 | {deals} | {worth.text} | " in page
    assert f" | {greedy.advantage.text} | {int((gains == 0).sum())} | 0 | " in page
    monkeypatch.setattr(tool, "POSITIONS", 100)
    open_ones = tool.solve(variant, deals, 30, ())
    seen = tool.worth(open_ones)
    assert tool.starts(open_ones, "undecided") > 0
    assert seen.interval[0] < worth.estimate < seen.interval[1]
    assert seen.undecided[0] <= worth.estimate <= seen.undecided[1]


def test_the_exact_values_with_hidden_cards(program: Any) -> None:
    """The file has what is solved; and what it says of players is what their games say."""
    tool = program("exact_hidden")
    found = tool.rows(PROGRAMS / "exact-hidden.csv")
    for houses, deal in ((1, "all"), (2, "3")):
        ranks = 2 if deal == "all" else 4
        axes = f"ranks={ranks},suits=2,reserve-size=2,houses-each={houses}"
        row = tool.solve(f"standard,{axes}", deal)
        assert row == found[row.variant, deal]
    variant = "standard,ranks=3,suits=2,reserve-size=2,houses-each=1"
    row, total, looks = found[variant, "all"], 0.0, set()
    for weight, _, start in tool.all_starts(replace(rbcore.variant(variant), starter="seat-0")):
        total += weight * rbcore.solve_hidden(start).lower
        looks.add(str(start))
    assert len(looks) == row.layouts == 450
    assert row.lower == pytest.approx(total / (6 * 5) ** 2, abs=1e-12)
    greedy = rbsim.advantage(variant, players="greedy", games=20_000, seed=5, level=0.999)
    low, high = greedy.advantage.interval
    assert low <= row.greedy <= high


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
    luck = rbsim.read_plan(PROGRAMS / "luck.toml")
    fair = rbsim.read_plan(PROGRAMS / "fair.toml")
    every = (atlas, ladder, skill, luck, readings, fair)
    seeds = [{one.study.arms[0].seed for one in plan} for plan in every]
    assert seeds == [{1}, {21}, {22}, {30}, {5}, {33, 32}]
    exact = rbsim.read_plan(PROGRAMS / "exact.toml")
    for plan in (*every, exact):
        assert plan.stores == Path(plan.file).stem
    make = (PROGRAMS.parents[1] / "Makefile").read_text()
    names = make.partition("STUDIES :=")[2].partition("\n")[0].split()
    assert names == ["atlas", "skill", "luck", "ladder", "readings", "exact", "fair"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("players", ["greedy", "greedy:weighted"])
def test_luck(players: str, program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = program("luck")
    deals = {"greedy": 8, "greedy:weighted": 8}
    monkeypatch.setattr(tool, "PLAN", cut_down("luck", tmp_path, deals))
    tool.main()
    text = (tmp_path / "luck.md").read_text()
    shuffles = 8 if ":" in players else 16
    found = rbsim.luck(games=8, players=players, shuffles=shuffles, seed=30)
    sources = ["players"] if ":" in players else ["open cards", "hidden cards"]
    cells = [
        found.figure("variance_share", source=source, start="causal").text
        for source in ("start", *sources)
    ]
    (row,) = [
        line
        for line in text.splitlines()
        if line.startswith(f"| {players} | 8 |") and line.count("|") > 6 and cells[0] in line
    ]
    assert all(cell in row for cell in cells)
    assert (tmp_path / "luck-bars.svg").exists()
    assert (tmp_path / "luck-open.svg").exists()


@pytest.mark.full
def test_the_page_of_fair_starts(
    program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tool, few = program("fair"), {"greedy": 60, "lookahead+memory": 10}
    (tmp_path / "remedies.csv").write_bytes((PROGRAMS / "remedies.csv").read_bytes())
    monkeypatch.setattr(tool, "PLAN", cut_down("fair", tmp_path, few))
    tool.main()
    text, count = (tmp_path / "fair.md").read_text().replace("**", ""), 4 * 10 + 4 * 3 + 4 * 3
    assert f"{count} advantages are judged." in text
    limits, shown = "first-moves=3..6,second-reserve=6..10", "second-face-up=12,starter-face-up=12"
    found = rbsim.fair("crossley", handicaps=limits, games=60, seed=33)
    joint = found.at(1 - 0.05 * 10 / count).figure("advantage_together", handicap="first-moves=4")
    less = joint.estimate - found.figure("advantage_together", handicap="none").estimate
    cells = f"{joint.text} | {joint.labels['verdict']} | {joint.show(less)[:4]}"
    assert f"| first-moves=4 | {cells}" in text
    for players, several in (("greedy", False), ("planner", True)):  # whether it makes use of them
        made = rbsim.fair(handicaps=shown, players=players, games=60, seed=33).figures
        seen = {one.estimate for one in made if one.quantity == "advantage_together"}
        assert (len(seen) > 1) == several


def test_figures_stand_beside_those_of_other_pages(program: Any) -> None:
    pages = program("pages")
    every = pages.read_lines(PROGRAMS / "atlas.csv")
    there, same = every["strict", "greedy"].causal, every["strict", "uniform"].causal
    apart = (there.half - there.moved / 2) / 1.959964 * 2**0.5
    for z, said in ((0.0, "none parts"), (2.5, "none parts"), (-4.0, "*these part*: strict of")):
        ends = {name: getattr(there, name) + z * apart for name in ("estimate", "low", "high")}
        found = [("strict", "greedy", replace(there, **ends)), ("standard", "nobody", there)]
        text = pages.beside([*found, *[("strict", "uniform", same)] * 8])
        assert f" | atlas | {there.n:,} | {there.text} | {z:+.2f} |" in text
        assert said in text


@pytest.mark.full
def test_all_plans_are_played_and_all_pages_written(
    program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As by `make studies PART=...`, of ten games of each study."""
    monkeypatch.chdir(tmp_path)
    make = (PROGRAMS.parents[1] / "Makefile").read_text()
    for name in make.partition("STUDIES :=")[2].partition("\n")[0].split():
        part = ["--part", str(10**9)]
        monkeypatch.setattr(sys, "argv", ["tool", name, *part, "--to", "pages"])
        program(name).main()
        page = (tmp_path / "pages" / f"{name}.md").read_text()
        committed = (PROGRAMS / f"{name}.md").read_text()
        assert headings(page) == headings(committed)
    monkeypatch.setattr(sys, "argv", ["tool", "stores", *part])
    tool = program("luck")
    with pytest.raises(SystemExit):  # never over the pages of the docs
        tool.main()


def headings(page: str) -> list[str]:
    """The headings of a page, without numbers of games."""
    return [line.partition(",")[0] for line in page.splitlines() if line.startswith("#")]
