"""Policies: which of the legal moves to make (docs/patience)."""
