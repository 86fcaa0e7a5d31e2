"""Seated patience: the moves of every game in words and by their piles, undo, deals, verdicts."""

from __future__ import annotations

import random

import pytest

from rbcore.patience import playing
from rbcore.patience.book import GAMES, known_games
from rbcore.patience.deciding.board import Board
from rbcore.patience.deciding.solver import solve_pack
from rbsim.table.seated_patience import SeatedPatience, between

NAMES = [game.name for game in (*GAMES.values(), *known_games().values()) if game.is_decided]


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", NAMES)
def test_a_random_walk(name: str) -> None:
    """Every move has piles on the table and words of its own; cards named lie face up there."""
    game, draws = SeatedPatience(name, 1, 0), random.Random(1)
    for _ in range(15):
        choices, scene = game.choices(), game.scene()
        assert len(choices) == len(game.board.moves)
        piles = {pile.key: pile for pile in scene.piles}
        assert len({one.words for one in choices}) == len(choices)
        for one in choices:
            assert one.piles
            assert set(one.piles) <= set(piles)
            if one.words[0] in "A23456789TJQK" and one.piles[0][0] != "f":
                assert one.words[0] in {card[0] for card in piles[one.piles[0]].face_up}
        if not choices:
            if game.is_over:
                break
            game.next_deal()
            continue
        number = draws.randrange(len(choices))
        assert number in between(choices, *choices[number].piles)
        game.move(number)
    made, line = list(game.made), str(game.board.piles)
    while game.made:
        game.undo()
    assert str(game.board.piles) == str(Board(name, playing.deal(name, 1, 0)).piles)
    for number in made:
        game.move(number) if number >= 0 else game.next_deal()
    assert str(game.board.piles) == line


def test_the_end_of_a_game() -> None:
    """A way that the solver finds comes out; the adviser's leads to where no move is left."""
    game = SeatedPatience("nationale", 1, 0)
    assert game.verdict(100_000)[0] == "solvable"
    for move in solve_pack("nationale", playing.deal("nationale", 1, 0))[2]:
        assert not game.is_over
        game.move(game.board.moves.index(move))
    assert game.is_over
    assert game.board.won
    game = SeatedPatience("golf", 1, 0)
    while not game.is_over:
        assert game.advice() == game.choices()[game.board.advice or 0].words
        game.move(game.board.advice or 0)
    assert not game.board.won
    with pytest.raises(ValueError, match="There is no move 1000; there are 0"):
        game.move(999)


def test_deals_and_what_is_refused() -> None:
    game = SeatedPatience("trefoil", 1, 0)
    with pytest.raises(ValueError, match="no move to take back"):
        game.undo()
    game.next_deal()
    game.next_deal()
    with pytest.raises(ValueError, match="No deal follows"):
        game.next_deal()
    game.undo()
    game.next_deal()
    with pytest.raises(ValueError, match="nothing is decided"):
        SeatedPatience("talkative", 1, 0)
