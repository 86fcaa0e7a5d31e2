"""Opponents: who plays the other seats of an environment with one agent."""

from collections.abc import Sequence

import rbcore
from rbsim.running.player import Choose, Players, SeatedPlayer, resolve_player
from rbsim.running.python_players import stream


def seated_opponents(
    rules: rbcore.Rules, seat: int, opponent: Players
) -> list[SeatedPlayer | None]:
    """Return who plays each seat, None for the agent's own; others are one player or a list."""
    others = rules.seats - 1
    if isinstance(opponent, str) or not isinstance(opponent, Sequence):
        opponent = [opponent] * others
    given = [resolve_player(one) for one in opponent]
    if len(given) != others:
        raise ValueError(
            f"{len(given)} opponents for {others} other seats; give one, or one a seat"
        )
    seated: list[SeatedPlayer | None] = [None] * rules.seats
    for i, one in enumerate(given):
        if not isinstance(one, str) and one.width is not None:
            raise ValueError(f"{one} plays many games at a time; an opponent here plays one by one")
        seated[(seat + 1 + i) % rules.seats] = one
    return seated


class Opponents:
    """The players of the other seats, who make their moves in a game."""

    def __init__(self, rules: rbcore.Rules, seat: int, opponent: Players) -> None:
        self._seated = seated_opponents(rules, seat, opponent)
        self._choosing: dict[int, Choose] = {}  # by seat: what a player started for this game

    def begin(self) -> None:
        """Forget what the players started for the game before."""
        self._choosing.clear()

    def choose(self, game: rbcore.Game) -> str:
        """Return the move of the seat to move; ValueError if a player's answer is not legal."""
        player = self._seated[game.seat]
        if isinstance(player, str):
            return game.choose(player)
        assert player is not None
        moves = tuple(game.moves())
        if len(moves) == 1:
            return moves[0]
        if game.seat not in self._choosing:
            choose = player.choose
            if hasattr(choose, "start"):
                choose = choose.start(stream(game.seed, game.index, game.seat))
            self._choosing[game.seat] = choose
        move = self._choosing[game.seat](game.view(), moves)
        if move not in moves:
            raise ValueError(f"{player}: {move!r} is not legal; legal are {', '.join(moves)}")
        return move
