"""The compiled core of the Russian Bank simulator: rules, positions, playouts."""

from pathlib import Path

import rbcore.builds  # noqa: F401  before any module that is built twice
from rbcore.api.game import Game
from rbcore.api.game_pool import GamePool, Steps
from rbcore.api.position import OUTCOMES, Position, View, perft
from rbcore.api.whole_games import (
    GAME,
    MATCH,
    MATCH_GAMES,
    MATCH_OUTCOMES,
    game_dtype,
    match_dtype,
    play,
    play_matches,
    trace,
)
from rbcore.moves.actions import action_texts
from rbcore.moves.verdict import Verdict
from rbcore.observation.views import Views
from rbcore.players.names import PLAYERS, versioned
from rbcore.players.outside import CompiledPlayer
from rbcore.rules.attention import PRIORITIES, Attention
from rbcore.rules.definition import Rules
from rbcore.rules.variants import PRESETS, PROGRAMS, Preset, variant, variant_text
from rbcore.solving.exact import Gain, Solution, solve, solve_hidden

# Increased whenever the games of a seed change; results record it.
GAMES_VERSION = 1

__version__ = "0.1.0"


def get_include() -> str:
    """Return the include folder of rbcore/players.h, for compiling your own players.

    Returns
    -------
    str
        For `include_dirs` of an extension, or the compiler's -I.

    Examples
    --------
    >>> from pathlib import Path
    >>> import rbcore
    >>> Path(rbcore.get_include(), "rbcore", "players.h").is_file()
    True
    """
    return str(Path(__file__).parent / "include")


__all__ = [
    "GAME",
    "GAMES_VERSION",
    "MATCH",
    "MATCH_GAMES",
    "MATCH_OUTCOMES",
    "OUTCOMES",
    "PLAYERS",
    "PRESETS",
    "PRIORITIES",
    "PROGRAMS",
    "Attention",
    "CompiledPlayer",
    "Gain",
    "Game",
    "GamePool",
    "Position",
    "Preset",
    "Rules",
    "Solution",
    "Steps",
    "Verdict",
    "View",
    "Views",
    "action_texts",
    "game_dtype",
    "get_include",
    "match_dtype",
    "perft",
    "play",
    "play_matches",
    "solve",
    "solve_hidden",
    "trace",
    "variant",
    "variant_text",
    "versioned",
]
