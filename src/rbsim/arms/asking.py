"""Asking: players, in Python or compiled, play a single game move by move.

arms/players.py plays games in bulk; a game played here has the same moves.
"""

from collections.abc import Callable, Sequence
from typing import Unpack

import numpy as np

import rbcore
from rbcore.rules.limits import LimitOptions
from rbsim.arms.players import (
    Choose,
    Player,
    SeatedPlayer,
    core_player,
    raise_noted,
    refusal_text,
    started,
    where_text,
)
from rbsim.options import TURN_MOVES

Chooser = Callable[[rbcore.Game], str]  # returns the move of the seat to move


def chooser(player: SeatedPlayer, seed: int, game: int, seat: int, replicate: int = 0) -> Chooser:
    """Return a function that asks a player for its moves in one game.

    Parameters
    ----------
    player : str or Player
        The player. One in Python is asked only if there are at least two moves.
    seed, game, seat, replicate : int
        The random stream of a player in Python.
    """
    compiled = core_player(player)
    if compiled is not None:
        return lambda playing: playing.choose(compiled)
    assert isinstance(player, Player)
    if player.width is not None:
        return lambda playing: _batched_move(player, playing)
    choose: Choose | None = None if hasattr(player.choose, "start") else player.choose

    def ask(playing: rbcore.Game) -> str:
        nonlocal choose
        moves = tuple(playing.moves())
        if len(moves) == 1:
            return moves[0]
        try:
            if choose is None:
                choose = started(player, seed, game, seat, replicate)
            move = choose(playing.view(), moves)
        except BaseException as error:
            raise_noted(error, _where(player, playing))
        if not isinstance(move, str) or move not in moves:
            raise ValueError(f"{_where(player, playing)}: {refusal_text(move, moves)}")
        return move

    return ask


def _batched_move(player: Player, playing: rbcore.Game) -> str:
    """Ask a batched player for its action in one game, and return the move."""
    moves = tuple(playing.moves())
    if len(moves) == 1:
        return moves[0]
    try:
        actions = np.asarray(player.choose(playing.observation()))
    except BaseException as error:
        raise_noted(error, _where(player, playing))
    texts = rbcore.action_texts(playing.rules, playing.seat)
    is_action = (
        actions.shape == (1,) and actions.dtype.kind in "iu" and 0 <= actions[0] < len(texts)
    )
    move = texts[actions[0]] if is_action else ""
    if move not in moves:
        raise ValueError(f"{_where(player, playing)}: {refusal_text(move or actions, moves)}")
    return move


def _where(player: Player, playing: rbcore.Game) -> str:
    return where_text(player, playing.view(), playing.seed, playing.index)


def trace(
    rules: rbcore.Rules | str,
    players: Sequence[SeatedPlayer],
    seed: int,
    game: int,
    *,
    max_turn_moves: int,
    shuffle: int = 0,
    replicate: int = 0,
    **limits: Unpack[LimitOptions],
) -> tuple[rbcore.Position, list[str], rbcore.Game]:
    """Play a game of a seed as `players.play` does.

    Returns
    -------
    position : Position
        As dealt.
    moves : list of str
        In notation.
    end : Game
        The game after them; it is not over if a turn of a player in Python was too long.
    """
    playing = rbcore.Game.deal(rules, seed, game, shuffle=shuffle, replicate=replicate, **limits)
    start, moves = playing.position(), list[str]()
    ask = [chooser(player, seed, game, seat, replicate) for seat, player in enumerate(players)]
    turn_begun = 0  # the number of moves at which the turn began
    while not playing.is_over:
        seat, turn = playing.seat, playing.turn
        moves.append(ask[seat](playing))
        playing.apply(moves[-1])
        if playing.turn != turn:
            turn_begun = len(moves)
        elif isinstance(players[seat], Player) and len(moves) - turn_begun >= max_turn_moves:
            break
    return start, moves, playing


def play_out(game: rbcore.Game, players: Sequence[SeatedPlayer], seed: int) -> None:
    """Play a game on to its end, or up to a turn of a player in Python that is too long.

    Parameters
    ----------
    game : Game
        The game, with its own streams.
    players : sequence of str or Player
        One for each seat.
    seed : int
        The seed of the random streams of players in Python.
    """
    ask = [chooser(player, seed, game.index, seat) for seat, player in enumerate(players)]
    turn, asked = game.turn, 0
    while not game.is_over and asked < TURN_MOVES:
        game.attempt(ask[game.seat](game))
        asked = asked + 1 if game.turn == turn else 0
        turn = game.turn
