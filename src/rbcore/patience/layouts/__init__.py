"""Piles on which the player decides: how each layout is dealt, and its moves; knows no player."""
