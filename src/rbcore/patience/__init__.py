"""Other games than Russian Bank; knows cards alone."""

__all__ = ["board", "book", "entry", "playing", "solving"]
