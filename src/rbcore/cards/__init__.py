"""Packed cards, card sets, random streams, compilers, argument checks; knows no rule."""
