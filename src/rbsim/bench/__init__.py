"""Benchmark: games that are equal on every machine, and how fast this one plays.

Owns which games are signed and which are timed. Knows rbcore alone; no study, no command.
"""
