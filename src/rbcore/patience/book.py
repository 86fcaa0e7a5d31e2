"""The games of the book, a table: the entries of all families, and how one is found."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from rbcore.cards.ranges import printable, shown
from rbcore.patience.entries.auxiliaries import AUXILIARIES
from rbcore.patience.entries.columns import COLUMNS
from rbcore.patience.entries.counting import COUNTING
from rbcore.patience.entries.fans import FANS
from rbcore.patience.entries.foundations import FOUNDATIONS, FREE
from rbcore.patience.entries.heaps import HEAPS
from rbcore.patience.entries.layouts import LAYOUTS
from rbcore.patience.entries.pairing import PAIRING
from rbcore.patience.entries.reserves import RESERVES
from rbcore.patience.entries.single import SINGLE
from rbcore.patience.entries.two_players import TWO_PLAYERS
from rbcore.patience.entry import Game

__all__ = ["GAMES", "find_game"]

# Games in which the player decides, played in a fixed way.
FIXED = (*COLUMNS, *SINGLE, *FREE, *AUXILIARIES, *FANS, *RESERVES)

GAMES = {
    game.number: game
    for game in (*PAIRING, *COUNTING, *HEAPS, *FOUNDATIONS, *FIXED, *LAYOUTS, *TWO_PLAYERS)
}


def find_game(text: str) -> Game:
    """Return the game of a number or name, with readings: ``robert,passes=3``.

    Parameters
    ----------
    text : str
        ``5b``, ``harvest-running``, or either with ``,reading=value``.

    Returns
    -------
    rbcore.patience.entry.Game
        The game; with a reading its rules are those, and it has no readings more.

    Raises
    ------
    ValueError
        In one sentence, for an unknown game, reading or value.

    Examples
    --------
    >>> find_game("5b").name
    'harvest-running'
    >>> find_game("robert,passes=3").rules.passes
    3
    """
    if not isinstance(text, str):
        raise ValueError(f"{shown(text)} is not the name of a game; `rbsim patience` lists them")
    name, *chosen = text.split(",")
    by_name = {game.name: game for game in GAMES.values()}
    game = GAMES.get(name) or by_name.get(name)
    if game is None:
        near = get_close_matches(name[:80], by_name, 1)
        said = f"did you mean {near[0]}?" if near else "`rbsim patience` lists them"
        raise ValueError(f"no game is called {shown(name)}; {said}")
    if len(chosen) > 1:
        raise ValueError(f"{printable(text[:80])}: one reading at a time")
    for choice in chosen:
        key, _, value = choice.partition("=")
        values = game.readings.get(key)
        if values is None:
            known = ", ".join(game.readings) or "none"
            raise ValueError(f"{game.name} has no reading {shown(key)}; it has {known}")
        if value not in values:
            known = " and ".join(f"{key}={one}" for one in values)
            raise ValueError(
                f"{game.name} has no reading {key}={shown(value)}; it has {known}, and its rules "
                "as printed without one"
            )
        game = replace(
            game,
            rules=values[value],
            readings={},
            is_free=game.is_free and key not in game.ways,
            version=game.reading_versions.get(choice, game.version),
        )
    return game
