"""Games played move by move: of any layout or table, by a player, a search or a caller's hand."""

__all__ = ["board", "solver"]
