"""Packed cards, card sets, random streams, compilers, checks of what Python gives; no rule."""
