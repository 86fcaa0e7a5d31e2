"""Kernels that play one game or two, and what each is ruled by (docs/patience/single.md)."""

__all__ = ["kinds"]
