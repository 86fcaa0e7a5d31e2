"""Small games of one's own, searched whole: a stock that goes round, plays that cost nothing."""

from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from rbpatience import playing
from rbpatience.board import Board
from rbpatience.solving import solver
from support.patience import make

SMALL = """
name = "small"
line = "sixteen cards"
cards = {{ ranks = "A234" }}
foundations.aces = {{ begin = "A", length = 4, gives = {gives} }}
stock = {{ to = "waste", turn = {turn}, passes = {passes} }}

[piles.tableau]
count = 2
deal = [3, 4]
face = "top"
on = {{ step = -1, suit = "{packs}" }}
lift = "run"
space = "{space}"

[play]
moves = ["play", "pack", "fill tableau waste", {back}"turn", "redeal"]
plain = ["play tableau waste", "pack waste", "fill waste", "turn", "redeal"]
"""
TURNED = ("turn", "redeal")

HEAD = """
name = "small"
line = "twelve cards or sixteen"
"""
THREE, FOUR = 'cards = { ranks = "A23" }', 'cards = { ranks = "A234" }'
UP = THREE + '\nfoundations.aces = { begin = "A", length = 3 }'
OTHER = 'on = { step = -1, suit = "other colour" }'
# Small forms of well-known games, each with something that the search takes for granted.
FORMS = {
    "cells": f"""
{FOUR}
foundations.aces = {{ begin = "A", length = 4 }}
piles.tableau = {{ count = 3, deal = [6, 5, 5], {OTHER}, space = "any" }}
piles.cells = {{ count = 1, room = 1, space = "any" }}
play.moves = ["play", "pack", "fill tableau cells"]
""",
    "any-suit": f"""
{UP}
piles.tableau = {{ count = 3, deal = 4, on = {{ step = -1, suit = "any" }}, space = "any" }}
play.moves = ["play", "pack", "fill tableau"]
""",
    "fans": f"""
{FOUR}
foundations.aces = {{ begin = "A", length = 4, gives = true }}
piles.fans = {{ count = 5, deal = [4, 3, 3, 3, 3], on = {{ step = -1 }}, space = "4" }}
play.moves = ["play", "pack", "fill fans", "back"]
""",
    "albert": f"""
{THREE}
foundations.aces = {{ begin = "A", length = 3, gives = true }}
piles.tableau = {{ count = 3, deal = [4, 4, 3], {OTHER}, space = "any" }}
piles.reserve = {{ count = 1, deal = 1 }}
play.moves = ["play", "pack tableau reserve", "fill tableau reserve", "back"]
""",
    "territory": f"""
{THREE}
foundations.aces = {{ begin = "A", length = 3, gives = true }}
piles.tableau = {{ count = 3, deal = [5, 3, 2], face = "top", {OTHER}, lift = "run", space = "3" }}
piles.reserve = {{ count = 2, deal = 1 }}
play.moves = ["play", "pack tableau reserve", "fill tableau reserve", "back"]
""",
    "attic": f"""
{FOUR}
foundations.aces = {{ begin = "A", length = 4 }}
stock = {{ to = "waste", turn = 3, passes = "endless" }}
piles.tableau = {{ count = 2, deal = 1, {OTHER}, lift = "run", fill = ["attic"], space = "any" }}
piles.attic = {{ deal = 5, face = "top" }}
play.moves = ["play", "pack attic tableau waste", "fill tableau waste", "turn", "redeal"]
play.plain = ["play", "pack attic waste", "fill waste", "turn", "redeal"]
""",
    "yukon": f"""
{UP}
piles.tableau = {{ count = 2, deal = 6, {OTHER}, lift = "any", space = "3" }}
play.moves = ["play", "pack", "fill tableau"]
""",
    # And some of none.
    "two-steps": f"""
{THREE}
foundations.low = {{ begin = "A", length = 1 }}
foundations.high = {{ begin = "2", length = 2 }}
piles.tableau = {{ count = 2, deal = 6, {OTHER}, space = "3" }}
play.moves = ["play", "pack", "fill tableau"]
""",
    "runs": f"""
{UP}
[piles.tableau]
count = 3
deal = [6, 5, 1]
on = {{ step = -1, suit = "any" }}
run = {{ step = 1, suit = "any" }}
lift = "run"
space = "3"
[play]
moves = ["play", "pack", "fill tableau"]
""",
    "filled": f"""
{UP}
[piles.tableau]
count = 3
deal = [3, 2, 2]
on = {{ step = -1 }}
fill = ["attic"]
fill_when = "at will"
[piles.attic]
deal = 5
[play]
moves = ["play", "pack attic tableau", "fill"]
""",
    "filled-from-waste": f"""
{UP}
stock = {{ to = "waste", turn = 2, passes = "endless" }}
piles.tableau = {{ count = 3, deal = [2, 2, 3], on = {{ step = -1 }}, fill = ["waste"] }}
play.moves = ["play", "pack tableau", "turn", "redeal"]
""",
    "must-pack": f"""
{UP}
piles.tableau = {{ count = 2, deal = 4, {OTHER}, space = "3" }}
piles.reserve = {{ count = 4, deal = 1 }}
play.moves = ["play", "pack tableau reserve", "fill tableau reserve"]
play.duties = [["pack tableau"]]
""",
    "must-pack-waste": """
cards = { ranks = "A234", suits = "cd" }
foundations.aces = { begin = "Ac Ad", length = 4 }
stock = { to = "waste", turn = 2, passes = "endless" }
piles.tableau = { count = 2, deal = 2, on = { step = -1 } }
play.moves = ["play", "pack", "turn", "redeal"]
play.duties = [["pack"]]
play.plain = ["play", "turn", "redeal"]
""",
    "rows": f"""
{UP}
stock = {{ to = "waste" }}
piles.tableau = {{ count = 3, deal = 2, {OTHER}, space = "any" }}
play.moves = ["play", "pack", "fill tableau waste", "row"]
play.plain = ["play", "row"]
""",
    "two-packs": f"""
cards = {{ ranks = "A23", suits = "cd", decks = 2 }}
foundations.low = {{ begin = "Ac Ac Ad Ad", length = 1 }}
foundations.high = {{ begin = "2c 2c 2d 2d", length = 2 }}
piles.tableau = {{ count = 2, deal = 6, {OTHER}, space = "3" }}
play.moves = ["play", "pack", "fill tableau"]
""",
    "simon": f"""
{THREE}
foundations.kings = {{ begin = "3", step = -1, length = 3, whole = true }}
[piles.tableau]
count = 4
deal = [5, 5, 1, 1]
on = {{ step = -1, suit = "any" }}
run = {{ step = -1 }}
lift = "run"
space = "any"
[play]
moves = ["play", "pack", "fill tableau"]
""",
    "one-by-one": f"""
{THREE}
foundations.aces = {{ begin = "A", length = 3, gives = true }}
stock = {{ to = "waste", passes = "endless" }}
piles.tableau = {{ count = 2, deal = [3, 5], face = "top", {OTHER}, lift = "run", space = "3" }}
play.moves = ["play", "pack", "fill tableau waste", "back", "turn", "redeal"]
play.plain = ["play tableau waste", "pack waste", "fill waste", "turn", "redeal"]
""",
}


