"""Odds: how often a seat wins from where a game stands, while another is to move."""

import rbcore
from rbsim.opinions.lines import Line
from rbsim.opinions.opinion import PLAYER, SEED, compiled_players
from rbsim.opinions.playouts import Worlds
from rbsim.stats.intervals import Rate

NOTHING = Line((), ())  # the game goes on as it stands


def odds(game: rbcore.Game, seat: int, games: int) -> Rate:
    """Return how often a seat wins if all play on well, by what all at the table can see.

    Raises ValueError if the seat to move may know more than that.
    """
    if game.rules.peek != "no":
        raise ValueError("Who is to move may have looked at a card (V11); ask in your own turn.")
    worlds = Worlds(game, compiled_players(PLAYER, game.rules.seats), SEED)
    (count,) = worlds.play([NOTHING], games)
    return count.rate(seat)
