"""Other games than Russian Bank; knows cards alone."""

__all__ = ["book", "kinds", "layouts", "playing", "single", "sympathy"]
