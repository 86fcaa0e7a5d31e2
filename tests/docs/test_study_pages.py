"""docs/studies: the other pages, and stores that are joined for them."""

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
from support.study_pages import PROGRAMS, cut_down, lead

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")


@pytest.mark.full
def test_stores_are_joined_deal_by_deal(program: Any, tmp_path: Path) -> None:
    paired = program("paired")
    names = ("face-down", "standard")
    options: dict[str, Any] = {"players": "greedy", "max_turns": 50}
    joined = []
    for name in names:
        found = rbsim.advantage(name, games=600, seed=1, store=tmp_path / name, **options)
        joined.append(paired.Leads.of(found, paired.forced(found)))
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
    assert program("pages").p_value(found) == 1


def test_differences(program: Any) -> None:
    """Of known advantages; what one rule adds to two players, and what may be chance."""
    pages, tool = program("pages"), program("differences")

    def line(variant: str, players: str, low: float, high: float) -> Any:
        labels = {"start": "causal"}
        one = rbsim.Figure("advantage", (low + high) / 2, low, high, 1_000, labels=labels)
        return pages.Line(variant, players, [one])

    own = [
        line("standard", "uniform", 0.01, 0.03), line("standard", "greedy", 0.11, 0.13),
        line("crossley", "uniform", 0.00, 0.02), line("crossley", "greedy", 0.18, 0.20),
    ]  # fmt: skip
    lines = {(one.variant, one.players): one for one in own}
    ((_, added),) = list(tool.contrasts(lines, ("uniform", "greedy")))[:1]
    assert [one.estimate for one in added] == pytest.approx([-0.01, 0.07, 0.08])
    halves = [0.01 * n**0.5 for n in (2, 2, 4)]
    assert [one.half for one in added] == pytest.approx(halves)
    z = [0.01 / 2**0.5, 0.07 / 2**0.5, 0.08 / 2]
    ps = [math.erfc(1.959964 * one / 0.01 / 2**0.5) for one in z]
    assert [pages.p_value(one) for one in added] == pytest.approx(ps)
    (row,) = tool.table(("a", "b", "c", "d"), [(["crossley"], added)]).splitlines()[2:]
    assert [cell.strip()[-1] for cell in row.split("|")[2:-1]] == ["†", ")", ")"]


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
    names = ("nobody_wins", "unfinished", "lead", "expected_lead", "misfit")
    cells = " | ".join(found.figure(name, **duel).text for name in names)
    assert re.search(rf"\| uniform against weighted \| \d+ \| {re.escape(cells)} \|", page)


