"""docs/studies: the pages of all presets, the atlas and skill, and their data."""

import csv
import re
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

import rbcore
import rbsim
from support.study_pages import PROGRAMS, cut_down

pytest.importorskip("pyarrow")
pytest.importorskip("matplotlib")
DEALS = {"greedy": 40, "uniform": 20}
FRONTS = [PROGRAMS.parents[1] / "README.md", PROGRAMS.parent / "index.md", PROGRAMS / "findings.md"]
COLUMNS = {
    "starting is worth": ("advantage", "causal", 100),
    "nobody wins": ("nobody_wins", "as dealt", 100),
    "median turns": ("turns_q50", "as dealt", 1),
}


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


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "seed", "presets"),
    [("atlas", 1, ("standard", "three-player", "here-and-there")), ("skill", 22, ("standard",))],
)
def test_a_page_has_what_is_found(
    name: str, seed: int, presets: tuple[str, ...], made: Any, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Its data, tables and pictures are of what `rbsim.advantage` finds."""
    monkeypatch.setattr(rbcore, "PRESETS", {name: rbcore.PRESETS[name] for name in presets})
    known, page = made(name)
    pictures = [path.read_text() for path in tmp_path.glob(f"{name}-*.svg")]
    assert len(pictures) == 1
    for variant, players in product(presets, DEALS):
        found = rbsim.advantage(variant, games=DEALS[players], players=players, seed=seed)
        for quantity, start in (
            ("advantage", "causal"), ("decided_advantage", "causal"), ("standoff", "as dealt"),
        ):  # fmt: skip
            figure = found.figure(quantity, start=start)
            one = known[variant, players, quantity, start]
            assert int(one["n"]) == figure.n == DEALS[players]
            kept = [float(one[name]) for name in ("estimate", "low", "high")]
            assert kept == pytest.approx([figure.estimate, *figure.interval], rel=1e-6)
            if figure.undecided is not None:
                ends = float(one["undecided_low"]), float(one["undecided_high"])
                assert ends == pytest.approx(figure.undecided, rel=1e-6)
        moved = " \\*" if found.advantage.is_noted else ""
        assert f"| {DEALS[players]} | {found.advantage.text}{moved} |" in page
        assert all(f"{variant}, {players}: " in picture for picture in pictures)
    if name == "atlas":
        assert "The tables have 84 intervals" in page
        assert f"multiplied by {NormalDist().inv_cdf(1 - 0.05 / 168) / 1.959964:.2f} (" in page


def test_which_advantages_differ(program: Any) -> None:
    """Of known ones: three seats have another even chance; what players do not use is left out."""
    paired, pages = program("paired"), program("pages")

    def line(variant: str, low: float, high: float) -> Any:
        labels = {"start": "causal"}
        one = rbsim.Figure("advantage", (low + high) / 2, low, high, 400, labels=labels)
        return pages.Line(variant, "greedy", [one])

    lines = [line("standard", 0.1, 0.2), line("three-player", -0.35, -0.32), line("peek", -1, 2)]
    text = paired.tests_text([*lines, line("early-turn", -1, 1), line("cut-start", -1, 1)])
    assert text.startswith(
        "1 of 3 causal advantages differ from an even chance. "
        "The others are `three-player` of `greedy`, `peek` of `greedy`."
    )
    assert "others" not in paired.tests_text(lines[:1])


def test_unfinished_games_are_marked(program: Any, tmp_path: Path) -> None:
    atlas, pages = map(program, ("atlas", "pages"))
    found = rbsim.advantage("standard", games=60, seed=1, max_turns=40)
    line, shown = pages.Line.of(found), found.advantage.text
    least, most = line.causal.undecided
    assert most - least > 0.2
    assert line.causal == replace(found.advantage, labels=line.causal.labels)
    row = atlas.cells(line, atlas.TABLES["First-player advantage"])
    assert f"| standard | 60 | {shown} \\* |" in pages.markdown(["", "", *"abcd"], [row])
    data = tmp_path / "some.csv"
    pages.write_lines(data, [line], "start")
    (again,) = pages.read_lines(data).values()
    for columns in list(atlas.TABLES.values())[:2]:  # of means data do not say why none is known
        texts = [pages.markdown(columns, [atlas.cells(one, columns)]) for one in (line, again)]
        assert texts[0] == texts[1]
    assert atlas.nobody(again).text == atlas.nobody(line).text
    pages.forest(tmp_path / "some.svg", "", [], [again.causal])
    assert shown in (tmp_path / "some.svg").read_text()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["atlas", "skill", "luck", "differences"])
def test_the_tables_of_the_pages_are_those_of_their_data(
    name: str, program: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is played: what no store has is as the committed data have it."""
    asked = ["tool", str(tmp_path / "stores"), "--kept", "--to", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", asked)
    program(name).main()
    written = [PROGRAMS / f"{name}.md", PROGRAMS / f"{name}.csv"]
    for committed in written + FRONTS * (name == "atlas"):
        assert (tmp_path / committed.name).read_text() == committed.read_text(), (
            f"python docs/studies/{name}.py build/studies --kept writes it anew"
        )


@pytest.mark.parametrize("front", FRONTS, ids=lambda path: path.name)
def test_the_answer_is_in_the_data(front: Path) -> None:
    """Every number of the table, of all presets that are more than a start rule."""
    with (PROGRAMS / "atlas.csv").open() as file:
        data = {tuple(row.values())[:4]: float(row["estimate"]) for row in csv.DictReader(file)}
    before, _, after = front.read_text().partition("atlas.py -->\n\n")
    assert "atlas-advantage.svg)" in before
    lines = after.partition("\n\n")[0].replace("head +", "head+").splitlines()
    head, _, *rows = [line.strip("| ").split(" | ") for line in lines]
    for row in rows:
        row[0], _, even = row[0].partition(" (even: ")
        assert even == ("-33.3)" if row[0] == "three-player" else "")
    shown = [row[0] for row in rows]
    everything = {*rbcore.PRESETS} - {"cut-start", "high-start", "tableau-start"}
    five = {"crossley", "strict", "standard", "waste-available", "covered"}
    assert {*shown} == (five if front.name == "README.md" else everything)
    drawn = re.findall(r">([^<>]+)</text>", (PROGRAMS / "atlas-advantage.svg").read_text())
    assert [text for text in drawn if text.partition(",")[0] in shown] == shown
    assert all({*row[1:4]} <= {*drawn} for row in rows)
    for name, *cells in rows:
        for column, cell in zip(head[1:], cells, strict=True):
            words, players = column.split(", ")
            quantity, start, scale = COLUMNS[words]
            value, number = scale * data[name, players, quantity, start], cell.removesuffix("%")
            places = len(number.partition(".")[2])
            assert value == 0 if "under" in cell else abs(float(number) - value) < 0.51 / 10**places


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
