"""What commands print by default in terminals of 80, 100 and 120 columns: no row is broken."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rbsim.rendering.text_tables import Report, fitted
from rbsim.stats.intervals import Rate
from rbsim.studies import every_kind

import rbcore
import rbsim
from rbsim.cli import console
from rbsim.cli.main import BY_HAND, run
from rbsim.games.judging import Course, JudgedMove, course_lines
from rbsim.opinions.lines import Line
from rbsim.opinions.opinion import JudgedLine, Opinion
from rbsim.opinions.opinion_text import opinion_lines

WIDTHS = (80, 100, 120)
LONG = "standard,reserve-size=11,houses-each=3,peek=yes"

# Of every kind of study that has a command, what makes a small result.
STUDIES: dict[str, Callable[[], Any]] = {
    "simulate": lambda: rbsim.simulate(LONG, games=20),
    "match": lambda: rbsim.match("standard,target=100", matches=3),
    "survey": lambda: rbsim.survey("standard", LONG, games=20, players="uniform,greedy~0.2:greedy"),
    "advantage": lambda: rbsim.advantage("three-player", games=20, players="greedy"),
    "fair": lambda: rbsim.fair(LONG, handicaps="first-moves=3", games=20),
    "compare": lambda: rbsim.compare("standard", LONG, games=20),
    "sweep": lambda: rbsim.sweep(
        "reserve-size=8,9", "houses-each=3,4", variant="covered,peek=yes", games=20
    ),
    "ladder": lambda: rbsim.ladder("greedy~0.2", "planner+memory~0.2", "uniform", games=20),
    "luck": lambda: rbsim.luck(LONG, games=20, players="greedy:uniform", shuffles=2),
    "patience": lambda: rbsim.patience("fan", games=20),
    "sympathy": lambda: rbsim.sympathy(games=20),
}


def check_tables(report: Report, lines: list[str], width: int) -> None:
    """Every row of every table stands in one line, in the order of the rows."""
    left = iter(lines)
    for table in report.tables:
        for row in fitted(table, width, drops=True):
            cells = [re.escape(cell) for cell in row if cell]
            if cells:
                whole = re.compile(r"\s*" + r"\s+".join(cells) + r"\s*")
                assert any(whole.fullmatch(line) for line in left), (row, lines)


@pytest.mark.parametrize("name", STUDIES)
def test_rows_of_studies_are_whole(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = STUDIES[name]().report()
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        console.print_report(report)
        lines = capsys.readouterr().out.splitlines()
        assert max(map(len, lines)) <= width
        check_tables(report, lines, width)


def test_all_studies_are_there() -> None:
    assert set(STUDIES) == {kind.name for kind in every_kind() if kind.has_command} | {"patience"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store, results, a game file and a plan."""
    folder = tmp_path_factory.mktemp("widths")
    small = ["simulate", LONG, "--games", "20", "--quiet"]
    assert run([*small, "--store", str(folder / "store")]) == 0
    assert run([*small, "--out", str(folder / "one.json")]) == 0
    assert run([*small, "--first", "20", "--out", str(folder / "other.json")]) == 0
    pick = ["games", str(folder / "store"), "--limit", "1", "--out", str(folder / "some.games")]
    assert run(pick) == 0
    (folder / "plan.toml").write_text(
        f'[[study]]\nname = "one"\nkind = "simulate"\nvariant = "{LONG}"\ngames = 20\n'
    )
    return folder


def position() -> str:
    game = rbcore.Game.deal(rbcore.variant("standard"), 1, 7)
    for _ in range(60):
        game.apply(game.choose("uniform"))
    return str(game.position())


# Of every other command, its words; PATH/ is the folder.
COMMANDS = {
    "study": ["study", "PATH/plan.toml", "--quiet"],
    "report": ["report", "PATH/store", "--out", "PATH/page.html", "--force"],
    "merge": ["merge", "PATH/one.json", "PATH/other.json"],
    "check": ["check", "PATH/store"],
    "moves": ["moves", "standard", "POSITION"],
    "perft": ["perft", "standard", "2", "POSITION"],
    "judge": ["judge", "standard", "POSITION", "turn"],
    "replay": ["replay", "standard", "--game", "7"],
    "games": ["games", "PATH/store", "--limit", "1"],
    "deal": ["deal", "standard"],
    "hint": ["hint", "standard", "POSITION", "--games", "200"],
    "analyse": ["analyse", "PATH/some.games", "--games", "20", "--quiet"],
    "variants": ["variants"],
    "players": ["players"],
    "bench": ["bench", "--seconds", "1", "--quiet"],
}
# Lines that are read again by programs, or one sentence, are as long as they are.
AS_LONG_AS_IT_IS = ("judge", "games", "deal")


def test_all_other_commands_are_there() -> None:
    """All but the table, which is as wide as the terminal."""
    assert {*COMMANDS, "play"} == {command.__name__ for command in BY_HAND}


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*COMMANDS, "patience"])
def test_lines_of_other_commands_fit(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    words = COMMANDS.get(name, [name])
    words = [word.replace("PATH", str(folder)).replace("POSITION", position()) for word in words]
    for width in WIDTHS if name in ("study", "merge") else WIDTHS[:1]:
        monkeypatch.setenv("COLUMNS", str(width))
        assert run(words) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines
        if name == "report":  # which names the page
            lines = [line.replace(str(folder), "") for line in lines]
        if name not in AS_LONG_AS_IT_IS:
            assert max(map(len, lines)) <= width


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", ["", *STUDIES, *COMMANDS, "play"])
def test_help_fits(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for width in WIDTHS:
        monkeypatch.setenv("COLUMNS", str(width))
        assert run([*([name] if name else []), "--help"]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= width


def test_long_lines_go_on_below_where_they_begin() -> None:
    """Of a turn with many moves, in `analyse` and `hint`."""
    line = Line(("5>3", *["5>F"] * 20, "turn"), ("5>3", "6>1", "7>2"))
    rate = Rate(7, 20)
    judged = JudgedMove(12, 19, 0, "turn", rate, line, cost=0.347, error=0.02)
    course = Course(("greedy", "greedy"), (judged,), (judged,), 40)
    whole = list(course_lines(1, course))
    worst = next(at for at, text in enumerate(whole) if "34.7%" in text)
    opinion = Opinion(0, ("greedy", "greedy"), (JudgedLine(line, rate, True),), line)
    for lines in (whole[worst:], list(opinion_lines(opinion))[2:-2]):
        assert len(lines) > 1
        assert max(map(len, lines)) <= WIDTHS[0]
        assert len({len(own) - len(own.lstrip()) for own in lines[1:]}) == 1
        assert " ".join(" ".join(lines).split()).count("5>F") == 20
