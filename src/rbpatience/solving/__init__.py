"""Whether a game can be won: the solver, and what its search may leave out."""

__all__ = ["solver"]
