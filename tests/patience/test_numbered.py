"""Deals by the numbers of other programs."""

import importlib.util
import re

import pytest

from rbpatience.board import Board
from rbpatience.numbered import PYSOL_GAMES, numbered_deal
from rbpatience.solving import solver

# As Solvitaire's preset ImpossibleFreeCell11982 has it.
IMPOSSIBLE = """AH 3D KD JC 6C JD KC
AS 3H 6H 5D 2C 7D 8D
4H QS 5S 5C TH 8H 2S
AC QC 4D 8C QH 9C 3S
2D 8S 9H 9D 6D 2H
6S 7H JH TD TC QD
TS AD 9S KH 4S 4C
JS KS 3C 7C 7S 5H
"""
HAS_PYSOL = importlib.util.find_spec("pysol_cards") is not None


def test_a_deal_of_microsofts() -> None:
    assert numbered_deal("free-cell", "ms:11982") == IMPOSSIBLE
    assert numbered_deal("free-cell", "ms11982") == IMPOSSIBLE


@pytest.mark.parametrize("number", [11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948])
def test_eight_deals_of_the_first_million_cannot_be_won(number: int) -> None:
    board = Board.parse("free-cell", numbered_deal("free-cell", f"ms:{number}"))
    assert solver.solve_board(board, 200_000)[0] == "unsolvable"


@pytest.mark.skipif(not HAS_PYSOL, reason="pysol-cards is not installed")
@pytest.mark.parametrize("game", PYSOL_GAMES)
def test_a_deal_of_pysol_cards_is_set_up(game: str) -> None:
    for number in ("ms:5", "pysol:5", "pysol:32000", "pysol:123456789"):
        board = Board.parse(game, numbered_deal(game, number))
        assert Board.parse(game, board.layout()).piles == board.piles
    # Numbers to 32000 are Microsoft's there.
    assert numbered_deal(game, "pysol:32000") == numbered_deal(game, "ms:32000")
    assert numbered_deal(game, "pysol:32001") != numbered_deal(game, "ms:32001")


@pytest.mark.parametrize(
    ("game", "number", "words"),
    [
        ("free-cell", "x:1", "'x:1' is not a deal's number; write ms:11982"),
        ("free-cell", "ms:0", "ms:0 is out of range"),
        ("free-cell", "ms:2147483648", "out of range"),
        ("fly", "ms:1", "fly has no numbered deals; these games have"),
    ],
)
def test_another_number_is_refused(game: str, number: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        numbered_deal(game, number)
