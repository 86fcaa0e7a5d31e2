"""Whether a game can be won: the solver, and the pruning of its search."""

__all__ = ["solver"]
