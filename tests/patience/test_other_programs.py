"""Verdicts of freecell-solver and black-hole-solver: contradicted only where a way shows it.

`other-programs.tsv` has a deal a line: program and version, game, number of seed 1, the limit of
positions that it was given, its verdict, and where it is wrong a way of ours, shortened. It read
the deals as `Board.layout` writes them. fc-solve is Debian's 5.0.0-2+b1 with `-mi`,
black-hole-solver 1.14.0 of its sources with `--max-iters`, golf with `--queens-on-kings`; what this
calls intractable is not here. For bakers-dozen, fc-solve 5.0.0 was built with MAX_NUM_STACKS=13.
Its rules are ours, but its moves are of whole sequences: without cells, and with spaces that stay
empty, a card that lies on a fitting card never goes to another one.
"""

from collections import Counter

import pytest

from rbpatience import playing
from rbpatience.board import MOVES, Board
from rbpatience.solving import solver
from support.patience import FIXTURES, make

LINES = [
    line.split("\t")
    for line in (FIXTURES / "other-programs.tsv").read_text().splitlines()
    if not line.startswith("#")
]
GAMES = sorted({line[1] for line in LINES})
KINDS = {"p": "play", "s": "shift", "t": "turn"}
WORK = 20_000


def moves(text: str) -> list[tuple[str, int, int, int]]:
    """The moves of a way: s4.2.1 shifts a card from pile 4 to pile 2."""
    way = []
    for word in text.split():
        source, target, count = map(int, word[1:].split("."))
        way.append((KINDS[word[0]], source, target, count))
    return way


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_verdict_is_contradicted_by_a_way_alone(game: str) -> None:
    counts = Counter[str]()
    for _, name, number, _, verdict, text in LINES:
        if name != game:
            continue
        board = Board(game, playing.deal(game, 1, int(number)))
        counts["deals"] += 1
        if text:
            counts["wrong"] += 1
            make(board, *moves(text))
            assert board.won
            assert verdict == "unsolvable"
            continue
        status, _, way = solver.solve_board(board, WORK)
        assert status in (verdict, "undecided"), number
        make(board, *way)
        assert board.won == (status == "solvable")
    assert counts["deals"] >= 44
    assert counts["wrong"] <= 16


def test_a_way_names_each_move_by_one_letter() -> None:
    assert set(KINDS.values()) <= set(MOVES)
