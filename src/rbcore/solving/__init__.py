"""Exact values of games small enough for exhaustive search."""
