"""Another name of rbcore.sympathy."""

from rbcore.sympathy import GAME, HEAPS, OUTCOMES, deal, pair, play

__all__ = ["GAME", "HEAPS", "OUTCOMES", "deal", "pair", "play"]
