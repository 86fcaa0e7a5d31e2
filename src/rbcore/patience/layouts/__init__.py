"""Games laid out on piles in which the player decides (docs/patience/layouts.md)."""

__all__ = ["board", "solver"]
