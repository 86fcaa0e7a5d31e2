"""One way to say it: commands and functions share names, defaults and order."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import typer.main
from rbsim.pipeline.stopping import QUANTITIES
from rbsim.results.options import options_of, read_whole
from rbsim.stats.number_text import figure_text
from rbsim.studies.simulation import simulate

import rbcore
import rbsim
from rbsim.arms.arm import Options
from rbsim.cli import console
from rbsim.cli.main import app, run
from support.tables import row

COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
# What only a command line has, and what only Python has.
SHELL = {
    "dask", "out", "picture", "force", "full", "as_json", "quiet", "as_markdown", "rows", "help",
    "games_out", "games_out_limit", "games_out_where", "picture_of",
}  # fmt: skip
PYTHON = {"executor", "progress"}
FUNCTIONS = (
    "simulate",
    "match",
    "survey",
    "advantage",
    "compare",
    "sweep",
    "ladder",
    "sympathy",
    "patience",
)
PATIENCE = ("patience", "sympathy")  # which have no limits and no attention


def of_command(name: str) -> dict[str, Any]:
    """The parameters of a command with their defaults."""
    return {
        parameter.name: parameter.default
        for parameter in COMMANDS[name].params
        if parameter.name not in SHELL
    }


def of_function(name: str) -> dict[str, Any]:
    """The same of a function, as its signature declares them, those of ``**how`` too."""
    return {one.name: one.default for one in options_of(getattr(rbsim, name)).values()}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_commands_and_functions_share_names_and_order(name: str) -> None:
    command, function = list(of_command(name)), list(of_function(name))
    if name == "patience":  # made by hand
        assert set(command) - set(function) == {"every", "deal", "show_deal"}
        assert set(function) <= set(command)
    else:
        assert command == function
    assert name in PATIENCE or {*Options.__annotations__} <= set(command)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_commands_and_functions_share_defaults(name: str) -> None:
    command, function = of_command(name), of_function(name)
    for own in set(command) & set(function):
        mine, theirs = command[own], function[own]
        assert mine == theirs or (mine, theirs) == (None, ()), own
    assert command["seed"] == 1


def test_there_is_one_default_of_players_seed_and_level() -> None:
    for name in (*FUNCTIONS, "replay"):
        defaults = of_command(name)
        assert defaults["seed"] == 1
        if name not in ("ladder", *PATIENCE):
            assert defaults["players"] == "greedy"
        if name != "replay":
            assert defaults["level"] == 0.95
    one, other = rbsim.simulate(games=30), rbsim.simulate(games=30, players="greedy", seed=1)
    assert one.to_dict() == other.to_dict()
    assert one.provenance == other.provenance


def test_report_is_a_function_too() -> None:
    function = inspect.signature(rbsim.report).parameters
    named = [name for name in function if name not in SHELL | PYTHON]
    assert list(of_command("report")) == ["stores", *named[1:]]
    assert of_command("report")["level"] == function["level"].default == 0.95
    assert inspect.signature(rbsim.report).parameters["out"].default == str(
        next(p for p in COMMANDS["report"].params if p.name == "out").default
    )


def test_study_is_a_function_too() -> None:
    parameters = inspect.signature(rbsim.play_plan).parameters.values()
    own = {p.name: None if p.default is p.empty else p.default for p in parameters}
    shared = [p.name for p in COMMANDS["study"].params if p.name in own]
    assert shared == [name for name in own if name not in PYTHON]
    assert {p.name: p.default for p in COMMANDS["study"].params if p.name in own} == {
        name: own[name] for name in shared
    }


@pytest.mark.full
def test_report_writes_a_page(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    rbsim.advantage(games=50, store=tmp_path / "store")
    page, *pictures = rbsim.report(tmp_path / "store", out=tmp_path / "page.html")
    assert "<html" in page.read_text()
    assert all(path.exists() for path in pictures)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ValueError, match="exists"):
        rbsim.report(tmp_path / "store", out=page)
    with pytest.raises(ValueError, match="one store at least"):
        rbsim.report(out=tmp_path / "other.html")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.full
def test_a_page_has_its_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    store, page = tmp_path / "store", tmp_path / "page.html"
    rbsim.advantage(games=300, store=store)
    assert run(["report", str(store), "--out", str(page), "--level", "0.9"]) == 0
    text = page.read_text()
    shown = rbsim.load(store, level=0.9).figure("advantage", start="causal")
    assert figure_text(shown) in text
    assert "All intervals are 90%" in text
    assert not re.search("95% (interval|Wilson|normal)", text)
    assert '<th scope="col">95%</th>' in text  # of a quantile
    capsys.readouterr()


def test_there_is_one_name_for_the_advantage() -> None:
    """In tables, of stopping rules and in what results are asked for."""
    assert "advantage" in QUANTITIES
    assert rbsim.simulate(games=20).figure("advantage")
    assert rbsim.advantage(games=20).figure("advantage")
    compared = rbsim.compare("standard", "strict", games=20)
    assert compared.figure("advantage")
    texts = [
        rbsim.survey("standard", games=20),
        rbsim.sweep("reserve-size=5,6", games=20),
        compared,
    ]
    for result in texts:
        words = str(result.report())
        assert "advantage" in words
        assert "starter advantage" not in words
        assert "first-player" not in words


def test_quiet_is_an_option_of_all_that_takes_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "STATUS_S", 0.0)
    for name in (*FUNCTIONS, "check", "report"):
        assert "quiet" in [p.name for p in COMMANDS[name].params], name
    for words, lines in ((["simulate"], True), (["simulate", "--quiet"], False)):
        assert run([*words, "--games", "50"]) == 0
        assert bool(capsys.readouterr().err) == lines


def test_figures_of_python_and_the_command_are_equal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "strict", "--games", "300", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"]
    alone = simulate("strict", games=300)
    assert row(found, "turns") == row(alone, "turns")


# ---- axes, numbers, unknown names ----------------------------------------------------------------


def test_axes_are_taken_either_way() -> None:
    assert rbcore.variant("strict,reserve_size=11") == rbcore.variant("strict,reserve-size=11")
    with pytest.raises(ValueError, match="reserve-size is given twice"):
        rbcore.variant("strict,reserve_size=11,reserve-size=12")
    one, other = (rbsim.sweep(f"reserve{sign}size=12,13", games=20) for sign in "-_")
    assert one.to_dict() == other.to_dict()
    assert rbsim.simulate(games=20_000, until=0.05, of="starter_wins").stopped


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("1_000_000", 10**6), ("1e6", 10**6), ("1E+3", 1000), ("2.5e3", 2500), ("1.0e1", 10),
     ("0", 0), ("-3", -3), ("10k", 10_000), ("1.5M", 1_500_000), ("1,000", 1000),
     (" 20 ", 20), ("99999999999999999999", 10**20 - 1)],
)  # fmt: skip
def test_numbers_of_games(text: str, number: int) -> None:
    assert read_whole(text) == number


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    "text",
    ["", "x", "1.5", "1.55e1", "1__0", "_1", "1e-3", "1e400", "nan", "٣", "1,00", "1.000", "1kk",
     "e6", "1e",
     "0x10", "9" * 500],
)  # fmt: skip
def test_other_words_are_no_numbers(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "--games", text]) == 2
    error = capsys.readouterr().err
    assert error.startswith("rbsim: games='")
    assert error.count("\n") == 1


def test_a_command_takes_such_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("1e2", "1_00", "100"):
        assert run(["simulate", "--games", text, "--first", "1e3", "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["provenance"]["arms"][0]["games"] == 100
        assert shown["provenance"]["arms"][0]["first"] == 1000


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("command", "near"),
    [
        ("simulate standrad", "did you mean standard?"),
        ("simulate standard,reserve-sice=11", "did you mean reserve-size?"),
        ("simulate standard,reserv_size=11", "did you mean reserve-size?"),
        ("sweep reserv-size=5..6", "did you mean reserve-size?"),
        ("sweep reserve-size=5..", "'reserve-size=5..' is no range; write reserve-size=LOW..HIGH"),
        ("sweep reserve-size=..7", "'reserve-size=..7' is no range; write reserve-size=LOW..HIGH"),
        ("sweep reserve-size=5...7", "is no range; write reserve-size=LOW..HIGH"),
        ("sweep release=no..", "release is not a number's axis; write its values with commas"),
        ("simulate --players gredy", "did you mean greedy?"),
        ("simulate --players greedy:plannr", "did you mean planner?"),
        ("ladder greedy serch", "did you mean search?"),
        ("simulate --until 0.1 --of stalemat", "did you mean stalemate?"),
        ("simulate --gamse 5", "--games"),
        ("simualte", "simulate"),
    ],
)
def test_unknown_names_suggest_the_nearest(
    command: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command.split()) == 2
    error = capsys.readouterr().err
    assert near in error
    assert error.count("\n") == 1


def test_lists_are_written_one_way() -> None:
    shown = rbsim.survey("standard", games=20, players="uniform,greedy:uniform")
    assert [one.players for one in shown.results] == ["uniform", "greedy:uniform"]


def test_a_ladder_takes_commas(capsys: pytest.CaptureFixture[str]) -> None:
    tables = []
    for words in (["greedy,uniform"], ["greedy", "uniform"]):
        assert run(["ladder", *words, "--games", "20", "--json"]) == 0
        tables.append(json.loads(capsys.readouterr().out)["results"])
    assert tables[0] == tables[1]
