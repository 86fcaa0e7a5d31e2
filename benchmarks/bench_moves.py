"""Single moves and positions, called from Python."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import rbcore

pytestmark = pytest.mark.benchmark(group="moves")
STANDARD = rbcore.variant("standard")
GAMES = 500
MIDGAME = (
    "0 - cK6d75hTTsT5 -|-|KsQd|Td|Jd|KdQc|Qs|9d -/KsQsJsTs9s8s7sQhJh8d/- "
    "-/9c6s6d7d9d8d8cTdKdQdTcJcKcJdJsJh/7cKhQhKh turn=78"
)


@pytest.fixture(scope="module")
def games() -> list[rbcore.Game]:
    """Games of which 40 moves are made."""
    dealt = [rbcore.Game.deal(STANDARD, 1, number) for number in range(GAMES)]
    for game in dealt:
        for _ in range(40):
            if game.moves():
                game.apply(game.choose("greedy"))
    return [game for game in dealt if not game.is_over]


def each(call: Callable[[rbcore.Game], object], games: list[rbcore.Game]) -> Callable[[], None]:
    def work() -> None:
        for game in games:
            call(game)

    return work


def test_clone(timed, games):
    timed(each(rbcore.Game.clone, games), lambda _: {"calls": len(games)})


def test_legal_actions(timed, games):
    timed(each(rbcore.Game.legal_actions, games), lambda _: {"calls": len(games)})


def test_choose_greedy(timed, games):
    timed(each(lambda game: game.choose("greedy"), games), lambda _: {"decisions": len(games)})


def test_apply_and_undo(timed, games):
    """Both, so that a round begins where the one before it did."""
    ready = [(game, game.legal_actions()[0]) for game in games]

    def work() -> None:
        for game, action in ready:
            game.apply(action)
            game.undo()

    timed(work, lambda _: {"moves": len(ready)})


def test_loop_in_python(timed):
    """Whole games of random play, by a loop over legal_actions and apply."""

    def work() -> int:
        draw = random.Random(1).random
        moves = 0
        for number in range(10):
            game = rbcore.Game.deal(STANDARD, 1, number)
            while not game.is_over:
                actions = game.legal_actions()
                game.apply(actions[int(draw() * len(actions))])
            moves += game.ply
        return moves

    timed(work, lambda moves: {"moves": moves, "games": 10})


def test_deal(timed):
    timed(lambda: rbcore.Position.deal(STANDARD, 1, 7), lambda _: {"deals": 1})


def test_perft(timed):
    """perft 4 of a middle game: 34,641 leaves, the last ply counted in bulk."""
    position = rbcore.Position.parse(MIDGAME, STANDARD)
    leaves = timed(lambda: rbcore.perft(position, 4), lambda leaves: {"leaves": leaves})
    assert leaves == 34_641
