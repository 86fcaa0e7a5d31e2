"""No chain of calls harms a board: what was cloned and undone is the game played straight."""

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from rbpatience import book, playing
from rbpatience.board import Board
from support.chains import PLACES, SEEDS, Holding, tried
from support.quick import fewer

NEXT_DEAL = -1
GAMES = sorted(name for name, game in book.GAMES.items() if game.is_decided)
# Games that shuffle between deals, one that ends after deals without a play, and a reading.
DEALING = ["42,redeal=shuffled", "48", "25", "klondike,turn=1"]
COPIES: list[Callable[[Board], Board]] = [
    Board.clone, copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board)),
]  # fmt: skip


def seen(board: Board) -> tuple[object, ...]:
    """All that a board can be asked."""
    return (
        board.game, board.moves, board.piles, board.face_down, board.foundations, board.held,
        board.stock, board.left, board.won, board.idle, board.deal,
    )  # fmt: skip


def step(board: Board, rng: random.Random) -> list[int]:
    """Make a move or begin a deal, by chance; the step, or none at the end."""
    if board.moves and rng.random() < 0.95:
        number = rng.randrange(len(board.moves))
        board.move(number)
        return [number]
    if board.next_deal():
        return [NEXT_DEAL]
    return []


class Held:
    def __init__(self, board: Board, done: list[int]) -> None:
        self.board, self.done = board, done


class Boards(Holding):
    """Boards of one game, each compared after every call with its like, played straight."""

    @initialize(game=st.sampled_from(GAMES + DEALING * 8), seed=SEEDS)
    def begin(self, game: str, seed: int) -> None:
        self.told, self.seed = game, seed
        self.pack = playing.deal(game, seed, 0)
        self.hold(Held(self.deal(), []))

    def deal(self) -> Board:
        return Board(self.told, self.pack, self.seed)

    @rule(at=PLACES, how=st.sampled_from(COPIES))
    def copied(self, at: int, how: Callable[[Board], Board]) -> None:
        one = self.pick(at)
        self.hold(Held(how(one.board), [*one.done]))

    @rule(at=PLACES, seed=SEEDS, count=st.integers(1, 60))
    def go_on(self, at: int, seed: int, count: int) -> None:
        one, rng = self.pick(at), random.Random(seed)
        for _ in range(count):
            one.done += step(one.board, rng)

    @rule(at=PLACES, count=st.integers(1, 80))
    def take_back(self, at: int, count: int) -> None:
        one = self.pick(at)
        for _ in range(count):
            if not one.done:
                with pytest.raises(ValueError, match="no move to take back"):
                    one.board.undo()
                break
            one.board.undo()
            one.done.pop()

    @rule(at=PLACES)
    def ask(self, at: int) -> None:
        """What only asks leaves a board as it was."""
        board = self.pick(at).board
        before = seen(board)
        advice = board.advice
        assert advice is None or advice < len(board.moves)
        assert "<svg" in board.draw().svg
        with pytest.raises(ValueError, match="is out of range"):
            board.move(len(board.moves))
        assert seen(board) == before

    @invariant()
    def boards_are_as_played_straight(self) -> None:
        for one in self.some():
            straight = self.deal()
            for number in one.done:
                straight.next_deal() if number == NEXT_DEAL else straight.move(number)
            assert seen(one.board) == seen(straight)


TestBoards = Boards.TestCase
TestBoards.settings = tried(fewer(150), 20)


def test_a_board_that_has_no_deal_more_never_has_one() -> None:
    """25.8: the second deal running without a play is the last, however often one asks."""
    board, rng = Board("25", playing.deal("25", 0, 0)), random.Random(0)
    while step(board, rng):
        pass
    before = seen(board)
    for _ in range(3):
        assert not board.next_deal()
    assert seen(board) == before
