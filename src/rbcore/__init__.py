"""The compiled core of the Russian Bank simulator: rules, positions, playouts."""

from rbcore.actions import action_texts
from rbcore.api import OUTCOMES, Position, choose, imagine, perft
from rbcore.arrays import Views
from rbcore.attention import PRIORITIES, Attention
from rbcore.bulk import GAME, play, trace
from rbcore.hall import Hall
from rbcore.judge import Verdict
from rbcore.match import MATCH, MATCH_GAMES, MATCH_OUTCOMES, play_matches
from rbcore.players import PLAYERS, player_number, versioned
from rbcore.rules import Rules
from rbcore.sight import View
from rbcore.variants import PRESETS, Preset, variant, variant_text

# Bumped when the games of a seed change; results carry it.
GAMES_VERSION = 1

__version__ = "0.1.0"

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
    "Attention",
    "Hall",
    "Position",
    "Preset",
    "Rules",
    "Verdict",
    "View",
    "Views",
    "action_texts",
    "choose",
    "imagine",
    "perft",
    "play",
    "play_matches",
    "player_number",
    "trace",
    "variant",
    "variant_text",
    "versioned",
]
