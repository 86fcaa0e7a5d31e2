"""Games without the GIL: compiled rules, the board, legal moves, transitions, players."""
