"""The limit on a turn of players in Python: what it ends, what is told and counted of it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rbcore
import rbsim
from rbsim.arms import players as python_players

UNFINISHED = rbcore.OUTCOMES.index("unfinished")


def simulate(**how: Any) -> Any:
    """With a row of each game."""
    return rbsim.simulate(**{"rows": True, **how})


def shuffle(view: rbcore.View | None, moves: tuple[str, ...]) -> str:
    """Move cards from house to house as long as there is such a move."""
    return next((move for move in moves if move[0].isdigit() and move[-1].isdigit()), moves[0])


def shuffles(views: rbcore.Views) -> Any:
    """`shuffle` for many games."""
    texts = [rbcore.action_texts(rbcore.variant("standard"), seat) for seat in range(2)]
    chosen = []
    for seat, legal in zip(views.seat, map(np.flatnonzero, views.legal), strict=True):
        moves = [texts[seat][action] for action in legal]
        chosen.append(legal[moves.index(shuffle(None, tuple(moves)))])
    return chosen


def turning(view: rbcore.View, moves: tuple[str, ...]) -> str:
    """A player whose turns are short."""
    return next((move for move in moves if move in ("turn", "waste")), moves[-1])


class Drawing:
    """A player whose turns end, if not soon."""

    def start(self, rng: np.random.Generator) -> Any:
        return lambda view, moves: moves[rng.integers(len(moves))]


@pytest.fixture(autouse=True)
def _forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was told yet, and what is told does not reach the terminal."""
    monkeypatch.setattr(python_players, "_told", set())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


SHUFFLE = rbsim.Player(shuffle, name="shuffle")
OPTIONS: dict[str, Any] = {"players": [SHUFFLE, "greedy"], "seed": 1}


def test_a_long_turn_leaves_the_game_unfinished() -> None:
    result = simulate(games=10, **OPTIONS, max_turn_moves=60)
    rows = result.games
    cut = rows[rows["outcome"] == UNFINISHED]
    assert len(cut) > 5
    assert (cut["moves"][cut["turns"] == 0] == 60).all()
    assert result.figure("unfinished").count == len(cut)


def test_turns_below_the_limit_are_played_as_without_one() -> None:
    options: dict[str, Any] = {"games": 5, "players": [Drawing(), "greedy"], "seed": 2}
    rows = [simulate(**options, max_turn_moves=most).games for most in (1_000, 10_000_000)]
    assert (rows[0] == rows[1]).all()
    assert (rows[0]["outcome"] != UNFINISHED).any()


def test_compiled_players_have_no_such_limit() -> None:
    """Their turns count no moves, beside a player in Python too, and their files are as before."""
    plain = simulate(games=30, players="uniform", seed=1)
    limited = simulate(games=30, players="uniform", seed=1, max_turn_moves=1)
    assert (plain.games == limited.games).all()
    assert plain.provenance == limited.provenance
    assert "max_turn_moves" not in plain.provenance["arms"][0]
    options: dict[str, Any] = {"games": 30, "players": [turning, "uniform"], "seed": 1}
    limited = simulate(**options, max_turn_moves=30)
    assert (limited.games == simulate(**options).games).all()
    assert longest_turn("uniform", 30) > 30


def longest_turn(player: str, games: int) -> int:
    """The most moves in a turn of some games."""
    most = 0
    for game in range(games):
        position, moves, _ = rbcore.trace(rbcore.variant("standard"), (player, player), 1, game)
        begun, turn = 0, position.turn
        for made, move in enumerate(moves, 1):
            position.apply(move)
            if position.turn != turn:
                most, begun, turn = max(most, made - begun), made, position.turn
    return most


@pytest.mark.parametrize("width", [1, 3])
def test_many_at_once_are_cut_alike(width: int) -> None:
    alone = simulate(games=8, **OPTIONS, max_turn_moves=70)
    together = rbsim.Player(shuffles, width=width, name="shuffle")
    many = simulate(games=8, players=[together, "greedy"], seed=1, max_turn_moves=70)
    assert (alone.games == many.games).all()


# ---- what is told ------------------------------------------------------------------------------


def told(**options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        simulate(**OPTIONS | options)
    return [str(one.message) for one in caught]


def test_the_first_long_turn_is_told_once() -> None:
    (note,) = told(games=40)
    assert note == (
        "the player shuffle has made 1,000 moves in turn 0 of game 0 of seed 1; a game is left "
        "unfinished after max_turn_moves=2,000 in one turn, and after max_moves=100,000 in all"
    )
    assert told(games=2) == []


def test_it_is_told_of_turns_that_a_lower_limit_ends() -> None:
    assert "shuffle has made 60 moves in turn 0" in told(games=2, max_turn_moves=60)[0]
    assert told(games=5, players=[Drawing(), "uniform"]) == []
