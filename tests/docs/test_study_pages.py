"""docs/studies: the other pages, and stores that are joined for them."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rbsim.stats.figure import figure
from rbsim.stats.inference import holm
from rbsim.stats.intervals import Mean
from rbsim.stats.number_text import figure_text, p_text

import rbcore
import rbsim
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


def test_shards_of_any_size_lie_side_by_side(program: Any) -> None:
    paired = program("paired")
    games = np.arange(100)
    streams = [iter(np.split(games[None], cuts, axis=1)) for cuts in ([30, 60], [7, 50], [99])]
    streams.append(iter([games[None, :80]]))
    pieces = list(paired.side_by_side(streams))
    assert all((piece == piece[0]).all() for piece in pieces)
    assert np.concatenate(pieces, axis=1)[0].tolist() == list(range(80))
    assert max(piece.shape[1] for piece in pieces) == 23


@pytest.mark.full
def test_differences(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    presets = ("standard", "cut-start", "high-start", "tableau-start", "crossley", "three-player")
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
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


def test_the_ladder(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tool = program("ladder")
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
    one = figure_text(found.figure("advantage", against="peek"))
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
    circles = rbsim.simulate("standard", games=2_000, players="greedy", seed=1).figure("standoff")
    assert f"greedy` players {circles.count} are standoffs." in page.replace("\n", " ")
    alike, erring = (re.search(rf"^\| {re.escape(who)} \| (.*?)%", page, re.M)
                     for who in tool.OTHERS)  # fmt: skip
    assert alike is not None
    assert "under" in alike[1]  # they go in circles
    assert erring is not None
    assert float(erring[1]) > 0
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
        rows = rbsim.simulate(rules, games=deals, players="greedy", seed=30).games
        assert rows is not None
        for game in range(deals):
            winner = rbcore.solve(rbcore.Position.deal(rules, 30, game)).winner
            gains[seat, game] = 0 if winner is None else 1 if winner == seat else -1
            agreed += winner is not None and rows[game]["winner"] == winner
    tool.main()
    page = (tmp_path / "exact.md").read_text()
    each = gains.mean(0)
    found = tool.solved(rbsim.read_plan(plan), tmp_path / "exact.csv")[variant]
    worth = tool.worth(found)
    assert worth.estimate == pytest.approx(each.mean())
    half = 1.96 * each.std(ddof=1) / deals**0.5
    assert worth.interval == pytest.approx(
        (each.mean() - half, min(1, each.mean() + half)), abs=1e-4
    )
    assert found["agree greedy"] == agreed
    greedy = rbsim.advantage(variant, players="greedy", games=deals, seed=30)
    one = figure_text(greedy.figure("advantage", start="causal"))
    assert f"| 1 | 2 | 4 | {deals} | {figure_text(worth)} | " in page
    assert f" | {one} | {int((gains == 0).sum())} | 0 | " in page
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
    for one in tool.all_starts(replace(rbcore.variant(variant), starter="seat-0")):
        total += one.weight * rbcore.solve_hidden(one.position).lower
        looks.add(str(one.position))
    assert len(looks) == row.layouts == 450
    assert row.lower == pytest.approx(total / (6 * 5) ** 2, abs=1e-12)
    greedy = rbsim.advantage(variant, players="greedy", games=20_000, seed=5, level=0.999)
    low, high = greedy.figure("advantage", start="causal").interval
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
    assert seeds == [{1}, {21}, {22}, {30}, {5}, {31}]
    exact = rbsim.read_plan(PROGRAMS / "exact.toml")
    for plan in (*every, exact):
        assert plan.output.stores == f"build/studies/{Path(plan.file).stem}"  # as make names them
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
    cells = [figure_text(found.share(source)) for source in ("start", *sources)]
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
    tool, page = program("fair"), tmp_path / "fair.md"
    (tmp_path / "remedies.csv").write_bytes((PROGRAMS / "remedies.csv").read_bytes())
    monkeypatch.setattr(tool, "PLAN", cut_down("fair", tmp_path, {"greedy": 60}))
    tool.main()
    text, handicaps = page.read_text(), "first-moves=2..7,second-reserve=6..9"
    for variant in ("standard", "crossley"):
        found = rbsim.fair(variant, handicaps=handicaps, games=60, seed=31)
        assert found.headline in text
        advantage = found.figure("advantage_together", handicap="first-moves=4")
        change = list(tool.changes(found))[2]
        assert f" | {figure_text(advantage)} | {figure_text(change)} |" in text
        less = advantage.estimate - found.together[0].estimate
        assert change.estimate == pytest.approx(less)
        assert change.interval[0] < less < change.interval[1]
    assert "second-reserve=9" in page.with_name("fair-advantage.svg").read_text()
    assert text.count("*Not used*: second-face-up=12, starter-face-up=12.") == 4
    planned = rbsim.fair(handicaps="second-face-up=12", players="planner", games=60, seed=31)
    assert not tool.is_unused(planned)


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
