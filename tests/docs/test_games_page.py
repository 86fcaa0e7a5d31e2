"""docs/patience/games.md has every game, with figures that its program takes from the data."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import rbsim
from rbcore.patience.book import GAMES, known_games

FOLDER = Path(__file__).parents[2] / "docs" / "patience"


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    return run_path(str(FOLDER / "games.py"))


def test_the_page_is_current(program: dict[str, Any]) -> None:
    text = (FOLDER / "games.md").read_text()
    assert text == program["page"](), "python docs/patience/games.py writes it anew"
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert len(lines) == len(GAMES) + len(known_games())


def test_figures_of_well_known_games_are_of_their_rules(program: dict[str, Any]) -> None:
    kept = program["rows"](program["KNOWN"])
    assert {(row["game"], row["player"]) for row in kept} == {
        (game.name, player) for game in known_games().values() for player in game.players
    }
    for row in kept:
        assert row["rules"] == program["digest"](known_games()[row["game"]])


@pytest.mark.parametrize(("game", "player"), [("golf", "uniform"), ("klondike", "plain")])
def test_they_are_what_is_played(game: str, player: str, program: dict[str, Any]) -> None:
    (row,) = [
        row
        for row in program["rows"](program["KNOWN"])
        if (row["game"], row["player"]) == (game, player)
    ]
    sums = rbsim.patience(game, games=int(row["games"]), players=player, seed=1, rows=False).totals
    assert (sums.won, sums.undecided) == (int(row["won"]), int(row["undecided"]))
