"""Games played move by move: by a search or a caller's hand."""

__all__ = ["board", "solver"]
