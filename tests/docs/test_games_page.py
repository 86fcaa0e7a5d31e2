"""docs/patience/games.md has every game, with figures that its program takes from the data."""

import csv
import math
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import rbsim
from rbpatience.book import GAMES, known_games
from rbsim.cli.lists import known_odds

SLOW = "elevens,court=loses"  # to count: a quarter of a minute; the others take seconds together
FOLDER = Path(__file__).parents[2] / "docs" / "patience"


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    return run_path(str(FOLDER / "games.py"))


@pytest.fixture(scope="module")
def odds() -> dict[str, Any]:
    return run_path(str(FOLDER / "odds.py"))


@pytest.fixture(scope="module")
def kept() -> dict[str, Fraction]:
    with (FOLDER / "odds.csv").open() as file:
        return {row["game"]: Fraction(row["odds"]) for row in csv.DictReader(file)}


@pytest.mark.full
def test_odds_are_as_counted(odds: dict[str, Any], kept: dict[str, Fraction]) -> None:
    counts = odds["COUNTED"]
    assert list(kept) == list(counts)
    assert {game: one() for game, one in counts.items() if game != SLOW} == {
        game: one for game, one in kept.items() if game != SLOW
    }


@pytest.mark.parametrize("extras", [0, 1, 2, math.inf])
@pytest.mark.parametrize("useless", [0, 1])
def test_counting_agrees_with_every_order_of_a_small_pack(
    extras: float, useless: int, odds: dict[str, Any]
) -> None:
    """Two aces, twos, threes and fours on three places, and a card that goes by itself."""
    orders = set(permutations([1, 1, 2, 2, 3, 3, 4, 4] + [0] * useless))
    won = sum(comes_out(order, 3, extras) for order in orders)
    counted = odds["pairing"](3, 4, 1, copies=2, extras=extras, useless=useless)
    assert counted == Fraction(won, len(orders))
    assert 0 < counted < 1


def comes_out(stock: tuple[int, ...], places: int, extras: float) -> bool:
    """Play no. 1b, or with a card 0 no. 13 with court=loses, as its clauses say."""
    left, table = list(stock), list[int]()
    while left:
        while left and len(table) < places:
            table.append(left.pop(0))
        thrown = [card for card in set(table) if card == 0 or table.count(card) == 2]
        if thrown:
            table = [card for card in table if card not in thrown]
        elif left:
            if not extras:
                return False
            extra, extras = left.pop(0), extras - 1
            if extra not in table:
                return False
            table.remove(extra)
    return True


def test_games_that_are_played_come_out_as_often(kept: dict[str, Fraction]) -> None:
    with (FOLDER.parent / "studies" / "book.csv").open() as file:
        played = {row["game"]: row for row in csv.DictReader(file)}
    for game, exact in kept.items():
        games, chance = int(played[game]["games"]), float(exact)
        error = math.sqrt(chance * (1 - chance) / games)
        assert abs(int(played[game]["won"]) / games - chance) < 4 * error, game


def test_the_page_is_current(program: dict[str, Any]) -> None:
    text = (FOLDER / "games.md").read_text()
    assert text == program["page"](), "python docs/patience/games.py writes it anew"
    lines = [line for line in text.splitlines() if line.startswith("| ")][2:]
    assert len(lines) == len(GAMES) + len(known_games())


@pytest.mark.full
def test_the_list_of_the_command_is_current(program: dict[str, Any]) -> None:
    assert program["LISTED"].read_text() == program["listed"](), "the same program writes it"
    rules = {game.name: game for game in [*GAMES.values(), *known_games().values()]}
    assert set(known_odds()) == set(program["most_won"]()) & set(rules)


def test_figures_of_well_known_games_are_of_their_rules(program: dict[str, Any]) -> None:
    kept = program["rows"](program["KNOWN"])
    assert {(row["game"], row["player"]) for row in kept} == {
        (game.name, player) for game in known_games().values() for player in game.players
    }
    for row in kept:
        own = known_games()[row["game"]].versioned(row["player"])
        assert (row["rules"], f"{row['player']}/{row['version']}") == (
            program["digest"](row["game"]), own)  # fmt: skip


@pytest.mark.parametrize(("game", "player"), [("golf", "uniform"), ("klondike", "plain")])
def test_they_are_what_is_played(game: str, player: str, program: dict[str, Any]) -> None:
    kept = {(row["game"], row["player"]): row for row in program["rows"](program["KNOWN"])}
    row = kept[game, player]
    games, won, undecided = (int(row[name]) for name in ("games", "won", "undecided"))
    wins = rbsim.patience(game, games=games, players=player, seed=1).figure("wins")
    assert wins.count == won
    assert wins.undecided == (won / games, (won + undecided) / games)
