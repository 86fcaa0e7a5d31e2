"""The legal moves, in order, along random walks: of every form and reading in which one decides.

`uniform` draws from this order, so its golden games pin it where it goes; the walks pin it
elsewhere too. Run as a program this writes the file anew.
"""

import hashlib
import random

import pytest

from rbpatience import playing
from rbpatience.board import Board
from support.patience_checks import decided_forms, write, written

GOLDEN = "listing.tsv"
FORMS = decided_forms()
WALKS, STEPS, IDLE = 20, 200, 40


def digest(text: str) -> str:
    """A digest of the moves of each position; plays are made more often, that games get on."""
    rng = random.Random(text)
    listed = hashlib.sha256()
    for game in range(WALKS):
        board = Board(text, playing.deal(text, 11, game), 11, game)
        idle = 0
        for _ in range(STEPS):
            left, moves = board.left, board.moves
            listed.update(repr(moves).encode())
            if moves and idle < IDLE:
                plays = [i for i, move in enumerate(moves) if move[0] == "play"]
                chosen = plays if plays and rng.random() < 0.7 else range(len(moves))
                board.move(chosen[int(rng.random() * len(chosen))])
                idle = idle + 1 if board.left == left else 0
            elif board.next_deal():
                idle = 0
            else:
                break
        listed.update(repr(board.left).encode())
    return listed.hexdigest()[:16]


@pytest.mark.sample(8)
@pytest.mark.parametrize("text", FORMS)
def test_moves_are_listed_as_ever(text: str) -> None:
    assert f"{text}\t{digest(text)}" in written(GOLDEN)


def test_no_digest_is_left_over() -> None:
    assert len(written(GOLDEN)) == len(FORMS)


if __name__ == "__main__":
    write(GOLDEN, (f"{text}\t{digest(text)}" for text in FORMS))
