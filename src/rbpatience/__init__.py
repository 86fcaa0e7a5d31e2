"""Patience: games other than Russian Bank, each a description that one engine plays."""

__all__ = ["board", "book", "entry", "playing", "solving"]
