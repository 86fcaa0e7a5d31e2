"""Whole games without the GIL, with slips and called Stops; Python only owns its memory."""
