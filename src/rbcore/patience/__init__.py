"""Other games than Russian Bank; knows cards alone."""

__all__ = ["book", "deciding", "entry", "playing"]
