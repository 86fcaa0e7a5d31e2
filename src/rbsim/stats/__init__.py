"""Intervals, tests and sequential looks; knows numbers, but no game."""