@pytest.mark.full
def test_the_house_rules(program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One game in 10,000: a row for each rule and player, and in findings what Holm's p leaves."""
    tool = program("house_rules")
    argv = ["tool", str(tmp_path / "stores"), "--part", "10000", "--to", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", argv)
    tool.main()
    page = (tmp_path / "house_rules.md").read_text()
    base, ruled = "waste-available", "waste-available,load-onto=none"
    table = page.partition("## `waste-available`")[2].partition("## ")[0]
    first = "`load-onto=none`"
    for players, deals in (("greedy", 90), ("lookahead+memory", 30)):
        found = rbsim.compare(base, ruled, games=deals, seed=68, players=players)
        texts = [found.figure(name, variant=ruled, against=base).text for name in tool.QUANTITIES]
        row = f"| {first} | `{players}` | {' | '.join(texts)} |"
        assert row in table.replace(" \\*", "")
        assert f"| `{base}`, `{players}` | {deals} | 13 | " in page
        first = ""
    both = (tool.TO_WASTE, "waste-available,load-onto=none,turned-up-card=to-waste")
    last = rbsim.compare(*both, games=30, seed=68, players="lookahead+memory")
    worth, without = (last.figure("advantage", variant=one, against=None).text for one in both)
    assert f"starting is worth {worth} to" in page
    assert f"as well it is worth {without}." in page
    assert re.findall("^## `(.*)`$", page, re.MULTILINE) == [
        "standard", "waste-available", "cut-start", tool.TO_WASTE
    ]  # fmt: skip
    assert (tmp_path / "house-rules.svg").stat().st_size > 10_000
    lines = rbsim.read_plan(PROGRAMS / "house_rules.toml")
    rows = (tmp_path / "house_rules.csv").read_text().splitlines()
    assert len(rows) == 1 + 3 * sum(len(one.study.parts) for one in lines)
    changed = [[arm.variant for arm in one.study.arms] for one in lines]
    assert changed[:4] == changed[4:]  # by greedy, and by lookahead+memory


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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
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
        looks.add(start.notation)
    assert len(looks) == row.layouts == 450
    assert row.lower == pytest.approx(total / (6 * 5) ** 2, abs=1e-12)
    greedy = rbsim.advantage(variant, players="greedy", games=20_000, seed=5, level=0.999)
    low, high = greedy.advantage.interval
    assert low <= row.greedy <= high


@pytest.mark.full
def test_the_plans_of_the_pages_are_whole() -> None:
    """All presets and players are there once, and what they make is named as the stores are."""
    atlas = rbsim.read_plan(PROGRAMS / "atlas.toml")
    starts = {"cut-start", "high-start", "tableau-start"}  # whose forced games are the standard's
    lines = {f"{name}-{players}" for name in rbcore.PRESETS for players in ("greedy", "uniform")}
    lines |= {f"{name}-lookahead+memory" for name in rbcore.PRESETS if name not in starts}
    assert {one.name for one in atlas} == lines
    assert atlas["strict-lookahead+memory"].study.count == 100_000
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
    assert seeds == [{1, 22}, {21}, {22}, {30}, {5}, {33, 32}]
    others = [rbsim.read_plan(PROGRAMS / f"{name}.toml") for name in ("exact", "differences")]
    for plan in (*every, *others):
        assert plan.stores == Path(plan.file).stem
    make = (PROGRAMS.parents[1] / "Makefile").read_text()
    names = make.partition("STUDIES :=")[2].partition("\n")[0].split()
    assert names == [
        "atlas", "skill", "differences", "luck", "ladder", "readings", "exact", "fair",
        "house_rules",
    ]  # fmt: skip


def test_how_much_is_settled(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of outcomes whose expectation is half of them either way, a quarter is settled."""
    tool = program("decided")
    (first, *_), (_, *played) = (tool.outcomes("greedy", number) for number in (0, 1))
    game = rbcore.Game.deal(rbcore.variant("standard"), tool.SEED, 0)
    game.play_out("greedy")
    assert first[0] == tool.outcome(game) == (1 if game.winner == 0 else -1)
    assert len(played) == len(tool.LEFT) - 1
    assert len({one[0] for one in played}) == 1
    rng = np.random.default_rng(1)

    def drawn(player: str, number: int) -> list[Any]:
        chance = rng.choice([0.25, 0.75])
        return [2 * (rng.random(3) < chance) - 1, (1, 1, 1), 2 * (rng.random(3) < 0.5) - 1]

    monkeypatch.setattr(tool, "outcomes", drawn)
    quarter, whole, nothing = tool.shares("greedy", 4_000)
    assert quarter.low < 0.25 < quarter.high < quarter.low + 0.06
    assert (whole.estimate, nothing.low) == (1, 0)
    assert nothing.high < 0.05


def test_a_lead_is_a_share_of_the_variance(program: Any) -> None:
    squared, figure = program("luck").squared, rbsim.Figure
    one = squared(figure("advantage", -0.2, -0.3, -0.1, 10, undecided=(-0.22, -0.18)), 0.5)
    assert (one.estimate, *one.interval) == pytest.approx((0.08, 0.02, 0.18))
    assert one.undecided == pytest.approx((0.0648, 0.0968))
    assert squared(figure("advantage", 0.1, -0.1, 0.3, 10), 1).interval == pytest.approx((0, 0.09))


@pytest.mark.full
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
    same = replace(same, estimate=1.001 * same.estimate)  # the very same would be the same games
    apart = (there.half - there.moved / 2) / 1.959964 * 2**0.5
    none, some = "No figure differs", "*These differ significantly*: strict of"
    for z, said in ((0.5, none), (2.5, none), (-4.0, some)):
        ends = {name: getattr(there, name) + z * apart for name in ("estimate", "low", "high")}
        found = [("strict", "greedy", replace(there, **ends)), ("standard", "nobody", there)]
        text = pages.beside([*found, *[("strict", "uniform", same)] * 8])
        assert f" | atlas | {there.n:,} | {there.text} | {z:+.2f} |" in text
        assert said in text


@pytest.mark.full
def test_all_plans_are_played_and_all_pages_written(
    program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As by `make studies PART=...`, of four games of each study, not ten."""
    monkeypatch.setattr("rbsim.keeping.plans.MIN_PART", 4)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pages").mkdir()
    # A variant of which every layout is solved has no smaller part, and takes minutes, so
    # only the smallest is solved here.
    lines = (PROGRAMS / "exact-hidden.csv").read_text().splitlines(keepends=True)
    head, smallest, *others = [lines[0], *(line for line in lines if ",all," in line)]
    solved = tmp_path / "pages" / "exact-hidden.csv"
    solved.write_text("".join([head, *others]))
    make = (PROGRAMS.parents[1] / "Makefile").read_text()
    for name in make.partition("STUDIES :=")[2].partition("\n")[0].split():
        part = ["--part", str(10**9)]
        monkeypatch.setattr(sys, "argv", ["tool", name, *part, "--to", "pages"])
        program(name).main()
        page = (tmp_path / "pages" / f"{name}.md").read_text()
        committed = (PROGRAMS / f"{name}.md").read_text()
        assert headings(page) == headings(committed)
    assert smallest in solved.read_text()
    monkeypatch.setattr(sys, "argv", ["tool", "stores", *part])
    tool = program("luck")
    with pytest.raises(SystemExit):  # never over the pages of the docs
        tool.main()


def headings(page: str) -> list[str]:
    """The headings of a page, without numbers of games."""
    return [line.partition(",")[0] for line in page.splitlines() if line.startswith("#")]
