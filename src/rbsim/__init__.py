"""Simulation of Russian Bank: batches of games, statistics of outcomes, a command line."""

from rbcore import __version__
from rbsim.result import Result
from rbsim.simulation import simulate
from rbsim.summary import Summary

__all__ = ["Result", "Summary", "__version__", "simulate"]