def can_be_won(game: str, pack: str, made: tuple[int, ...] = (), played: bool = False) -> bool:
    """Search by the moves of Board alone, each position and whether the pass has had a move."""
    start = Board(game, pack)
    for number in made:
        start.move(number)
    seen = set()
    waiting = [(start, played)]
    while waiting:
        board, played = waiting.pop()
        if board.won:
            return True
        # Which pass it is counts where they are three at most.
        key = (*sorted(board.piles.items()), board.stock, played, min(board.deal, 3))
        if key in seen:
            continue
        seen.add(key)
        for number, move in enumerate(board.moves):
            ahead = board.clone()
            ahead.move(number)
            waiting.append((ahead, move[0] not in TURNED or (move[0] == "turn" and played)))
    return False


# Cards a turn, passes, whether foundations give back, what is packed, what a space takes.
CASES = [
    {"turn": turn, "passes": passes, "gives": gives, "packs": packs, "space": space}
    for turn, passes, (gives, packs, space) in product(
        (1, 2, 3),
        ('"endless"', 2, 3),
        (("true", "other colour", "4"), ("false", "any", "any"), ("true", "same", "any")),
    )
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_verdicts_are_those_of_a_plain_search(case: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    back = '"back", ' if case["gives"] == "true" else ""
    file.write_text(SMALL.format(**case, back=back))
    found = set()
    for number in range(2):
        pack = playing.deal(str(file), 3, number)
        status, _, way = solver.solve_pack(str(file), pack)
        assert (status == "solvable") == can_be_won(str(file), pack), pack
        found.add(status)
        board = Board(str(file), pack)
        make(board, *way)
        assert board.won == (status == "solvable")
    assert found <= {"solvable", "unsolvable"}


@pytest.mark.sample(2)
@pytest.mark.parametrize("form", FORMS)
def test_so_are_those_of_small_forms_of_known_games(form: str, tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(HEAD + FORMS[form])
    found = Counter[str]()
    for number in range(12):
        pack = playing.deal(str(file), 5, number)
        status, _, way = solver.solve_pack(str(file), pack)
        assert (status == "solvable") == can_be_won(str(file), pack), pack
        found[status] += 1
        board = Board(str(file), pack)
        make(board, *way)
        assert board.won == (status == "solvable")
    assert found.keys() == {"solvable", "unsolvable"}


@pytest.mark.full
def test_a_game_in_play_is_searched_from_any_place_of_its_stock(tmp_path: Path) -> None:
    """Also where a pass has begun without a move, and no next one is allowed."""
    file = tmp_path / "small.toml"
    file.write_text(SMALL.format(**CASES[6], back='"back", '))
    rng = np.random.default_rng(1)
    verdicts = Counter[str]()
    for number in range(3):
        pack = playing.deal(str(file), 3, number)
        board, made, played = Board(str(file), pack), (), False
        while board.moves and not board.won and len(made) < 10:
            made += (int(rng.integers(len(board.moves))),)
            kind = board.moves[made[-1]][0]
            played = (kind == "turn" and played) or kind not in TURNED
            board.move(made[-1])
            status, _, way = solver.solve_board(board)
            assert (status == "solvable") == can_be_won(str(file), pack, made, played), (pack, made)
            verdicts[status] += 1
            ahead = Board(str(file), pack)
            for move in made:
                ahead.move(move)
            make(ahead, *way)
            assert ahead.won == (status == "solvable")
    assert min(verdicts["solvable"], verdicts["unsolvable"]) > 4


SPREAD = f"""
cards = {{ ranks = "A23456" }}
foundations.aces = {{ begin = "A", length = 6, gives = true }}
piles.tableau = {{ count = 4, deal = 6, {OTHER}, lift = "run", space = "6" }}
play.moves = ["play", "pack", "fill tableau", "back"]
"""


@pytest.mark.parametrize(
    ("pack", "made"),
    [
        ("Ac6sAs2s2h4h3cAd2d5d5hAh6c3d4c2c4s3h5c6d6h4d5s3s", ()),
        (
            "Ac6sAs2s2h4h3cAd2d5d5hAh6c3d4c2c4s3h5c6d6h4d5s3s",
            (0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0),
        ),
        ("3dAd4c2d6d2h6c5c4d5h3hAh6s5d6h5sAs2sAc3c2c3s4s4h", ()),
        ("5c6d4h5s4s2h6h5dAc2sAhAs2c4d6c3c6s5hAd3d2d4c3h3s", ()),
    ],
)
def test_two_cards_of_foundations_come_back_that_a_third_needs(
    pack: str, made: tuple[int, ...], tmp_path: Path
) -> None:
    """One lies on the third, the other takes it."""
    file = tmp_path / "small.toml"
    file.write_text(HEAD + SPREAD)
    board = Board(str(file), pack)
    for number in made:
        board.move(number)
    status, _, way = solver.solve_board(board)
    assert status == "solvable"
    make(board, *way)
    assert board.won
