"""Kernels that play one game or two, and what each is ruled by (docs/patience)."""

__all__ = ["kinds"]
