"""Shown: a game as a page shows it."""

from rbsim.games.replay import end_text
from rbsim.games.transcript import Transcript
from rbsim.viewer import ShownGame


def shown_game(one: Transcript) -> ShownGame:
    """Return a game as a page shows it; ValueError for an entry that the rules forbid."""
    names = ":".join(name.partition("/")[0] for name in one.players)
    said = {"seed": one.seed, "game": one.game, "players": names or None}
    headers = {name: str(value) for name, value in said.items() if value is not None}
    ended = end_text(one.finished()).capitalize()
    return ShownGame(one.start, one.moves, headers, one.comments, outcome=ended)
