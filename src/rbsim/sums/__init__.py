"""Sums over rows of games and matches, in whole numbers; knows no summary."""
