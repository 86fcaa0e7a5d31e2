"""The deal, legal moves, what a move does, and Stop! verdicts; knows no endings."""
