"""Packed cards, sets of cards and random streams; knows no rule."""
