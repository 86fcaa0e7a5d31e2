"""Sums over rows of games and matches, in whole numbers, and contrasts of them to play for."""
