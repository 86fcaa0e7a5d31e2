"""Kernels that play all games of a kind in their fixed way; `single` has those of one game."""
