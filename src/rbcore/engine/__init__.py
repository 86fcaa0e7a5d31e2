"""Whole games without the GIL, with slips and called Stops; knows no Python but its memory."""
