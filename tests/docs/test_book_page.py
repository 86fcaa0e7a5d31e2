"""docs/studies/book: the page has what the sums say, and docs/patience has every game."""

import csv
import importlib
import re
import sys
import tomllib
from dataclasses import replace
from math import comb, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rbsim
from rbpatience.book import GAMES
from support.study_pages import blocks

DOCS = Path(__file__).parents[2] / "docs"

# Games in which the adviser wins more often, by four standard errors of the difference.
BETTER_THAN_UNIFORM = (
    "1a", "6", "6b", "6c", "9", "12", "21", "22", "23", "23b", "25", "27", "27b", "27c", "32",
    "35", "37", "39", "45", "53", "54", "57",
)  # fmt: skip
BETTER_THAN_FIXED = ("12", "21", "23b", "25", "27", "27b", "27c", "39", "53", "57")

# Games in which uniform would win more if all that it gives up were won.
LEFT_OPEN = {"23b", "27b", "30", "31", "35", "41", "44", "46", "47"}


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "studies"))
    return importlib.import_module("book")


def read(tool: ModuleType) -> list[Any]:
    """The lines of the committed sums."""
    return tool.read_rows(tool.CSV, tool.Line)


@pytest.mark.full
def test_the_program_plays_every_run(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(sys, "argv", ["book", "--games", "40"])
    for name in ("CSV", "PAGE", "PICTURE"):
        monkeypatch.setattr(tool, name, tmp_path / getattr(tool, name).name)
    monkeypatch.setattr(tool, "PILOT", 40)
    tool.main()
    with (tmp_path / "book.csv").open(newline="") as file:
        rows = {(row["game"], row["player"]): row for row in csv.DictReader(file)}
    assert list(rows) == list(tool.runs())
    assert len(rows) > len(GAMES)
    for number in ("13", "35", "18"):
        result = rbsim.patience(number, games=40)
        arm = result.study.arms[0]
        row = rows[arm.variant, arm.player_text]
        assert row["won"] == str(result.figure("wins").count)
        assert float(row["left"]) == pytest.approx(result.figure("cards_left").estimate, abs=6e-4)
    text = (tmp_path / "book.md").read_text()
    for game in GAMES.values():
        line = rf"^\| {game.number} \| {game.name} \| {game.player} \| (under |over )?[\d.]+% "
        assert re.search(line, text, re.MULTILINE), game.name
    free = blocks(tmp_path / "book.md")[0]
    cells = r"^\| \S+ \| [a-z-]+ \| \w+ \| (under |over |)([\d.]+)%"
    ends = {"under ": 0.0, "over ": 100.0}
    found = re.findall(cells, free, re.MULTILINE)
    shares = [ends.get(bound, float(share)) for bound, share in found]
    assert len(shares) > 25
    assert sorted(shares, reverse=True) == pytest.approx(shares, abs=1)
    assert (tmp_path / "book.svg").read_text().count("<svg") == 1


def test_what_is_there_is_not_played_again_unless_its_rules_changed(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tool, "CSV", tmp_path / "book.csv")
    star, dial = (tool.play(game, "forced", 10) for game in ("star", "dial"))
    tool.write_rows(tool.CSV, [star, replace(dial, rules="another")])
    asked: list[str] = []

    def play(form: str, player: str, most: int) -> object:
        asked.append(form)
        return star

    monkeypatch.setattr(tool, "play", play)
    list(tool.played(10, again=False))
    assert "dial" in asked
    assert "star" not in asked
    list(tool.played(10, again=True))
    assert "star" in asked


def test_a_line_of_another_version_is_played_again(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are of the first versions of game and player, which their digests do not name."""
    before = tool.digest("fly", "adviser")
    assert before == tool.digest("fly", "uniform") != tool.digest("harvest", "plain")
    fly = GAMES["51"]
    rules = replace(fly.rules, player_versions={"adviser": 2})
    for changed in (replace(fly, version=2), replace(fly, rules=rules)):
        monkeypatch.setitem(GAMES, "51", changed)
        assert tool.digest("fly", "adviser") != before
    assert tool.digest("fly", "uniform") == before


@pytest.mark.full
def test_the_page_is_that_of_the_sums(tool: ModuleType) -> None:
    lines = read(tool)
    assert [(line.game, line.player) for line in lines] == list(tool.runs())
    assert [line.game for line in lines if line.rules != tool.digest(line.game, line.player)] == []
    assert blocks(tool.PAGE) == tool.tables(lines)
    for line in lines:
        if not (line.reading or line.is_decided):
            assert line.rate.half <= 0.000_205, line.game  # 0.02 points


@pytest.mark.full
def test_the_figures_of_the_page_are_played_anew(tool: ModuleType) -> None:
    """The first games of each, which are among those of the page."""
    for line in read(tool):
        if not line.reading:
            games = 1_000 if line.player == line.printed.player else 100
            won = rbsim.patience(line.game, games=games, players=line.player).figure("wins").count
            assert won <= line.won <= line.games - (games - won), line.game
            assert min(tails(won, games, line.rate.estimate)) > 1e-6, line.game


def tails(won: int, games: int, share: float) -> tuple[float, float]:
    """How likely it is to win so few, and so many."""
    each = [comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(games + 1)]
    return sum(each[: won + 1]), sum(each[won:])


def test_the_adviser_wins_no_fewer_games_than_uniform(tool: ModuleType) -> None:
    """What is won is said of all games, those given up counted as not won."""
    lines = {(line.number, line.player): line for line in read(tool) if not line.reading}
    compared = 0
    for (number, player), uniform in lines.items():
        if player != "uniform":
            continue
        adviser, fixed = lines[number, "adviser"], lines[number, uniform.printed.player]
        assert adviser.left < uniform.left + 0.2 or number in ("40", "42"), number
        lead = errors_more(adviser, uniform)
        assert lead > (4 if number in BETTER_THAN_UNIFORM else -1.96), number
        assert errors_more(adviser, fixed) > 4 or number not in BETTER_THAN_FIXED, number
        might = bool(uniform.undecided) and uniform.rate.undecided[1] > adviser.rate.estimate
        assert might == (number in LEFT_OPEN), number
        compared += 1
    assert compared > 40


def errors_more(line: Any, other: Any) -> float:
    """By how many standard errors of the difference a player wins more often."""
    variance = sum(x.rate.standard_error**2 for x in (line, other))
    return (line.rate.estimate - other.rate.estimate) / sqrt(max(variance, 1e-12))


@pytest.mark.parametrize(("claim", "won", "wanted"), [
    ("against", 400, "yes"), ("against", 600, "no"), ("against", 500, "open"),
    ("favour", 600, "yes"), ("favour", 400, "no"),
])  # fmt: skip
def test_remarks_are_judged_by_the_interval(
    tool: ModuleType, claim: str, won: int, wanted: str
) -> None:
    line = tool.Line("covering", "forced", "", 1_000, won, 0, 0.0, 1.0, 0)
    assert tool.verdict({"game": "24", "claim": claim}, {"24": line}) == wanted
    decided = replace(line, game="kingdom", player="automatic")
    found = tool.verdict({"game": "37", "claim": claim}, {"37": decided})
    by = {"yes": "yes, by `automatic` play", "no": "not by `automatic` play", "open": "open"}
    assert found == by[wanted]


def test_remarks_compare_games(tool: ModuleType) -> None:
    line = tool.Line("star", "forced", "", 1_000, 500, 0, 0.0, 1.0, 0)
    other = replace(line, game="covering", won=300, passes=2.0)
    both = {"2": line, "24": other}
    harder = {"game": "24", "claim": "harder", "than": "2"}
    assert tool.verdict(harder, both) == "yes"
    assert tool.verdict({"game": "2", "claim": "harder", "than": "24"}, both) == "no"
    assert tool.verdict({"game": "2", "claim": "easier", "than": "24"}, both) == "yes"
    assert tool.verdict(harder, {"2": line, "24": replace(other, won=495)}) == "open"
    assert tool.verdict({"game": "24", "claim": "longest"}, both) == "yes"
    assert tool.verdict({"game": "2", "claim": "longest"}, both) == "no"


def test_undecided_games_show_on_the_page(tool: ModuleType) -> None:
    line = tool.Line("star", "forced", "", 1_000, 500, 100, 0.0, 1.0, 0)
    low, high = line.rate.interval
    assert f"| 50.0% ({100 * low:.1f} to {100 * high:.1f}) \\* |" in tool.table([line], {})


def test_what_is_said_is_of_games_that_there_are(tool: ModuleType) -> None:
    kept = tomllib.loads(tool.SAYS.read_text())
    page, own = tool.PAGE.read_text(), tool.by_number(read(tool))
    for one in kept["says"]:
        assert one["claim"] in ("against", "favour", "harder", "easier", "longest")
        assert (f"| {one['words']}: " in page) == (one["game"] in own), one["game"]
    for one in kept["known"]:
        assert ("http" in one["source"]) or "by theory" in one["source"]
        assert (one["source"] in page) == (one["game"] in own), one["game"]
    assert sum(one["game"] in own for one in kept["says"]) >= 6
    assert sum(one["game"] in own for one in kept["known"]) >= 8
    for one in (*kept["says"], *kept["known"]):
        number, _, reading = one["game"].partition(",")
        if number in {game.number for game in GAMES.values()}:
            assert one["game"] in own, f"{number} has no reading {reading}"


def test_every_game_and_reading_has_its_rules() -> None:
    text = "".join(path.read_text() for path in (DOCS / "patience").glob("*.md"))
    for game in GAMES.values():
        assert re.search(rf"\b{game.number.removesuffix('-2deals')}\b", text), game
        for key, values in game.readings.items():
            for value in values:
                assert f"{key}={value}" in text or f"`{value}`" in text or value in text, value
